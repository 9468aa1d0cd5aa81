//! Diagnostics about declarations and settings of variables.

use crate::text::span::Span;
use crate::value::convert::ConversionError;

/// The label on the condition for a value from elsewhere.
pub(crate) const CONDITION: &str = "this condition is not met";

rows! {
    duplicate(name: &str, second: Span, first: Option<Span>) at second label first "declared here":
        "duplicate-variable", "Duplicate variable declaration",
        "A variable named \"{name}\" is already declared.", "rename or remove one of them";

    quoted_type(span: Span) at span:
        "quoted-type", "Invalid quoted type constraints",
        "A type must be written without quotes.", "write a type such as string, list(string) or map(string)";

    null_default(span: Span) at span:
        "invalid-default", "Invalid default value for variable",
        "The default is null, but the variable may not be null.", "give it another default, or remove nullable = false";

    unsuitable_constant(reason: &ConversionError, span: Span) at span:
        "invalid-default", "Invalid default value for variable",
        "The value doesn't fit the type of the variable: {reason}.", "write a value of this type, or change the type";

    undeclared(name: &str, nearest: Option<&str>):
        "undeclared-variable", "Value for undeclared variable", "No variable named \"{name}\" is declared.",
        "declare it: variable \"{name}\" {{ … }}" => did_you_mean(nearest);

    missing(name: &str, is_null: bool):
        "missing-value", "No value for required variable",
        match is_null {
            true => "The variable \"{name}\" may not be null, and has no default.";
            false => "The variable \"{name}\" is not set, and has no default.";
        }, "give it a value, or a default in its declaration";

    unsuitable(name: &str, reason: &ConversionError):
        "invalid-value", "Invalid value for variable",
        "The value of \"{name}\" doesn't fit its type: {reason}.", "write a value of the type that is declared";

    invalid(name: &str, message: &str):
        "invalid-value", "Invalid value for variable", "The value of \"{name}\" is not accepted: {message}";

    null_condition(span: Span) at span:
        "invalid-condition", "Invalid variable validation result",
        "The condition is null; it must be true or false.", "test for null first: value != null && value";

    condition_type(reason: &ConversionError, span: Span) at span:
        "invalid-condition", "Invalid variable validation result",
        "The condition must be true or false: {reason}.", "compare the value with another: value == other";
}

/// The detail for an invalid setting whose value is sensitive.
pub(crate) fn sensitive_setting(name: &str) -> String {
    format!("The value of \"{name}\" is sensitive, so the reason is not shown.")
}

/// The detail for a condition that is not met and whose message is sensitive.
pub(crate) fn sensitive_message() -> &'static str {
    "The message is not shown because it contains a sensitive value."
}
