//! `EnumAccess` and `VariantAccess`: a variant and its content. Variants are named by strings, labels, block types and
//! single entries.

use std::any::type_name;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected, Unexpected,
    VariantAccess, Visitor,
};

use super::decoder::Decoder;
use super::kinds::kind_of;
use super::session::Session;
use super::slot::{Slot, SlotBox};
use crate::de::buffering::{mark, take_revealed};
use crate::de::explain::explain;
use crate::de::input::{BodyOf, Entries, Input, Key, Node, Property, Scalar, ValueKind};
use crate::diagnostic::Segment;
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::error::{Category, Error, Result};
use crate::syntax::BlockRef;
use crate::text::suggest;

/// The description by which serde_derive's unit variants ask for their content.
const UNIT: &str = "a unit variant";

/// A variant: its name and its content.
pub(super) struct Variant<'t, 'de> {
    named: Named<'t, 'de>,
    /// The names of all variants.
    variants: &'static [&'static str],
    /// The content, after it was decoded.
    decoded: Node<'t, 'de>,
    /// Whether the name is a label.
    is_label: bool,
    /// Whether the name is none of the variants. Then the type has a variant for all other names.
    is_other: bool,
    /// The name or the content, while it is being decoded.
    slot: SlotBox<'t, 'de>,
    session: &'t Session<'t, 'de>,
}

impl<'t, 'de> Decoder<'_, 't, 'de> {
    /// The variant that the node names.
    pub(super) fn variant(
        self,
        variants: &'static [&'static str],
        expected: &dyn Expected,
    ) -> Result<Box<Variant<'t, 'de>>> {
        let session = self.session;
        let named = match self.into_node().0 {
            Node::MadeUp(made_up) => {
                let name = variants.first().copied().unwrap_or_default();
                Named::new(Key::new(name, None), Some(Node::MadeUp(made_up.inside()?)))
            }
            node => Named::of_node(node, variants, &session.input, expected)?,
        };
        let is_label = matches!(named.content, Some(Node::Body(BodyOf::Block(_, 1..))));
        // A hand-written enum may not name its variants.
        let is_other = !variants.is_empty() && !variants.contains(&&*named.name.text);
        let (decoded, slot) = (Node::default(), SlotBox::default());
        Ok(Box::new(Variant { named, variants, decoded, is_label, is_other, slot, session }))
    }
}

impl<'t, 'de> Variant<'t, 'de> {
    /// A decoder for the name.
    fn name(&mut self) -> Decoder<'_, 't, 'de> {
        let Key { text, span, .. } = &self.named.name;
        let name = Node::Scalar(Scalar::String(text.clone()), *span);
        self.slot.insert(name);
        self.slot.decoder(self.session)
    }

    /// Whether a unit variant needs no content. A variant for all other names ignores its content.
    fn is_unit(&mut self) -> bool {
        match self.named.content.take_if(|_| self.is_other) {
            Some(content) => {
                Decoder::new(&mut Slot::new(content), self.session).ignore();
                true
            }
            None => self.named.content.is_none(),
        }
    }

    /// Decodes the content; `target` is the name of its type, if hints may tell about it.
    fn content<T>(
        &mut self,
        expected: &'static str,
        target: Option<&'static str>,
        decode: impl FnOnce(Decoder<'_, 't, 'de>) -> Result<T>,
    ) -> Result<T> {
        let Some(node) = self.named.content.take() else {
            return Err(match expected {
                UNIT => Error::invalid_type(Unexpected::UnitVariant, &expected),
                _ => Error::data(catalog::variant_with_content(self.named.name.shown())),
            });
        };
        self.decoded = node.clone();
        let slot = self.slot.insert(node);
        if let Some(target) = target {
            slot.set_target(target, self.session);
        }
        let begin = mark();
        let result = decode(self.slot.decoder(self.session));
        self.session.lead(begin, || self.step());
        result.map_err(|error| self.refuse(error, target))
    }

    /// Completes the error of a name that is not a variant. In a block without a label, the name
    /// may be an entry of the content.
    #[cold]
    fn refuse_name(&self, error: Error) -> Error {
        let name = &self.named.name;
        let error = name.refused(error);
        let variants = self.variants;
        match (self.named.unlabelled, name.span) {
            (Some(block), _)
                if suggest::nearest(&name.text, variants.iter().copied()).is_none() =>
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
        let diagnostic = catalog::variant_without_content(self.named.name.shown());
        error.reworded(match self.named.name.span {
            Some(span) => diagnostic.with_span(span),
            None => diagnostic,
        })
    }

    /// Completes an error of decoding the content; `target` is the name of its type, if hints may tell
    /// about it.
    #[cold]
    fn refuse(&self, error: Error, target: Option<&'static str>) -> Error {
        if let Some(target) = target {
            self.session.retry(target, &mut take_revealed());
        }
        explain(error, &self.decoded, &self.session.input).behind(self.step())
    }

    /// The step to the content in a path.
    fn step(&self) -> Segment {
        let name = self.named.name.shown().to_owned();
        if self.is_label { Segment::Label(name) } else { Segment::Field(name) }
    }
}

impl<'de> EnumAccess<'de> for Box<Variant<'_, 'de>> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'de>>(mut self, seed: T) -> Result<(T::Value, Self)> {
        match seed.deserialize(self.name()) {
            Ok(variant) => Ok((variant, self)),
            Err(error) => Err(self.refuse_name(error)),
        }
    }
}

