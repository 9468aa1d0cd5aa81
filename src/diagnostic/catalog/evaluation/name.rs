//! Diagnostics of names of variables and functions, and of cycles of references.

use super::super::{advice, suggesting};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::suggest::Suggestion;
use crate::source::Span;

#[cold]
pub(crate) fn unknown_variable(name: &str, suggestion: Suggestion<'_>, span: Span) -> Diagnostic {
    let detail = format!("There is no variable named \"{name}\".");
    let diagnostic = Diagnostic::catalogued(UNKNOWN_VARIABLE, "Unknown variable", detail).at(span);
    match name {
        "each" => diagnostic.help(
            "each.key and each.value are only known where for_each is set; in a for expression, use the \
             names after \"for\"",
        ),
        "count" => diagnostic.help("count.index is only known where count is set"),
        "self" => diagnostic.help("self is only known inside the block of the object that it refers to"),
        _ => suggesting(diagnostic, suggestion),
    }
}

pub(crate) const UNKNOWN_VARIABLE: &str = "unknown-variable";

pub(crate) const NO_VARIABLES: &str = "no-variables";

#[cold]
pub(crate) fn no_variables(name: &str, span: Span) -> Diagnostic {
    Diagnostic::catalogued(
        NO_VARIABLES,
        "Variables not allowed",
        format!("\"{name}\" refers to a variable, but there are none here."),
    )
    .at(span)
    .help(advice::QUOTE_TEXT)
}

/// A cycle of references; `names` are the steps.
#[cold]
pub(crate) fn cycle(names: &[&str]) -> Diagnostic {
    const SHOWN: usize = 8;
    let mut way = names.last().into_iter().chain(names.iter().take(SHOWN)).copied();
    let start = way.next().unwrap_or_default();
    let mut way: String = [start].into_iter().chain(way).collect::<Vec<_>>().join(" → ");
    if names.len() > SHOWN {
        way.push_str(&format!(" → … → {start} ({} steps)", names.len()));
    }
    let detail = format!("The value of {start} depends on itself: {way}.");
    Diagnostic::catalogued("cycle", "Reference cycle", detail)
}

/// The label on a step of a cycle after the first.
pub(crate) fn step(name: &str) -> String {
    format!("… which refers to {name}")
}

#[cold]
pub(crate) fn unknown_function(
    name: &str,
    nearest: Option<&str>,
    span: Span,
    call: Span,
) -> Diagnostic {
    let detail = format!("There is no function named \"{name}\".");
    let diagnostic =
        Diagnostic::catalogued("unknown-function", "Call to unknown function", detail).at(span);
    let diagnostic = diagnostic.within(call);
    match nearest {
        Some(name) => diagnostic.help(format!("did you mean \"{name}\"?")),
        None if is_impure(name) => {
            diagnostic.help("the program doesn't allow functions that depend on its surroundings")
        }
        None => diagnostic,
    }
}

/// Whether the name is that of a library function that programs must add explicitly.
fn is_impure(name: &str) -> bool {
    let prefixes = ["file", "templatefile", "timestamp", "plantimestamp", "uuid", "bcrypt"];
    name == "abspath" || name == "pathexpand" || prefixes.iter().any(|it| name.starts_with(it))
}

#[cold]
pub(crate) fn no_functions(name: &str, call: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "no-functions",
        "Function calls not allowed",
        format!("\"{name}\" can't be called: there are no functions here."),
    )
    .at(call)
}
