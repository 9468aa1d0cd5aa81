//! The parts of a document that a target can be decoded from.

use std::rc::Rc;
use std::slice;

use serde::de::{Error as _, Expected, Unexpected};

use super::made_up::MadeUp;
use super::property::Property;
use super::scalar::Scalar;
use super::source::Input;
use crate::diagnostic::catalog::advice::A_BLOCK;
use crate::diagnostic::catalog::decoding::{self as catalog, Labels};
use crate::diagnostic::error::{Error, Result};
use crate::syntax::{AttributeRef, BlockRef, BodyRef, ExpressionRef, LabelRef, Tree};
use crate::text::span::Span;
use crate::value::Value;

/// A part to be decoded.
#[derive(Clone)]
pub(in crate::de) enum Node<'t, 'de> {
    Body(BodyOf<'t>),
    Blocks(Blocks<'t>),
    /// A block, as an element of `$blocks`: its type names the variant.
    Item(BlockRef<'t>),
    /// The labels of a block that have not been consumed yet.
    Labels(BodyOf<'t>),
    /// The blocks of all types in a body, for a field `$blocks`.
    AllBlocks(BodyRef<'t>),
    Expression(ExpressionRef<'t>),
    /// A JSON property. The target decides whether it is an attribute or blocks.
    Property(Property<'t>),
    Value(Value),
    /// A label or a key.
    Scalar(Scalar<'de>, Option<Span>),
    /// A made-up value.
    MadeUp(MadeUp),
    /// An attribute and a block with the same name.
    Clash(AttributeRef<'t>, BlockRef<'t>),
}

/// A body, with the header of its block if it has one.
#[derive(Clone, Copy)]
pub(in crate::de) enum BodyOf<'t> {
    Document(BodyRef<'t>),
    /// A block, and the number of its labels that have been consumed as keys or as a variant.
    Block(BlockRef<'t>, u32),
}

/// All blocks of one type in a body, or those of them with the same first labels.
#[derive(Clone, Default)]
pub(in crate::de) struct Blocks<'t> {
    list: BlockList<'t>,
    /// The number of labels that have been consumed as keys.
    pub(in crate::de) labels_consumed: u32,
}

/// Most block types occur once in their body. These need no allocation. Others are shared, because a part may be decoded
/// several times.
#[derive(Clone, Default)]
enum BlockList<'t> {
    #[default]
    None,
    One(BlockRef<'t>),
    Many(Rc<Vec<BlockRef<'t>>>),
}

impl<'t> BodyOf<'t> {
    #[inline]
    pub(in crate::de) fn body(&self) -> BodyRef<'t> {
        match self {
            BodyOf::Document(body) => *body,
            BodyOf::Block(block, _) => block.body(),
        }
    }

    pub(in crate::de) fn block(&self) -> Option<BlockRef<'t>> {
        match self {
            BodyOf::Document(_) => None,
            BodyOf::Block(block, _) => Some(*block),
        }
    }

    /// The number of labels that have been consumed.
    pub(in crate::de) fn labels_consumed(&self) -> usize {
        match self {
            BodyOf::Document(_) => 0,
            BodyOf::Block(_, consumed) => *consumed as usize,
        }
    }

    /// The number of labels that have not been consumed yet.
    #[inline]
    pub(in crate::de) fn label_count(&self) -> usize {
        let labels = self.block().map_or(0, |block| block.labels().len());
        labels.saturating_sub(self.labels_consumed())
    }

    /// The labels that have not been consumed yet.
    pub(in crate::de) fn labels(&self) -> impl Iterator<Item = LabelRef<'t>> {
        self.block().into_iter().flat_map(BlockRef::labels).skip(self.labels_consumed())
    }

    /// The block of the body, as a list of one block.
    pub(in crate::de) fn as_blocks(&self) -> Blocks<'t> {
        match self {
            BodyOf::Document(_) => Blocks::default(),
            BodyOf::Block(block, consumed) => Blocks::new([*block], *consumed),
        }
    }

    /// Fails if a label is left.
    pub(in crate::de) fn require_no_labels(&self) -> Result<()> {
        match self.labels().next() {
            Some(label) => {
                let labels = Labels { count: self.labels_consumed(), fields: &[] };
                Err(Error::data(catalog::extraneous_label(self.block(), label, labels)))
            }
            None => Ok(()),
        }
    }

    /// Whether the body is in native syntax and has no blocks, and no label is left.
    pub(in crate::de) fn is_flat(&self) -> bool {
        let body = self.body();
        self.label_count() == 0 && !body.tree().holds_json && body.blocks().next().is_none()
    }

    /// Whether the body is empty and no label is left.
    pub(in crate::de) fn is_empty(&self) -> bool {
        self.body().items().len() == 0 && self.label_count() == 0
    }

    /// The subject of a diagnostic about the whole body: the header, or the start.
    pub(in crate::de) fn subject(&self) -> Span {
        self.block().map_or_else(|| Span::empty(self.body().span().start), BlockRef::header_span)
    }

    pub(in crate::de) fn span(&self) -> Span {
        self.block().map_or_else(|| self.body().span(), BlockRef::span)
    }
}

impl<'t> Blocks<'t> {
    pub(in crate::de) fn new(
        blocks: impl IntoIterator<Item = BlockRef<'t>>,
        labels_consumed: u32,
    ) -> Self {
        let mut this = Blocks { labels_consumed, ..Blocks::default() };
        for block in blocks {
            this.push(block);
        }
        this
    }

    pub(in crate::de) fn push(&mut self, block: BlockRef<'t>) {
        match &mut self.list {
            BlockList::None => self.list = BlockList::One(block),
            BlockList::One(first) => self.list = BlockList::Many(Rc::new(vec![*first, block])),
            BlockList::Many(blocks) => Rc::make_mut(blocks).push(block),
        }
    }

    #[inline]
    pub(in crate::de) fn as_slice(&self) -> &[BlockRef<'t>] {
        match &self.list {
            BlockList::None => &[],
            BlockList::One(block) => slice::from_ref(block),
            BlockList::Many(blocks) => blocks,
        }
    }

    pub(in crate::de) fn first(&self) -> Option<BlockRef<'t>> {
        self.as_slice().first().copied()
    }

    /// Whether a block has a label that has not been consumed yet.
    pub(in crate::de) fn has_labels(&self) -> bool {
        self.as_slice().iter().any(|block| block.labels().len() > self.labels_consumed as usize)
    }

    /// Fails if the blocks have different numbers of labels.
    pub(in crate::de) fn require_equal_label_counts(&self) -> Result<()> {
        let Some(first) = self.first() else { return Ok(()) };
        let labels = first.labels().len();
        match self.as_slice().iter().find(|block| block.labels().len() != labels) {
            Some(other) => Err(Error::data(catalog::unequal_label_counts(first, *other))),
            None => Ok(()),
        }
    }

    pub(in crate::de) fn span(&self) -> Span {
        let spans = self.as_slice().iter().map(|block| block.span());
        spans.reduce(Span::to).unwrap_or_default()
    }
}

/// Null, in place of a node that was taken.
impl Default for Node<'_, '_> {
    fn default() -> Self {
        Node::Scalar(Scalar::Null, None)
    }
}

impl<'t> Node<'t, '_> {
    /// Fails if the node is several blocks.
    #[inline]
    pub(in crate::de) fn require_single(&self) -> Result<()> {
        match self {
            Node::Blocks(blocks) => match blocks.as_slice() {
                [first, second, ..] => Err(Error::data(catalog::duplicate_block(*first, *second))),
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// The error for a node of another kind than the target accepts.
    #[cold]
    pub(in crate::de) fn mismatch(&self, expected: &dyn Expected) -> Error {
        let found = match self {
            Node::Clash(attribute, block) => {
                return Error::data(catalog::attribute_and_block(*attribute, *block));
            }
            Node::Body(BodyOf::Document(_)) => "a body",
            Node::Labels(_) => "labels",
            Node::AllBlocks(_) => "blocks",
            Node::Expression(_) | Node::Value(_) | Node::Scalar(..) => "a value",
            _ => A_BLOCK,
        };
        Error::invalid_type(Unexpected::Other(found), expected)
    }

    /// Whether this is null without evaluation.
    pub(in crate::de) fn is_null(&self) -> bool {
        match self {
            Node::Expression(expression) => expression.is_null(),
            Node::Value(value) => value.is_null(),
            Node::MadeUp(_) => true,
            _ => false,
        }
    }

    /// Whether there are labels, or a type, that have not been consumed yet.
    pub(in crate::de) fn has_labels(&self) -> bool {
        match self {
            Node::Blocks(blocks) => blocks.has_labels(),
            Node::Body(body) => body.label_count() > 0,
            Node::Item(_) => true,
            _ => false,
        }
    }

    /// The body, if the node is a single body.
    #[inline]
    pub(in crate::de) fn single_body(&self) -> Option<BodyOf<'t>> {
        match self {
            Node::Body(body) => Some(*body),
            Node::Blocks(blocks) => match blocks.as_slice() {
                [block] => Some(BodyOf::Block(*block, blocks.labels_consumed)),
                _ => None,
            },
            Node::Item(block) => Some(BodyOf::Block(*block, 0)),
            _ => None,
        }
    }

    /// The expression, also if it is the value of a JSON property.
    pub(in crate::de) fn expression(&self) -> Option<ExpressionRef<'t>> {
        match self {
            Node::Expression(expression) => Some(*expression),
            Node::Property(property) => Some(property.expression()),
            _ => None,
        }
    }

    /// The block, or the first of several.
    pub(in crate::de) fn block(&self) -> Option<BlockRef<'t>> {
        match self {
            Node::Blocks(blocks) => blocks.first(),
            Node::Item(block) => Some(*block),
            Node::Body(body) => body.block(),
            _ => None,
        }
    }

    /// Whether this is a null, an expression that evaluates to null, or an array without blocks.
    pub(in crate::de) fn is_nothing(&self, input: &Input<'t, '_>) -> bool {
        match self {
            Node::Value(value) => value.is_null(),
            node => {
                let is_null = |expression| input.is_null(expression);
                node.is_no_blocks() || node.expression().is_some_and(is_null)
            }
        }
    }

    /// Whether this is an empty JSON array.
    pub(in crate::de) fn is_no_blocks(&self) -> bool {
        let is_one = !matches!(self, Node::Property(property) if property.values().len() > 1);
        let is_empty =
            |ExpressionRef(value): ExpressionRef<'_>| value.is_json_array() && value.count() == 0;
        is_one && self.expression().is_some_and(is_empty)
    }

    /// The tree that contains the node; `None` for a value.
    pub(in crate::de) fn tree(&self) -> Option<&'t Tree<'t>> {
        let view = match self {
            Node::Body(body) | Node::Labels(body) => body.body().0,
            Node::AllBlocks(body) => body.0,
            Node::Blocks(blocks) => blocks.first()?.0,
            Node::Item(block) | Node::Clash(_, block) => block.0,
            Node::Expression(expression) => expression.0,
            Node::Property(property) => property.name(),
            Node::Value(_) | Node::Scalar(..) | Node::MadeUp(_) => return None,
        };
        Some(view.tree)
    }

    /// The nesting depth of the document of the node, or of its value.
    pub(in crate::de) fn depth(&self) -> u32 {
        match self {
            Node::Value(value) => value.depth(),
            node => node.tree().map_or(0, |tree| tree.depth),
        }
    }

    /// The subject of a diagnostic about the node; `None` for an evaluated value.
    pub(in crate::de) fn subject(&self) -> Option<Span> {
        match self {
            Node::Body(body) | Node::Labels(body) => Some(body.subject()),
            Node::Blocks(blocks) => blocks.first().map(BlockRef::header_span),
            Node::Item(block) => Some(block.header_span()),
            Node::AllBlocks(body) => Some(Span::empty(body.span().start)),
            Node::Expression(expression) => Some(expression.span()),
            Node::Property(property) => Some(property.expression().span()),
            Node::Clash(attribute, _) => Some(attribute.name_span()),
            Node::Scalar(_, span) => *span,
            Node::Value(_) | Node::MadeUp(_) => None,
        }
    }

    /// The bytes of the node, without what is between its parts.
    pub(in crate::de) fn parts(&self) -> Vec<Span> {
        match self {
            Node::Blocks(blocks) => blocks.as_slice().iter().map(|block| block.span()).collect(),
            Node::Property(property) => {
                property.values().iter().map(|level| level.value.place()).collect()
            }
            node => node.span().into_iter().collect(),
        }
    }

    /// The bytes of the node; `None` for an evaluated value.
    pub(in crate::de) fn span(&self) -> Option<Span> {
        match self {
            Node::Body(body) => Some(body.span()),
            Node::Blocks(blocks) => Some(blocks.span()),
            Node::Item(block) => Some(block.span()),
            Node::Property(property) => Some(property.span()),
            Node::AllBlocks(body) => Some(body.span()),
            Node::Labels(body) => body.labels().map(LabelRef::span).reduce(Span::to),
            _ => self.subject(),
        }
    }
}
