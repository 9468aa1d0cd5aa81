//! The items of a body by their names.

use std::collections::HashMap;

use crate::document::{Key, Lines};

#[derive(Default)]
pub(super) struct ItemsOfName {
    pub(super) attribute: Option<Key>,
    pub(super) blocks: Vec<Key>,
    /// Whether a `dynamic` block generates blocks of this type.
    pub(super) is_generated: bool,
}

/// The items of a body by their names.
pub(super) fn by_name(lines: &Lines<'_>) -> HashMap<Box<str>, ItemsOfName> {
    let mut names: HashMap<Box<str>, ItemsOfName> = HashMap::new();
    for (key, item) in lines.keys().filter_map(|key| Some((key, lines.item(key)?))) {
        let current = names.entry(item.name().into()).or_default();
        let Some(block) = item.as_block() else {
            current.attribute = Some(key);
            continue;
        };
        current.blocks.push(key);
        let mut labels = block.labels();
        if let ("dynamic", Some(name), None) = (block.block_type(), labels.next(), labels.next()) {
            names.entry((*name.value()).into()).or_default().is_generated = true;
        }
    }
    names
}
