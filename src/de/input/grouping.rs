//! Groups items by name, in the order in which the names first occur.

use std::hash::{BuildHasher, Hash};

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};

/// Up to this number of names are compared one by one; more names are hashed.
const FEW: usize = 16;

/// Groups by name. Adding takes constant time for any number of groups.
pub(super) struct Groups<K, G> {
    groups: Vec<(K, G)>,
    /// The last group to which an item was added: items of one name are often next to each other.
    last: usize,
    /// Indices of the groups, if there are many.
    table: HashTable<usize>,
    hasher: DefaultHashBuilder,
}

impl<K: Hash + Eq, G: Default> Groups<K, G> {
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Groups {
            groups: Vec::with_capacity(capacity),
            last: 0,
            table: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        }
    }

    /// The group with this name, which is created if necessary.
    pub(super) fn of(&mut self, name: K) -> &mut G {
        let is_last = self.groups.get(self.last).is_some_and(|(last, _)| *last == name);
        if !is_last {
            self.last = self.find_or_add(name);
        }
        &mut self.groups[self.last].1
    }

    fn find_or_add(&mut self, name: K) -> usize {
        let Groups { groups, table, hasher, .. } = self;
        let new = groups.len();
        if new < FEW {
            if let Some(index) = groups.iter().position(|(other, _)| *other == name) {
                return index;
            }
        } else {
            if new == FEW {
                let hash_of = |index: &usize| hasher.hash_one(&groups[*index].0);
                table.reserve(groups.capacity(), hash_of);
                for index in 0..new {
                    table.insert_unique(hash_of(&index), index, hash_of);
                }
            }
            let hash = hasher.hash_one(&name);
            let is_same = |index: &usize| groups[*index].0 == name;
            let hash_of = |index: &usize| hasher.hash_one(&groups[*index].0);
            match table.entry(hash, is_same, hash_of) {
                Entry::Occupied(entry) => return *entry.get(),
                Entry::Vacant(entry) => entry.insert(new),
            };
        }
        groups.push((name, G::default()));
        new
    }

    pub(super) fn into_vec(self) -> Vec<(K, G)> {
        self.groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_keep_the_order_of_first_occurrence() {
        for count in [3, FEW - 1, FEW, FEW + 1, 100] {
            let mut groups: Groups<usize, Vec<usize>> = Groups::with_capacity(1);
            for thing in (0..count).chain((0..count).rev()) {
                groups.of(thing).push(thing);
            }
            let expected: Vec<_> = (0..count).map(|thing| (thing, vec![thing; 2])).collect();
            assert_eq!(groups.into_vec(), expected);
        }
    }
}
