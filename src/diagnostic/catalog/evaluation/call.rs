//! Diagnostics of function calls.

use std::fmt::Display;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::habits;
use crate::text::span::Span;
use crate::value::Type;

rows! {
    null_expansion(argument: Span, call: Span) at argument within (call):
        "invalid-expansion", "Invalid expanding argument value",
        "The value before ... is null, so there are no elements to pass on.",
        "test it first: value == null ? [] : value";

    expansion_type(ty: &Type, argument: Span, call: Span; noun = ty.noun()) at argument within (call):
        "invalid-expansion", "Invalid expanding argument value",
        "The value before ... must be a list or set, but is {noun}.",
        "remove the dots, or put the value in brackets: [value]";
}

#[cold]
pub(crate) fn missing_argument(
    function: &str,
    parameters: &[&str],
    given: usize,
    at_least: bool,
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
        "too-few-arguments",
        "Not enough function arguments",
        format!(
            "The function \"{function}\" takes {at_least}{required} {arguments}, but {missing} is \
             missing."
        ),
    )
    .with_span(Span::new(call.end.saturating_sub(1), call.end))
    .with_context(call)
    .with_help(format!(
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
    .with_span(argument)
    .with_context(call);
    diagnostic.with_help("remove the arguments from here on")
}

#[cold]
pub(crate) fn argument(
    function: &str,
    parameter: &str,
    reason: &dyn Display,
    fix: Option<&str>,
    argument: Span,
    call: Span,
) -> Diagnostic {
    let diagnostic = Diagnostic::catalogued(
        "invalid-argument",
        "Invalid function argument",
        format!("Invalid value for parameter \"{parameter}\" of \"{function}\": {reason}."),
    )
    .with_span(argument)
    .with_context(call);
    let usual = match (function, parameter) {
        (_, "pattern") => {
            Some("write \\\\ before a character of the pattern that is meant as it is")
        }
        ("setproduct", _) => Some("put the value in brackets: [value]"),
        ("formatdate", "format") => Some("write a format such as \"YYYY-MM-DD hh:mm\""),
        ("formatdate", "time") => Some("write a time such as \"2025-01-31T12:00:00Z\""),
        _ => None,
    };
    match fix.or(usual) {
        Some(fix) => diagnostic.with_help(fix),
        None => diagnostic,
    }
}

/// An argument that must be a reference is another expression.
pub(crate) fn no_reference(
    function: &str,
    parameter: &str,
    argument: Span,
    call: Span,
) -> Diagnostic {
    let reason = "a reference to a text is required, such as local.template";
    let fix = "write the text as a template itself, or give it a name and refer to the name";
    self::argument(function, parameter, &reason, Some(fix), argument, call)
}

/// A replacement for a value of one type in the place of another type.
pub(crate) fn argument_fix(want: &Type, have: &Type) -> Option<&'static str> {
    use Type::{Bool, List, Map, Number, Object, Set, String, Tuple};
    Some(match (want, have) {
        (String, List(_) | Set(_) | Tuple(_)) => {
            "join(\", \", list) makes text of a list; an index selects one element: list[0]"
        }
        (String | Number | Bool, Map(_) | Object(_)) => {
            "a name selects one attribute: object.name; jsonencode(object) makes text of it"
        }
        (Number | Bool, List(_) | Set(_) | Tuple(_)) => "an index selects one element: list[0]",
        (Number, String) => "write a number in digits",
        (Number, Bool) => "select a number: condition ? 1 : 0",
        (Bool, String | Number) => "compare the value with another: value == other",
        (List(_) | Set(_), String) => {
            "put the value in brackets: [value]; \"${one}${other}\" joins texts"
        }
        (List(_) | Set(_), Number | Bool) => "put the value in brackets: [value]",
        (List(_) | Set(_), Map(_) | Object(_)) => "values(object) and keys(object) are lists",
        (Map(_) | Object(_), _) => "write an object: { name = value }",
        _ => return None,
    })
}

/// A replacement for a list in the place of its elements.
pub(crate) fn expansion_fix(function: &str) -> String {
    format!("write ... after a list to pass its elements: {function}(list...)")
}

/// A call that failed. `parameters` are those of the function.
#[cold]
pub(crate) fn call_failed(
    function: &str,
    parameters: &[&str],
    reason: &dyn Display,
    fix: Option<&str>,
    name: Span,
    call: Span,
) -> Diagnostic {
    let diagnostic = Diagnostic::catalogued(
        "call-failed",
        "Error in function call",
        format!("The call of \"{function}\" failed: {reason}."),
    )
    .with_span(name)
    .with_context(call);
    match fix {
        Some(fix) => diagnostic.with_help(fix),
        None => {
            // A function of this name always fails.
            if let Some(written) = habits::function(function, None) {
                return diagnostic.with_help(format!("write {written}"));
            }
            let usage = format!("{function}({})", parameters.join(", "));
            let default = format!("try({function}(…), default)");
            diagnostic
                .with_help(format!("usage: {usage}; for a default when it fails, write {default}"))
        }
    }
}
