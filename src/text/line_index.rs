//! Lines and columns of a source, for editors and other tools.

use std::borrow::Cow;
use std::iter;
use std::ops::Range;

use crate::text::grapheme;
use crate::text::span::{Position, Span, floor_char_boundary};

/// The lines of a source: converts between byte offsets and positions.
///
/// A line ends with `\n` or `\r\n`. A byte order mark is not part of the first line. Lines and
/// columns count from 1; for a protocol that counts from 0, subtract one.
///
/// ```
/// use serde_hcl::source::{Columns, LineIndex};
///
/// let lines = LineIndex::new("a = 1\nname = \"👩🏾 é\" # x\n");
/// let offset = 6 + "name = \"👩🏾 é\" ".len() as u32;
/// let columns = [Columns::Graphemes, Columns::Utf16, Columns::Utf8]
///     .map(|columns| lines.position(offset, columns).column);
/// assert_eq!(columns, [14, 17, 22]);
/// assert_eq!(lines.offset(lines.position(offset, Columns::Utf16), Columns::Utf16), Some(offset));
/// ```
#[derive(Clone, Debug)]
pub struct LineIndex<'s> {
    source: &'s str,
    /// The starts of the lines.
    starts: Cow<'s, [usize]>,
}

/// The unit of columns.
///
/// ```
/// use serde_hcl::source::{Columns, LineIndex};
///
/// let lines = LineIndex::new("a = \"👩🏾\" # x\n");
/// let column = |columns| lines.position(15, columns).column;
/// assert_eq!(column(Columns::Utf8), 16);
/// assert_eq!(column(Columns::Utf16), 12);
/// assert_eq!(column(Columns::Graphemes), 9);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Columns {
    /// Grapheme clusters, as most editors count. Errors and reports use these.
    #[default]
    Graphemes,
    /// Bytes of UTF-8.
    Utf8,
    /// Code units of UTF-16, the default of the language server protocol.
    Utf16,
}

impl<'s> LineIndex<'s> {
    /// Finds the lines of a source. Linear in the source.
    pub fn new(source: &'s str) -> Self {
        LineIndex { source, starts: Cow::Owned(Self::starts(source)) }
    }

    /// The lines of a source with known starts.
    pub(crate) fn with_starts(source: &'s str, starts: &'s [usize]) -> Self {
        LineIndex { source, starts: Cow::Borrowed(starts) }
    }

    /// The starts of the lines of a source.
    pub(crate) fn starts(source: &str) -> Vec<usize> {
        let first = if source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let newlines = memchr::memchr_iter(b'\n', source.as_bytes());
        iter::once(first).chain(newlines.map(|newline| newline + 1)).collect()
    }

    /// The number of lines. A source that ends with a line end has an empty last line.
    ///
    /// ```
    /// use serde_hcl::source::LineIndex;
    ///
    /// assert_eq!(LineIndex::new("a = 1\nb = 2").line_count(), 2);
    /// assert_eq!(LineIndex::new("a = 1\nb = 2\n").line_count(), 3);
    /// ```
    pub fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// The bytes of a line without its line end; `None` if there is no such line.
    ///
    /// ```
    /// use serde_hcl::source::LineIndex;
    ///
    /// let source = "a = 1\r\nb = 2\n";
    /// let lines = LineIndex::new(source);
    /// assert_eq!(lines.line_span(1).unwrap().text(source), "a = 1");
    /// assert_eq!((lines.line_span(0), lines.line_span(4)), (None, None));
    /// ```
    pub fn line_span(&self, line: usize) -> Option<Span> {
        let number = line.checked_sub(1).filter(|number| *number < self.starts.len())?;
        let range = self.range(number);
        let text = self.source.get(range.clone())?;
        let end = range.start + text.strip_suffix('\r').unwrap_or(text).len();
        Some(Span::new(range.start as u32, end as u32))
    }

    /// The position of a byte offset. For an offset inside a character, the position of the
    /// character. Linear in the line.
    ///
    /// ```
    /// use serde_hcl::source::{Columns, LineIndex, Position};
    ///
    /// let lines = LineIndex::new("a = 1\r\né = 2\n");
    /// // The second byte of the letter has the position of the letter.
    /// for offset in [7, 8] {
    ///     let position = lines.position(offset, Columns::Graphemes);
    ///     assert_eq!(position, Position { line: 2, column: 1 });
    /// }
    /// ```
    pub fn position(&self, offset: u32, columns: Columns) -> Position {
        let offset = floor_char_boundary(self.source, offset as usize);
        let number = self.number(offset);
        let range = self.range(number);
        let before = self.source.get(range.start..offset).unwrap_or_default();
        let column = match columns {
            Columns::Utf8 => before.len(),
            Columns::Utf16 => before.chars().map(char::len_utf16).sum(),
            Columns::Graphemes => {
                let line = self.source.get(range).unwrap_or_default();
                let ends = grapheme::graphemes(line).scan(0, |end, cluster| {
                    *end += cluster.len();
                    Some(*end)
                });
                ends.take_while(|end| *end <= before.len()).count()
            }
        };
        Position { line: number + 1, column: column + 1 }
    }

