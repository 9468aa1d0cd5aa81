//! Our own cases in `cases/`: snippets of the language, each followed by its expectation.
//!
//! - `# => value`: the value of the snippet as an expression; for a body, the JSON of the decoded body.
//! - `# type: type`: the type of the value.
//! - `# error: line:column summary`: one line for each diagnostic, in order.
//!
//! A snippet ends at its expectation. A blank line before the expectation is an error, unless the snippet
//! starts with a name: `#: name`. `SERDE_HCL_CASE=text` runs only the cases whose file, line or name
//! contains the text. Without features, snippets are skipped that call functions of features, or whose
//! names start with `feature`.
//!
//! `cases/reports/` has bodies with errors, and next to each the rendered reports.
//! `SERDE_HCL_BLESS=1` writes the reports again; read them before you commit them.

#![allow(missing_docs, clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde_hcl::value::Mark;
use serde_hcl::{
    Context, Decoder, Error, Expression, Function, Type, Value, functions, parse_expression,
    parse_template, value,
};

#[cfg(all(feature = "files", feature = "figment", feature = "functions", feature = "uuid"))]
mod beside;
#[cfg(all(feature = "files", feature = "figment", feature = "functions", feature = "uuid"))]
mod codes;
#[cfg(all(feature = "files", feature = "figment", feature = "functions", feature = "uuid"))]
mod findings;
#[cfg(all(feature = "files", feature = "figment", feature = "functions", feature = "uuid"))]
mod fixes;
#[cfg(all(feature = "files", feature = "figment", feature = "functions", feature = "uuid"))]
#[path = "../../src/floors.rs"]
#[allow(unreachable_pub)]
mod floors;
#[cfg(all(feature = "files", feature = "figment", feature = "functions", feature = "uuid"))]
mod mistakes;
#[cfg(all(feature = "files", feature = "figment", feature = "functions", feature = "uuid"))]
mod projects;
#[cfg(all(feature = "files", feature = "figment", feature = "functions", feature = "uuid"))]
mod reports;
#[cfg(all(feature = "files", feature = "figment", feature = "functions", feature = "uuid"))]
mod verdicts;

#[test]
fn expressions() {
    check("expressions", |source| evaluated(parse_expression(source), &context()));
}

#[test]
fn functions_of_the_language() {
    check("functions", |source| evaluated(parse_expression(source), &with_all_functions()));
}

#[test]
fn functions_of_products() {
    let products = [
        ("terraform", Context::terraform()),
        ("opentofu", Context::opentofu()),
        ("nomad", Context::nomad()),
    ];
    for (product, context) in products {
        let context = context_with(context);
        check(product, |source| evaluated(parse_expression(source), &context));
    }
}

#[test]
fn every_function_has_a_case() {
    let sources: String = ["functions", "terraform", "opentofu", "nomad"]
        .into_iter()
        .flat_map(|folder| files(folder).map(|file| read(&file)))
        .collect();
    let products = [functions::all(), functions::packer(), functions::nomad()].concat();
    let all = products.into_iter().chain(impure_functions());
    for function in all.filter(|function| !function.name().starts_with("core::")) {
        assert!(sources.contains(&format!("{}(", function.name())), "{function:?} has no case");
    }
}

#[test]
fn templates() {
    // The last line of a template has no line end.
    check("templates", |source| {
        evaluated(parse_template(source.trim_end_matches('\n')), &context())
    });
}

#[test]
fn bodies() {
    let decoder = Decoder::new().context(&context()).expand_dynamic_blocks(true);
    check("bodies", |source| match decoder.from_str::<serde_json::Value>(source) {
        Ok(json) => vec![format!("# => {json}")],
        Err(error) => diagnostics(&error),
    });
}

/// The context of snippets.
fn context() -> Context {
    context_with(Context::standard())
}

/// The context of snippets with functions for the time, random bytes and files. All of them return
/// fixed results.
fn with_all_functions() -> Context {
    context().functions(impure_functions())
}

fn impure_functions() -> impl Iterator<Item = Function> {
    let families = [
        functions::clock_from(|| SystemTime::UNIX_EPOCH),
        #[cfg(feature = "files")]
        functions::files(Path::new(env!("CARGO_MANIFEST_DIR")).join("derive-tests/cases/data"))
            .expect("a directory"),
        #[cfg(feature = "uuid")]
        functions::identifiers_from(|bytes| bytes.fill(7)),
        #[cfg(feature = "crypto")]
        functions::passwords_from(|bytes| bytes.fill(7)),
    ];
    families.into_iter().flatten()
}

