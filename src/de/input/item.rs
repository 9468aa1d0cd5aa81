//! The items of a body with one name.

use smallvec::SmallVec;

use super::node::{Blocks, Node};
use super::property::{Property, node_of};
use crate::syntax::unpack::unpack;
use crate::syntax::{AttributeRef, BlockRef, View};
use crate::text::span::Span;

/// An attribute, or blocks of one type.
#[derive(Default)]
pub(in crate::de) struct Item<'t> {
    pub(super) attribute: Option<AttributeRef<'t>>,
    pub(super) blocks: Blocks<'t>,
    /// JSON properties in a document of both syntaxes.
    pub(super) properties: SmallVec<[View<'t>; 1]>,
}

impl<'t> Item<'t> {
    pub(super) fn name_span(&self) -> Option<Span> {
        let attribute = self.attribute.map(AttributeRef::name_span);
        let block = || self.blocks.first().map(BlockRef::block_type_span);
        attribute.or_else(block).or_else(|| Some(self.properties.first()?.place()))
    }

    pub(super) fn node<'de>(self) -> Option<Node<'t, 'de>> {
        Some(match (self.attribute, self.blocks.first(), &self.properties[..]) {
            (Some(attribute), None, []) => Node::Expression(attribute.expression()),
            (Some(attribute), Some(block), []) => Node::Clash(attribute, block),
            (Some(attribute), _, [name, ..]) => {
                Node::Clash(attribute, BlockRef::of_json(*name, name.next(), 0))
            }
            (None, Some(_), []) => Node::Blocks(self.blocks),
            (None, Some(_), _) => self.blocks_of_both(),
            (None, None, [name]) => node_of(*name),
            (None, None, names) => Node::Property(Property::of_names(names)?),
        })
    }

    /// All blocks of both syntaxes. Those of JSON syntax get as many labels as the native ones.
    fn blocks_of_both<'de>(self) -> Node<'t, 'de> {
        let mut all = self.blocks;
        let labels = all.first().map_or(0, |block| block.labels().len());
        for name in &self.properties {
            for block in unpack(*name, labels).blocks {
                all.push(block);
            }
        }
        Node::Blocks(all)
    }
}
