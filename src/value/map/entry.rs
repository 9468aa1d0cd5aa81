//! The entry of one key.

use std::collections::btree_map;
use std::mem;
use std::sync::Arc;

use super::entries::{MapEntries, Pair, VectorOrTree};
use crate::value::Value;

/// The entry of a key, which [`Map::entry`](super::Map::entry) returns.
///
/// ```
/// use serde_hcl::Map;
/// use serde_hcl::value::map::Entry;
///
/// let mut map = Map::from([("a", 1)]);
/// if let Entry::Occupied(entry) = map.entry("a") {
///     assert_eq!(entry.remove(), 1);
/// }
/// map.entry("b").and_modify(|value| *value = 3.into()).or_insert(2);
/// map.entry("b").and_modify(|value| *value = 3.into()).or_insert(2);
/// assert_eq!(map, Map::from([("b", 3)]));
/// ```
#[derive(Debug)]
pub enum Entry<'m> {
    /// The map has the key.
    Occupied(OccupiedEntry<'m>),
    /// The map does not have the key.
    Vacant(VacantEntry<'m>),
}

/// The entry of a key that the map has.
#[derive(Debug)]
pub struct OccupiedEntry<'m>(pub(super) Occupied<'m>);

/// The entry of a key that the map does not have.
#[derive(Debug)]
pub struct VacantEntry<'m>(pub(super) Vacant<'m>);

/// The index is one of the vector.
type Occupied<'m> =
    VectorOrTree<(&'m mut Vec<Pair>, usize), btree_map::OccupiedEntry<'m, Arc<str>, Value>>;

/// The index is one of the vector, or its length.
type Vacant<'m> =
    VectorOrTree<(&'m mut Vec<Pair>, usize, Arc<str>), btree_map::VacantEntry<'m, Arc<str>, Value>>;

impl<'m> Entry<'m> {
    pub(super) fn new(entries: &'m mut MapEntries, key: Arc<str>) -> Self {
        match entries.place(&key) {
            VectorOrTree::Vector((pairs, Ok(index))) => {
                Entry::Occupied(OccupiedEntry(VectorOrTree::Vector((pairs, index))))
            }
            VectorOrTree::Vector((pairs, Err(index))) => {
                Entry::Vacant(VacantEntry(VectorOrTree::Vector((pairs, index, key))))
            }
            VectorOrTree::Tree(tree) => match tree.entry(key) {
                btree_map::Entry::Occupied(entry) => {
                    Entry::Occupied(OccupiedEntry(VectorOrTree::Tree(entry)))
                }
                btree_map::Entry::Vacant(entry) => {
                    Entry::Vacant(VacantEntry(VectorOrTree::Tree(entry)))
                }
            },
        }
    }

    /// The key, in Unicode normalization form C.
    pub fn key(&self) -> &Arc<str> {
        match self {
            Entry::Occupied(entry) => entry.key(),
            Entry::Vacant(entry) => entry.key(),
        }
    }

    /// The value, after inserting `default` if there was none.
    pub fn or_insert(self, default: impl Into<Value>) -> &'m mut Value {
        self.or_insert_with(|| default)
    }

    /// The value, after inserting the result of `default` if there was none.
    pub fn or_insert_with<V: Into<Value>>(self, default: impl FnOnce() -> V) -> &'m mut Value {
        match self {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(default()),
        }
    }

    /// The value, after inserting `null` if there was none.
    pub fn or_default(self) -> &'m mut Value {
        self.or_insert(Value::NULL)
    }

    /// Calls `modify` with the value, if there is one.
    pub fn and_modify(mut self, modify: impl FnOnce(&mut Value)) -> Self {
        if let Entry::Occupied(entry) = &mut self {
            modify(entry.get_mut());
        }
        self
    }
}

impl<'m> OccupiedEntry<'m> {
    /// The key, in Unicode normalization form C.
    pub fn key(&self) -> &Arc<str> {
        match &self.0 {
            VectorOrTree::Vector((pairs, index)) => &pairs[*index].0,
            VectorOrTree::Tree(entry) => entry.key(),
        }
    }

    /// The value.
    pub fn get(&self) -> &Value {
        match &self.0 {
            VectorOrTree::Vector((pairs, index)) => &pairs[*index].1,
            VectorOrTree::Tree(entry) => entry.get(),
        }
    }

    /// The value, mutably.
    pub fn get_mut(&mut self) -> &mut Value {
        match &mut self.0 {
            VectorOrTree::Vector((pairs, index)) => &mut pairs[*index].1,
            VectorOrTree::Tree(entry) => entry.get_mut(),
        }
    }

    /// The value, mutably for as long as the map is borrowed.
    pub fn into_mut(self) -> &'m mut Value {
        match self.0 {
            VectorOrTree::Vector((pairs, index)) => &mut pairs[index].1,
            VectorOrTree::Tree(entry) => entry.into_mut(),
        }
    }

    /// Sets the value and returns the previous one.
    pub fn insert(&mut self, value: impl Into<Value>) -> Value {
        mem::replace(self.get_mut(), value.into())
    }

    /// Removes the entry and returns its value.
    pub fn remove(self) -> Value {
        match self.0 {
            VectorOrTree::Vector((pairs, index)) => pairs.remove(index).1,
            VectorOrTree::Tree(entry) => entry.remove(),
        }
    }
}

impl<'m> VacantEntry<'m> {
    /// The key, in Unicode normalization form C.
    pub fn key(&self) -> &Arc<str> {
        match &self.0 {
            VectorOrTree::Vector((.., key)) => key,
            VectorOrTree::Tree(entry) => entry.key(),
        }
    }

    /// Inserts the value.
    pub fn insert(self, value: impl Into<Value>) -> &'m mut Value {
        match self.0 {
            VectorOrTree::Vector((pairs, index, key)) => {
                pairs.insert(index, (key, value.into()));
                &mut pairs[index].1
            }
            VectorOrTree::Tree(entry) => entry.insert(value.into()),
        }
    }
}
