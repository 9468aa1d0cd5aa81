//! Handles: blocks of a body that are being changed.

use std::cell::Cell;
use std::fmt;
use std::ops::{Deref, DerefMut};

use super::address::Step;
use super::find::ItemId;
use super::root::Root;
use super::source::{Parts, Source};
use super::{Block, Layout};
use crate::syntax::{Kind, NodeId};

/// A block of a body, for changes: see [`Contents::blocks_mut`](crate::Contents::blocks_mut).
///
/// It is the block alone, so its changes and what is read between them cost time for this block. The body
/// has the changes when the handle is dropped.
pub struct BlockMut<'b> {
    block: Block,
    id: NodeId,
    parent: &'b Cell<Parts>,
}

impl<'b> BlockMut<'b> {
    pub(super) fn all(source: &'b mut Source) -> impl Iterator<Item = Self> {
        let (root, parts, layout, outer) = source.shared_parts();
        let blocks = root.body().blocks().map(|block| block.id());
        blocks.map(move |id| BlockMut::new(root, id, parts, layout, outer))
    }

    pub(super) fn of(source: &'b mut Source, id: NodeId) -> Self {
        let (root, parts, layout, outer) = source.shared_parts();
        BlockMut::new(root, id, parts, layout, outer)
    }

    /// The block at an address, which is a part of the text.
    pub(super) fn at(source: &'b mut Source, steps: &[Step]) -> Option<Self> {
        match source.innermost(steps).ok()? {
            (source, ItemId::Read(id), []) => Some(BlockMut::of(source, id)),
            _ => None,
        }
    }

    fn new(root: &Root, id: NodeId, parent: &'b Cell<Parts>, layout: Layout, outer: u32) -> Self {
        let mut parts = parent.take();
        let part = parts.items.remove(&ItemId::Read(id));
        parent.set(parts);
        let source = part.unwrap_or_else(|| Source::of_item(root, id, layout, outer));
        BlockMut { block: Block::of(source), id, parent }
    }
}

impl Deref for BlockMut<'_> {
    type Target = Block;

    fn deref(&self) -> &Block {
        &self.block
    }
}

impl DerefMut for BlockMut<'_> {
    fn deref_mut(&mut self) -> &mut Block {
        &mut self.block
    }
}

impl Drop for BlockMut<'_> {
    fn drop(&mut self) {
        let source =
            std::mem::replace(&mut self.block.source, Source::new(Root::empty(Kind::Body).clone()));
        let mut parts = self.parent.take();
        parts.put(ItemId::Read(self.id), source);
        self.parent.set(parts);
    }
}

impl fmt::Debug for BlockMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.block.fmt(f)
    }
}
