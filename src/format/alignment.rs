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

/// A line with an equals sign.
pub(crate) struct Row<'a> {
    width: usize,
    /// The width of the line in the source up to the equals sign.
    original_width: usize,
    /// The text between name and expression.
    equals: &'a str,
    /// Whether the source has no such line.
    is_fresh: bool,
    is_renamed: bool,
    /// Whether this line and the line before it are not adjacent.
    starts_group: bool,
}

impl<'a> Row<'a> {
    /// `None` if there are comments around the equals sign.
    pub(crate) fn new(
        name: &str,
        original_name: Option<&str>,
        equals: &'a str,
        is_fresh: bool,
        lead: &str,
    ) -> Option<Self> {
        let width = columns(name);
        (equals.trim() == "=").then(|| Row {
            width,
            original_width: original_name.map_or(width, columns),
            equals,
            is_fresh,
            is_renamed: original_name.is_some(),
            starts_group: !lead.trim_matches([' ', '\t']).is_empty(),
        })
    }

    fn blanks(&self) -> usize {
        self.equals.find('=').unwrap_or(0)
    }
}

/// The new text between name and expression, for each line where it changes. A group of consecutive
/// lines is aligned again if something in it is new and it was aligned before.
pub(crate) fn realign(rows: &[Option<Row<'_>>]) -> Vec<Option<String>> {
    let mut aligned: Vec<Option<String>> = rows.iter().map(|_| None).collect();
    let mut start = 0;
    while start < rows.len() {
        let group = rows[start..].iter().enumerate().take_while(|(index, row)| {
            row.as_ref().is_some_and(|row| *index == 0 || !row.starts_group)
        });
        let group: Vec<&Row<'_>> = group.filter_map(|(_, row)| row.as_ref()).collect();
        if group.iter().any(|row| row.is_fresh || row.is_renamed) && is_aligned(&group) {
            let widths: Vec<_> = group.iter().map(|row| Some(row.width)).collect();
            let blanks = paddings(&widths).map(|padding| padding + 1);
            for ((row, blanks), aligned) in group.iter().zip(blanks).zip(&mut aligned[start..]) {
                if blanks != row.blanks() {
                    let behind = row.equals.trim_start_matches([' ', '\t']);
                    *aligned = Some(format!("{}{behind}", " ".repeat(blanks)));
                }
            }
        }
        start += group.len().max(1);
    }
    aligned
}

/// Whether the lines that the source has are aligned.
fn is_aligned(group: &[&Row<'_>]) -> bool {
    let original: Vec<&&Row<'_>> = group.iter().filter(|row| !row.is_fresh).collect();
    let widths: Vec<_> = original.iter().map(|row| Some(row.original_width)).collect();
    original.iter().zip(paddings(&widths)).all(|(row, padding)| row.blanks() == padding + 1)
}
