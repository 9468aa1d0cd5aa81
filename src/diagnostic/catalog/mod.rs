//! The texts of all diagnostics. Each diagnostic has one constructor, whose arguments are the
//! facts.
//!
//! Codes are stable. Summaries are those of the reference, which people know and search for, unless they name a part of
//! its source; details and help are our own.
//!
//! A diagnostic is a row of [`rows`]. A function is there only where the number of labels or suggestions
//! differs.

/// Constructors of diagnostics: the place, the construct around it, and other places with their meanings; code,
/// summary, detail and help, and the edit that the help describes. Where texts differ, a `match` has those of each case:
/// the texts that are left, or all from one of them on, with the help. After it stand the help and the edit of the cases
/// that have none. The texts may name the parameters, and the facts that follow from them. The codes of the rows are in
/// `CODES`.
macro_rules! rows {
    ($(
        $(#[$doc:meta])*
        $name:ident($($given:ident: $type:ty),* $(; $($fact:pat = $value:expr),+)?)
            $(at $($subject:ident).+)? $(within ($context:expr))? $(label $other:ident $meaning:literal)*:
            $($text:literal),* $(=> $edit:ident $edited:tt)? $(,)?
                $(match $choice:tt $cases:tt $(, $help:literal)? $(=> $all:ident $edited_in_all:tt)?)?;
    )*) => {
        pub(in crate::diagnostic::catalog) const CODES: &[&[&str]] = &[$(codes!([$($text)*] $($cases)?)),*];
    $(
        $(#[$doc])*
        #[cold]
        #[allow(unused_parens, reason = "a macro takes the choice in parentheses")]
        pub(crate) fn $name($($given: $type),*) -> $crate::diagnostic::Diagnostic {
            $($(let $fact = $value;)+)?
            cases!([$($text)*] $(=> $edit $edited)? $(match $choice $cases)?)
                $($(.or_help(format_args!($help)))? $(.$all $edited_in_all)?)?
                $(.with_span($($subject).+))?
                $(.with_context($context))?
                $(.with_label($other, format!($meaning)))*
        }
    )*};
}

/// The help of the case that there is, with the text that it puts in the place of a value, or none.
macro_rules! help {
    ($choice:tt { $($case:pat $(if $condition:expr)? => $($text:literal $(=> $instead:expr)?)?;)+ }) => {
        match $choice {
            $($case $(if $condition)? => help!($($text $(=> $instead)?)?),)+
        }
    };
    ($text:literal $(=> $instead:expr)?) => {
        Some((format!($text), [$($instead,)? None].into_iter().next().flatten()))
    };
    () => {
        None
    };
}

/// The codes of a row: one for all cases, or one for each.
macro_rules! codes {
    ($texts:tt { $(
        $case:pat $(if $condition:expr)? => $($text:literal),* $(=> $edit:ident $edited:tt)?;
    )+ }) => { &[$(codes!($texts [$($text)*])),+] };
    ([$code:literal $($text:literal)*]) => { &[$code] };
    ($texts:tt [$code:literal $summary:literal $detail:literal $help:literal]) => { $code };
    ([$code:literal $($text:literal)*] $others:tt) => { $code };
    ([] [$code:literal $($text:literal)*]) => { $code };
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

/// A diagnostic with these texts: those of the row and those of the case.
macro_rules! texts {
    ([$($row:literal)*] [$code:literal $summary:literal $detail:literal $help:literal] $($edit:tt)*) => {
        texts!($code $summary $detail $help; $($edit)*)
    };
    ([$code:literal $($row:literal)+] [$summary:literal $detail:literal $help:literal] $($edit:tt)*) => {
        texts!($code $summary $detail $help; $($edit)*)
    };
    ([$code:literal $summary:literal $row:literal] [$detail:literal $help:literal] $($edit:tt)*) => {
        texts!($code $summary $detail $help; $($edit)*)
    };
    ([$($row:literal)*] [$($text:literal)*] $($edit:tt)*) => {
        texts!($($row)* $($text)*; $($edit)*)
    };
    ($code:literal $summary:literal $detail:literal $($help:literal)?; $(=> $edit:ident $edited:tt)?) => {
        $crate::diagnostic::Diagnostic::row($code, format_args!($summary), format_args!($detail))
            $(.or_help(format_args!($help)))?
            $(.$edit $edited)?
    };
}

pub(crate) mod advice;
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

use std::collections::BTreeSet;

pub(crate) use self::wanted::CUSTOM_SUMMARY;
use super::About;
use crate::text::suggest::Suggestion;

rows! {
    unreadable(error: &std::io::Error):
        "unreadable", "Source can't be read", "{error}";

    unwritable(error: &std::io::Error):
        "unwritable", "Document can't be written", "{error}";

    input_output(error: &std::io::Error):
        "input-output", "Input or output failed", "{error}";

    /// The error of a user's own `Deserialize` or `Serialize`, without the terms of Rust.
    custom(message: String):
        "custom",
        match (&*message) {
            "invalid IP address syntax" => "This is not an IP address.", "",
                "an address is written as \"10.0.0.1\" or \"::1\"";
            "invalid IPv4 address syntax" => "This is not an IPv4 address.", "", "an address is written as \"10.0.0.1\"";
            "invalid IPv6 address syntax" => "This is not an IPv6 address.", "", "an address is written as \"fe80::1\"";
            "invalid socket address syntax" => "This is not an address with a port.", "",
                "an address with its port is written as \"10.0.0.1:80\" or \"[::1]:80\"";
            text if text.starts_with("data did not match any variant of untagged enum ") =>
                "The value has none of the forms that are accepted here.", "";
            text if text.starts_with("no variant of enum ") =>
                "A name is required here, and none of those that are accepted is given.", "";
            text => "{text}", "";
        } => about(About::Custom);
}

pub(super) fn suggested(given: &str, suggestion: &Suggestion<'_>) -> Option<String> {
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
            Some(format!("possible here: {}{others}", quoted(listed)))
        }
        Suggestion::None => None,
    }
}

/// The maximum number of listed names.
const LISTED: usize = 12;

/// The start of a text, and a sign if the text goes on.
fn start(text: &str, most: usize) -> (&str, &'static str) {
    match text.char_indices().nth(most) {
        Some((end, _)) => (text.get(..end).unwrap_or(text), "…"),
        None => (text, ""),
    }
}

/// Names in quotes, with commas between them.
fn quoted(names: &[&str]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("\"{name}\"")).collect();
    names.join(", ")
}

