//! Reporting errors and recovering from them.
//!
//! In the first pass the functions that report fail at once.

use super::brackets::{Nesting, OpenBrackets};
use super::state::Once;
use super::{Diagnostic, Kinds, Parsed, Parser, State, Token, catalog, failed, lexical};
use crate::lexer::TokenKind;
use crate::syntax::{Kind, NodeId};
use crate::text::span::Span;

impl<const DIAGNOSING: bool> Parser<'_, '_, '_, '_, DIAGNOSING> {
    /// Fails in the first pass.
    #[inline(always)]
    pub(super) fn if_diagnosing() -> Parsed<()> {
        if DIAGNOSING { Ok(()) } else { failed() }
    }

    /// Reports an error after which the production continues, if it is the first one of its island.
    #[cold]
    pub(super) fn report(&mut self, diagnostic: impl FnOnce() -> Diagnostic) -> Parsed<()> {
        if DIAGNOSING && !self.is_first_error() {
            return Ok(());
        }
        self.report_always(diagnostic)
    }

    /// Reports an error that is no consequence of another one.
    #[cold]
    pub(super) fn report_always(&mut self, diagnostic: impl FnOnce() -> Diagnostic) -> Parsed<()> {
        Self::if_diagnosing()?;
        self.input.state().found.push(diagnostic());
        Ok(())
    }

    /// Fails. Reports the mistake of the next token if that is invalid everywhere, or else this error.
    #[cold]
    pub(super) fn fail<T>(&mut self, diagnostic: impl FnOnce(Token) -> Diagnostic) -> Parsed<T> {
        if DIAGNOSING {
            let (token, found, source) = (self.token(), self.found(), self.input.state().source);
            self.report(|| lexical::mistake(source, token).unwrap_or_else(|| diagnostic(found)))?;
        }
        failed()
    }

    /// The island of the next token.
    fn island(&mut self) -> usize {
        let next = self.index();
        let State { islands, source, tokens, .. } = &mut **self.input.state();
        islands.of(source, tokens, next)
    }

    /// Whether the island of the next token has an error.
    pub(super) fn is_recovering(&mut self) -> bool {
        let island = self.island();
        self.input.state().error_island == Some(island)
    }

    /// Whether an error here is the first one of its island. At the end of the source, an unclosed bracket may
    /// follow from any error in its item, and an unclosed comment hides the rest.
    fn is_first_error(&mut self) -> bool {
        let island = self.island();
        let is_end = self.peek() == TokenKind::End;
        let state = self.input.state();
        let is_hidden = is_end && (state.ends_in_comment || state.item_has_error);
        let is_first = state.error_island.replace(island) != Some(island);
        state.item_has_error = true;
        is_first && !is_hidden
    }

    /// Hides the errors in the island of the next token.
    pub(super) fn hide_errors(&mut self) {
        self.is_first_error();
    }

    /// Like `report`, for a form of HCL 1. An island may have several.
    #[cold]
    pub(super) fn report_old_form(
        &mut self,
        diagnostic: impl FnOnce() -> Diagnostic,
    ) -> Parsed<()> {
        Self::if_diagnosing()?;
        let island = Some(self.island());
        let state = self.input.state();
        if state.error_island != island || state.old_island == island {
            (state.error_island, state.old_island) = (island, island);
            state.old_forms.push(diagnostic());
        }
        Ok(())
    }

    /// Reports a kind of mistake the first time that it occurs.
    #[cold]
    pub(super) fn report_once(
        &mut self,
        kind: Once,
        diagnostic: impl FnOnce() -> Diagnostic,
    ) -> Parsed<()> {
        if DIAGNOSING && self.is_reported(kind) {
            self.hide_errors();
            return Ok(());
        }
        self.input.state().reported_once.push(kind);
        self.report(diagnostic)
    }

    pub(super) fn is_reported(&mut self, kind: Once) -> bool {
        self.input.state().reported_once.contains(&kind)
    }

    /// Passes on a failure from inside brackets, after skipping past the closing bracket.
    #[inline(always)]
    pub(super) fn closing<T>(&mut self, result: Parsed<T>, close: TokenKind) -> Parsed<T> {
        if DIAGNOSING && result.is_err() {
            self.skip_behind(close);
        }
        result
    }

