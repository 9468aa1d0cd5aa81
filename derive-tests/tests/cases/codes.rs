//! The page of all codes.

use std::fmt::Write;
use std::path::Path;

use serde_hcl::diagnostic::{Diagnostic, codes};

use crate::reports::{UNDRAWN, builders, calls, compare, decode, without_folder};
use crate::{files, read};

const START: &str = "\
# Codes of diagnostics

Each [`Diagnostic`](crate::diagnostic::Diagnostic) of this crate has one of these codes, which reports show in brackets. A code
keeps its meaning in later versions; the texts may change. The table shows the summary and the detail of an example for each code.

The code `custom` is that of an error in a `Deserialize` or `Serialize` of the application. An application chooses codes for
[diagnostics of its own](crate::diagnostic::Diagnostic::error).

| Code | Summary | Detail |
|---|---|---|
";

#[test]
fn the_page_shows_all_codes() {
    let undrawn = UNDRAWN.map(|(code, summary, detail)| (code, Texts::new(summary, detail)));
    let drawn = diagnostics();
    let drawn = drawn.iter().map(|it| (it.code(), Texts::new(it.summary(), it.detail())));
    let mut examples: Vec<(&str, Texts)> = undrawn.into_iter().chain(drawn).collect();
    examples.sort();
    examples.dedup_by_key(|(code, _)| *code);
    let mut missing: Vec<_> = codes().collect();
    missing.retain(|code| examples.iter().all(|(known, _)| known != code));
    assert!(missing.is_empty(), "no example for {missing:?}");

    let mut page = START.to_owned();
    for (code, Texts { summary, detail, .. }) in examples {
        writeln!(page, "| `{code}` | {summary} | {detail} |").expect("a text");
    }
    compare(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/error_codes.md"), &page);
}

/// The cells of an example. The least one has the shortest texts.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Texts {
    has_no_detail: bool,
    length: usize,
    detail: String,
    summary: String,
}

impl Texts {
    fn new(summary: &str, detail: &str) -> Self {
        let (summary, detail) = (shown(summary), shown(detail));
        let length = summary.len() + detail.len();
        Texts { has_no_detail: detail.is_empty(), length, detail, summary }
    }
}

/// The diagnostics of all reports.
fn diagnostics() -> Vec<Diagnostic> {
    let mut errors: Vec<_> =
        calls().into_iter().chain(builders()).map(|(_, error)| error).collect();
    for file in files("reports").filter(|file| file.extension().is_some_and(|it| it == "hcl")) {
        let subject = file.file_stem().and_then(|stem| stem.to_str()).expect("a subject");
        errors.extend(read(&file).split("#----\n").filter_map(|it| decode(subject, it).err()));
    }
    errors.into_iter().flat_map(|error| error.into_diagnostics()).collect()
}

/// The text in a cell of a table.
fn shown(text: &str) -> String {
    let mut shown = String::new();
    for char in without_folder(text).chars() {
        match char {
            '\n' => shown.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' => {
                shown.extend(['\\', char])
            }
            char if char.is_control() => {}
            char => shown.push(char),
        }
    }
    shown
}
