//! The serde deserializer of an expression: literals, tuples and objects go straight to the visitor.
//!
//! Nearly everything in a document is one of these. This deserializer is small enough to be passed
//! in registers; it leaves the rest to the [`Decoder`].

use std::any::type_name;

use serde::de::{self, Visitor};

use super::decoder::Decoder;
use super::mapping::{EntriesOf, MapTarget, Mapping};
use super::sequence;
use super::session::Session;
use crate::de::capture::names;
use crate::de::input::{Elements, Entries, Node, Scalar};
use crate::error::{Error, Result};
use crate::syntax::{ExpressionKind, ExpressionRef, StringRef};

#[derive(Clone, Copy)]
pub(super) struct ExpressionDecoder<'t, 'de> {
    expression: ExpressionRef<'t>,
    session: &'t Session<'t, 'de>,
}

impl<'t, 'de> ExpressionDecoder<'t, 'de> {
    #[inline(always)]
    pub(super) fn new(expression: ExpressionRef<'t>, session: &'t Session<'t, 'de>) -> Self {
        ExpressionDecoder { expression, session }
    }

    #[inline]
    fn general(self) -> Decoder<'t, 'de> {
        Decoder::new(Node::Expression(self.expression), self.session)
    }

    #[inline]
    fn visit_string<V: Visitor<'de>>(self, string: StringRef<'_>, visitor: V) -> Result<V::Value> {
        match string.verbatim_span() {
            Some(span) => visitor.visit_borrowed_str(self.session.input.text(span)),
            None => visitor.visit_string(string.value().into_owned()),
        }
    }

    /// The digits of a number literal.
    #[inline(always)]
    fn literal(self) -> Option<Scalar<'de>> {
        match self.expression.kind() {
            ExpressionKind::Number(_) => {
                Some(Scalar::literal(self.session.input.text(self.expression.span())))
            }
            _ => None,
        }
    }
}

/// Methods for the targets of numbers.
macro_rules! numbers {
    ($($method:ident $visit:ident $convert:ident)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.literal() {
                Some(literal) => {
                    let converted = literal.$convert(&visitor)?;
                    visitor.$visit(converted)
                }
                None => self.general().$method(visitor),
            }
        }
    )*};
}

/// Methods that are left to the general decoder.
macro_rules! general {
    ($($method:ident($($argument:ident: $ty:ty),*))*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, $($argument: $ty,)* visitor: V) -> Result<V::Value> {
            self.general().$method($($argument,)* visitor)
        }
    )*};
}

impl<'de> de::Deserializer<'de> for ExpressionDecoder<'_, 'de> {
    type Error = Error;

    numbers! {
        deserialize_i8 visit_i8 into_integer
        deserialize_i16 visit_i16 into_integer
        deserialize_i32 visit_i32 into_integer
        deserialize_i64 visit_i64 into_integer
        deserialize_i128 visit_i128 into_integer
        deserialize_u8 visit_u8 into_integer
        deserialize_u16 visit_u16 into_integer
        deserialize_u32 visit_u32 into_integer
        deserialize_u64 visit_u64 into_integer
        deserialize_u128 visit_u128 into_integer
        deserialize_f32 visit_f32 into_f32
        deserialize_f64 visit_f64 into_f64
    }

    general! {
        deserialize_char()
        deserialize_identifier()
        deserialize_bytes()
        deserialize_byte_buf()
        deserialize_unit()
        deserialize_unit_struct(name: &'static str)
        deserialize_tuple(length: usize)
        deserialize_tuple_struct(name: &'static str, length: usize)
        deserialize_map()
        deserialize_enum(name: &'static str, variants: &'static [&'static str])
    }

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if let Some(string) = self.expression.as_string() {
            return self.visit_string(string, visitor);
        }
        match self.expression.kind() {
            ExpressionKind::Bool(bool) => visitor.visit_bool(bool),
            ExpressionKind::Tuple(elements) => {
                sequence::visit(Elements::Tuple(elements), self.session, visitor)
            }
            _ => match self.literal() {
                Some(literal) => literal.visit(visitor),
                None => self.general().deserialize_any(visitor),
            },
        }
    }

    #[inline]
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.expression.kind() {
            ExpressionKind::Bool(bool) => visitor.visit_bool(bool),
            _ => self.general().deserialize_bool(visitor),
        }
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.expression.as_string() {
            Some(string) => self.visit_string(string, visitor),
            None => self.general().deserialize_str(visitor),
        }
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.expression.is_constructor() {
            return visitor.visit_some(self);
        }
        self.general().deserialize_option(visitor)
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        if name.starts_with(names::PREFIX) {
            return self.general().deserialize_newtype_struct(name, visitor);
        }
        visitor.visit_newtype_struct(self)
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.expression.kind() {
            ExpressionKind::Tuple(elements) => {
                sequence::visit(Elements::Tuple(elements), self.session, visitor)
            }
            _ => self.general().deserialize_seq(visitor),
        }
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.expression.kind() {
            ExpressionKind::Object(object) => {
                let entries = Entries::of_object(object, &self.session.input)?;
                let (target, visitor_name) = (MapTarget::Struct(fields), type_name::<V>());
                Mapping::new(entries, EntriesOf::Value, target, visitor_name, self.session)
                    .visit(visitor)
            }
            _ => self.general().deserialize_struct(name, fields, visitor),
        }
    }

    #[inline]
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }
}