    /// The invalid rest of a line from `start` on, after a failure inside brackets that the line end cuts
    /// off. The construct is kept with it: an editor completes there.
    #[cold]
    pub(super) fn unfinished(&mut self, start: u32) -> Parsed<NodeId> {
        match DIAGNOSING && matches!(self.peek(), TokenKind::Newline | TokenKind::End) {
            true => {
                // An invalid part that is no token may end behind the last token.
                let end = self.end_of_blanks().max(start);
                Ok(self.leaf(Kind::Invalid, Span::new(start, end)))
            }
            false => failed(),
        }
    }

    /// The end of the blanks after the last token, where a person types on: on its line, or after a comma in one of the
    /// next lines.
    pub(super) fn end_of_blanks(&mut self) -> u32 {
        let (last, next) = (self.previous(), self.token());
        let end = last.span.end;
        let between = self.text(Span::new(end, next.span.start.max(end)));
        let blanks = match last.kind {
            TokenKind::Comma if next.kind == TokenKind::End => between.trim_start(),
            TokenKind::Comma if between.trim().is_empty() => {
                between.rfind('\n').map_or("", |line| &between[line..])
            }
            _ => between.trim_start_matches([' ', '\t']),
        };
        end + (between.len() - blanks.len()) as u32
    }

    /// Takes the closing bracket. Otherwise reports the token found and skips past the closing bracket.
    #[inline(always)]
    pub(super) fn close(
        &mut self,
        close: TokenKind,
        diagnostic: impl FnOnce(super::Token) -> Diagnostic,
    ) -> Parsed<Span> {
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
    ) -> Parsed<Span> {
        if DIAGNOSING && self.is_other_bracket(close)? {
            return Ok(self.bump());
        }
        let failure = self.fail(diagnostic);
        self.closing(failure, close)
    }

    /// Whether the next token closes a bracket, but no open one. Reports it.
    pub(super) fn is_other_bracket(&mut self, close: TokenKind) -> Parsed<bool> {
        let Token { kind, span } = self.token();
        let is_other = Kinds::CLOSING.has(kind) && kind != close && !self.is_open(kind);
        if is_other {
            self.report(|| catalog::mismatched_bracket(close, span))?;
        }
        Ok(is_other)
    }

    /// Whether the current item has an open bracket that the token closes.
    pub(super) fn is_open(&mut self, close: TokenKind) -> bool {
        let next = self.index();
        let state = self.input.state();
        let (tokens, start, blocks) = (state.tokens, state.item_start, state.blocks);
        let OpenBrackets { nesting, item_start, end } = &mut state.open_brackets;
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
    /// or to the closing bracket.
    #[cold]
    pub(super) fn skip_element(&mut self, close: TokenKind) -> bool {
        let mut nesting = Nesting::default();
        loop {
            let is_outside = nesting.open.is_empty();
            match self.peek() {
                TokenKind::End => return false,
                kind if kind == close && is_outside => return true,
                TokenKind::Newline if !nesting.in_braces() && close != TokenKind::CloseBrace => {
                    return false;
                }
                TokenKind::Comma | TokenKind::Newline if is_outside => return true,
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
            // Newline tokens occur only outside the brackets that ignore newlines. So such a bracket was not closed.
            let ends_item = kind == TokenKind::Newline && close != TokenKind::CloseBrace;
            if kind == TokenKind::End || !nesting.in_braces() && ends_item {
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

    /// Skips the rest of an item, which is invalid from this offset on.
    pub(super) fn skip_invalid(&mut self, start: u32) {
        self.skip_item();
        self.invalid_from(start);
    }

    /// Skips to the line end of the current item, across brackets. In a block, stops at its closing
    /// brace.
    #[cold]
    pub(super) fn skip_item(&mut self) {
        let in_block = self.input.state().blocks > 0;
        let ends = |kind| kind == TokenKind::Newline || in_block && kind == TokenKind::CloseBrace;
        let mut nesting = Nesting::default();
        while self.peek() != TokenKind::End && (nesting.in_braces() || !ends(self.peek())) {
            nesting.take(self.peek());
            self.bump();
        }
    }
}
