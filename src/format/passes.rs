//! The first and the third pass of the formatter, which apply the rules of indentation and alignment.

use std::ops::Range;

use super::alignment::paddings;
use super::grid::{Grid, Line, nesting};
use super::indentation::Levels;
use crate::lexer::{Token, TokenKind};

/// Sets the spaces at the start of each line.
pub(super) fn indent(grid: &mut Grid<'_>, width: u32) {
    let Grid { source, tokens, spaces, lines } = grid;
    let mut levels = Levels::default();
    for line in lines {
        let (lead, assign) = (&tokens[line.lead()], &tokens[line.assign()]);
        let level = match lead {
            // An empty line gets no spaces.
            [Token { kind: TokenKind::Newline, .. }, ..] => 0,
            _ => levels.add(nesting(before_heredoc(lead)) + nesting(assign)) as u32,
        };
        spaces[line.lead().start] = level.saturating_mul(width);
    }
    // This character is a mistake, except at the start of a source.
    if let ([first, ..], [spaces, ..]) = (&tokens[..], &mut spaces[..]) {
        *spaces += u32::from(first.span.text(source).starts_with('\u{feff}'));
    }
}

/// The text and the template sequences of a heredoc don't indent lines.
fn before_heredoc(tokens: &[Token]) -> &[Token] {
    let heredoc = tokens.iter().position(|token| token.kind == TokenKind::OpenHeredoc);
    heredoc.map_or(tokens, |heredoc| &tokens[..heredoc])
}

/// Aligns the equals signs of consecutive lines, then the comments, because their column depends on
/// the equals signs.
pub(super) fn align(grid: &mut Grid<'_>) {
    align_cells(grid, |line| line.lead(), |line| line.assign());
    align_cells(grid, |line| line.lead().start..line.assign().end, |line| line.comment());
}

fn align_cells(
    grid: &mut Grid<'_>,
    before: impl Fn(Line) -> Range<usize>,
    cell: impl Fn(Line) -> Range<usize>,
) {
    let width = |line: &Line| (!cell(*line).is_empty()).then(|| grid.columns(before(*line)));
    let widths: Vec<Option<usize>> = grid.lines.iter().map(width).collect();
    for (line, padding) in grid.lines.iter().zip(paddings(&widths)) {
        let cell = cell(*line);
        if !cell.is_empty() {
            grid.spaces[cell.start] = u32::try_from(padding + 1).unwrap_or(u32::MAX);
        }
    }
}
