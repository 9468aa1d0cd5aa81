//! serde's `EnumAccess`: variants from strings, labels, block types and single entries.

use std::any::type_name;

use serde::de::{self, DeserializeSeed, Deserializer, Error as _, Expected, Unexpected, Visitor};

use super::decoder::Decoder;
use super::general::{GeneralNode, kind_of};
use super::session::Session;
use crate::de::buffering::BufferPath;
use crate::de::explain::explain;
use crate::de::input::{BodyOf, ErrorOrigin, Key, Node, Property, Scalar, ValueKind, only_entry};
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::suggest;
use crate::error::{Category, Error, Result};
use crate::syntax::BlockRef;

/// The description by which serde_derive's unit variants ask for their content.
const UNIT: &str = "a unit variant";

/// A variant: its name and its content.
pub(super) struct Variant<'t, 'de> {
    name: Key<'de>,
    content: Option<Node<'t, 'de>>,
    /// The origin of the content, after it was decoded.
    origin: ErrorOrigin<'t>,
    /// Whether the name is a label.
    is_label: bool,
    /// Whether the name is none of the variants. Then the type has a variant for all other names.
    is_other: bool,
    /// The path of the content, if it may go into a buffer.
    path: Option<BufferPath>,
    session: &'t Session<'t, 'de>,
    /// Set if the variant is the only entry of a block without labels: the block, and the names of
    /// all variants.
    unlabelled: Option<(BlockRef<'t>, &'static [&'static str])>,
}

impl<'t, 'de> Decoder<'_, 't, 'de> {
    /// The variant that the node names. The name is a string, the next label of a block, or the
    /// only entry of an object or a body.
    pub(super) fn variant(
        self,
        variants: &'static [&'static str],
        expected: &dyn Expected,
    ) -> Result<Variant<'t, 'de>> {
        let variant = self.named_variant(variants, expected)?;
        // A hand-written enum may not name its variants.
        let is_other = !variants.is_empty() && !variants.contains(&&*variant.name.text);
        Ok(Variant { is_other, ..variant })
    }

    fn named_variant(
        self,
        variants: &'static [&'static str],
        expected: &dyn Expected,
    ) -> Result<Variant<'t, 'de>> {
        let session = self.session;
        let (node, path) = self.into_node();
        if let Node::Item(block) = node {
            let span = block.name_span();
            let name = Key::somewhere(session.input.text(span), Some(span));
            let content = Some(Node::Body(BodyOf::Block(block, 0)));
            return Ok(Variant::new(name, content, path, session));
        }
        if let Node::Property(property) = &node {
            return Variant::of_property(property, path, session);
        }
        if let Node::MadeUp(made_up) = node {
            let name = variants.first().copied().unwrap_or_default();
            let content = Some(Node::MadeUp(made_up.inside()?));
            return Ok(Variant::new(Key::somewhere(name, None), content, None, session));
        }
        node.require_single()?;
        if let Some(body) = node.single_body() {
            return Variant::of_body(body, variants, path, session);
        }
        let span = node.subject();
        let kind =
            kind_of(node, session, expected).map_err(|error| error.with_variants(variants))?;
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
        Ok(Variant::new(name, content, path, session))
    }
}

impl<'t, 'de> Variant<'t, 'de> {
    fn new(
        name: Key<'de>,
        content: Option<Node<'t, 'de>>,
        path: Option<BufferPath>,
        session: &'t Session<'t, 'de>,
    ) -> Self {
        let origin = ErrorOrigin::Unknown;
        let is_label = matches!(content, Some(Node::Body(BodyOf::Block(_, 1..))));
        let (is_other, unlabelled) = (false, None);
        Variant { name, content, origin, is_label, is_other, path, session, unlabelled }
    }

