//! serde's `SeqAccess` over tuples, lists and sets, blocks and labels.

use std::any::type_name;

use serde::de::{DeserializeSeed, Error as _, SeqAccess, Visitor};

use super::decoder::Decoder;
use super::general::GeneralNode;
use super::session::{Guesses, Session};
use crate::de::buffering::BufferPath;
use crate::de::explain::explain;
use crate::de::input::{Elements, ErrorOrigin, Node};
use crate::error::{Error, Result};
use crate::stack::nest;
use crate::syntax::ExpressionRef;

/// Elements being read.
pub(super) struct Sequence<'t, 'de> {
    elements: Elements<'t>,
    /// The number of elements that have been read.
    index: usize,
    /// The path of the elements, if they may go into a buffer.
    path: Option<BufferPath>,
    /// The origin of the last element and the guesses before it, unless it was an expression.
    last: (ErrorOrigin<'t>, Guesses),
    session: &'t Session<'t, 'de>,
}

impl<'t, 'de> Sequence<'t, 'de> {
    pub(super) fn new(
        elements: Elements<'t>,
        path: Option<BufferPath>,
        session: &'t Session<'t, 'de>,
    ) -> Self {
        let last = (ErrorOrigin::Unknown, Guesses::default());
        Sequence { elements, index: 0, path, last, session }
    }

    /// Lets a visitor read the elements. It must read all of them.
    pub(super) fn visit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let value = nest(|| visit_seq(&mut self, visitor))?;
        match self.elements.len() {
            0 => Ok(value),
            left => Err(self.unread(left)),
        }
    }

    #[cold]
    fn unread(&self, left: usize) -> Error {
        Error::invalid_length(self.index + left, &"fewer elements")
    }

    /// The next element of a tuple.
    #[inline]
    fn next_expression(&mut self) -> Option<ExpressionRef<'t>> {
        match &mut self.elements {
            _ if self.path.is_some() || self.session.hints.converts_scalars() => None,
            Elements::Tuple(expressions) => expressions.next(),
            _ => None,
        }
    }

    /// A decoder for the next element; its target is the type with this name.
    fn next_node<'a>(
        &mut self,
        target: &'static str,
        room: &'a mut Option<GeneralNode<'t, 'de>>,
    ) -> Option<Decoder<'a, 't, 'de>> {
        let node = self.elements.next(&self.session.input)?;
        self.last = (ErrorOrigin::of(&node), self.session.guesses.get());
        let is_expression = matches!(node, Node::Expression(_));
        let node = GeneralNode::new(node);
        let node = match self.path.clone() {
            Some(path) if is_expression => node.at_path(Some(path.of_elements())),
            Some(path) => node.at_path(Some(path)),
            None => node.for_target(target, self.session),
        };
        Some(Decoder::new(room.insert(node), self.session))
    }

    /// Completes the error of the last element.
    #[cold]
    fn refuse(
        &self,
        error: Error,
        expression: Option<ExpressionRef<'t>>,
        target: &'static str,
    ) -> Error {
        let origin = match (expression, self.last) {
            (Some(expression), _) => ErrorOrigin::Expression(expression),
            (None, (origin, before)) => {
                if self.path.is_none() {
                    self.session.retry(target, before);
                }
                origin
            }
        };
        explain(error, origin, &self.session.input).in_element(self.index - 1)
    }
}

/// Calls the visitor. Not inlined, because it is called both with and without a new stack segment.
#[inline(never)]
fn visit_seq<'de, V: Visitor<'de>>(
    sequence: &mut Sequence<'_, 'de>,
    visitor: V,
) -> Result<V::Value> {
    visitor.visit_seq(sequence)
}

impl<'de> SeqAccess<'de> for Sequence<'_, 'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let mut room = None;
        let expression = self.next_expression();
        let decoder = match expression {
            Some(expression) => Decoder::of_expression(expression, self.session),
            None => match self.next_node(type_name::<T>(), &mut room) {
                Some(decoder) => decoder,
                None => return Ok(None),
            },
        };
        self.index += 1;
        match seed.deserialize(decoder) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(self.refuse(error, expression, type_name::<T>())),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.elements.len())
    }
}
