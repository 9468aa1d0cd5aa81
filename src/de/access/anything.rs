//! Decoding into targets that accept any type.

use std::fmt::Display;
use std::mem;

use num_traits::AsPrimitive;
use serde::de::{Expected, Visitor};

use super::decoder::{Decoder, Subject};
use super::kinds::kind_of;
use super::mapping::{EntriesOf, Mapping};
use super::sequence::Sequence;
use super::session::Session;
use super::slot::Slot;
use crate::de::buffering::{Fills, Placeholder, Purpose, SealedBytes, Site, found};
use crate::de::input::{Entries, Node, Part, Plain, ValueKind, value_is_block};
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::cause::Found;
use crate::diagnostic::error::{Error, Result};
use crate::syntax::ExpressionRef;

/// The data for a visitor that accepts any type.
#[allow(clippy::large_enum_variant, reason = "it is used at once, and usually a mapping")]
pub(super) enum Anything<'t, 'de> {
    Scalar(Plain<'de>),
    Sequence(Sequence<'t, 'de>),
    Mapping(Mapping<'t, 'de>),
    /// The bytes of a placeholder.
    Placeholder(Vec<u8>),
    /// A placeholder for an expression that failed, for a visitor that fills a buffer.
    Failure(Placeholder, Vec<u8>),
}

/// The name of a visitor that accepts any type, and what it does with the data.
pub(super) type AnyVisitor = (&'static str, Fills);

impl<'t, 'de> Anything<'t, 'de> {
    /// Passes the data to a visitor.
    #[inline]
    pub(super) fn visit<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        match self {
            Anything::Scalar(scalar) => mem::replace(scalar, Plain::Null).visit(visitor),
            Anything::Sequence(sequence) => sequence.visit(visitor),
            Anything::Mapping(mapping) => mapping.visit(visitor),
            Anything::Placeholder(bytes) => visitor.visit_bytes(bytes),
            Anything::Failure(placeholder, bytes) => visitor
                .visit_newtype_struct(SealedBytes::new(mem::take(bytes)))
                .map_err(|error| placeholder.take_failure().unwrap_or(error)),
        }
    }

    pub(super) fn of_kind(
        kind: ValueKind<'t, 'de>,
        object: Option<ExpressionRef<'t>>,
        site: Option<Site>,
        session: &'t Session<'t, 'de>,
        visitor: AnyVisitor,
        part: Option<Part>,
    ) -> Result<Self> {
        if let Some(parts) = kind.evaluated_parts().filter(|_| visitor.1.may_buffer()) {
            session.input.admit_to_buffer(parts)?;
        }
        let buffered = site.filter(|_| visitor.1.may_buffer());
        let kind = match (kind, buffered) {
            (ValueKind::Scalar(scalar), Some(site)) if session.hints.converts_scalars() => {
                match site.convert(scalar, session.hints) {
                    Ok(scalar) => ValueKind::Scalar(scalar),
                    Err(placeholder) => {
                        return Ok(Anything::Placeholder(placeholder.into_bytes(part)));
                    }
                }
            }
            (kind, _) => kind,
        };
        if session.hints.is_seeking() && buffered.is_some() {
            let place = part.as_ref().and_then(|part| part.node().span());
            let place = place.unwrap_or_else(|| session.input.evaluated());
            let found = match &kind {
                ValueKind::Scalar(scalar) => found(scalar),
                ValueKind::Elements(_) => Some(Found::List),
                ValueKind::Entries(_) => Some(Found::Object),
            };
            if let Some(placeholder) = session.hints.sought().hide(place, found) {
                return Ok(Anything::Placeholder(placeholder.into_bytes(None)));
            }
        }
        Ok(match kind {
            ValueKind::Scalar(scalar) => match scalar.into_plain()? {
                Plain::U128(integer) if visitor.1 == Fills::Buffer => {
                    return Err(not_buffered(integer));
                }
                Plain::I128(integer) if visitor.1 == Fills::Buffer => {
                    return Err(not_buffered(integer));
                }
                plain => Anything::Scalar(plain),
            },
            ValueKind::Elements(elements) => {
                Anything::Sequence(Sequence::new(elements, site, session))
            }
            ValueKind::Entries(entries) => Anything::Mapping(Mapping::of_any(
                entries,
                EntriesOf::Object(object),
                visitor,
                site,
                session,
            )),
        })
    }

    /// The form of an expression that failed. Its failure matters only if a target needs the expression.
    #[cold]
    fn of_failure(node: &Node<'_, '_>, error: Error, visitor: AnyVisitor) -> Result<Self> {
        if !visitor.1.may_buffer() {
            return Err(error);
        }
        let span = node.subject().unwrap_or_default();
        let error = node.subject().into_iter().fold(error, Error::or_at);
        let placeholder = Placeholder::new(Purpose::Failure { span, error: Some(error) });
        let bytes = placeholder.into_bytes(Part::of(node));
        Ok(Anything::Failure(placeholder, bytes))
    }
}

impl<'t, 'de> Decoder<'_, 't, 'de> {
    /// The data for a visitor.
    #[inline(never)]
    pub(super) fn anything(
        self,
        visitor: AnyVisitor,
        expected: &dyn Expected,
    ) -> Result<Anything<'t, 'de>> {
        let session = self.session;
        match self.subject {
            Subject::Expression(expression) => {
                of_value(Node::Expression(expression), None, visitor, expected, session)
            }
            Subject::Slot(slot) => slot.anything(visitor, expected, session),
        }
    }
}

