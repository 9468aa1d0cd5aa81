//! Islands: the lines of a source with mistakes that are one item, or one element of a list or an object.
//!
//! Of an island only the first error is reported: the others may be consequences of it. A line that starts no item
//! belongs to the island before it if it starts with a sign, follows one, is indented further, or follows another
//! such line.

use crate::lexer::{Kinds, Token, TokenKind, kinds};

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
        let at = |distance: usize| index.checked_sub(distance).and_then(|at| tokens.get(at));
        let Some(token) = at(0) else { return false };
        let last = at(1).map_or(TokenKind::Newline, |it| it.kind);
        let behind = tokens.get(index + 1).map_or(TokenKind::End, |it| it.kind);
        let is_item = resembles_item(token.kind, behind);
        match last {
            TokenKind::Newline if token.kind != TokenKind::Newline => {
                let start = token.span.start as usize;
                let before = source.get(..start).unwrap_or_default();
                let indentation = start - before.rfind('\n').map_or(0, |end| end + 1);
                // A brace that is missing continues the lines before it.
                let is_close = token.kind == TokenKind::CloseBrace && !token.span.is_empty();
                let line_end = at(2).map_or(TokenKind::Newline, |it| it.kind);
                // A comment ends what a sign would continue.
                let has_comment =
                    at(1).is_some_and(|it| it.span.text(source).starts_with(['#', '/']));
                let is_further = self.indentation.is_some_and(|outer| indentation > outer);
                let continues = !is_item
                    && !is_close
                    && (SIGNS.has(token.kind)
                        || CONTINUED.has(line_end) && !has_comment
                        || is_further
                        || self.is_garbled);
                if !continues {
                    self.indentation = (!is_close).then_some(indentation);
                    self.is_garbled = !is_item && !is_close;
                }
                !continues
            }
            TokenKind::Comma | TokenKind::OpenBracket => starts_line(source, at(1), token),
            TokenKind::OpenBrace if is_item && starts_line(source, at(1), token) => {
                (self.indentation, self.is_garbled) = (None, false);
                true
            }
            _ => false,
        }
    }
}

fn starts_line(source: &str, last: Option<&Token>, token: &Token) -> bool {
    let start = last.map_or(0, |last| last.span.start);
    source.get(start as usize..token.span.start as usize).is_some_and(|it| it.contains('\n'))
}

fn resembles_item(first: TokenKind, second: TokenKind) -> bool {
    const NAMES: Kinds = kinds![Identifier, String, StringEscaped];
    const BEHIND: Kinds = kinds![Assign, Colon, Dot, OpenBrace, OpenQuote, String, StringEscaped];
    NAMES.has(first) && BEHIND.has(second)
}

/// The tokens that an item does not start with.
const SIGNS: Kinds = Kinds::OPERATORS.with(kinds![
    Assign,
    Colon,
    Comma,
    Dot,
    Not,
    OpenBrace,
    OpenBracket,
    Question,
    Number,
    UnusualNumber,
    CloseBracket,
    CloseParenthesis,
    SurplusBrace
]);

/// The tokens that an item does not end with.
const CONTINUED: Kinds = Kinds::OPERATORS.with(kinds![Assign, Colon, Dot, Not, Question]);
