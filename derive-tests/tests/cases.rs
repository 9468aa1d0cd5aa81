//! Our own cases: snippets of the language with their expectations behind them, in `cases/`.
//!
//! A snippet goes on to the first line that says what it means:
//!
//! - `# => value`: its value as an expression; for a body, the JSON that it decodes to.
//! - `# type: type`: the type of that value.
//! - `# error: line:column summary`: one line for each finding, in order.
//!
//! `cases/reports/` has bodies that fail, and beside them the pictures of their errors.
//! `SERDE_HCL_BLESS=1` draws the pictures anew, to be read before they are committed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde_hcl::{
    Context, Error, Expression, Function, Mark, Schema, Type, Value, Variables, from_str,
    from_str_with, functions, parse, parse_expression, parse_template, value,
};

#[test]
fn expressions() {
    check("expressions", |source| evaluated(parse_expression(source), &context()));
}

#[test]
fn functions_of_the_language() {
    check("functions", |source| evaluated(parse_expression(source), &with_all_functions()));
}

#[test]
fn functions_of_terraform() {
    let context = context_with(Context::new().functions(functions::terraform()));
    check("terraform", |source| evaluated(parse_expression(source), &context));
}

#[test]
fn every_function_has_a_case() {
    let sources: String = ["functions", "terraform"]
        .into_iter()
        .flat_map(|folder| files(folder).map(|file| read(&file)))
        .collect();
    let all = functions::all().chain(functions::terraform()).chain(impure_functions());
    for function in all.filter(|function| !function.name().starts_with("core::")) {
        assert!(sources.contains(&format!("{}(", function.name())), "{function:?} has no case");
    }
}

#[test]
fn templates() {
    // The last line of a template has no end.
    check("templates", |source| {
        evaluated(parse_template(source.trim_end_matches('\n')), &context())
    });
}

#[test]
fn bodies() {
    check("bodies", |source| match from_str_with::<serde_json::Value>(source, &context()) {
        Ok(json) => vec![format!("# => {json}")],
        Err(error) => findings(&error),
    });
}

#[test]
fn reports() {
    for file in files("reports").filter(|file| file.extension().is_some_and(|it| it == "hcl")) {
        let subject = file.file_stem().and_then(|stem| stem.to_str()).expect("a subject");
        let sources = read(&file);
        let drawn: String =
            sources.split("#----\n").map(|source| report(subject, source)).collect();
        let golden = file.with_extension("txt");
        if std::env::var_os("SERDE_HCL_BLESS").is_some() {
            fs::write(&golden, &drawn).expect("pictures can be written");
        }
        assert!(drawn == read(&golden), "{}: drawn differently now:\n{drawn}", file.display());
    }
}

/// The picture of what is wrong with a body; the subject says what the body is to be.
fn report(subject: &str, source: &str) -> String {
    let context = context();
    let result = match subject {
        "bare" => from_str::<serde_json::Value>(source).map(drop),
        "cycles" => from_str(source).and_then(|local: BTreeMap<String, Expression>| {
            let context = context.lazy_object("local", local);
            parse_expression("local")?.evaluate(&context).map(drop)
        }),
        "decoding" => from_str_with::<Decoded>(source, &context).map(drop),
        "functions" => parse(source)
            .and_then(|document| functions::from_body(document.body(), &context).map(drop)),
        "schema" => parse(source).and_then(|document| document.body().content(&schema()).map(drop)),
        "types" => from_str_with::<BTreeMap<String, Type>>(source, &context).map(drop),
        "variables" => set_variables(source, &context),
        _ => from_str_with::<serde_json::Value>(source, &context).map(drop),
    };
    match result {
        Ok(()) => panic!("no error in\n{source}"),
        Err(error) => format!("{}\n{}\n", error.code(), error.report()),
    }
}

/// Sets the variables of a body to the attributes of the block `set` in it.
fn set_variables(source: &str, context: &Context) -> serde_hcl::Result<()> {
    #[derive(serde::Deserialize)]
    struct Settings {
        #[serde(default)]
        set: BTreeMap<String, Expression>,
    }
    let settings: Settings = from_str(source)?;
    let variables = Variables::from_body(parse(source)?.body())?;
    variables.values(settings.set, context).map(drop)
}

