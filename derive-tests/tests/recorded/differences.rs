//! Expressions that Terraform once answered differently, from `tf_differences.jsonl` in the folder in
//! `SERDE_HCL_FINDINGS`. Prints the number of those that agree now, by kind of difference.
//!
//! - `SERDE_HCL_LIST=1` lists the expressions that still differ.
//! - `SERDE_HCL_RAISE=1` raises the floors.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use serde::Deserialize;
use serde_hcl::{Context, Error, Type, Value, functions, parse_expression};
use serde_json::{Value as Json, json};

use derive_tests::floors::{Count, Floors};

#[derive(Deserialize)]
struct Record {
    class: String,
    expression: String,
    terraform: Answer,
}

/// A value and its type, or the errors.
#[derive(Deserialize)]
struct Answer {
    #[serde(rename = "type")]
    ty: Option<Json>,
    value: Option<Json>,
    #[serde(default)]
    errors: Vec<Problem>,
}

#[derive(Deserialize)]
struct Problem {
    summary: String,
}

#[test]
fn terraform_agrees() -> io::Result<()> {
    let mut out = io::stdout();
    let Some(folder) = std::env::var_os("SERDE_HCL_FINDINGS") else {
        return Floors::skipped("differences", "SERDE_HCL_FINDINGS");
    };
    let context = context()?;
    let mut counts = BTreeMap::<String, Count>::new();
    let records = fs::read_to_string(Path::new(&folder).join("tf_differences.jsonl"))?;
    for line in records.lines() {
        let record: Record = serde_json::from_str(line)?;
        let found = parse_expression(&record.expression)
            .and_then(|expression| expression.evaluate(&context));
        let agrees = match record.class.ends_with("base64gzip-bytes") {
            true => unpacks_alike(&record.terraform, &found),
            false => agrees(&record.terraform, &found),
        };
        let class = record.class.trim_start_matches("OURS").trim_start_matches(['?', ':']);
        let count = counts.entry(class.to_owned()).or_insert(Count { reached: 0, cases: 0 });
        count.cases += 1;
        count.reached += usize::from(agrees);
        if !agrees && std::env::var_os("SERDE_HCL_LIST").is_some() {
            let found = found.map_or_else(|error| error.to_string(), |value| value.to_string());
            writeln!(out, "{class}: {}\n    {found}", record.expression)?;
        }
    }
    for (class, Count { reached, cases }) in &counts {
        writeln!(out, "{class:<45}{reached:>4} of {cases:>3}")?;
    }
    Floors::read("differences").hold(&counts);
    Ok(())
}

/// Whether both fail for the same reason, or both have the same value of the same type, as far as
/// recorded.
fn agrees(expected: &Answer, found: &Result<Value, Error>) -> bool {
    match found {
        Ok(value) => {
            let ty = json!(["object", { "v": notation(&value.type_of()) }]);
            let same_type = expected.ty.as_ref().is_none_or(|expected| *expected == ty);
            same_type && expected.value == Some(json!({ "v": written(value) }))
        }
        Err(error) => {
            let expected = expected.errors.iter().map(|error| error.summary.as_str());
            error.diagnostics().iter().map(|found| found.summary()).eq(expected)
        }
    }
}

/// Whether both are texts that decompress to the same text: the compressors differ.
fn unpacks_alike(expected: &Answer, found: &Result<Value, Error>) -> bool {
    let unpack = functions::get("base64gunzip").expect("a function");
    let expected = expected.value.as_ref().and_then(|value| value["v"].as_str());
    let found = found.as_ref().ok().and_then(Value::as_str);
    match (expected, found) {
        (Some(expected), Some(found)) => {
            let [expected, found] = [expected, found].map(|packed| unpack.call([packed]));
            expected.expect("compressed text") == found.expect("compressed text")
        }
        _ => false,
    }
}

/// A type in the notation of the records.
fn notation(ty: &Type) -> Json {
    match ty {
        Type::Dynamic => "dynamic".into(),
        Type::Bool => "bool".into(),
        Type::Number => "number".into(),
        Type::String => "string".into(),
        Type::List(element) => json!(["list", notation(element)]),
        Type::Set(element) => json!(["set", notation(element)]),
        Type::Map(element) => json!(["map", notation(element)]),
        Type::Tuple(elements) => {
            json!(["tuple", elements.iter().map(notation).collect::<Vec<_>>()])
        }
        Type::Object(object) => {
            let attributes = object.iter().map(|(name, ty)| (name.to_string(), notation(ty)));
            json!(["object", attributes.collect::<BTreeMap<_, _>>()])
        }
        ty => panic!("{ty} has no notation"),
    }
}

/// A value in the notation of the records.
fn written(value: &Value) -> Json {
    match value.unmarked() {
        Value::Unknown(_) => "<unknown>".into(),
        Value::Number(number) => json!(["n", number.to_string()]),
        Value::Set(set) => set.iter().map(written).collect(),
        Value::List(_, elements) | Value::Tuple(elements) => elements.iter().map(written).collect(),
        Value::Map(_, map) | Value::Object(map) => {
            map.iter().map(|(key, value)| (key.to_string(), written(value))).collect()
        }
        value => serde_json::to_value(value).expect("a known value"),
    }
}

/// The context of the expressions: the functions of Terraform, an unknown text, and locals.
fn context() -> io::Result<Context> {
    let locals = r#"{
        emptym = tomap({})
        lst = ["b", "a", "c"]
        mobj = {
            east = { azs = ["a", "b"], cidr = "10.0.0.0/16" }
            west = { azs = ["c"], cidr = "10.1.0.0/16" }
        }
        nul = null
        obj = {
            name = "web"
            nested = [{ id = 1, sub = { x = "y" } }, { id = 2, sub = { x = null } }]
            ports = [80, 443]
            tags = { Env = "prod" }
        }
        objs = [{ name = "a", v = 1 }, { name = "b", v = 2 }, { name = "a", v = 3 }]
        s = "text"
        sec = sensitive("hidden")
    }"#;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let files = functions::files_within(&root, root.join("data"))?;
    let context = Context::new().functions(functions::terraform()).functions(files);
    let locals = parse_expression(locals).and_then(|locals| locals.evaluate(&context));
    let id = Value::unknown(Type::String).refine().not_null().build();
    let data = Value::object([("t", Value::object([("id", id)]))]);
    Ok(context.variable("local", locals.expect("locals")).variable("terraform_data", data))
}