/// The data of an expression or of a property.
fn of_value<'t, 'de>(
    node: Node<'t, 'de>,
    site: Option<Site>,
    visitor: AnyVisitor,
    expected: &dyn Expected,
    session: &'t Session<'t, 'de>,
) -> Result<Anything<'t, 'de>> {
    let site = site.filter(|_| session.values_have_sites());
    let (part, object) = (site.as_ref().and_then(|_| Part::of(&node)), node.expression());
    let again = match &node {
        Node::Expression(expression) => Node::Expression(*expression),
        node => node.clone(),
    };
    let kind = kind_of(node, &session.input, expected);
    kind.and_then(|kind| Anything::of_kind(kind, object, site, session, visitor, part))
        .or_else(|error| Anything::of_failure(&again, error, visitor))
}

impl<'t, 'de> Slot<'t, 'de> {
    fn anything(
        &mut self,
        visitor: AnyVisitor,
        expected: &dyn Expected,
        session: &'t Session<'t, 'de>,
    ) -> Result<Anything<'t, 'de>> {
        if matches!(visitor.1, Fills::Buffer | Fills::Tagged) {
            self.set_root(session);
        }
        let hides_null = session.hints.marks_spans() && is_null(&self.node, session);
        if let Some(placeholder) = self.stand_in.filter(|_| !hides_null) {
            return Ok(Anything::Placeholder(placeholder.into_bytes(Part::of(&self.node))));
        }
        if let Some(placeholder) = self.hidden_blocks(visitor, session) {
            return Ok(Anything::Placeholder(placeholder.into_bytes(None)));
        }
        let (hints, is_buffer) = (session.hints, visitor.1 == Fills::Buffer);
        let asked = self.site.and_then(|site| match &self.node {
            Node::Expression(_) if hints.marks_spans() && !hides_null => site.ask(hints),
            Node::Item(block) if is_buffer => site.ask_other_variant(block.block_type(), hints),
            Node::Property(property) if property.is_item && is_buffer => {
                site.ask_other_variant(property.name().property_name(), hints)
            }
            _ => None,
        });
        if let Some(placeholder) = asked {
            return Ok(Anything::Placeholder(placeholder.into_bytes(Part::of(&self.node))));
        }
        match &self.node {
            Node::Blocks(_) | Node::Body(_) => self.blocks(visitor, expected, session),
            Node::AllBlocks(body) if body.is_json() && visitor.1.may_buffer() => {
                let span = self.node.subject().unwrap_or_default();
                let error = Error::data(catalog::all_blocks_out_of_reach().with_span(span));
                Anything::of_failure(&self.node, error, visitor)
            }
            Node::Labels(_) | Node::AllBlocks(_) => self.elements(expected, session),
            Node::Item(_) => self.entries(true, visitor, expected, session),
            Node::Property(property) if property.is_item => {
                let (entries, site) = (Entries::of_property(property), self.site.take());
                let mapping = Mapping::of_any(entries, EntriesOf::Labels, visitor, site, session);
                Ok(Anything::Mapping(mapping))
            }
            Node::Value(value) if value_is_block(value, &session.input) => {
                self.value_of_block(visitor, expected, session)
            }
            Node::Expression(_) | Node::Property(_) => {
                if let Some(anything) = self.single_object(visitor, expected, session)? {
                    return Ok(anything);
                }
                let (node, site) = (mem::take(&mut self.node), self.site.take());
                of_value(node, site, visitor, expected, session)
            }
            Node::MadeUp(_) => Ok(Anything::Scalar(Plain::Null)),
            Node::Value(_) | Node::Scalar(..) | Node::Clash(..) => {
                let site = self.site.take();
                if let Node::Scalar(_, Some(label)) = &self.node {
                    session.input.set_evaluated(*label);
                }
                let kind = kind_of(mem::take(&mut self.node), &session.input, expected)?;
                Anything::of_kind(kind, None, site, session, visitor, None)
            }
        }
    }
}

impl Slot<'_, '_> {
    /// A placeholder for blocks to which an error may belong. A target may get them as a list or as an object.
    fn hidden_blocks(&self, visitor: AnyVisitor, session: &Session<'_, '_>) -> Option<Placeholder> {
        let are_blocks = matches!(
            self.node,
            Node::Blocks(_) | Node::Body(_) | Node::Item(_) | Node::Property(_)
        );
        if !session.hints.is_seeking() || !are_blocks || !visitor.1.may_buffer() {
            return None;
        }
        let (place, sought) = (self.node.subject()?, session.hints.sought());
        sought.hide(place, Some(Found::List)).or_else(|| sought.hide(place, Some(Found::Object)))
    }
}

/// The error for an integer that a buffer of serde can't hold: its integers have 64 bits.
#[cold]
fn not_buffered(integer: impl AsPrimitive<f64> + Display) -> Error {
    Error::data(catalog::inexact_number(&integer.to_string(), &integer.as_()))
}

/// Whether the node is an expression that is null. An option must see it, not a placeholder that an
/// optional target takes to find out its place.
fn is_null(node: &Node<'_, '_>, session: &Session<'_, '_>) -> bool {
    matches!(node, Node::Expression(expression) if session.input.is_null(*expression))
}
