//! The properties that the fuzz targets check, one function for each target.
//!
//! - No panic, overflow or unbounded work on any input: see the budget in `contexts`.
//! - Every error has a diagnostic, and can be shown in all forms.

mod adapters;
pub mod bodies;
mod contexts;
pub mod corpora;
mod decode;
pub mod edit;
mod evaluate;
mod file;
mod format;
mod generate;
mod json;
mod lenient;
mod parse;
pub mod positions;
mod reduce;
mod round_trip;
mod typed;

use serde_hcl::Error;

pub use self::adapters::adapters;
pub use self::bodies::bodies;
pub use self::decode::decode;
pub use self::edit::edit;
pub use self::evaluate::evaluate;
pub use self::file::file;
pub use self::format::format;
pub use self::json::json;
pub use self::lenient::lenient;
pub use self::parse::parse;
pub use self::reduce::reduce;
pub use self::round_trip::round_trip;
pub use self::typed::typed;

/// The name of a property, and its check of bytes.
pub type Target = (&'static str, fn(&[u8]));

/// The fuzz targets with their names.
pub const TARGETS: [Target; 13] = [
    ("adapters", adapters),
    ("bodies", bodies),
    ("decode", decode),
    ("edit", edit),
    ("evaluate", evaluate),
    ("file", file),
    ("format", format),
    ("json", json),
    ("lenient", lenient),
    ("parse", parse),
    ("reduce", reduce),
    ("round_trip", round_trip),
    ("typed", typed),
];

/// Checks an error, and returns all its text.
fn shown(error: &Error) -> String {
    assert!(!error.diagnostics().is_empty(), "an error without diagnostic");
    let (line, column, path) = (error.line(), error.column(), error.path());
    assert_eq!(line.is_some(), column.is_some());
    let reports = [error.report().to_string(), error.report_in_color().to_string()];
    format!("{error} {error:#} {error:?} {reports:?} {path:?} {:?}", error.diagnostics())
}

/// Checks the error of a result whose value does not matter.
fn checked<T>(result: Result<T, Error>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(error) => {
            shown(&error);
            None
        }
    }
}
