//! serde's `EnumAccess`: variants from strings, labels, block types and single entries.

use serde::de::{self, DeserializeSeed, Deserializer, Error as _, Expected, Unexpected, Visitor};

use super::buffered::Buffered;
use super::decoder::{Decoder, data};
use super::entries::{Key, only_entry};
use super::form::Form;
use super::node::{HeadedBody, Node};
use super::origin::Origin;
use super::scalar::Scalar;
use super::session::Session;
use crate::diagnostic::catalog::decoding as catalog;
use crate::error::{Error, Result};

/// A variant by its name, and what it holds.
pub(super) struct Variant<'t, 'de> {
    name: Key<'de>,
    content: Option<Node<'t, 'de>>,
    /// Where in a buffer the content ends up, if it does.
    buffered: Option<Buffered>,
    session: &'t Session<'t, 'de>,
}

impl<'t, 'de> Decoder<'t, 'de> {
    /// The variant that the node names: a string does, the next label of a block, the only entry
    /// of an object or a body.
    pub(super) fn variant(
        mut self,
        variants: &[&str],
        expected: &dyn Expected,
    ) -> Result<Variant<'t, 'de>> {
        let (session, buffered) = (self.session, self.buffered.take());
        if let Node::Item(block) = self.node {
            let name = Key::somewhere(session.text(block.name_span()), Some(block.name_span()));
            let content = Some(Node::Body(HeadedBody::Block(block, 0)));
            return Ok(Variant { name, content, buffered, session });
        }
        self.require_single()?;
        if let Some(body) = self.node.single_body() {
            return body.variant(variants, buffered, session);
        }
        let span = self.node.subject();
        let (name, content) = match self.form(expected)? {
            Form::Scalar(Scalar::String(text)) => (Key::somewhere(text, span), None),
            Form::Scalar(scalar) => return Err(scalar.mismatch(expected)),
            Form::Elements(_) => return Err(Error::invalid_type(Unexpected::Seq, expected)),
            Form::Entries(entries) => match entries.into_only(session) {
                Some((name, content)) => (name, Some(content)),
                None => return Err(data(catalog::variant_required())),
            },
        };
        Ok(Variant { name, content, buffered, session })
    }
}

impl<'t> HeadedBody<'t> {
    fn variant<'de>(
        self,
        variants: &[&str],
        buffered: Option<Buffered>,
        session: &'t Session<'t, 'de>,
    ) -> Result<Variant<'t, 'de>> {
        if let (HeadedBody::Block(block, taken), Some(label)) = (self, self.labels().next()) {
            let name = Key::somewhere(session.label(label), Some(label.span()));
            let content = Some(Node::Body(HeadedBody::Block(block, taken + 1)));
            return Ok(Variant { name, content, buffered, session });
        }
        match only_entry(self, session) {
            Some((name, content)) => {
                Ok(Variant { name, content: Some(content), buffered, session })
            }
            None => Err(data(match self.block() {
                Some(block) => catalog::variant_label_required(block, variants),
                None => catalog::variant_required().at(self.subject()),
            })),
        }
    }
}

impl<'t, 'de> Variant<'t, 'de> {
    fn content(self, expected: &'static str) -> Result<Decoder<'t, 'de>> {
        match self.content {
            Some(node) => {
                let buffered = self.buffered.map(|buffered| buffered.at(&self.name.text));
                Ok(Decoder::new(node, self.session).within(buffered))
            }
            None => Err(Error::invalid_type(Unexpected::UnitVariant, &expected)),
        }
    }

    /// Completes the errors of decoding the content.
    fn decode<T>(
        self,
        expected: &'static str,
        decode: impl FnOnce(Decoder<'t, 'de>) -> Result<T>,
    ) -> Result<T> {
        let (session, name) = (self.session, self.name.clone());
        let origin = self.content.as_ref().map_or(Origin::Unknown, Origin::of);
        decode(self.content(expected)?)
            .map_err(|error| session.explain(error, origin).in_field(name.shown()))
    }
}

impl<'t, 'de> de::EnumAccess<'de> for Variant<'t, 'de> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self)> {
        let name = Node::Scalar(Scalar::String(self.name.text.clone()), self.name.span);
        match (seed.deserialize(Decoder::new(name, self.session)), self.name.span) {
            (Ok(variant), _) => Ok((variant, self)),
            (Err(error), Some(span)) => Err(self.name.refused(error).or_at(span)),
            (Err(error), None) => Err(self.name.refused(error)),
        }
    }
}

impl<'de> de::VariantAccess<'de> for Variant<'_, 'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        match self.content {
            None => Ok(()),
            Some(_) => self.decode("a unit variant", de::Deserialize::deserialize),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        self.decode("a newtype variant", |content| seed.deserialize(content))
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        self.decode("a tuple variant", |content| content.deserialize_tuple(length, visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.decode("a struct variant", |content| content.deserialize_struct("", fields, visitor))
    }
}
