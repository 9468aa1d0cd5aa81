//! A sensitive value appears in no error, no report, no `Debug` and no residual.
//!
//! Every place that can have a value gets a marked text and a marked number. All output is searched
//! for them.

#![allow(dead_code, missing_docs, clippy::panic, clippy::unwrap_used)]

mod calls;
mod decoding;
mod expressions;
mod language;
mod marks;
mod variables;

use std::error::Error as _;
use std::fmt::Debug;

use serde_hcl::diagnostic::Diagnostic;
use serde_hcl::value::Mark;
use serde_hcl::{Context, Error, Type, Value, functions, value};

/// The secret text and number. Functions may change the case of the text.
const TEXT: &str = "hushq7zx";
const NUMBER: i64 = 91_827;

fn secret(value: impl Into<Value>) -> Value {
    value.into().mark(Mark::SENSITIVE)
}

/// Variables that contain the secrets in every way, and some without secrets.
fn context() -> Context {
    let (text, number) = (Value::from(TEXT), Value::from(NUMBER));
    let keyed = Value::object([(TEXT, text.clone()), ("x", value!(1))]);
    // Unlike Terraform's `templatestring`, that of OpenTofu takes any text.
    Context::standard()
        .functions(functions::opentofu())
        .variable("text", secret(TEXT))
        .variable("number", secret(NUMBER))
        .variable("fraction", secret(-0.5 - NUMBER as f64))
        .variable("odd_keys", secret(Value::map(Type::String, [(format!("{TEXT} key"), "a")])))
        .variable("open_object", Value::object([("p", secret(TEXT)), ("n", secret(NUMBER))]))
        .variable("object", secret(keyed.clone()))
        .variable("tuple", secret(Value::tuple([text.clone(), number.clone(), value!([1])])))
        .variable("open_tuple", Value::tuple([secret(TEXT), secret(NUMBER)]))
        .variable("list", secret(Value::list(Type::String, [TEXT, "b"])))
        .variable("set", secret(Value::set(Type::String, [TEXT, "b"])))
        .variable("map", secret(Value::map(Type::String, [(TEXT, TEXT)])))
        .variable("objects", secret(Value::tuple([keyed.clone(), Value::object([("k", keyed)])])))
        .variable("template", secret(format!("${{nope}} {TEXT}")))
        .variable("broken_template", secret(format!("${{ {TEXT}")))
        .variable("nothing", secret(Value::Null(Type::String)))
        .variable("later", Value::unknown(Type::Dynamic))
        .variable("plain", value!({ "a": 1, "b": ["c"] }))
}

/// Fails if a secret is in the text.
#[track_caller]
fn search(what: &str, text: &str) {
    let is_told = text.to_lowercase().contains(TEXT) || text.contains(&NUMBER.to_string());
    assert!(!is_told, "{what} tells a secret:\n{text}");
}

/// Fails if a secret is in any form of the error.
#[track_caller]
fn search_error(what: &str, error: &Error) {
    let mut told = format!("{error}\n{error:#}\n{error:?}\n{error:#?}\n");
    told += &error.report();
    told += &error.path().unwrap_or_default();
    told += &error.diagnostics().iter().map(facts).collect::<String>();
    let mut source = error.source();
    while let Some(error) = source {
        told += &error.to_string();
        source = error.source();
    }
    search(what, &told);
}

fn facts(diagnostic: &Diagnostic) -> String {
    let labels = diagnostic.labels().iter().map(|label| format!("{:?}", label.text()));
    format!(
        "{} {} {} {:?} {:?} {} {diagnostic:?}\n",
        diagnostic.code(),
        diagnostic.summary(),
        diagnostic.detail(),
        diagnostic.notes(),
        diagnostic.help(),
        labels.collect::<String>(),
    )
}

/// Searches the error, or the `Debug` form of the value.
#[track_caller]
fn search_result<T: Debug>(what: &str, result: &Result<T, Error>) {
    match result {
        Ok(value) => search(what, &format!("{value:?}")),
        Err(error) => search_error(what, error),
    }
}

#[test]
fn the_search_finds_secrets() {
    let context = Context::new().variable("text", TEXT);
    let error = serde_hcl::parse_expression("text + 1").unwrap().evaluate(&context).unwrap_err();
    let search = std::panic::AssertUnwindSafe(|| search_error("an error", &error));
    assert!(std::panic::catch_unwind(search).is_err());
}

#[test]
fn contexts_reveal_no_secrets() {
    let lazy = serde_hcl::parse_expression("\"${text}!\"").unwrap();
    let failing = serde_hcl::parse_expression("text + 1").unwrap();
    let context = context().lazy_object("local", [("a", lazy), ("b", failing)]);
    for source in ["local.a", "local.b", "local", "local.a.x", "local.b.x"] {
        let result = serde_hcl::parse_expression(source).unwrap().evaluate(&context);
        search_result(source, &result);
    }
    search("a context", &format!("{context:?}"));
}

/// A number that differs from run to run may contain the secret number.
#[test]
fn the_debug_form_of_an_error_is_the_same_in_every_run() {
    let error = serde_hcl::parse_expression("text + 1").unwrap().evaluate(&context()).unwrap_err();
    let debug = format!("{error:?}");
    let longest = debug.split(|c: char| !c.is_ascii_digit()).map(str::len).max();
    assert!(longest < Some(8), "{debug}");
}
