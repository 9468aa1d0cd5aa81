//! The items of a body with one name.

use smallvec::SmallVec;

use super::node::{Blocks, Node};
use super::property::{Property, scalar_of};
use crate::syntax::unpack::unpack;
use crate::syntax::{AttributeRef, BlockRef, ExpressionRef, View};
use crate::text::span::Span;

/// An attribute, or blocks of one type.
#[derive(Default)]
pub(in crate::de) struct Item<'t> {
    pub(super) attribute: Option<AttributeRef<'t>>,
    pub(super) blocks: Blocks<'t>,
    pub(super) has_blocks: bool,
    /// JSON properties in a document of both syntaxes.
    pub(super) properties: SmallVec<[View<'t>; 1]>,
}

/// Blocks with the same next label, and the span of the first such label.
#[derive(Default)]
pub(in crate::de) struct Labelled<'t> {
    pub(super) label: Option<Span>,
    pub(super) blocks: Blocks<'t>,
}

impl<'t> Item<'t> {
    pub(super) fn name_span(&self) -> Option<Span> {
        let attribute = self.attribute.map(AttributeRef::name_span);
        let block = || self.blocks.first().map(BlockRef::name_span);
        attribute.or_else(block).or_else(|| Some(self.properties.first()?.place()))
    }

    /// The value, if there is an attribute and no block.
    pub(super) fn expression(&self) -> Option<ExpressionRef<'t>> {
        match (self.attribute, &self.properties[..]) {
            (Some(attribute), []) if !self.has_blocks => Some(attribute.expression()),
            (None, [name]) if !self.has_blocks => scalar_of(*name),
            _ => None,
        }
    }

    pub(super) fn node<'de>(&self) -> Option<Node<'t, 'de>> {
        match (self.attribute, self.has_blocks, self.properties.is_empty()) {
            (_, _, true) => {}
            (None, false, false) => {
                return Property::of_names(&self.properties).map(Node::Property);
            }
            (None, true, false) => return Some(self.blocks_of_both()),
            (Some(attribute), ..) => {
                let block = BlockRef::of_json(self.properties[0], self.properties[0].next(), 0);
                return Some(Node::Clash(attribute, block));
            }
        }
        match (self.attribute, self.blocks.first()) {
            (Some(attribute), None) => Some(Node::Expression(attribute.expression())),
            (Some(attribute), Some(block)) => Some(Node::Clash(attribute, block)),
            (None, Some(_)) => Some(Node::Blocks(self.blocks.clone())),
            (None, None) => None,
        }
    }
}

impl<'t> Item<'t> {
    /// All blocks of both syntaxes. Those of JSON syntax get as many labels as the native ones.
    fn blocks_of_both<'de>(&self) -> Node<'t, 'de> {
        let mut all = self.blocks.clone();
        let labels = self.blocks.first().map_or(0, |block| block.labels().len());
        for name in &self.properties {
            for block in unpack(*name, labels).blocks {
                all.push(block);
            }
        }
        Node::Blocks(all)
    }
}
