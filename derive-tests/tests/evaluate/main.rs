//! Evaluation in contexts: values and errors that the cases in `derive-tests/cases` can't express.

#![allow(missing_docs, clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod calls;
mod dynamic;
#[cfg(feature = "files")]
mod files;
mod iterations;
mod lazy;
mod limits;
mod marks;
mod partial;
mod unknowns;
mod unresolved;
mod variables;

use serde_hcl::value::Mark;
use serde_hcl::{Context, Error, Type, Value, parse_expression, parse_template, value};

/// The context of all snippets.
fn context() -> Context {
    Context::standard()
        .variable("one", 1)
        .variable("text", "abc")
        .variable("none", Value::NULL)
        .variable("list", Value::list(Type::String, ["a", "b"]))
        .variable("set", Value::set(Type::String, ["b", "a"]))
        .variable("map", Value::map(Type::Number, [("x", 1), ("y", 2)]))
        .variable(
            "servers",
            value!([{ "name": "web", "ports": [80, 443] }, { "name": "db", "ports": [] }]),
        )
        .variable("any", Value::unknown(Type::Dynamic))
        .variable("some_text", Value::unknown(Type::String))
        .variable("some_number", Value::unknown(Type::Number))
        .variable("some_list", Value::unknown(Type::list(Type::String)))
        .variable("secret", Value::from("hush").mark(Mark::SENSITIVE))
        .variable("secret_list", value!(["a"]).mark(Mark::SENSITIVE))
}

fn evaluate(source: &str) -> Result<Value, Error> {
    parse_expression(source)?.evaluate(&context())
}

/// Both expressions have the same value.
#[track_caller]
fn same(source: &str, expected: &str) {
    assert_eq!(evaluate(source).unwrap(), evaluate(expected).unwrap(), "{source}");
}

/// The expression has this value.
#[track_caller]
fn is(source: &str, expected: impl Into<Value>) {
    assert_eq!(evaluate(source).unwrap(), expected.into(), "{source}");
}

/// The diagnostics, in order: the underlined text and the code of each.
#[track_caller]
fn wrong(source: &str, expected: &[(&str, &str)]) {
    let error = evaluate(source).unwrap_err();
    let found: Vec<_> = error
        .diagnostics()
        .iter()
        .map(|diagnostic| (diagnostic.span().unwrap().text(source), diagnostic.code()))
        .collect();
    assert_eq!(found, expected, "{source}");
}

#[test]
fn after_a_lone_carriage_return_everything_is_text() {
    let cases = [
        ("${1}\r\n${2}", "1\r\n2"),
        ("${1 ~} \r ${2}$${3}%%{", "1\r ${2}${3}%{"),
        ("$${1}\r", "${1}\r"),
    ];
    for (source, text) in cases {
        let template = parse_template(source).unwrap();
        assert_eq!(template.evaluate(&Context::new()).unwrap(), text, "{source:?}");
    }
}
