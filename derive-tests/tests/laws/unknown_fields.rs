//! The law of unknown fields: a decode that collects the items that no field takes gives the same value or error as one that
//! does not.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::{Debug, Write};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::{Block, Body, Context, Decoder, Expression, Lazy, Spanned, Value};

use derive_tests::random::{cases, hold};

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Config {
    text: Option<String>,
    letter: Option<char>,
    count: Option<u16>,
    large: Option<i128>,
    ratio: Option<f64>,
    single: Option<f32>,
    yes: Option<bool>,
    unit: Option<()>,
    twice: Option<Option<u8>>,
    list: Option<Vec<u8>>,
    options: Option<Vec<Option<String>>>,
    pair: Option<(String, Option<u8>)>,
    map: Option<BTreeMap<String, Option<u8>>>,
    numbered: Option<BTreeMap<i16, String>>,
    point: Option<Point>,
    points: Option<Vec<Point>>,
    choice: Option<Choice>,
    value: Option<Value>,
    any: Option<serde_json::Value>,
    located: Option<Spanned<u8>>,
    expression: Option<Expression>,
    lazy: Option<Lazy<u8>>,
    nested: Option<Box<Config>>,
    server: Vec<Server>,
    zone: BTreeMap<String, Box<Config>>,
    region: BTreeMap<String, BTreeMap<String, Point>>,
    script: Option<Script>,
    body: Option<Body>,
    block: Vec<Block>,
}

#[derive(Debug, Deserialize)]
struct Point {
    x: i64,
    y: Option<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Choice {
    None,
    One(u8),
    Pair(u8, u8),
    Point { x: i64, y: Option<f64> },
}

#[derive(Debug, Deserialize)]
struct Server {
    #[serde(rename = "$label")]
    name: String,
    #[serde(rename = "$labels", default)]
    labels: Vec<String>,
    count: Option<u8>,
}

#[derive(Debug, Deserialize)]
struct Script {
    text: Option<String>,
    #[serde(rename = "$blocks")]
    steps: Vec<Step>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Step {
    Wait {},
    Point(Point),
    Server(Server),
}

const NUMBERS: [&str; 12] =
    ["0", "7", "-3", "300", "2.5", "1e3", "n", "n * 2", "n > 1 ? 1 : 2", "\"8\"", "(4)", "-n"];
const TEXTS: [&str; 9] = [
    "\"a\"",
    "\"\"",
    "\"\\n\\u00e9\"",
    "\"e\u{301}\"",
    "s",
    "\"${s}-${n}\"",
    "upper(s)",
    "<<-E\n  one\n    two\n  E\n",
    "12",
];
const BOOLS: [&str; 5] = ["true", "false", "!true", "n == 5", "\"true\""];
const OTHERS: [&str; 8] =
    ["null", "(null)", "[]", "{}", "missing", "[for i in [1, 2] : i]", "o", "o.k"];
const KEYS: [&str; 9] = ["k", "x", "y", "\"k\"", "(s)", "\"${s}\"", "1", "null", "\"e\u{301}\""];
const VARIANTS: [&str; 7] = [
    "\"none\"",
    "{ one = 3 }",
    "{ pair = [1, n] }",
    "{ point = { x = 1 } }",
    "\"one\"",
    "{ none = null }",
    "{ one = 3, pair = [1, 2] }",
];

/// A value, and seldom one of another kind.
fn or_other(value: impl Strategy<Value = String> + 'static) -> BoxedStrategy<String> {
    prop_oneof![12 => value, 1 => one_of(&OTHERS), 1 => one_of(&TEXTS)].boxed()
}

fn one_of(texts: &'static [&'static str]) -> BoxedStrategy<String> {
    select(texts).prop_map(str::to_owned).boxed()
}

fn tuple(element: BoxedStrategy<String>) -> BoxedStrategy<String> {
    vec(element, 0..4).prop_map(|elements| format!("[{}]", elements.join(", "))).boxed()
}

fn object(keys: &'static [&'static str], value: BoxedStrategy<String>) -> BoxedStrategy<String> {
    let item = (select(keys), value).prop_map(|(key, value)| format!("{key} = {value}"));
    vec(item, 0..4).prop_map(|items| format!("{{\n{}\n}}", items.join("\n"))).boxed()
}

fn anything() -> BoxedStrategy<String> {
    let leaf = prop_oneof![one_of(&NUMBERS), one_of(&TEXTS), one_of(&BOOLS), one_of(&OTHERS)];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![tuple(inner.clone().boxed()), object(&KEYS, inner.boxed())]
    })
    .boxed()
}

