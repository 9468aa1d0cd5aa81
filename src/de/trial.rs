//! Finds the part of a document to which an error of a buffer belongs: serde's buffers have no places.
//!
//! The document is decoded again for each part that is possible: with the missing field added to the part, or without
//! the unknown one. The part is found if the error is another one then.
//!
//! - No hint is recorded meanwhile, and no failed part.
//! - No more attempts than [`Recovery`](super::recovery::Recovery) allows for all failures together.

use super::buffering::DecodeHints;
use crate::diagnostic::catalog::decoding::is_missing;
use crate::diagnostic::error::{Error, ErrorCause, FieldOfPart, PossibleParts};
use crate::limits::budget;

/// A field that no type has.
const NO_FIELD: &str = "\0";

/// The error at the part to which it belongs, or the error itself if this is unknown; `bytes` is the length of the
/// source, and `attempt` returns the error of one more attempt.
#[cold]
pub(super) fn find_part(
    error: Error,
    hints: &DecodeHints,
    bytes: usize,
    attempt: impl Fn() -> Option<Error>,
) -> Error {
    let Some(ErrorCause::InPart(PossibleParts { field, parts })) = error.cause().cloned() else {
        return error;
    };
    let recovery = hints.recovery();
    let try_with = |field| match recovery.may_try(bytes) && !budget::is_spent() {
        true => Answer::of(&error, attempt(), field),
        false => Answer::Same,
    };
    let found = hints.aside(|| {
        parts.into_iter().find(|(place, _)| match &field {
            FieldOfPart::Missing(field) => {
                let added = recovery.with_field(*place, field, || try_with(field));
                // A map accepts no value that is made up, whatever its key is.
                added == Answer::Other
                    && recovery.with_field(*place, NO_FIELD, || try_with(NO_FIELD)) != Answer::Other
            }
            // Another part may need the field.
            FieldOfPart::Unknown(field) => {
                recovery.without_entry(*place, || try_with(field)) == Answer::Other
            }
        })
    });
    match found {
        Some((_, diagnostic)) => error.moved_to_part(diagnostic),
        None => error,
    }
}

/// The result of an attempt with a changed part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    /// The same error.
    Same,
    /// The added field is unknown.
    Unknown,
    Other,
}

impl Answer {
    fn of(before: &Error, error: Option<Error>, added: &str) -> Self {
        let Some(error) = error else { return Answer::Other };
        match error.cause() {
            _ if before.has_mistake_of(&error) || budget::is_spent() => Answer::Same,
            Some(ErrorCause::UnknownField(name, _)) if name == added => Answer::Unknown,
            _ if error.diagnostics().iter().any(|each| is_missing(each, added)) => Answer::Same,
            _ => Answer::Other,
        }
    }
}
