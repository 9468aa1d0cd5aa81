//! Writing and then reading.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::str;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_hcl::{Body, Context, Value};

use crate::checked;
use crate::contexts::BUDGET;

/// The output of `to_string` is canonical, and is read as an equal value.
pub fn round_trip(data: &[u8]) {
    let Ok(source) = str::from_utf8(data) else { return };
    typed::<Config>(source);
    typed::<BTreeMap<String, Untagged>>(source);
    if let Some(value) = checked(serde_hcl::from_str::<Value>(source)) {
        if let Some(text) = checked(serde_hcl::to_expression_string(&value)) {
            let again =
                serde_hcl::parse_expression(&text).unwrap().evaluate(&Context::new()).unwrap();
            assert_eq!(again.to_string(), value.to_string(), "as an expression: {text}");
        }
        if let Some(text) = checked(serde_hcl::to_string(&value)) {
            canonical(&text);
            let again = serde_hcl::from_str::<Value>(&text).unwrap();
            assert_eq!(again.to_string(), value.to_string(), "as a document: {text}");
        }
    }
    if let Some(body) = checked(serde_hcl::from_str::<Body>(source)) {
        let text = serde_hcl::to_string(&body).unwrap();
        assert_eq!(meaning(source), meaning(&text), "as a body: {text}");
    }
}

fn typed<T: DeserializeOwned + Serialize + PartialEq + Debug>(source: &str) {
    // A label can be in any normalization form, an object's key can't.
    if !unicode_normalization::is_nfc(source) {
        return;
    }
    let Some(value) = checked(serde_hcl::from_str::<T>(source)) else { return };
    let Some(text) = checked(serde_hcl::to_string(&value)) else { return };
    canonical(&text);
    match serde_hcl::from_str::<T>(&text) {
        Ok(again) => assert_eq!(again, value, "written as {text}"),
        Err(error) => panic!("{value:?}\nis written as\n{text}\n{error}"),
    }
}

fn canonical(text: &str) {
    assert_eq!(serde_hcl::format::format(text).unwrap(), text, "not canonical");
}

fn meaning(source: &str) -> Result<String, &'static str> {
    let context = Context::standard().budget(BUDGET);
    serde_hcl::from_str_with::<Value>(source, &context)
        .map(|value| value.to_string())
        .map_err(|error| error.code())
}

#[derive(Debug, PartialEq, Deserialize, Serialize)]
struct Config {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    a: Option<i64>,
    #[serde(default)]
    b: Vec<Block>,
    #[serde(default)]
    c: Vec<Choice>,
    #[serde(default)]
    text: String,
    #[serde(default)]
    float: f64,
    #[serde(flatten)]
    rest: BTreeMap<String, Untagged>,
}

#[derive(Debug, PartialEq, Deserialize, Serialize)]
struct Block {
    #[serde(rename = "$labels")]
    labels: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    x: Option<(u8, bool)>,
    #[serde(default)]
    b: Vec<Block>,
}

#[derive(Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Choice {
    A,
    B(i32),
    C { x: String },
    D(Vec<String>, bool),
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(untagged)]
enum Untagged {
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text(String),
    List(Vec<Untagged>),
    Map(BTreeMap<String, Untagged>),
}

/// HCL has one type of numbers, so a float without a fraction reads as an integer.
impl PartialEq for Untagged {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Untagged::Bool(left), Untagged::Bool(right)) => left == right,
            (Untagged::Integer(left), Untagged::Integer(right)) => left == right,
            (Untagged::Float(left), Untagged::Float(right)) => left == right,
            (Untagged::Integer(integer), Untagged::Float(float))
            | (Untagged::Float(float), Untagged::Integer(integer)) => *integer as f64 == *float,
            (Untagged::Text(left), Untagged::Text(right)) => left == right,
            (Untagged::List(left), Untagged::List(right)) => left == right,
            (Untagged::Map(left), Untagged::Map(right)) => left == right,
            _ => false,
        }
    }
}
