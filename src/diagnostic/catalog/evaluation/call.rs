//! Diagnostics of function calls.

use std::fmt::Display;

use crate::diagnostic::catalog::advice::Replacement;
use crate::diagnostic::catalog::habits;
use crate::diagnostic::{About, Diagnostic};
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

    missing_argument(function: &str, parameters: &[&str], given: usize, at_least: bool, call: Span;
        (least, more) = if at_least { ("at least ", ", …") } else { ("", "") },
        required = parameters.len(), all = parameters.join(", "), number = given + 1,
        arguments = if required == 1 { "argument" } else { "arguments" },
        parameter = parameters.get(given).copied().unwrap_or_default(), missing = match (required, given) {
            (1, _) => format!("\"{parameter}\""),
            (_, 0) => format!("the first one, \"{parameter}\","),
            (_, 1) => format!("the second one, \"{parameter}\","),
            (_, 2) => format!("the third one, \"{parameter}\","),
            _ => format!("number {number}, \"{parameter}\","),
        }, close = Span::new(call.end.saturating_sub(1), call.end))
        at close within (call):
        "too-few-arguments", "Not enough function arguments",
        "The function \"{function}\" takes {least}{required} {arguments}, but {missing} is missing.",
        "{function}({all}{more})";

    extra_argument(function: &str, allowed: usize, argument: Span, call: Span;
        arguments = if allowed == 1 { "argument" } else { "arguments" })
        at argument within (call):
        "extra-argument", "Too many function arguments",
        "The function \"{function}\" takes only {allowed} {arguments}.", "remove the arguments from here on";

    argument(function: &str, parameter: &str, reason: &dyn Display, fix: Option<&str>, argument: Span, call: Span)
        at argument within (call):
        "invalid-argument", "Invalid function argument",
        "Invalid value for parameter \"{parameter}\" of \"{function}\": {reason}.",
        match (fix, function, parameter) {
            (Some(fix), ..) => "{fix}";
            (_, _, "pattern") => "write \\\\ before a character of the pattern that is meant as it is";
            (_, "setproduct", _) => "put the value in brackets: [value]";
            (_, "formatdate", "format") => "write a format such as \"YYYY-MM-DD hh:mm\"";
            (_, "formatdate", "time") => "write a time such as \"2025-01-31T12:00:00Z\"";
            _ => ;
        } => about(About::PartOf(call));

    /// A call that failed. `parameters` are those of the function.
    call_failed(function: &str, parameters: &[&str], reason: &dyn Display, fix: Option<&str>, name: Span, call: Span;
        // A function of this name always fails.
        fix = fix.map(str::to_owned).or_else(|| Some(format!("write {}", habits::function(function, None)?))),
        all = parameters.join(", "))
        at name within (call):
        "call-failed", "Error in function call", "The call of \"{function}\" failed: {reason}.",
        match fix {
            Some(fix) => "{fix}";
            None => "usage: {function}({all}); for a default when it fails, write try({function}(…), default)";
        };
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
pub(crate) fn argument_fix(want: &Type, have: &Type) -> Option<String> {
    use Type::{Bool, List, Map, Number, Object, Set, String, Tuple};
    let help: Option<Replacement> = help! { (want, have) {
        (String, List(_) | Set(_) | Tuple(_)) =>
            "join(\", \", list) makes text of a list; an index selects one element: list[0]";
        (String | Number | Bool, Map(_) | Object(_)) =>
            "a name selects one attribute: object.name; jsonencode(object) makes text of it";
        (Number | Bool, List(_) | Set(_) | Tuple(_)) => "an index selects one element: list[0]";
        (Number, String) => "write a number in digits";
        (Number, Bool) => "select a number: condition ? 1 : 0";
        (Bool, String | Number) => "compare the value with another: value == other";
        (List(_) | Set(_), String) => "put the value in brackets: [value]; \"${{one}}${{other}}\" joins texts";
        (List(_) | Set(_), Number | Bool) => "put the value in brackets: [value]";
        (List(_) | Set(_), Map(_) | Object(_)) => "values(object) and keys(object) are lists";
        (Map(_) | Object(_), _) => "write an object: {{ name = value }}";
        _ => ;
    } };
    help.map(|(help, _)| help)
}

/// A replacement for a list in the place of its elements.
pub(crate) fn expansion_fix(function: &str) -> String {
    format!("write ... after a list to pass its elements: {function}(list...)")
}
