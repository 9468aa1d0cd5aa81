//! The serde deserializer of any [`Node`].

use std::any::type_name;
use std::borrow::Cow;
use std::mem;

use serde::de::{self, Error as _, Expected, Unexpected, Visitor};

use super::label_fields::is_label_field;
use super::mapping::{EntriesOf, MapTarget, Mapping};
use super::sequence;
use super::session::Session;
use crate::de::buffering::{self, BufferPath, Placeholder, is_in_buffer};
use crate::de::capture::names;
use crate::de::input::{
    BodyOf, Elements, Entries, Names, Node, Part, Property, Scalar, ValueKind, is_written_out,
    value_is_block, visit_text,
};
use crate::diagnostic::catalog::advice::A_BLOCK;
use crate::diagnostic::catalog::decoding as catalog;
use crate::error::{Category, Error, ErrorCause, Result, Wants};
use crate::source::Span;
use crate::syntax::ExpressionKind;

/// Decodes one node. The method that the target calls decides how.
pub(in crate::de) struct Decoder<'t, 'de> {
    pub(super) node: Node<'t, 'de>,
    pub(super) session: &'t Session<'t, 'de>,
    /// Goes into a buffer instead of the node.
    pub(super) stand_in: Option<StandIn>,
    /// The type that is decoded, if it is no part of a buffer.
    pub(super) target: Option<&'static str>,
    /// The path of the node in a buffer, if it may go into one.
    pub(super) path: Option<BufferPath>,
    /// Whether null is an option of nothing to a target that is an option of an option.
    pub(super) is_null_some: bool,
}

/// A placeholder for a node that is not evaluated when it is only buffered.
#[derive(Clone, Copy)]
pub(super) struct StandIn {
    pub(super) placeholder: Placeholder,
    /// Whether the node can be captured by taking the placeholder.
    pub(super) has_part: bool,
}

impl<'t, 'de> Decoder<'t, 'de> {
    #[inline]
    pub(in crate::de) fn new(node: Node<'t, 'de>, session: &'t Session<'t, 'de>) -> Self {
        Decoder { node, session, stand_in: None, target: None, path: None, is_null_some: false }
    }

    pub(super) fn with_stand_in(self, stand_in: Option<StandIn>) -> Self {
        Decoder { stand_in, ..self }
    }

    pub(super) fn at_path(self, path: Option<BufferPath>) -> Self {
        Decoder { path, ..self }
    }

    /// With the hints about the type `T` of the target.
    #[inline]
    pub(in crate::de) fn for_target<T>(mut self) -> Self {
        let has_blocks = match self.node {
            Node::Blocks(_) | Node::Body(_) => true,
            Node::Value(_) => self.session.input.has_blocks_as_tuples(),
            _ => false,
        };
        if has_blocks && !is_in_buffer::<T>() {
            let target = type_name::<T>();
            let mut hints = self.session.hints.about(target);
            if self.session.hints.marks_spans() {
                hints.get_or_insert_default();
            }
            self.target = Some(target);
            self.path = hints.map(|hints| BufferPath::new(target, hints));
        }
        self
    }

    /// The kind of a node with a value.
    #[inline]
    pub(super) fn value_kind(self, expected: &dyn Expected) -> Result<ValueKind<'t, 'de>> {
        match self.node {
            Node::Expression(expression) => {
                let kind = self.session.input.value_kind(expression);
                kind.map_err(|error| without_value(error, expected))
            }
            Node::Property(property) => {
                property.require_one()?;
                self.session.input.value_kind(property.expression())
            }
            Node::Value(value) => ValueKind::of_value(value, &self.session.input),
            Node::Scalar(scalar, _) => Ok(ValueKind::Scalar(scalar)),
            _ => Err(self.mismatch(expected)),
        }
    }

