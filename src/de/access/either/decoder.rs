//! `Deserializer` for both passes.

use std::any::type_name;
use std::borrow::Cow;

use serde::de::{Deserializer, Expected, Visitor};

use super::mapping::EitherMapping;
use super::sequence::EitherSequence;
use super::variant::EitherVariant;
use crate::de::access::anything::Anything;
use crate::de::access::decoder::Decoder;
use crate::de::access::general::{GeneralNode, Optional};
use crate::de::access::session::Session;
use crate::de::buffering::{fills_buffer, forget_errors};
use crate::de::capture::{Captured, hand_over, hand_over_with, names};
use crate::de::input::{Entries, Input, visit_text};
use crate::de::plain::{
    Capture, MapTarget, PlainAnything, PlainDecoder, PlainMapping, PlainSequence, missed,
};
use crate::diagnostic::error::{Error, Result};
use crate::syntax::ExpressionRef;

/// Decodes one node. The method that the target calls decides how.
pub(in crate::de) enum EitherDecoder<'a, 't, 'de> {
    Plain(PlainDecoder<'a, 't, 'de>),
    General(Decoder<'a, 't, 'de>),
}

impl<'a, 't, 'de> EitherDecoder<'a, 't, 'de> {
    pub(in crate::de) fn general(
        node: &'a mut GeneralNode<'t, 'de>,
        session: &'t Session<'t, 'de>,
    ) -> Self {
        EitherDecoder::General(Decoder::new(node, session))
    }

    #[inline]
    pub(super) fn of_expression(expression: ExpressionRef<'t>, input: &'t Input<'t, 'de>) -> Self {
        EitherDecoder::Plain(PlainDecoder::of_expression(expression, input))
    }

    /// The text of a string literal, if the source contains it literally. Compiled once, and returned in
    /// registers.
    fn verbatim(&self) -> Option<&'de str> {
        match self {
            EitherDecoder::Plain(decoder) => decoder.verbatim(),
            EitherDecoder::General(_) => None,
        }
    }

    // The first pass decodes most nodes in the following functions. They are short, so that they take little of
    // the processor's cache for instructions. All else is in functions that are not inlined into them.

    fn bool(self, expected: &dyn Expected) -> Result<bool> {
        if let EitherDecoder::Plain(decoder) = &self {
            if let Some(bool) = decoder.bool() {
                return Ok(bool);
            }
        }
        self.any_bool(expected)
    }

    #[inline(never)]
    fn any_bool(self, expected: &dyn Expected) -> Result<bool> {
        match self {
            EitherDecoder::Plain(decoder) => decoder.any_bool(expected),
            EitherDecoder::General(decoder) => decoder.bool(expected),
        }
    }

    /// An integer within the range, in two's complement.
    fn integer(self, min: i64, max: u64, expected: &dyn Expected) -> Result<u64> {
        let integer = match &self {
            EitherDecoder::Plain(decoder) => decoder.integer(min, max),
            EitherDecoder::General(decoder) => decoder.integer(min, max),
        };
        if let Some(integer) = integer {
            return Ok(integer);
        }
        Ok(self.wide_integer(min.into(), max.into(), expected)? as u64)
    }

    #[inline(never)]
    fn wide_integer(self, min: i128, max: u128, expected: &dyn Expected) -> Result<u128> {
        match self {
            EitherDecoder::Plain(decoder) => decoder.wide_integer(min, max, expected),
            EitherDecoder::General(decoder) => decoder.wide_integer(min, max, expected),
        }
    }

    fn f64(self, expected: &dyn Expected) -> Result<f64> {
        if let EitherDecoder::Plain(decoder) = &self {
            if let Some(float) = decoder.float() {
                return Ok(float);
            }
        }
        self.any_f64(expected)
    }

    #[inline(never)]
    fn any_f64(self, expected: &dyn Expected) -> Result<f64> {
        match self {
            EitherDecoder::Plain(decoder) => decoder.any_f64(expected),
            EitherDecoder::General(decoder) => decoder.f64(expected),
        }
    }

    fn f32(self, expected: &dyn Expected) -> Result<f32> {
        match self {
            EitherDecoder::Plain(decoder) => decoder.f32(expected),
            EitherDecoder::General(decoder) => decoder.f32(expected),
        }
    }

    fn text(self, expected: &dyn Expected) -> Result<Cow<'de, str>> {
        match self {
            EitherDecoder::Plain(decoder) => decoder.text(expected),
            EitherDecoder::General(decoder) => decoder.text(expected),
        }
    }

    fn anything(
        self,
        visitor: &'static str,
        expected: &dyn Expected,
    ) -> Result<EitherAnything<'t, 'de>> {
        Ok(match self {
            EitherDecoder::Plain(decoder) => {
                EitherAnything::Plain(decoder.anything(visitor, expected)?)
            }
            EitherDecoder::General(decoder) => {
                EitherAnything::General(decoder.anything(visitor, expected)?)
            }
        })
    }

    fn sequence(
        self,
        length: Option<usize>,
        expected: &dyn Expected,
    ) -> Result<EitherSequence<'t, 'de>> {
        if let EitherDecoder::Plain(decoder) = &self {
            if let Some(elements) = decoder.tuple(length) {
                return Ok(EitherSequence::Plain(PlainSequence::new(elements, decoder.input)));
            }
        }
        self.any_sequence(length, expected)
    }

    #[inline(never)]
    fn any_sequence(
        self,
        length: Option<usize>,
        expected: &dyn Expected,
    ) -> Result<EitherSequence<'t, 'de>> {
        Ok(match self {
            EitherDecoder::Plain(decoder) => {
                EitherSequence::Plain(decoder.sequence(length, expected)?)
            }
            EitherDecoder::General(decoder) => {
                EitherSequence::General(decoder.sequence(length, expected)?)
            }
        })
    }

    fn mapping(
        self,
        target: MapTarget,
        visitor: &'static str,
        expected: &dyn Expected,
    ) -> Result<EitherMapping<'t, 'de>> {
        if let EitherDecoder::Plain(decoder) = &self {
            if let Some(object) = decoder.object() {
                let entries = match target {
                    // Structs reject repeated names themselves.
                    MapTarget::Struct(_) => Entries::of_unchecked(object),
                    _ => Entries::of_object(object, decoder.input).map_err(missed)?,
                };
                let mapping = PlainMapping::new(entries, target, decoder.input);
                return Ok(EitherMapping::Plain(mapping));
            }
        }
        self.any_mapping(target, visitor, expected)
    }

    #[inline(never)]
    fn any_mapping(
        self,
        target: MapTarget,
        visitor: &'static str,
        expected: &dyn Expected,
    ) -> Result<EitherMapping<'t, 'de>> {
        match self {
            EitherDecoder::Plain(decoder) => {
                decoder.mapping(target, expected).map(EitherMapping::Plain)
            }
            EitherDecoder::General(decoder) => {
                let mapping = decoder.mapping(target, visitor, expected)?;
                mapping.check_labels()?;
                Ok(EitherMapping::General(mapping))
            }
        }
    }

    fn variant(
        self,
        variants: &'static [&'static str],
        expected: &dyn Expected,
    ) -> Result<EitherVariant<'t, 'de>> {
        Ok(match self {
            EitherDecoder::Plain(decoder) => {
                EitherVariant::Plain(decoder.variant(variants, expected)?)
            }
            EitherDecoder::General(decoder) => {
                EitherVariant::General(decoder.variant(variants, expected)?)
            }
        })
    }

    /// The text of a node that is decoded as bytes, or another form if the node is not a scalar.
    fn bytes(
        self,
        visitor: &'static str,
        expected: &dyn Expected,
    ) -> Result<Result<Cow<'de, str>, EitherAnything<'t, 'de>>> {
        Ok(match self {
            EitherDecoder::Plain(decoder) => {
                decoder.bytes(expected)?.map_err(EitherAnything::Plain)
            }
            EitherDecoder::General(decoder) => {
                decoder.bytes(visitor, expected)?.map_err(EitherAnything::General)
            }
        })
    }

    fn optional(&mut self, visitor: &'static str) -> Optional<'t, 'de> {
        match self {
            EitherDecoder::Plain(decoder) if decoder.is_null() => Optional::None,
            EitherDecoder::Plain(_) => Optional::Some,
            EitherDecoder::General(decoder) => decoder.optional(visitor),
        }
    }

    fn require_unit(self, expected: &dyn Expected) -> Result<()> {
        match self {
            EitherDecoder::Plain(decoder) => decoder.require_unit(expected),
            EitherDecoder::General(decoder) => decoder.require_unit(expected),
        }
    }

    fn ignore(self) {
        if let EitherDecoder::General(decoder) = self {
            decoder.ignore();
        }
    }

    /// The part that a newtype with a private name captures, and a decoder for the node.
    fn capture(self, name: &str, expected: &dyn Expected) -> Result<(Capture, Self)> {
        match self {
            EitherDecoder::Plain(decoder) => {
                let (capture, decoder) = decoder.capture(name, expected)?;
                Ok((capture, EitherDecoder::Plain(decoder)))
            }
            EitherDecoder::General(mut decoder) => {
                Ok((decoder.capture(name, expected)?, EitherDecoder::General(decoder)))
            }
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

impl<'de> Deserializer<'de> for EitherDecoder<'_, '_, 'de> {
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
        if matches!(self, EitherDecoder::General(_)) && fills_buffer(type_name::<V>()) {
            forget_errors();
        }
        match self.verbatim() {
            Some(text) => visitor.visit_borrowed_str(text),
            None => self.anything(type_name::<V>(), &visitor)?.visit(visitor),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let text = match self.verbatim() {
            Some(text) => Cow::Borrowed(text),
            None => self.text(&visitor)?,
        };
        visit_text(text, visitor)
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
        let unevaluated = match self.optional(type_name::<V>()) {
            Optional::None => return visitor.visit_none(),
            Optional::Some => None,
            Optional::Unevaluated(expression, session) => Some((expression, session)),
        };
        visitor.visit_some(self).inspect_err(|_| {
            if let Some((expression, session)) = unevaluated {
                session.record_refused_null(expression, type_name::<V>());
            }
        })
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
        let (capture, decoder) = match name.starts_with(names::PREFIX) {
            true => self.capture(name, &visitor)?,
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
        visit_sequence(self.sequence(None, &visitor), visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        visit_sequence(self.sequence(Some(length), &visitor), visitor)
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
        visit_mapping(self.mapping(MapTarget::Map, type_name::<V>(), &visitor), visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let target = MapTarget::Struct(fields);
        visit_mapping(self.mapping(target, type_name::<V>(), &visitor), visitor)
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

/// Reads the elements where they are, because moving them takes as long as reading a few.
#[inline]
fn visit_sequence<'de, V: Visitor<'de>>(
    mut sequence: Result<EitherSequence<'_, 'de>>,
    visitor: V,
) -> Result<V::Value> {
    match sequence {
        Ok(ref mut sequence) => sequence.visit(visitor),
        Err(error) => Err(error),
    }
}

/// Reads the entries where they are.
#[inline]
fn visit_mapping<'de, V: Visitor<'de>>(
    mut mapping: Result<EitherMapping<'_, 'de>>,
    visitor: V,
) -> Result<V::Value> {
    match mapping {
        Ok(ref mut mapping) => mapping.visit(visitor),
        Err(error) => Err(error),
    }
}

/// The data for a target that accepts any type.
enum EitherAnything<'t, 'de> {
    Plain(PlainAnything<'t, 'de>),
    General(Anything<'t, 'de>),
}

impl<'de> EitherAnything<'_, 'de> {
    fn visit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self {
            EitherAnything::Plain(PlainAnything::Scalar(scalar))
            | EitherAnything::General(Anything::Plain(scalar)) => scalar.visit(visitor),
            EitherAnything::Plain(PlainAnything::Sequence(sequence)) => {
                EitherSequence::Plain(sequence).visit(visitor)
            }
            EitherAnything::General(Anything::Sequence(sequence)) => {
                EitherSequence::General(sequence).visit(visitor)
            }
            EitherAnything::Plain(PlainAnything::Mapping(mapping)) => {
                EitherMapping::Plain(mapping).visit(visitor)
            }
            EitherAnything::General(Anything::Mapping(mapping)) => {
                mapping.check_labels()?;
                EitherMapping::General(mapping).visit(visitor)
            }
            EitherAnything::General(Anything::Placeholder(bytes)) => visitor.visit_bytes(&bytes),
            EitherAnything::General(Anything::Failure(placeholder, bytes)) => visitor
                .visit_newtype_struct(bytes)
                .map_err(|error| placeholder.take_failure().unwrap_or(error)),
        }
    }
}
