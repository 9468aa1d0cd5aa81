//! A JSON source as an input for chumsky. Each token is lexed when the parser asks for it.
//!
//! The functions are `unsafe fn` because chumsky's traits require it. Their bodies are safe.

use std::ops::Range;

use chumsky::input::{Input, ValueInput};

use crate::lexer::{JsonKind, JsonToken, json_token};
use crate::text::span::Span;

/// The text of a source. The input ends after the last token.
#[derive(Clone, Copy)]
pub(super) struct JsonSource<'s>(pub(super) &'s str);

#[allow(unsafe_code)]
impl<'s> Input<'s> for JsonSource<'s> {
    type Span = Span;
    type Token = JsonToken;
    type MaybeToken = JsonToken;
    /// The end of the last token that was taken.
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
impl<'s> ValueInput<'s> for JsonSource<'s> {
    #[inline(always)]
    unsafe fn next(bytes: &mut &'s [u8], cursor: &mut usize) -> Option<JsonToken> {
        next(bytes, cursor)
    }
}

/// An invalid character ends the input: the text after it can't be divided into tokens.
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