    #[inline]
    fn scalar(self, expected: &dyn Expected) -> Result<Scalar<'de>> {
        match self.value_kind(expected)? {
            ValueKind::Scalar(scalar) => Ok(scalar),
            ValueKind::Elements(_) => Err(Error::invalid_type(Unexpected::Seq, expected)),
            ValueKind::Entries(_) => Err(Error::invalid_type(Unexpected::Map, expected)),
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
                    Some(attribute) => Err(Error::data(catalog::attribute_among_blocks(attribute))),
                    None => Ok(Elements::of_body(body.body())),
                }
            }
            Node::Item(_) => Err(self.mismatch(expected)),
            Node::Property(property) => Ok(property.elements()),
            _ => match self.value_kind(expected)? {
                ValueKind::Elements(elements) => Ok(elements),
                ValueKind::Scalar(scalar) => Err(scalar.mismatch(expected)),
                ValueKind::Entries(_) => Err(Error::invalid_type(Unexpected::Map, expected)),
            },
        }
    }

    /// The node is not what the target takes.
    #[cold]
    pub(super) fn mismatch(&self, expected: &dyn Expected) -> Error {
        match &self.node {
            Node::Clash(attribute, block) => {
                Error::data(catalog::attribute_and_block(*attribute, *block))
            }
            Node::Body(BodyOf::Document(_)) => {
                Error::invalid_type(Unexpected::Other("a body"), expected)
            }
            Node::Labels(_) => Error::invalid_type(Unexpected::Other("labels"), expected),
            Node::AllBlocks(_) => Error::invalid_type(Unexpected::Other("blocks"), expected),
            Node::Expression(_) | Node::Value(_) | Node::Scalar(..) => {
                Error::invalid_type(Unexpected::Other("a value"), expected)
            }
            _ => Error::invalid_type(Unexpected::Other(A_BLOCK), expected),
        }
    }

    /// Lets a visitor read the entries of a body or an object, or blocks by their labels.
    #[inline]
    pub(super) fn visit_entries<V: Visitor<'de>>(
        mut self,
        target: MapTarget,
        visitor: V,
    ) -> Result<V::Value> {
        let (session, visitor_name) = (self.session, type_name::<V>());
        // Structs and maps buffer nothing; the values of their entries may.
        let path = self.path.take().filter(|_| matches!(target, MapTarget::Any));
        if let Node::Property(property) = &self.node {
            if let Some(labels) = self.wanted_labels(target, visitor_name, property) {
                self.node = Node::Blocks(property.blocks(labels)?);
            }
        }
        let by_label = self.node.has_labels() && !self.is_struct(target, &visitor, visitor_name);
        let (entries, of) = if by_label {
            (self.entries_by_label()?, EntriesOf::Labels)
        } else {
            self.require_single()?;
            match self.node.single_body() {
                Some(body) => {
                    (Entries::of_body(body.body(), &session.input)?, EntriesOf::Body(body))
                }
                None => (self.entries_of_value(&visitor)?, EntriesOf::Value),
            }
        };
        Mapping::new(entries, of, target, visitor_name, session).at_path(path).visit(visitor)
    }

    fn entries_by_label(self) -> Result<Entries<'t, 'de>> {
        let input = &self.session.input;
        match self.node {
            Node::Blocks(blocks) => Entries::by_label(&blocks, input),
            Node::Body(body) => Entries::by_label(&body.as_blocks(), input),
            Node::Item(block) => Ok(Entries::of_item(block, input)),
            _ => Err(self.mismatch(&"a block")),
        }
    }

    /// How many labels a property has that is to be a struct. A map has names instead.
    fn wanted_labels(
        &self,
        target: MapTarget,
        visitor_name: &'static str,
        property: &Property<'t>,
    ) -> Option<usize> {
        let hints = self.session.hints.about(visitor_name);
        let fields = match (target, &hints) {
            (MapTarget::Struct(fields), _) => fields,
            (MapTarget::Map, Some(hints)) if hints.is_struct || !hints.label_fields.is_empty() => {
                &hints.label_fields[..]
            }
            _ => return None,
        };
        match fields.contains(&"$labels") {
            true => Some(property.probable_labels()),
            false => Some(fields.iter().filter(|field| is_label_field(field)).count()),
        }
    }

    fn entries_of_value(self, expected: &dyn Expected) -> Result<Entries<'t, 'de>> {
        let input = &self.session.input;
        if let Node::Property(property) = &self.node {
            let values: Vec<_> = property.levels().iter().map(|level| level.value).collect();
            return Entries::of_json(&values, Names::OfObject, &self.session.input);
        }
        match self.value_kind(expected)? {
            ValueKind::Entries(entries) => Ok(entries),
            ValueKind::Scalar(scalar) => Err(scalar.mismatch(expected)),
            ValueKind::Elements(elements) => match elements.into_block_or_self(input) {
                ValueKind::Entries(entries) => Ok(entries),
                _ => Err(Error::invalid_type(Unexpected::Seq, expected)),
            },
        }
    }

    /// Whether the visitor belongs to a struct, with or without flattened fields.
    fn is_struct(&self, target: MapTarget, visitor: &dyn Expected, name: &'static str) -> bool {
        let hints = self.session.hints;
        match target {
            MapTarget::Struct(_) => true,
            MapTarget::Any => false,
            MapTarget::Map => match hints.about(name) {
                Some(hints) => hints.is_struct,
                None => hints.is_one_attempt() && buffering::is_struct(visitor),
            },
        }
    }

    /// A placeholder for an expression whose place a target in the buffer may want to know.
    fn span_placeholder(&self) -> Option<Placeholder> {
        let Node::Expression(_) = self.node else { return None };
        let path = self.path.as_ref().filter(|_| self.session.hints.marks_spans())?;
        path.block_form().is_none().then(|| path.ask_form())
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

    /// Fails if the node is several blocks.
    #[inline]
    pub(super) fn require_single(&self) -> Result<()> {
        match &self.node {
            Node::Blocks(blocks) => match blocks.as_slice() {
                [first, second, ..] => Err(Error::data(catalog::duplicate_block(*first, *second))),
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }
}

/// Records what was wanted of an expression that has no value.
#[cold]
fn without_value(error: Error, expected: &dyn Expected) -> Error {
    if error.category() != Category::Evaluation || error.cause().is_some() {
        return error;
    }
    let wants = Wants { expected: expected.to_string(), variants: &[] };
    error.with_cause(ErrorCause::NoValue(wants))
}

/// Gives a visitor the value of an expression that failed: a placeholder, which the visitor accepts
/// if it only fills a buffer.
#[cold]
fn visit_failure<'de, V: Visitor<'de>>(
    span: Span,
    error: Error,
    part: Option<Part>,
    visitor: V,
) -> Result<V::Value> {
    let placeholder = Placeholder::for_failure(span, error);
    visitor
        .visit_bytes(&placeholder.into_bytes(part))
        .map_err(|error| placeholder.take_failure().unwrap_or(error))
}

/// Gives a visitor that takes anything what there is.
pub(super) fn visit_kind<'t, 'de, V: Visitor<'de>>(
    kind: ValueKind<'t, 'de>,
    path: Option<BufferPath>,
    session: &'t Session<'t, 'de>,
    visitor: V,
) -> Result<V::Value> {
    match kind {
        ValueKind::Scalar(scalar) => scalar.visit(visitor),
        ValueKind::Elements(elements) => sequence::visit_at(path, elements, session, visitor),
        ValueKind::Entries(entries) => {
            let (of, target) = (EntriesOf::Value, MapTarget::Any);
            Mapping::new(entries, of, target, type_name::<V>(), session)
                .at_path(path)
                .visit(visitor)
        }
    }
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

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if let Some(StandIn { placeholder, has_part }) = self.stand_in {
            let part = if has_part { Part::of(&self.node) } else { None };
            return visitor.visit_bytes(&placeholder.into_bytes(part));
        }
        if let Some(placeholder) = self.span_placeholder() {
            return visitor.visit_bytes(&placeholder.into_bytes(Part::of(&self.node)));
        }
        let session = self.session;
        match self.node {
            Node::Blocks(_) | Node::Body(_) => self.visit_blocks(visitor),
            Node::Labels(_) | Node::AllBlocks(_) => self.deserialize_seq(visitor),
            Node::Item(_) => self.visit_entries(MapTarget::Any, visitor),
            Node::Clash(..) => Err(self.mismatch(&visitor)),
            Node::Expression(expression) => match session.input.value_kind(expression) {
                Ok(kind) => visit_kind(kind, None, session, visitor),
                Err(error) => {
                    visit_failure(expression.span(), error, Part::of(&self.node), visitor)
                }
            },
            Node::Value(value) if value_is_block(&value, &session.input) => {
                let node = Node::Value(value);
                Decoder { node, ..self }.visit_value_of_block(visitor)
            }
            Node::Property(_) => {
                let part = Part::of(&self.node);
                let span = self.node.subject().unwrap_or_default();
                match self.value_kind(&visitor) {
                    Ok(kind) => visit_kind(kind, None, session, visitor),
                    Err(error) => visit_failure(span, error, part, visitor),
                }
            }
            Node::Value(value) => {
                let kind = ValueKind::of_value(value, &session.input)?;
                visit_kind(kind, self.path, session, visitor)
            }
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
        match self.value_kind(&visitor)? {
            ValueKind::Scalar(scalar) => match scalar.into_text(&visitor)? {
                Cow::Borrowed(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
                Cow::Owned(text) => visitor.visit_byte_buf(text.into_bytes()),
            },
            kind => visit_kind(kind, None, session, visitor),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let is_null_some = mem::take(&mut self.is_null_some);
        let expression = match self.node {
            _ if self.is_null() && !is_null_some => return visitor.visit_none(),
            Node::Expression(expression) if !is_written_out(expression) => expression,
            _ => return visitor.visit_some(self),
        };
        let (input, hints, visitor_name) =
            (&self.session.input, self.session.hints, type_name::<V>());
        let is_evaluated = hints.about(visitor_name).is_some_and(|hints| hints.is_evaluated);
        if is_evaluated || (hints.is_one_attempt() && self.stand_in.is_none()) {
            return match input.evaluate(expression) {
                Ok(value) if value.is_null() && !is_null_some => visitor.visit_none(),
                _ => visitor.visit_some(self),
            };
        }
        visitor.visit_some(self).inspect_err(|_| {
            if input.is_null(expression) {
                hints.record_evaluated(visitor_name);
            }
        })
    }

    /// From null, or from a block or an object without content.
    fn deserialize_unit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        if let Node::Property(property) = &self.node {
            self.node = Node::Body(BodyOf::Document(property.body()?));
        }
        self.require_single()?;
        match self.node.single_body() {
            Some(body) if body.is_empty() => return visitor.visit_unit(),
            Some(body) => {
                body.require_no_labels()?;
                return Err(self.mismatch(&visitor));
            }
            None => {}
        }
        match self.value_kind(&visitor)? {
            ValueKind::Scalar(Scalar::Null) => visitor.visit_unit(),
            ValueKind::Scalar(scalar) => Err(scalar.mismatch(&visitor)),
            ValueKind::Entries(entries) if entries.len() == 0 => visitor.visit_unit(),
            ValueKind::Entries(_) => Err(Error::invalid_type(Unexpected::Map, &visitor)),
            ValueKind::Elements(_) => Err(Error::invalid_type(Unexpected::Seq, &visitor)),
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
        if name.starts_with(names::PREFIX) && self.stand_in.is_none() {
            return self.capture(name, visitor);
        }
        visitor.visit_newtype_struct(self)
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let (session, path) = (self.session, self.path.take());
        sequence::visit_at(path, self.elements(&visitor)?, session, visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(mut self, length: usize, visitor: V) -> Result<V::Value> {
        let (session, path) = (self.session, self.path.take());
        let elements = self.elements(&visitor)?;
        if elements.len() != length {
            return Err(Error::data(catalog::element_count(elements.len(), length)));
        }
        sequence::visit_at(path, elements, session, visitor)
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
        self.visit_entries(MapTarget::Map, visitor)
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.visit_entries(MapTarget::Struct(fields), visitor)
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
