//! Keys of maps.

use std::fmt::{Display, Write};

use serde::ser::{self, Impossible, Serialize};

use super::serde_impls::literals;
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::value::normalize;

/// Writes a key as text, without quotes.
pub(super) struct KeySerializer<'t>(pub(super) &'t mut String);

impl KeySerializer<'_> {
    fn write(self, key: impl Display) -> Result<()> {
        // Writing to a string can't fail.
        let _ = write!(self.0, "{key}");
        Ok(())
    }

    fn write_float<F: Display>(self, key: F, is_finite: bool) -> Result<()> {
        if !is_finite {
            return Err(Error::encoding(catalog::not_finite(&key)));
        }
        self.write(key)
    }
}

/// Fails for a character that would be read as another one, or as several.
pub(super) fn normal_char(char: char) -> Result<char> {
    match normalize(char.encode_utf8(&mut [0; 4])) == char.to_string() {
        true => Ok(char),
        false => Err(Error::encoding(catalog::not_normal(char))),
    }
}

#[cold]
fn unsuitable<T>(found: &str) -> Result<T> {
    Err(Error::encoding(catalog::unsuitable_key(found)))
}

impl ser::Serializer for KeySerializer<'_> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Impossible<(), Error>;
    type SerializeTuple = Impossible<(), Error>;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Impossible<(), Error>;
    type SerializeStruct = Impossible<(), Error>;
    type SerializeStructVariant = Impossible<(), Error>;

    literals! { write -> () }

    fn serialize_char(self, key: char) -> Result<()> {
        self.write(normal_char(key)?)
    }

    fn serialize_f32(self, key: f32) -> Result<()> {
        self.write_float(key, key.is_finite())
    }

    fn serialize_f64(self, key: f64) -> Result<()> {
        self.write_float(key, key.is_finite())
    }

    #[inline]
    fn serialize_str(self, key: &str) -> Result<()> {
        self.0.push_str(key);
        Ok(())
    }

    fn serialize_bytes(self, _key: &[u8]) -> Result<()> {
        unsuitable("bytes")
    }

    fn serialize_none(self) -> Result<()> {
        unsuitable("null")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, key: &T) -> Result<()> {
        key.serialize(self)
    }

    fn serialize_unit(self) -> Result<()> {
        unsuitable("null")
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<()> {
        unsuitable("null")
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<()> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        key: &T,
    ) -> Result<()> {
        key.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _content: &T,
    ) -> Result<()> {
        unsuitable("a variant with content")
    }

    fn serialize_seq(self, _length: Option<usize>) -> Result<Self::SerializeSeq> {
        unsuitable("a sequence")
    }

    fn serialize_tuple(self, _length: usize) -> Result<Self::SerializeTuple> {
        unsuitable("a tuple")
    }

    fn serialize_tuple_struct(
        self,
        _name: &'static str,
        _length: usize,
    ) -> Result<Self::SerializeTupleStruct> {
        unsuitable("a tuple")
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _length: usize,
    ) -> Result<Self::SerializeTupleVariant> {
        unsuitable("a variant with content")
    }

    fn serialize_map(self, _length: Option<usize>) -> Result<Self::SerializeMap> {
        unsuitable("a map")
    }

    fn serialize_struct(
        self,
        _name: &'static str,
        _length: usize,
    ) -> Result<Self::SerializeStruct> {
        unsuitable("a struct")
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _length: usize,
    ) -> Result<Self::SerializeStructVariant> {
        unsuitable("a variant with content")
    }
}
