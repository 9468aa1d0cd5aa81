//! The entries of a body whose items have different names, or of an object whose keys are literals
//! and differ. Nearly all bodies and objects are of this kind. They are read directly from the tree.

use super::names::Key;
use super::source::Input;
use crate::syntax::{
    BlockRef, BodyRef, Chain, ExpressionRef, ItemRef, Kind, NodeId, ObjectRef, StringRef, View,
};
use crate::text::distinct::are_few_and_distinct;

/// Entries in source order, and a cursor: at one of them, before the first, or behind the last.
pub(in crate::de) struct PlainEntries<'t> {
    /// The next nodes: attributes, or keys and values in turns.
    rest: Chain<'t>,
    left: u32,
    is_object: bool,
    /// The key and the value of the entry.
    entry: Option<(NodeId, NodeId)>,
}

/// An expression or a block, with its name.
#[derive(Clone, Copy)]
pub(in crate::de) struct PlainEntry<'t> {
    /// An attribute, a block, or the key of an item.
    key: View<'t>,
    /// The expression, if this is no block.
    value: View<'t>,
}

impl<'t> PlainEntries<'t> {
    /// The entries of a body in native syntax without blocks, or whose items are few and have different
    /// names.
    pub(super) fn of_body(body: BodyRef<'t>, input: &Input<'t, '_>) -> Option<Self> {
        let names = body.0.children().map(|item| Some(input.text(item.span())));
        let is_plain = body.has_distinct_names()
            || body.blocks().next().is_none()
            || are_few_and_distinct(names);
        is_plain.then(|| Self::of_node(body.0, false))
    }

    /// The entries of an object, if its keys are few, are literals and differ.
    pub(super) fn of_object(object: ObjectRef<'t>, input: &Input<'t, '_>) -> Option<Self> {
        // As `plain_key`, without a call for each key.
        let keys = object.items().map(|item| {
            let text = input.text(item.key_span()?);
            object.0.tree.is_normal(text).then_some(text)
        });
        are_few_and_distinct(keys).then(|| Self::of_node(object.0, true))
    }

    #[inline]
    fn of_node(view: View<'t>, is_object: bool) -> Self {
        PlainEntries { rest: view.children(), left: view.node().count, is_object, entry: None }
    }

    /// The entry at the cursor.
    #[inline]
    pub(in crate::de) fn get(&self) -> Option<PlainEntry<'t>> {
        let (key, value) = self.entry?;
        let view = |id| View::new(self.rest.tree, id);
        Some(PlainEntry { key: view(key), value: view(value) })
    }

    /// Moves to the next entry, or behind the last one.
    #[inline]
    pub(in crate::de) fn advance(&mut self) -> Option<PlainEntry<'t>> {
        let Some(left) = self.left.checked_sub(1) else {
            self.entry = None;
            return None;
        };
        self.left = left;
        let key = self.rest.next()?;
        let value = if self.is_object { self.rest.next()? } else { key.first() };
        self.entry = Some((key.id, value.id));
        Some(PlainEntry { key, value })
    }

    /// The number of entries after the cursor.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.left as usize
    }
}

impl<'t> PlainEntry<'t> {
    #[inline(always)]
    pub(in crate::de) fn expression(self) -> Option<ExpressionRef<'t>> {
        (self.key.kind() != Kind::Block).then_some(ExpressionRef(self.value))
    }

    pub(super) fn block(self) -> Option<BlockRef<'t>> {
        ItemRef(self.key).as_block()
    }

    #[inline]
    pub(in crate::de) fn name<'de>(self, input: &Input<'t, 'de>) -> &'de str {
        input.text(StringRef(self.key).plain_span().unwrap_or_else(|| self.key.span()))
    }

    pub(super) fn key<'de>(self, input: &Input<'t, 'de>) -> Key<'de> {
        Key::new(self.name(input), self.key.place())
    }
}
