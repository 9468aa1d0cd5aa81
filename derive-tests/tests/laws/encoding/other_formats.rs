//! Values of other formats become values of the language, and back, without a change.

use std::collections::BTreeMap;

use proptest::collection::{btree_map, vec};
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::prop_assert_eq;
use serde::Deserialize;
use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};
use serde_hcl::{Context, Number, Value, parse_expression, to_expression_string, to_value};

use super::generate::{finite, text, value};
use derive_tests::random::hold;

type Json = serde_json::Value;

fn json() -> impl Strategy<Value = Json> {
    // Also text that is not in normalization form C.
    let text = || prop_oneof![4 => text(), 1 => any::<String>(), 1 => Just("e\u{301}".to_owned())];
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        any::<u64>().prop_map(Json::from),
        finite().prop_map(Json::from),
        text().prop_map(Json::from),
    ];
    leaf.prop_recursive(5, 40, 5, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Json::from),
            btree_map(text(), inner, 0..4).prop_map(|map| Json::Object(map.into_iter().collect())),
        ]
    })
}

/// The same value by hand; `None` if two keys are equal in normalization form C.
fn by_hand(json: &Json, number: fn(&serde_json::Number) -> Option<Number>) -> Option<Value> {
    Some(match json {
        Json::Null => Value::NULL,
        Json::Bool(bool) => Value::from(*bool),
        Json::Number(it) => Value::from(number(it)?),
        Json::String(text) => Value::from(text.as_str()),
        Json::Array(elements) => {
            Value::tuple(elements.iter().map(|it| by_hand(it, number)).collect::<Option<Vec<_>>>()?)
        }
        Json::Object(entries) => {
            let mut object = BTreeMap::new();
            for (key, value) in entries {
                let key = Value::from(key.as_str()).as_str()?.to_owned();
                if object.insert(key, by_hand(value, number)?).is_some() {
                    return None;
                }
            }
            Value::object(object)
        }
    })
}

/// The number that the primitive type represents.
fn primitive(number: &serde_json::Number) -> Option<Number> {
    match (number.as_i64(), number.as_u64()) {
        (Some(integer), _) => Some(Number::from(integer)),
        (_, Some(integer)) => Some(Number::from(integer)),
        _ => Number::from_f64(number.as_f64()?),
    }
}

/// The number with these digits.
fn decimal(number: &serde_json::Number) -> Option<Number> {
    number.to_string().parse().ok()
}

/// JSON as `serde_json` passes it with its feature `arbitrary_precision`: a number is a struct with one text.
struct ArbitraryPrecision<'j>(&'j Json);

impl Serialize for ArbitraryPrecision<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const NAME: &str = "$serde_json::private::Number";
        match self.0 {
            Json::Number(number) => {
                let mut content = serializer.serialize_struct(NAME, 1)?;
                content.serialize_field(NAME, &number.to_string())?;
                content.end()
            }
            Json::Array(elements) => serializer.collect_seq(elements.iter().map(Self)),
            Json::Object(entries) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for (key, value) in entries {
                    map.serialize_entry(key, &ArbitraryPrecision(value))?;
                }
                map.end()
            }
            other => other.serialize(serializer),
        }
    }
}

#[test]
fn json_becomes_the_same_value() {
    hold(500, json(), |json| {
        let Some(expected) = by_hand(&json, primitive) else {
            prop_assert_eq!(to_value(&json).unwrap_err().code(), "equal-keys");
            return Ok(());
        };
        prop_assert_eq!(&to_value(&json).unwrap(), &expected);
        prop_assert_eq!(&Value::deserialize(&json).unwrap(), &expected);

        let exact = by_hand(&json, decimal).unwrap();
        prop_assert_eq!(&to_value(&ArbitraryPrecision(&json)).unwrap(), &exact);
        let text = to_expression_string(&ArbitraryPrecision(&json)).unwrap();
        let written = parse_expression(&text).unwrap().evaluate(&Context::new()).unwrap();
        prop_assert_eq!(&written, &exact);

        let back = serde_json::to_value(&expected).unwrap();
        prop_assert_eq!(&Json::deserialize(&expected).unwrap(), &back);
        prop_assert_eq!(to_value(&back).unwrap(), expected);
        Ok(())
    });
}

