//! Conveniences that users expect from a serde format.

use std::collections::HashMap;
use std::io;
use std::ops::Range;

use serde::Serialize;
use serde::de::{Deserialize, IntoDeserializer};
use serde_hcl::source::Span;
use serde_hcl::{
    Context, Decoder, Deserializer, Document, Error, Lazy, Map, Value, from_str, parse, to_string,
    value,
};

use crate::error;

type Numbers = HashMap<String, u8>;

#[test]
fn deserializers_of_all_sources() {
    let bytes = Deserializer::from_slice(b"a = 1 + x\n").unwrap();
    let context = Context::new().variable("x", 1);
    assert_eq!(Numbers::deserialize(bytes.context(&context)).unwrap()["a"], 2);
    assert!(Deserializer::from_slice(b"\xff").is_err());

    let source = "dynamic \"n\" {\n  for_each = [1]\n  content {\n    a = n.value\n  }\n}\n";
    let document = parse(source).unwrap();
    let expanding = Decoder::new().expand_dynamic_blocks(true);
    let body = Deserializer::from_body(document.body()).context(&expanding);
    assert_eq!(HashMap::<String, Numbers>::deserialize(body).unwrap()["n"]["a"], 1);

    let document = parse("a = 3\n").unwrap();
    let numbers = Numbers::deserialize(document.body().into_deserializer()).unwrap();
    assert_eq!(numbers["a"], 3);
    let numbers = Numbers::deserialize(value!({ "a": 4 }).into_deserializer()).unwrap();
    assert_eq!(numbers["a"], 4);
}

#[test]
fn values_convert_to_primitives() {
    assert_eq!(u16::try_from(value!("80")).unwrap(), 80);
    assert_eq!(String::try_from(value!(15)).unwrap(), "15");
    assert_eq!(f32::try_from(value!(0.5)).unwrap(), 0.5);
    assert!(u8::try_from(value!(256)).is_err());
    assert!(bool::try_from(value!([])).is_err());
}

#[test]
fn values_compare_with_all_primitives() {
    let value = value!({ "n": 1, "big": 18446744073709551615_u64, "x": 0.5, "s": "t", "b": true });
    assert!(value["n"] == 1_i8 && value["n"] == 1_u8 && value["n"] == 1_i16 && value["n"] == 1_u16);
    assert!(value["n"] == 1_isize && value["n"] == 1_usize && value["n"] == 1_i128);
    assert!(value["big"] == u64::MAX && value["big"] == u128::from(u64::MAX) && value["big"] != -1);
    assert!(value["x"] == 0.5_f32 && 0.5_f64 == value["x"]);
    assert!("t" == value["s"] && *"t" == value["s"]);
    let text = String::from("t");
    assert!(text == value["s"]);
    assert!(value["s"] == text);
    assert!(true == value["b"] && 1 == value["n"] && 2 != value["n"] && "1" != value["n"]);
}

#[test]
fn values_change_in_place() {
    let mut value: Value = "{ a = [1, { b = 2 }] }".parse().unwrap();
    value["a"][1]["b"] = 3.into();
    value["c"]["d"] = true.into();
    *value.pointer_mut("/a/0").unwrap() = "x".into();
    assert_eq!(value, value!({ "a": ["x", { "b": 3 }], "c": { "d": true } }));
    assert_eq!(value.pointer_mut("/a/2"), None);
    assert_eq!(value["c"].take(), value!({ "d": true }));
    assert_eq!(value["c"], Value::NULL);
    assert!("a".parse::<Value>().is_err());
}

#[test]
#[should_panic = "no such element"]
fn missing_elements_cannot_be_set() {
    value!([1])[1] = 2.into();
}

#[test]
fn values_are_printed_over_lines() {
    let value = value!({ "a": [1, 2], "b": [{ "c": {} }, []], "d e": { "f": "x" } });
    let text = "{\n  a = [1, 2]\n  b = [\n    {\n      c = {}\n    },\n    [],\n  ]\n  \"d e\" = {\n    f = \"x\"\n  }\n}";
    assert_eq!(format!("{value:#}"), text);
    assert_eq!(text.parse::<Value>().unwrap(), value);
    assert_eq!(format!("{:#}", value!([])), "[]");
    assert_eq!(format!("{:#}", Value::Object(Map::new())), "{}");
}

