//! The functions of the first pass that examine a node for one kind of target.

use std::borrow::Cow;

use serde::de::Expected;

use super::capture::{Capture, capture};
use super::mapping::{MapTarget, PlainMapping};
use super::node::{
    elements_of, entries_by_label, entries_of_kind, entries_of_value, kind_of, scalar_of_kind,
};
use super::sequence::PlainSequence;
use super::value;
use super::variant::{Named, PlainVariant};
use super::{miss, missed};
use crate::de::buffering::may_fill_buffer;
use crate::de::capture::{Captured, names};
use crate::de::input::{Elements, Input, Literal, Node, Plain, Scalar, ValueKind};
use crate::diagnostic::error::Result;
use crate::syntax::{ExpressionRef, ObjectRef};

/// Decodes one node in the first pass.
pub(in crate::de) struct PlainDecoder<'a, 't, 'de> {
    subject: Subject<'a, 't, 'de>,
    pub(in crate::de) input: &'t Input<'t, 'de>,
}

enum Subject<'a, 't, 'de> {
    /// Nearly all nodes.
    Expression(ExpressionRef<'t>),
    /// Any other node. It is taken when it is decoded.
    Node(&'a mut Node<'t, 'de>),
}

/// The part of a mapping or a sequence that is being decoded, if it is no expression. Boxed, because most
/// have only expressions, and each level of nesting keeps one on the stack.
#[derive(Default)]
pub(super) struct Part<'t, 'de>(Option<Box<Node<'t, 'de>>>);

impl<'t, 'de> Part<'t, 'de> {
    pub(super) fn insert(&mut self, node: Node<'t, 'de>) -> &mut Node<'t, 'de> {
        let part = self.0.get_or_insert_default();
        **part = node;
        part
    }
}

/// The data for a target that accepts any type.
#[allow(clippy::large_enum_variant, reason = "it is used at once, and usually a mapping")]
pub(in crate::de) enum PlainAnything<'t, 'de> {
    Scalar(Plain<'de>),
    Sequence(PlainSequence<'t, 'de>),
    Mapping(PlainMapping<'t, 'de>),
}

impl<'a, 't, 'de> PlainDecoder<'a, 't, 'de> {
    #[inline]
    pub(in crate::de) fn of_expression(
        expression: ExpressionRef<'t>,
        input: &'t Input<'t, 'de>,
    ) -> Self {
        PlainDecoder { subject: Subject::Expression(expression), input }
    }

    #[inline]
    pub(in crate::de) fn of_node(node: &'a mut Node<'t, 'de>, input: &'t Input<'t, 'de>) -> Self {
        PlainDecoder { subject: Subject::Node(node), input }
    }

    fn into_node(self) -> Node<'t, 'de> {
        match self.subject {
            Subject::Expression(expression) => Node::Expression(expression),
            Subject::Node(node) => std::mem::take(node),
        }
    }

    fn kind(self, expected: &dyn Expected) -> Result<ValueKind<'t, 'de>> {
        let kind = match self.subject {
            Subject::Expression(expression) => self.input.value_kind(expression),
            Subject::Node(node) => kind_of(std::mem::take(node), self.input, expected),
        };
        kind.map_err(missed)
    }

    fn scalar(self, expected: &dyn Expected) -> Result<Scalar<'de>> {
        scalar_of_kind(self.kind(expected)?, expected)
    }

    /// The text of a string literal, if the source contains it literally.
    #[inline(always)]
    pub(in crate::de) fn verbatim(&self) -> Option<&'de str> {
        match self.subject {
            Subject::Expression(expression) => self.input.verbatim(expression.as_string()?),
            Subject::Node(_) => None,
        }
    }

    /// The integer within the range, in two's complement, if it is a literal of few digits.
    #[inline(always)]
    pub(in crate::de) fn integer(&self, min: i64, max: u64) -> Option<u64> {
        match self.subject {
            Subject::Expression(expression) => self.input.integer(expression, min, max),
            Subject::Node(_) => None,
        }
    }

    /// The number literal that is decoded.
    #[inline(always)]
    fn literal(&self) -> Option<Literal<'de>> {
        match self.subject {
            Subject::Expression(expression) => self.input.literal(expression),
            Subject::Node(_) => None,
        }
    }

    pub(in crate::de) fn text(self, expected: &dyn Expected) -> Result<Cow<'de, str>> {
        if let Subject::Expression(expression) = self.subject {
            if let Some(string) = expression.as_string() {
                return Ok(self.input.string(string));
            }
        }
        self.scalar(expected)?.into_text(expected).map_err(missed)
    }

    /// The bool, if it is a literal.
    #[inline(always)]
    pub(in crate::de) fn bool(&self) -> Option<bool> {
        match self.subject {
            Subject::Expression(expression) => expression.as_bool(),
            Subject::Node(_) => None,
        }
    }

    pub(in crate::de) fn any_bool(self, expected: &dyn Expected) -> Result<bool> {
        self.scalar(expected)?.into_bool(expected).map_err(missed)
    }

    pub(in crate::de) fn wide_integer(
        self,
        min: i128,
        max: u128,
        expected: &dyn Expected,
    ) -> Result<u128> {
        self.scalar(expected)?.into_integer(min, max, expected).map_err(missed)
    }

    /// The finite float, if it is a literal.
    #[inline(always)]
    pub(in crate::de) fn float(&self) -> Option<f64> {
        self.literal().map(Literal::float).filter(|float| f64::is_finite(*float))
    }

    pub(in crate::de) fn any_f64(self, expected: &dyn Expected) -> Result<f64> {
        self.scalar(expected)?.into_f64(expected).map_err(missed)
    }

    pub(in crate::de) fn f32(self, expected: &dyn Expected) -> Result<f32> {
        self.scalar(expected)?.into_f32(expected).map_err(missed)
    }

    /// Whether this is null without evaluation.
    #[inline]
    pub(in crate::de) fn is_null(&self) -> bool {
        match &self.subject {
            Subject::Expression(expression) => expression.is_null(),
            Subject::Node(node) => node.is_null(),
        }
    }

    /// The text of a node that is decoded as bytes, or another form if the node is not a scalar.
    pub(in crate::de) fn bytes(
        self,
        expected: &dyn Expected,
    ) -> Result<Result<Cow<'de, str>, PlainAnything<'t, 'de>>> {
        let input = self.input;
        match self.kind(expected)? {
            ValueKind::Scalar(scalar) => scalar.into_text(expected).map(Ok).map_err(missed),
            kind => PlainAnything::of_kind(kind, input).map(Err),
        }
    }

    /// Fails if the node is neither null nor a block or an object without content.
    pub(in crate::de) fn require_unit(self, expected: &dyn Expected) -> Result<()> {
        let input = self.input;
        let node = self.into_node();
        node.require_single().map_err(missed)?;
        if let Some(body) = node.single_body() {
            return if body.is_empty() { Ok(()) } else { Err(miss()) };
        }
        match kind_of(node, input, expected).map_err(missed)? {
            ValueKind::Scalar(Scalar::Null) => Ok(()),
            ValueKind::Entries(entries) if entries.len() == 0 => Ok(()),
            _ => Err(miss()),
        }
    }

    /// The elements of the tuple that is decoded, if it has the wanted number of them.
    #[inline(always)]
    pub(in crate::de) fn tuple(&self, length: Option<usize>) -> Option<Elements<'t>> {
        match self.subject {
            Subject::Expression(expression) => {
                let elements = expression.as_tuple()?;
                let is_wanted = length.is_none_or(|length| length == elements.len());
                is_wanted.then_some(Elements::Tuple(elements))
            }
            Subject::Node(_) => None,
        }
    }

    /// The elements of the node; `length` is the wanted number.
    pub(in crate::de) fn sequence(
        self,
        length: Option<usize>,
        expected: &dyn Expected,
    ) -> Result<PlainSequence<'t, 'de>> {
        let input = self.input;
        let elements = elements_of(self.into_node(), input, expected).map_err(missed)?;
        match length {
            Some(length) if elements.len() != length => Err(miss()),
            _ => Ok(PlainSequence::new(elements, input)),
        }
    }

    /// The object in native syntax that is decoded.
    #[inline]
    pub(in crate::de) fn object(&self) -> Option<ObjectRef<'t>> {
        match self.subject {
            Subject::Expression(expression) => {
                expression.as_object().filter(|object| !object.is_json())
            }
            Subject::Node(_) => None,
        }
    }

    pub(in crate::de) fn mapping(
        self,
        target: MapTarget,
        expected: &dyn Expected,
    ) -> Result<PlainMapping<'t, 'de>> {
        let input = self.input;
        match self.subject {
            Subject::Expression(expression) => {
                let entries = input
                    .value_kind(expression)
                    .and_then(|kind| entries_of_kind(kind, input, expected));
                Ok(PlainMapping::new(entries.map_err(missed)?, target, input))
            }
            Subject::Node(node) => mapping_of_node(node, target, input, expected),
        }
    }

    pub(in crate::de) fn variant(
        self,
        variants: &'static [&'static str],
        expected: &dyn Expected,
    ) -> Result<PlainVariant<'t, 'de>> {
        let input = self.input;
        let named = Named::of_node(self.into_node(), variants, input, expected).map_err(missed)?;
        Ok(PlainVariant::new(named, input))
    }

    /// The data for a visitor with this name.
    pub(in crate::de) fn anything(
        self,
        visitor: &'static str,
        expected: &dyn Expected,
    ) -> Result<PlainAnything<'t, 'de>> {
        if self.input.is_other_visitor(visitor) && may_fill_buffer(visitor) {
            return Err(miss());
        }
        let input = self.input;
        let kind = match self.subject {
            Subject::Expression(expression) => input.value_kind(expression),
            Subject::Node(node) => match std::mem::take(node) {
                node @ (Node::Blocks(_) | Node::Body(_)) => {
                    return anything_of_blocks(node, input, expected);
                }
                node @ (Node::Labels(_) | Node::AllBlocks(_)) => {
                    let elements = elements_of(node, input, expected).map_err(missed)?;
                    return Ok(PlainAnything::Sequence(PlainSequence::new(elements, input)));
                }
                Node::Item(_) => return Err(miss()),
                Node::Property(property) if property.is_item => return Err(miss()),
                node => kind_of(node, input, expected),
            },
        };
        PlainAnything::of_kind(kind.map_err(missed)?, input)
    }

    /// The part that a newtype with a private name captures.
    pub(in crate::de) fn capture(
        mut self,
        name: &str,
        expected: &dyn Expected,
    ) -> Result<(Capture, Self)> {
        if let (names::VALUE, Subject::Expression(expression)) = (name, &self.subject) {
            let value = match value::of_literal(*expression, self.input) {
                Some(value) => value,
                None => self.input.evaluate(*expression).map_err(missed)?,
            };
            return Ok((Capture::HandOver(Captured::Value(value)), self));
        }
        let captured = match &mut self.subject {
            Subject::Expression(expression) => {
                capture(&mut Node::Expression(*expression), name, self.input, expected)
            }
            Subject::Node(node) => capture(node, name, self.input, expected),
        };
        let captured = captured.map_err(missed)?;
        match (&captured, name) {
            // The target would read data, and the general decoder has rules for this.
            (Capture::Nothing, name) if !matches!(name, names::VALUE | names::SPANNED) => {
                Err(miss())
            }
            _ => Ok((captured, self)),
        }
    }
}

