//! The names of variants: from strings, labels, block types and single entries.

use serde::de::{Error as _, Expected, Unexpected};

use super::kinds::kind_of;
use crate::de::input::{BodyOf, Input, Key, Node, Property, Scalar, ValueKind, only_entry};
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::syntax::BlockRef;

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
            let span = block.name_span();
            let name = Key::somewhere(input.text(span), Some(span));
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
            ValueKind::Scalar(Scalar::String(text)) => (Key::somewhere(text, span), None),
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
            let name = Key::somewhere(input.label(label), Some(label.span()));
            return Ok(Named::new(name, Some(Node::Body(BodyOf::Block(block, consumed + 1)))));
        }
        match only_entry(body, input)? {
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
        let name = Key::somewhere(name.property_name().to_owned(), Some(name.place()));
        let content = match inside.expression().is_json_container() {
            true => Node::Property(inside),
            false => Node::Expression(inside.expression()),
        };
        Ok(Named::new(name, Some(content)))
    }
}
