//! Captures the part of a document that a newtype with a private name asks for.

use std::mem;

use serde::de::Expected;

use super::literals::of_literal;
use crate::de::capture::{Captured, names};
use crate::de::input::{BodyOf, Input, Node, Part};
use crate::diagnostic::error::Result;
use crate::syntax::ExpressionRef;
use crate::text::span::Span;

/// The part that is captured for a newtype with a private name.
pub(super) enum Capture {
    /// The visitor gets only this part.
    HandOver(Captured),
    /// The visitor also decodes the node.
    Span(Span),
    /// The visitor only decodes the node.
    Nothing,
}

/// The value of an expression.
pub(super) fn capture_value<'t>(
    expression: ExpressionRef<'t>,
    input: &Input<'t, '_>,
) -> Result<Capture> {
    let value = match of_literal(expression, input) {
        Some(value) => value,
        None => input.evaluate(expression)?,
    };
    if value.is_null() {
        input.record_null();
    }
    Ok(Capture::HandOver(Captured::Value(value)))
}

/// The part of a node that the target captures.
pub(super) fn capture<'t>(
    node: &mut Node<'t, '_>,
    name: &str,
    input: &Input<'t, '_>,
    expected: &dyn Expected,
) -> Result<Capture> {
    if let Node::Property(property) = node {
        match name {
            names::BLOCK => *node = Node::Blocks(property.probable_blocks()?),
            names::BODY => *node = Node::Body(BodyOf::Document(property.body()?)),
            names::VALUE | names::EXPRESSION | names::TYPE => {
                property.require_one()?;
                *node = Node::Expression(property.expression());
            }
            _ => {}
        }
    }
    match (name, &mut *node) {
        (names::SPANNED, node) => Ok(node.span().map_or(Capture::Nothing, Capture::Span)),
        (names::VALUE | names::EXPRESSION | names::LAZY, Node::Value(value)) => {
            Ok(Capture::HandOver(Captured::Value(mem::take(value))))
        }
        (names::VALUE, Node::Expression(expression)) => capture_value(*expression, input),
        (names::EXPRESSION, Node::Expression(_)) => Ok(part_of(node)),
        (names::EXPRESSION, Node::Scalar(..)) => Ok(Capture::Nothing),
        (names::EXPRESSION, node) => Err(node.mismatch(&"an expression")),
        (names::TYPE, Node::Expression(expression)) => {
            Ok(Capture::HandOver(Captured::Type(expression.to_type()?)))
        }
        (names::BODY, node) => match node.single_body() {
            Some(body) => {
                body.require_no_labels()?;
                *node = Node::Body(BodyOf::Document(body.body()));
                Ok(part_of(node))
            }
            None => {
                node.require_single()?;
                Err(node.mismatch(&"a block"))
            }
        },
        (names::BLOCK, node) => match node.single_body() {
            Some(BodyOf::Block(..)) => Ok(part_of(node)),
            _ => {
                node.require_single()?;
                Err(node.mismatch(&"a block"))
            }
        },
        (names::LAZY, Node::Clash(..)) => Err(node.mismatch(expected)),
        (names::LAZY, node) => Ok(part_of(node)),
        _ => Ok(Capture::Nothing),
    }
}

fn part_of(node: &Node<'_, '_>) -> Capture {
    Part::of(node).map_or(Capture::Nothing, |part| Capture::HandOver(Captured::Part(part)))
}