fn context_with(context: Context) -> Context {
    let servers = value!([
        { "name": "a", "port": 80, "tags": ["x", "y"] },
        { "name": "b", "port": 81, "tags": ["z"] },
    ]);
    context
        .variable("name", "web")
        .variable("count", 3)
        .variable("ports", [80, 443])
        .variable("servers", servers)
        .variable("env", value!({ "HOME": "/root", "PATH": "/bin" }))
        .variable("nothing", Value::NULL)
        .variable("id", Value::unknown(Type::String))
        .variable("secret", Value::from("hunter2").mark(Mark::SENSITIVE))
}

/// The value with its type, or the diagnostics, in the notation of expectations.
fn evaluated(expression: Result<Expression, Error>, context: &Context) -> Vec<String> {
    match expression.and_then(|expression| expression.evaluate(context)) {
        Ok(value) => vec![format!("# => {value}"), format!("# type: {}", value.type_of())],
        Err(error) => diagnostics(&error),
    }
}

fn diagnostics(error: &Error) -> Vec<String> {
    let line = |diagnostic: &serde_hcl::diagnostic::Diagnostic| match diagnostic.position() {
        Some(at) => format!("# error: {}:{} {}", at.line, at.column, diagnostic.summary()),
        None => format!("# error: {}", diagnostic.summary()),
    };
    error.diagnostics().iter().map(line).collect()
}

/// Checks the snippets of a folder. Every expected line must be found, and every error must be
/// expected.
fn check(folder: &str, find: impl Fn(&str) -> Vec<String>) {
    let filter = std::env::var("SERDE_HCL_CASE").unwrap_or_default();
    let mut wrong = Vec::new();
    for file in files(folder) {
        for Snippet { line, name, source, expected } in snippets(&file) {
            let case = format!("{}:{line} {name}", file.display());
            if !case.contains(&filter) {
                continue;
            }
            let found = find(&source);
            // The crate is compiled without features unless the whole workspace is tested.
            let is_unknown = |line: &String| line.ends_with(UNKNOWN_FUNCTION);
            let is_off = name.starts_with("feature ")
                || found.iter().any(is_unknown) && !expected.iter().any(is_unknown);
            if is_off && !cfg!(feature = "functions") {
                continue;
            }
            let holds = expected.iter().all(|line| found.contains(line));
            let is_error = found.iter().any(|line| line.starts_with("# error"));
            if !holds || is_error && found != expected {
                let (expected, found) = (expected.join("\n"), found.join("\n"));
                wrong.push(format!("{case}\n{source}expected:\n{expected}\nfound:\n{found}\n"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{} cases fail", wrong.join("\n"), wrong.len());
}

const UNKNOWN_FUNCTION: &str = " Call to unknown function";

#[derive(Default)]
struct Snippet {
    /// The line in the file, from 1.
    line: usize,
    name: String,
    source: String,
    expected: Vec<String>,
}

/// The snippets of a file.
///
/// # Panics
///
/// A snippet has no source or no expectation.
fn snippets(file: &Path) -> Vec<Snippet> {
    let mut snippets: Vec<Snippet> = Vec::new();
    let mut open = Snippet::default();
    // The blank line at the end closes the last snippet.
    for (index, line) in read(file).lines().chain([""]).enumerate() {
        let place = format!("{}:{}", file.display(), index + 1);
        if is_expectation(line) {
            assert!(!open.source.is_empty(), "{place}: an expectation without a snippet");
            open.expected.push(line.to_owned());
            continue;
        }
        if !open.expected.is_empty() {
            snippets.push(std::mem::take(&mut open));
        }
        if let Some(name) = line.strip_prefix("#: ") {
            assert!(open.source.is_empty(), "{place}: the snippet before has no expectation");
            open.name = name.to_owned();
        } else if !line.is_empty() || !open.name.is_empty() {
            open.line = if open.source.is_empty() { index + 1 } else { open.line };
            open.source += &format!("{line}\n");
        } else {
            assert!(open.source.is_empty(), "{place}: the snippet before has no expectation");
        }
    }
    assert!(open.name.is_empty(), "{}: the last snippet has no expectation", file.display());
    snippets
}

fn is_expectation(line: &str) -> bool {
    ["# => ", "# type: ", "# error: "].iter().any(|start| line.starts_with(start))
}

/// The files of a folder of cases, in a stable order.
fn files(folder: &str) -> impl Iterator<Item = PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("derive-tests/cases").join(folder);
    let entries = fs::read_dir(folder).expect("a folder of cases");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files.into_iter()
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_default()
}
