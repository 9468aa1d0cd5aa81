//! The source lines that are shown for a place. They are kept, so a diagnostic outlives its source.
//!
//! A very long line is cut: the excerpt has the text around the place.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::text::grapheme::{self, graphemes};
use crate::text::line_index::Columns;
use crate::text::source::{Fingerprint, Lines};
use crate::text::span::{Position, Span, floor_char_boundary};

/// The maximum length in bytes of a line that is kept completely.
const LONGEST: usize = 200;

/// The number of bytes of context on either side of a place in a longer line.
const MARGIN: usize = 70;

/// A place with its source name and its lines.
#[derive(Clone, Debug)]
pub(crate) struct Excerpt {
    name: Option<Arc<str>>,
    place: Option<Passage>,
}

/// Identifies a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SourceKey<'e> {
    pub(super) name: Option<&'e str>,
    text: Option<Fingerprint>,
}

#[derive(Clone, Debug)]
struct Passage {
    /// Identifies the text of the source: its name may be that of another source.
    source: Fingerprint,
    /// The first and the last position in each unit of columns, in the order of the units.
    positions: [Range<Position>; 3],
    /// The first and the last line, by number from 0.
    lines: Vec<(usize, Line)>,
    /// The line and the offset in the source, of the start and of the end.
    start: (usize, usize),
    end: (usize, usize),
}

/// The kept part of a line.
#[derive(Clone, Debug)]
pub(super) struct Line {
    text: String,
    /// The start and the end of the text in the source.
    range: Range<usize>,
    /// Whether the line continues before the text, and after it.
    is_cut: (bool, bool),
}

impl Excerpt {
    /// An excerpt without a place.
    pub(super) fn anywhere(name: Option<Arc<str>>) -> Self {
        Excerpt { name, place: None }
    }

    /// Keeps the first and the last line of the span.
    pub(super) fn new(name: Option<Arc<str>>, span: Span, lines: &mut Lines<'_>) -> Self {
        let source = lines.source();
        let start = floor_char_boundary(source, span.start as usize);
        let end = floor_char_boundary(source, span.end as usize).max(start);
        // A span that ends with a line end ends on that line, not on the next.
        let last = if end > start { floor_char_boundary(source, end - 1) } else { start };
        let (first_number, last_number) = (lines.number(start), lines.number(last));
        let mut kept = vec![(first_number, Line::of_source(first_number, start, end, lines))];
        if last_number != first_number {
            kept.push((last_number, Line::of_source(last_number, last, end, lines)));
        }
        let units = [Columns::Graphemes, Columns::Utf8, Columns::Utf16];
        let positions =
            units.map(|unit| lines.position_in(start, unit)..lines.position_in(end, unit));
        let place = Passage {
            source: lines.fingerprint(),
            positions,
            lines: kept,
            start: (first_number, start),
            end: (last_number, end),
        };
        Excerpt { name, place: Some(place) }
    }

    /// The same place without its text.
    pub(super) fn without_text(&self) -> Self {
        let place = self.place.as_ref();
        Excerpt {
            name: self.name.clone(),
            place: place.map(|place| Passage { lines: Vec::new(), ..place.clone() }),
        }
    }

