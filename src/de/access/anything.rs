//! Decoding into targets that accept any type.

use std::fmt::Display;

use num_traits::AsPrimitive;
use serde::de::Expected;

use super::decoder::Decoder;
use super::general::StandIn;
use super::mapping::{EntriesOf, Mapping};
use super::sequence::Sequence;
use super::session::Session;
use crate::de::buffering::{
    BufferPath, Placeholder, Purpose, SealedBytes, fills_buffer, may_fill_buffer,
};
use crate::de::input::{Entries, Node, Part, Plain, Scalar, ValueKind, value_is_block};
use crate::de::plain::MapTarget;
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::error::{Error, Result};

/// The data for a visitor that accepts any type. Most are plain and are passed on several times, so what is
/// large is boxed.
pub(super) enum Anything<'t, 'de> {
    Plain(Plain<'de>),
    Sequence(Box<Sequence<'t, 'de>>),
    Mapping(Box<Mapping<'t, 'de>>),
    /// The bytes of a placeholder.
    Placeholder(Vec<u8>),
    /// A placeholder for an expression that failed, for a visitor that fills a buffer.
    Failure(Placeholder, SealedBytes),
}

impl<'t, 'de> Anything<'t, 'de> {
    pub(super) fn of_kind(
        kind: ValueKind<'t, 'de>,
        path: Option<BufferPath>,
        session: &'t Session<'t, 'de>,
        visitor: &'static str,
        part: Option<Part>,
    ) -> Result<Self> {
        if let Some(parts) = kind.evaluated_parts().filter(|_| may_fill_buffer(visitor)) {
            session.input.admit_to_buffer(parts)?;
        }
        Ok(match kind {
            ValueKind::Scalar(scalar) => {
                let scalar = match &path {
                    Some(path) if session.hints.converts_scalars() && may_fill_buffer(visitor) => {
                        path.convert(scalar, session.hints)
                    }
                    _ => Ok(scalar),
                };
                match scalar.map(Scalar::into_plain) {
                    Err(placeholder) => Anything::Placeholder(placeholder.into_bytes(part)),
                    Ok(plain) => match plain? {
                        Plain::U128(integer) if fills_buffer(visitor) => {
                            return Err(not_buffered(integer));
                        }
                        Plain::I128(integer) if fills_buffer(visitor) => {
                            return Err(not_buffered(integer));
                        }
                        plain => Anything::Plain(plain),
                    },
                }
            }
            ValueKind::Elements(elements) => {
                Anything::Sequence(Sequence::new(elements, path, session))
            }
            ValueKind::Entries(entries) => {
                let (of, target) = (EntriesOf::Value, MapTarget::Any);
                Anything::Mapping(Mapping::new(entries, of, target, visitor, session).at_path(path))
            }
        })
    }

    /// The form of an expression that failed. Its failure matters only if a target needs the expression.
    #[cold]
    fn of_failure(node: &Node<'_, '_>, error: Error, visitor: &'static str) -> Result<Self> {
        if !may_fill_buffer(visitor) {
            return Err(error);
        }
        let span = node.subject().unwrap_or_default();
        let placeholder = Placeholder::new(Purpose::Failure { span, error: Some(error) });
        let bytes = SealedBytes::new(placeholder.into_bytes(Part::of(node)));
        Ok(Anything::Failure(placeholder, bytes))
    }
}

impl<'t, 'de> Decoder<'_, 't, 'de> {
    /// The data for a visitor with this name.
    pub(super) fn anything(
        self,
        visitor: &'static str,
        expected: &dyn Expected,
    ) -> Result<Anything<'t, 'de>> {
        let object = match &self.general.node {
            Node::Expression(expression) => Some(*expression),
            Node::Property(property) => Some(property.expression()),
            _ => None,
        };
        let mut anything = self.data(visitor, expected)?;
        if let Anything::Mapping(mapping) = &mut anything {
            mapping.object = object.map(|object| object.without_parentheses().span());
        }
        Ok(anything)
    }

