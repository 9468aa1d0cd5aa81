//! The texts of all diagnostics. Each diagnostic has one constructor, whose arguments are the
//! facts.
//!
//! Codes are stable. Summaries are those of the reference, which people know and search for; details and
//! help are our own.
//!
//! A diagnostic is a row of [`rows`]. A function is there only where the number of labels or suggestions
//! differs.

/// Constructors of diagnostics: the place, the construct around it, and other places with their meanings; code,
/// summary, detail and help, and the edit that the help describes. From the first text that differs on, a `match`
/// has the texts of each case. The texts may name the parameters, and the facts that follow from them.
macro_rules! rows {
    ($(
        $(#[$doc:meta])*
        $name:ident($($given:ident: $type:ty),* $(; $($fact:pat = $value:expr),+)?)
            $(at $($subject:ident).+)? $(within ($context:expr))? $(label $other:ident $meaning:literal)*:
            $($text:literal),* $(=> $edit:ident $edited:tt)? $(,)? $(match $choice:tt $cases:tt)?;
    )*) => {$(
        $(#[$doc])*
        #[cold]
        #[allow(unused_parens, reason = "a macro takes the choice in parentheses")]
        pub(crate) fn $name($($given: $type),*) -> $crate::diagnostic::Diagnostic {
            $($(let $fact = $value;)+)?
            cases!([$($text)*] $(=> $edit $edited)? $(match $choice $cases)?)
                $(.with_place($($subject).+))?
                $(.with_place_in($context))?
                $(.with_label_at($other, $meaning))*
        }
    )*};
}

/// The texts of a row, or those of the case that it has here.
macro_rules! cases {
    ($texts:tt match $choice:tt { $(
        $case:pat $(if $condition:expr)? => $($text:literal),* $(=> $edit:ident $edited:tt)?;
    )+ }) => {
        match $choice {
            $($case $(if $condition)? => texts!($texts [$($text)*] $(=> $edit $edited)?),)+
        }
    };
    ($texts:tt $($edit:tt)*) => { texts!($texts [] $($edit)*) };
}

/// A diagnostic with these texts.
macro_rules! texts {
    ([$($text:literal)*] [$($other:literal)*] $($edit:tt)*) => {
        texts!($($text)* $($other)*; $($edit)*)
    };
    ($code:literal $summary:literal $detail:literal $($help:literal)?; $(=> $edit:ident $edited:tt)?) => {
        $crate::diagnostic::Diagnostic::row($code, format_args!($summary), format_args!($detail))
            $(.with_help(std::fmt::format(format_args!($help))))?
            $(.$edit $edited)?
    };
}

pub(crate) mod advice;
mod code;
pub(crate) mod decoding;
pub(crate) mod editing;
pub(crate) mod encoding;
pub(crate) mod evaluation;
pub(crate) mod extension;
pub(crate) mod habits;
pub(crate) mod json;
pub(crate) mod place;
pub(crate) mod schema;
pub(crate) mod syntax;
pub(crate) mod value_notes;
pub(crate) mod variable;
pub(crate) mod wanted;

pub(super) use self::code::is_of_operation;
pub(crate) use self::code::{CUSTOM, CUSTOM_SUMMARY};
use super::Diagnostic;
use crate::text::suggest::Suggestion;

rows! {
    unreadable(error: &std::io::Error):
        "unreadable", "Source can't be read", "{error}";

    unwritable(error: &std::io::Error):
        "unwritable", "Document can't be written", "{error}";

    input_output(error: &std::io::Error):
        "input-output", "Input or output failed", "{error}";
}

/// Adds suggestions for a name.
fn suggesting(diagnostic: Diagnostic, given: &str, suggestion: &Suggestion<'_>) -> Diagnostic {
    match (suggestion, suggested(given, suggestion)) {
        (Suggestion::Nearest(name), Some(help)) => diagnostic.with_help(help).with_name(name),
        (_, Some(help)) => diagnostic.with_help(help),
        (_, None) => diagnostic,
    }
}

fn suggested(given: &str, suggestion: &Suggestion<'_>) -> Option<String> {
    match suggestion {
        Suggestion::Nearest(name) => match given.chars().find(|it| !it.is_ascii()) {
            // The two names may look alike.
            Some(letter) if name.is_ascii() => Some(format!(
                "did you mean \"{name}\"? the name here has the letter {letter} (U+{:04X})",
                u32::from(letter)
            )),
            _ => Some(format!("did you mean \"{name}\"?")),
        },
        Suggestion::Possible(names) => {
            let (listed, others) = names.split_at(names.len().min(LISTED));
            let others = match others.len() {
                0 => String::new(),
                count => format!(" and {count} more"),
            };
            Some(format!("{POSSIBLE}: {}{others}", quoted(listed)))
        }
        Suggestion::None => None,
    }
}

/// The fix for a name with a dash that is meant as a difference.
fn spaced(difference: &str) -> String {
    format!("a name may have dashes, so a minus sign has spaces around it: {difference}")
}

/// Adds the nearest name, if one is near enough.
fn did_you_mean(diagnostic: Diagnostic, nearest: Option<&str>) -> Diagnostic {
    match nearest {
        Some(name) => diagnostic.with_help(format!("did you mean \"{name}\"?")).with_name(name),
        None => diagnostic,
    }
}

/// The maximum number of listed names.
const LISTED: usize = 12;

/// The text before a list of possible names.
const POSSIBLE: &str = "possible here";

/// Names in quotes, with commas between them.
fn quoted(names: &[&str]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("\"{name}\"")).collect();
    names.join(", ")
}

/// A small number as a word.
fn number_word(count: usize) -> String {
    const WORDS: [&str; 7] = ["no", "one", "two", "three", "four", "five", "six"];
    WORDS.get(count).map_or_else(|| count.to_string(), ToString::to_string)
}

/// The error of a user's own `Deserialize` or `Serialize`.
#[cold]
pub(crate) fn custom(message: String) -> Diagnostic {
    let help = wanted::help_for_message(&message);
    let message = wanted::message_in_words(message);
    let diagnostic = Diagnostic::catalogued(CUSTOM, message, "");
    match help {
        Some(help) => diagnostic.with_help(help),
        None => diagnostic,
    }
}
