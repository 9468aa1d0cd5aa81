//! The three passes of the formatter, which apply the rules of indentation, spaces and alignment.

use std::ops::Range;

use super::alignment::paddings;
use super::grid::{Grid, Line, closes, nesting, opens};
use super::indentation::Levels;
use crate::lexer::{Kinds, Token, TokenKind};

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

/// Sets one space or none between neighbouring tokens.
pub(super) fn space(grid: &mut Grid<'_>) {
    let Grid { source, tokens, spaces, lines } = grid;
    for line in lines {
        for cell in [line.lead(), line.assign()] {
            let (mut before, mut left) = (None, None);
            let tokens = &tokens[cell.clone()];
            for (index, (token, spaces)) in tokens.iter().zip(&mut spaces[cell]).enumerate() {
                if let Some(left) = left.replace(*token) {
                    let after = || tokens.get(index + 1).map(|after| after.kind);
                    let spaced = is_spaced(source, before, left, token.kind)
                        || is_joined(source, before, left, token.kind, after);
                    *spaces = u32::from(spaced);
                    before = Some(left.kind);
                }
            }
        }
    }
}

/// Whether a space belongs between `left` and `right`; `before` is the token before `left`.
fn is_spaced(source: &str, before: Option<TokenKind>, left: Token, right: TokenKind) -> bool {
    use TokenKind::*;
    match (left.kind, right) {
        (_, Newline) => false,
        // Names and calls.
        (Identifier, OpenParenthesis | DoubleColon) | (DoubleColon, Identifier) => false,
        (Dot, _) | (_, Dot | Comma | Ellipsis) => false,
        (Comma, _) => true,
        // Inside templates a space would be text.
        (Literal | LiteralEscaped | InvalidLiteral | OpenQuote | OpenHeredoc, _) => false,
        (_, Literal | LiteralEscaped | InvalidLiteral | CloseQuote | CloseHeredoc) => false,
        // After the word `in`, a bracket is not an index.
        (Identifier, _) if before == Some(Identifier) && left.span.text(source) == "in" => true,
        (Identifier | Number | UnusualNumber, OpenBracket) => false,
        (closing, OpenBracket) if closes(closing) => false,
        (Not, _) => false,
        (Subtract, _) => before.is_some_and(|before| !negates_behind(before)),
        (OpenBrace, CloseBrace) => false,
        (OpenBrace, _) | (_, CloseBrace) => true,
        (OpenInterpolation | OpenDirective, OpenBrace) | (CloseBrace, CloseSequence) => true,
        (CloseSequence, OpenInterpolation | OpenDirective) => false,
        (left, right) => !opens(left) && !closes(right),
    }
}

/// Whether `left` and `right` would be other tokens without a space between them. `before` is the token
/// before `left`, and `after` the token after `right`.
fn is_joined(
    source: &str,
    before: Option<TokenKind>,
    left: Token,
    right: TokenKind,
    after: impl Fn() -> Option<TokenKind>,
) -> bool {
    use TokenKind::*;
    match (left.kind, right) {
        // `0 .1` would be one number.
        (Number | UnusualNumber, Dot) => after().is_some_and(|kind| Kinds::NUMBERS.has(kind)),
        (Dot, Ellipsis) => true,
        (Dot, Dot) => before == Some(Dot),
        (Not, Assign | Equal | FatArrow) => true,
        // `~}` is one token.
        (BitNot, CloseSequence) => true,
        (InvalidCharacter, Newline) => left.span.text(source) == "\r",
        _ => false,
    }
}

/// Whether a minus after this token is a negation, because no operand ends at the token.
fn negates_behind(before: TokenKind) -> bool {
    use TokenKind::*;
    before.binary_operator().is_some()
        || matches!(
            before,
            OpenParenthesis | OpenBrace | OpenBracket | Assign | Colon | Comma | Question | Not
        )
}
