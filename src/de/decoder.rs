//! The serde deserializer of any [`Node`].

use std::any::type_name;
use std::borrow::Cow;
use std::mem;

use serde::de::{self, Error as _, Expected, Unexpected, Visitor};

use super::buffered::Buffered;
use super::capture::handle::Handle;
use super::capture::{self, Captured, Part, wanted};
use super::entries::Entries;
use super::form::Form;
use super::mapping::{Mapping, Reader};
use super::node::{HeadedBody, Node};
use super::scalar::{Scalar, visit_text};
use super::sequence::{self, Elements};
use super::session::{Session, is_written_out};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::decoding as catalog;
use crate::error::{Category, Error, Result};
use crate::source::Span;
use crate::syntax::ExpressionKind;

/// Decodes one node. The method that the target calls decides how.
pub(super) struct Decoder<'t, 'de> {
    pub(super) node: Node<'t, 'de>,
    pub(super) session: &'t Session<'t, 'de>,
    /// What to give instead of the node if the target only buffers it.
    handle: Option<HandleFor>,
    /// Where in a buffer the node ends up, if it does.
    pub(super) buffered: Option<Buffered>,
}

/// A handle for a node that is not to be evaluated as long as it is only buffered.
#[derive(Clone, Copy)]
pub(super) struct HandleFor {
    pub(super) handle: Handle,
    /// Whether the node may be captured by way of the handle.
    pub(super) captures: bool,
}

impl<'t, 'de> Decoder<'t, 'de> {
    #[inline]
    pub(super) fn new(node: Node<'t, 'de>, session: &'t Session<'t, 'de>) -> Self {
        Decoder { node, session, handle: None, buffered: None }
    }

    pub(super) fn with_handle(self, handle: Option<HandleFor>) -> Self {
        Decoder { handle, ..self }
    }

    pub(super) fn within(self, buffered: Option<Buffered>) -> Self {
        Decoder { buffered, ..self }
    }

    /// With what was learned about the type `T` of the target.
    #[inline]
    pub(super) fn for_target<T>(mut self) -> Self {
        let target = type_name::<T>();
        let lesson = match &self.node {
            Node::Blocks(_) | Node::Body(_) => self.session.lessons.about(target),
            _ => None,
        };
        if let Some(lesson) = lesson.filter(|lesson| lesson.single_block_is_body) {
            if let Node::Blocks(blocks) = &mut self.node {
                blocks.is_body_if_single = true;
            }
            self.buffered = Some(Buffered::new(target, lesson));
        }
        self
    }

    /// What the node is, for nodes with values.
    #[inline]
    pub(super) fn form(self, expected: &dyn Expected) -> Result<Form<'t, 'de>> {
        match self.node {
            Node::Expression(expression) => self.session.form(expression),
            Node::Value(value) => Form::of_value(value, self.session),
            Node::Scalar(scalar, _) => Ok(Form::Scalar(scalar)),
            _ => Err(self.mismatch(expected)),
        }
    }

