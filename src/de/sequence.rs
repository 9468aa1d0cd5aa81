//! serde's `SeqAccess` over tuples, lists and sets, blocks and labels.

use std::vec;

use serde::de::{DeserializeSeed, Error as _, SeqAccess, Visitor};

use super::buffered::Buffered;
use super::decoder::Decoder;
use super::expression::ExpressionDecoder;
use super::node::{Blocks, HeadedBody, Node};
use super::origin::Origin;
use super::scalar::Scalar;
use super::session::Session;
use crate::error::{Error, Result};
use crate::syntax::{BlockRef, BodyRef, Expressions, LabelRef};
use crate::value::{Value, nest};

/// Things in a row.
pub(super) enum Elements<'t> {
    Tuple(Expressions<'t>),
    Values(vec::IntoIter<Value>),
    /// Blocks of one type, from this one on.
    Blocks(Blocks<'t>, usize),
    /// Blocks of any type.
    Items(vec::IntoIter<BlockRef<'t>>),
    Labels(vec::IntoIter<LabelRef<'t>>),
}

impl<'t> Elements<'t> {
    pub(super) fn of_blocks(blocks: Blocks<'t>) -> Self {
        Elements::Blocks(blocks, 0)
    }

    pub(super) fn of_body(body: BodyRef<'t>) -> Self {
        Elements::Items(body.blocks().collect::<Vec<_>>().into_iter())
    }

    pub(super) fn of_labels(body: HeadedBody<'t>) -> Self {
        Elements::Labels(body.labels().collect::<Vec<_>>().into_iter())
    }

    #[inline]
    fn next<'de>(&mut self, session: &Session<'t, 'de>) -> Option<Node<'t, 'de>> {
        Some(match self {
            Elements::Tuple(expressions) => Node::Expression(expressions.next()?),
            Elements::Values(values) => Node::Value(values.next()?),
            Elements::Blocks(blocks, next) => {
                let block = *blocks.as_slice().get(*next)?;
                *next += 1;
                Node::Body(HeadedBody::Block(block, blocks.taken))
            }
            Elements::Items(blocks) => Node::Item(blocks.next()?),
            Elements::Labels(labels) => {
                let label = labels.next()?;
                Node::Scalar(Scalar::String(session.label(label)), Some(label.span()))
            }
        })
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Elements::Tuple(expressions) => expressions.len(),
            Elements::Values(values) => values.len(),
            Elements::Blocks(blocks, next) => blocks.as_slice().len() - next,
            Elements::Items(blocks) => blocks.len(),
            Elements::Labels(labels) => labels.len(),
        }
    }
}

/// Lets a visitor read the elements, all of them.
#[inline]
pub(super) fn visit<'t, 'de, V: Visitor<'de>>(
    elements: Elements<'t>,
    session: &'t Session<'t, 'de>,
    visitor: V,
) -> Result<V::Value> {
    visit_within(None, elements, session, visitor)
}

/// The same, where the elements may end up in a buffer.
#[inline]
pub(super) fn visit_within<'t, 'de, V: Visitor<'de>>(
    buffered: Option<Buffered>,
    elements: Elements<'t>,
    session: &'t Session<'t, 'de>,
    visitor: V,
) -> Result<V::Value> {
    let mut sequence = Sequence { elements, index: 0, buffered, session };
    let value = nest(|| visitor.visit_seq(&mut sequence))?;
    match sequence.elements.len() {
        0 => Ok(value),
        left => Err(Error::invalid_length(sequence.index + left, &"fewer elements")),
    }
}

struct Sequence<'t, 'de> {
    elements: Elements<'t>,
    /// How many elements have been read.
    index: usize,
    buffered: Option<Buffered>,
    session: &'t Session<'t, 'de>,
}

impl<'de> SeqAccess<'de> for Sequence<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let index = self.index;
        self.index += 1;
        // Nearly all elements are these; they get by without being moved about.
        let (result, origin) = if let Elements::Tuple(expressions) = &mut self.elements {
            let Some(expression) = expressions.next() else { return Ok(None) };
            let decoder = ExpressionDecoder::new(expression, self.session);
            (seed.deserialize(decoder), Origin::Expression(expression))
        } else {
            let Some(node) = self.elements.next(self.session) else { return Ok(None) };
            let origin = Origin::of(&node);
            let decoder = Decoder::new(node, self.session).within(self.buffered.clone());
            (seed.deserialize(decoder), origin)
        };
        match result {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(self.session.explain(error, origin).in_element(index)),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.elements.len())
    }
}
