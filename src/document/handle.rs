//! Handles: blocks of a body that are being changed.

use std::cell::Cell;
use std::fmt;

use super::Block;
use super::find::ItemId;
use super::owner::deref;
use super::root::Root;
use super::source::{Parts, Source};

/// A block of a body, for changes: see [`Contents::blocks_mut`](crate::Contents::blocks_mut).
///
/// It is the block alone, so its changes and what is read between them cost time for this block. The body
/// has the changes when the handle is dropped.
pub struct BlockMut<'b> {
    block: Block,
    id: ItemId,
    /// The block that was read: another one may be assigned.
    read: Root,
    parent: &'b Cell<Parts>,
}

impl<'b> BlockMut<'b> {
    pub(super) fn all(source: &'b mut Source) -> impl Iterator<Item = Self> {
        let blocks = source.root.body().blocks().map(|block| ItemId::Read(block.id()));
        let blocks: Vec<ItemId> = blocks.collect();
        for id in &blocks {
            source.part(*id);
        }
        let parts = source.shared_parts();
        blocks.into_iter().map(move |id| BlockMut::new(id, parts))
    }

    pub(super) fn of(source: &'b mut Source, id: ItemId) -> Self {
        source.part(id);
        BlockMut::new(id, source.shared_parts())
    }

    fn new(id: ItemId, parent: &'b Cell<Parts>) -> Self {
        let mut parts = parent.take();
        let source = parts.items.remove(&id).unwrap_or_default();
        parent.set(parts);
        BlockMut { id, read: source.read().clone(), block: Block::of(source), parent }
    }
}

deref!(BlockMut<'_>, block: Block);

impl Drop for BlockMut<'_> {
    fn drop(&mut self) {
        let source = std::mem::take(&mut self.block.source);
        let mut parts = self.parent.take();
        parts.put(self.id, &self.read, source);
        self.parent.set(parts);
    }
}

impl fmt::Debug for BlockMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.block.fmt(f)
    }
}
