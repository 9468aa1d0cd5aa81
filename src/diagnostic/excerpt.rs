//! The lines of a source that a finding shows, kept so that the finding outlives the source.
//!
//! Of a line that is very long only the surroundings of what is marked are kept.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use unicode_segmentation::UnicodeSegmentation;

use super::Diagnostic;
use crate::source::{Position, Span, floor_char_boundary};

/// Bytes of context kept on either side of a mark in a long line.
const MARGIN: usize = 120;

#[derive(Clone, Debug)]
pub(crate) struct Excerpt {
    name: Option<Arc<str>>,
    position: Option<Position>,
    /// Lines by number, from 0.
    lines: BTreeMap<usize, String>,
    subject: Option<Mark>,
    labels: Vec<Mark>,
}

/// A place in the kept lines: line and byte in the kept text, start and end.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    pub(super) start: (usize, usize),
    pub(super) end: (usize, usize),
}

impl Excerpt {
    pub(super) fn new(diagnostic: &Diagnostic, name: Option<Arc<str>>, source: &str) -> Self {
        let mut excerpt = Excerpt {
            name,
            position: None,
            lines: BTreeMap::new(),
            subject: None,
            labels: Vec::new(),
        };
        if let Some(subject) = diagnostic.subject {
            excerpt.position = Some(Position::of(source, subject.start));
            excerpt.subject = Some(excerpt.keep(subject, source));
        }
        for label in &diagnostic.labels {
            let mark = excerpt.keep(label.span, source);
            excerpt.labels.push(mark);
        }
        excerpt
    }

    /// Keeps the first and the last line of the span.
    fn keep(&mut self, span: Span, source: &str) -> Mark {
        let start = floor_char_boundary(source, span.start as usize);
        let end = floor_char_boundary(source, span.end as usize).max(start);
        let start_mark = self.keep_line(start, end, source);
        // A span that ends with a line end ends on that line, not on the next.
        let last = if end > start { floor_char_boundary(source, end - 1) } else { start };
        let mut end_mark = self.keep_line(last, end, source);
        end_mark.1 += end - last;
        Mark { start: start_mark, end: end_mark }
    }

    /// Keeps the line of `offset`, and gives its number and the offset in what was kept.
    fn keep_line(&mut self, offset: usize, end: usize, source: &str) -> (usize, usize) {
        let line = line_around(source, offset);
        let number = memchr::memchr_iter(b'\n', &source.as_bytes()[..line.start]).count();
        let window = floor_char_boundary(source, offset.saturating_sub(MARGIN)).max(line.start)
            ..floor_char_boundary(source, end.min(offset + MARGIN) + MARGIN)
                .clamp(offset, line.end);
        let kept = if line.len() <= 4 * MARGIN { line } else { window };
        let column = offset - kept.start;
        let text = source.get(kept).unwrap_or_default().trim_start_matches('\u{feff}');
        // The first mark on a long line decides what of it is shown.
        let text = self.lines.entry(number).or_insert_with(|| text.replace('\r', " "));
        (number, floor_char_boundary(text, column))
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
            text.push_str(line);
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
        let Some(line) = self.lines.get(&number) else { return Ok(()) };
        let end = if mark.end.0 == number { mark.end.1 } else { line.len() };
        let columns =
            |range: Range<usize>| line.get(range).map_or(0, |text| text.graphemes(true).count());
        let margin = (number + 1).to_string();
        let indent: String = line
            .get(..start)
            .unwrap_or_default()
            .graphemes(true)
            .map(|grapheme| if grapheme == "\t" { '\t' } else { ' ' })
            .collect();
        let carets = "^".repeat(columns(start..end).max(1));
        let blank = " ".repeat(margin.len());
        write!(f, "\n{blank} |\n{margin} | {}\n{blank} | {indent}{carets}", line.trim_end())
    }
}

/// The bytes of the line that `offset` stands in, without its line end.
fn line_around(source: &str, offset: usize) -> Range<usize> {
    let bytes = source.as_bytes();
    let start = memchr::memrchr(b'\n', &bytes[..offset]).map_or(0, |newline| newline + 1);
    let end = memchr::memchr(b'\n', &bytes[offset..]).map_or(bytes.len(), |line| offset + line);
    start..end
}
