//! A body that is being changed.

use crate::document::{Key, Lines};
use crate::syntax::{BlockRef, ItemRef};

/// A body of the document with its changes.
pub(super) struct Target<'b> {
    /// The items of the source, at the positions that their keys say.
    pub(super) items: Vec<ItemRef<'b>>,
    pub(super) lines: Lines<'b>,
}

impl<'b> Target<'b> {
    pub(super) fn item(&self, key: Key) -> Option<ItemRef<'b>> {
        self.items.get(key.index()).copied()
    }

    pub(super) fn block(&self, key: Key) -> Option<BlockRef<'b>> {
        self.item(key)?.as_block()
    }
}
