//! A node of any kind, with all that its decoding may need.

use std::mem;

use serde::de::{Error as _, Expected, Unexpected};

use super::decoder::Decoder;
use super::kinds::kind_of;
use super::session::Session;
use crate::de::buffering::{Placeholder, Site, is_in_buffer};
use crate::de::input::{BodyOf, Node, Scalar, ValueKind};
use crate::diagnostic::error::{Error, Result};
use crate::syntax::ExpressionRef;

/// A node, and what is known about its place. The node is taken when it is decoded.
#[derive(Default)]
pub(in crate::de) struct Slot<'t, 'de> {
    pub(super) node: Node<'t, 'de>,
    /// A placeholder that goes into a buffer instead of the node.
    pub(super) stand_in: Option<Placeholder>,
    /// The type that is decoded, unless it is decoded from a buffer.
    pub(super) target: Option<&'static str>,
    /// The site of the node in a buffer, if it may go into one.
    pub(super) site: Option<Site>,
    /// Whether null is `Some(None)` for an option of an option.
    pub(super) is_null_some: bool,
}

/// The slot of a level of nesting, reused for its nodes. Boxed, because most levels have only expressions that
/// need none, and each keeps one on the stack.
#[derive(Default)]
pub(super) struct SlotBox<'t, 'de>(Option<Box<Slot<'t, 'de>>>);

impl<'t, 'de> SlotBox<'t, 'de> {
    /// Puts a node into the slot.
    pub(super) fn insert(&mut self, node: Node<'t, 'de>) -> &mut Slot<'t, 'de> {
        let slot = self.0.get_or_insert_default();
        slot.node = node;
        (slot.target, slot.is_null_some) = (None, false);
        if slot.stand_in.is_some() || slot.site.is_some() {
            (slot.stand_in, slot.site) = (None, None);
        }
        slot
    }

    pub(super) fn get(&mut self) -> &mut Slot<'t, 'de> {
        self.0.get_or_insert_default()
    }

    /// A decoder for the node in the slot.
    pub(super) fn decoder(&mut self, session: &'t Session<'t, 'de>) -> Decoder<'_, 't, 'de> {
        Decoder::new(self.get(), session)
    }
}

/// The content of an option.
pub(super) enum Optional<'t> {
    None,
    Some,
    /// An expression that has not been evaluated. It may be null.
    Unevaluated(ExpressionRef<'t>),
}

impl<'t, 'de> Slot<'t, 'de> {
    pub(in crate::de) fn new(node: Node<'t, 'de>) -> Self {
        Slot { node, ..Slot::default() }
    }

    /// Whether the site starts outside of the node. Then what an attempt reveals is about the part outside.
    pub(super) fn is_inside_buffer(&self) -> bool {
        self.site.is_some() && self.target.is_none()
    }

    /// Adds the hints about the type with this name.
    pub(in crate::de) fn set_target(&mut self, target: &'static str, session: &Session<'t, 'de>) {
        let has_blocks = match &self.node {
            Node::Blocks(_) | Node::Body(_) | Node::Item(_) => true,
            Node::Expression(_) => session.hints.looks_into_values(),
            Node::Property(property) => {
                property.single_object().is_some() || session.hints.looks_into_values()
            }
            Node::Value(_) => {
                session.input.has_blocks_as_tuples() || session.hints.looks_into_values()
            }
            _ => false,
        };
        if has_blocks && !is_in_buffer(target) {
            self.target = Some(target);
        }
    }

    /// The content of the node for an option whose visitor has this name.
    pub(super) fn optional(
        &mut self,
        visitor: &'static str,
        session: &Session<'t, 'de>,
    ) -> Optional<'t> {
        let is_null_some = mem::take(&mut self.is_null_some);
        match self.node {
            _ if self.node.is_null() && !is_null_some => Optional::None,
            Node::Expression(expression) => session.option_of(expression, visitor, is_null_some),
            _ => Optional::Some,
        }
    }
}

impl<'t, 'de> Decoder<'_, 't, 'de> {
    /// Fails if the node is neither null nor a block or an object without content.
    #[inline(never)]
    pub(super) fn require_unit(self, expected: &dyn Expected) -> Result<()> {
        let session = self.session;
        let (mut node, _) = self.into_node();
        if let Node::Property(property) = &node {
            node = Node::Body(BodyOf::Document(property.body()?));
        }
        node.require_single()?;
        match node.single_body() {
            Some(body) if body.is_empty() => return Ok(()),
            Some(body) => {
                body.require_no_labels()?;
                return Err(node.mismatch(expected));
            }
            None => {}
        }
        if node.is_null() {
            return Ok(());
        }
        match kind_of(node, &session.input, expected)? {
            ValueKind::Scalar(Scalar::Null) => Ok(()),
            ValueKind::Scalar(scalar) => Err(scalar.mismatch(expected)),
            ValueKind::Entries(entries) if entries.len() == 0 => Ok(()),
            ValueKind::Entries(_) => Err(Error::invalid_type(Unexpected::Map, expected)),
            ValueKind::Elements(_) => Err(Error::invalid_type(Unexpected::Seq, expected)),
        }
    }
}
