//! `Deserialize` for values, from any format.

use std::fmt;
use std::sync::Arc;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::{Captured, names, take};
use crate::de::buffering::is_placeholder;
use crate::limits::stack::nest;
use crate::value::{Elements, Map, Number, Value};

/// From a document: the evaluated value without changes. From other formats: sequences become
/// tuples, maps become objects, and keys that are not strings become strings.
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

/// From any primitive number, or from the text of a number.
impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = exact_value(deserializer)?;
        let number = match value.unmarked() {
            Value::Number(number) => Some(number.clone()),
            Value::String(text) => text.parse().ok(),
            _ => None,
        };
        // A value is shown with its marks, so a sensitive one remains hidden.
        let unsuitable = || de::Error::custom(format_args!("expected a number, found {value}"));
        number.ok_or_else(unsuitable)
    }
}

/// A [`Value`] without conversion, with its types and marks.
fn exact_value<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
    deserializer.deserialize_newtype_struct(names::VALUE, ValueVisitor)
}

/// Takes a value that the decoder passes, or builds one from plain data.
pub(super) struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        match take() {
            Some(Captured::Value(value)) => Ok(value),
            _ => Ok(Value::NULL),
        }
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::NULL)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        Value::deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, content: D) -> Result<Value, D::Error> {
        nest(|| content.deserialize_any(self))
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
        let mut entries = Vec::with_capacity(access.size_hint().unwrap_or(0).min(1024));
        while let Some(Key(key)) = access.next_key()? {
            entries.push((key, access.next_value::<Value>()?));
        }
        Ok(Value::Object(Map::from_normalized(entries)))
    }
}

/// A key of any primitive type, as a string.
struct Key(Arc<str>);

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match deserializer.deserialize_any(ValueVisitor)? {
            Value::String(text) => Ok(Key(text.into())),
            Value::Number(number) => Ok(Key(number.to_string().into())),
            Value::Bool(bool) => Ok(Key(bool.to_string().into())),
            other => Err(de::Error::custom(format_args!("expected a string key, found {other}"))),
        }
    }
}
