//! Reporting errors and recovering from them.
//!
//! In the first pass every function here fails at once.

use super::error::Failure;
use super::{Diagnostic, Parser};
use crate::lexer::TokenKind;
use crate::source::Span;

impl<'t, E: Failure<'t>> Parser<'_, '_, 't, '_, E> {
    /// Reports an error after which the production continues.
    #[cold]
    pub(super) fn report(&mut self, diagnostic: impl FnOnce() -> Diagnostic) -> Result<(), E> {
        if !E::DIAGNOSING {
            return Err(E::reported());
        }
        self.emit(diagnostic);
        Ok(())
    }

    /// Fails. Reports the error unless it may be a consequence of an earlier one.
    #[cold]
    pub(super) fn fail<T>(&mut self, diagnostic: impl FnOnce() -> Diagnostic) -> Result<T, E> {
        if E::DIAGNOSING && !std::mem::replace(&mut self.input.state().recovering, true) {
            self.emit(diagnostic);
        }
        Err(E::reported())
    }

    fn emit(&mut self, diagnostic: impl FnOnce() -> Diagnostic) {
        self.input.state().errors += 1;
        self.input.emit(E::found(diagnostic));
    }

    /// Reports an error after which the production continues, unless it may be a consequence of an
    /// earlier one.
    #[cold]
    pub(super) fn report_first(
        &mut self,
        diagnostic: impl FnOnce() -> Diagnostic,
    ) -> Result<(), E> {
        match self.fail(diagnostic) {
            Err(_) if E::DIAGNOSING => Ok(()),
            result => result,
        }
    }

    /// Passes on a failure from inside brackets, after skipping past the closing bracket.
    #[inline(always)]
    pub(super) fn closing<T>(&mut self, result: Result<T, E>, close: TokenKind) -> Result<T, E> {
        if E::DIAGNOSING && result.is_err() {
            self.skip_behind(close);
        }
        result
    }

    /// Takes the closing bracket. Otherwise reports the token found and skips past the closing bracket.
    #[inline(always)]
    pub(super) fn close(
        &mut self,
        close: TokenKind,
        diagnostic: impl FnOnce(super::Token) -> Diagnostic,
    ) -> Result<Span, E> {
        match self.eat(close) {
            Some(span) => Ok(span),
            None => self.unclosed(close, diagnostic),
        }
    }

    #[cold]
    fn unclosed(
        &mut self,
        close: TokenKind,
        diagnostic: impl FnOnce(super::Token) -> Diagnostic,
    ) -> Result<Span, E> {
        let found = self.found();
        let failure = self.fail(|| diagnostic(found));
        self.closing(failure, close)
    }

    /// Skips past the bracket that closes the current construct. Stops at the end of the item if there
    /// is no such bracket.
    #[cold]
    pub(super) fn skip_behind(&mut self, close: TokenKind) {
        let mut nesting = Nesting::default();
        loop {
            let kind = self.peek();
            if kind == TokenKind::End || !nesting.in_braces() && ends_item(kind, close) {
                return;
            }
            let closes_nothing_inside = !nesting.take(kind);
            self.input.skip();
            if kind == close && closes_nothing_inside {
                return;
            }
        }
    }

    /// Skips to the line end of the current item, across brackets. In a block, stops at its closing
    /// brace.
    #[cold]
    pub(super) fn skip_item(&mut self, in_block: bool) {
        let mut nesting = Nesting::default();
        loop {
            match self.peek() {
                TokenKind::End => return,
                TokenKind::Newline if !nesting.in_braces() => return,
                TokenKind::CloseBrace if in_block && !nesting.in_braces() => return,
                kind => {
                    nesting.take(kind);
                    self.input.skip();
                }
            }
        }
    }

    /// Skips the rest of a body, as the reference does after a token that starts no item: what
    /// follows may not belong to this body at all.
    #[cold]
    pub(super) fn skip_body(&mut self, in_block: bool) {
        let mut depth = 0_usize;
        // The wrong token itself opens nothing.
        self.input.skip();
        loop {
            match self.peek() {
                TokenKind::End => return,
                TokenKind::CloseBrace if in_block && depth == 0 => return,
                TokenKind::CloseBrace => depth = depth.saturating_sub(1),
                TokenKind::OpenBrace => depth += 1,
                _ => {}
            }
            self.input.skip();
        }
    }
}

/// A newline token stands outside all brackets that ignore newlines. So such a bracket was not
/// closed.
fn ends_item(kind: TokenKind, close: TokenKind) -> bool {
    kind == TokenKind::Newline && close != TokenKind::CloseBrace
}

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

/// The open brackets among skipped tokens.
#[derive(Default)]
struct Nesting {
    /// The closing tokens of the open brackets, the innermost last.
    open: Vec<TokenKind>,
    /// The number of open brackets of each kind, in the order of `BRACKETS`.
    counts: [usize; BRACKETS.len()],
}

impl Nesting {
    /// Whether an open brace makes newlines significant here.
    fn in_braces(&self) -> bool {
        self.counts[0] > 0
    }

    /// Counts a token. Returns false if it closes a bracket that is not open here. A closing token also
    /// closes the brackets left open inside.
    fn take(&mut self, kind: TokenKind) -> bool {
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

    fn count(&mut self, close: TokenKind) -> &mut usize {
        let index = BRACKETS.iter().position(|(_, other)| *other == close).unwrap_or(0);
        &mut self.counts[index]
    }
}
