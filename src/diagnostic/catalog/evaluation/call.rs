//! Diagnostics of function calls.

use std::fmt::Display;

use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::value::Type;

#[cold]
pub(crate) fn null_expansion(argument: Span, call: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "invalid-expansion",
        "Invalid expanding argument value",
        "The value before ... is null, so there are no elements to pass on.",
    )
    .at(argument)
    .within(call)
}

#[cold]
pub(crate) fn expansion_type(ty: &Type, argument: Span, call: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "invalid-expansion",
        "Invalid expanding argument value",
        format!(
            "The value before ... must be a list, set or tuple, but is of type {}.",
            ty.friendly_name()
        ),
    )
    .at(argument)
    .within(call)
}

#[cold]
pub(crate) fn missing_argument(
    function: &str,
    parameters: &[&str],
    given: usize,
    at_least: bool,
    close: Span,
    call: Span,
) -> Diagnostic {
    let at_least = if at_least { "at least " } else { "" };
    let required = parameters.len();
    let arguments = if required == 1 { "argument" } else { "arguments" };
    let parameter = parameters.get(given).copied().unwrap_or_default();
    let missing = match (required, given) {
        (1, _) => format!("\"{parameter}\""),
        (_, 0) => format!("the first one, \"{parameter}\","),
        (_, 1) => format!("the second one, \"{parameter}\","),
        (_, 2) => format!("the third one, \"{parameter}\","),
        _ => format!("number {}, \"{parameter}\",", given + 1),
    };
    Diagnostic::catalogued(
        "missing-argument",
        "Not enough function arguments",
        format!(
            "The function \"{function}\" takes {at_least}{required} {arguments}, but {missing} is \
             missing."
        ),
    )
    .at(close)
    .within(call)
    .help(format!(
        "{function}({}{})",
        parameters.join(", "),
        if at_least.is_empty() { "" } else { ", …" }
    ))
}

#[cold]
pub(crate) fn extra_argument(
    function: &str,
    allowed: usize,
    argument: Span,
    call: Span,
) -> Diagnostic {
    let arguments = if allowed == 1 { "argument" } else { "arguments" };
    let diagnostic = Diagnostic::catalogued(
        "extra-argument",
        "Too many function arguments",
        format!("The function \"{function}\" takes only {allowed} {arguments}."),
    )
    .at(argument)
    .within(call);
    diagnostic.help("remove the arguments from here on")
}

#[cold]
pub(crate) fn argument(
    function: &str,
    parameter: &str,
    reason: &dyn Display,
    argument: Span,
    call: Span,
) -> Diagnostic {
    Diagnostic::catalogued(
        "invalid-argument",
        "Invalid function argument",
        format!("Invalid value for parameter \"{parameter}\" of \"{function}\": {reason}."),
    )
    .at(argument)
    .within(call)
}

#[cold]
pub(crate) fn call_failed(
    function: &str,
    reason: &dyn Display,
    name: Span,
    call: Span,
) -> Diagnostic {
    Diagnostic::catalogued(
        "call-failed",
        "Error in function call",
        format!("The call of \"{function}\" failed: {reason}."),
    )
    .at(name)
    .within(call)
}
