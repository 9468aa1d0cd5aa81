//! The lines of a source that a finding shows, kept so that the finding outlives the source.
//!
//! Of a line that is very long only the surroundings of what is marked are kept.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::Diagnostic;
use crate::grapheme::{self, graphemes};
use crate::source::{Lines, Position, Span, floor_char_boundary};

/// Bytes of context kept on either side of a mark in a long line.
const MARGIN: usize = 120;

#[derive(Clone, Debug)]
pub(crate) struct Excerpt {
    name: Option<Arc<str>>,
    position: Option<Position>,
    /// Lines by number, from 0.
    lines: BTreeMap<usize, Line>,
    subject: Option<Mark>,
    labels: Vec<Mark>,
}

/// What is kept of a line, and where that starts in the source.
#[derive(Clone, Debug)]
struct Line {
    text: String,
    start: usize,
}

/// A place in the kept lines: line and byte in the kept text, start and end.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    pub(super) start: (usize, usize),
    pub(super) end: (usize, usize),
}

impl Excerpt {
    pub(super) fn new(
        diagnostic: &Diagnostic,
        name: Option<Arc<str>>,
        lines: &mut Lines<'_>,
    ) -> Self {
        let mut excerpt = Excerpt {
            name,
            position: None,
            lines: BTreeMap::new(),
            subject: None,
            labels: Vec::new(),
        };
        if let Some(subject) = diagnostic.subject {
            excerpt.position = Some(lines.position(subject.start as usize));
            excerpt.subject = Some(excerpt.keep(subject, lines));
        }
        for label in &diagnostic.labels {
            let mark = excerpt.keep(label.span, lines);
            excerpt.labels.push(mark);
        }
        excerpt
    }

    /// Keeps the first and the last line of the span.
    fn keep(&mut self, span: Span, lines: &Lines<'_>) -> Mark {
        let source = lines.source();
        let start = floor_char_boundary(source, span.start as usize);
        let end = floor_char_boundary(source, span.end as usize).max(start);
        let start_mark = self.keep_line(start, end, lines);
        // A span that ends with a line end ends on that line, not on the next.
        let last = if end > start { floor_char_boundary(source, end - 1) } else { start };
        let mut end_mark = self.keep_line(last, end, lines);
        end_mark.1 += end - last;
        Mark { start: start_mark, end: end_mark }
    }

    /// Keeps the line of `offset`, and gives its number and the offset in what was kept.
    fn keep_line(&mut self, offset: usize, end: usize, lines: &Lines<'_>) -> (usize, usize) {
        let source = lines.source();
        let number = lines.number(offset);
        // The first mark on a long line decides what of it is shown.
        let kept = self.lines.entry(number).or_insert_with(|| {
            let mut line = lines.range(number);
            if line.len() > 4 * MARGIN {
                let window_end = floor_char_boundary(source, end.min(offset + MARGIN) + MARGIN);
                line.start =
                    floor_char_boundary(source, offset.saturating_sub(MARGIN)).max(line.start);
                line.end = window_end.clamp(line.start, line.end);
            }
            let text = source.get(line.clone()).unwrap_or_default();
            Line { text: text.replace('\r', " "), start: line.start }
        });
        (number, floor_char_boundary(&kept.text, offset.saturating_sub(kept.start)))
    }

    pub(super) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    pub(super) fn position(&self) -> Option<Position> {
        self.position
    }

    pub(super) fn subject(&self) -> Option<Mark> {
        self.subject
    }

    pub(super) fn labels(&self) -> &[Mark] {
        &self.labels
    }

    /// The kept lines at their line numbers, everything between them blank, and where each starts.
    pub(super) fn text(&self) -> (String, BTreeMap<usize, usize>) {
        let mut text = String::new();
        let mut starts = BTreeMap::new();
        let mut next = 0;
        for (number, line) in &self.lines {
            text.extend(std::iter::repeat_n('\n', number - next));
            starts.insert(*number, text.len());
            text.push_str(&line.text);
            next = *number;
        }
        (text, starts)
    }

    /// `main.hcl:3:7: `
    pub(crate) fn write_location(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            write!(f, "{name}:")?;
        }
        match self.position {
            Some(Position { line, column }) => write!(f, "{line}:{column}: "),
            None if self.name.is_some() => f.write_str(" "),
            None => Ok(()),
        }
    }

    /// The line of the subject with a caret under it.
    pub(crate) fn write_caret(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(mark) = self.subject else { return Ok(()) };
        let (number, start) = mark.start;
        let Some(Line { text: line, .. }) = self.lines.get(&number) else { return Ok(()) };
        let end = if mark.end.0 == number { mark.end.1 } else { line.len() };
        let columns = |range: Range<usize>| line.get(range).map_or(0, grapheme::count);
        let margin = (number + 1).to_string();
        let indent: String = graphemes(line.get(..start).unwrap_or_default())
            .map(|grapheme| if grapheme == "\t" { '\t' } else { ' ' })
            .collect();
        let carets = "^".repeat(columns(start..end).max(1));
        let blank = " ".repeat(margin.len());
        write!(f, "\n{blank} |\n{margin} | {}\n{blank} | {indent}{carets}", line.trim_end())
    }
}