    fn data(self, visitor: &'static str, expected: &dyn Expected) -> Result<Anything<'t, 'de>> {
        let session = self.session;
        let general = self.general;
        let hides_null = session.hints.marks_spans() && is_null(&general.node, session);
        let stand_in = general.stand_in.filter(|stand_in| !(stand_in.has_part && hides_null));
        if let Some(StandIn { placeholder, has_part }) = stand_in {
            let part = if has_part { Part::of(&general.node) } else { None };
            return Ok(Anything::Placeholder(placeholder.into_bytes(part)));
        }
        let place = general.path.as_ref().filter(|_| session.hints.marks_spans() && !hides_null);
        let is_expression = matches!(general.node, Node::Expression(_));
        if let Some(placeholder) = place.filter(|_| is_expression).and_then(BufferPath::ask_place) {
            return Ok(Anything::Placeholder(placeholder.into_bytes(Part::of(&general.node))));
        }
        match &general.node {
            Node::Blocks(_) | Node::Body(_) => general.blocks(visitor, expected, session),
            Node::AllBlocks(body) if body.is_json() && may_fill_buffer(visitor) => {
                let span = general.node.subject().unwrap_or_default();
                let error = Error::data(catalog::all_blocks_out_of_reach().with_span(span));
                Anything::of_failure(&general.node, error, visitor)
            }
            Node::Labels(_) | Node::AllBlocks(_) => {
                Decoder::new(general, session).sequence(None, expected).map(Anything::Sequence)
            }
            Node::Item(block) => {
                let path = general.path.as_ref().filter(|_| fills_buffer(visitor));
                if let Some(placeholder) = path.and_then(|it| it.ask_other_variant(block.name())) {
                    let part = Part::of(&general.node);
                    return Ok(Anything::Placeholder(placeholder.into_bytes(part)));
                }
                session.guess(|guesses| guesses.items += 1);
                let decoder = Decoder::new(general, session);
                decoder.mapping(MapTarget::Any, visitor, expected).map(Anything::Mapping)
            }
            Node::Property(property) if property.is_item => {
                let path = general.path.as_ref().filter(|_| fills_buffer(visitor));
                let name = property.name().property_name();
                if let Some(placeholder) = path.and_then(|it| it.ask_other_variant(name)) {
                    let part = Part::of(&general.node);
                    return Ok(Anything::Placeholder(placeholder.into_bytes(part)));
                }
                session.guess(|guesses| guesses.items += 1);
                let (entries, target) = (Entries::of_property(property), MapTarget::Any);
                let mapping = Mapping::new(entries, EntriesOf::Labels, target, visitor, session);
                Ok(Anything::Mapping(mapping.at_path(general.path.take())))
            }
            Node::Value(value) if value_is_block(value, &session.input) => {
                general.value_of_block(visitor, expected, session)
            }
            Node::Expression(_) | Node::Property(_) => {
                if let Some(anything) = general.single_object(visitor, session)? {
                    return Ok(anything);
                }
                let node = match &general.node {
                    Node::Expression(expression) => Node::Expression(*expression),
                    node => node.clone(),
                };
                let path = general.path.take().filter(|path| path.leads_into_values(session.hints));
                match Decoder::new(general, session).value_kind(expected) {
                    Ok(kind) => {
                        let part = path.as_ref().and_then(|_| Part::of(&node));
                        Anything::of_kind(kind, path, session, visitor, part)
                    }
                    Err(error) => Anything::of_failure(&node, error, visitor),
                }
            }
            Node::MadeUp(_) if session.hints.is_aside() && may_fill_buffer(visitor) => {
                Ok(Anything::Placeholder(Placeholder::new(Purpose::Trial).into_bytes(None)))
            }
            Node::MadeUp(_) => Ok(Anything::Plain(Plain::Null)),
            Node::Value(_) | Node::Scalar(..) | Node::Clash(..) => {
                let kind = Decoder::new(general, session).value_kind(expected)?;
                Anything::of_kind(kind, general.path.take(), session, visitor, None)
            }
        }
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
