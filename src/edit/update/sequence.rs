//! Sequences: the elements of a tuple, or the blocks of a body, the earlier ones with those of the document,
//! and the later ones.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::super::draft::BlockDraft;
use super::super::matching::longest_increasing;
use crate::diagnostic::error::Result;
use crate::document::{Key, Line, Lines, Position, grouped};

/// Changes a sequence, so that its parts are in order afterwards if they were before: as few as possible are
/// moved, and new ones are added behind the previous one. A part without a neighbor is added behind the
/// `last` one.
///
/// It consists of earlier parts, which the document may have, and of later ones, each with the earlier one
/// that becomes it. The closure gets both. It changes the part, or returns it if it is new.
pub(super) fn sequence<'l>(
    (before, matches): (&[usize], &[Option<usize>]),
    key_of: impl Fn(usize) -> Option<Key>,
    last: &mut Option<Key>,
    lines: &mut Lines<'l>,
    mut change: impl FnMut(
        Option<usize>,
        Option<usize>,
        &mut Lines<'l>,
    ) -> Result<Option<Line<'static>>>,
) -> Result<()> {
    let keys: Vec<Option<Key>> = matches.iter().map(|it| key_of((*it)?)).collect();
    let staying = longest_increasing(matches);
    let first = staying.iter().find_map(|index| keys[*index]);
    let first = first.or_else(|| before.iter().find_map(|index| key_of(*index)));
    let staying: HashSet<usize> = staying.into_iter().collect();
    let mut previous = None;
    for index in 0..matches.len() {
        let position = match (previous, first, *last) {
            (Some(previous), ..) => Position::Behind(previous),
            (None, Some(first), _) => Position::Before(first),
            (None, None, Some(last)) => Position::Behind(last),
            (None, None, None) => Position::End,
        };
        if let Some(key) = keys[index].filter(|_| !staying.contains(&index)) {
            lines.move_to(key, position);
        }
        let new = change(matches[index], Some(index), lines)?;
        let Some(key) = new.map(|new| lines.insert(position, new)).or(keys[index]) else {
            continue;
        };
        if matches!(position, Position::Behind(previous) if Some(previous) == *last) {
            *last = Some(key);
        }
        previous = Some(key);
    }
    let kept: HashSet<usize> = matches.iter().flatten().copied().collect();
    for index in before.iter().filter(|index| !kept.contains(index)) {
        change(Some(*index), None, lines)?;
        if let Some(key) = key_of(*index) {
            lines.remove(key);
        }
    }
    Ok(())
}

/// The blocks of a body with their types.
#[derive(Default)]
pub(super) struct Blocks<'d, 'a> {
    /// The earlier ones, with the block of the document. None corresponds to a generated block.
    pub(super) before: Vec<(&'d str, Cow<'d, BlockDraft<'a>>, Option<Key>)>,
    /// The later ones, with the index of the corresponding earlier one.
    pub(super) after: Vec<(&'d str, Cow<'d, BlockDraft<'a>>, Option<usize>)>,
}

impl<'d, 'a> Blocks<'d, 'a> {
    /// Adds later blocks of a type that the document does not have.
    pub(super) fn add_new(&mut self, name: &'d str, blocks: &'d [BlockDraft<'a>]) {
        self.after.extend(blocks.iter().map(|block| (name, Cow::Borrowed(block), None)));
    }

    /// Adds blocks of a type.
    pub(super) fn add(
        &mut self,
        name: &'d str,
        (before, keys): (Vec<Cow<'d, BlockDraft<'a>>>, Vec<Option<Key>>),
        (after, matches): (Vec<Cow<'d, BlockDraft<'a>>>, Vec<Option<usize>>),
    ) {
        let start = self.before.len();
        let before = before.into_iter().zip(keys);
        self.before.extend(before.map(|(block, key)| (name, block, key)));
        let after = after.into_iter().zip(matches);
        let index = |matched: Option<usize>| matched.map(|index| start + index);
        self.after.extend(after.map(|(block, matched)| (name, block, index(matched))));
    }

    /// Sorts them as in the value. Returns whether the value has an order of all of them.
    pub(super) fn sort(&mut self) -> bool {
        let place = |block: &BlockDraft<'_>| block.block.map(|block| block.span().start);
        let mut order: Vec<usize> = (0..self.before.len()).collect();
        order.sort_by_key(|index| place(&self.before[*index].1));
        let mut places = vec![0; order.len()];
        order.into_iter().enumerate().for_each(|(place, index)| places[index] = place);
        self.before.sort_by_key(|(_, block, _)| place(block));
        self.after.sort_by_key(|(_, block, _)| place(block));
        for (.., matched) in &mut self.after {
            *matched = matched.map(|index| places[index]);
        }
        let has_place = |block: &BlockDraft<'_>| block.block.is_some();
        self.before.iter().all(|it| has_place(&it.1))
            && self.after.iter().all(|it| has_place(&it.1))
    }

    /// The blocks of the document.
    pub(super) fn keys(&self, before: &[usize]) -> impl Iterator<Item = Key> {
        before.iter().filter_map(|index| self.before[*index].2)
    }

    /// The blocks with the same type and this number of equal labels. An earlier block belongs to the later one
    /// that it becomes.
    pub(super) fn split(
        &self,
        (before, after): (Vec<usize>, Vec<usize>),
        depth: usize,
    ) -> Vec<(Vec<usize>, Vec<usize>)> {
        let kind = |name: &'d str, block: &BlockDraft<'a>| {
            (name, block.labels.iter().take(depth).cloned().collect::<Vec<_>>())
        };
        let of_after = |index: usize| kind(self.after[index].0, &self.after[index].1);
        let becomes = after.iter().filter_map(|it| Some((self.after[*it].2?, of_after(*it))));
        let becomes: HashMap<usize, _> = becomes.collect();
        let of_before = |index: usize| {
            let own = || kind(self.before[index].0, &self.before[index].1);
            becomes.get(&index).cloned().unwrap_or_else(own)
        };
        let before = before.into_iter().map(|index| (of_before(index), (true, index)));
        let after = after.iter().map(|index| (of_after(*index), (false, *index)));
        let parts = grouped(before.chain(after)).into_iter().map(|(_, part)| {
            let of = |is_before| {
                let part = part.iter().filter(move |(it, _)| *it == is_before);
                part.map(|(_, index)| *index).collect()
            };
            (of(true), of(false))
        });
        parts.collect()
    }
}
