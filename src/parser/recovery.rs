//! Reporting errors and recovering from them.
//!
//! In the first pass every function here fails at once.

use super::brackets::{Nesting, OpenBrackets};
use super::error::Failure;
use super::{Diagnostic, Parser, catalog, lexical};
use crate::diagnostic::catalog::syntax::OldForm;
use crate::lexer::TokenKind;
use crate::syntax::{Kind, NodeId};
use crate::text::span::Span;

impl<'t, E: Failure<'t>> Parser<'_, '_, 't, '_, E> {
    /// Reports an error after which the production continues.
    #[cold]
    pub(super) fn report(&mut self, diagnostic: impl FnOnce() -> Diagnostic) -> Result<(), E> {
        if !E::DIAGNOSING {
            return Err(E::reported());
        }
        self.emit(diagnostic());
        Ok(())
    }

    /// Fails. Reports the error unless it may be a consequence of an earlier one.
    #[cold]
    pub(super) fn fail<T>(&mut self, diagnostic: impl FnOnce() -> Diagnostic) -> Result<T, E> {
        if E::DIAGNOSING && self.begins_recovery() {
            let diagnostic = self.mistake_of_token().unwrap_or_else(diagnostic);
            self.emit(diagnostic);
        }
        Err(E::reported())
    }

    /// The mistake of the next token, if it is invalid everywhere.
    fn mistake_of_token(&mut self) -> Option<Diagnostic> {
        let (token, source) = (self.token(), self.input.state().source);
        lexical::mistake(source, token)
    }

    /// Begins a recovery. Returns whether the error has to be reported: it is not a consequence of another
    /// one.
    fn begins_recovery(&mut self) -> bool {
        !std::mem::replace(&mut self.input.state().recovering, true) && !self.is_hidden()
    }

    /// Whether an error here is a consequence of something else. At the end of the source, an
    /// unclosed bracket may follow from an earlier error in its item, and an unclosed comment hides
    /// the rest.
    fn is_hidden(&mut self) -> bool {
        let is_end = self.peek() == TokenKind::End;
        let state = self.input.state();
        let has_error = state.error_at.is_some_and(|error| error >= state.item_start);
        is_end && (state.is_cut_off || has_error)
    }

    fn emit(&mut self, diagnostic: Diagnostic) {
        self.count_error();
        self.input.emit(E::found(diagnostic));
    }

    fn count_error(&mut self) {
        let ahead = self.input.cursor().inner().len();
        let state = self.input.state();
        state.errors += 1;
        state.error_at = Some(state.tokens.len() - ahead);
    }

    /// Like `report_first`, for a form of HCL 1.
    #[cold]
    pub(super) fn report_old_form(
        &mut self,
        form: OldForm,
        diagnostic: impl FnOnce() -> Diagnostic,
    ) -> Result<(), E> {
        if !E::DIAGNOSING {
            return Err(E::reported());
        }
        if self.begins_recovery() {
            self.count_error();
            self.input.state().old_forms.push((form, diagnostic()));
        }
        Ok(())
    }

    /// Reports an error after which the production continues, unless it may be a consequence of an
    /// earlier one.
    #[cold]
    pub(super) fn report_first(
        &mut self,
        diagnostic: impl FnOnce() -> Diagnostic,
    ) -> Result<(), E> {
        if !E::DIAGNOSING {
            return Err(E::reported());
        }
        if self.begins_recovery() {
            self.emit(diagnostic());
        }
        Ok(())
    }

    /// Like `report_first`, but reports the mistake of the next token if that is invalid
    /// everywhere.
    #[cold]
    pub(super) fn report_found(
        &mut self,
        diagnostic: impl FnOnce() -> Diagnostic,
    ) -> Result<(), E> {
        drop(self.fail::<()>(diagnostic));
        Ok(())
    }

    /// Whether the last error is on the line before the next token.
    pub(super) fn follows_error(&mut self) -> bool {
        let ahead = self.input.cursor().inner().len();
        let state = self.input.state();
        let Some(error) = state.error_at else { return false };
        let between = state.tokens.get(error..state.tokens.len() - ahead).unwrap_or_default();
        let mut newlines = between.iter().filter(|token| token.kind == TokenKind::Newline);
        newlines.nth(1).is_none()
    }

    /// Ends the recovery if the next token is the first on its line.
    #[inline(always)]
    pub(super) fn start_element(&mut self) {
        if self.input.state().recovering {
            self.recover_at_element();
        }
    }

    #[cold]
    fn recover_at_element(&mut self) {
        let (last, next) = (self.previous().span, self.token().span);
        let between = Span::new(last.start.min(next.start), next.start);
        let between = Span::new(between.start.max(last.end.saturating_sub(1)), next.start);
        if !is_close(self.peek()) && self.text(between).contains('\n') {
            self.input.state().recovering = false;
        }
    }

