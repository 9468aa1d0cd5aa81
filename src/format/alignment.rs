//! The rules of alignment: equals signs and trailing comments in columns.

use crate::text::grapheme;

/// The alignment of consecutive lines that have a cell, such as an equals sign and the text behind it: the
/// cells start one space after the widest text before a cell.
#[derive(Default)]
pub(crate) struct Alignment {
    widest: Option<usize>,
}

impl Alignment {
    /// The number of additional spaces before the cell of the next line. `width` is the width of the text
    /// before it; a line without a cell has none. The first of several lines with a cell looks ahead at
    /// the others, so each line is examined twice.
    #[inline(always)]
    pub(crate) fn padding<W: Iterator<Item = Option<usize>>>(
        &mut self,
        width: Option<usize>,
        behind: impl FnOnce() -> W,
    ) -> usize {
        let Some(width) = width else {
            self.widest = None;
            return 0;
        };
        let widest = self
            .widest
            .get_or_insert_with(|| behind().map_while(|width| width).fold(width, usize::max));
        *widest - width
    }
}

/// The number of additional spaces before the cell of each line.
pub(super) fn paddings(widths: &[Option<usize>]) -> impl Iterator<Item = usize> {
    let mut alignment = Alignment::default();
    widths.iter().enumerate().map(move |(index, width)| {
        alignment.padding(*width, || widths[index + 1..].iter().copied())
    })
}

/// The width of a token in columns.
pub(crate) fn columns(token: &str) -> usize {
    match token.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        // No grapheme cluster includes a quote and other characters.
        Some(inside) => 2 + grapheme::count(inside),
        None => grapheme::count(token),
    }
}
