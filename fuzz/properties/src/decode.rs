//! Decoding into Rust types.

use std::collections::BTreeMap;
use std::str;

use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_hcl::{Body, Expression, Lazy, Spanned, Value};

use crate::checked;
use crate::contexts::{CONCRETE, UNKNOWNS};

/// Decoding into types of every shape gives a value or an error with a diagnostic. The result is the
/// same when a document is first decoded into a [`Value`].
pub fn decode(data: &[u8]) {
    let Ok(source) = str::from_utf8(data) else { return };
    into::<IgnoredAny>(source);
    into::<Value>(source);
    into::<Config>(source);
    into::<BTreeMap<String, Untagged>>(source);
    into::<BTreeMap<String, Vec<Choice>>>(source);
    into::<BTreeMap<String, BTreeMap<String, Vec<Tagged>>>>(source);
    into::<BTreeMap<String, Spanned<Body>>>(source);
    // A label can be in any normalization form, a key of a value can't.
    if !unicode_normalization::is_nfc(source) {
        return;
    }
    let direct = checked(serde_hcl::from_str::<serde_json::Value>(source));
    if let Some(value) = checked(serde_hcl::from_str::<Value>(source)) {
        let indirect = checked(serde_hcl::from_value::<serde_json::Value>(value));
        assert_eq!(direct, indirect, "the way through a value changes the result");
    }
}

fn into<T: DeserializeOwned>(source: &str) {
    checked(serde_hcl::from_str_with::<T>(source, &UNKNOWNS));
    checked(serde_hcl::from_str_with::<T>(source, &CONCRETE[0]));
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Config {
    #[serde(default, rename = "$label")]
    name: Option<String>,
    #[serde(default, rename = "$labels")]
    names: Vec<String>,
    #[serde(default)]
    a: Option<i64>,
    #[serde(default)]
    b: Vec<Config>,
    #[serde(default)]
    c: Option<Box<Choice>>,
    #[serde(default)]
    spanned: Option<Spanned<String>>,
    #[serde(default)]
    expression: Option<Expression>,
    #[serde(flatten)]
    rest: BTreeMap<String, Untagged>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code)]
enum Choice {
    A,
    B(i32),
    C { x: String },
    D(Vec<String>, bool),
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
#[allow(dead_code)]
enum Untagged {
    Number(f64),
    Text(String),
    Bool(bool),
    List(Vec<Untagged>),
    Tagged(Tagged),
    Map(BTreeMap<String, Untagged>),
    Expression(Expression),
    Json(serde_json::Value),
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[allow(dead_code)]
enum Tagged {
    A {
        v: Spanned<Value>,
    },
    B {
        v: Lazy<i32>,
        #[serde(flatten)]
        body: Body,
    },
}
