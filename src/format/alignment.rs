//! The rules of alignment: equals signs and trailing comments in columns.

use std::ops::Range;

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
    name: &'a str,
    /// The text between name and expression.
    equals: &'a str,
    /// Whether the source has no such line.
    is_fresh: bool,
    /// Whether this line and the line before it are not adjacent.
    starts_group: bool,
}

impl<'a> Row<'a> {
    /// `None` if there are comments around the equals sign.
    pub(crate) fn new(name: &'a str, equals: &'a str, is_fresh: bool, lead: &str) -> Option<Self> {
        (equals.trim() == "=").then(|| Row {
            name,
            equals,
            is_fresh,
            starts_group: !lead.trim_matches([' ', '\t']).is_empty(),
        })
    }

    fn blanks(&self) -> usize {
        self.equals.find('=').unwrap_or(0)
    }
}

/// The groups of consecutive lines.
fn groups(rows: &[Option<Row<'_>>]) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        match (groups.last_mut(), row) {
            (_, None) => {}
            (Some(last), Some(row)) if last.end == index && !row.starts_group => last.end += 1,
            (_, Some(_)) => groups.push(index..index + 1),
        }
    }
    groups
}

/// The groups of several lines that are aligned.
pub(crate) fn aligned_groups(rows: &[Option<Row<'_>>]) -> Vec<Range<usize>> {
    let mut groups = groups(rows);
    groups.retain(|group| group.len() > 1 && is_aligned(&rows[group.clone()]));
    groups
}

/// The new text between name and expression, for each line where it changes. A group of consecutive
/// lines is aligned again if something in it is new and it was aligned before.
pub(crate) fn realign(rows: &[Option<Row<'_>>]) -> Vec<Option<String>> {
    let mut aligned: Vec<Option<String>> = rows.iter().map(|_| None).collect();
    for place in groups(rows) {
        let group = &rows[place.clone()];
        if group.iter().flatten().any(|row| row.is_fresh) && is_aligned(group) {
            let widths: Vec<_> =
                group.iter().flatten().map(|row| Some(columns(row.name))).collect();
            let blanks = paddings(&widths).map(|padding| padding + 1);
            for ((row, blanks), aligned) in
                group.iter().flatten().zip(blanks).zip(&mut aligned[place])
            {
                if blanks != row.blanks() {
                    let behind = row.equals.trim_start_matches([' ', '\t']);
                    *aligned = Some(format!("{}{behind}", " ".repeat(blanks)));
                }
            }
        }
    }
    aligned
}

/// Whether the lines that the source has are aligned.
fn is_aligned(group: &[Option<Row<'_>>]) -> bool {
    let original: Vec<&Row<'_>> = group.iter().flatten().filter(|row| !row.is_fresh).collect();
    let widths: Vec<_> = original.iter().map(|row| Some(columns(row.name))).collect();
    original.iter().zip(paddings(&widths)).all(|(row, padding)| row.blanks() == padding + 1)
}
