//! The tokens as a chumsky input.
//!
//! This file has the only `unsafe fn` signatures, because chumsky's traits require them. Their bodies are safe.

use std::ops::Range;
use std::slice::Iter;

use chumsky::input::{BorrowInput, Input};
use chumsky::span::SimpleSpan;

use crate::lexer::Token;

/// The tokens without `End`: an input simply ends.
#[derive(Clone, Copy)]
pub(super) struct Tokens<'t>(pub(super) &'t [Token]);

#[allow(unsafe_code)]
impl<'t> Input<'t> for Tokens<'t> {
    type Span = SimpleSpan;
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
    unsafe fn span(_: &mut (), range: Range<&Iter<'t, Token>>) -> SimpleSpan {
        (Self::cursor_location(range.start)..Self::cursor_location(range.end)).into()
    }
}

#[allow(unsafe_code)]
impl<'t> BorrowInput<'t> for Tokens<'t> {
    #[inline(always)]
    unsafe fn next_ref(_: &mut (), ahead: &mut Iter<'t, Token>) -> Option<&'t Token> {
        ahead.next()
    }
}
