//! Diagnostics of `for` expressions and directives.

use super::conditional::COMPARE;
use crate::diagnostic::Diagnostic;
use crate::text::span::Span;
use crate::value::Type;
use crate::value::convert::ConversionError;
use crate::value::disclosure::Quote;

#[cold]
pub(crate) fn null_iteration(collection: Span, whole: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "null-iteration",
        "Iteration over null value",
        "There is nothing to iterate over: the value is null.",
    )
    .at(collection)
    .within(whole)
    .with_help("test it first: value == null ? [] : value")
}

#[cold]
pub(crate) fn not_iterable(ty: &Type, collection: Span, whole: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "not-iterable",
        "Iteration over non-iterable value",
        format!("The value is {}, which has no elements to iterate over.", ty.noun()),
    )
    .at(collection)
    .within(whole)
    .with_help(match ty {
        Type::Number => "range(value) counts from 0 to below a number; [value] is a list of one",
        _ => "put it in brackets: [value]",
    })
}

/// The condition is null for any element.
#[cold]
pub(crate) fn constant_null_condition(condition: Span, whole: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "null-condition",
        "Condition is null",
        "The condition after \"if\" is always null; it must be true or false.",
    )
    .at(condition)
    .within(whole)
}

#[cold]
pub(crate) fn null_for_condition(condition: Span, whole: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "null-condition",
        "Invalid 'for' condition",
        "The condition after \"if\" is null for an element; it must be true or false.",
    )
    .at(condition)
    .within(whole)
}

#[cold]
pub(crate) fn for_condition_type(
    error: &ConversionError,
    condition: Span,
    whole: Span,
) -> Diagnostic {
    Diagnostic::catalogued(
        "condition-type",
        "Invalid 'for' condition",
        format!("The condition after \"if\" doesn't fit: {error}."),
    )
    .at(condition)
    .within(whole)
    .with_help(COMPARE)
}

#[cold]
pub(crate) fn null_for_key(key: Span, whole: Span) -> Diagnostic {
    Diagnostic::catalogued("null-key", "Invalid object key", "The key is null for an element.")
        .at(key)
        .within(whole)
        .with_help("leave the element out: { for … : key => value if key != null }")
}

#[cold]
pub(crate) fn for_key_type(error: &ConversionError, key: Span, whole: Span) -> Diagnostic {
    let detail = format!("A key must be a string: {error}.");
    Diagnostic::catalogued("key-type", "Invalid object key", detail)
        .at(key)
        .within(whole)
        .with_help("select a text for the key, such as the position or an attribute of the element")
}

#[cold]
pub(crate) fn duplicate_for_key(name: Quote<'_>, key: Span, whole: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "duplicate-key",
        "Duplicate object key",
        format!("Two elements have the key {name}."),
    )
    .at(key)
    .within(whole)
    .with_help("write ... after the value to collect the values of equal keys in a list")
}
