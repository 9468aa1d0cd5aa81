//! Diagnostics of names of variables and functions, and of cycles of references.

use super::super::{advice, did_you_mean, habits, spaced, suggested, suggesting};
use crate::diagnostic::Diagnostic;
use crate::text::span::Span;
use crate::text::suggest::Suggestion;

/// The place of a name in its expression.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum NamePlace {
    /// The name is the whole value, so it may be meant as a text.
    Alone,
    /// The name is all of an interpolation.
    Interpolation,
    /// An attribute or an element of the variable is meant.
    Root,
}

#[cold]
pub(crate) fn unknown_variable(
    name: &str,
    suggestion: &Suggestion<'_>,
    place: NamePlace,
    span: Span,
) -> Diagnostic {
    let detail = format!("There is no variable named \"{name}\".");
    let diagnostic =
        Diagnostic::catalogued(UNKNOWN_VARIABLE, "Unknown variable", detail).with_span(span);
    match name {
        "each" => diagnostic.with_help(
            "each.key and each.value are only known where for_each is set; in a for expression, use the \
             names after \"for\"",
        ),
        "count" => diagnostic.with_help("count.index is only known where count is set"),
        "self" => diagnostic.with_help("self is only known inside the block of the object that it refers to"),
        _ if matches!(suggestion, Suggestion::Nearest(_)) => {
            suggesting(diagnostic, name, suggestion)
        }
        _ => {
            if let Some((left, right)) = suggestion.minuend_of(name) {
                return diagnostic.with_help(spaced(&format!("{left} - {right}")));
            }
            let is_word = place == NamePlace::Alone && advice::is_word_of_values(name);
            let suggested = suggested(name, suggestion).filter(|_| !is_word);
            let meant = match place {
                NamePlace::Alone => Some(habits::bare_word(name)),
                NamePlace::Interpolation => {
                    Some(format!("if this is text for another program, write $${{{name}}}"))
                }
                NamePlace::Root => None,
            };
            let help = [meant, suggested].into_iter().flatten().collect::<Vec<_>>().join("; ");
            match help.is_empty() {
                true => diagnostic,
                false => diagnostic.with_help(help),
            }
        }
    }
}

pub(crate) const UNKNOWN_VARIABLE: &str = "unknown-variable";

pub(crate) const NO_VARIABLES: &str = "no-variables";

#[cold]
pub(crate) fn no_variables(name: &str, place: NamePlace, span: Span) -> Diagnostic {
    Diagnostic::catalogued(
        NO_VARIABLES,
        "Variables not allowed",
        format!("\"{name}\" refers to a variable, but there are none here."),
    )
    .with_span(span)
    .with_help(match place {
        NamePlace::Alone => advice::QUOTE_TEXT,
        _ => {
            "pass a context with this variable, as to from_str_with; in a text, $${ is a literal ${"
        }
    })
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
    Diagnostic::catalogued("cycle", "Reference cycle", detail).with_help(match names {
        [only] => format!("write a value without {only}"),
        _ => "write one of these values without the next one".to_owned(),
    })
}

/// The label on a step of a cycle after the first.
pub(crate) fn step(name: &str) -> String {
    format!("… which refers to {name}")
}

#[cold]
pub(crate) fn unknown_function(
    name: &str,
    nearest: Option<&str>,
    habit: Option<&str>,
    span: Span,
    call: Span,
) -> Diagnostic {
    let detail = format!("There is no function named \"{name}\".");
    let diagnostic = Diagnostic::catalogued("unknown-function", "Call to unknown function", detail)
        .with_span(span);
    let diagnostic = diagnostic.with_context(call);
    let (feature, is_impure) = requirements(name);
    match nearest {
        _ if feature.is_some_and(|feature| !is_enabled(feature)) => {
            let feature = feature.unwrap_or_default();
            diagnostic.with_help(format!("{name} needs the feature `{feature}` of serde_hcl"))
        }
        _ if is_impure => diagnostic.with_help(
            "the program doesn't allow functions that depend on its surroundings: write the value itself",
        ),
        _ if habit.is_some() => {
            diagnostic.with_help(format!("write {}", habit.unwrap_or_default()))
        }
        None if name.contains("::") => {
            diagnostic.with_help("a function with :: in its name exists only if the program adds it")
        }
        nearest => did_you_mean(diagnostic, nearest),
    }
}

/// Whether the library has a function with this name.
pub(crate) fn is_function(name: &str) -> bool {
    row(name).is_some()
}

/// The row of the function in the table of functions.
fn row(name: &str) -> Option<&'static str> {
    let table = include_str!("../../../functions/table.md");
    let is_row_of = |row: &&str| {
        let rest = row.strip_prefix("| `").and_then(|row| row.strip_prefix(name));
        rest.is_some_and(|rest| rest.starts_with('('))
    };
    table.lines().find(is_row_of)
}

/// The feature that a library function needs, if it needs one, and whether programs must add the
/// function explicitly. The table of functions says both.
fn requirements(name: &str) -> (Option<&'static str>, bool) {
    let row = row(name.strip_prefix("core::").unwrap_or(name)).unwrap_or_default();
    let needs = row.trim_end_matches(" |").rsplit("| ").next().unwrap_or_default();
    let feature = needs.strip_prefix('`').and_then(|needs| needs.split('`').next());
    (feature, needs.contains("from `"))
}

/// The features with functions, and whether they are enabled.
const FEATURES: [(&str, bool); 7] = [
    ("base64", cfg!(feature = "base64")),
    ("crypto", cfg!(feature = "crypto")),
    ("files", cfg!(feature = "files")),
    ("hash", cfg!(feature = "hash")),
    ("regex", cfg!(feature = "regex")),
    ("uuid", cfg!(feature = "uuid")),
    ("yaml", cfg!(feature = "yaml")),
];

fn is_enabled(feature: &str) -> bool {
    FEATURES.iter().all(|(name, is_enabled)| *name != feature || *is_enabled)
}

rows! {
    no_functions(name: &str, call: Span) at call:
        "no-functions", "Function calls not allowed",
        "\"{name}\" can't be called: there are no functions here.",
        "write the value itself";
}

/// The label of the place that reads a variable whose expression failed.
pub(crate) fn read_as(reference: &str) -> String {
    format!("{reference} is read here")
}
