//! The items of a large body by their names and labels.

use hashbrown::HashMap;

use super::list::List;
use super::order::Key;
use super::{Block, Item};

/// The keys of attributes and blocks by their names and labels.
#[derive(Clone, Default)]
pub(super) struct Index {
    pub(super) attributes: HashMap<Box<str>, Key>,
    pub(super) blocks: HashMap<Box<str>, Vec<Key>>,
    /// The number of blocks of each type.
    pub(super) types: HashMap<Box<str>, usize>,
    /// Blocks that may have a new type or new labels, with their keys in the index.
    pub(super) unsure: Vec<(Key, Box<str>)>,
}

impl Index {
    pub(super) fn of(items: &List<Item>) -> Self {
        let mut index = Index::default();
        for (key, item) in items.iter() {
            match item {
                Item::Attribute(attribute) => {
                    index.attributes.insert(attribute.name().into(), key);
                }
                Item::Comment(_) => {}
                Item::Block(block) => {
                    *index.types.entry(block.name().into()).or_default() += 1;
                    index.blocks.entry(group_of(block)).or_default().push(key);
                }
            }
        }
        index
    }

    /// Adds an item of the list to the index.
    pub(super) fn add(&mut self, key: Key, item: &Item, items: &List<Item>) {
        match item {
            Item::Attribute(attribute) => {
                self.attributes.insert(attribute.name().into(), key);
            }
            Item::Block(block) => self.add_block(group_of(block), key, items),
            Item::Comment(_) => {}
        }
    }

    pub(super) fn add_block(&mut self, group: Box<str>, key: Key, items: &List<Item>) {
        *self.types.entry(type_of(&group).into()).or_default() += 1;
        let keys = self.blocks.entry(group).or_default();
        match items.next(key) {
            Some(_) if !keys.is_empty() => keys.insert(place(key, keys, items), key),
            _ => keys.push(key),
        }
    }

    /// Removes an item of the list from the index.
    pub(super) fn remove(&mut self, key: Key, item: &Item, items: &List<Item>) {
        match item {
            Item::Attribute(attribute) => {
                self.attributes.remove(attribute.name());
            }
            Item::Block(block) => self.remove_block(&group_of(block), key, items),
            Item::Comment(_) => {}
        }
    }

    pub(super) fn remove_block(&mut self, group: &str, key: Key, items: &List<Item>) {
        let Some(keys) = self.blocks.get_mut(group) else { return };
        let at = if keys.len() > 1 { place(key, keys, items) } else { 0 };
        if keys.get(at) == Some(&key) {
            keys.remove(at);
            if let Some(count) = self.types.get_mut(type_of(group)) {
                *count -= 1;
            }
        }
    }
}

/// The place of an item among others that are in the order of the list.
fn place(key: Key, others: &[Key], items: &List<Item>) -> usize {
    let position = items.position(key);
    others.partition_point(|other| items.position(*other) < position)
}

/// The key of a block: its type and its labels.
pub(super) fn group(name: &str, labels: &[&str]) -> Box<str> {
    let mut group = String::from(name);
    for label in labels {
        group.push('\0');
        group.push_str(label);
    }
    group.into()
}

/// The type of the blocks with this key.
fn type_of(group: &str) -> &str {
    group.split('\0').next().unwrap_or_default()
}

pub(super) fn group_of(block: &Block) -> Box<str> {
    let labels = block.labels();
    let labels: smallvec::SmallVec<[&str; 4]> = labels.iter().map(String::as_str).collect();
    group(block.name(), &labels)
}
