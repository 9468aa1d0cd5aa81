//! Where a value came from, kept for the case that decoding it fails.

use super::node::{HeadedBody, Node};
use crate::source::Span;
use crate::syntax::{BlockRef, ExpressionRef};
use crate::value::disclosure::Disclosure;

#[derive(Clone, Copy)]
pub(super) enum Origin<'t> {
    Expression(ExpressionRef<'t>),
    /// A block, or the first of several.
    Block(BlockRef<'t>),
    Span(Span),
    /// Something sensitive inside of an evaluated value.
    Sensitive,
    /// A null inside of an evaluated value.
    Null,
    /// Anything else inside of an evaluated value.
    Unknown,
}

impl<'t> Origin<'t> {
    /// Everything that belongs to it.
    pub(super) fn span(self) -> Option<Span> {
        match self {
            Origin::Expression(expression) => Some(expression.span()),
            Origin::Block(block) => Some(block.span()),
            Origin::Span(span) => Some(span),
            Origin::Sensitive | Origin::Null | Origin::Unknown => None,
        }
    }

    #[inline]
    pub(super) fn of(node: &Node<'t, '_>) -> Self {
        match node {
            Node::Expression(expression) => Origin::Expression(*expression),
            Node::Value(value) if Disclosure::of_marks(&value.marks()).is_hidden() => {
                Origin::Sensitive
            }
            Node::Value(value) if value.is_null() => Origin::Null,
            Node::Blocks(blocks) => blocks.first().map_or(Origin::Unknown, Origin::Block),
            Node::Body(HeadedBody::Block(block, _)) | Node::Item(block) => Origin::Block(*block),
            node => node.subject().map_or(Origin::Unknown, Origin::Span),
        }
    }
}
