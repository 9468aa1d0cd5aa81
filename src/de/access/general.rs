//! Decoding a node into targets of one kind: a scalar, elements, or nothing.

use std::borrow::Cow;
use std::mem;

use serde::de::{Error as _, Expected, Unexpected};

use super::anything::Anything;
use super::decoder::Decoder;
use super::sequence::Sequence;
use super::session::Session;
use crate::de::buffering::{BufferPath, Placeholder, is_in_buffer};
use crate::de::input::{BodyOf, Node, Scalar, ValueKind};
use crate::de::plain::{self, elements_of, elements_of_kind, scalar_of_kind};
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::cause::{ErrorCause, Wants};
use crate::diagnostic::error::{Category, Error, Result};
use crate::syntax::{ExpressionKind, ExpressionRef};

/// A node of any kind, with all facts that its decoding may need. The node is taken when it is
/// decoded.
pub(in crate::de) struct GeneralNode<'t, 'de> {
    pub(super) node: Node<'t, 'de>,
    /// A placeholder that goes into a buffer instead of the node.
    pub(super) stand_in: Option<StandIn>,
    /// The type that is decoded, unless it is decoded from a buffer.
    pub(super) target: Option<&'static str>,
    /// The path of the node in a buffer, if it may go into one.
    pub(super) path: Option<BufferPath>,
    /// Whether null is `Some(None)` for an option of an option.
    pub(super) is_null_some: bool,
}

/// A placeholder for a node that is not evaluated when it is only buffered.
#[derive(Clone, Copy)]
pub(super) struct StandIn {
    pub(super) placeholder: Placeholder,
    /// Whether the node can be captured by taking the placeholder.
    pub(super) has_part: bool,
}

/// The content of an option.
pub(super) enum Optional<'t, 'de> {
    None,
    Some,
    /// An expression that has not been evaluated. It may be null.
    Unevaluated(ExpressionRef<'t>, &'t Session<'t, 'de>),
}

impl<'t, 'de> GeneralNode<'t, 'de> {
    pub(in crate::de) fn new(node: Node<'t, 'de>) -> Self {
        GeneralNode { node, stand_in: None, target: None, path: None, is_null_some: false }
    }

    pub(super) fn at_path(self, path: Option<BufferPath>) -> Self {
        GeneralNode { path, ..self }
    }

    /// The node with the hints about the type with this name.
    pub(in crate::de) fn for_target(
        mut self,
        target: &'static str,
        session: &Session<'t, 'de>,
    ) -> Self {
        let has_blocks = match &self.node {
            Node::Blocks(_) | Node::Body(_) | Node::Item(_) => true,
            Node::Expression(_) => session.looks_into_values(),
            Node::Property(property) => {
                property.single_object().is_some() || session.looks_into_values()
            }
            Node::Value(_) => {
                session.input.has_blocks_as_tuples() || session.hints.converts_scalars()
            }
            _ => false,
        };
        if has_blocks && !is_in_buffer(target) {
            let mut hints = session.hints.about(target);
            if session.hints.marks_spans() || session.hints.converts_scalars() {
                hints.get_or_insert_default();
            }
            self.target = Some(target);
            self.path = hints.map(|hints| BufferPath::new(target, hints));
        }
        self
    }
}

