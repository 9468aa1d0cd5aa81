//! Blocks of a body in their order, of one type or of several.

use std::borrow::Cow;
use std::collections::HashMap;

use super::super::draft::{BlockDraft, Object};
use crate::document::Key;

/// The blocks of one type in the drafts, and their matches.
pub(super) struct BlocksOfType<'d, 'a> {
    pub(super) name: &'d str,
    pub(super) before: Cow<'d, [BlockDraft<'a>]>,
    pub(super) after: Cow<'d, [BlockDraft<'a>]>,
    /// The blocks of the document that correspond to the earlier ones. None corresponds to a generated
    /// block.
    pub(super) keys: Vec<Option<Key>>,
    /// For each later block the index of the corresponding earlier one.
    pub(super) matches: Vec<Option<usize>>,
    pub(super) is_changed: bool,
}

/// Blocks in their order, which may have several types.
#[derive(Default)]
pub(super) struct Sequence<'s, 'a> {
    /// With the type, and the block of the document.
    pub(super) before: Vec<(&'s str, &'s BlockDraft<'a>, Option<Key>)>,
    /// With the type, and the index of the corresponding earlier block.
    pub(super) after: Vec<(&'s str, &'s BlockDraft<'a>, Option<usize>)>,
}

impl<'d, 'a> BlocksOfType<'d, 'a> {
    /// Blocks of a type that the document does not have.
    pub(super) fn of_new(name: &'d str, blocks: &'d [BlockDraft<'a>]) -> Self {
        BlocksOfType {
            name,
            before: Cow::Borrowed(&[]),
            after: Cow::Borrowed(blocks),
            keys: Vec::new(),
            matches: vec![None; blocks.len()],
            is_changed: true,
        }
    }
}

impl<'s, 'a> Sequence<'s, 'a> {
    /// The blocks with these types and indexes.
    pub(super) fn of(
        types: &'s [BlocksOfType<'_, 'a>],
        befores: &[(usize, usize)],
        afters: &[(usize, usize)],
    ) -> Self {
        let mut sequence = Sequence::default();
        let mut indexes = HashMap::new();
        for (ty, index) in befores {
            let Some(it) = types.get(*ty) else { continue };
            let Some(block) = it.before.get(*index) else { continue };
            indexes.insert((*ty, *index), sequence.before.len());
            sequence.before.push((it.name, block, it.keys.get(*index).copied().flatten()));
        }
        for (ty, index) in afters {
            let Some(it) = types.get(*ty) else { continue };
            let Some(block) = it.after.get(*index) else { continue };
            let matched = it.matches.get(*index).copied().flatten();
            let matched = matched.and_then(|matched| indexes.get(&(*ty, matched)).copied());
            sequence.after.push((it.name, block, matched));
        }
        sequence
    }

    /// The blocks with the same label at a position. An earlier block belongs to the later one that it
    /// becomes.
    pub(super) fn by_label(self, position: usize) -> Vec<Self> {
        let mut labels = vec![None; self.before.len()];
        for (_, block, matched) in &self.after {
            if let Some(label) = matched.and_then(|index| labels.get_mut(index)) {
                *label = Some(block.labels.get(position));
            }
        }
        let mut parts: Vec<Self> = Vec::new();
        let mut indexes: HashMap<Option<&'s Cow<'a, str>>, usize> = HashMap::new();
        let mut part_of = |parts: &mut Vec<Self>, label| {
            *indexes.entry(label).or_insert_with(|| {
                parts.push(Sequence::default());
                parts.len() - 1
            })
        };
        let mut moved = vec![0; self.before.len()];
        for (index, (name, block, key)) in self.before.into_iter().enumerate() {
            let label = labels.get(index).copied().flatten();
            let part = part_of(&mut parts, label.unwrap_or_else(|| block.labels.get(position)));
            if let (Some(part), Some(moved)) = (parts.get_mut(part), moved.get_mut(index)) {
                *moved = part.before.len();
                part.before.push((name, block, key));
            }
        }
        for (name, block, matched) in self.after {
            let part = part_of(&mut parts, block.labels.get(position));
            let matched = matched.and_then(|index| moved.get(index).copied());
            if let Some(part) = parts.get_mut(part) {
                part.after.push((name, block, matched));
            }
        }
        parts
    }

    /// The last of some blocks in the document.
    pub(super) fn last(&self) -> Option<Key> {
        let keys = self.before.iter().filter_map(|(.., key)| *key);
        keys.max_by_key(|key| key.index())
    }

    /// Whether the document has the blocks in this order.
    pub(super) fn is_in_order(&self) -> bool {
        let keys = self.before.iter().filter_map(|(.., key)| *key);
        keys.map(Key::index).is_sorted()
    }
}

/// For each block of a body the index of its type, and its index among the blocks of this type.
pub(super) fn in_order(object: &Object<'_>, types: &HashMap<&str, usize>) -> Vec<(usize, usize)> {
    let mut counts: HashMap<usize, usize> = HashMap::new();
    let blocks = object.types().filter_map(|name| {
        let ty = *types.get(name)?;
        let count = counts.entry(ty).or_default();
        *count += 1;
        Some((ty, *count - 1))
    });
    blocks.collect()
}
