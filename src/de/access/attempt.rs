//! Attempts to decode a part: a value of an entry or an element. A part is decoded again if an attempt revealed something
//! about its type. The loop is compiled once, not for each type.

use serde::de::Deserialize;

use super::decoder::Decoder;
use super::session::{Guesses, Session};
use crate::de::buffering::{Mark, mark, outcome_since_mark};
use crate::diagnostic::error::Result;
use crate::limits::budget;
use crate::text::span::Span;

/// An attempt to decode a part.
#[derive(Clone, Copy)]
pub(super) struct Attempt {
    mark: Mark,
    /// The name of the type that is decoded.
    pub(super) target: &'static str,
    /// The guesses before.
    pub(super) guesses: Guesses,
    /// Whether the part is an expression, for which nothing is guessed.
    is_expression: bool,
}

/// Decodes a part and keeps the value.
pub(super) type Decode<'s, 't, 'de> = &'s mut dyn for<'a> FnMut(Decoder<'a, 't, 'de>) -> Result<()>;

/// Decodes a part that needs a slot, or again. Not inlined: the target's code is inlined where it decodes an
/// expression, which is the usual case.
#[inline(never)]
pub(super) fn decode_slot<'de, T: Deserialize<'de>>(decoder: Decoder<'_, '_, 'de>) -> Result<T> {
    T::deserialize(decoder)
}

/// The value, and the result without it.
pub(super) fn parted<T>(result: Result<T>) -> (Option<T>, Result<()>) {
    match result {
        Ok(value) => (Some(value), Ok(())),
        Err(error) => (None, Err(error)),
    }
}

impl Attempt {
    pub(super) fn begin(target: &'static str, session: &Session<'_, '_>) -> Self {
        Attempt { mark: mark(), target, guesses: session.guesses.get(), is_expression: false }
    }

    /// An attempt to decode an expression.
    #[inline(always)]
    pub(super) fn of_expression(target: &'static str) -> Self {
        Attempt { mark: mark(), target, guesses: Guesses::default(), is_expression: true }
    }

    /// Whether the attempt has succeeded and revealed nothing.
    #[inline(always)]
    pub(super) fn is_final<T>(&self, result: &Result<T>) -> bool {
        result.is_ok() && mark() == self.mark
    }
}

/// The charge for another attempt, and the number of bytes that cost as much as one element.
const AGAIN: usize = 8;
const BYTES: usize = 8;

impl Session<'_, '_> {
    /// Records what an attempt has revealed. Returns whether another attempt to decode the part knows more.
    #[cold]
    pub(super) fn repeats(
        &self,
        attempt: &Attempt,
        result: &mut Result<()>,
        place: Option<Span>,
    ) -> bool {
        if result.is_err() {
            let before = if attempt.is_expression { self.guesses.get() } else { attempt.guesses };
            self.retry(attempt.target, before);
        }
        let mut outcome = outcome_since_mark(attempt.mark);
        self.hints.learn_from(&mut outcome, result.is_ok());
        if let (Err(error), Some(failure)) = (&mut *result, outcome.failure) {
            if error.span().is_none() {
                *error = failure;
            }
        }
        if result.is_err() && self.input.needed_room().is_some() || !self.hints.take_new() {
            return false;
        }
        let bytes = place.map_or(0, Span::len);
        if !budget::charge(AGAIN + bytes / BYTES) {
            return false;
        }
        self.forget(place.unwrap_or_default());
        true
    }

    /// Forgets what an attempt has recorded about a part that is decoded again.
    fn forget(&self, part: Span) {
        let is_inside = |error: &crate::Error| error.span().is_some_and(|it| part.contains(it));
        self.unread_label.borrow_mut().take_if(|error| is_inside(error));
        self.hints.recovery().begin();
        if self.hints.watches_unused() {
            self.hints.unused().forget(part);
        }
    }
}
