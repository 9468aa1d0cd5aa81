//! Keys of maps and names of fields.

use std::borrow::Cow;

use serde::de::{self, Visitor};

use super::decoder::Decoder;
use super::mapping::Mapping;
use super::slot::Slot;
use super::with_decoder::{WithDecoder, forward};
use crate::de::input::{Node, Scalar, visit_text};
use crate::diagnostic::error::{Error, Result};

/// Decodes the name of the next entry of a mapping.
pub(super) struct KeyDecoder<'a, 't, 'de> {
    name: Cow<'de, str>,
    mapping: &'a mut Mapping<'t, 'de>,
}

impl<'a, 't, 'de> KeyDecoder<'a, 't, 'de> {
    pub(super) fn new(name: Cow<'de, str>, mapping: &'a mut Mapping<'t, 'de>) -> Self {
        KeyDecoder { name, mapping }
    }
}

impl<'de> WithDecoder<'de> for KeyDecoder<'_, '_, 'de> {
    fn with_decoder<T>(self, decode: impl FnOnce(Decoder<'_, '_, 'de>) -> Result<T>) -> Result<T> {
        let span = self.mapping.key().and_then(|key| key.span);
        let mut slot = Slot::new(Node::Scalar(Scalar::String(self.name), span));
        decode(Decoder::new(&mut slot, self.mapping.session))
    }
}

/// Keys convert as all strings do.
impl<'de> de::Deserializer<'de> for KeyDecoder<'_, '_, 'de> {
    type Error = Error;

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.mapping.wants_field_names = true;
        visit_text(self.name, visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visit_text(self.name, visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visit_text(self.name, visitor)
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visit_text(self.name, visitor)
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
