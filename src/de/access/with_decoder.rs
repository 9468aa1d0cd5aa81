//! Deserializers that forward all methods to a [`Decoder`].

use super::decoder::Decoder;
use crate::diagnostic::error::Result;

/// A type that creates a decoder for the duration of a call.
pub(in crate::de) trait WithDecoder<'de> {
    fn with_decoder<T>(self, decode: impl FnOnce(Decoder<'_, '_, 'de>) -> Result<T>) -> Result<T>;
}

/// Implements methods of serde's `Deserializer` for a type that implements [`WithDecoder`].
macro_rules! forward {
    ($($method:ident)*) => { $($crate::de::access::forward!(@ $method);)* };
    (@ deserialize_unit_struct) => { $crate::de::access::forward!(@ deserialize_unit_struct(name: &'static str)); };
    (@ deserialize_newtype_struct) => { $crate::de::access::forward!(@ deserialize_newtype_struct(name: &'static str)); };
    (@ deserialize_tuple) => { $crate::de::access::forward!(@ deserialize_tuple(length: usize)); };
    (@ deserialize_tuple_struct) => {
        $crate::de::access::forward!(@ deserialize_tuple_struct(name: &'static str, length: usize));
    };
    (@ deserialize_struct) => {
        $crate::de::access::forward!(@ deserialize_struct(name: &'static str, fields: &'static [&'static str]));
    };
    (@ deserialize_enum) => {
        $crate::de::access::forward!(@ deserialize_enum(name: &'static str, variants: &'static [&'static str]));
    };
    (@ $method:ident) => { $crate::de::access::forward!(@ $method()); };
    (@ $method:ident($($name:ident: $argument:ty),*)) => {
        fn $method<V: serde::de::Visitor<'de>>(
            self,
            $($name: $argument,)*
            visitor: V,
        ) -> $crate::Result<V::Value> {
            self.with_decoder(|decoder| {
                serde::de::Deserializer::$method(decoder, $($name,)* visitor)
            })
        }
    };
}

/// Implements serde's `Deserializer` for types that implement [`WithDecoder`].
macro_rules! forward_deserializers {
    ($($deserializer:ty)*) => {$(
        impl<'de> serde::de::Deserializer<'de> for $deserializer {
            type Error = $crate::Error;

            $crate::de::access::forward! {
                deserialize_any deserialize_str deserialize_string deserialize_identifier
                deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
                deserialize_i128 deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
                deserialize_u128 deserialize_f32 deserialize_f64 deserialize_char
                deserialize_bytes deserialize_byte_buf deserialize_option deserialize_unit
                deserialize_unit_struct deserialize_newtype_struct deserialize_seq
                deserialize_tuple deserialize_tuple_struct deserialize_map deserialize_struct
                deserialize_enum deserialize_ignored_any
            }
        }
    )*};
}
pub(in crate::de) use {forward, forward_deserializers};
