//! Errors of encoding.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Category, Error, Result};
use crate::value::normalize;

/// Fails for a character that would be read as another one, or as several.
pub(super) fn normal_char(char: char) -> Result<char> {
    match normalize(char.encode_utf8(&mut [0; 4])) == char.to_string() {
        true => Ok(char),
        false => Err(encoding(catalog::not_normal(char))),
    }
}

#[cold]
pub(super) fn encoding(diagnostic: Diagnostic) -> Error {
    Error::of(Category::Encoding, diagnostic)
}
