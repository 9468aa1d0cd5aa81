//! The visitor of all types that capture.

use std::fmt;

use hashbrown::HashSet;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};

use super::value::ValueVisitor;
use super::{Captured, Part, names, take};
use crate::de::buffering;
use crate::diagnostic::error::pass_on;
use crate::value::{Type, Value};

/// The result for a target that captures.
#[derive(Clone)]
pub(in crate::de) enum Received {
    Part(Part),
    /// Data without a source: from another format, or from a buffer.
    Value(Value),
}

impl Received {
    pub(super) fn into_part(self) -> Option<Part> {
        match self {
            Received::Part(part) => Some(part),
            Received::Value(_) => None,
        }
    }
}

/// Asks for a newtype with this name; `expected` describes it.
pub(super) fn receive<'de, D: Deserializer<'de>>(
    deserializer: D,
    name: &'static str,
    expected: &'static str,
    data: Data,
) -> Result<Received, D::Error> {
    deserializer.deserialize_newtype_struct(name, PartVisitor { expected, data })
}

/// Receives a part, or data if there is no part.
pub(super) fn receive_any<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Received, D::Error> {
    deserializer.deserialize_any(PartVisitor { expected: "a value", data: Data::Accepted })
}

/// An entry that a flattened body takes.
struct Taken;

impl<'de> Deserialize<'de> for Taken {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        receive_any(deserializer).map(|_| Taken)
    }
}

struct PartVisitor {
    expected: &'static str,
    data: Data,
}

/// Whether a target accepts data in place of a part.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Data {
    Accepted,
    /// Only if no part is available.
    LastResort,
    Refused,
}

impl PartVisitor {
    fn data<E: Error>(&self, data: impl FnOnce() -> Result<Value, E>) -> Result<Received, E> {
        let refused = || E::custom(format_args!("expected {}, found data", self.expected));
        if self.data == Data::Refused {
            // Data that is not examined records no facts about what the target wants.
            buffering::request_source();
            return Err(refused());
        }
        let value = data()?;
        if self.data == Data::LastResort && buffering::request_source() {
            return Err(refused());
        }
        Ok(Received::Value(value))
    }
}

macro_rules! data {
    ($($method:ident($argument:ty))*) => {$(
        fn $method<E: Error>(self, data: $argument) -> Result<Received, E> {
            self.data(|| ValueVisitor.$method(data))
        }
    )*};
}

impl<'de> Visitor<'de> for PartVisitor {
    type Value = Received;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_unit<E: Error>(self) -> Result<Received, E> {
        match take() {
            Some(Captured::Part(part)) => Ok(Received::Part(part)),
            Some(Captured::Value(value)) => Ok(Received::Value(value)),
            _ => self.data(|| Ok(Value::NULL)),
        }
    }

    fn visit_none<E: Error>(self) -> Result<Received, E> {
        self.data(|| Ok(Value::NULL))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, other: D) -> Result<Received, D::Error> {
        other.deserialize_any(self)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Received, E> {
        match buffering::take(bytes) {
            Some(Some(part)) => Ok(Received::Part(part)),
            _ => Err(E::invalid_type(Unexpected::Other("bytes"), &self)),
        }
    }

    data! {
        visit_bool(bool) visit_i64(i64) visit_u64(u64) visit_i128(i128) visit_u128(u128)
        visit_f64(f64) visit_str(&str)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, access: A) -> Result<Received, A::Error> {
        self.data(|| ValueVisitor.visit_seq(access))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Received, A::Error> {
        // Of all maps, only serde's buffer for flattened fields has no size hint.
        if self.data == Data::Accepted || !buffering::is_filled() || access.size_hint().is_some() {
            return self.data(|| ValueVisitor.visit_map(access));
        }
        let mut remaining = HashSet::new();
        while let Some((name, Taken)) = access.next_entry::<String, Taken>()? {
            remaining.insert(name);
        }
        match buffering::remaining_entries(&remaining) {
            Some(body) => Ok(Received::Part(Part::from(body))),
            None => Err(A::Error::custom(format_args!("expected {}", self.expected))),
        }
    }
}

/// From a type expression, which is read but not evaluated, see
/// [`ExpressionRef::to_type`](crate::syntax::ExpressionRef::to_type). From other formats: from a string
/// with such an expression.
impl<'de> Deserialize<'de> for Type {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Type, D::Error> {
        struct TypeVisitor;

        impl<'de> Visitor<'de> for TypeVisitor {
            type Value = Type;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a type expression")
            }

            fn visit_unit<E: Error>(self) -> Result<Type, E> {
                match take() {
                    Some(Captured::Type(ty)) => Ok(ty),
                    _ => Err(E::invalid_type(Unexpected::Unit, &self)),
                }
            }

            fn visit_newtype_struct<D>(self, other: D) -> Result<Type, D::Error>
            where
                D: Deserializer<'de>,
            {
                let unexpected = || D::Error::custom("expected a type expression");
                let ty = match other.deserialize_any(PartVisitor {
                    expected: "a type expression",
                    data: Data::LastResort,
                })? {
                    Received::Part(part) => {
                        part.into_expression().ok_or_else(unexpected)?.view().to_type()
                    }
                    Received::Value(value) => value.as_str().ok_or_else(unexpected)?.parse(),
                };
                ty.map_err(|error| pass_on(error, D::Error::custom))
            }
        }

        deserializer.deserialize_newtype_struct(names::TYPE, TypeVisitor)
    }
}
