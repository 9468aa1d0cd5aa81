//! Encoding into `Value`.

use std::mem;

use serde::ser::{self, Serialize};

use super::key::{KeySerializer, normal_char};
use super::newtype_names;
use super::serde_impls::{literals, sequences, structs};
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::limits::stack::nest;
use crate::value::{Map, Number, Value};

/// The maximum nesting of values.
const MAX_DEPTH: u32 = 10_000;

/// Encodes a value as a value of the language: structs and maps as objects, sequences as tuples,
/// variants with content as objects with one attribute.
///
/// # Errors
///
/// If a key is not a string, number or bool; if a float is not a number; if the content of an option is
/// null, which would be read as `None`; or if the value's own `Serialize` fails. Errors have a path.
///
/// ```
/// use serde_hcl::{to_value, value};
///
/// #[derive(serde::Serialize)]
/// struct Port {
///     number: u16,
///     public: Option<bool>,
/// }
///
/// let value = to_value(&[Port { number: 80, public: None }])?;
/// assert_eq!(value, value!([{ "number": 80, "public": null }]));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
///
/// A value of another format becomes the same value, with all digits of its numbers; dates of `toml` become text:
///
/// ```
/// use serde_hcl::{from_value, to_value, value};
///
/// let json = serde_json::json!({ "zones": ["a", "b"], "size": 0.5 });
/// let value = to_value(&json)?;
/// assert_eq!(value, value!({ "zones": ["a", "b"], "size": 0.5 }));
/// assert_eq!(from_value::<serde_json::Value>(value)?, json);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value> {
    value.serialize(ValueSerializer { depth: 0, is_in_option: false })
}

#[derive(Clone, Copy)]
struct ValueSerializer {
    depth: u32,
    /// Whether the value is the content of an option.
    is_in_option: bool,
}

impl ValueSerializer {
    fn value(self, value: impl Into<Value>) -> Result<Value> {
        Ok(value.into())
    }

    /// Encodes a value inside the current one.
    fn part<T: Serialize + ?Sized>(self, value: &T) -> Result<Value> {
        if self.depth == MAX_DEPTH {
            return Err(Error::encoding(catalog::too_deep(MAX_DEPTH)));
        }
        let serializer = ValueSerializer { depth: self.depth + 1, is_in_option: false };
        nest(|| value.serialize(serializer))
    }

    fn elements(self, length: usize, variant: Option<&'static str>) -> Result<Elements> {
        // The length hint is untrusted; a wrong one must not cost memory.
        let elements = Vec::with_capacity(length.min(1024));
        Ok(Elements { elements, variant, serializer: self })
    }

    fn attributes(self, variant: Option<&'static str>) -> Result<Attributes> {
        Ok(Attributes {
            map: Map::new(),
            key: String::new(),
            variant,
            newtype: None,
            serializer: self,
        })
    }
}

impl ser::Serializer for ValueSerializer {
    type Ok = Value;
    type Error = Error;
    type SerializeSeq = Elements;
    type SerializeTuple = Elements;
    type SerializeTupleStruct = Elements;
    type SerializeTupleVariant = Elements;
    type SerializeMap = Attributes;
    type SerializeStruct = Attributes;
    type SerializeStructVariant = Attributes;

    literals! { value -> Value }

    fn serialize_char(self, char: char) -> Result<Value> {
        self.value(normal_char(char)?)
    }

