//! Conversion of values to and from any serde format.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{self, Serialize, SerializeMap, Serializer};

use super::shared::nest;
use super::{Elements, Map, Number, Value};
use crate::de::{exact_value, is_placeholder};

/// The name under which numbers travel: as text if no primitive number holds them, and as floats, as
/// the text of a number can differ from that of a float. It is the name of a newtype when
/// serializing, the only key of a map when deserializing. Other formats than this crate's see the
/// content alone.
pub(crate) const NUMBER_TOKEN: &str = "$serde_hcl::Number";

/// The name of the unit struct as which a null travels, since fields that are units are left out.
pub(crate) const NULL_TOKEN: &str = "$serde_hcl::Null";

/// Types are not kept: lists and sets become sequences, objects and maps become maps. Marks are
/// not kept either, but a sensitive value has to be unmarked to get out. An unknown value is an
/// error.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Null(_) => serializer.serialize_unit_struct(NULL_TOKEN),
            Value::Bool(bool) => serializer.serialize_bool(*bool),
            Value::Number(number) => number.serialize(serializer),
            Value::String(text) => serializer.serialize_str(text),
            Value::List(_, elements) | Value::Set(_, elements) | Value::Tuple(elements) => {
                elements.serialize(serializer)
            }
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

/// As the first of `i64`, `u64`, `f64`, `i128` and `u128` that holds the number exactly, or prints
/// the same; otherwise as text.
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
            serializer.serialize_newtype_struct(NUMBER_TOKEN, &float)
        } else if let Some(integer) = self.as_i128() {
            serializer.serialize_i128(integer)
        } else if let Some(integer) = self.as_u128() {
            serializer.serialize_u128(integer)
        } else {
            serializer.serialize_newtype_struct(NUMBER_TOKEN, &self.to_string())
        }
    }
}

/// From a document: the evaluated value, as it is. From anything else: sequences become tuples, maps
/// become objects, and keys that are not strings become strings.
impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        nest(|| exact_value(deserializer))
    }
}

impl<'de> Deserialize<'de> for Elements {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::<Value>::deserialize(deserializer).map(Elements::from)
    }
}

impl<'de> Deserialize<'de> for Map {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match deserializer.deserialize_map(ValueVisitor)? {
            Value::Object(map) => Ok(map),
            other => Err(de::Error::custom(format_args!("expected a map, found {other}"))),
        }
    }
}

/// From any primitive number, or from text that is one.
impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = exact_value(deserializer)?;
        let number = match value.unmarked() {
            Value::Number(number) => Some(number.clone()),
            Value::String(text) => text.parse().ok(),
            _ => None,
        };
        // Shown with its marks, a sensitive value stays hidden.
        let unsuitable = || de::Error::custom(format_args!("expected a number, found {value}"));
        number.ok_or_else(unsuitable)
    }
}

/// Builds a value from plain data.
pub(crate) struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::NULL)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::NULL)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        Value::deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, content: D) -> Result<Value, D::Error> {
        Value::deserialize(content)
    }

    fn visit_bool<E>(self, bool: bool) -> Result<Value, E> {
        Ok(bool.into())
    }

    fn visit_i64<E>(self, integer: i64) -> Result<Value, E> {
        Ok(integer.into())
    }

    fn visit_u64<E>(self, integer: u64) -> Result<Value, E> {
        Ok(integer.into())
    }

    fn visit_i128<E>(self, integer: i128) -> Result<Value, E> {
        Ok(integer.into())
    }

    fn visit_u128<E>(self, integer: u128) -> Result<Value, E> {
        Ok(integer.into())
    }

    fn visit_f64<E: de::Error>(self, float: f64) -> Result<Value, E> {
        Number::from_f64(float)
            .map(Value::Number)
            .ok_or_else(|| E::invalid_value(de::Unexpected::Float(float), &self))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Value, E> {
        if is_placeholder(bytes) {
            return Err(E::invalid_type(de::Unexpected::Bytes(bytes), &self));
        }
        Ok(bytes.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        // The length hint is untrusted.
        let mut elements = Vec::with_capacity(access.size_hint().unwrap_or(0).min(1024));
        while let Some(element) = access.next_element::<Value>()? {
            elements.push(element);
        }
        Ok(Value::Tuple(elements.into()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut map = BTreeMap::new();
        while let Some(Key(key)) = access.next_key()? {
            if map.is_empty() && &*key == NUMBER_TOKEN {
                let text = access.next_value::<String>()?;
                return text.parse().map(Value::Number).map_err(de::Error::custom);
            }
            map.insert(key, access.next_value::<Value>()?);
        }
        Ok(Value::Object(Map::from_normalized(map)))
    }
}

/// A key of any primitive type, as a string.
struct Key(Arc<str>);

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match deserializer.deserialize_any(ValueVisitor)? {
            Value::String(text) => Ok(Key(text)),
            Value::Number(number) => Ok(Key(number.to_string().into())),
            Value::Bool(bool) => Ok(Key(bool.to_string().into())),
            other => Err(de::Error::custom(format_args!("expected a string key, found {other}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mark, Type, value};

    #[test]
    fn json_and_back() {
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
