//! How a map keeps its entries.

use std::cmp::Ordering;
use std::collections::{BTreeMap, btree_map};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::iter::FusedIterator;
use std::mem;
use std::sync::Arc;
use std::{slice, vec};

use crate::value::Value;

/// A key and its value.
pub(crate) type Pair = (Arc<str>, Value);

/// A vector with the index of a key, or the index where it belongs.
type PlaceInVector<'m> = (&'m mut Vec<Pair>, Result<usize, usize>);

/// The most entries that a change moves within a vector. A change that would move more of them makes
/// a tree first, so no sequence of changes takes quadratic time.
const MAX_MOVED: usize = 32;

/// The number of entries up to which a search looks at all of them.
const FEW: usize = 8;

/// Entries in order of their keys, which differ.
///
/// A vector is built and read in less time, and takes less memory.
#[derive(Clone)]
pub(super) enum MapEntries {
    Vector(Vec<Pair>),
    Tree(BTreeMap<Arc<str>, Value>),
}

macro_rules! views {
    ($($name:ident, $this:ty, $iterator:ident $(<$life:lifetime>)?, $of_vector:ident;)*) => {$(
        #[inline]
        pub(super) fn $name(self: $this) -> $iterator $(<$life>)? {
            $iterator(match self {
                MapEntries::Vector(pairs) => VectorOrTree::Vector(pairs.$of_vector()),
                MapEntries::Tree(tree) => VectorOrTree::Tree(tree.$name()),
            })
        }
    )*};
}

impl MapEntries {
    pub(super) fn len(&self) -> usize {
        match self {
            MapEntries::Vector(pairs) => pairs.len(),
            MapEntries::Tree(tree) => tree.len(),
        }
    }

    #[inline]
    pub(super) fn get(&self, key: &str) -> Option<&Value> {
        self.get_key_value(key).map(|(_, value)| value)
    }

    #[inline]
    pub(super) fn get_key_value(&self, key: &str) -> Option<(&Arc<str>, &Value)> {
        match self {
            MapEntries::Vector(pairs) => find(pairs, key).map(|(key, value)| (key, value)),
            MapEntries::Tree(tree) => tree.get_key_value(key),
        }
    }

    pub(super) fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        match self {
            MapEntries::Vector(pairs) => {
                let index = search(pairs, key).ok()?;
                pairs.get_mut(index).map(|(_, value)| value)
            }
            MapEntries::Tree(tree) => tree.get_mut(key),
        }
    }

    /// The place of a key, for a change of its entry.
    pub(super) fn place(
        &mut self,
        key: &str,
    ) -> VectorOrTree<PlaceInVector<'_>, &mut BTreeMap<Arc<str>, Value>> {
        let mut place = Err(0);
        if let MapEntries::Vector(pairs) = self {
            place = search(pairs, key);
            let (Ok(index) | Err(index)) = place;
            if pairs.len() - index > MAX_MOVED {
                *self = MapEntries::Tree(mem::take(pairs).into_iter().collect());
            }
        }
        match self {
            MapEntries::Vector(pairs) => VectorOrTree::Vector((pairs, place)),
            MapEntries::Tree(tree) => VectorOrTree::Tree(tree),
        }
    }

    pub(super) fn retain(&mut self, mut keep: impl FnMut(&str, &mut Value) -> bool) {
        match self {
            MapEntries::Vector(pairs) => pairs.retain_mut(|(key, value)| keep(key, value)),
            MapEntries::Tree(tree) => tree.retain(|key, value| keep(key, value)),
        }
    }

    views! {
        iter, &Self, Iter<'_>, iter;
        values, &Self, Values<'_>, iter;
        iter_mut, &mut Self, IterMut<'_>, iter_mut;
        values_mut, &mut Self, ValuesMut<'_>, iter_mut;
        into_iter, Self, IntoIter, into_iter;
        into_values, Self, IntoValues, into_iter;
    }
}

/// The entry of a key.
#[inline]
fn find<'p>(pairs: &'p [Pair], key: &str) -> Option<&'p Pair> {
    // Most keys differ in their lengths, so a test for equality is cheaper than one for order.
    if pairs.len() <= FEW {
        return pairs.iter().find(|(other, _)| **other == *key);
    }
    pairs.get(search(pairs, key).ok()?)
}

