//! Diagnostics of object keys.

use crate::text::span::Span;
use crate::value::convert::ConversionError;

rows! {
    null_object_key(value: Span) at value:
        "null-key", "Null value as key", "The key of this value is null.",
        "test it first: key == null ? \"none\" : key";

    /// `text` is the key as it is written.
    object_key_type(error: &ConversionError, text: &str, key: Span;
        inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).map(str::trim), text = inner.unwrap_or_default()) at key:
        "key-type", "Incorrect key type", "A key must be a string: {error}.",
        match inner {
            Some(_) if !text.contains(',') => "a key that is a value stands in parentheses: ({text})"
                => replaced(format!("({text})"));
            _ => "write a name, or a text in double quotes";
        };

    text_as_key(text: &str, key: Span) at key:
        "text-as-key", "Unknown variable", "This key is no name, and its parts have no values.",
        "put quotes around the name: \"{text}\"";

    ambiguous_key(text: &str, key: Span) at key:
        "ambiguous-key", "Ambiguous attribute key", "This can be meant as a reference or as a name with dots in it.",
        "write ({text}) for the value, or \"{text}\" for the name";
}
