//! The law of charges: whatever is evaluated, the bytes that are allocated stay in proportion to the budget.
//! So no call works before it charges, or more than it charges, also if it fails.
//!
//! The allocator counts the bytes, and knows nothing of the charges.

use std::collections::BTreeMap;

use derive_tests::products::functions_of_products;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::functions::Parameter;
use serde_hcl::value::Mark;
use serde_hcl::{
    Context, Function, Type, Value, from_str_with, functions, parse, parse_expression,
};

use crate::count::{memory, work};

/// The elements of a large value: without optimization less than a budget allows.
const SIZE: usize = if cfg!(debug_assertions) { 300 } else { 2_500 };
/// A call reads its arguments several times before the budget is used up.
const BUDGET: u64 = 8 * SIZE as u64;

/// Without optimization, one case of so many is run; all of them if a part of a case's name is chosen.
const STEP: usize = if cfg!(debug_assertions) { 39 } else { 1 };

/// The bytes that a unit of the budget may allocate, also if they are freed at once.
const MOST: f64 = 400.0;

/// Large values of all kinds.
fn large() -> Vec<(&'static str, Value)> {
    let numbers = || (0..SIZE as u64).map(Value::from);
    let words = || (0..SIZE).map(|n| format!("k{n}"));
    let entries = || words().map(|word| (word.clone(), word));
    let tuples = || (0..SIZE / 10).map(|n| Value::tuple([n as u64; 10]));
    let text = |text: &str| Value::from(text.repeat(16 * SIZE / text.len()));
    let json = format!("[{}0]", "{\"a\":[1,\"b\"]},".repeat(SIZE));
    let secret = |value: Value| value.mark(Mark::SENSITIVE);
    vec![
        ("words", text("ab ")),
        ("marks and symbols", text("é\u{301}\u{1f469}\u{200d}")),
        ("lines", text("a,b\n")),
        ("quotes", text("\"\\${")),
        ("digits", text("7")),
        ("base64", text("H4sIAAAA")),
        ("JSON", json.into()),
        ("a template", text("${a}%{if b}")),
        ("a pattern", text("(a|b)*")),
        ("a path", text("../")),
        (
            "a number",
            parse_expression(&"7".repeat(16 * SIZE)).unwrap().evaluate(&Context::new()).unwrap(),
        ),
        ("a tuple", Value::tuple(numbers())),
        ("a list of texts", Value::list(Type::String, words())),
        ("a list of numbers", Value::list(Type::Number, numbers())),
        ("a set", Value::set(Type::String, words())),
        ("a map", Value::map(Type::String, entries())),
        ("an object", Value::object(entries())),
        ("tuples", Value::tuple(tuples())),
        ("nested", (0..100).fold(Value::tuple(numbers()), |inner, _| Value::tuple([inner]))),
        ("unknowns", Value::tuple((0..SIZE).map(|_| Value::unknown(Type::String)))),
        ("an unknown", Value::unknown(Type::list(Type::Dynamic))),
        ("a secret list", secret(Value::list(Type::String, words()))),
        ("a list of secrets", Value::tuple(words().map(|word| secret(word.into())))),
        ("a secret text", secret(text("ab "))),
    ]
}

/// An argument that a parameter takes, or none of its kind.
fn small(parameter: Option<&Parameter>, is_right: bool) -> Value {
    match parameter.map(|parameter| (parameter.ty(), is_right)) {
        Some((Type::String, true)) => Value::from("UTF-16LE"),
        Some((Type::Number, true)) | Some((Type::String, false)) => Value::from(3),
        Some((Type::Bool, true)) => Value::from(true),
        Some((Type::Map(_) | Type::Object(_), true)) => Value::object([("a", "b")]),
        _ => Value::tuple(["a", "b"]),
    }
}

/// All functions, with those that a program adds.
fn lists() -> Vec<(&'static str, Vec<Function>)> {
    let zeros = |bytes: &mut [u8]| bytes.fill(0);
    let added = [
        functions::clock(),
        functions::environment_from(|name| Some(name.to_owned())),
        functions::identifiers_from(zeros),
        functions::passwords_from(zeros),
        functions::files(env!("CARGO_MANIFEST_DIR")).unwrap(),
    ];
    let mut lists = functions_of_products();
    lists.push(("added", added.concat()));
    lists
}

/// The calls of a function with the variable `large` in one place, or in all.
fn calls(function: &Function) -> Vec<(String, Vec<Option<&Parameter>>)> {
    let fixed = function.parameters().len();
    let most = fixed + 2 * usize::from(function.variadic_parameter().is_some());
    let mut calls = Vec::new();
    for count in function.required_parameters().len().max(1)..=most {
        let parameters: Vec<_> = (0..count)
            .map(|at| function.parameters().get(at).or(function.variadic_parameter()))
            .collect();
        for place in 0..=count {
            let name = |at| match at == place || place == count {
                true => "large".to_owned(),
                false => format!("small{at}"),
            };
            let arguments: Vec<String> = (0..count).map(name).collect();
            if place < count || count > 1 {
                calls.push((
                    format!("{}({})", function.name(), arguments.join(", ")),
                    parameters.clone(),
                ));
            }
        }
    }
    calls
}