    pub(super) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The name and the text of the source. The text is known if the excerpt has a place.
    pub(super) fn source(&self) -> SourceKey<'_> {
        SourceKey { name: self.name(), text: self.place.as_ref().map(|place| place.source) }
    }

    /// Whether the excerpt keeps lines of its source.
    pub(super) fn has_text(&self) -> bool {
        self.place.as_ref().is_some_and(|place| !place.lines.is_empty())
    }

    pub(super) fn position(&self) -> Option<Position> {
        Some(self.range_in(Columns::Graphemes)?.start)
    }

    pub(super) fn end_position(&self) -> Option<Position> {
        Some(self.range_in(Columns::Graphemes)?.end)
    }

    /// The positions of the start and of the end.
    pub(super) fn range_in(&self, unit: Columns) -> Option<Range<Position>> {
        self.place.as_ref()?.positions.get(unit as usize).cloned()
    }

    /// The kept lines of the place: number from 0, text, and bytes in the source.
    #[cfg(feature = "miette")]
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &str, Range<usize>)> {
        let lines = self.place.iter().flat_map(|place| &place.lines);
        lines.map(|(number, line)| (*number, &*line.text, line.range.clone()))
    }

    /// The place before the message of an error.
    pub(crate) fn location(&self) -> String {
        let name = self.name().map(|name| format!("{name}:")).unwrap_or_default();
        match self.position() {
            Some(Position { line, column }) => format!("{name}{line}:{column}: "),
            None if !name.is_empty() => name + " ",
            None => name,
        }
    }

    /// The line of the place with a caret under it.
    pub(crate) fn write_caret(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(place) = &self.place else { return Ok(()) };
        let (number, start) = place.start;
        let Some((_, line)) = place.lines.first() else { return Ok(()) };
        let line = DrawnLine::new([line], "…");
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
    fn of_source(number: usize, offset: usize, end: usize, lines: &Lines<'_>) -> Self {
        let source = lines.source();
        let whole = lines.range(number);
        let mut range = whole.clone();
        if whole.len() > LONGEST {
            let end = end.min(offset + MARGIN);
            range.start = cluster_boundary(source, &whole, offset.saturating_sub(MARGIN));
            range.end = cluster_boundary(source, &whole, end + MARGIN).max(range.start);
        }
        let text = source.get(range.clone()).unwrap_or_default();
        let text = text.chars().map(without_line_end).collect();
        let is_cut = (range.start > whole.start, range.end < whole.end);
        Line { text, range, is_cut }
    }

    /// The part of the line around an offset in the source, in about this many columns.
    fn narrowed(&self, offset: usize, columns: usize) -> Line {
        let columns = columns.max(20);
        if grapheme::count(&self.text) <= columns {
            return self.clone();
        }
        let at = floor_char_boundary(&self.text, offset.saturating_sub(self.range.start));
        let (before, behind) = self.text.split_at(at);
        let widths = |text| graphemes(text).map(str::len).collect::<Vec<_>>();
        let (before, behind) = (widths(before), widths(behind));
        // A third of the line is before the place; more if the line ends soon after it.
        let first = before.len().min(columns - behind.len().min(columns - columns / 3));
        let start = at - before.iter().rev().take(first).sum::<usize>();
        let end = at + behind.iter().take(columns - first).sum::<usize>();
        let text = self.text.get(start..end).unwrap_or_default().to_owned();
        let is_cut = (self.is_cut.0 || start > 0, self.is_cut.1 || end < self.text.len());
        Line { text, range: self.range.start + start..self.range.start + end, is_cut }
    }
}

/// A blank of the same length for a character that other programs take for a line end.
fn without_line_end(character: char) -> char {
    match character {
        '\r' | '\u{b}' | '\u{c}' => ' ',
        '\u{85}' => '\u{a0}',
        '\u{2028}' | '\u{2029}' => '\u{2003}',
        other => other,
    }
}

/// A boundary of grapheme clusters in a line, near the given offset.
fn cluster_boundary(source: &str, line: &Range<usize>, offset: usize) -> usize {
    /// More bytes than a grapheme cluster normally has.
    const BEFORE: usize = 64;
    let offset = offset.clamp(line.start, line.end);
    let from = floor_char_boundary(source, offset.saturating_sub(BEFORE)).max(line.start);
    let text = source.get(from..line.end).unwrap_or_default();
    let mut boundaries = graphemes(text).scan(from, |at, cluster| {
        *at += cluster.len();
        Some(*at)
    });
    match from == offset {
        true => offset,
        false => boundaries.find(|at| *at >= offset).unwrap_or(line.end),
    }
}

/// A line as it is drawn: its kept parts for one place or several.
struct DrawnLine {
    text: String,
    /// The ranges of bytes in the source, and their starts in the text.
    parts: Vec<(Range<usize>, usize)>,
}

