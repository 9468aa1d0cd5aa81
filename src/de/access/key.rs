//! Keys of maps and names of fields.

use std::cell::Cell;

use serde::de::{self, Visitor};

use super::decoder::Decoder;
use super::session::Session;
use super::with_decoder::{WithDecoder, forward};
use crate::de::input::{Key, Node, Scalar, visit_text};
use crate::error::{Error, Result};

/// Decodes a key. Records whether the target wanted the name of a field.
pub(super) struct KeyDecoder<'a, 't, 'de> {
    key: &'a Key<'de>,
    is_identifier: &'a Cell<bool>,
    session: &'t Session<'t, 'de>,
}

impl<'a, 't, 'de> KeyDecoder<'a, 't, 'de> {
    #[inline]
    pub(super) fn new(
        key: &'a Key<'de>,
        is_identifier: &'a Cell<bool>,
        session: &'t Session<'t, 'de>,
    ) -> Self {
        KeyDecoder { key, is_identifier, session }
    }
}

impl<'de> WithDecoder<'de> for KeyDecoder<'_, '_, 'de> {
    fn with_decoder<T>(self, decode: impl FnOnce(Decoder<'_, 'de>) -> Result<T>) -> Result<T> {
        let scalar = Scalar::String(self.key.text.clone());
        decode(Decoder::new(Node::Scalar(scalar, self.key.span), self.session))
    }
}

/// Keys convert as all strings do.
impl<'de> de::Deserializer<'de> for KeyDecoder<'_, '_, 'de> {
    type Error = Error;

    #[inline]
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.is_identifier.set(true);
        self.deserialize_str(visitor)
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visit_text(self.key.text.clone(), visitor)
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    forward! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_i128 deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_u128 deserialize_f32 deserialize_f64 deserialize_char deserialize_bytes
        deserialize_byte_buf deserialize_option deserialize_unit deserialize_unit_struct
        deserialize_newtype_struct deserialize_seq deserialize_tuple deserialize_tuple_struct
        deserialize_map deserialize_struct deserialize_enum deserialize_ignored_any
    }
}
