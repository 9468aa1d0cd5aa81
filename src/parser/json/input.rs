//! A source of JSON as a chumsky input, which finds its tokens on the way.
//!
//! Like that of native tokens, `unsafe fn` only because chumsky's trait wants the signatures.

use std::ops::Range;

use chumsky::input::{Input, ValueInput};

use crate::lexer::{JsonKind, JsonToken, json_token};
use crate::source::Span;

/// The text of a source. The input ends behind the last token.
#[derive(Clone, Copy)]
pub(super) struct Text<'s>(pub(super) &'s str);

#[allow(unsafe_code)]
impl<'s> Input<'s> for Text<'s> {
    type Span = Span;
    type Token = JsonToken;
    type MaybeToken = JsonToken;
    /// How far the tokens are taken.
    type Cursor = usize;
    type Cache = &'s [u8];

    #[inline(always)]
    fn begin(self) -> (usize, &'s [u8]) {
        (0, self.0.as_bytes())
    }

    #[inline(always)]
    fn cursor_location(cursor: &usize) -> usize {
        *cursor
    }

    #[inline(always)]
    unsafe fn next_maybe(bytes: &mut &'s [u8], cursor: &mut usize) -> Option<JsonToken> {
        next(bytes, cursor)
    }

    #[inline(always)]
    unsafe fn span(_: &mut &'s [u8], range: Range<&usize>) -> Span {
        Span::new(*range.start as u32, *range.end as u32)
    }
}

#[allow(unsafe_code)]
impl<'s> ValueInput<'s> for Text<'s> {
    #[inline(always)]
    unsafe fn next(bytes: &mut &'s [u8], cursor: &mut usize) -> Option<JsonToken> {
        next(bytes, cursor)
    }
}

/// A character that belongs to no token ends the input: what follows can't be told apart.
#[inline(always)]
fn next(bytes: &[u8], cursor: &mut usize) -> Option<JsonToken> {
    let token = json_token(bytes, *cursor);
    *cursor = match token.kind {
        JsonKind::End => {
            *cursor = bytes.len();
            return None;
        }
        JsonKind::InvalidCharacter => bytes.len(),
        _ => token.span.end as usize,
    };
    Some(token)
}
