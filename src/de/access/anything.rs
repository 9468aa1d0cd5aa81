//! Decoding into targets that accept any type.

use std::fmt::Display;

use num_traits::AsPrimitive;
use serde::de::{Expected, Visitor};

use super::decoder::{Decoder, Subject};
use super::general::StandIn;
use super::mapping::{EntriesOf, MapTarget, Mapping};
use super::sequence::Sequence;
use super::session::Session;
use crate::de::buffering::{BufferPath, Placeholder, SealedBytes, fills_buffer, may_fill_buffer};
use crate::de::input::{Node, Part, Plain, ValueKind, value_is_block};
use crate::diagnostic::catalog::decoding as catalog;
use crate::error::{Error, Result};
use crate::source::Span;

/// The data for a visitor that accepts any type.
#[allow(clippy::large_enum_variant, reason = "it is used at once, and usually a mapping")]
pub(super) enum Anything<'t, 'de> {
    Plain(Plain<'de>),
    Sequence(Sequence<'t, 'de>),
    Mapping(Mapping<'t, 'de>),
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
    ) -> Result<Self> {
        Ok(match kind {
            ValueKind::Scalar(scalar) => match scalar.into_plain()? {
                Plain::U128(integer) if fills_buffer(visitor) => return Err(not_buffered(integer)),
                Plain::I128(integer) if fills_buffer(visitor) => return Err(not_buffered(integer)),
                plain => Anything::Plain(plain),
            },
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
    fn of_failure(
        span: Span,
        error: Error,
        part: Option<Part>,
        visitor: &'static str,
    ) -> Result<Self> {
        if !may_fill_buffer(visitor) {
            return Err(error);
        }
        let placeholder = Placeholder::for_failure(span, error);
        let bytes = SealedBytes::new(placeholder.into_bytes(part));
        Ok(Anything::Failure(placeholder, bytes))
    }

    pub(super) fn visit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self {
            Anything::Plain(plain) => plain.visit(visitor),
            Anything::Sequence(sequence) => sequence.visit(visitor),
            Anything::Mapping(mapping) => mapping.visit(visitor),
            Anything::Placeholder(bytes) => visitor.visit_bytes(&bytes),
            Anything::Failure(placeholder, bytes) => visitor
                .visit_newtype_struct(bytes)
                .map_err(|error| placeholder.take_failure().unwrap_or(error)),
        }
    }
}

impl<'t, 'de> Decoder<'_, 't, 'de> {
    /// The data for a visitor with this name.
    pub(super) fn anything(
        self,
        visitor: &'static str,
        expected: &dyn Expected,
    ) -> Result<Anything<'t, 'de>> {
        let session = self.session;
        let general = match self.subject {
            Subject::Expression(expression) => {
                return match session.input.value_kind(expression) {
                    Ok(kind) => Anything::of_kind(kind, None, session, visitor),
                    Err(error) => {
                        let part = Part::of(&Node::Expression(expression));
                        Anything::of_failure(expression.span(), error, part, visitor)
                    }
                };
            }
            Subject::General(general) => general,
        };
        if let Some(StandIn { placeholder, has_part }) = general.stand_in {
            let part = if has_part { Part::of(&general.node) } else { None };
            return Ok(Anything::Placeholder(placeholder.into_bytes(part)));
        }
        if let Some(placeholder) = span_placeholder(&general.node, &general.path, session) {
            return Ok(Anything::Placeholder(placeholder.into_bytes(Part::of(&general.node))));
        }
        match &general.node {
            Node::Blocks(_) | Node::Body(_) => general.blocks(visitor, expected, session),
            Node::Labels(_) | Node::AllBlocks(_) => {
                Decoder::new(general, session).sequence(None, expected).map(Anything::Sequence)
            }
            Node::Item(_) => {
                let decoder = Decoder::new(general, session);
                decoder.mapping(MapTarget::Any, visitor, expected).map(Anything::Mapping)
            }
            Node::Value(value) if value_is_block(value, &session.input) => {
                general.value_of_block(visitor, expected, session)
            }
            Node::Expression(_) | Node::Property(_) => {
                if let Some(anything) = general.single_object(visitor, session)? {
                    return Ok(anything);
                }
                let part = Part::of(&general.node);
                let span = general.node.subject().unwrap_or_default();
                let path = general.path.take().filter(|_| session.hints.unused().is_probing());
                match Decoder::new(general, session).value_kind(expected) {
                    Ok(kind) => Anything::of_kind(kind, path, session, visitor),
                    Err(error) => Anything::of_failure(span, error, part, visitor),
                }
            }
            Node::Value(_) | Node::Scalar(..) | Node::MadeUp(_) | Node::Clash(..) => {
                let kind = Decoder::new(general, session).value_kind(expected)?;
                Anything::of_kind(kind, general.path.take(), session, visitor)
            }
        }
    }
}

/// The error for an integer that a buffer of serde can't hold: its integers have 64 bits.
#[cold]
fn not_buffered(integer: impl AsPrimitive<f64> + Display) -> Error {
    Error::data(catalog::inexact_number(&integer.to_string(), &integer.as_()))
}

/// A placeholder for an expression, if a target in the buffer may ask for its place.
fn span_placeholder(
    node: &Node<'_, '_>,
    path: &Option<BufferPath>,
    session: &Session<'_, '_>,
) -> Option<Placeholder> {
    let Node::Expression(_) = node else { return None };
    let path = path.as_ref().filter(|_| session.hints.marks_spans())?;
    path.block_form().is_none().then(|| path.ask_form())
}