#[test]
fn lazy_values_of_the_program() {
    let lazy = Lazy::from(vec![1, 2]);
    assert_eq!(lazy.evaluate(&Context::new()).unwrap(), [1, 2]);
    assert_eq!(lazy.to_string(), "[1, 2]");
    assert_eq!(to_string(&HashMap::from([("a", lazy)])).unwrap(), "a = [1, 2]\n");

    let refused = Lazy::from(f64::NAN);
    assert_eq!(refused.evaluate(&Context::new()).unwrap_err().code(), "not-finite");
    assert!(to_string(&HashMap::from([("a", refused.clone())])).is_err());
    assert_eq!(refused.span(), None);
}

#[test]
fn errors_are_cloned_and_converted_to_io_errors() {
    let error = from_str::<Numbers>("a = b\n").unwrap_err();
    assert_eq!(error.clone().to_string(), error.to_string());
    let text = error.to_string();
    let error = io::Error::from(error);
    assert_eq!((error.kind(), error.to_string()), (io::ErrorKind::InvalidData, text));
    let error = io::Error::from(Document::from_path("/nowhere/a.hcl").unwrap_err());
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
}

#[test]
fn files_are_parsed_with_their_names() {
    let path = std::env::temp_dir().join(format!("serde_hcl-parse-{}.hcl", std::process::id()));
    std::fs::write(&path, "a = 1\n").unwrap();
    let document = Document::from_path(&path).unwrap();
    assert_eq!(document.name(), path.to_str());
    assert_eq!(document.body().attribute("a").unwrap().expression().text(), "1");
    std::fs::write(&path, "a = \n").unwrap();
    assert!(
        Document::from_path(&path).unwrap_err().to_string().starts_with(path.to_str().unwrap())
    );
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn spans_are_ranges() {
    assert_eq!(Range::from(Span::new(1, 3)), 1..3);
}

#[test]
fn raw_values_of_other_formats_are_refused() {
    #[derive(Debug, serde::Deserialize, Serialize)]
    struct Config {
        raw: Box<serde_json::value::RawValue>,
    }
    let message = error::<Config>("raw = [1]\n");
    assert!(
        message.starts_with("1:7: raw: ") && message.contains("private to another format"),
        "{message}"
    );
}

#[test]
fn public_types_cross_threads() {
    fn check<T: Send + Sync + 'static>() {}
    check::<Error>();
    check::<Value>();
    check::<Context>();
    check::<serde_hcl::Function>();
    check::<serde_hcl::Expression>();
    check::<serde_hcl::Body>();
    check::<serde_hcl::Block>();
    check::<serde_hcl::Attribute>();
    check::<Lazy<u8>>();
    check::<serde_hcl::Document<'static>>();
    check::<serde_hcl::syntax::ExpressionRef<'static>>();
    check::<serde_hcl::syntax::BodyRef<'static>>();
    check::<serde_hcl::diagnostic::Diagnostic>();
    check::<serde_hcl::Type>();
    check::<serde_hcl::configuration::Graph>();
    check::<serde_hcl::configuration::Schema>();
    check::<serde_hcl::configuration::Variables>();
    check::<serde_hcl::Serializer>();
    check::<Deserializer<'static>>();
    check::<serde_hcl::configuration::Content>();
    check::<serde_hcl::source::LineIndex>();
    check::<serde_hcl::configuration::Reference>();
    check::<serde_hcl::configuration::Residual>();
    check::<serde_hcl::configuration::Setting>();
    check::<serde_hcl::configuration::Assignment>();
    check::<serde_hcl::Spanned<u8>>();
    check::<serde_hcl::Body>();
    check::<serde_hcl::edit::File<u8>>();
}
