//! Islands: the lines of a source with mistakes that are one item, or one element of a list or an object.
//!
//! Of an island only the first error is reported: the others may be consequences of it. A line that starts no item
//! belongs to the island before it if it starts with a sign, follows one, is indented further, or follows another
//! such line.

use crate::lexer::{Kinds, Token, TokenKind, kinds};
use crate::text::span::Span;

/// The islands up to a token. Marked when an error asks for them, each token once.
#[derive(Default)]
pub(super) struct Islands {
    /// The number of islands that start before the token after the last marked one.
    count: usize,
    /// The number of marked tokens.
    marked: usize,
    /// The indentation of the last island that starts a line, if lines can continue it.
    indentation: Option<usize>,
    /// Whether the lines that started no island resemble no item either.
    is_garbled: bool,
}

impl Islands {
    /// The island of the token at an index that is not less than the last one.
    pub(super) fn of(&mut self, source: &str, tokens: &[Token], index: usize) -> usize {
        while self.marked <= index && self.marked < tokens.len() {
            self.count += usize::from(self.starts_at(source, tokens, self.marked));
            self.marked += 1;
        }
        self.count
    }

    fn starts_at(&mut self, source: &str, tokens: &[Token], index: usize) -> bool {
        /// The tokens after which an island may start.
        const BEFORE: Kinds = kinds![Newline, Comma, OpenBracket, OpenBrace];
        /// The tokens that an item starts with, and those behind them.
        const NAMES: Kinds = kinds![Identifier, String, StringEscaped];
        const BEHIND: Kinds =
            kinds![Assign, Colon, Dot, OpenBrace, OpenQuote, String, StringEscaped];
        const START: Token = Token { kind: TokenKind::Newline, span: Span { start: 0, end: 0 } };
        let at = |distance: usize| index.checked_sub(distance).and_then(|at| tokens.get(at));
        let (Some(token), last) = (at(0), at(1).copied().unwrap_or(START)) else { return false };
        if !BEFORE.has(last.kind) || token.kind == TokenKind::Newline {
            return false;
        }
        let start = token.span.start as usize;
        let between = source.get(last.span.start as usize..start).unwrap_or_default();
        let is_first = last.kind == TokenKind::Newline;
        if !is_first && !between.contains('\n') {
            return false;
        }
        let behind = tokens.get(index + 1).map_or(TokenKind::End, |it| it.kind);
        let is_item = NAMES.has(token.kind) && BEHIND.has(behind);
        if !is_first {
            let is_element = last.kind != TokenKind::OpenBrace;
            if is_item && !is_element {
                (self.indentation, self.is_garbled) = (None, false);
            }
            return is_item || is_element;
        }
        let before = source.get(..start).unwrap_or_default();
        let indentation = start - before.rfind('\n').map_or(0, |end| end + 1);
        // A brace that is missing continues the lines before it.
        let is_close = token.kind == TokenKind::CloseBrace && !token.span.is_empty();
        if !is_item && !is_close {
            // A comment ends what a sign would continue.
            let follows_sign = at(2).is_some_and(|it| CONTINUED.has(it.kind))
                && !last.span.text(source).starts_with(['#', '/']);
            let is_further = self.indentation.is_some_and(|outer| indentation > outer);
            if SIGNS.has(token.kind) || follows_sign || is_further || self.is_garbled {
                return false;
            }
        }
        self.indentation = (!is_close).then_some(indentation);
        self.is_garbled = !is_item && !is_close;
        true
    }
}

/// The tokens that an item does not start with.
const SIGNS: Kinds = Kinds::OPERATORS.with(Kinds::SEPARATORS).with(Kinds::NUMBERS).with(kinds![
    OpenBrace,
    OpenBracket,
    CloseBracket,
    CloseParenthesis,
    SurplusBrace
]);

/// The tokens that an item does not end with.
const CONTINUED: Kinds = Kinds::OPERATORS.with(kinds![Assign, Colon, Dot, Not, Question]);
