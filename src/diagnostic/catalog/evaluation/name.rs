//! Diagnostics of names of variables and functions, and of cycles of references.

use super::super::advice::{self, QUOTE_TEXT};
use super::super::{habits, suggested};
use crate::diagnostic::About;
use crate::text::span::{Span, floor_char_boundary};
use crate::text::suggest::Suggestion;

/// The place of a name in its expression.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum NamePlace<'s> {
    /// The name is the whole value or a part of this text without blanks, so it may be meant as a text.
    Alone(&'s str),
    /// The name is all of an interpolation.
    Interpolation,
    /// An attribute or an element of the variable is meant.
    Root,
}

impl<'s> NamePlace<'s> {
    /// The place of a name without steps in its source. The names of `linux/amd64` are one text.
    pub(crate) fn of(source: &'s str, name: Span) -> Self {
        /// The longest text.
        const MOST: usize = 64;
        let (start, end) = (name.start as usize, name.end as usize);
        if source.get(..start).is_some_and(|before| before.trim_end().ends_with("${")) {
            return NamePlace::Interpolation;
        }
        let first = floor_char_boundary(source, start.saturating_sub(MOST));
        let last = floor_char_boundary(source, source.len().min(end + MOST));
        let is_part = |it: char| it.is_alphanumeric() || "_-/.".contains(it);
        let [before, behind] =
            [first..start, end..last].map(|range| source.get(range).unwrap_or_default());
        let start = start - (before.len() - before.trim_end_matches(is_part).len());
        let end = end + behind.len() - behind.trim_start_matches(is_part).len();
        let whole = source.get(start..end).filter(|text| text.contains('/'));
        NamePlace::Alone(whole.unwrap_or_else(|| name.text(source)))
    }
}

rows! {
    unknown_variable(name: &str, suggestion: &Suggestion<'_>, place: NamePlace<'_>, span: Span;
        minuend = suggestion.minuend_of(name), is_near = matches!(suggestion, Suggestion::Nearest(_)),
        is_special = is_near || minuend.is_some() || matches!(name, "each" | "count" | "self"),
        (meant, about) = meant_by(name, suggestion, place),
        word = advice::word_in_other_case(name).filter(|_| matches!(place, NamePlace::Alone(_))),
        about = if is_special { About::Word { is_text: false, names: None } } else { about })
        at span:
        "unknown-variable", "Unknown variable", "There is no variable named \"{name}\".",
        match (name, minuend, meant) {
            ("each", ..) =>
                "each.key and each.value are only known where for_each is set; in a for expression, use the names after \"for\"";
            ("count", ..) => "count.index is only known where count is set";
            ("self", ..) => "self is only known inside the block of the object that it refers to";
            _ if is_near => => suggesting(name, suggestion);
            (_, Some((left, right)), _) =>
                "a name may have dashes, so a minus sign has spaces around it: {left} - {right}";
            (_, _, Some(meant)) => "{meant}" => edited(word.map(|_| span), word.unwrap_or_default());
            _ => ;
        } => about(about);

    /// A name without quotes in the brackets behind an object that has an attribute with this name.
    name_as_index(name: &str, key: Span) at key:
        "unknown-variable", "Unknown variable", "There is no variable named \"{name}\".",
        "put quotes around the name: [\"{name}\"]" => replaced(format!("\"{name}\""));

    no_variables(name: &str, place: NamePlace<'_>, span: Span) at span:
        "no-variables", "Variables not allowed", "\"{name}\" refers to a variable, but there are none here.",
        match place {
            NamePlace::Alone(_) => "{QUOTE_TEXT}" => about(About::Word { is_text: true, names: None });
            _ => "pass a context with this variable, as to from_str_with; in a text, $${{ is a literal ${{"
                => about(About::Word { is_text: false, names: None });
        };

    /// A cycle of references; `names` are the steps.
    cycle(names: &[&str]; start = names.last().copied().unwrap_or_default(), way = way(names)):
        "cycle", "Reference cycle", "The value of {start} depends on itself: {way}.",
        match names {
            [only] => "write a value without {only}";
            _ => "write one of these values without the next one";
        };

    /// `renamed` is a function with the same argument.
    unknown_function(name: &str, nearest: Option<&str>, habit: Option<&str>, renamed: Option<&str>, span: Span, call: Span;
        place = renamed.map(|_| span), (feature, is_impure) = requirements(name), feature = feature.filter(|feature| !is_enabled(feature)))
        at span within (call):
        "unknown-function", "Call to unknown function", "There is no function named \"{name}\".",
        match (feature, habit) {
            (Some(feature), _) => "{name} needs the feature `{feature}` of serde_hcl";
            _ if is_impure =>
                "the program doesn't allow functions that depend on its surroundings: write the value itself";
            (_, Some(habit)) => "write {habit}" => edited(place, renamed.unwrap_or_default());
            _ if nearest.is_none() && name.contains("::") =>
                "a function with :: in its name exists only if the program adds it";
            _ => => did_you_mean(nearest);
        };

    no_functions(name: &str, call: Span) at call:
        "no-functions", "Function calls not allowed",
        "\"{name}\" can't be called: there are no functions here.", "write the value itself";
}

/// The help for an unknown name: the meanings that it may have. And the subject of this help.
fn meant_by(
    name: &str,
    suggestion: &Suggestion<'_>,
    place: NamePlace<'_>,
) -> (Option<String>, About) {
    let is_word = matches!(place, NamePlace::Alone(_)) && advice::is_word_of_values(name);
    let possible = suggested(name, suggestion).filter(|_| !is_word);
    let names = possible.clone().filter(|_| matches!(suggestion, Suggestion::Possible(_)));
    let meant = match place {
        NamePlace::Alone(text) => Some(habits::bare_word(text)),
        NamePlace::Interpolation => {
            Some(format!("if this is text for another program, write $${{{name}}}"))
        }
        NamePlace::Root => None,
    };
    let about = About::Word { is_text: matches!(place, NamePlace::Alone(_)) && !is_word, names };
    let help: Vec<_> = [meant, possible].into_iter().flatten().collect();
    ((!help.is_empty()).then(|| help.join("; ")), about)
}

/// The steps of a cycle, of which the first ones are shown.
fn way(names: &[&str]) -> String {
    const SHOWN: usize = 8;
    let way: Vec<_> = names.last().into_iter().chain(names.iter().take(SHOWN)).copied().collect();
    let start = way.first().copied().unwrap_or_default();
    let more = match names.len() {
        count if count > SHOWN => format!(" → … → {start} ({count} steps)"),
        _ => String::new(),
    };
    way.join(" → ") + &more
}

/// The label on a step of a cycle after the first.
pub(crate) fn step(name: &str) -> String {
    format!("… which refers to {name}")
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

/// The label of the place that reads a variable whose expression failed.
pub(crate) fn read_as(reference: &str) -> String {
    format!("{reference} is read here")
}
