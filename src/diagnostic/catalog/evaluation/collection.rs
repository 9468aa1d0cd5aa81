//! Diagnostics of object keys.

use crate::diagnostic::Diagnostic;
use crate::text::span::Span;
use crate::value::convert::ConversionError;

#[cold]
pub(crate) fn null_object_key(value: Span) -> Diagnostic {
    Diagnostic::catalogued("null-key", "Null value as key", "The key of this value is null.")
        .at(value)
}

#[cold]
pub(crate) fn object_key_type(error: &ConversionError, key: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "key-type",
        "Incorrect key type",
        format!("A key must be a string: {error}."),
    )
    .at(key)
    .help("write a name, or a text in double quotes")
}

#[cold]
pub(crate) fn ambiguous_key(text: &str, key: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "ambiguous-key",
        "Ambiguous attribute key",
        "This can be meant as a reference or as a name with dots in it.",
    )
    .at(key)
    .help(format!("write ({text}) for the value, or \"{text}\" for the name"))
}
