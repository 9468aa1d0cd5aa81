//! `Serialize` for values and types, in any format.

use serde::ser::{self, Serialize, SerializeMap, Serializer};

use super::newtype_names::{EXPRESSION, NULL, NUMBER};
use crate::limits::stack::nest;
use crate::value::{Elements, Map, Number, Set, Type, Value};

/// Types are not kept: lists and sets become sequences, objects and maps become maps. Marks are not
/// kept either, but a sensitive value is an error until it is unmarked. An unknown value is an
/// error.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Null(_) => serializer.serialize_unit_struct(NULL),
            Value::Bool(bool) => serializer.serialize_bool(*bool),
            Value::Number(number) => number.serialize(serializer),
            Value::String(text) => serializer.serialize_str(text),
            Value::List(_, elements)
            | Value::Set(Set { elements, .. })
            | Value::Tuple(elements) => elements.serialize(serializer),
            Value::Map(_, map) | Value::Object(map) => map.serialize(serializer),
            Value::Unknown(_) => Err(ser::Error::custom("the value is not known yet")),
            Value::Marked(marked) if marked.is_sensitive() => {
                Err(ser::Error::custom("the value is sensitive; unmark it to serialize it"))
            }
            Value::Marked(marked) => marked.value().serialize(serializer),
        }
    }
}

impl Serialize for Elements {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        nest(|| serializer.collect_seq(self))
    }
}

impl Serialize for Map {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        nest(|| {
            let mut map = serializer.serialize_map(Some(self.len()))?;
            for (key, value) in self {
                map.serialize_entry(&**key, value)?;
            }
            map.end()
        })
    }
}

/// As the first of `i64`, `u64`, `f64`, `i128` and `u128` that represents the number exactly, or
/// with the same printed digits. Otherwise as text.
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let float = self.as_f64();
        let is_negative_zero = self.is_zero() && self.is_sign_negative();
        if is_negative_zero {
            serializer.serialize_f64(float)
        } else if let Some(integer) = self.as_i64() {
            serializer.serialize_i64(integer)
        } else if let Some(integer) = self.as_u64() {
            serializer.serialize_u64(integer)
        } else if Number::from_f64(float).as_ref() == Some(self) {
            serializer.serialize_newtype_struct(NUMBER, &float)
        } else if let Some(integer) = self.as_i128() {
            serializer.serialize_i128(integer)
        } else if let Some(integer) = self.as_u128() {
            serializer.serialize_u128(integer)
        } else {
            serializer.serialize_newtype_struct(NUMBER, &self.to_string())
        }
    }
}

/// As a type expression, such as `list(string)`. Other formats get its text.
impl Serialize for Type {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(EXPRESSION, &self.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Mark;
    use crate::{Type, value};

    #[test]
    fn values_survive_the_round_trip_through_json() {
        let value = value!({ "a": [1, -2.5, "x", true, null, {}], "b": { "c": u64::MAX } });
        let json = serde_json::to_string(&value).unwrap();
        assert_eq!(json, r#"{"a":[1,-2.5,"x",true,null,{}],"b":{"c":18446744073709551615}}"#);
        assert_eq!(serde_json::from_str::<Value>(&json).unwrap(), value);
    }

    #[test]
    fn numbers_keep_their_value() {
        let cases = [
            ("0.1", "0.1"),
            ("-0", "-0.0"),
            ("1e20", "1e+20"),
            ("18446744073709551617", "18446744073709551617"),
            ("-18446744073709551617", "-18446744073709551617"),
            ("0.1234567890123456789", r#""0.1234567890123456789""#),
        ];
        for (text, json) in cases {
            let number: Number = text.parse().unwrap();
            assert_eq!(serde_json::to_string(&number).unwrap(), json);
            if text != "18446744073709551617" && text != "-18446744073709551617" {
                assert_eq!(serde_json::from_str::<Number>(json).unwrap(), number);
            }
        }
    }

    #[test]
    fn types_and_marks_are_not_kept() {
        let value = Value::set(Type::String, ["b", "a"]).mark(Mark::new("seen"));
        assert_eq!(serde_json::to_string(&value).unwrap(), r#"["a","b"]"#);
        assert!(serde_json::to_string(&value.mark(Mark::SENSITIVE)).is_err());
        assert!(serde_json::to_string(&Value::unknown(Type::Bool)).is_err());
    }
}