impl<'de> VariantAccess<'de> for Box<Variant<'_, 'de>> {
    type Error = Error;

    fn unit_variant(mut self) -> Result<()> {
        if self.is_unit() {
            return Ok(());
        }
        let decoded = self.content(UNIT, None, |content| Deserialize::deserialize(content));
        decoded.map_err(|error| self.refuse_content(error))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(mut self, seed: T) -> Result<T::Value> {
        let target = Some(type_name::<T>());
        self.content("a newtype variant", target, |content| seed.deserialize(content))
    }

    fn tuple_variant<V: Visitor<'de>>(mut self, length: usize, visitor: V) -> Result<V::Value> {
        self.content("a tuple variant", None, |content| content.deserialize_tuple(length, visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        mut self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let decode =
            |content: Decoder<'_, '_, 'de>| content.deserialize_struct("", fields, visitor);
        self.content("a struct variant", None, decode)
    }
}

/// The variant that a node names, and its content.
pub(super) struct Named<'t, 'de> {
    pub(super) name: Key<'de>,
    pub(super) content: Option<Node<'t, 'de>>,
    /// Set if the variant is the only entry of a block without labels: the block.
    pub(super) unlabelled: Option<BlockRef<'t>>,
}

impl<'t, 'de> Named<'t, 'de> {
    /// The name is a string, the next label of a block, or the only entry of an object or a body.
    pub(super) fn of_node(
        node: Node<'t, 'de>,
        variants: &'static [&'static str],
        input: &Input<'t, 'de>,
        expected: &dyn Expected,
    ) -> Result<Self> {
        if let Node::Item(block) = node {
            let span = block.block_type_span();
            let name = Key::new(input.text(span), span);
            return Ok(Named::new(name, Some(Node::Body(BodyOf::Block(block, 0)))));
        }
        if let Node::Property(property) = &node {
            return Named::of_property(property);
        }
        node.require_single()?;
        if let Some(body) = node.single_body() {
            return Named::of_body(body, variants, input);
        }
        let span = node.subject();
        let kind = kind_of(node, input, expected).map_err(|error| error.with_variants(variants))?;
        let refused = |unexpected: Unexpected<'_>| {
            let error = Error::invalid_type(unexpected, expected).with_variants(variants);
            error.reworded(catalog::name_expected(variants, unexpected))
        };
        let (name, content) = match kind {
            ValueKind::Scalar(Scalar::String(text)) => (Key::new(text, span), None),
            ValueKind::Scalar(scalar) => return Err(scalar.refused(refused)),
            ValueKind::Elements(_) => return Err(refused(Unexpected::Seq)),
            ValueKind::Entries(entries) => match entries.into_only(input) {
                Some((name, content)) => (name, Some(content)),
                None => return Err(Error::data(catalog::variant_required())),
            },
        };
        Ok(Named::new(name, content))
    }

    pub(super) fn new(name: Key<'de>, content: Option<Node<'t, 'de>>) -> Self {
        Named { name, content, unlabelled: None }
    }

    /// The variant that a body names. The name is the next label of its block, or its only entry.
    fn of_body(
        body: BodyOf<'t>,
        variants: &'static [&'static str],
        input: &Input<'t, 'de>,
    ) -> Result<Self> {
        if let (BodyOf::Block(block, consumed), Some(label)) = (body, body.labels().next()) {
            let name = Key::new(input.label(label), label.span());
            return Ok(Named::new(name, Some(Node::Body(BodyOf::Block(block, consumed + 1)))));
        }
        match Entries::of_body(body.body(), input)?.into_only(input) {
            Some((name, content)) => {
                Ok(Named { unlabelled: body.block(), ..Named::new(name, Some(content)) })
            }
            None => Err(Error::data(match body.block() {
                Some(block) => catalog::variant_label_required(block, variants),
                None => catalog::variant_required().with_span(body.subject()),
            })),
        }
    }

    /// The variant that a JSON property names. For an element of `$blocks`, this is the name of
    /// the property itself. Otherwise it is the name of the only property inside, or of the next one in a
    /// row.
    fn of_property(property: &Property<'t>) -> Result<Self> {
        let inside = match property.is_item {
            true => Some(property.untyped()),
            false => property.next_label(),
        };
        let Some(inside) = inside else { return Err(Error::data(catalog::variant_required())) };
        let name = inside.consumed_name();
        let name = Key::new(name.property_name().to_owned(), name.place());
        let content = match inside.expression().is_json_container() {
            true => Node::Property(inside),
            false => Node::Expression(inside.expression()),
        };
        Ok(Named::new(name, Some(content)))
    }
}
