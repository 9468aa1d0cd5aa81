//! Finds the part of a document to which an error of a buffer belongs: serde's buffers have no places.
//!
//! The document is decoded again for each part that is possible: with the missing field added to the part, without
//! the unknown one, or with a placeholder in place of the value that may be the refused one. If the
//! same target then refuses the placeholder, or the error is another one, this is the part.
//!
//! - No hint is recorded meanwhile, and no failed part.
//! - No more attempts than [`Recovery`](super::recovery::Recovery) allows for all failures together.

use std::cell::RefCell;

use super::buffering::DecodeHints;
use super::recovery::Failure;
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::cause::{ErrorCause, FieldOfPart, Found, PossibleParts};
use crate::diagnostic::error::Error;
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
    attempt: &mut dyn FnMut() -> Option<Error>,
) -> Error {
    let Some(ErrorCause::InPart(PossibleParts { field, parts })) = error.cause().cloned() else {
        return error;
    };
    let recovery = hints.recovery();
    let attempt = RefCell::new(attempt);
    let attempt = || (*attempt.borrow_mut())();
    let may_try = || recovery.may_try(bytes) && !budget::is_spent();
    let changes = |field| may_try() && is_other(&error, attempt(), field);
    let found = hints.aside(|| {
        parts.into_iter().find(|(place, _)| match &field {
            FieldOfPart::Missing(field) => {
                let with =
                    |field| recovery.without(Failure::Field(*place, field), || changes(field));
                // A map accepts no value that is made up, whatever its key is.
                with(field) && !with(NO_FIELD)
            }
            // Another part may need the field.
            FieldOfPart::Unknown(field) => {
                recovery.without(Failure::Entry(*place), || changes(field))
            }
            FieldOfPart::Refused(wanted) => recovery.without(Failure::Value(*place), || {
                may_try() && refuses_made_up(attempt(), wanted)
            }),
        })
    });
    match found {
        Some((_, diagnostic)) => error.moved_to_part(diagnostic),
        None => error,
    }
}

/// Whether the target that wants this is the one that refuses the placeholder of a made-up value.
fn refuses_made_up(error: Option<Error>, wanted: &str) -> bool {
    match error.as_ref().and_then(Error::cause) {
        Some(ErrorCause::Refused { found, wants, .. }) => {
            *found == Found::Bytes && wants.expected == wanted
        }
        _ => false,
    }
}

/// Whether a part with this field, or without it, gives another error or none.
fn is_other(before: &Error, error: Option<Error>, field: &str) -> bool {
    let Some(error) = error else { return true };
    let is_missing = |each| catalog::is_missing(each, field);
    let is_unknown =
        matches!(error.cause(), Some(ErrorCause::UnknownField(name, _)) if name == field);
    let is_same = is_unknown || before.has_mistake_of(&error) || budget::is_spent();
    !is_same && !error.diagnostics().iter().any(is_missing)
}
