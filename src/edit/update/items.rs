//! The items of a body by their names.

use std::collections::HashMap;

use crate::document::{Body, Key};

/// The items of a body by their names.
pub(super) struct ItemsByName {
    pub(super) names: HashMap<Box<str>, ItemsOfName>,
    pub(super) positions: HashMap<Key, usize>,
}

#[derive(Default)]
pub(super) struct ItemsOfName {
    pub(super) attribute: Option<Key>,
    pub(super) blocks: Vec<Key>,
    /// Whether a `dynamic` block generates blocks of this type.
    pub(super) is_generated: bool,
}

impl ItemsByName {
    pub(super) fn of(body: &mut Body) -> Self {
        let mut items = ItemsByName { names: HashMap::new(), positions: HashMap::new() };
        for (position, (key, item)) in body.items_mut().list.iter().enumerate() {
            items.positions.insert(key, position);
            let current = items.names.entry(item.name().into()).or_default();
            match item.as_block() {
                None => current.attribute = Some(key),
                Some(block) => {
                    current.blocks.push(key);
                    if let ("dynamic", [name]) = (block.name(), &*block.labels()) {
                        items.names.entry((**name).into()).or_default().is_generated = true;
                    }
                }
            }
        }
        items
    }
}
