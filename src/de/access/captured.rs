//! Handing a node to a target that captures, as the name of its newtype says.

use serde::de::Visitor;

use super::decoder::Decoder;
use crate::de::capture::{self, Captured, names};
use crate::de::input::{BodyOf, Node, Part};
use crate::error::Result;

impl<'de> Decoder<'_, 'de> {
    /// Hands over a part that the target wants undecoded.
    pub(super) fn capture<V: Visitor<'de>>(mut self, name: &str, visitor: V) -> Result<V::Value> {
        if let Node::Property(property) = &self.node {
            match name {
                names::BODY => self.node = Node::Body(BodyOf::Document(property.body()?)),
                names::VALUE | names::EXPRESSION | names::TYPE => {
                    property.require_one()?;
                    self.node = Node::Expression(property.expression());
                }
                _ => {}
            }
        }
        match name {
            names::SPANNED => match self.node.span() {
                Some(span) => capture::hand_over_with(Captured::Span(span), || {
                    visitor.visit_newtype_struct(self)
                }),
                None => visitor.visit_newtype_struct(self),
            },
            names::VALUE => match self.node {
                Node::Expression(expression) => {
                    let value = self.session.input.evaluate(expression)?;
                    capture::hand_over(Captured::Value(value), visitor)
                }
                Node::Value(value) => capture::hand_over(Captured::Value(value), visitor),
                _ => visitor.visit_newtype_struct(self),
            },
            names::EXPRESSION => match self.node {
                Node::Expression(_) => self.hand_over_part(visitor),
                Node::Value(value) => capture::hand_over(Captured::Value(value), visitor),
                Node::Scalar(..) => visitor.visit_newtype_struct(self),
                _ => Err(self.mismatch(&"an expression")),
            },
            names::TYPE => match self.node {
                Node::Expression(expression) => {
                    capture::hand_over(Captured::Type(expression.to_type()?), visitor)
                }
                _ => visitor.visit_newtype_struct(self),
            },
            names::BODY => match self.node.single_body() {
                Some(body) => {
                    body.require_no_labels()?;
                    let node = Node::Body(BodyOf::Document(body.body()));
                    Decoder { node, ..self }.hand_over_part(visitor)
                }
                None => {
                    self.require_single()?;
                    Err(self.mismatch(&"a block"))
                }
            },
            names::BLOCK => match self.node.single_body() {
                Some(BodyOf::Block(..)) => self.hand_over_part(visitor),
                _ => {
                    self.require_single()?;
                    Err(self.mismatch(&"a block"))
                }
            },
            names::LAZY => match self.node {
                Node::Value(value) => capture::hand_over(Captured::Value(value), visitor),
                Node::Clash(..) => Err(self.mismatch(&visitor)),
                _ => self.hand_over_part(visitor),
            },
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn hand_over_part<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match Part::of(&self.node) {
            Some(part) => capture::hand_over(Captured::Part(part), visitor),
            None => visitor.visit_newtype_struct(self),
        }
    }
}