/// In a loop that goes on until the budget is used up, each call allocates in proportion to its charge.
#[test]
fn calls_allocate_in_proportion_to_their_charges() {
    let filter = std::env::var("SERDE_HCL_CASE").ok();
    let rounds = Value::list(Type::Number, 0..BUDGET);
    let (mut all, mut cases, mut wrong, mut highest) = (0_usize, 0, Vec::new(), 0.0_f64);
    let large = large();
    for (list, functions) in lists() {
        let context = Context::new().functions(functions::get("try")).functions(functions.clone());
        let context = context.variable("rounds", rounds.clone()).budget(BUDGET);
        for function in &functions {
            for (call, parameters) in calls(function) {
                for is_right in [true, false] {
                    let others = parameters.iter().enumerate();
                    let context = others.fold(context.clone(), |context, (at, parameter)| {
                        context.variable(format!("small{at}"), small(*parameter, is_right))
                    });
                    let source = format!("[for round in rounds : try({call}, round)]");
                    let expression = parse_expression(&source).unwrap();
                    for (kind, value) in &large {
                        let case = format!("{list}: {call} with {kind}");
                        all += 1;
                        let is_chosen = match &filter {
                            Some(part) => case.contains(part),
                            None => all.is_multiple_of(STEP),
                        };
                        if !is_chosen {
                            continue;
                        }
                        let context = context.clone().variable("large", value.clone());
                        let work = work(|| drop(expression.evaluate(&context)));
                        cases += 1;
                        let unit = work.bytes as f64 / BUDGET as f64;
                        highest = highest.max(unit);
                        if unit > MOST {
                            wrong.push((unit, format!("{case}, others fit: {is_right}")));
                        }
                    }
                }
            }
        }
    }
    wrong.sort_by(|a, b| b.0.total_cmp(&a.0));
    let rows: Vec<_> =
        wrong.iter().take(60).map(|(unit, case)| format!("{unit:.0} {case}")).collect();
    println!("{cases} of {all} cases, up to {highest:.0} bytes for a unit");
    assert!(wrong.is_empty(), "{} of {cases}:\n{}", wrong.len(), rows.join("\n"));
}

#[derive(Deserialize)]
#[serde(untagged)]
#[allow(dead_code)]
enum Part {
    Struct { first: Box<Part>, second: u8 },
    Text(String),
    Number(i64),
    List(Vec<Part>),
    Object(BTreeMap<String, Part>),
}

/// Documents whose work serde or an extension does, with a part of the default budget. With all of it, they
/// hold less than 1 GB.
#[test]
fn documents_hold_memory_in_proportion_to_the_budget() {
    const PART: u64 = if cfg!(debug_assertions) { 60 } else { 1 };
    let attributes: String = (0..6_000).map(|n| format!("a{n} = 1\n")).collect();
    let content =
        format!("dynamic \"b\" {{\n  for_each = range(1024)\n  content {{\n{attributes}}}\n}}\n");
    let range = if cfg!(debug_assertions) { 150 } else { 1_000 };
    let lists = format!("[for x in range({range}) : range({range})]");
    let text = "é\u{301}\u{1f469}\u{200d}".repeat(5_000);
    let documents = [
        ("chunklist", format!("a = chunklist(flatten({lists}), 1)\n")),
        ("lists", format!("a = {lists}\n")),
        (
            "textencodebase64",
            format!(
                "a = [for u in [\"{text}\"] : [for i in range(1024) : [for j in range(1024) : can(textencodebase64(3, u))]]]\n"
            ),
        ),
        ("dynamic", content),
    ];
    let context = Context::standard().budget(20_000_000 / PART).decode_budget(30_000_000 / PART);
    fn decode<T: DeserializeOwned>(text: &str, context: &Context) {
        drop(from_str_with::<T>(text, context));
    }
    type Reader = (&'static str, fn(&str, &Context));
    let readers: [Reader; 4] = [
        ("an untagged enum", decode::<Part>),
        ("JSON", decode::<serde_json::Value>),
        ("a value", decode::<Value>),
        ("expand", |text, context| drop(parse(text).unwrap().expand(context))),
    ];
    let mut wrong = Vec::new();
    for (name, text) in &documents {
        for (reader, read) in readers {
            let mut all = None;
            let held = memory(|| all = Some(work(|| read(text, &context))));
            let budget = 30_000_000 / PART + 16 * text.len() as u64;
            println!(
                "{name} as {reader}: {all:?}, {held} held, {:.1} for a unit",
                held as f64 / budget as f64
            );
            if held as f64 > budget as f64 * (1 << 30) as f64 / 31_000_000.0 {
                wrong.push(format!("{name} as {reader}: {held} bytes for a budget of {budget}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
