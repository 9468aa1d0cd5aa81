//! The causes of errors: facts that are not in the texts, with which the decoder completes a diagnostic.

use std::fmt;

use serde::de::Unexpected;

use super::Diagnostic;
use super::catalog::decoding;

/// The facts of an error that serde created. Outer layers use them to refine the diagnostic. Most errors of targets
/// that are tried in a buffer are never shown, so they have no other diagnostic than that of their facts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ErrorCause {
    MissingField(&'static str),
    DuplicateField(&'static str),
    /// The same for an object that was not buffered.
    MissingFieldOfObject(&'static str),
    UnknownField(String, &'static [&'static str]),
    UnknownValue,
    /// A consequence of an error that an earlier attempt has reported.
    Reported,
    /// The target rejected the type of what was found, or the value itself.
    Refused {
        found: Found,
        is_type: bool,
        wants: Wants,
    },
    /// No form of an untagged enum fits; these are the fields that some of the forms need.
    NoForm(Vec<&'static str>),
    /// An expression has no value.
    NoValue(Wants),
    /// A target in a buffer has an integer type of 128 bits.
    UnsupportedInteger,
}

impl ErrorCause {
    /// The diagnostic that follows from the facts alone.
    #[cold]
    pub(super) fn diagnostic(&self) -> Option<Diagnostic> {
        Some(match self {
            ErrorCause::MissingField(field) => decoding::missing_field(field),
            ErrorCause::DuplicateField(field) => decoding::duplicate_field(field),
            ErrorCause::UnknownField(field, expected) => decoding::unknown_field(field, expected),
            ErrorCause::Refused { found, is_type: true, wants } => {
                decoding::invalid_type(found, &wants.expected)
            }
            ErrorCause::Refused { found, wants, .. } => {
                decoding::invalid_value(found, &wants.expected)
            }
            _ => return None,
        })
    }
}

/// The value that a target rejected, as serde describes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Found {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    /// The bits of a float.
    Float(u64),
    Text(String),
    /// Placeholders are bytes.
    Bytes,
    List,
    Object,
    Other(String),
}

impl Found {
    pub(crate) fn of(unexpected: Unexpected<'_>) -> Self {
        match unexpected {
            Unexpected::Unit | Unexpected::Option => Found::Null,
            Unexpected::Bool(bool) => Found::Bool(bool),
            Unexpected::Unsigned(number) => Found::Unsigned(number),
            Unexpected::Signed(number) => Found::Signed(number),
            Unexpected::Float(number) => Found::Float(number.to_bits()),
            Unexpected::Char(char) => Found::Text(char.to_string()),
            Unexpected::Str(text) => Found::Text(text.to_owned()),
            Unexpected::Bytes(_) => Found::Bytes,
            Unexpected::Seq => Found::List,
            Unexpected::Map => Found::Object,
            other => Found::Other(other.to_string()),
        }
    }
}

/// In the terms of the language.
impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::Null => f.write_str("null"),
            Found::Bool(bool) => write!(f, "{bool}"),
            Found::Unsigned(number) => write!(f, "the number {number}"),
            Found::Signed(number) => write!(f, "the number {number}"),
            Found::Float(bits) => write!(f, "the number {}", f64::from_bits(*bits)),
            Found::Text(text) => write!(f, "the string {text:?}"),
            Found::Bytes => write!(f, "{}", Unexpected::Bytes(&[])),
            Found::List => f.write_str("a list"),
            Found::Object => f.write_str("an object"),
            Found::Other(words) => f.write_str(words),
        }
    }
}

/// The type that a target wanted: serde's description, and the names of the variants of an enum.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Wants {
    pub(crate) expected: String,
    pub(crate) variants: &'static [&'static str],
}
