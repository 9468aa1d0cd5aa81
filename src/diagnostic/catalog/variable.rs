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
    .at(second)
    .help("rename or remove one of them");
    match first {
        Some(first) => diagnostic.label(first, "declared here"),
        None => diagnostic,
    }
}

#[cold]
pub(crate) fn quoted_type(span: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "invalid-type",
        "Invalid quoted type constraints",
        "A type must be written without quotes.",
    )
    .at(span)
    .help("write a type such as string, list(string) or map(string)")
}

#[cold]
pub(crate) fn null_default(span: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "invalid-default",
        "Invalid default value for variable",
        "The default is null, but the variable may not be null.",
    )
    .at(span)
    .help("give it another default, or remove nullable = false")
}

#[cold]
pub(crate) fn unsuitable_constant(reason: &ConversionError, span: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "invalid-default",
        "Invalid default value for variable",
        format!("The value doesn't fit the type of the variable: {reason}."),
    )
    .at(span)
}

#[cold]
pub(crate) fn undeclared(name: &str, nearest: Option<&str>) -> Diagnostic {
    let detail = format!("No variable named \"{name}\" is declared.");
    let diagnostic =
        Diagnostic::catalogued("undeclared-variable", "Value for undeclared variable", detail);
    match nearest {
        Some(_) => did_you_mean(diagnostic, nearest),
        None => diagnostic.help(format!("declare it: variable \"{name}\" {{ … }}")),
    }
}

#[cold]
pub(crate) fn missing(name: &str, is_null: bool) -> Diagnostic {
    let detail = match is_null {
        true => format!("The variable \"{name}\" may not be null, and has no default."),
        false => format!("The variable \"{name}\" is not set, and has no default."),
    };
    Diagnostic::catalogued("missing-value", "No value for required variable", detail)
        .help("give it a value, or a default in its declaration")
}

/// The detail for an invalid setting whose value is sensitive.
pub(crate) fn sensitive_setting(name: &str) -> String {
    format!("The value of \"{name}\" is sensitive, so the reason is not shown.")
}

/// The detail for a condition that is not met and whose message is sensitive.
pub(crate) fn sensitive_message() -> &'static str {
    "The message is not shown because it contains a sensitive value."
}

#[cold]
pub(crate) fn unsuitable(name: &str, reason: &ConversionError) -> Diagnostic {
    Diagnostic::catalogued(
        "invalid-value",
        "Invalid value for variable",
        format!("The value of \"{name}\" doesn't fit its type: {reason}."),
    )
}

#[cold]
pub(crate) fn invalid(name: &str, message: &str) -> Diagnostic {
    Diagnostic::catalogued(
        "invalid-value",
        "Invalid value for variable",
        format!("The value of \"{name}\" is not accepted: {message}"),
    )
}

#[cold]
pub(crate) fn null_condition(span: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "invalid-condition",
        "Invalid variable validation result",
        "The condition is null; it must be true or false.",
    )
    .at(span)
}

#[cold]
pub(crate) fn condition_type(reason: &ConversionError, span: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "invalid-condition",
        "Invalid variable validation result",
        format!("The condition must be true or false: {reason}."),
    )
    .at(span)
}
