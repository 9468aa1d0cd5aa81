//! Sequences of parts: the elements of tuples, lists and sets, blocks, and labels.

use std::iter::RepeatN;

use super::made_up::MadeUp;
use super::node::{Blocks, BodyOf, Node};
use super::property::ElementsOfRow;
use super::scalar::Scalar;
use super::source::Input;
use crate::syntax::{BlockRef, BodyRef, Expressions, LabelRef};
use crate::value;

/// Parts in source order, and a cursor: behind the last one that was returned.
pub(in crate::de) enum Elements<'t> {
    Tuple(Expressions<'t>),
    Values(value::Elements, usize),
    /// Blocks of one type.
    Blocks(Blocks<'t>, usize),
    /// Blocks of any type.
    Items(Vec<BlockRef<'t>>, usize),
    Labels(Vec<LabelRef<'t>>, usize),
    /// JSON values that may be blocks.
    Row(ElementsOfRow<'t>),
    MadeUp(RepeatN<MadeUp>),
}

impl<'t> Elements<'t> {
    pub(in crate::de) fn of_body(body: BodyRef<'t>) -> Self {
        match body.is_json() {
            true => Elements::Row(ElementsOfRow::of_body(body)),
            false => Elements::Items(body.blocks().collect(), 0),
        }
    }

    /// The next element.
    #[inline]
    pub(in crate::de) fn next<'de>(&mut self, input: &Input<'t, 'de>) -> Option<Node<'t, 'de>> {
        match self {
            Elements::Tuple(expressions) => return expressions.next().map(Node::Expression),
            Elements::Row(row) => return row.next(),
            Elements::MadeUp(elements) => return elements.next().map(Node::MadeUp),
            Elements::Values(_, next)
            | Elements::Blocks(_, next)
            | Elements::Items(_, next)
            | Elements::Labels(_, next) => *next += 1,
        }
        self.again(input)
    }

    /// The last element that was returned, if it is no expression of a tuple.
    pub(in crate::de) fn again<'de>(&self, input: &Input<'t, 'de>) -> Option<Node<'t, 'de>> {
        Some(match self {
            Elements::Values(values, next) => {
                Node::Value(values.get(next.checked_sub(1)?)?.clone())
            }
            Elements::Blocks(blocks, next) => {
                let block = *blocks.as_slice().get(next.checked_sub(1)?)?;
                Node::Body(BodyOf::Block(block, blocks.labels_consumed))
            }
            Elements::Items(blocks, next) => Node::Item(*blocks.get(next.checked_sub(1)?)?),
            Elements::Labels(labels, next) => {
                let label = *labels.get(next.checked_sub(1)?)?;
                Node::Scalar(Scalar::String(input.label(label)), Some(label.span()))
            }
            Elements::Row(row) => row.again()?,
            Elements::Tuple(_) | Elements::MadeUp(_) => return None,
        })
    }

    /// Prepares for decoding the last element again.
    pub(in crate::de) fn rewind(&self) {
        if let Elements::Row(row) = self {
            row.rewind();
        }
    }

    #[inline]
    pub(in crate::de) fn len(&self) -> usize {
        match self {
            Elements::Tuple(expressions) => expressions.len(),
            others => others.count(),
        }
    }

    /// Not inlined, so that [`len`](Self::len) is short.
    #[inline(never)]
    fn count(&self) -> usize {
        let (length, next) = match self {
            Elements::Tuple(expressions) => (expressions.len(), 0),
            Elements::Values(values, next) => (values.len(), *next),
            Elements::Blocks(blocks, next) => (blocks.as_slice().len(), *next),
            Elements::Items(blocks, next) => (blocks.len(), *next),
            Elements::Labels(labels, next) => (labels.len(), *next),
            Elements::Row(row) => (row.len(), 0),
            Elements::MadeUp(elements) => (elements.len(), 0),
        };
        length.saturating_sub(next)
    }
}
