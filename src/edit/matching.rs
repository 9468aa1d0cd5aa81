//! Finds the parts of a changed sequence that correspond to parts of the old one.
//!
//! - No part by its position alone: a new part does not get the comments of a removed one.
//! - No comparison of all pairs: the work is linear, apart from sorting.

use std::cell::LazyCell;
use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// The number of earlier parts that are considered for a common part of the content.
const MAX_CANDIDATES: usize = 16;

/// The facts about a part of a sequence, as hashes.
pub(super) struct Traits {
    /// The labels.
    pub(super) identity: u64,
    pub(super) content: u64,
    /// The parts of the content.
    pub(super) parts: Vec<u64>,
}

/// For each later part the index of the corresponding earlier one. In this order:
///
/// 1. the only one with the same identity, or one with the same identity and content;
/// 2. the most similar one with the same identity, if most of their content is the same;
/// 3. one with the same identity between the same neighbors;
/// 4. the most similar one with another identity, if most of their content is the same;
/// 5. if both have no content, one between the same neighbors.
pub(super) fn match_parts<T>(
    before: &[T],
    after: &[T],
    traits: impl Fn(&T) -> Traits,
) -> Vec<Option<usize>> {
    let [before, after] = [before, after].map(|it| it.iter().map(&traits).collect::<Vec<_>>());
    let (of_before, of_after) = (vec![None; before.len()], vec![None; after.len()]);
    let mut matching = Matching { before, after, of_before, of_after };
    matching.by(true, |it, _| Some(it.identity));
    matching.by(false, |it, _| Some((it.identity, it.content)));
    matching.by_similarity(|it| it.identity);
    matching.by(false, |it, neighbors| Some((it.identity, neighbors())));
    matching.by(false, |it, _| (!it.parts.is_empty()).then_some(it.content));
    matching.by_similarity(|_| 0);
    matching.by(false, |it, neighbors| it.parts.is_empty().then(|| (it.content, neighbors())));
    matching.of_after
}

struct Matching {
    before: Vec<Traits>,
    after: Vec<Traits>,
    of_before: Vec<Option<usize>>,
    of_after: Vec<Option<usize>>,
}

impl Matching {
    /// Matches parts with the same key in order, or only those whose key no other part has. The key can
    /// depend on the matched neighbors.
    fn by<K: Hash + Eq>(
        &mut self,
        only_unique: bool,
        key: impl Fn(&Traits, &dyn Fn() -> [Option<usize>; 2]) -> Option<K>,
    ) {
        // A matched part has the index of the earlier one.
        let of_before = self.of_before.iter().enumerate();
        let of_before: Vec<_> = of_before.map(|(index, after)| after.map(|_| index)).collect();
        let befores = groups(&of_before, &self.before, &key);
        let afters = groups(&self.of_after, &self.after, &key);
        for (key, afters) in afters {
            let befores = befores.get(&key).map_or(&[][..], Vec::as_slice);
            if !only_unique || (befores.len() == 1 && afters.len() == 1) {
                for (before, after) in befores.iter().zip(afters) {
                    self.of_before[*before] = Some(after);
                    self.of_after[after] = Some(*before);
                }
            }
        }
    }

    /// Matches parts of one group if more than half of their content is equal.
    fn by_similarity(&mut self, group: impl Fn(&Traits) -> u64) {
        let mut owners: HashMap<(u64, u64), VecDeque<usize>> = HashMap::new();
        for (index, traits) in unmatched(&self.of_before, &self.before) {
            for part in &traits.parts {
                owners.entry((group(traits), *part)).or_default().push_back(index);
            }
        }
        let mut found = Vec::new();
        for (after, traits) in unmatched(&self.of_after, &self.after) {
            let is_free = |index: &usize| self.of_before.get(*index) == Some(&None);
            let mut common: HashMap<usize, usize> = HashMap::new();
            for part in &traits.parts {
                let Some(owners) = owners.get_mut(&(group(traits), *part)) else { continue };
                while owners.front().is_some_and(|first| !is_free(first)) {
                    owners.pop_front();
                }
                for owner in owners.iter().take(MAX_CANDIDATES).filter(|it| is_free(it)) {
                    *common.entry(*owner).or_default() += 1;
                }
            }
            let similar = common.into_iter().filter(|(owner, common)| {
                let parts = self.before.get(*owner).map_or(0, |it| it.parts.len());
                2 * common > parts.max(traits.parts.len())
            });
            let best = similar.max_by_key(|(owner, common)| (*common, Reverse(*owner)));
            if let Some((before, _)) = best {
                self.of_before[before] = Some(after);
                found.push((before, after));
            }
        }
        for (before, after) in found {
            self.of_after[after] = Some(before);
        }
    }
}

/// The parts without a match, with their indexes.
fn unmatched<'t>(
    matches: &[Option<usize>],
    traits: &'t [Traits],
) -> impl Iterator<Item = (usize, &'t Traits)> {
    let parts = traits.iter().enumerate().zip(matches);
    parts.filter(|(_, matched)| matched.is_none()).map(|(part, _)| part)
}