impl DrawnLine {
    /// `ellipsis` replaces the omitted parts.
    fn new<'l>(kept: impl IntoIterator<Item = &'l Line>, ellipsis: &str) -> Self {
        let mut kept: Vec<&Line> = kept.into_iter().collect();
        kept.sort_by_key(|line| (line.range.start, line.range.end));
        let mut this = DrawnLine { text: String::new(), parts: Vec::new() };
        let mut is_cut = false;
        for line in kept {
            let range = &line.range;
            let shown = match this.parts.last_mut() {
                Some((last, _)) if range.start <= last.end => {
                    let shown = last.end - range.start;
                    last.end = last.end.max(range.end);
                    shown
                }
                last => {
                    if line.is_cut.0 || last.is_some() {
                        this.text.push_str(ellipsis);
                    }
                    this.parts.push((range.clone(), this.text.len()));
                    0
                }
            };
            if let Some(text) = line.text.get(shown..) {
                this.text.push_str(text);
                is_cut = line.is_cut.1;
            }
        }
        this.text.push_str(if is_cut { ellipsis } else { "" });
        this
    }

    /// The offset in the text for an offset in the source, or the nearest one.
    fn offset(&self, offset: usize) -> usize {
        let behind = self.parts.partition_point(|(range, _)| range.start <= offset);
        let Some((range, start)) = self.parts.get(behind.saturating_sub(1)) else { return 0 };
        floor_char_boundary(&self.text, start + offset.clamp(range.start, range.end) - range.start)
    }
}

/// The kept lines of one source in a report. Between lines that are not neighbours is one blank line.
#[derive(Default)]
pub(super) struct Page {
    lines: BTreeMap<usize, Vec<Line>>,
}

/// The text of a page.
pub(super) struct DrawnPage {
    pub(super) text: String,
    /// The line numbers in the source for the lines of the text, from 1.
    pub(super) numbers: Vec<usize>,
    /// The lines with places, with their starts and their numbers in the text.
    lines: BTreeMap<usize, (DrawnLine, usize, usize)>,
}

impl Page {
    /// Adds the lines of a place, in about this many columns.
    pub(super) fn add(&mut self, excerpt: &Excerpt, columns: usize) {
        let Some(place) = &excerpt.place else { return };
        for (number, line) in &place.lines {
            let at = if *number == place.start.0 { place.start.1 } else { place.end.1 };
            self.lines.entry(*number).or_default().push(line.narrowed(at, columns));
        }
    }

    pub(super) fn draw(&self, ellipsis: &str) -> DrawnPage {
        let (mut text, mut numbers) = (String::new(), Vec::new());
        let mut lines = BTreeMap::new();
        for (number, kept) in &self.lines {
            match numbers.last() {
                Some(last) if last < number => {
                    text.push_str("\n\n");
                    numbers.extend([*number, number + 1]);
                }
                Some(_) => {
                    text.push('\n');
                    numbers.push(number + 1);
                }
                None => numbers.push(number + 1),
            }
            let line = DrawnLine::new(kept, ellipsis);
            let start = text.len();
            text.push_str(&line.text);
            lines.insert(*number, (line, start, numbers.len()));
        }
        // Otherwise an empty last line would not be drawn.
        if text.ends_with('\n') {
            text.push(' ');
        }
        DrawnPage { text, numbers, lines }
    }
}

impl DrawnPage {
    /// The bytes of a place in the text, the line and the column of its start there, from 1, and the position in the
    /// source. Columns count characters.
    pub(super) fn place(
        &self,
        excerpt: &Excerpt,
    ) -> Option<(Range<usize>, (usize, usize), Position)> {
        let place = excerpt.place.as_ref()?;
        let at = |(number, offset): (usize, usize)| {
            let (line, start, _) = self.lines.get(&number)?;
            Some(start + line.offset(offset))
        };
        let start = at(place.start)?;
        let (_, line, number) = self.lines.get(&place.start.0)?;
        let mut end = at(place.end)?.max(start);
        if end == start && start == *line && *line > 0 {
            // An empty place at the start of a line would be drawn on the line before.
            end += self.text.get(start..)?.chars().next().map_or(0, char::len_utf8);
        }
        let column = self.text.get(*line..start)?.chars().count() + 1;
        Some((start..end, (*number, column), place.positions[0].start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The work for a report does not depend on the number of lines before its places or between them.
    #[test]
    fn a_page_has_only_lines_with_places() {
        let source = "a = 1\n".repeat(10_000);
        let mut lines = Lines::new(&source);
        let places =
            [0, 30_000, 59_994].map(|at| Excerpt::new(None, Span::new(at, at + 1), &mut lines));
        let mut page = Page::default();
        places.iter().for_each(|place| page.add(place, 140));
        let page = page.draw("…");
        assert_eq!(page.text, "a = 1\n\na = 1\n\na = 1");
        assert_eq!(page.numbers, [1, 5000, 5001, 9999, 10_000]);
    }
}
