//! Sequences of parts: the elements of tuples, lists and sets, blocks, and labels.

use std::iter::{RepeatN, repeat_n};
use std::vec;

use super::made_up::MadeUp;
use super::node::{Blocks, BodyOf, Node};
use super::property::ElementsOfRow;
use super::scalar::Scalar;
use super::source::Input;
use crate::syntax::{BlockRef, BodyRef, Expressions, LabelRef};
use crate::value::Value;

/// Parts in source order. Each part is returned once.
pub(in crate::de) enum Elements<'t> {
    Tuple(Expressions<'t>),
    Values(vec::IntoIter<Value>),
    /// Blocks of one type, from this index on.
    Blocks(Blocks<'t>, usize),
    /// Blocks of any type.
    Items(vec::IntoIter<BlockRef<'t>>),
    Labels(vec::IntoIter<LabelRef<'t>>),
    /// JSON values that may be blocks.
    Row(ElementsOfRow<'t>),
    MadeUp(RepeatN<MadeUp>),
}

impl<'t> Elements<'t> {
    pub(in crate::de) fn of_blocks(blocks: Blocks<'t>) -> Self {
        Elements::Blocks(blocks, 0)
    }

    pub(in crate::de) fn of_body(body: BodyRef<'t>) -> Self {
        if body.is_json() {
            return Elements::Row(ElementsOfRow::of_body(body));
        }
        Elements::Items(body.blocks().collect::<Vec<_>>().into_iter())
    }

    /// This number of made-up elements.
    pub(in crate::de) fn of_made_up(element: MadeUp, length: usize) -> Self {
        Elements::MadeUp(repeat_n(element, length))
    }

    pub(in crate::de) fn of_labels(body: BodyOf<'t>) -> Self {
        Elements::Labels(body.labels().collect::<Vec<_>>().into_iter())
    }

    #[inline]
    pub(in crate::de) fn next<'de>(&mut self, input: &Input<'t, 'de>) -> Option<Node<'t, 'de>> {
        Some(match self {
            Elements::Tuple(expressions) => Node::Expression(expressions.next()?),
            Elements::Values(values) => Node::Value(values.next()?),
            Elements::Blocks(blocks, next) => {
                let block = *blocks.as_slice().get(*next)?;
                *next += 1;
                Node::Body(BodyOf::Block(block, blocks.labels_consumed))
            }
            Elements::Items(blocks) => Node::Item(blocks.next()?),
            Elements::Labels(labels) => {
                let label = labels.next()?;
                Node::Scalar(Scalar::String(input.label(label)), Some(label.span()))
            }
            Elements::Row(row) => row.next()?,
            Elements::MadeUp(elements) => Node::MadeUp(elements.next()?),
        })
    }

    /// Whether the elements are blocks, or JSON values that may be blocks.
    pub(in crate::de) fn are_blocks(&self) -> bool {
        matches!(self, Elements::Blocks(..) | Elements::Items(_) | Elements::Row(_))
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
        match self {
            Elements::Tuple(expressions) => expressions.len(),
            Elements::Values(values) => values.len(),
            Elements::Blocks(blocks, next) => blocks.as_slice().len() - next,
            Elements::Items(blocks) => blocks.len(),
            Elements::Labels(labels) => labels.len(),
            Elements::Row(row) => row.len(),
            Elements::MadeUp(elements) => elements.len(),
        }
    }
}