/// Numbers that no primitive number represents become text or an error, as in any format.
#[test]
fn values_survive_json() {
    fn is_plain(value: &Value) -> bool {
        match value {
            Value::Number(number) => {
                let float = Number::from_f64(number.as_f64());
                number.as_i64().is_some()
                    || number.as_u64().is_some()
                    || float.as_ref() == Some(number)
            }
            Value::Tuple(elements) => elements.iter().all(is_plain),
            Value::Object(map) => map.values().all(is_plain),
            _ => true,
        }
    }
    hold(500, value(), |value| {
        if is_plain(&value) {
            prop_assert_eq!(to_value(&serde_json::to_value(&value).unwrap()).unwrap(), value);
        }
        Ok(())
    });
}

fn toml() -> impl Strategy<Value = toml::Value> {
    let dates = ["1979-05-27", "07:32:00.5", "1979-05-27T07:32:00", "1979-05-27T07:32:00-08:00"];
    let dates = proptest::sample::select(dates.to_vec());
    let leaf = prop_oneof![
        any::<bool>().prop_map(toml::Value::from),
        any::<i64>().prop_map(toml::Value::from),
        finite().prop_map(toml::Value::from),
        text().prop_map(toml::Value::from),
        dates.prop_map(|date| toml::Value::Datetime(date.parse().unwrap())),
    ];
    leaf.prop_recursive(5, 40, 5, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(toml::Value::from),
            btree_map(text(), inner, 0..4)
                .prop_map(|table| table.into_iter().collect::<toml::Table>().into()),
        ]
    })
}

#[test]
fn toml_becomes_the_same_value_with_dates_as_text() {
    fn by_hand(toml: &toml::Value) -> Value {
        match toml {
            toml::Value::String(text) => Value::from(text.as_str()),
            toml::Value::Integer(integer) => Value::from(*integer),
            toml::Value::Float(float) => Value::from(*float),
            toml::Value::Boolean(bool) => Value::from(*bool),
            toml::Value::Datetime(date) => Value::from(date.to_string()),
            toml::Value::Array(elements) => Value::tuple(elements.iter().map(by_hand)),
            toml::Value::Table(table) => {
                Value::object(table.iter().map(|(key, value)| (key.as_str(), by_hand(value))))
            }
        }
    }
    hold(500, toml(), |toml| {
        let value = to_value(&toml).unwrap();
        prop_assert_eq!(&value, &by_hand(&toml));
        // TOML has no integers from 2^63 on.
        if let Ok(back) = toml::Value::try_from(&value) {
            prop_assert_eq!(to_value(&back).unwrap(), value);
        }
        Ok(())
    });
}

#[test]
fn dates_of_toml_are_written_as_text() {
    let toml: toml::Table = "day = 1979-05-27\n".parse().unwrap();
    assert_eq!(serde_hcl::to_string(&toml).unwrap(), "day = \"1979-05-27\"\n");
    assert_eq!(serde_hcl::json::to_string(&toml).unwrap(), r#"{"day":"1979-05-27"}"#);
}

#[test]
fn a_number_of_any_length_keeps_its_digits() {
    struct Digits(&'static str);
    impl Serialize for Digits {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            const NAME: &str = "$serde_json::private::Number";
            let mut content = serializer.serialize_struct(NAME, 1)?;
            content.serialize_field(NAME, self.0)?;
            content.end()
        }
    }
    for digits in ["1.50", "-0.12345678901234567890123", "123456789012345678901234567890", "1E400"]
    {
        let number: Number = digits.parse().unwrap();
        assert_eq!(to_value(&[Digits(digits)]).unwrap(), Value::tuple([number.clone()]));
        let document = serde_hcl::to_string(&BTreeMap::from([("a", Digits(digits))])).unwrap();
        assert_eq!(document, format!("a = {digits}\n"));
        let json = serde_hcl::json::to_string(&BTreeMap::from([("a", Digits(digits))])).unwrap();
        let value: Value = serde_hcl::json::from_str(&json).unwrap();
        assert_eq!(value["a"], Value::from(number), "{json}");
    }
    assert!(to_value(&Digits("x")).is_err());
}