    #[inline]
    fn scalar(self, expected: &dyn Expected) -> Result<Scalar<'de>> {
        match self.form(expected)? {
            Form::Scalar(scalar) => Ok(scalar),
            Form::Elements(_) => Err(Error::invalid_type(Unexpected::Seq, expected)),
            Form::Entries(_) => Err(Error::invalid_type(Unexpected::Map, expected)),
        }
    }

    fn elements(self, expected: &dyn Expected) -> Result<Elements<'t>> {
        match self.node {
            Node::Blocks(blocks) => Ok(Elements::of_blocks(blocks)),
            Node::AllBlocks(body) => Ok(Elements::of_body(body)),
            Node::Labels(body) => Ok(Elements::of_labels(body)),
            Node::Body(body) => {
                body.require_no_labels()?;
                match body.body().attributes().next() {
                    Some(attribute) => Err(data(catalog::attribute_among_blocks(attribute))),
                    None => Ok(Elements::of_body(body.body())),
                }
            }
            Node::Item(_) => Err(self.mismatch(expected)),
            _ => match self.form(expected)? {
                Form::Elements(elements) => Ok(elements),
                Form::Scalar(scalar) => Err(scalar.mismatch(expected)),
                Form::Entries(_) => Err(Error::invalid_type(Unexpected::Map, expected)),
            },
        }
    }

    /// The node is not what the target takes.
    #[cold]
    fn mismatch(&self, expected: &dyn Expected) -> Error {
        match &self.node {
            Node::Clash(attribute, block) => data(catalog::attribute_and_block(*attribute, *block)),
            Node::Body(HeadedBody::Document(_)) => {
                Error::invalid_type(Unexpected::Other("a body"), expected)
            }
            Node::Labels(_) => Error::invalid_type(Unexpected::Other("labels"), expected),
            Node::AllBlocks(_) => Error::invalid_type(Unexpected::Other("blocks"), expected),
            Node::Expression(_) | Node::Value(_) | Node::Scalar(..) => {
                Error::invalid_type(Unexpected::Other("a value"), expected)
            }
            _ => Error::invalid_type(Unexpected::Other("a block"), expected),
        }
    }

    /// Lets a visitor read the entries of a body or an object, or blocks by their labels.
    #[inline]
    fn visit_entries<V: Visitor<'de>>(mut self, reader: Reader, visitor: V) -> Result<V::Value> {
        let (session, target) = (self.session, type_name::<V>());
        // What a struct or a map doesn't buffer itself, its fields and values may.
        let buffered = self.buffered.take().filter(|_| matches!(reader, Reader::Any));
        let is_keyed = self.node.has_labels() && !self.is_struct(reader, &visitor);
        if !is_keyed {
            self.require_single()?;
            if let Some(body) = self.node.single_body() {
                let entries = Entries::of_body(body.body(), session);
                return Mapping::new(entries, Some(body), false, reader, target, session)
                    .within(buffered)
                    .visit(visitor);
            }
        }
        let entries = match self.node {
            Node::Blocks(blocks) => Entries::by_label(&blocks, session)?,
            Node::Body(body) => Entries::by_label(&body.as_blocks(), session)?,
            Node::Item(block) => Entries::of_item(block, session),
            _ => match self.form(&visitor)? {
                Form::Entries(entries) => entries,
                Form::Scalar(scalar) => return Err(scalar.mismatch(&visitor)),
                Form::Elements(_) => return Err(Error::invalid_type(Unexpected::Seq, &visitor)),
            },
        };
        Mapping::new(entries, None, is_keyed, reader, target, session)
            .within(buffered)
            .visit(visitor)
    }

    /// Whether the visitor belongs to a struct, with or without flattened fields.
    fn is_struct<V: Visitor<'de>>(&self, reader: Reader, visitor: &V) -> bool {
        let lessons = self.session.lessons;
        match reader {
            Reader::Struct(_) => return true,
            Reader::Any => return false,
            Reader::Map => {}
        }
        match lessons.about(type_name::<V>()) {
            Some(lesson) => lesson.is_struct,
            None if lessons.is_final() => {
                (visitor as &dyn Expected).to_string().starts_with("struct ")
            }
            None => false,
        }
    }

    /// Settles whether a single block in a buffer is a body or a sequence of one. Where that is not
    /// known yet, a handle finds out.
    fn settle_block(&mut self) -> Option<Handle> {
        let (Node::Blocks(blocks), Some(buffered)) = (&mut self.node, &self.buffered) else {
            return None;
        };
        if blocks.as_slice().len() != 1 || blocks.has_labels() || blocks.is_body_if_single {
            return None;
        }
        match buffered.wants_body() {
            Some(wants_body) => blocks.is_body_if_single = wants_body,
            None => return Some(buffered.ask()),
        }
        None
    }

    fn is_null(&self) -> bool {
        match &self.node {
            Node::Expression(expression) => {
                matches!(expression.without_parentheses().kind(), ExpressionKind::Null)
            }
            Node::Value(value) => value.is_null(),
            _ => false,
        }
    }

    /// Hands over a part that the target wants undecoded.
    fn capture<V: Visitor<'de>>(self, name: &str, visitor: V) -> Result<V::Value> {
        match name {
            wanted::SPANNED => match self.node.span() {
                Some(span) => capture::hand_over_with(Captured::Span(span), || {
                    visitor.visit_newtype_struct(self)
                }),
                None => visitor.visit_newtype_struct(self),
            },
            wanted::VALUE => match self.node {
                Node::Expression(expression) => {
                    let value = self.session.evaluate(expression)?;
                    capture::hand_over(Captured::Value(value), visitor)
                }
                Node::Value(value) => capture::hand_over(Captured::Value(value), visitor),
                _ => visitor.visit_newtype_struct(self),
            },
            wanted::EXPRESSION => match self.node {
                Node::Expression(_) => self.hand_over_part(visitor),
                Node::Value(value) => capture::hand_over(Captured::Value(value), visitor),
                Node::Scalar(..) => visitor.visit_newtype_struct(self),
                _ => Err(self.mismatch(&"an expression")),
            },
            wanted::TYPE => match self.node {
                Node::Expression(expression) => {
                    capture::hand_over(Captured::Type(expression.to_type()?), visitor)
                }
                _ => visitor.visit_newtype_struct(self),
            },
            wanted::BODY => match self.node.single_body() {
                Some(body) => {
                    body.require_no_labels()?;
                    let node = Node::Body(HeadedBody::Document(body.body()));
                    Decoder { node, ..self }.hand_over_part(visitor)
                }
                None => {
                    self.require_single()?;
                    Err(self.mismatch(&"a block"))
                }
            },
            wanted::LAZY => match self.node {
                Node::Value(value) => capture::hand_over(Captured::Value(value), visitor),
                Node::Clash(..) => Err(self.mismatch(&visitor)),
                _ => self.hand_over_part(visitor),
            },
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn hand_over_part<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match Part::of(&self.node) {
            Some(part) => capture::hand_over(Captured::Part(part), visitor),
            None => visitor.visit_newtype_struct(self),
        }
    }

    /// Fails if the node is several blocks.
    #[inline]
    pub(super) fn require_single(&self) -> Result<()> {
        match &self.node {
            Node::Blocks(blocks) => match blocks.as_slice() {
                [first, second, ..] => Err(data(catalog::duplicate_block(*first, *second))),
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }
}

/// Gives a visitor that may only want to buffer it something in the place of an expression that
/// has no value.
#[cold]
fn visit_failure<'de, V: Visitor<'de>>(
    place: Span,
    error: Error,
    part: Option<Part>,
    visitor: V,
) -> Result<V::Value> {
    let handle = Handle::for_failure(place, error);
    visitor.visit_bytes(&handle.hold(part)).map_err(|error| handle.take_failure().unwrap_or(error))
}

/// An error about what does not fit the target.
#[cold]
pub(super) fn data(diagnostic: Diagnostic) -> Error {
    Error::of(Category::Data, diagnostic)
}

/// Methods for targets of one primitive type each.
macro_rules! primitives {
    ($($method:ident $visit:ident $convert:ident)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            let converted = self.scalar(&visitor)?.$convert(&visitor)?;
            visitor.$visit(converted)
        }
    )*};
}

