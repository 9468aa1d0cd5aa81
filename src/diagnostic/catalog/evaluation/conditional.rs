//! Diagnostics of conditionals.

use crate::diagnostic::Diagnostic;
use crate::text::span::Span;
use crate::value::convert::ConversionError;

/// The fix for a condition that is neither true nor false.
pub(super) const COMPARE: &str = "compare the value with another: value == other";

#[cold]
pub(crate) fn different_results(mismatch: &str, results: Span, conditional: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "conditional-types",
        "Inconsistent conditional result types",
        format!("Both results must have the same type, or types that can be converted to a common one: {mismatch}."),
    )
    .at(results)
    .within(conditional)
    .with_help("convert one of them, as with tostring(value), or write it as a list if the other is one: [value]")
}

#[cold]
pub(crate) fn unsuitable_result(
    error: &ConversionError,
    result: Span,
    conditional: Span,
) -> Diagnostic {
    Diagnostic::catalogued(
        "conditional-types",
        "Inconsistent conditional result types",
        format!("This result can't be converted to the type that both results must have: {error}."),
    )
    .at(result)
    .within(conditional)
}

#[cold]
pub(crate) fn null_condition(predicate: Span, conditional: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "null-condition",
        "Null condition",
        "The condition is null; it must be true or false.",
    )
    .at(predicate)
    .within(conditional)
    .with_help("test for null first: value != null && value")
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
    .at(predicate)
    .within(conditional)
    .with_help(COMPARE)
}