    fn serialize_str(self, text: &str) -> Result<Value> {
        self.value(text)
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<Value> {
        self.value(bytes)
    }

    fn serialize_f32(self, float: f32) -> Result<Value> {
        self.serialize_f64(float.into())
    }

    fn serialize_f64(self, float: f64) -> Result<Value> {
        match Number::from_f64(float) {
            Some(number) => Ok(Value::Number(number)),
            None => Err(Error::encoding(catalog::not_finite(&float))),
        }
    }

    fn serialize_none(self) -> Result<Value> {
        Ok(Value::NULL)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, content: &T) -> Result<Value> {
        let serializer = ValueSerializer { is_in_option: true, ..self };
        let value = nest(|| content.serialize(serializer))?;
        if value.is_null() { Err(Error::encoding(catalog::empty_option())) } else { Ok(value) }
    }

    fn serialize_unit(self) -> Result<Value> {
        Ok(Value::NULL)
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<Value> {
        Ok(if self.is_in_option { Value::Object(Map::new()) } else { Value::NULL })
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<Value> {
        Ok(variant.into())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        content: &T,
    ) -> Result<Value> {
        of_newtype(self.part(content)?, name)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        content: &T,
    ) -> Result<Value> {
        let variant = Some(variant);
        let content = self.part(content).map_err(|error| in_variant(error, variant))?;
        Ok(of_variant(content, variant))
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Elements> {
        self.elements(length.unwrap_or(0), None)
    }

    fn serialize_tuple(self, length: usize) -> Result<Elements> {
        self.elements(length, None)
    }

    fn serialize_tuple_struct(self, _name: &'static str, length: usize) -> Result<Elements> {
        self.elements(length, None)
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Elements> {
        self.elements(length, Some(variant))
    }

    fn serialize_map(self, _length: Option<usize>) -> Result<Attributes> {
        self.attributes(None)
    }

    fn serialize_struct(self, name: &'static str, _length: usize) -> Result<Attributes> {
        Ok(Attributes { newtype: newtype_names::of_struct(name), ..self.attributes(None)? })
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _length: usize,
    ) -> Result<Attributes> {
        self.attributes(Some(variant))
    }
}

/// The elements of a tuple so far.
struct Elements {
    elements: Vec<Value>,
    variant: Option<&'static str>,
    serializer: ValueSerializer,
}

impl Elements {
    fn element<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<()> {
        let element = self
            .serializer
            .part(element)
            .map_err(|error| in_variant(error.in_element(self.elements.len()), self.variant))?;
        self.elements.push(element);
        Ok(())
    }

    fn close(self) -> Result<Value> {
        Ok(of_variant(Value::Tuple(self.elements.into()), self.variant))
    }
}

sequences! { Elements => Value }

/// The attributes of an object so far.
struct Attributes {
    map: Map,
    /// The last key of a map.
    key: String,
    variant: Option<&'static str>,
    /// The newtype for which this struct stands; see [`newtype_names::of_struct`].
    newtype: Option<&'static str>,
    serializer: ValueSerializer,
}

impl Attributes {
    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<()> {
        let value = self
            .serializer
            .part(value)
            .map_err(|error| in_variant(error.in_field(name), self.variant))?;
        self.map.insert(name, value);
        Ok(())
    }

    fn close(self) -> Result<Value> {
        match (self.newtype, self.map.values().next()) {
            (Some(newtype), Some(content)) => of_newtype(content.clone(), newtype),
            _ => Ok(of_variant(Value::Object(self.map), self.variant)),
        }
    }
}

impl ser::SerializeMap for Attributes {
    type Ok = Value;
    type Error = Error;

    fn serialize_key<K: Serialize + ?Sized>(&mut self, key: &K) -> Result<()> {
        self.key.clear();
        key.serialize(KeySerializer(&mut self.key))
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let key = mem::take(&mut self.key);
        // Different keys may be equal after normalization.
        if !key.is_ascii() && self.map.get(&key).is_some() {
            return Err(Error::encoding(catalog::equal_keys(&key)));
        }
        self.field(&key, value)
    }

    fn end(self) -> Result<Value> {
        self.close()
    }
}

structs! { Attributes => Value }

fn of_newtype(content: Value, name: &'static str) -> Result<Value> {
    match (name, content) {
        (newtype_names::NUMBER, Value::String(text)) => {
            text.parse().map(Value::Number).map_err(ser::Error::custom)
        }
        (_, content) => Ok(content),
    }
}

/// The content of a variant as an object with one attribute.
fn of_variant(content: Value, variant: Option<&'static str>) -> Value {
    match variant {
        Some(variant) => Value::object([(variant, content)]),
        None => content,
    }
}

#[cold]
fn in_variant(error: Error, variant: Option<&'static str>) -> Error {
    match variant {
        Some(variant) => error.in_field(variant),
        None => error,
    }
}