/// The indexes of the parts without a match by their keys.
fn groups<K: Hash + Eq>(
    matches: &[Option<usize>],
    traits: &[Traits],
    key: impl Fn(&Traits, &dyn Fn() -> [Option<usize>; 2]) -> Option<K>,
) -> HashMap<K, Vec<usize>> {
    let neighbors = LazyCell::new(|| neighbors(matches));
    let mut groups: HashMap<K, Vec<usize>> = HashMap::new();
    for (index, traits) in unmatched(matches, traits) {
        if let Some(key) = key(traits, &|| neighbors[index]) {
            groups.entry(key).or_default().push(index);
        }
    }
    groups
}

/// For each part the matches of the nearest parts before and after it.
fn neighbors(matches: &[Option<usize>]) -> Vec<[Option<usize>; 2]> {
    let mut found = vec![[None; 2]; matches.len()];
    let mut last = None;
    for (part, [previous, _]) in matches.iter().zip(&mut found) {
        *previous = last;
        last = (*part).or(last);
    }
    last = None;
    for (part, [_, next]) in matches.iter().zip(&mut found).rev() {
        *next = last;
        last = (*part).or(last);
    }
    found
}

/// The indexes of a longest increasing part of a sequence.
pub(super) fn longest_increasing(sequence: &[Option<usize>]) -> Vec<usize> {
    // For each length the index of the smallest possible end, and for each element the one before.
    let mut ends: Vec<usize> = Vec::new();
    let mut previous = vec![None; sequence.len()];
    let value = |index: &usize| sequence.get(*index).copied().flatten();
    for (index, number) in sequence.iter().enumerate().filter(|(_, number)| number.is_some()) {
        let length = ends.partition_point(|end| value(end) < *number);
        if let (Some(previous), Some(before)) = (previous.get_mut(index), length.checked_sub(1)) {
            *previous = ends.get(before).copied();
        }
        match ends.get_mut(length) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let last = ends.last().copied();
    let mut found: Vec<usize> =
        std::iter::successors(last, |index| previous.get(*index).copied().flatten()).collect();
    found.reverse();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts have an identity and some contents.
    #[track_caller]
    fn check(before: &[(u64, &[u64])], after: &[(u64, &[u64])], expected: &[Option<usize>]) {
        let traits = |(identity, parts): &(u64, &[u64])| Traits {
            identity: *identity,
            content: parts.iter().sum(),
            parts: parts.to_vec(),
        };
        assert_eq!(match_parts(before, after, traits), expected);
    }

    #[test]
    fn identity_comes_first_then_similarity() {
        check(&[(1, &[5]), (2, &[6])], &[(2, &[7]), (1, &[6])], &[Some(1), Some(0)]);
        check(&[(1, &[5]), (2, &[6])], &[(2, &[6]), (3, &[7])], &[Some(1), None]);
        check(&[(1, &[5]), (2, &[6])], &[(3, &[6]), (1, &[7])], &[Some(1), Some(0)]);
        check(&[(1, &[5, 6, 7])], &[(2, &[9, 6, 7])], &[Some(0)]);
        check(&[(1, &[5, 6])], &[(2, &[9, 6])], &[None]);
        check(&[(1, &[]), (2, &[])], &[(3, &[]), (2, &[])], &[Some(0), Some(1)]);
        check(&[(1, &[]), (2, &[])], &[(2, &[]), (3, &[])], &[Some(1), None]);
    }

    #[test]
    fn neighbors_decide_without_labels() {
        let before: &[(u64, &[u64])] = &[(0, &[1]), (0, &[2]), (0, &[3])];
        check(before, &[(0, &[1]), (0, &[9]), (0, &[3])], &[Some(0), Some(1), Some(2)]);
        check(before, &[(0, &[2]), (0, &[3]), (0, &[9])], &[Some(1), Some(2), None]);
        check(
            before,
            &[(0, &[9]), (0, &[1]), (0, &[2]), (0, &[3])],
            &[None, Some(0), Some(1), Some(2)],
        );
        check(before, &[(0, &[3]), (0, &[2]), (0, &[1])], &[Some(2), Some(1), Some(0)]);
    }

    #[test]
    fn longest_increasing_parts() {
        let check = |numbers: &[usize], expected: &[usize]| {
            let numbers: Vec<_> = numbers.iter().map(|it| Some(*it)).collect();
            assert_eq!(longest_increasing(&numbers), expected);
        };
        check(&[], &[]);
        check(&[0, 1, 2], &[0, 1, 2]);
        check(&[2, 1, 0], &[2]);
        check(&[3, 0, 1, 2], &[1, 2, 3]);
        check(&[1, 2, 3, 0], &[0, 1, 2]);
        assert_eq!(longest_increasing(&[None, Some(1), None, Some(0), Some(4)]), [3, 4]);
    }
}
