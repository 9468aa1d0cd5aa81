//! The second pass: the spaces between the tokens of a cell.

use super::grid::{Grid, closes, opens};
use crate::lexer::{Token, TokenKind};

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
        (Number | UnusualNumber, Dot) => after().is_some_and(TokenKind::is_number),
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
