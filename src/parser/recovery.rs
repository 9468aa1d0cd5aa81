//! Telling what is wrong, and finding the way back.
//!
//! In the first pass everything here comes down to failing at once.

use super::error::Failure;
use super::{Diagnostic, Parser};
use crate::lexer::TokenKind;
use crate::source::Span;

impl<'t, E: Failure<'t>> Parser<'_, '_, 't, '_, E> {
    /// Reports a mistake that doesn't keep the parser from going on.
    #[cold]
    pub(super) fn report(&mut self, diagnostic: impl FnOnce() -> Diagnostic) -> Result<(), E> {
        if !E::DIAGNOSING {
            return Err(E::reported());
        }
        self.input.emit(E::found(diagnostic));
        Ok(())
    }

    /// Reports a mistake, unless it may be a consequence of an earlier one, and fails.
    #[cold]
    pub(super) fn fail<T>(&mut self, diagnostic: impl FnOnce() -> Diagnostic) -> Result<T, E> {
        if E::DIAGNOSING && !std::mem::replace(&mut self.input.state().recovering, true) {
            self.input.emit(E::found(diagnostic));
        }
        Err(E::reported())
    }

    /// Hands on a failure from inside of brackets, after going behind the bracket that closes them.
    #[inline(always)]
    pub(super) fn closing<T>(&mut self, result: Result<T, E>, close: TokenKind) -> Result<T, E> {
        if E::DIAGNOSING && result.is_err() {
            self.skip_behind(close);
        }
        result
    }

    /// Takes the closing bracket, or reports what is there instead and goes behind it.
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
        let found = self.token();
        let failure = self.fail(|| diagnostic(found));
        self.closing(failure, close)
    }

    /// Goes behind the bracket that closes what the parser is in. Stops before the end of the item
    /// if there is none.
    #[cold]
    pub(super) fn skip_behind(&mut self, close: TokenKind) {
        let open = opening(close);
        let mut depth = 0_usize;
        loop {
            let kind = self.peek();
            let opens = kind == open
                || close == TokenKind::CloseSequence && kind == TokenKind::OpenDirective;
            if kind == TokenKind::End {
                return;
            } else if kind == close && depth == 0 {
                self.input.skip();
                return;
            } else if kind == close {
                depth -= 1;
            } else if opens {
                depth += 1;
            } else if depth == 0 && self.ends_item(kind, close) {
                return;
            }
            self.input.skip();
        }
    }

    /// A newline token stands outside of all brackets that ignore newlines, so one of those was
    /// never closed; a brace closes what is around them.
    fn ends_item(&mut self, kind: TokenKind, close: TokenKind) -> bool {
        let ignores_newlines = matches!(
            close,
            TokenKind::CloseParenthesis | TokenKind::CloseBracket | TokenKind::CloseSequence
        );
        ignores_newlines && kind == TokenKind::Newline
    }

    /// Goes to the line end that ends the item the parser is in, over everything bracketed.
    #[cold]
    pub(super) fn skip_item(&mut self) {
        let mut open = Vec::new();
        loop {
            let kind = self.peek();
            match kind {
                TokenKind::End => break,
                TokenKind::Newline if open.is_empty() => break,
                // The brace of the enclosing block.
                TokenKind::CloseBrace if open.is_empty() => break,
                TokenKind::OpenDirective => open.push(TokenKind::OpenInterpolation),
                _ if is_opening(kind) => open.push(kind),
                _ if opening(kind) != TokenKind::End => {
                    while open.pop().is_some_and(|open| open != opening(kind)) {}
                }
                _ => {}
            }
            self.input.skip();
        }
    }
}

fn is_opening(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::OpenBrace
            | TokenKind::OpenBracket
            | TokenKind::OpenParenthesis
            | TokenKind::OpenQuote
            | TokenKind::OpenHeredoc
            | TokenKind::OpenInterpolation
    )
}

/// What the closing token closes; `End` if it closes nothing.
fn opening(close: TokenKind) -> TokenKind {
    match close {
        TokenKind::CloseBrace => TokenKind::OpenBrace,
        TokenKind::CloseBracket => TokenKind::OpenBracket,
        TokenKind::CloseParenthesis => TokenKind::OpenParenthesis,
        TokenKind::CloseQuote => TokenKind::OpenQuote,
        TokenKind::CloseHeredoc => TokenKind::OpenHeredoc,
        TokenKind::CloseSequence => TokenKind::OpenInterpolation,
        _ => TokenKind::End,
    }
}
