//! The law of unknown fields for documents in JSON syntax, where the type decides what is a block, a label or a
//! value.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::LazyLock;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::{Body, Decoder, Expression, Lazy, Spanned, Value, from_str, json};

use crate::unknown_fields::{Config, FIELDS as NATIVE_FIELDS, body as native_body, compare_with};
use derive_tests::random::{cases, hold};

const NUMBERS: [&str; 9] =
    ["0", "7", "-3", "300", "2.5", "1e3", r#""${n}""#, r#""8""#, r#""${n > 1 ? 1 : 2}""#];
const TEXTS: [&str; 10] = [
    r#""a""#,
    r#""""#,
    r#""\n\u00e9""#,
    "\"e\u{301}\"",
    r#""${s}""#,
    r#""${s}-${n}""#,
    r#""$${s}""#,
    r#""\u0024{s}""#,
    r#""${""#,
    "12",
];
const BOOLS: [&str; 4] = ["true", "false", r#""${n == 5}""#, r#""true""#];
const OTHERS: [&str; 10] = [
    "null",
    "[]",
    "{}",
    "[[]]",
    "[{}]",
    "[null]",
    r#"{"//": 1}"#,
    r#""${missing}""#,
    r#""${o}""#,
    r#""${null}""#,
];
const KEYS: [&str; 12] =
    ["k", "x", "y", "//", "1", "2", "${s}", r"\u006b", "e\u{301}", "$label", "a", "count"];
const VARIANTS: [&str; 9] = [
    r#""none""#,
    r#"{"one": 3}"#,
    r#"{"pair": [1, "${n}"]}"#,
    r#"{"point": {"x": 1}}"#,
    r#"{"point": [{"x": 1}]}"#,
    r#"[{"one": 3}]"#,
    r#""one""#,
    r#"{"none": {}}"#,
    r#"{"one": 3, "pair": [1, 2]}"#,
];

fn one_of(texts: &'static [&'static str]) -> BoxedStrategy<String> {
    select(texts).prop_map(str::to_owned).boxed()
}

/// A value, and seldom one of another kind.
fn or_other(value: BoxedStrategy<String>) -> BoxedStrategy<String> {
    prop_oneof![12 => value, 1 => one_of(&OTHERS), 1 => one_of(&TEXTS)].boxed()
}

fn array(element: BoxedStrategy<String>) -> BoxedStrategy<String> {
    vec(element, 0..4).prop_map(|elements| format!("[{}]", elements.join(", "))).boxed()
}

/// Properties, seldom with a repeated name.
fn object_of(
    names: &'static [&'static str],
    value: impl Fn(&str) -> BoxedStrategy<String> + 'static,
) -> BoxedStrategy<String> {
    let property = select(names).prop_flat_map(move |name| (Just(name), value(name)));
    (vec(property, 0..5), 0..8)
        .prop_map(|(properties, repeats)| {
            let mut seen = Vec::new();
            let properties = properties.iter().filter(|(name, _)| {
                let is_new = !seen.contains(name);
                seen.push(*name);
                is_new || repeats == 0
            });
            let texts: Vec<_> =
                properties.map(|(name, value)| format!("\"{name}\": {value}")).collect();
            format!("{{{}}}", texts.join(", "))
        })
        .boxed()
}

fn object(names: &'static [&'static str], value: BoxedStrategy<String>) -> BoxedStrategy<String> {
    object_of(names, move |_| value.clone())
}

/// A value alone, or several in nested arrays, as blocks are written.
fn in_arrays(value: BoxedStrategy<String>) -> BoxedStrategy<String> {
    let one = value.clone();
    let alone = value.clone().prop_map(|value| format!("[{value}]"));
    let nested = array(array(value.clone()));
    prop_oneof![4 => one, 3 => alone, 4 => array(value), 1 => nested].boxed()
}

fn anything() -> BoxedStrategy<String> {
    let leaf = prop_oneof![one_of(&NUMBERS), one_of(&TEXTS), one_of(&BOOLS), one_of(&OTHERS)];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![array(inner.clone().boxed()), object(&KEYS, inner.boxed())]
    })
    .boxed()
}

const LABELS: [&str; 6] = ["a", "b", "${s}", r"\u0061", "//", "$label"];