/// What the bodies of the subject `decoding` are decoded to.
#[derive(serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
#[derive(Default)]
#[allow(dead_code)]
struct Decoded {
    port: u16,
    range: Option<(u8, u8)>,
    #[serde(alias = "initial")]
    letter: Option<char>,
    address: Option<std::net::IpAddr>,
    level: Option<Level>,
    service: Vec<Service>,
    region: BTreeMap<String, BTreeMap<String, Service>>,
    tls: Option<BTreeMap<String, String>>,
    steps: Vec<Vec<Level>>,
    step: Vec<Step>,
    temperature: f64,
    anything: serde_json::Value,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "snake_case")]
enum Level {
    High,
    Low,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(dead_code)]
enum Step {
    Copy { from: String },
    Run { command: String },
}

#[derive(serde::Deserialize)]
#[allow(dead_code)]
struct Service {
    #[serde(rename = "$label")]
    name: String,
    image: String,
}

/// What the bodies of the subject `schema` are to contain.
fn schema() -> Schema {
    Schema::new()
        .required_attribute("region")
        .attribute("profile")
        .block("service", ["name"])
        .block("tags", [] as [&str; 0])
}

/// What snippets can refer to.
fn context() -> Context {
    context_with(Context::standard())
}

/// The same with functions that tell the time, draw random bytes and read files: all of them things
/// that are supplied and don't change.
fn with_all_functions() -> Context {
    context().functions(impure_functions())
}

fn impure_functions() -> impl Iterator<Item = Function> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/data");
    let families = [
        functions::clock_from(|| SystemTime::UNIX_EPOCH),
        functions::files(root).expect("a directory"),
        functions::identifiers_from(|bytes| bytes.fill(7)),
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
        .expand_dynamic_blocks(true)
        .variable("name", "web")
        .variable("count", 3)
        .variable("ports", [80, 443])
        .variable("servers", servers)
        .variable("env", value!({ "HOME": "/root", "PATH": "/bin" }))
        .variable("nothing", Value::NULL)
        .variable("id", Value::unknown(Type::String))
        .variable("secret", Value::from("hunter2").mark(Mark::SENSITIVE))
}

/// The value and its type, or the findings, as expectations are written.
fn evaluated(expression: Result<Expression, Error>, context: &Context) -> Vec<String> {
    match expression.and_then(|expression| expression.evaluate(context)) {
        Ok(value) => vec![format!("# => {value}"), format!("# type: {}", value.type_of())],
        Err(error) => findings(&error),
    }
}

fn findings(error: &Error) -> Vec<String> {
    let line = |diagnostic: &serde_hcl::Diagnostic| match diagnostic.position() {
        Some(at) => format!("# error: {}:{} {}", at.line, at.column, diagnostic.summary()),
        None => format!("# error: {}", diagnostic.summary()),
    };
    error.diagnostics().iter().map(line).collect()
}

/// Checks every snippet of a folder: what is expected has to be among what is found, and all errors
/// have to be expected.
fn check(folder: &str, find: impl Fn(&str) -> Vec<String>) {
    let mut wrong = Vec::new();
    for file in files(folder) {
        for snippet in snippets(&read(&file)) {
            let found = find(&snippet.source);
            let holds = snippet.expected.iter().all(|line| found.contains(line));
            let is_error = found.iter().any(|line| line.starts_with("# error"));
            if !holds || is_error && found != snippet.expected {
                let Snippet { line, source, expected } = snippet;
                let (expected, found) = (expected.join("\n"), found.join("\n"));
                let place = format!("{}:{line}", file.display());
                wrong.push(format!("{place}\n{source}expected:\n{expected}\nfound:\n{found}\n"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{} cases fail", wrong.join("\n"), wrong.len());
}

struct Snippet {
    /// Where it starts in its file, from 1.
    line: usize,
    source: String,
    expected: Vec<String>,
}

fn snippets(text: &str) -> Vec<Snippet> {
    let mut snippets: Vec<Snippet> = Vec::new();
    let mut complete = true;
    for (index, line) in text.lines().enumerate() {
        let is_expectation =
            ["# => ", "# type: ", "# error: "].iter().any(|start| line.starts_with(start));
        if complete && line.is_empty() {
            continue;
        }
        if complete && !is_expectation {
            snippets.push(Snippet { line: index + 1, source: String::new(), expected: Vec::new() });
        }
        complete = is_expectation;
        let Some(snippet) = snippets.last_mut() else { continue };
        match is_expectation {
            true => snippet.expected.push(line.to_owned()),
            false => snippet.source += &format!("{line}\n"),
        }
    }
    snippets
}

/// The files of a folder of cases, in a stable order.
fn files(folder: &str) -> impl Iterator<Item = PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(folder);
    let entries = fs::read_dir(folder).expect("a folder of cases");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files.into_iter()
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_default()
}
