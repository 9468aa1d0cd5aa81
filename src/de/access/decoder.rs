//! `Deserializer`: decodes one node. The method that the target calls decides how.

use std::any::type_name;
use std::borrow::Cow;
use std::iter::repeat_n;
use std::mem;

use serde::de::{Deserializer, Expected, Visitor};

use super::anything::Anything;
use super::captured::{Capture, capture, capture_value};
use super::kinds::{elements_of, kind_of, scalar_of_kind};
use super::mapping::{EntriesOf, MapTarget, Mapping};
use super::sequence::Sequence;
use super::session::Session;
use super::slot::{Optional, Slot};
use crate::de::buffering::{Fills, Site, forget_errors};
use crate::de::capture::{Captured, hand_over, hand_over_with, names};
use crate::de::input::{Elements, Entries, Literal, Node, Scalar, ValueKind, visit_text};
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::syntax::{ExpressionRef, Expressions};

/// Decodes one node.
pub(in crate::de) struct Decoder<'a, 't, 'de> {
    pub(super) subject: Subject<'a, 't, 'de>,
    pub(super) session: &'t Session<'t, 'de>,
}

pub(super) enum Subject<'a, 't, 'de> {
    /// Nearly all nodes: an expression about which nothing else is known.
    Expression(ExpressionRef<'t>),
    /// Any other node. It is taken when it is decoded.
    Slot(&'a mut Slot<'t, 'de>),
}

impl<'a, 't, 'de> Decoder<'a, 't, 'de> {
    #[inline(always)]
    pub(super) fn of_expression(
        expression: ExpressionRef<'t>,
        session: &'t Session<'t, 'de>,
    ) -> Self {
        Decoder { subject: Subject::Expression(expression), session }
    }

    #[inline]
    pub(in crate::de) fn new(slot: &'a mut Slot<'t, 'de>, session: &'t Session<'t, 'de>) -> Self {
        Decoder { subject: Subject::Slot(slot), session }
    }

    /// The expression that is decoded.
    #[inline(always)]
    fn expression(&self) -> Option<ExpressionRef<'t>> {
        match &self.subject {
            Subject::Expression(expression) => Some(*expression),
            Subject::Slot(slot) => match slot.node {
                Node::Expression(expression) => Some(expression),
                _ => None,
            },
        }
    }

    /// The node, and its site in a buffer.
    pub(super) fn into_node(self) -> (Node<'t, 'de>, Option<Site>) {
        match self.subject {
            Subject::Expression(expression) => (Node::Expression(expression), None),
            Subject::Slot(slot) => (mem::take(&mut slot.node), slot.site.take()),
        }
    }

    /// The kind of a node with a value.
    pub(super) fn value_kind(self, expected: &dyn Expected) -> Result<ValueKind<'t, 'de>> {
        let input = &self.session.input;
        kind_of(self.into_node().0, input, expected)
    }

    #[inline(never)]
    fn scalar(self, expected: &dyn Expected) -> Result<Scalar<'de>> {
        scalar_of_kind(self.value_kind(expected)?, expected)
    }

    // Most nodes are decoded in the following functions. They are short, so that they take little of the
    // processor's cache for instructions. All else is in functions that are not inlined into them.

    /// The text of a string literal, if the source contains it literally. Compiled once, and returned in
    /// registers.
    #[inline(never)]
    fn verbatim(&self) -> Option<&'de str> {
        match self.subject {
            Subject::Expression(expression) => self.session.input.verbatim(expression.as_string()?),
            Subject::Slot(_) => None,
        }
    }

    fn bool(self, expected: &dyn Expected) -> Result<bool> {
        match self.expression().and_then(ExpressionRef::as_bool) {
            Some(bool) => Ok(bool),
            None => self.any_bool(expected),
        }
    }

    #[inline(never)]
    fn any_bool(self, expected: &dyn Expected) -> Result<bool> {
        self.scalar(expected)?.into_bool(expected)
    }

    /// An integer within the range, in two's complement.
    fn integer(self, min: i64, max: u64, expected: &dyn Expected) -> Result<u64> {
        let input = &self.session.input;
        match self.expression().and_then(|expression| input.integer(expression, min, max)) {
            Some(integer) => Ok(integer),
            None => Ok(self.wide_integer(min.into(), max.into(), expected)? as u64),
        }
    }

    #[inline(never)]
    fn wide_integer(self, min: i128, max: u128, expected: &dyn Expected) -> Result<u128> {
        self.scalar(expected)?.into_integer(min, max, expected)
    }

    fn f64(self, expected: &dyn Expected) -> Result<f64> {
        let input = &self.session.input;
        let literal = self.expression().and_then(|expression| input.literal(expression));
        match literal.map(Literal::float).filter(|float| f64::is_finite(*float)) {
            Some(float) => Ok(float),
            None => self.any_f64(expected),
        }
    }

    #[inline(never)]
    fn any_f64(self, expected: &dyn Expected) -> Result<f64> {
        self.scalar(expected)?.into_f64(expected)
    }

    #[inline(never)]
    fn f32(self, expected: &dyn Expected) -> Result<f32> {
        self.scalar(expected)?.into_f32(expected)
    }

    #[inline(never)]
    fn text(self, expected: &dyn Expected) -> Result<Cow<'de, str>> {
        match self.expression().and_then(ExpressionRef::as_string) {
            Some(string) => Ok(self.session.input.string(string)),
            None => self.scalar(expected)?.into_text(expected),
        }
    }

    /// The text of a node that is decoded as bytes, or another form if the node is not a scalar.
    #[inline(never)]
    fn bytes(
        self,
        visitor: &'static str,
        expected: &dyn Expected,
    ) -> Result<Result<Cow<'de, str>, Anything<'t, 'de>>> {
        let session = self.session;
        match self.value_kind(expected)? {
            ValueKind::Scalar(scalar) => scalar.into_text(expected).map(Ok),
            kind => {
                let visitor = (visitor, Fills::Nothing);
                Anything::of_kind(kind, None, None, session, visitor, None).map(Err)
            }
        }
    }

    /// The elements of the tuple that is decoded, if it has the wanted number of them.
    #[inline(always)]
    fn tuple(&self, length: Option<usize>) -> Option<Expressions<'t>> {
        let Subject::Expression(expression) = self.subject else { return None };
        let elements = expression.as_tuple()?;
        length.is_none_or(|length| length == elements.len()).then_some(elements)
    }

    /// The elements of the node; `length` is the wanted number.
    fn sequence(self, length: Option<usize>, expected: &dyn Expected) -> Result<Sequence<'t, 'de>> {
        match self.tuple(length) {
            Some(elements) => Ok(Sequence::new(Elements::Tuple(elements), None, self.session)),
            None => self.any_sequence(length, expected),
        }
    }

    #[inline(never)]
    fn any_sequence(
        self,
        length: Option<usize>,
        expected: &dyn Expected,
    ) -> Result<Sequence<'t, 'de>> {
        let session = self.session;
        // Sequences are not buffered; their elements may be.
        let elements = match self.into_node().0 {
            Node::MadeUp(made_up) => {
                Elements::MadeUp(repeat_n(made_up.inside()?, length.unwrap_or_default()))
            }
            node => elements_of(node, &session.input, expected)?,
        };
        match length {
            Some(length) if elements.len() != length => {
                Err(Error::data(catalog::element_count(elements.len(), length)))
            }
            _ => Ok(Sequence::new(elements, None, session)),
        }
    }

    fn mapping(
        self,
        target: MapTarget,
        visitor: &'static str,
        expected: &dyn Expected,
    ) -> Result<Mapping<'t, 'de>> {
        let session = self.session;
        if let Subject::Expression(expression) = self.subject {
            if let Some(object) = expression.as_object().filter(|object| !object.is_json()) {
                let entries = Entries::of_object(object, &session.input)?;
                let of = EntriesOf::Object(Some(expression));
                return Ok(Mapping::new(entries, of, target, visitor, session));
            }
        }
        self.any_mapping(target, visitor, expected)
    }

    /// Whether the node is null, or what is known about it.
    #[inline]
    fn optional(&mut self, visitor: &'static str) -> Optional<'t> {
        match &mut self.subject {
            Subject::Expression(expression) if expression.is_null() => Optional::None,
            Subject::Expression(expression) if expression.is_definitely_not_null() => {
                Optional::Some
            }
            Subject::Expression(expression) => self.session.option_of(*expression, visitor, false),
            Subject::Slot(slot) => slot.optional(visitor, self.session),
        }
    }

    /// Records that the target uses no part of the node, if the context asks for it.
    #[inline]
    pub(super) fn ignore(self) {
        if self.session.hints.watches_unused() {
            self.record_ignored();
        }
    }

    #[cold]
    fn record_ignored(self) {
        let unused = self.session.hints.unused();
        match self.into_node().0 {
            Node::Blocks(blocks) => {
                for block in blocks.as_slice() {
                    unused.ignore(Some(block.header_span()));
                }
            }
            node => unused.ignore(node.subject()),
        }
    }

    /// The part that a newtype with a private name captures, and a decoder for the node.
    #[inline(never)]
    fn capture(mut self, name: &str, expected: &dyn Expected) -> Result<(Capture, Self)> {
        let input = &self.session.input;
        let captured = match &mut self.subject {
            Subject::Expression(expression) if name == names::VALUE => {
                capture_value(*expression, input)?
            }
            Subject::Expression(expression) => {
                capture(&mut Node::Expression(*expression), name, input, expected)?
            }
            Subject::Slot(slot) if slot.stand_in.is_some() => Capture::Nothing,
            Subject::Slot(slot) => capture(&mut slot.node, name, input, expected)?,
        };
        Ok((captured, self))
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

impl<'de> Deserializer<'de> for Decoder<'_, '_, 'de> {
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
        let fills = self.session.fills::<V>();
        if fills == Fills::Buffer {
            // The errors of variants that were tried before don't belong to it.
            forget_errors();
        }
        match self.verbatim() {
            Some(text) => visitor.visit_borrowed_str(text),
            None => match self.anything((type_name::<V>(), fills), &visitor) {
                Ok(ref mut anything) => anything.visit(visitor),
                Err(error) => Err(error),
            },
        }
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let text = match self.verbatim() {
            Some(text) => Cow::Borrowed(text),
            None => self.text(&visitor)?,
        };
        visit_text(text, visitor)
    }

    #[inline]
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
            Err(mut anything) => anything.visit(visitor),
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
        session.input.take_null();
        let result = visitor.visit_some(self);
        if let Some(expression) = unevaluated {
            session.end_option(expression, type_name::<V>(), result.is_ok());
        }
        result
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
    mut sequence: Result<Sequence<'_, 'de>>,
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
    mut mapping: Result<Mapping<'_, 'de>>,
    visitor: V,
) -> Result<V::Value> {
    match mapping {
        Ok(ref mut mapping) => mapping.visit(visitor),
        Err(error) => Err(error),
    }
}