/// The index of a key, or where it belongs.
fn search(pairs: &[Pair], key: &str) -> Result<usize, usize> {
    pairs.binary_search_by(|(other, _)| (**other).cmp(key))
}

/// Of entries with equal keys, the last one remains.
impl From<Vec<Pair>> for MapEntries {
    fn from(mut pairs: Vec<Pair>) -> Self {
        if !pairs.is_sorted_by(|(left, _), (right, _)| left < right) {
            pairs.sort_by(|(left, _), (right, _)| left.cmp(right));
            pairs.dedup_by(|later, earlier| {
                let is_repeated = later.0 == earlier.0;
                if is_repeated {
                    mem::swap(later, earlier);
                }
                is_repeated
            });
            pairs.shrink_to_fit();
        }
        MapEntries::Vector(pairs)
    }
}

impl Default for MapEntries {
    fn default() -> Self {
        MapEntries::Vector(Vec::new())
    }
}

impl PartialEq for MapEntries {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl Eq for MapEntries {}

impl PartialOrd for MapEntries {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for MapEntries {
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter().cmp(other.iter())
    }
}

impl Hash for MapEntries {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len().hash(state);
        self.iter().for_each(|entry| entry.hash(state));
    }
}

impl fmt::Debug for MapEntries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// A part of a vector or of a tree.
#[derive(Clone, Debug)]
pub(super) enum VectorOrTree<V, T> {
    Vector(V),
    Tree(T),
}

macro_rules! iterator {
    ($(#[$attribute:meta])* $name:ident $(<$life:lifetime>)?, $item:ty, $vector:ty, $tree:ident, $of_pair:expr) => {
        $(#[$attribute])*
        #[derive(Debug)]
        pub struct $name $(<$life>)? (VectorOrTree<$vector, btree_map::$tree<$($life,)? Arc<str>, Value>>);

        impl $(<$life>)? Iterator for $name $(<$life>)? {
            type Item = $item;

            #[inline]
            fn next(&mut self) -> Option<$item> {
                match &mut self.0 {
                    VectorOrTree::Vector(pairs) => pairs.next().map($of_pair),
                    VectorOrTree::Tree(tree) => tree.next(),
                }
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                match &self.0 {
                    VectorOrTree::Vector(pairs) => pairs.size_hint(),
                    VectorOrTree::Tree(tree) => tree.size_hint(),
                }
            }
        }

        impl $(<$life>)? DoubleEndedIterator for $name $(<$life>)? {
            #[inline]
            fn next_back(&mut self) -> Option<$item> {
                match &mut self.0 {
                    VectorOrTree::Vector(pairs) => pairs.next_back().map($of_pair),
                    VectorOrTree::Tree(tree) => tree.next_back(),
                }
            }
        }

        impl $(<$life>)? ExactSizeIterator for $name $(<$life>)? {}

        impl $(<$life>)? FusedIterator for $name $(<$life>)? {}

        impl $(<$life>)? Default for $name $(<$life>)? {
            fn default() -> Self {
                $name(VectorOrTree::Vector(Default::default()))
            }
        }
    };
}

iterator! {
    /// The entries of a map: [`Map::iter`](super::Map::iter).
    #[derive(Clone)]
    Iter<'m>, (&'m Arc<str>, &'m Value), slice::Iter<'m, Pair>, Iter, |(key, value)| (key, value)
}

iterator! {
    /// The values of a map: [`Map::values`](super::Map::values).
    #[derive(Clone)]
    Values<'m>, &'m Value, slice::Iter<'m, Pair>, Values, |(_, value)| value
}

iterator! {
    /// The entries of a map, with mutable values: [`Map::iter_mut`](super::Map::iter_mut).
    IterMut<'m>, (&'m Arc<str>, &'m mut Value), slice::IterMut<'m, Pair>, IterMut, |(key, value)| (&*key, value)
}

iterator! {
    /// The mutable values of a map: [`Map::values_mut`](super::Map::values_mut).
    ValuesMut<'m>, &'m mut Value, slice::IterMut<'m, Pair>, ValuesMut, |(_, value)| value
}

iterator! {
    /// The entries of a map, by value.
    IntoIter, (Arc<str>, Value), vec::IntoIter<Pair>, IntoIter, |pair| pair
}

iterator! {
    /// The values of a map, by value: [`Map::into_values`](super::Map::into_values).
    IntoValues, Value, vec::IntoIter<Pair>, IntoValues, |(_, value)| value
}