/// The parts with commas between them, and a word before the last one.
fn listed<T: AsRef<str>>(parts: &[T], word: &str) -> String {
    let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
    match parts.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{}{word}{last}", others.join(", ")),
        _ => parts.concat(),
    }
}

/// A small number as a word.
fn number_word(count: usize) -> String {
    const WORDS: [&str; 7] = ["no", "one", "two", "three", "four", "five", "six"];
    WORDS.get(count).map_or_else(|| count.to_string(), ToString::to_string)
}

/// The codes of the rows in these files.
macro_rules! codes_in {
    ($($folder:ident: $($file:ident)+;)+) => {
        [CODES, evaluation::CODES, $($($folder::$file::CODES),+),+]
    };
}

/// The codes of all diagnostics of this crate, without repetition, in alphabetical order. The page
/// [`error_codes`](crate::error_codes) shows an example of each.
///
/// ```
/// let codes: Vec<&str> = serde_hcl::diagnostic::codes().collect();
/// assert!(codes.contains(&"unknown-argument") && codes.is_sorted());
/// ```
pub fn codes() -> impl Iterator<Item = &'static str> {
    let catalogs = codes_in! {
        self: editing encoding extension json schema variable;
        decoding: block field value variant;
        evaluation: call collection conditional iteration name operator template traversal;
        syntax: call character collection expression foreign hcl1 iteration json source structure template traversal;
    };
    let rows = catalogs.into_iter().flatten().copied().flatten().copied();
    let forms = syntax::FORMS.iter().map(syntax::Form::code);
    rows.chain(forms).collect::<BTreeSet<_>>().into_iter()
}