    /// Reports a kind of mistake the first time that it occurs.
    #[cold]
    pub(super) fn report_once(
        &mut self,
        kind: TokenKind,
        diagnostic: impl FnOnce() -> Diagnostic,
    ) -> Result<(), E> {
        if E::DIAGNOSING && self.input.state().reported_once.contains(&kind) {
            return Ok(());
        }
        self.input.state().reported_once.push(kind);
        self.report(diagnostic)
    }

    /// Passes on a failure from inside brackets, after skipping past the closing bracket.
    #[inline(always)]
    pub(super) fn closing<T>(&mut self, result: Result<T, E>, close: TokenKind) -> Result<T, E> {
        if E::DIAGNOSING && result.is_err() {
            self.skip_behind(close);
        }
        result
    }

    /// The invalid rest of a line from `start` on, after a failure inside brackets that the line end cuts
    /// off. The construct is kept with it: an editor completes there.
    #[cold]
    pub(super) fn unfinished(&mut self, failure: E, start: u32) -> Result<NodeId, E> {
        match E::DIAGNOSING && matches!(self.peek(), TokenKind::Newline | TokenKind::End) {
            true => {
                // An invalid part that is no token may end behind the last token.
                let end = self.end_of_blanks().max(start);
                Ok(self.leaf(Kind::Invalid, Span::new(start, end)))
            }
            false => Err(failure),
        }
    }

    /// The end of the blanks after the last token, where a person types on.
    pub(super) fn end_of_blanks(&mut self) -> u32 {
        let end = self.previous().span.end;
        let rest = self.rest_from(end);
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        end + blanks as u32
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
        if E::DIAGNOSING && self.is_bracket_of_other_kind(found.kind, close) {
            self.report_first(|| catalog::syntax::mismatched_bracket(close, found.span))?;
            return Ok(self.bump());
        }
        let failure = self.fail(|| diagnostic(found));
        self.closing(failure, close)
    }

    /// Whether the token closes a bracket, but no open one.
    pub(super) fn is_bracket_of_other_kind(&mut self, found: TokenKind, close: TokenKind) -> bool {
        is_close(found) && found != close && !self.is_open(found)
    }

    /// Whether the current item has an open bracket that the token closes.
    pub(super) fn is_open(&mut self, close: TokenKind) -> bool {
        let ahead = self.input.cursor().inner().len();
        let state = self.input.state();
        let (tokens, start, blocks) = (state.tokens, state.item_start, state.blocks);
        let OpenBrackets { nesting, item_start, end } = &mut state.open_brackets;
        let next = tokens.len() - ahead;
        if *item_start != start || *end > next {
            *nesting = Nesting::default();
            (*item_start, *end) = (start, start);
        }
        for token in tokens.get(*end..next).unwrap_or_default() {
            nesting.take(token.kind);
        }
        *end = next;
        *nesting.count(close) > 0 || close == TokenKind::CloseBrace && blocks > 0
    }

    /// Skips to the comma or line end that ends the current element of a tuple, an object or a call,
    /// or to the closing bracket. Ends the recovery if the next element is on another line.
    #[cold]
    pub(super) fn skip_element(&mut self, close: TokenKind) -> bool {
        let mut nesting = Nesting::default();
        loop {
            let token = self.token();
            let is_outside = nesting.open.is_empty();
            match token.kind {
                TokenKind::End => return false,
                kind if kind == close && is_outside => return true,
                TokenKind::Newline if !nesting.in_braces() && close != TokenKind::CloseBrace => {
                    return false;
                }
                TokenKind::Comma | TokenKind::Newline if is_outside => {
                    let next = self.token_at(1);
                    let between = Span::new(token.span.start, next.span.start.max(token.span.end));
                    if !is_close(next.kind) && self.text(between).contains('\n') {
                        self.input.state().recovering = false;
                    }
                    return true;
                }
                kind => {
                    if !nesting.take(kind) {
                        return false;
                    }
                    self.bump();
                }
            }
        }
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
            if closes_nothing_inside && kind != close && self.is_open(kind) {
                return;
            }
            self.bump();
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
                    self.bump();
                }
            }
        }
    }
}

/// Whether the token is a closing bracket.
fn is_close(kind: TokenKind) -> bool {
    use TokenKind::{CloseBrace, CloseBracket, CloseParenthesis, SurplusBrace};
    matches!(kind, CloseBrace | CloseBracket | CloseParenthesis | SurplusBrace)
}

/// Newline tokens occur only outside the brackets that ignore newlines. So such a bracket was not
/// closed.
fn ends_item(kind: TokenKind, close: TokenKind) -> bool {
    kind == TokenKind::Newline && close != TokenKind::CloseBrace
}
