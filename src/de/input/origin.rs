//! The origin of a value. An error without a place gets the place of the origin.

use super::node::{BodyOf, Node};
use super::source::Input;
use crate::syntax::{BlockRef, BodyRef, ExpressionRef};
use crate::text::span::Span;
use crate::value::disclosure::Disclosure;

#[derive(Clone, Copy)]
pub(in crate::de) enum ErrorOrigin<'t> {
    Expression(ExpressionRef<'t>),
    /// A block, or the first of several.
    Block(BlockRef<'t>),
    /// A body without a block.
    Document(BodyRef<'t>),
    /// A label, a key, or all labels or blocks of a body: the place, and the bytes of the whole part.
    Span(Span, Span),
    /// A sensitive part of an evaluated value.
    Sensitive,
    /// A null in an evaluated value.
    Null,
    /// Any other part of an evaluated value.
    Unknown,
}

impl<'t> ErrorOrigin<'t> {
    /// All bytes of the value.
    pub(in crate::de) fn span(self) -> Option<Span> {
        match self {
            ErrorOrigin::Expression(expression) => Some(expression.span()),
            ErrorOrigin::Block(block) => Some(block.span()),
            ErrorOrigin::Document(body) => Some(body.span()),
            ErrorOrigin::Span(place, _) => Some(place),
            ErrorOrigin::Sensitive | ErrorOrigin::Null | ErrorOrigin::Unknown => None,
        }
    }

    /// Whether this is a null, an expression that evaluates to null, or an array without blocks.
    pub(in crate::de) fn is_nothing(self, input: &Input<'t, '_>) -> bool {
        match self {
            ErrorOrigin::Expression(expression) => self.is_no_blocks() || input.is_null(expression),
            ErrorOrigin::Null => true,
            _ => false,
        }
    }

    /// Whether this is an empty JSON array.
    pub(in crate::de) fn is_no_blocks(self) -> bool {
        match self {
            ErrorOrigin::Expression(ExpressionRef(value)) => {
                value.is_json_array() && value.count() == 0
            }
            _ => false,
        }
    }

    pub(in crate::de) fn of_body(body: BodyOf<'t>) -> Self {
        match body {
            BodyOf::Block(block, _) => ErrorOrigin::Block(block),
            BodyOf::Document(body) => ErrorOrigin::Document(body),
        }
    }

    #[inline]
    pub(in crate::de) fn of(node: &Node<'t, '_>) -> Self {
        match node {
            Node::Expression(expression) => ErrorOrigin::Expression(*expression),
            Node::Property(property) => ErrorOrigin::Expression(property.expression()),
            Node::Value(value) if Disclosure::of_marks(&value.marks()).is_hidden() => {
                ErrorOrigin::Sensitive
            }
            Node::Value(value) if value.is_null() => ErrorOrigin::Null,
            Node::Blocks(blocks) => blocks.first().map_or(ErrorOrigin::Unknown, ErrorOrigin::Block),
            Node::Item(block) => ErrorOrigin::Block(*block),
            Node::Body(body) => Self::of_body(*body),
            node => match node.subject() {
                Some(place) => ErrorOrigin::Span(place, node.span().unwrap_or(place)),
                None => ErrorOrigin::Unknown,
            },
        }
    }
}