/// The value of the field.
fn value_of(field: &str) -> BoxedStrategy<String> {
    let (numbers, texts) = (one_of(&NUMBERS), one_of(&TEXTS));
    let point = object(&["x", "\"y\""], numbers.clone());
    or_other(match field {
        "text" | "letter" => texts,
        "yes" => one_of(&BOOLS),
        "list" => tuple(numbers),
        "options" => tuple(or_other(texts)),
        "pair" => (texts, numbers).prop_map(|(text, number)| format!("[{text}, {number}]")).boxed(),
        "map" => object(&KEYS, or_other(numbers)),
        "numbered" => object(&["1", "\"2\"", "(n)"], texts),
        "point" => point,
        "points" => tuple(point),
        "choice" => one_of(&VARIANTS),
        "value" | "any" | "expression" | "unit" | "other" => anything(),
        _ => numbers,
    })
}

pub(crate) const FIELDS: [&str; 23] = [
    "text",
    "letter",
    "count",
    "large",
    "ratio",
    "single",
    "yes",
    "unit",
    "twice",
    "list",
    "options",
    "pair",
    "map",
    "numbered",
    "point",
    "points",
    "choice",
    "value",
    "any",
    "located",
    "expression",
    "lazy",
    "other",
];
const BLOCKS: [&str; 14] = [
    "nested",
    "server \"a\"",
    "server b \"c\"",
    "zone \"a\"",
    "zone \"b\"",
    "region \"a\" \"b\"",
    "region \"a\" c",
    "script",
    "body",
    "block",
    "block \"a\"",
    "point",
    "points",
    "other",
];

/// The items of a body, as text. Names of attributes occur once.
pub(crate) fn body() -> BoxedStrategy<String> {
    let attribute = || select(&FIELDS[..]).prop_flat_map(|name| (Just(name), value_of(name)));
    let attributes = move || {
        vec(attribute(), 0..4).prop_map(|all| {
            let distinct: BTreeMap<_, _> = all.into_iter().collect();
            distinct.iter().fold(String::new(), |mut text, (name, value)| {
                let _ = writeln!(text, "{name} = {value}");
                text
            })
        })
    };
    let leaf = attributes().boxed();
    leaf.prop_recursive(3, 8, 3, move |inner| {
        let block = (select(&BLOCKS[..]), inner).prop_map(|(header, content)| match header {
            "script" => {
                format!("script {{\nwait {{\n}}\npoint {{\nx = 1\n}}\nserver \"a\" {{\n}}\n}}\n{content}")
            }
            "points" | "point" => format!("{header} {{\nx = n\n}}\n"),
            "region \"a\" \"b\"" | "region \"a\" c" => format!("{header} {{\nx = 2\ny = 1\n}}\n"),
            header => format!("{header} {{\n{content}}}\n"),
        });
        (attributes(), vec(block, 0..4))
            .prop_map(|(attributes, blocks)| format!("{attributes}{}", blocks.concat()))
    })
    .boxed()
}

#[test]
fn collecting_unknown_fields_changes_no_value() {
    let decoded = [const { Cell::new(0) }; 3];
    hold(CASES, body(), |source| {
        let [typed, values, captured] = &decoded;
        compare::<Config>(&source, typed)?;
        compare::<Value>(&source, values)?;
        compare::<BTreeMap<String, Spanned<Expression>>>(&source, captured)
    });
    let decoded = decoded.map(Cell::into_inner);
    assert!(decoded.iter().all(|count| *count > cases(CASES) / 5), "{decoded:?} of {CASES}");
}

const CASES: u32 = 1500;

fn compare<T: DeserializeOwned + Debug>(
    source: &str,
    decoded: &Cell<u32>,
) -> Result<(), TestCaseError> {
    let decode = |decoder: &Decoder| decoder.from_str::<T>(source);
    compare_with(&Decoder::new(), source, decode, decoded)
}

/// Decodes a document with and without collecting unknown fields.
pub(crate) fn compare_with<T: Debug>(
    decoder: &Decoder,
    source: &str,
    decode: impl Fn(&Decoder) -> Result<T, serde_hcl::Error>,
    decoded: &Cell<u32>,
) -> Result<(), TestCaseError> {
    let object = BTreeMap::from([("k", 1)]);
    let object = serde_hcl::to_value(&object).unwrap();
    let context = Context::standard().variable("n", 5).variable("s", "text").variable("o", object);
    let decoder = decoder.clone().context(&context);
    let plain = decode(&decoder);
    let (collecting, _) = decoder.collect_unknown_fields(decode);
    decoded.set(decoded.get() + u32::from(plain.is_ok()));
    let text = |result: &Result<T, serde_hcl::Error>| match result {
        Ok(value) => format!("{value:#?}"),
        Err(error) => format!("{error}"),
    };
    prop_assert_eq!(text(&plain), text(&collecting), "{}", source);
    Ok(())
}
