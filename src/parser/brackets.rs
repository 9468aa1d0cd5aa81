//! The open brackets among tokens.

use crate::lexer::TokenKind;

/// The pairs of enclosing tokens, braces first.
const BRACKETS: [(TokenKind, TokenKind); 7] = [
    (TokenKind::OpenBrace, TokenKind::CloseBrace),
    (TokenKind::OpenBracket, TokenKind::CloseBracket),
    (TokenKind::OpenParenthesis, TokenKind::CloseParenthesis),
    (TokenKind::OpenQuote, TokenKind::CloseQuote),
    (TokenKind::OpenHeredoc, TokenKind::CloseHeredoc),
    (TokenKind::OpenInterpolation, TokenKind::CloseSequence),
    (TokenKind::OpenDirective, TokenKind::CloseSequence),
];

/// The open brackets of an item up to a token. Stored, so that each token is examined only once.
#[derive(Default)]
pub(super) struct OpenBrackets {
    pub(super) nesting: Nesting,
    pub(super) item_start: usize,
    /// The token after the last examined one.
    pub(super) end: usize,
}

/// The open brackets among skipped tokens.
#[derive(Default)]
pub(super) struct Nesting {
    /// The closing tokens of the open brackets, the innermost last.
    pub(super) open: Vec<TokenKind>,
    /// The number of open brackets of each kind, in the order of `BRACKETS`.
    counts: [usize; BRACKETS.len()],
}

impl Nesting {
    /// Whether an open brace makes newlines significant here.
    pub(super) fn in_braces(&self) -> bool {
        self.counts[0] > 0
    }

    /// Counts a token. Returns false if it closes a bracket that is not open here. A closing token also
    /// closes the brackets left open inside.
    pub(super) fn take(&mut self, kind: TokenKind) -> bool {
        if let Some((_, close)) = BRACKETS.iter().find(|(open, _)| *open == kind) {
            self.open.push(*close);
            *self.count(*close) += 1;
            return true;
        }
        if !BRACKETS.iter().any(|(_, close)| *close == kind) {
            return true;
        }
        if *self.count(kind) == 0 {
            return false;
        }
        while let Some(close) = self.open.pop() {
            *self.count(close) -= 1;
            if close == kind {
                break;
            }
        }
        true
    }

    pub(super) fn count(&mut self, close: TokenKind) -> &mut usize {
        let index = BRACKETS.iter().position(|(_, other)| *other == close).unwrap_or(0);
        &mut self.counts[index]
    }
}
