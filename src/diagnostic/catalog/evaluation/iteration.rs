//! Diagnostics of `for` expressions and directives.

use crate::text::span::Span;
use crate::value::Type;
use crate::value::convert::ConversionError;
use crate::value::disclosure::Quote;

rows! {
    null_iteration(collection: Span, whole: Span) at collection within (whole):
        "null-iteration", "Iteration over null value", "There is nothing to iterate over: the value is null.",
        "test it first: value == null ? [] : value";

    not_iterable(ty: &Type, collection: Span, whole: Span; noun = ty.noun()) at collection within (whole):
        "not-iterable", "Iteration over non-iterable value",
        "The value is {noun}, which has no elements to iterate over.",
        match ty {
            Type::Number => "range(value) counts from 0 to below a number; [value] is a list of one";
            _ => "put it in brackets: [value]";
        };

    /// The condition is null for any element.
    constant_null_condition(condition: Span, whole: Span) at condition within (whole):
        "null-condition", "Condition is null", "The condition after \"if\" is always null; it must be true or false.";

    null_for_condition(condition: Span, whole: Span) at condition within (whole):
        "null-condition", "Invalid 'for' condition",
        "The condition after \"if\" is null for an element; it must be true or false.";

    for_condition_type(error: &ConversionError, condition: Span, whole: Span) at condition within (whole):
        "condition-type", "Invalid 'for' condition",
        "The condition after \"if\" doesn't fit: {error}.", "compare the value with another: value == other";

    null_for_key(key: Span, whole: Span) at key within (whole):
        "null-key", "Invalid object key", "The key is null for an element.",
        "leave the element out: {{ for … : key => value if key != null }}";

    for_key_type(error: &ConversionError, key: Span, whole: Span) at key within (whole):
        "key-type", "Invalid object key", "A key must be a string: {error}.",
        "select a text for the key, such as the position or an attribute of the element";

    duplicate_for_key(name: Quote<'_>, key: Span, whole: Span) at key within (whole):
        "duplicate-key", "Duplicate object key", "Two elements have the key {name}.",
        "write ... after the value to collect the values of equal keys in a list";
}