    /// The variant that a body names. The name is the next label of its block, or its only entry.
    fn of_body(
        body: BodyOf<'t>,
        variants: &'static [&'static str],
        path: Option<BufferPath>,
        session: &'t Session<'t, 'de>,
    ) -> Result<Self> {
        if let (BodyOf::Block(block, consumed), Some(label)) = (body, body.labels().next()) {
            let name = Key::somewhere(session.input.label(label), Some(label.span()));
            let content = Some(Node::Body(BodyOf::Block(block, consumed + 1)));
            return Ok(Variant::new(name, content, path, session));
        }
        match only_entry(body, &session.input)? {
            Some((name, content)) => {
                let unlabelled = body.block().map(|block| (block, variants));
                Ok(Variant { unlabelled, ..Variant::new(name, Some(content), path, session) })
            }
            None => Err(Error::data(match body.block() {
                Some(block) => catalog::variant_label_required(block, variants),
                None => catalog::variant_required().at(body.subject()),
            })),
        }
    }

    /// The variant that a JSON property names. The name is that of the property itself for an
    /// element of `$blocks`, or else that of the only property in it, or of the next property in a
    /// row.
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
        Ok(Variant::new(name, Some(content), path, session))
    }

    /// The content of the variant.
    fn content(&mut self, expected: &'static str) -> Result<GeneralNode<'t, 'de>> {
        let Some(node) = self.content.take() else {
            return Err(match expected {
                UNIT => Error::invalid_type(Unexpected::UnitVariant, &expected),
                _ => Error::data(catalog::variant_with_content(self.name.shown())),
            });
        };
        self.origin = ErrorOrigin::of(&node);
        let path = self.path.as_ref().map(|path| path.at(&self.name.text));
        Ok(GeneralNode::new(node).at_path(path))
    }

    /// Completes the error of a name that is not a variant. In a block without a label, the name
    /// may be an entry of the content.
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

    /// Completes the error of the content of a unit variant.
    #[cold]
    fn refuse_content(&self, error: Error) -> Error {
        if error.category() != Category::Data {
            return error;
        }
        let diagnostic = catalog::variant_without_content(self.name.shown());
        error.reworded(match self.name.span {
            Some(span) => diagnostic.at(span),
            None => diagnostic,
        })
    }

    /// Completes an error of decoding the content.
    #[cold]
    fn refuse(&self, error: Error) -> Error {
        let error = explain(error, self.origin, &self.session.input);
        match self.is_label {
            true => error.in_label(self.name.shown()),
            false => error.in_field(self.name.shown()),
        }
    }
}

impl<'t, 'de> de::EnumAccess<'de> for Variant<'t, 'de> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self)> {
        let name = Node::Scalar(Scalar::String(self.name.text.clone()), self.name.span);
        match seed.deserialize(Decoder::new(&mut GeneralNode::new(name), self.session)) {
            Ok(variant) => Ok((variant, self)),
            Err(error) => Err(self.refuse_name(error)),
        }
    }
}

impl<'de> de::VariantAccess<'de> for Variant<'_, 'de> {
    type Error = Error;

    fn unit_variant(mut self) -> Result<()> {
        if self.content.is_none() {
            return Ok(());
        }
        let mut content = self.content(UNIT)?;
        if self.is_other {
            Decoder::new(&mut content, self.session).ignore();
            return Ok(());
        }
        let unit = de::Deserialize::deserialize(Decoder::new(&mut content, self.session));
        unit.map_err(|error| self.refuse_content(self.refuse(error)))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(mut self, seed: T) -> Result<T::Value> {
        let before = self.session.guesses.get();
        let mut content = self.content("a newtype variant")?;
        if content.path.is_none() {
            content = content.for_target(type_name::<T>(), self.session);
        }
        seed.deserialize(Decoder::new(&mut content, self.session)).map_err(|error| {
            self.session.retry(type_name::<T>(), before);
            self.refuse(error)
        })
    }

    fn tuple_variant<V: Visitor<'de>>(mut self, length: usize, visitor: V) -> Result<V::Value> {
        let mut content = self.content("a tuple variant")?;
        let content = Decoder::new(&mut content, self.session);
        content.deserialize_tuple(length, visitor).map_err(|error| self.refuse(error))
    }

    fn struct_variant<V: Visitor<'de>>(
        mut self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let mut content = self.content("a struct variant")?;
        let content = Decoder::new(&mut content, self.session);
        content.deserialize_struct("", fields, visitor).map_err(|error| self.refuse(error))
    }
}