impl<'t, 'de> Decoder<'_, 't, 'de> {
    /// The node, and its path in a buffer.
    pub(super) fn into_node(self) -> (Node<'t, 'de>, Option<BufferPath>) {
        (mem::take(&mut self.general.node), self.general.path.take())
    }

    /// The kind of a node with a value.
    pub(super) fn value_kind(self, expected: &dyn Expected) -> Result<ValueKind<'t, 'de>> {
        match self.general.node {
            Node::Expression(expression) => expression_kind(expression, self.session, expected),
            _ => plain::kind_of(mem::take(&mut self.general.node), &self.session.input, expected),
        }
    }

    fn scalar(self, expected: &dyn Expected) -> Result<Scalar<'de>> {
        scalar_of_kind(self.value_kind(expected)?, expected)
    }

    /// The expression that is decoded.
    fn expression(&self) -> Option<ExpressionRef<'t>> {
        match self.general.node {
            Node::Expression(expression) => Some(expression),
            _ => None,
        }
    }

    pub(super) fn bool(self, expected: &dyn Expected) -> Result<bool> {
        match self.expression().map(ExpressionRef::kind) {
            Some(ExpressionKind::Bool(bool)) => Ok(bool),
            _ => self.scalar(expected)?.into_bool(expected),
        }
    }

    /// The integer within the range, in two's complement, if it is a literal of few digits.
    pub(super) fn integer(&self, min: i64, max: u64) -> Option<u64> {
        self.session.input.integer(self.expression()?, min, max)
    }

    /// An integer within the range, in two's complement.
    pub(super) fn wide_integer(
        self,
        min: i128,
        max: u128,
        expected: &dyn Expected,
    ) -> Result<u128> {
        self.scalar(expected)?.into_integer(min, max, expected)
    }

    pub(super) fn f64(self, expected: &dyn Expected) -> Result<f64> {
        self.scalar(expected)?.into_f64(expected)
    }

    pub(super) fn f32(self, expected: &dyn Expected) -> Result<f32> {
        self.scalar(expected)?.into_f32(expected)
    }

    pub(super) fn text(self, expected: &dyn Expected) -> Result<Cow<'de, str>> {
        let string = self.expression().and_then(ExpressionRef::as_string);
        match string.and_then(|string| self.session.input.verbatim(string)) {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => self.scalar(expected)?.into_text(expected),
        }
    }

    /// The text of a node that is decoded as bytes, or another form if the node is not a scalar.
    pub(super) fn bytes(
        self,
        visitor: &'static str,
        expected: &dyn Expected,
    ) -> Result<Result<Cow<'de, str>, Anything<'t, 'de>>> {
        let session = self.session;
        match self.value_kind(expected)? {
            ValueKind::Scalar(scalar) => scalar.into_text(expected).map(Ok),
            kind => Anything::of_kind(kind, None, session, visitor, None).map(Err),
        }
    }

    /// The elements of the node; `length` is the wanted number.
    pub(super) fn sequence(
        self,
        length: Option<usize>,
        expected: &dyn Expected,
    ) -> Result<Box<Sequence<'t, 'de>>> {
        let session = self.session;
        let (node, path) = self.into_node();
        let elements = match node {
            Node::MadeUp(made_up) => {
                let (part, length) = (made_up.inside()?, length.unwrap_or_default());
                return Ok(Sequence::of_made_up(part, length, session));
            }
            Node::Expression(_) => elements_of_kind(kind_of(node, session, expected)?, expected)?,
            node => elements_of(node, &session.input, expected)?,
        };
        match length {
            Some(length) if elements.len() != length => {
                Err(Error::data(catalog::element_count(elements.len(), length)))
            }
            // Sequences are not buffered; their elements may be.
            _ if !elements.are_blocks() => Ok(Sequence::new(elements, None, session)),
            _ => Ok(Sequence::new(elements, path, session)),
        }
    }

    /// The content of the node for an option whose visitor has this name.
    pub(super) fn optional(&mut self, visitor: &'static str) -> Optional<'t, 'de> {
        let is_null_some = mem::take(&mut self.general.is_null_some);
        let expression = match self.general.node {
            _ if self.general.node.is_null() && !is_null_some => return Optional::None,
            Node::Expression(expression) => expression,
            _ => return Optional::Some,
        };
        let has_stand_in = self.general.stand_in.is_some();
        if expression.is_written_out() {
            return Optional::Some;
        }
        let hints = self.session.hints;
        let is_evaluated = hints.about(visitor).is_some_and(|hints| hints.is_evaluated);
        if !is_evaluated && (!hints.is_one_attempt() || has_stand_in) {
            return Optional::Unevaluated(expression, self.session);
        }
        match self.session.input.evaluate(expression) {
            Ok(value) if value.is_null() && !is_null_some => Optional::None,
            _ => Optional::Some,
        }
    }

    /// Records that the target uses no part of the node, if the context asks for it.
    pub(super) fn ignore(self) {
        let unused = self.session.hints.unused();
        if !unused.is_on() {
            return;
        }
        match &self.general.node {
            Node::Blocks(blocks) => {
                for block in blocks.as_slice() {
                    unused.ignore(Some(block.header_span()));
                }
            }
            node => unused.ignore(node.subject()),
        }
    }

    /// Fails if the node is neither null nor a block or an object without content.
    pub(super) fn require_unit(self, expected: &dyn Expected) -> Result<()> {
        let session = self.session;
        let (mut node, _) = self.into_node();
        if let Node::Property(property) = &node {
            node = Node::Body(BodyOf::Document(property.body()?));
        }
        node.require_single()?;
        match node.single_body() {
            Some(body) if body.is_empty() => return Ok(()),
            Some(body) => {
                body.require_no_labels()?;
                return Err(node.mismatch(expected));
            }
            None => {}
        }
        if node.is_null() {
            return Ok(());
        }
        match kind_of(node, session, expected)? {
            ValueKind::Scalar(Scalar::Null) => Ok(()),
            ValueKind::Scalar(scalar) => Err(scalar.mismatch(expected)),
            ValueKind::Entries(entries) if entries.len() == 0 => Ok(()),
            ValueKind::Entries(_) => Err(Error::invalid_type(Unexpected::Map, expected)),
            ValueKind::Elements(_) => Err(Error::invalid_type(Unexpected::Seq, expected)),
        }
    }
}

/// Adds the expected type to the error of an expression without a value.
#[cold]
pub(super) fn without_value(error: Error, expected: &dyn Expected) -> Error {
    if error.category() != Category::Evaluation || error.cause().is_some() {
        return error;
    }
    let wants = Wants { expected: expected.to_string(), variants: &[] };
    error.with_cause(ErrorCause::NoValue(wants))
}

/// The kind of a node with a value.
pub(super) fn kind_of<'t, 'de>(
    node: Node<'t, 'de>,
    session: &Session<'t, 'de>,
    expected: &dyn Expected,
) -> Result<ValueKind<'t, 'de>> {
    match node {
        Node::Expression(expression) => expression_kind(expression, session, expected),
        node => plain::kind_of(node, &session.input, expected),
    }
}

/// The kind of an expression. If it has no value, the error contains the expected type.
fn expression_kind<'t, 'de>(
    expression: ExpressionRef<'t>,
    session: &Session<'t, 'de>,
    expected: &dyn Expected,
) -> Result<ValueKind<'t, 'de>> {
    let kind = session.input.value_kind(expression);
    kind.map_err(|error| without_value(error, expected))
}
