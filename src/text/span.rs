//! Spans and positions.
//!
//! A span is two `u32`; sources of 4 GiB and more are rejected before they are lexed.

use std::ops::Range;

/// A range of bytes in a source, end exclusive.
///
/// ```
/// use serde_hcl::source::{Position, Span};
///
/// let source = "a = 1\nb = 2\n";
/// let span = Span::new(6, 7);
/// assert_eq!((span.text(source), span.len()), ("b", 1));
/// assert_eq!(Position::of(source, span.start), Position { line: 2, column: 1 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
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
    pub const fn empty(offset: u32) -> Self {
        Span { start: offset, end: offset }
    }

    /// The smallest span that covers both.
    ///
    /// ```
    /// use serde_hcl::source::Span;
    ///
    /// // The order of the spans does not matter, and a gap is covered.
    /// assert_eq!(Span::new(6, 9).to(Span::new(0, 2)), Span::new(0, 9));
    /// ```
    #[inline]
    pub fn to(self, other: Span) -> Self {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether the other span is inside this one.
    ///
    /// ```
    /// use serde_hcl::source::Span;
    ///
    /// let span = Span::new(2, 5);
    /// assert!(span.contains(span) && span.contains(Span::empty(5)));
    /// assert!(!span.contains(Span::new(4, 6)));
    /// ```
    #[inline]
    pub fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether the offset is inside the span, or at one of its ends.
    ///
    /// ```
    /// use serde_hcl::source::Span;
    ///
    /// let span = Span::new(2, 5);
    /// assert!(span.touches(2) && span.touches(5) && !span.touches(6));
    /// ```
    #[inline]
    pub fn touches(self, offset: u32) -> bool {
        self.contains(Span::empty(offset))
    }

    /// The span as a range that can index a `str`.
    ///
    /// ```
    /// use serde_hcl::source::Span;
    ///
    /// let source = "a = 1";
    /// assert_eq!(&source[Span::new(4, 5).range()], "1");
    /// ```
    #[inline]
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The span, moved forward by some bytes.
    #[inline]
    pub(crate) fn forward_by(self, bytes: u32) -> Self {
        Span::new(self.start + bytes, self.end + bytes)
    }

    /// The span, moved back by some bytes.
    #[inline]
    pub(crate) fn back_by(self, bytes: u32) -> Self {
        Span::new(self.start.saturating_sub(bytes), self.end.saturating_sub(bytes))
    }

    /// The number of bytes covered.
    ///
    /// ```
    /// use serde_hcl::source::Span;
    ///
    /// assert_eq!(Span::new(0, 2).text("é"), "é");
    /// assert_eq!(Span::new(0, 2).len(), 2);
    /// ```
    #[inline]
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Whether no byte is covered.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The text that the span covers; empty if the span is not inside `source`.
    ///
    /// ```
    /// use serde_hcl::source::Span;
    ///
    /// assert_eq!(Span::new(4, 5).text("a = 1"), "1");
    /// // Outside of the source, or inside a character.
    /// assert_eq!(Span::new(4, 9).text("a = 1"), "");
    /// assert_eq!(Span::new(0, 1).text("é"), "");
    /// ```
    #[inline]
    pub fn text(self, source: &str) -> &str {
        source.get(self.range()).unwrap_or_default()
    }
}

/// As [`Span::range`].
impl From<Span> for Range<usize> {
    fn from(span: Span) -> Self {
        span.range()
    }
}

/// A line and a column, both from 1. Columns count grapheme clusters, as editors do.
///
/// ```
/// let expression = serde_hcl::parse_expression("[\"é\",\n  missing]")?;
/// let error = expression.evaluate(&serde_hcl::Context::new()).unwrap_err();
/// let position = error.diagnostics()[0].position().unwrap();
/// assert_eq!((position.line, position.column), (2, 3));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in grapheme clusters, from 1.
    pub column: usize,
}

/// The nearest character boundary at or before `offset`.
pub(crate) fn floor_char_boundary(source: &str, offset: usize) -> usize {
    let mut offset = offset.min(source.len());
    while !source.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
