//! The third pass: aligns equals signs and trailing comments in columns.

use std::ops::Range;

use super::layout::{Layout, Line};

/// Aligns the equals signs of consecutive lines, then the comments, because their column depends on
/// the equals signs.
pub(super) fn align(layout: &mut Layout<'_>) {
    align_cells(layout, |line| line.lead(), |line| line.assign());
    align_cells(layout, |line| line.lead().start..line.assign().end, |line| line.comment());
}

/// Aligns a cell of consecutive lines to the column after the widest text before it.
fn align_cells(
    layout: &mut Layout<'_>,
    before: impl Fn(Line) -> Range<usize>,
    cell: impl Fn(Line) -> Range<usize>,
) {
    let mut widths = Vec::new();
    let mut rest = 0;
    while rest < layout.lines.len() {
        let lines = layout.lines[rest..].iter();
        let run = lines.take_while(|line| !cell(**line).is_empty());
        widths.clear();
        widths.extend(run.map(|line| layout.columns(before(*line))));
        let column = widths.iter().max().copied().unwrap_or(0);
        for (line, width) in layout.lines[rest..].iter().zip(&widths) {
            layout.spaces[cell(*line).start] = (column - width).saturating_add(1);
        }
        rest += widths.len() + 1;
    }
}
