//! The tokens as a chumsky input.
//!
//! The only place with `unsafe fn`: chumsky's trait wants the signatures. Their bodies are safe.

use std::ops::Range;

use chumsky::input::{Input, ValueInput};

use crate::lexer::Token;
use crate::source::Span;

/// Tokens without the last one, `End`: an input just ends.
#[derive(Clone, Copy)]
pub(super) struct Tokens<'t>(pub(super) &'t [Token]);

#[allow(unsafe_code)]
impl<'t> Input<'t> for Tokens<'t> {
    type Span = Span;
    type Token = Token;
    type MaybeToken = Token;
    type Cursor = u32;
    type Cache = Self;

    #[inline(always)]
    fn begin(self) -> (u32, Self) {
        (0, self)
    }

    #[inline(always)]
    fn cursor_location(cursor: &u32) -> usize {
        *cursor as usize
    }

    #[inline(always)]
    unsafe fn next_maybe(tokens: &mut Self, cursor: &mut u32) -> Option<Token> {
        let token = tokens.0.get(*cursor as usize)?;
        *cursor += 1;
        Some(*token)
    }

    #[inline(always)]
    unsafe fn span(tokens: &mut Self, range: Range<&u32>) -> Span {
        let span = |at: u32| tokens.0.get(at as usize).map_or(Span::default(), |token| token.span);
        let start = span(*range.start);
        if range.start == range.end {
            Span::at(start.start)
        } else {
            start.to(span(*range.end - 1))
        }
    }
}

#[allow(unsafe_code)]
impl<'t> ValueInput<'t> for Tokens<'t> {
    #[inline(always)]
    unsafe fn next(tokens: &mut Self, cursor: &mut u32) -> Option<Token> {
        // SAFETY: the same contract.
        unsafe { Self::next_maybe(tokens, cursor) }
    }
}

impl chumsky::span::Span for Span {
    type Context = ();
    type Offset = u32;

    #[inline(always)]
    fn new(_: (), range: Range<u32>) -> Self {
        Span { start: range.start, end: range.end }
    }

    #[inline(always)]
    fn context(&self) {}

    #[inline(always)]
    fn start(&self) -> u32 {
        self.start
    }

    #[inline(always)]
    fn end(&self) -> u32 {
        self.end
    }
}
