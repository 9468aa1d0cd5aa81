//! Captures the part of a document that a newtype with a private name asks for. The values of literals need no evaluation.

use std::mem;

use serde::de::Expected;

use crate::de::capture::{Captured, names};
use crate::de::input::{BodyOf, Input, Node, Part};
use crate::diagnostic::error::Result;
use crate::limits::stack::nest;
use crate::syntax::{ExpressionKind, ExpressionRef};
use crate::text::span::Span;
use crate::value::{Map, Value};

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

/// The value of a literal, or of a tuple or an object of literals. Otherwise the expression must be
/// evaluated.
pub(super) fn of_literal(expression: ExpressionRef<'_>, input: &Input<'_, '_>) -> Option<Value> {
    if let Some(literal) = input.literal(expression) {
        return literal.to_number().map(Value::Number);
    }
    Some(match expression.kind() {
        ExpressionKind::Null => Value::NULL,
        ExpressionKind::Bool(bool) => Value::Bool(bool),
        ExpressionKind::String(string) => Value::normalized(&*input.string(string)),
        ExpressionKind::Tuple(elements) => {
            let mut values = Vec::with_capacity(elements.len());
            nest(|| {
                for element in elements {
                    values.push(of_literal(element, input)?);
                }
                Some(())
            })?;
            Value::Tuple(values.into())
        }
        ExpressionKind::Object(object) if !object.is_json() => {
            let mut entries = Vec::with_capacity(object.items().len());
            nest(|| {
                for item in object.items() {
                    let name = input.attribute_name(item)?;
                    entries.push((name, of_literal(item.value(), input)?));
                }
                Some(())
            })?;
            Value::Object(Map::from_normalized(entries))
        }
        _ => return None,
    })
}
