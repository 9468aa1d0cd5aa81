//! Which parts of a document, and of the old value, correspond to each other and to parts of the new value.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};

use super::super::draft::{BlockDraft, Draft, Object, hash_of};
use super::super::matching::{Traits, match_parts};
use crate::document::{Key, Lines};

/// The blocks of the document that correspond to the blocks of a draft: those with the same labels,
/// in order.
pub(super) fn keys_of(
    drafts: &[Cow<'_, BlockDraft<'_>>],
    blocks: &[Key],
    lines: &Lines<'_>,
) -> Vec<Option<Key>> {
    let mut by_labels: HashMap<_, (Vec<usize>, Vec<Key>)> = HashMap::new();
    for (index, draft) in drafts.iter().enumerate() {
        by_labels.entry(draft.labels.clone()).or_default().0.push(index);
    }
    for (key, block) in blocks.iter().filter_map(|key| Some((*key, lines.block(*key)?))) {
        let labels: Vec<_> = block.labels().map(|label| label.value()).collect();
        if let Some((_, keys)) = by_labels.get_mut(&labels) {
            keys.push(key);
        }
    }
    let mut found = vec![None; drafts.len()];
    for (indexes, keys) in by_labels.into_values() {
        let order: Vec<usize> = match keys.len() {
            0 | 1 => (0..indexes.len()).collect(),
            _ => {
                let content = |key: &Key| {
                    let body = lines.block(*key)?.body();
                    Some(Draft::Object(Object::of_body(body)))
                };
                let hashes = keys.iter().map(|key| Some(content(key)?.hash()));
                corresponding(indexes.iter().map(|it| drafts[*it].content.hash()), hashes)
            }
        };
        for (index, place) in indexes.into_iter().zip(order) {
            found[index] = keys.get(place).copied();
        }
    }
    found
}

/// For each later block the index of the corresponding earlier one.
pub(super) fn match_blocks<'a>(
    before: &[Cow<'_, BlockDraft<'a>>],
    after: &[Cow<'_, BlockDraft<'a>>],
) -> Vec<Option<usize>> {
    match (before, after) {
        ([one], [other]) if one.labels == other.labels => vec![Some(0)],
        _ => match_parts(before, after, |block| Traits {
            identity: hash_of(&block.labels),
            ..block.content.traits()
        }),
    }
}

/// For each part of a draft the index of the part of the document: the one with the same hash, if the
/// document has parts with these hashes in another order. Otherwise both have the same order.
pub(super) fn corresponding(
    drafts: impl Iterator<Item = u64> + Clone,
    document: impl Iterator<Item = Option<u64>>,
) -> Vec<usize> {
    let mut by_hash: HashMap<u64, VecDeque<usize>> = HashMap::new();
    for (index, hash) in document.enumerate() {
        if let Some(hash) = hash {
            by_hash.entry(hash).or_default().push_back(index);
        }
    }
    let found = drafts.clone().map(|hash| by_hash.get_mut(&hash)?.pop_front());
    found.collect::<Option<Vec<usize>>>().unwrap_or_else(|| (0..drafts.count()).collect())
}
