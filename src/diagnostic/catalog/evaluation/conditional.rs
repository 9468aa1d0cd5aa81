//! Diagnostics of conditionals.

use crate::text::span::Span;
use crate::value::convert::ConversionError;

rows! {
    different_results(mismatch: &str, results: Span, conditional: Span) at results within (conditional):
        "conditional-types", "Inconsistent conditional result types",
        "Both results must have the same type, or types that can be converted to a common one: {mismatch}.",
        "convert one of them, as with tostring(value), or write it as a list if the other is one: [value]";

    unsuitable_result(error: &ConversionError, result: Span, conditional: Span) at result within (conditional):
        "conditional-types", "Inconsistent conditional result types",
        "This result can't be converted to the type that both results must have: {error}.";

    null_condition(predicate: Span, conditional: Span) at predicate within (conditional):
        "null-condition", "Null condition", "The condition is null; it must be true or false.",
        "test for null first: value != null && value";

    condition_type(error: &ConversionError, predicate: Span, conditional: Span) at predicate within (conditional):
        "condition-type", "Incorrect condition type",
        "The condition doesn't fit: {error}.", "compare the value with another: value == other";
}
