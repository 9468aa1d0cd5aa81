//! serde's `EnumAccess`: variants from strings, labels, block types and single entries.

use serde::de::{self, DeserializeSeed, Deserializer, Error as _, Expected, Unexpected, Visitor};

use super::decoder::Decoder;
use super::session::Session;
use crate::de::buffering::BufferPath;
use crate::de::explain::explain;
use crate::de::input::{BodyOf, ErrorOrigin, Key, Node, Property, Scalar, ValueKind, only_entry};
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::suggest;
use crate::error::{Category, Error, Result};
use crate::syntax::BlockRef;

/// What serde_derive's unit variants want.
const UNIT: &str = "a unit variant";

/// A variant by its name, and what it holds.
pub(super) struct Variant<'t, 'de> {
    name: Key<'de>,
    content: Option<Node<'t, 'de>>,
    /// The path of the content, if it may go into a buffer.
    path: Option<BufferPath>,
    session: &'t Session<'t, 'de>,
    /// The block without labels whose only entry it is, and the names of all variants.
    unlabelled: Option<(BlockRef<'t>, &'static [&'static str])>,
}

impl<'t, 'de> Decoder<'t, 'de> {
    /// The variant that the node names: by a string, by the next label of a block, or by the only
    /// entry of an object or a body.
    pub(super) fn variant(
        mut self,
        variants: &'static [&'static str],
        expected: &dyn Expected,
    ) -> Result<Variant<'t, 'de>> {
        let (session, path) = (self.session, self.path.take());
        if let Node::Item(block) = self.node {
            let span = block.name_span();
            let name = Key::somewhere(session.input.text(span), Some(span));
            let content = Some(Node::Body(BodyOf::Block(block, 0)));
            return Ok(Variant { name, content, path, session, unlabelled: None });
        }
        if let Node::Property(property) = &self.node {
            return Variant::of_property(property, path, session);
        }
        self.require_single()?;
        if let Some(body) = self.node.single_body() {
            return Variant::of_body(body, variants, path, session);
        }
        let span = self.node.subject();
        let kind = self.value_kind(expected).map_err(|error| error.with_variants(variants))?;
        let refused = |unexpected: Unexpected<'_>| {
            let error = Error::invalid_type(unexpected, expected).with_variants(variants);
            error.reworded(catalog::name_expected(variants, unexpected))
        };
        let (name, content) = match kind {
            ValueKind::Scalar(Scalar::String(text)) => (Key::somewhere(text, span), None),
            ValueKind::Scalar(scalar) => return Err(scalar.refused(refused)),
            ValueKind::Elements(_) => return Err(refused(Unexpected::Seq)),
            ValueKind::Entries(entries) => match entries.into_only(&session.input) {
                Some((name, content)) => (name, Some(content)),
                None => return Err(Error::data(catalog::variant_required())),
            },
        };
        Ok(Variant { name, content, path, session, unlabelled: None })
    }
}

impl<'t, 'de> Variant<'t, 'de> {
    /// The variant that a body names: by the next label of its block, or by its only entry.
    fn of_body(
        body: BodyOf<'t>,
        variants: &'static [&'static str],
        path: Option<BufferPath>,
        session: &'t Session<'t, 'de>,
    ) -> Result<Self> {
        if let (BodyOf::Block(block, consumed), Some(label)) = (body, body.labels().next()) {
            let name = Key::somewhere(session.input.label(label), Some(label.span()));
            let content = Some(Node::Body(BodyOf::Block(block, consumed + 1)));
            return Ok(Variant { name, content, path, session, unlabelled: None });
        }
        match only_entry(body, &session.input)? {
            Some((name, content)) => {
                let unlabelled = body.block().map(|block| (block, variants));
                Ok(Variant { name, content: Some(content), path, session, unlabelled })
            }
            None => Err(Error::data(match body.block() {
                Some(block) => catalog::variant_label_required(block, variants),
                None => catalog::variant_required().at(body.subject()),
            })),
        }
    }

    /// The variant that a property of JSON names: by its own name, as an element of `$blocks`, or by
    /// that of the only property in it, or of the next one in a row.
    fn of_property(
        property: &Property<'t>,
        path: Option<BufferPath>,
        session: &'t Session<'t, 'de>,
    ) -> Result<Self> {
        let inside = match property.is_item {
            true => Some(property.untyped()),
            false => property.next_label(),
        };
        let Some(inside) = inside else { return Err(Error::data(catalog::variant_required())) };
        let name = inside.consumed_name();
        let name = Key::somewhere(name.property_name().to_owned(), Some(name.place()));
        let content = match inside.expression().is_json_container() {
            true => Node::Property(inside),
            false => Node::Expression(inside.expression()),
        };
        Ok(Variant { name, content: Some(content), path, session, unlabelled: None })
    }

    fn content(self, expected: &'static str) -> Result<Decoder<'t, 'de>> {
        match self.content {
            Some(node) => {
                let path = self.path.map(|path| path.at(&self.name.text));
                Ok(Decoder::new(node, self.session).at_path(path))
            }
            None if expected == UNIT => {
                Err(Error::invalid_type(Unexpected::UnitVariant, &expected))
            }
            None => Err(Error::data(catalog::variant_with_content(self.name.shown()))),
        }
    }

    /// Completes the error of a name that is none of the variants. That of an entry may be one of
    /// the content, of a block that lacks its label.
    #[cold]
    fn refuse_name(&self, error: Error) -> Error {
        let error = self.name.refused(error);
        match (self.unlabelled, self.name.span) {
            (Some((block, variants)), _)
                if suggest::nearest(&self.name.text, variants.iter().copied()).is_none() =>
            {
                error.reworded(catalog::variant_label_required(block, variants))
            }
            (_, Some(span)) => error.or_at(span),
            (_, None) => error,
        }
    }

    /// Completes the errors of decoding the content.
    fn decode<T>(
        self,
        expected: &'static str,
        decode: impl FnOnce(Decoder<'t, 'de>) -> Result<T>,
    ) -> Result<T> {
        let (session, name) = (self.session, self.name.clone());
        let origin = self.content.as_ref().map_or(ErrorOrigin::Unknown, ErrorOrigin::of);
        decode(self.content(expected)?)
            .map_err(|error| explain(error, origin, &session.input).in_field(name.shown()))
    }
}

impl<'t, 'de> de::EnumAccess<'de> for Variant<'t, 'de> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self)> {
        let name = Node::Scalar(Scalar::String(self.name.text.clone()), self.name.span);
        match seed.deserialize(Decoder::new(name, self.session)) {
            Ok(variant) => Ok((variant, self)),
            Err(error) => Err(self.refuse_name(error)),
        }
    }
}

impl<'de> de::VariantAccess<'de> for Variant<'_, 'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        match self.content {
            None => Ok(()),
            Some(_) => {
                let (name, span) = (self.name.shown().to_owned(), self.name.span);
                let result = self.decode(UNIT, de::Deserialize::deserialize);
                result.map_err(|error| match (error.category(), span) {
                    (Category::Data, Some(span)) => {
                        error.reworded(catalog::variant_without_content(&name).at(span))
                    }
                    (Category::Data, None) => {
                        error.reworded(catalog::variant_without_content(&name))
                    }
                    _ => error,
                })
            }
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        let session = self.session;
        self.decode("a newtype variant", |content| {
            let before = session.guesses.get();
            let content = if content.path.is_none() { content.for_target::<T>() } else { content };
            seed.deserialize(content).inspect_err(|_| session.retry::<T>(before))
        })
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
