//! Diagnostics about declarations and settings of variables.

use super::did_you_mean;
use crate::diagnostic::Diagnostic;
use crate::text::span::Span;
use crate::value::convert::ConversionError;

/// The label on the condition for a value from elsewhere.
pub(crate) const CONDITION: &str = "this condition is not met";

#[cold]
pub(crate) fn duplicate(name: &str, second: Span, first: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::catalogued(
        "duplicate-variable",
        "Duplicate variable declaration",
        format!("A variable named \"{name}\" is already declared."),
    )
    .with_span(second)
    .with_help("rename or remove one of them");
    match first {
        Some(first) => diagnostic.with_label(first, "declared here"),
        None => diagnostic,
    }
}

rows! {
    quoted_type(span: Span) at span:
        "quoted-type", "Invalid quoted type constraints",
        "A type must be written without quotes.",
        "write a type such as string, list(string) or map(string)";

    null_default(span: Span) at span:
        "invalid-default", "Invalid default value for variable",
        "The default is null, but the variable may not be null.",
        "give it another default, or remove nullable = false";

    unsuitable_constant(reason: &ConversionError, span: Span) at span:
        "invalid-default", "Invalid default value for variable",
        "The value doesn't fit the type of the variable: {reason}.",
        "write a value of this type, or change the type";
}

#[cold]
pub(crate) fn undeclared(name: &str, nearest: Option<&str>) -> Diagnostic {
    let detail = format!("No variable named \"{name}\" is declared.");
    let diagnostic =
        Diagnostic::catalogued("undeclared-variable", "Value for undeclared variable", detail);
    match nearest {
        Some(_) => did_you_mean(diagnostic, nearest),
        None => diagnostic.with_help(format!("declare it: variable \"{name}\" {{ … }}")),
    }
}

#[cold]
pub(crate) fn missing(name: &str, is_null: bool) -> Diagnostic {
    let detail = match is_null {
        true => format!("The variable \"{name}\" may not be null, and has no default."),
        false => format!("The variable \"{name}\" is not set, and has no default."),
    };
    Diagnostic::catalogued("missing-value", "No value for required variable", detail)
        .with_help("give it a value, or a default in its declaration")
}

/// The detail for an invalid setting whose value is sensitive.
pub(crate) fn sensitive_setting(name: &str) -> String {
    format!("The value of \"{name}\" is sensitive, so the reason is not shown.")
}

/// The detail for a condition that is not met and whose message is sensitive.
pub(crate) fn sensitive_message() -> &'static str {
    "The message is not shown because it contains a sensitive value."
}

rows! {
    unsuitable(name: &str, reason: &ConversionError):
        "invalid-value", "Invalid value for variable",
        "The value of \"{name}\" doesn't fit its type: {reason}.",
        "write a value of the type that is declared";

    invalid(name: &str, message: &str):
        "invalid-value", "Invalid value for variable",
        "The value of \"{name}\" is not accepted: {message}";

    null_condition(span: Span) at span:
        "invalid-condition", "Invalid variable validation result",
        "The condition is null; it must be true or false.",
        "test for null first: value != null && value";

    condition_type(reason: &ConversionError, span: Span) at span:
        "invalid-condition", "Invalid variable validation result",
        "The condition must be true or false: {reason}.",
        "compare the value with another: value == other";
}
