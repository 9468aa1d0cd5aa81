//! The wording of every diagnostic: one constructor each, whose arguments are the facts.
//!
//! Codes are stable. Summaries are those of the reference, which people know and search for; details and
//! help are our own.

pub(crate) mod decoding;
pub(crate) mod editing;
pub(crate) mod encoding;
pub(crate) mod evaluation;
pub(crate) mod extension;
pub(crate) mod json;
pub(crate) mod schema;
pub(crate) mod syntax;
pub(crate) mod value_notes;
pub(crate) mod variable;

use std::fmt;

use super::Diagnostic;

#[cold]
pub(crate) fn unreadable(error: &std::io::Error) -> Diagnostic {
    Diagnostic::error("unreadable", "Source can't be read", error.to_string())
}

#[cold]
pub(crate) fn unwritable(error: &std::io::Error) -> Diagnostic {
    Diagnostic::error("unwritable", "Document can't be written", error.to_string())
}

/// The summary above the message of a user's own `Deserialize`.
pub(crate) const CUSTOM_SUMMARY: &str = "Unsuitable value";

/// The error of a user's own `Deserialize` or `Serialize`.
#[cold]
pub(crate) fn custom(message: &dyn fmt::Display) -> Diagnostic {
    Diagnostic::error("custom", message.to_string(), "")
}
