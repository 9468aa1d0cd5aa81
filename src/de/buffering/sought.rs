//! The place of an error of a buffer. serde's buffers have no places, so the error only says what was found, or which field is
//! missing or unknown.
//!
//! The parts to which the error may belong are hidden from the targets: a placeholder is in the place of a value or of
//! the missing field, and an unknown entry is left out. In each further attempt one more part is shown: the first that a
//! target has asked for. When the error is there again, it belongs to the part that was shown last.

use std::cell::{Cell, RefCell};

use super::scope::{Placeholder, Purpose};
use crate::diagnostic::cause::{ErrorCause, Found};
use crate::diagnostic::error::Error;
use crate::text::span::Span;

/// An error whose place is sought.
#[derive(Default)]
pub(in crate::de) struct Sought {
    error: RefCell<Option<Error>>,
    /// The parts that are shown.
    shown: RefCell<Vec<Span>>,
    /// The part that is shown next.
    next: Cell<Option<Span>>,
}

impl Sought {
    /// Whether the place of an error can be found.
    pub(in crate::de) fn can_be(error: &Error) -> bool {
        let is_known = error.span().is_some() || error.has_path();
        !is_known
            && match error.cause() {
                Some(ErrorCause::Refused { found, .. }) => {
                    !matches!(found, Found::Bytes | Found::Other(_))
                }
                Some(ErrorCause::MissingField(_) | ErrorCause::UnknownField(..)) => true,
                Some(cause) => matches!(cause, ErrorCause::UnsupportedInteger),
                None => error.custom_message().is_some(),
            }
    }

    /// Starts to seek the place of an error, or ends it.
    pub(super) fn set(&self, error: Option<Error>) {
        self.error.replace(error);
        self.shown.borrow_mut().clear();
        self.next.set(None);
    }

    /// Records that a target has asked for a hidden part, or that a hidden entry was left out.
    pub(super) fn ask(&self, part: Span) {
        self.next.set(self.next.get().or(Some(part)));
    }

    /// Ends an attempt. Returns whether there is another one, with one more part.
    pub(in crate::de) fn show_next(&self) -> bool {
        let next = self.next.take();
        self.shown.borrow_mut().extend(next);
        next.is_some()
    }

    /// The place of the error, if it is that of this attempt: the part that was shown last, or none of them.
    pub(in crate::de) fn place_of(&self, error: &Error) -> Option<Option<Span>> {
        let sought = self.error.borrow();
        let is_same = sought.as_ref().is_some_and(|sought| {
            sought.cause() == error.cause() && sought.custom_message() == error.custom_message()
        });
        is_same.then(|| self.shown.borrow().last().copied())
    }

    /// What the error says of a part that is not shown.
    fn of_hidden<T>(&self, part: Span, find: impl FnOnce(&Error) -> Option<T>) -> Option<T> {
        let is_shown = self.shown.borrow().contains(&part);
        self.error.borrow().as_ref().filter(|_| !is_shown).and_then(find)
    }

    fn hides_if(&self, part: Span, is_possible: impl FnOnce(&Error) -> bool) -> bool {
        self.of_hidden(part, |error| is_possible(error).then_some(())).is_some()
    }

    /// A placeholder for a value that is the part or is in it, if a target may have rejected it.
    pub(in crate::de) fn hide(&self, part: Span, value: Option<Found>) -> Option<Placeholder> {
        let is_hidden = self.hides_if(part, |error| match (error.cause(), value) {
            (Some(ErrorCause::Refused { found, .. }), Some(value)) => *found == value,
            (None, Some(Found::Text(text))) => {
                error.custom_message().is_some_and(|message| message.contains(&format!("{text:?}")))
            }
            _ => false,
        });
        is_hidden.then(|| Placeholder::new(Purpose::Sought(part)))
    }

    /// The missing field that a body or an object gets.
    pub(in crate::de) fn field_for(
        &self,
        part: Span,
        has: impl FnOnce(&str) -> bool,
    ) -> Option<&'static str> {
        self.of_hidden(part, |error| match error.cause() {
            Some(ErrorCause::MissingField(field)) if !has(field) => Some(*field),
            _ => None,
        })
    }

    /// Whether the entry with this name is left out, which is an expression or not. A target of a wide integer rejects no placeholder.
    pub(in crate::de) fn leaves_out(&self, part: Span, name: &str, is_expression: bool) -> bool {
        let is_hidden = self.hides_if(part, |error| match error.cause() {
            Some(ErrorCause::UnknownField(unknown, _)) => unknown == name,
            Some(ErrorCause::UnsupportedInteger) => is_expression,
            _ => false,
        });
        if is_hidden {
            self.ask(part);
        }
        is_hidden
    }
}
