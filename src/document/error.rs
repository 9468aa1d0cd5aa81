//! Errors of changes.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::encoding;
use crate::diagnostic::error::{Category, Error, Result};
use crate::text::identifier::is_identifier;

/// Fails for a name that an item can't have.
pub(super) fn check_name(name: &str) -> Result<()> {
    match is_identifier(name) {
        true => Ok(()),
        false => Err(editing(encoding::no_identifier(name))),
    }
}

/// An error of a change.
#[cold]
pub(crate) fn editing(diagnostic: Diagnostic) -> Error {
    Error::of(Category::Edit, diagnostic)
}
