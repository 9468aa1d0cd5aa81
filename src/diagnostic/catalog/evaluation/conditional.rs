//! Diagnostics of conditionals.

use crate::diagnostic::Diagnostic;
use crate::text::span::Span;
use crate::value::convert::ConversionError;

/// The fix for a condition that is neither true nor false.
pub(super) const COMPARE: &str = "compare the value with another: value == other";

rows! {
    different_results(mismatch: &str, results: Span, conditional: Span) at results within (conditional):
        "conditional-types", "Inconsistent conditional result types",
        "Both results must have the same type, or types that can be converted to a common one: {mismatch}.",
        "convert one of them, as with tostring(value), or write it as a list if the other is one: [value]";

    unsuitable_result(error: &ConversionError, result: Span, conditional: Span) at result within (conditional):
        "conditional-types", "Inconsistent conditional result types",
        "This result can't be converted to the type that both results must have: {error}.";

    null_condition(predicate: Span, conditional: Span) at predicate within (conditional):
        "null-condition", "Null condition",
        "The condition is null; it must be true or false.",
        "test for null first: value != null && value";
}

#[cold]
pub(crate) fn condition_type(
    error: &ConversionError,
    predicate: Span,
    conditional: Span,
) -> Diagnostic {
    Diagnostic::catalogued(
        "condition-type",
        "Incorrect condition type",
        format!("The condition doesn't fit: {error}."),
    )
    .with_span(predicate)
    .with_context(conditional)
    .with_help(COMPARE)
}
