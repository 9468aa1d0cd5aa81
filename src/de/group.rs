//! Things gathered under their names, in the order in which the names first appear.

use std::hash::{BuildHasher, Hash};

use hashbrown::{DefaultHashBuilder, HashTable};

/// Up to this many names are compared one by one; more are hashed.
const FEW: usize = 8;

/// Groups by name. Adding is constant in time, whatever the number of groups.
pub(super) struct Groups<K, G> {
    groups: Vec<(K, G)>,
    /// The group that was added to last: things of one name tend to stand together.
    last: usize,
    /// Indices of the groups, once there are many.
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

    /// The group of that name, which is a new one if there was none.
    pub(super) fn of(&mut self, name: K) -> &mut G {
        self.last = match self.find(&name) {
            Some(index) => index,
            None => self.add(name),
        };
        &mut self.groups[self.last].1
    }

    fn find(&self, name: &K) -> Option<usize> {
        if self.groups.get(self.last).is_some_and(|(last, _)| last == name) {
            return Some(self.last);
        }
        if self.groups.len() <= FEW {
            return self.groups.iter().position(|(other, _)| other == name);
        }
        let hash = self.hasher.hash_one(name);
        self.table.find(hash, |index| self.groups[*index].0 == *name).copied()
    }

    fn add(&mut self, name: K) -> usize {
        let index = self.groups.len();
        self.groups.push((name, G::default()));
        let unhashed = if index == FEW { 0 } else { index };
        if index >= FEW {
            for index in unhashed..=index {
                let hash = self.hasher.hash_one(&self.groups[index].0);
                let (groups, hasher) = (&self.groups, &self.hasher);
                self.table.insert_unique(hash, index, |index| hasher.hash_one(&groups[*index].0));
            }
        }
        index
    }

    pub(super) fn into_vec(self) -> Vec<(K, G)> {
        self.groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_keep_the_order_of_first_appearance() {
        for count in [3, FEW, FEW + 1, 100] {
            let mut groups: Groups<usize, Vec<usize>> = Groups::with_capacity(1);
            for thing in (0..count).chain((0..count).rev()) {
                groups.of(thing).push(thing);
            }
            let expected: Vec<_> = (0..count).map(|thing| (thing, vec![thing; 2])).collect();
            assert_eq!(groups.into_vec(), expected);
        }
    }
}
