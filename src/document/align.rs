//! Aligns the equals signs of new lines with those of the lines around them.

use crate::text::grapheme;

/// A line with an equals sign.
pub(super) struct Row<'a> {
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
    pub(super) fn new(
        name: &str,
        original_name: Option<&str>,
        equals: &'a str,
        is_fresh: bool,
        lead: &str,
    ) -> Option<Self> {
        let width = grapheme::count(name);
        (equals.trim() == "=").then(|| Row {
            width,
            original_width: original_name.map_or(width, grapheme::count),
            equals,
            is_fresh,
            is_renamed: original_name.is_some(),
            starts_group: !lead.trim_matches([' ', '\t']).is_empty(),
        })
    }

    /// The column of the equals sign in the source.
    fn original_column(&self) -> usize {
        self.original_width + self.blanks()
    }

    fn blanks(&self) -> usize {
        self.equals.find('=').unwrap_or(0)
    }
}

/// The new text between name and expression, for each line where it changes. A group of consecutive
/// lines is aligned again if something in it is new and it was aligned before.
pub(super) fn align(rows: &[Option<Row<'_>>]) -> Vec<Option<String>> {
    let mut aligned: Vec<Option<String>> = rows.iter().map(|_| None).collect();
    let mut start = 0;
    while start < rows.len() {
        let group = rows[start..].iter().enumerate().take_while(|(index, row)| {
            row.as_ref().is_some_and(|row| *index == 0 || !row.starts_group)
        });
        let group: Vec<&Row<'_>> = group.filter_map(|(_, row)| row.as_ref()).collect();
        if group.iter().any(|row| row.is_fresh || row.is_renamed) && is_aligned(&group) {
            let widest = group.iter().map(|row| row.width).max().unwrap_or(0);
            for (row, aligned) in group.iter().zip(&mut aligned[start..]) {
                let blanks = widest - row.width + 1;
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
    let original = || group.iter().filter(|row| !row.is_fresh);
    let widest = original().map(|row| row.original_width).max().unwrap_or(0);
    original().all(|row| row.original_column() == widest + 1)
}
