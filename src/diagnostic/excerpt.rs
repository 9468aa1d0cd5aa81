//! The lines of a source that a place in it is shown with, kept so that a finding outlives its source.
//!
//! Of a line that is very long only the surroundings of the place are kept.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::grapheme::{self, graphemes};
use crate::source::{Lines, Position, Span, floor_char_boundary};

/// Bytes of context kept on either side of a place in a long line.
const MARGIN: usize = 120;

/// A place: in which source, in which lines.
#[derive(Clone, Debug)]
pub(crate) struct Excerpt {
    name: Option<Arc<str>>,
    place: Option<Place>,
}

#[derive(Clone, Debug)]
struct Place {
    position: Position,
    /// The first and the last line by number, from 0.
    lines: Vec<(usize, Line)>,
    /// Line and offset in the source, start and end.
    start: (usize, usize),
    end: (usize, usize),
}

/// What is kept of a line, and where that starts in the source.
#[derive(Clone, Debug)]
pub(super) struct Line {
    text: String,
    start: usize,
}

impl Excerpt {
    /// No place in particular.
    pub(super) fn anywhere(name: Option<Arc<str>>) -> Self {
        Excerpt { name, place: None }
    }

    /// Keeps the first and the last line of the span.
    pub(super) fn new(name: Option<Arc<str>>, span: Span, lines: &mut Lines<'_>) -> Self {
        let source = lines.source();
        let position = lines.position(span.start as usize);
        let start = floor_char_boundary(source, span.start as usize);
        let end = floor_char_boundary(source, span.end as usize).max(start);
        // A span that ends with a line end ends on that line, not on the next.
        let last = if end > start { floor_char_boundary(source, end - 1) } else { start };
        let (first_number, last_number) = (lines.number(start), lines.number(last));
        let mut kept = vec![(first_number, Line::keep(first_number, start, end, lines))];
        if last_number != first_number {
            kept.push((last_number, Line::keep(last_number, last, end, lines)));
        }
        let place =
            Place { position, lines: kept, start: (first_number, start), end: (last_number, end) };
        Excerpt { name, place: Some(place) }
    }

    /// The same place without the text that stands there.
    pub(super) fn without_text(&self) -> Self {
        let place = self.place.as_ref();
        Excerpt {
            name: self.name.clone(),
            place: place.map(|place| Place { lines: Vec::new(), ..place.clone() }),
        }
    }

    pub(super) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    pub(super) fn position(&self) -> Option<Position> {
        Some(self.place.as_ref()?.position)
    }

    /// The place as errors write it before the message.
    pub(super) fn location(&self) -> impl fmt::Display {
        struct Location<'e>(&'e Excerpt);

        impl fmt::Display for Location<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.write_location(f)
            }
        }

        Location(self)
    }

    /// `main.hcl:3:7: `
    pub(crate) fn write_location(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            write!(f, "{name}:")?;
        }
        match self.position() {
            Some(Position { line, column }) => write!(f, "{line}:{column}: "),
            None if self.name.is_some() => f.write_str(" "),
            None => Ok(()),
        }
    }

    /// The line of the place with a caret under it.
    pub(crate) fn write_caret(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(place) = &self.place else { return Ok(()) };
        let (number, start) = place.start;
        let Some((_, line)) = place.lines.first() else { return Ok(()) };
        let start = line.offset(start);
        let end = if place.end.0 == number { line.offset(place.end.1) } else { line.text.len() };
        let columns = |range: Range<usize>| line.text.get(range).map_or(0, grapheme::count);
        let margin = (number + 1).to_string();
        let indent: String = graphemes(line.text.get(..start).unwrap_or_default())
            .map(|grapheme| if grapheme == "\t" { '\t' } else { ' ' })
            .collect();
        let carets = "^".repeat(columns(start..end).max(1));
        let blank = " ".repeat(margin.len());
        write!(f, "\n{blank} |\n{margin} | {}\n{blank} | {indent}{carets}", line.text.trim_end())
    }
}

impl Line {
    fn keep(number: usize, offset: usize, end: usize, lines: &Lines<'_>) -> Self {
        let source = lines.source();
        let mut line = lines.range(number);
        if line.len() > 4 * MARGIN {
            let window_end = floor_char_boundary(source, end.min(offset + MARGIN) + MARGIN);
            line.start = floor_char_boundary(source, offset.saturating_sub(MARGIN)).max(line.start);
            line.end = window_end.clamp(line.start, line.end);
        }
        let text = source.get(line.clone()).unwrap_or_default();
        Line { text: text.replace('\r', " "), start: line.start }
    }

    /// Where an offset in the source is in what was kept.
    fn offset(&self, offset: usize) -> usize {
        floor_char_boundary(&self.text, offset.saturating_sub(self.start))
    }
}

/// The kept lines of one source, as a picture shows them: at their line numbers, everything between
/// them blank. Where two places share a long line, the first decides what of it is shown.
#[derive(Default)]
pub(super) struct Page<'e> {
    lines: BTreeMap<usize, &'e Line>,
    places: Vec<Option<&'e Place>>,
}

impl<'e> Page<'e> {
    /// Adds a place, and gives its index among the places of the page.
    pub(super) fn add(&mut self, excerpt: &'e Excerpt) -> usize {
        for (number, line) in excerpt.place.iter().flat_map(|place| &place.lines) {
            self.lines.entry(*number).or_insert(line);
        }
        self.places.push(excerpt.place.as_ref());
        self.places.len() - 1
    }

    /// The text, and the ranges of the places in it.
    pub(super) fn draw(&self) -> (String, Vec<Option<Range<usize>>>) {
        let mut text = String::new();
        let mut starts = BTreeMap::new();
        let mut next = 0;
        for (number, line) in &self.lines {
            text.extend(std::iter::repeat_n('\n', number - next));
            starts.insert(*number, text.len());
            text.push_str(&line.text);
            next = *number;
        }
        // Without anything in it, the last line were none.
        let blank = text.ends_with('\n').then_some(text.len());
        text.extend(blank.map(|_| ' '));
        let at = |(number, offset): (usize, usize)| {
            let line = self.lines.get(&number)?;
            Some(starts.get(&number)? + line.offset(offset))
        };
        let range = |place: &Place| {
            let start = at(place.start)?;
            let end = if blank == Some(start) { start + 1 } else { at(place.end)? };
            Some(start..end.max(start))
        };
        let ranges = self.places.iter().map(|place| range((*place)?)).collect();
        (text, ranges)
    }
}
