//! The serde deserializer: a thin layer over the functions that examine the node.
//!
//! Programs compile these methods again for each of their types. So the methods only call the
//! visitor; the functions that they use are compiled once.

use std::any::type_name;
use std::borrow::Cow;

use serde::de::{self, Visitor};

use super::captured::Capture;
use super::general::{GeneralNode, Optional};
use super::mapping::MapTarget;
use super::session::Session;
use crate::de::capture::{Captured, hand_over, hand_over_with, names};
use crate::de::input::visit_text;
use crate::error::{Error, Result};
use crate::syntax::ExpressionRef;

/// Decodes one node. The method that the target calls decides how.
pub(in crate::de) struct Decoder<'a, 't, 'de> {
    pub(super) subject: Subject<'a, 't, 'de>,
    pub(super) session: &'t Session<'t, 'de>,
}

/// The data that a decoder decodes.
pub(super) enum Subject<'a, 't, 'de> {
    /// The most common case: an expression that needs nothing else.
    Expression(ExpressionRef<'t>),
    General(&'a mut GeneralNode<'t, 'de>),
}

impl<'a, 't, 'de> Decoder<'a, 't, 'de> {
    #[inline]
    pub(in crate::de) fn new(
        node: &'a mut GeneralNode<'t, 'de>,
        session: &'t Session<'t, 'de>,
    ) -> Self {
        Decoder { subject: Subject::General(node), session }
    }

    #[inline]
    pub(super) fn of_expression(
        expression: ExpressionRef<'t>,
        session: &'t Session<'t, 'de>,
    ) -> Self {
        Decoder { subject: Subject::Expression(expression), session }
    }

    /// The decoder with a general node in `room`, which types other than primitive ones need.
    fn generalize<'b>(self, room: &'b mut Option<GeneralNode<'t, 'de>>) -> Decoder<'b, 't, 'de>
    where
        'a: 'b,
    {
        match self.subject {
            Subject::Expression(expression) => {
                let node = room.insert(GeneralNode::of_expression(expression));
                Decoder::new(node, self.session)
            }
            Subject::General(node) => Decoder::new(node, self.session),
        }
    }
}

/// Methods for targets of one primitive type each.
macro_rules! primitives {
    ($($method:ident $visit:ident $convert:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            let converted = self.$convert(&visitor)?;
            visitor.$visit(converted)
        }
    )*};
}

/// Methods for integers of one type each.
macro_rules! integers {
    ($($method:ident $visit:ident $integer:ident: $convert:ident($min:ident, $max:ident))*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            let (min, max) = ($integer::MIN as $min, $integer::MAX as $max);
            let integer = self.$convert(min, max, &visitor)?;
            visitor.$visit(integer as $integer)
        }
    )*};
}

impl<'de> de::Deserializer<'de> for Decoder<'_, '_, 'de> {
    type Error = Error;

    primitives! {
        deserialize_bool visit_bool bool
        deserialize_f32 visit_f32 f32
        deserialize_f64 visit_f64 f64
    }

    integers! {
        deserialize_i8 visit_i8 i8: integer(i64, u64)
        deserialize_i16 visit_i16 i16: integer(i64, u64)
        deserialize_i32 visit_i32 i32: integer(i64, u64)
        deserialize_i64 visit_i64 i64: integer(i64, u64)
        deserialize_i128 visit_i128 i128: wide_integer(i128, u128)
        deserialize_u8 visit_u8 u8: integer(i64, u64)
        deserialize_u16 visit_u16 u16: integer(i64, u64)
        deserialize_u32 visit_u32 u32: integer(i64, u64)
        deserialize_u64 visit_u64 u64: integer(i64, u64)
        deserialize_u128 visit_u128 u128: wide_integer(i128, u128)
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.verbatim() {
            Some(text) => visitor.visit_borrowed_str(text),
            None => self.anything(type_name::<V>(), &visitor)?.visit(visitor),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.verbatim() {
            Some(text) => visitor.visit_borrowed_str(text),
            None => visit_text(self.text(&visitor)?, visitor),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    /// The bytes of a string, or a sequence of numbers.
    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.bytes(type_name::<V>(), &visitor)? {
            Ok(Cow::Borrowed(text)) => visitor.visit_borrowed_bytes(text.as_bytes()),
            Ok(Cow::Owned(text)) => visitor.visit_byte_buf(text.into_bytes()),
            Err(anything) => anything.visit(visitor),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let session = self.session;
        let unevaluated = match self.optional(type_name::<V>()) {
            Optional::None => return visitor.visit_none(),
            Optional::Some => None,
            Optional::Unevaluated(expression) => Some(expression),
        };
        visitor
            .visit_some(self)
            .inspect_err(|_| session.record_refused_null(unevaluated, type_name::<V>()))
    }

    /// Accepts null, and a block or an object without content.
    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.require_unit(&visitor)?;
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        let mut room = None;
        let (capture, decoder) = match name.starts_with(names::PREFIX) {
            true => {
                let mut decoder = self.generalize(&mut room);
                (decoder.capture(name, &visitor)?, decoder)
            }
            false => (Capture::Nothing, self),
        };
        match capture {
            Capture::HandOver(captured) => hand_over(captured, visitor),
            Capture::Span(span) => {
                hand_over_with(Captured::Span(span), || visitor.visit_newtype_struct(decoder))
            }
            Capture::Nothing => visitor.visit_newtype_struct(decoder),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.sequence(None, &visitor)?.visit(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        self.sequence(Some(length), &visitor)?.visit(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.mapping(MapTarget::Map, type_name::<V>(), &visitor)?.visit(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.mapping(MapTarget::Struct(fields), type_name::<V>(), &visitor)?.visit(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let variant = self.variant(variants, &visitor)?;
        visitor.visit_enum(variant)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.ignore();
        visitor.visit_unit()
    }
}
