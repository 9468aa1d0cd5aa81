//! Encoding `Value`, and encoding into `Value`.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_hcl::value::Mark;
use serde_hcl::{Body, Number, Type, Value, from_value, to_expression_string, to_value, value};

use crate::{encode, error};

#[test]
fn values_are_written_without_their_types() {
    let values = [
        (Value::NULL, "null"),
        (Value::Null(Type::String), "null"),
        (Value::list(Type::Number, [1, 2]), "[1, 2]"),
        (Value::set(Type::String, ["b", "a"]), r#"["a", "b"]"#),
        (Value::map(Type::Bool, [("a", true)]), "{\n  a = true\n}"),
        (value!({ "a": [{}, []], "b": 0.5 }), "{\n  a = [{}, []]\n  b = 0.5\n}"),
    ];
    for (value, expression) in values {
        assert_eq!(to_expression_string(&value).unwrap(), expression);
    }
}

#[test]
fn unknown_and_sensitive_values_are_not_written() {
    let unknown = BTreeMap::from([("a", vec![Value::unknown(Type::String)])]);
    assert_eq!(error(&unknown), "a[0]: the value is not known yet");
    let secret = BTreeMap::from([("a", vec![Value::from("s").mark(Mark::SENSITIVE)])]);
    assert_eq!(error(&secret), "a[0]: the value is sensitive; unmark it to serialize it");
    let marked = BTreeMap::from([("a", Value::from("s").mark(Mark::new("mine")))]);
    assert_eq!(encode(&marked), "a = \"s\"\n");
}

#[derive(Debug, Serialize, Deserialize, PartialEq)]
struct Everything {
    text: String,
    letter: char,
    unit: (),
    option: Option<u8>,
    float: f32,
    large: (i128, u128),
    bytes: serde_bytes::ByteBuf,
    map: BTreeMap<i8, Variant>,
    variants: Vec<Variant>,
    number: Number,
    value: Value,
}

#[derive(Debug, Serialize, Deserialize, PartialEq)]
enum Variant {
    Unit,
    Newtype(u8),
    Tuple(u8, bool),
    Struct { x: u8 },
}

#[track_caller]
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(original: &T, expected: Value) {
    let value = to_value(original).unwrap();
    assert_eq!(value, expected);
    assert_eq!(from_value::<T>(value).unwrap(), *original);
}

#[test]
fn rust_values_become_values() {
    let everything = Everything {
        text: "a".into(),
        letter: 'é',
        unit: (),
        option: None,
        float: 0.1,
        large: (i128::MIN, u128::MAX),
        bytes: vec![0, 255].into(),
        map: BTreeMap::from([(-1, Variant::Unit)]),
        variants: vec![Variant::Newtype(1), Variant::Tuple(2, true), Variant::Struct { x: 3 }],
        number: "1e400".parse().unwrap(),
        value: value!({ "a": [1] }),
    };
    let expected = value!({
        "text": "a",
        "letter": "é",
        "unit": null,
        "option": null,
        "float": 0.1_f32,
        "large": [i128::MIN, u128::MAX],
        "bytes": [0, 255],
        "map": { "-1": "Unit" },
        "variants": [{ "Newtype": 1 }, { "Tuple": [2, true] }, { "Struct": { "x": 3 } }],
        "number": ("1e400".parse::<Number>().unwrap()),
        "value": { "a": [1] },
    });
    check(&everything, expected);
    check(&1.5, value!(1.5));
    check(&f64::INFINITY, Value::from(Number::infinity()));
}

#[test]
fn captured_bodies_become_their_text() {
    let body: Body = "b \"x\" {}\na = f(1)\nb \"y\" {}\nb {}\n".parse().unwrap();
    let expected = value!({ "a": "a = f(1)", "b": ["b \"x\" {}", "b \"y\" {}", "b {}"] });
    assert_eq!(to_value(&body).unwrap(), expected);
}

#[test]
fn errors_have_a_path() {
    let path = |error: serde_hcl::Error| error.path();
    let nan = BTreeMap::from([("a", vec![f64::NAN])]);
    assert_eq!(path(to_value(&nan).unwrap_err()).as_deref(), Some("a[0]"));
    #[derive(Serialize)]
    enum Variant {
        Struct { keys: BTreeMap<Option<u8>, u8> },
    }
    let bad = Variant::Struct { keys: BTreeMap::from([(None, 1)]) };
    assert_eq!(path(to_value(&[bad]).unwrap_err()).as_deref(), Some("[0].Struct.keys"));
}
