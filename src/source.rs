//! Where things are in a source: byte spans, and the lines and columns that people read.
//!
//! - A span is two `u32`; sources of 4 GiB and more are refused before anything is lexed.
//! - Lines and columns exist at rendering only; nothing on the success path computes them.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

/// A range of bytes in a source, end exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset behind the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` to `end`.
    #[inline]
    pub const fn new(start: u32, end: u32) -> Self {
        Span { start, end }
    }

    /// The empty span at `offset`.
    #[inline]
    pub const fn at(offset: u32) -> Self {
        Span { start: offset, end: offset }
    }

    /// The smallest span that covers both.
    #[inline]
    pub fn to(self, other: Span) -> Self {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The span as a range that can index a `str`.
    #[inline]
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The number of bytes covered.
    #[inline]
    pub const fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether no byte is covered.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The text that the span covers; empty if the span does not lie in `source`.
    #[inline]
    pub fn text(self, source: &str) -> &str {
        source.get(self.range()).unwrap_or_default()
    }
}

/// A line and a column, both from 1. Columns count grapheme clusters, as editors do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in grapheme clusters, from 1.
    pub column: usize,
}

impl Position {
    /// The position of a byte offset. Linear in the offset: meant for errors, not for loops.
    pub fn of(source: &str, offset: u32) -> Self {
        let offset = floor_char_boundary(source, offset as usize);
        let before = source.get(..offset).unwrap_or_default();
        let before = before.strip_prefix('\u{feff}').unwrap_or(before);
        let line_start = memchr::memrchr(b'\n', before.as_bytes()).map_or(0, |newline| newline + 1);
        let line = memchr::memchr_iter(b'\n', before.as_bytes()).count() + 1;
        let column = before.get(line_start..).unwrap_or_default().graphemes(true).count() + 1;
        Position { line, column }
    }
}

/// The nearest character boundary at or before `offset`.
pub(crate) fn floor_char_boundary(source: &str, offset: usize) -> usize {
    let mut offset = offset.min(source.len());
    while !source.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_grapheme_clusters() {
        let source = "a = 1\nb = \"e\u{301}\" + x\n";
        let offset = source.find('x').unwrap() as u32;
        assert_eq!(Position::of(source, offset), Position { line: 2, column: 11 });
    }

    #[test]
    fn a_byte_order_mark_has_no_column() {
        assert_eq!(Position::of("\u{feff}a", 3), Position { line: 1, column: 1 });
    }
}