impl<'de> de::Deserializer<'de> for Decoder<'_, 'de> {
    type Error = Error;

    primitives! {
        deserialize_bool visit_bool into_bool
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

    fn deserialize_any<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        if let Some(HandleFor { handle, captures }) = self.handle {
            let part = if captures { Part::of(&self.node) } else { None };
            return visitor.visit_bytes(&handle.hold(part));
        }
        if let Some(handle) = self.settle_block() {
            return visitor.visit_bytes(&handle.hold(Part::of(&self.node)));
        }
        match self.node {
            Node::Blocks(blocks) if !blocks.has_labels() => match blocks.as_slice() {
                [_] if blocks.is_body_if_single => Decoder { node: Node::Blocks(blocks), ..self }
                    .visit_entries(Reader::Any, visitor),
                only => {
                    if only.len() == 1 {
                        let count = &self.session.sequences_of_one;
                        count.set(count.get() + 1);
                    }
                    let elements = Elements::of_blocks(blocks);
                    sequence::visit_within(self.buffered, elements, self.session, visitor)
                }
            },
            Node::Labels(_) | Node::AllBlocks(_) => self.deserialize_seq(visitor),
            Node::Blocks(ref blocks) => {
                blocks.require_equal_label_counts()?;
                self.visit_entries(Reader::Any, visitor)
            }
            Node::Body(_) | Node::Item(_) => self.visit_entries(Reader::Any, visitor),
            Node::Clash(..) => Err(self.mismatch(&visitor)),
            Node::Expression(expression) => match self.session.form(expression) {
                Ok(form) => form.visit(self.session, visitor),
                Err(error) => {
                    visit_failure(expression.span(), error, Part::of(&self.node), visitor)
                }
            },
            Node::Value(value) => Form::of_value(value, self.session)?.visit(self.session, visitor),
            Node::Scalar(scalar, _) => scalar.visit(visitor),
        }
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let text = self.scalar(&visitor)?.into_text(&visitor)?;
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
        let session = self.session;
        match self.form(&visitor)? {
            Form::Scalar(scalar) => match scalar.into_text(&visitor)? {
                Cow::Borrowed(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
                Cow::Owned(text) => visitor.visit_byte_buf(text.into_bytes()),
            },
            form => form.visit(session, visitor),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let expression = match self.node {
            _ if self.is_null() => return visitor.visit_none(),
            Node::Expression(expression) if !is_written_out(expression) => expression,
            _ => return visitor.visit_some(self),
        };
        let (session, lessons) = (self.session, self.session.lessons);
        let target = type_name::<V>();
        let is_evaluated = lessons.about(target).is_some_and(|lesson| lesson.content_is_evaluated);
        if is_evaluated || (lessons.is_final() && self.handle.is_none()) {
            return match session.evaluate(expression) {
                Ok(value) if value.is_null() => visitor.visit_none(),
                _ => visitor.visit_some(self),
            };
        }
        visitor.visit_some(self).inspect_err(|_| {
            if session.is_null(expression) {
                lessons
                    .learn(target, |lesson| !mem::replace(&mut lesson.content_is_evaluated, true));
            }
        })
    }

    /// From null, or from a block without content.
    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.require_single()?;
        match self.node.single_body() {
            Some(body) if body.is_empty() => return visitor.visit_unit(),
            Some(body) => {
                body.require_no_labels()?;
                return Err(self.mismatch(&visitor));
            }
            None => {}
        }
        match self.scalar(&visitor)? {
            Scalar::Null => visitor.visit_unit(),
            scalar => Err(scalar.mismatch(&visitor)),
        }
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
        if name.starts_with(wanted::PREFIX) && self.handle.is_none() {
            return self.capture(name, visitor);
        }
        visitor.visit_newtype_struct(self)
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let (session, buffered) = (self.session, self.buffered.take());
        sequence::visit_within(buffered, self.elements(&visitor)?, session, visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(mut self, length: usize, visitor: V) -> Result<V::Value> {
        let (session, buffered) = (self.session, self.buffered.take());
        let elements = self.elements(&visitor)?;
        if elements.len() != length {
            return Err(data(catalog::element_count(elements.len(), length)));
        }
        sequence::visit_within(buffered, elements, session, visitor)
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
        self.visit_entries(Reader::Map, visitor)
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.visit_entries(Reader::Struct(fields), visitor)
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
        visitor.visit_unit()
    }
}
