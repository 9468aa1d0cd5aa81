//! The answers to the requests of editors about documents with secrets.

use std::collections::BTreeMap;

use serde_hcl::describe::Description;
use serde_hcl::functions;
use serde_hcl::language::Editor;
use serde_hcl::source::Span;

use super::calls::{calls, is_exempt};
use super::{context, facts, search};

/// All answers about an offset.
fn answers(editor: &Editor<'_>, offset: u32) -> String {
    format!(
        "{:?}\n{:?}\n{:?}\n{:?}\n{:?}\n{:?}\n",
        editor.complete(offset),
        editor.hover(offset),
        editor.signature_help(offset),
        editor.definition(offset),
        editor.references(offset),
        editor.rename(offset, "new"),
    )
}

/// All answers about a document.
fn search_answers(source: &str, offsets: impl Iterator<Item = usize>) {
    let (description, context) = (Description::of::<BTreeMap<String, u16>>(), context());
    let editor = Editor::new(source, &description, &context);
    let diagnostics = editor.diagnostics::<BTreeMap<String, u16>>();
    let whole = Span::new(0, source.len() as u32);
    for offset in offsets {
        search(source, &answers(&editor, offset as u32));
    }
    let fixes = editor.quick_fixes(&diagnostics, whole);
    search(source, &diagnostics.iter().map(facts).collect::<String>());
    search(source, &format!("{fixes:?}"));
}

#[test]
fn answers_about_variables_reveal_no_secrets() {
    let context = context();
    let names: Vec<&str> = context.variable_names().collect();
    let forms = [
        "@",
        "@.",
        "@.x.",
        "@.p.",
        "@[0].",
        "@[*].",
        "@[\"",
        "@.x",
        "{ a = @ }.a.",
        "[@][0].",
        "(@).",
        "[for v in @ : v.",
        "[for v in @ : v]",
        "\"${@.",
        "merge(@, {}).",
        "try(@.",
        "{ a = [@, @.x, @[1]] }",
        "@ + 1",
    ];
    for name in names {
        for form in forms {
            let source = format!("a = {}\nb = a.\n", form.replace('@', name));
            let end = source.len() - 1;
            search_answers(&source, [4, end - 7, end].into_iter());
        }
    }
}

#[test]
fn answers_about_calls_reveal_no_secrets() {
    for function in functions::all().iter().filter(|function| !is_exempt(function)) {
        let is_keyed = |call: &String| call.contains("object") || call.contains("number");
        for call in calls(function, &["1"]).into_iter().filter(is_keyed) {
            let source = format!("a = {call}\nb = {call}.\n");
            let end = source.len() - 1;
            search_answers(&source, [4, end - 2, end].into_iter());
        }
    }
}
