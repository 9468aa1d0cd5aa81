//! The form of a placeholder that only targets that capture accept.

use serde::de::{Deserializer, Visitor};
use serde::forward_to_deserialize_any;

use crate::diagnostic::error::{Error, Result};

/// The bytes of a placeholder inside newtypes. A target that captures opens all newtypes; one that
/// accepts bytes opens none, or as many as its type has.
pub(in crate::de) struct SealedBytes {
    bytes: Vec<u8>,
    newtypes: u8,
}

impl SealedBytes {
    /// More newtypes than a type for bytes has.
    const NEWTYPES: u8 = 8;

    pub(in crate::de) fn new(bytes: Vec<u8>) -> Self {
        SealedBytes { bytes, newtypes: Self::NEWTYPES }
    }
}

impl<'de> Deserializer<'de> for SealedBytes {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let SealedBytes { bytes, newtypes } = self;
        match newtypes.checked_sub(1) {
            Some(newtypes) => visitor.visit_newtype_struct(SealedBytes { bytes, newtypes }),
            None => visitor.visit_byte_buf(bytes),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
