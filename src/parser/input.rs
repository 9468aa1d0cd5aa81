//! The tokens as a chumsky input.
//!
//! This file and `json/input.rs` have the only `unsafe fn` signatures, because chumsky's traits require
//! them. Their bodies are safe.

use std::ops::Range;
use std::slice::Iter;

use chumsky::input::{BorrowInput, Input};

use crate::lexer::Token;
use crate::text::span::Span;

/// The tokens without `End`: an input simply ends.
#[derive(Clone, Copy)]
pub(super) struct Tokens<'t>(pub(super) &'t [Token]);

#[allow(unsafe_code)]
impl<'t> Input<'t> for Tokens<'t> {
    type Span = Span;
    type Token = Token;
    type MaybeToken = &'t Token;
    /// The tokens ahead.
    type Cursor = Iter<'t, Token>;
    type Cache = ();

    #[inline(always)]
    fn begin(self) -> (Iter<'t, Token>, ()) {
        (self.0.iter(), ())
    }

    #[inline(always)]
    fn cursor_location(ahead: &Iter<'t, Token>) -> usize {
        usize::MAX - ahead.len()
    }

    #[inline(always)]
    unsafe fn next_maybe(_: &mut (), ahead: &mut Iter<'t, Token>) -> Option<&'t Token> {
        ahead.next()
    }

    #[inline(always)]
    unsafe fn span(_: &mut (), range: Range<&Iter<'t, Token>>) -> Span {
        let (from, behind) = (range.start.as_slice(), range.end.len());
        let covered = &from[..from.len().saturating_sub(behind)];
        match (covered, from) {
            ([first, .., last], _) => first.span.to(last.span),
            ([only], _) => only.span,
            ([], [next, ..]) => Span::empty(next.span.start),
            ([], []) => Span::default(),
        }
    }
}

#[allow(unsafe_code)]
impl<'t> BorrowInput<'t> for Tokens<'t> {
    #[inline(always)]
    unsafe fn next_ref(_: &mut (), ahead: &mut Iter<'t, Token>) -> Option<&'t Token> {
        ahead.next()
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