/// The value of the field; `content` is the body of a block.
fn value_of(field: &str, content: &BoxedStrategy<String>) -> BoxedStrategy<String> {
    let (numbers, texts) = (one_of(&NUMBERS), one_of(&TEXTS));
    let point = object(&["x", "y", "//"], numbers.clone());
    let labelled = |content| in_arrays(object(&LABELS, in_arrays(content)));
    or_other(match field {
        "text" | "letter" => texts,
        "yes" => one_of(&BOOLS),
        "list" => array(numbers),
        "options" => array(or_other(texts)),
        "pair" => (texts, numbers).prop_map(|(text, number)| format!("[{text}, {number}]")).boxed(),
        "map" => in_arrays(object(&KEYS, or_other(numbers))),
        "numbered" => object(&["1", "2", "${n}"], texts),
        "point" | "points" => in_arrays(point),
        "choice" => one_of(&VARIANTS),
        "value" | "any" | "expression" | "unit" | "other" | "//" => anything(),
        "nested" | "body" | "block" => in_arrays(content.clone()),
        "server" => prop_oneof![
            labelled(content.clone()),
            labelled(object(&LABELS, in_arrays(content.clone()))),
            in_arrays(object(&["$label", "$labels", "count"], anything())),
        ]
        .boxed(),
        "zone" => labelled(content.clone()),
        "region" => labelled(object(&LABELS, in_arrays(point))),
        "script" => {
            in_arrays(object_of(
                &["text", "wait", "point", "server", "//"],
                move |name| match name {
                    "wait" => one_of(&["{}", "[{}, {}]", "null", "[]"]),
                    "point" => in_arrays(one_of(&[r#"{"x": 1}"#, r#"{"y": 1}"#])),
                    "server" => one_of(&[r#"{"a": {}}"#, r#"[{"a": {"count": 1}, "b": [{}]}]"#]),
                    _ => one_of(&TEXTS),
                },
            ))
        }
        _ => numbers,
    })
}

/// The fields that have values in native syntax, and the properties for blocks, a comment and a label.
static FIELDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let others =
        ["nested", "server", "server", "zone", "region", "script", "body", "block", "//", "$label"];
    [&NATIVE_FIELDS[..], &others].concat()
});

/// All blocks as data of any type: their names are the only keys.
#[derive(Debug, Deserialize)]
struct AllBlocks {
    #[serde(rename = "$blocks")]
    all: Vec<serde_json::Value>,
}

type Values = BTreeMap<String, Spanned<Value>>;

fn body() -> BoxedStrategy<String> {
    let leaf = object_of(&FIELDS, |name| value_of(name, &one_of(&["{}", r#"{"count": 1}"#])));
    leaf.prop_recursive(2, 8, 3, |inner| {
        let inner = inner.boxed();
        object_of(&FIELDS, move |name| value_of(name, &inner))
    })
    .boxed()
}

#[test]
fn collecting_unknown_fields_changes_no_value_of_json() {
    let decoded = [const { Cell::new(0) }; 7];
    hold(CASES, body(), |source| {
        let [typed, literal, values, any, captured, lists, blocks] = &decoded;
        let (decoder, source) = (Decoder::new().json(true), &source);
        compare::<Config>(&decoder, source, typed)?;
        compare::<Config>(&decoder.clone().literal_json_strings(true), source, literal)?;
        compare::<Value>(&decoder, source, values)?;
        compare::<serde_json::Value>(&decoder, source, any)?;
        compare::<BTreeMap<String, Spanned<Expression>>>(&decoder, source, captured)?;
        compare::<BTreeMap<String, Vec<Lazy<Config>>>>(&decoder, source, lists)?;
        compare::<AllBlocks>(&decoder, source, blocks)
    });
    let decoded = decoded.map(Cell::into_inner);
    assert!(decoded.iter().all(|count| *count > cases(CASES) / 5), "{decoded:?} of {CASES}");
}

#[test]
fn collecting_unknown_fields_changes_no_value_of_values_of_json() {
    let decoded = [const { Cell::new(0) }; 3];
    hold(CASES, prop_oneof![body(), anything()], |source| {
        let Ok(value) = json::parse_expression(&source) else { return Ok(()) };
        let [typed, map, any] = &decoded;
        let (decoder, source) = (Decoder::new(), &source);
        compare_with(&decoder, source, |it| value.decode::<Config>(it), typed)?;
        compare_with(&decoder, source, |it| value.decode::<Values>(it), map)?;
        compare_with(&decoder, source, |it| value.decode::<serde_json::Value>(it), any)
    });
    let decoded = decoded.map(Cell::into_inner);
    assert!(decoded.iter().all(|count| *count > cases(CASES) / 10), "{decoded:?} of {CASES}");
}

#[test]
fn collecting_unknown_fields_changes_no_value_of_both_syntaxes() {
    let decoded = [const { Cell::new(0) }; 3];
    hold(CASES, (native_body(), body()), |(native, in_json)| {
        let (Ok(native), Ok(in_json)) = (from_str::<Body>(&native), json::from_str(&in_json))
        else {
            return Ok(());
        };
        let both: Body = native.merge(in_json);
        let [typed, any, blocks] = &decoded;
        let (decoder, source) = (Decoder::new(), &format!("{both:?}"));
        compare_with(&decoder, source, |it| it.from_body::<Config>(both.view()), typed)?;
        compare_with(&decoder, source, |it| it.from_body::<serde_json::Value>(both.view()), any)?;
        compare_with(&decoder, source, |it| it.from_body::<AllBlocks>(both.view()), blocks)
    });
    let decoded = decoded.map(Cell::into_inner);
    assert!(decoded.iter().all(|count| *count > cases(CASES) / 10), "{decoded:?} of {CASES}");
}

const CASES: u32 = 500;

fn compare<T: DeserializeOwned + Debug>(
    decoder: &Decoder,
    source: &str,
    decoded: &Cell<u32>,
) -> Result<(), TestCaseError> {
    compare_with(decoder, source, |decoder| decoder.from_str::<T>(source), decoded)
}