fn mapping_of_node<'t, 'de>(
    node: &mut Node<'t, 'de>,
    target: MapTarget,
    input: &'t Input<'t, 'de>,
    expected: &dyn Expected,
) -> Result<PlainMapping<'t, 'de>> {
    if let (Node::Property(property), MapTarget::Struct(fields)) = (&*node, target) {
        let labels = property.labels_for(fields);
        *node = Node::Blocks(property.blocks(labels).map_err(missed)?);
    }
    if !matches!(target, MapTarget::Struct(_)) && node.has_labels() {
        let entries = entries_by_label(std::mem::take(node), input).map_err(missed)?;
        return Ok(PlainMapping::new(entries, target, input));
    }
    node.require_single().map_err(missed)?;
    match node.single_body() {
        Some(body) => PlainMapping::of_body(body, target, input),
        None => {
            let entries = entries_of_value(std::mem::take(node), input, expected);
            Ok(PlainMapping::new(entries.map_err(missed)?, target, input))
        }
    }
}

/// Blocks for a target that accepts any type: by their labels, as a body, or as a sequence.
fn anything_of_blocks<'t, 'de>(
    mut node: Node<'t, 'de>,
    input: &'t Input<'t, 'de>,
    expected: &dyn Expected,
) -> Result<PlainAnything<'t, 'de>> {
    let is_sequence = match &node {
        Node::Blocks(blocks) if blocks.has_labels() => {
            blocks.require_equal_label_counts().map_err(missed)?;
            false
        }
        Node::Blocks(blocks) => {
            blocks.as_slice().len() != 1 || !input.context().decoding().unwraps_single_blocks
        }
        _ => false,
    };
    if is_sequence {
        let elements = elements_of(node, input, expected).map_err(missed)?;
        return Ok(PlainAnything::Sequence(PlainSequence::new(elements, input)));
    }
    mapping_of_node(&mut node, MapTarget::Any, input, expected).map(PlainAnything::Mapping)
}

impl<'t, 'de> PlainAnything<'t, 'de> {
    fn of_kind(kind: ValueKind<'t, 'de>, input: &'t Input<'t, 'de>) -> Result<Self> {
        Ok(match kind {
            ValueKind::Scalar(scalar) => {
                PlainAnything::Scalar(scalar.into_plain().map_err(missed)?)
            }
            ValueKind::Elements(elements) => {
                PlainAnything::Sequence(PlainSequence::new(elements, input))
            }
            ValueKind::Entries(entries) => {
                PlainAnything::Mapping(PlainMapping::new(entries, MapTarget::Any, input))
            }
        })
    }
}