    /// The byte offset of a position. `None` if there is no such line, or if the column is after the
    /// end of the line or inside a character. Linear in the line.
    ///
    /// ```
    /// use serde_hcl::source::{Columns, LineIndex, Position};
    ///
    /// let lines = LineIndex::new("é = 1\n");
    /// let offset = |column| lines.offset(Position { line: 1, column }, Columns::Utf8);
    /// // Between the bytes of the letter, and after the end of the line.
    /// assert_eq!((offset(2), offset(3), offset(9)), (None, Some(2), None));
    /// ```
    pub fn offset(&self, position: Position, columns: Columns) -> Option<u32> {
        let span = self.line_span(position.line)?;
        let text = span.text(self.source);
        let wanted = position.column.checked_sub(1)?;
        let offset = match columns {
            Columns::Utf8 => Some(wanted).filter(|at| text.is_char_boundary(*at)),
            Columns::Utf16 => {
                nth(text.chars().map(|char| (char.len_utf16(), char.len_utf8())), wanted)
            }
            Columns::Graphemes => {
                nth(grapheme::graphemes(text).map(|cluster| (1, cluster.len())), wanted)
            }
        }?;
        Some(span.start + offset as u32)
    }

    pub(crate) fn source(&self) -> &'s str {
        self.source
    }

    /// The number of the line that contains an offset, from 0.
    pub(crate) fn number(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset).saturating_sub(1)
    }

    /// The bytes of a line without its newline and without a byte order mark.
    pub(crate) fn range(&self, number: usize) -> Range<usize> {
        let start = self.starts.get(number).copied().unwrap_or(self.source.len());
        let next = self.starts.get(number + 1).map(|next| next - 1);
        start..next.unwrap_or(self.source.len())
    }
}

/// The length in bytes of the units whose widths add up to exactly this many columns.
fn nth(units: impl Iterator<Item = (usize, usize)>, wanted: usize) -> Option<usize> {
    let mut at = (0, 0);
    for (width, length) in units {
        if at.0 >= wanted {
            break;
        }
        at = (at.0 + width, at.1 + length);
    }
    (at.0 == wanted).then_some(at.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Columns; 3] = [Columns::Graphemes, Columns::Utf8, Columns::Utf16];

    #[test]
    fn offsets_and_positions_convert_to_each_other() {
        let source = "\u{feff}a\r\n\r\ne\u{301}👩🏾 = \"\t𝄞\"\nlast";
        let lines = LineIndex::new(source);
        assert_eq!(lines.line_count(), 4);
        for columns in ALL {
            for (offset, _) in source.char_indices().skip(1) {
                let position = lines.position(offset as u32, columns);
                let Some(back) = lines.offset(position, columns) else { continue };
                assert!(back as usize <= offset, "{offset} {position:?} {columns:?}");
                assert_eq!(lines.position(back, columns), position);
            }
        }
    }

    #[test]
    fn lines_have_no_ends_and_columns_no_gaps() {
        let lines = LineIndex::new("a\r\nb 𝄞\n");
        let texts: Vec<_> = (0..5).map(|line| lines.line_span(line)).collect();
        let spans = [Some(Span::new(0, 1)), Some(Span::new(3, 9)), Some(Span::empty(10))];
        assert_eq!(texts, [None, spans[0], spans[1], spans[2], None]);
        let offset = |line, column, columns| lines.offset(Position { line, column }, columns);
        assert_eq!(offset(2, 4, Columns::Graphemes), Some(9));
        assert_eq!((offset(2, 4, Columns::Utf16), offset(2, 5, Columns::Utf16)), (None, Some(9)));
        assert_eq!((offset(2, 4, Columns::Utf8), offset(2, 7, Columns::Utf8)), (None, Some(9)));
        for columns in ALL {
            assert_eq!(offset(2, 9, columns), None);
            assert_eq!((offset(2, 0, columns), offset(0, 1, columns)), (None, None));
        }
    }
}
