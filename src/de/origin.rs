//! Where a value came from, kept for the case that decoding it fails.

use super::node::Node;
use crate::source::Span;
use crate::syntax::{BlockRef, ExpressionRef};

#[derive(Clone, Copy)]
pub(super) enum Origin<'t> {
    Expression(ExpressionRef<'t>),
    /// The first of the blocks.
    Block(BlockRef<'t>),
    Span(Span),
    /// A null inside of an evaluated value.
    Null,
    /// Anything else inside of an evaluated value.
    Unknown,
}

impl<'t> Origin<'t> {
    #[inline]
    pub(super) fn of(node: &Node<'t, '_>) -> Self {
        match node {
            Node::Expression(expression) => Origin::Expression(*expression),
            Node::Value(value) if value.is_null() => Origin::Null,
            Node::Blocks(blocks) => blocks.first().map_or(Origin::Unknown, Origin::Block),
            node => node.subject().map_or(Origin::Unknown, Origin::Span),
        }
    }
}
