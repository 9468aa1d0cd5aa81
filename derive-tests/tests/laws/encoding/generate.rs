//! Random text, numbers and values.

use std::collections::BTreeMap;

use proptest::collection::{btree_map, vec};
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use serde_hcl::{Number, Value};

/// Text with all characters that need care, in normalization form C.
pub(super) fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-z -]{1,4}".prop_map(String::from),
        4 => special().prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
        1 => "\\PC{1,3}".prop_map(String::from),
    ];
    vec(piece, 0..6).prop_map(|pieces| normal(&pieces.concat()))
}

fn special() -> impl Strategy<Value = &'static str> {
    let pieces = [
        "$", "%", "{", "}", "${", "%{", "$${", "\"", "\\", "\n", "\n\n", "\r\n", "\r", "\t", "\0",
        "EOT", "EOT\n", "\nEOT\n", "  ", " x\n", "\u{feff}", "\u{301}", "\u{a0}", "\u{2028}", "#",
        "//", "for", "é", "漢", "👩🏾", "~}",
    ];
    proptest::sample::select(pieces.to_vec())
}

pub(super) fn normal(text: &str) -> String {
    Value::from(text).as_str().unwrap_or_default().to_owned()
}

pub(super) fn map<T: Strategy>(
    keys: impl Strategy<Value = String>,
    values: T,
) -> impl Strategy<Value = BTreeMap<String, T::Value>>
where
    T::Value: std::fmt::Debug,
{
    btree_map(keys, values, 0..4)
}

pub(super) fn finite() -> impl Strategy<Value = f64> {
    any::<f64>().prop_map(|float| if float.is_finite() { float } else { 0.0 })
}

fn number() -> impl Strategy<Value = Number> {
    let decimal = ("-?[0-9]{1,40}(\\.[0-9]{1,40})?", -400..400_i32)
        .prop_map(|(digits, exponent)| format!("{digits}e{exponent}"));
    prop_oneof![
        any::<i64>().prop_map(Number::from),
        any::<i128>().prop_map(Number::from),
        finite().prop_map(|float| Number::from_f64(float).unwrap()),
        decimal.prop_map(|text| text.parse().unwrap()),
    ]
}

/// Values that are not collections, so that writing them loses no type.
pub(super) fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::NULL),
        any::<bool>().prop_map(Value::from),
        number().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 5, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Value::tuple),
            map(text(), inner).prop_map(Value::object),
        ]
    })
}
