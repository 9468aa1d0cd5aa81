//! Changes the blocks of a body.

use std::collections::{HashMap, HashSet};

use super::super::draft::{BlockDraft, Draft, Object};
use super::super::matching::longest_increasing;
use super::Update;
use super::sequence::{BlocksOfType, Sequence, in_order};
use crate::diagnostic::catalog::editing as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::document::{Edit, Key, Lines, NewItem, NewValue, Position, header_edits};
use crate::limits::stack::nest;

impl Update<'_> {
    /// Changes the blocks of a body. If the document has all of them in the order of the value, they
    /// are one sequence. Otherwise the blocks of each type are one.
    pub(super) fn types(
        &self,
        types: &[BlocksOfType<'_, '_>],
        (before, after): (&Object<'_>, &Object<'_>),
        lines: &mut Lines<'_>,
    ) -> Result<()> {
        let indexes: HashMap<&str, usize> =
            types.iter().enumerate().map(|(index, it)| (it.name, index)).collect();
        let (befores, afters) = (in_order(before, &indexes), in_order(after, &indexes));
        let count = |types: &[BlocksOfType<'_, '_>],
                     blocks: fn(&BlocksOfType<'_, '_>) -> usize|
         -> usize { types.iter().map(blocks).sum() };
        let is_whole = befores.len() == count(types, |it| it.before.len())
            && afters.len() == count(types, |it| it.after.len());
        if is_whole {
            let whole = Sequence::of(types, &befores, &afters);
            if whole.is_in_order() {
                return self.sequence(&whole, &mut None, lines);
            }
        }
        for (index, it) in types.iter().enumerate().filter(|(_, it)| it.is_changed) {
            let befores: Vec<_> = (0..it.before.len()).map(|block| (index, block)).collect();
            let afters: Vec<_> = (0..it.after.len()).map(|block| (index, block)).collect();
            let sequence = Sequence::of(types, &befores, &afters);
            let mut last = sequence.last();
            self.by_labels(sequence, 0, &mut last, lines)
                .map_err(|error| error.in_field(it.name))?;
        }
        Ok(())
    }

    /// Changes blocks of one type with the same first labels. If the document does not have them in the
    /// order of the value, they are the values of a map, and the next label is its key. The keys of a
    /// map have no order: no block is moved, and new blocks are added at the end.
    fn by_labels(
        &self,
        sequence: Sequence<'_, '_>,
        depth: usize,
        last: &mut Option<Key>,
        lines: &mut Lines<'_>,
    ) -> Result<()> {
        let has_labels = sequence.before.iter().any(|(_, block, _)| block.labels.len() > depth);
        if !has_labels || sequence.is_in_order() {
            return self.sequence(&sequence, last, lines);
        }
        for part in sequence.by_label(depth) {
            nest(|| self.by_labels(part, depth + 1, last, lines))?;
        }
        Ok(())
    }

    /// Changes blocks, so that they are in order afterwards if they were before: as few as possible are
    /// moved, and new ones are added behind the previous one. A block without a neighbor is added
    /// behind the `last` one.
    fn sequence(
        &self,
        sequence: &Sequence<'_, '_>,
        last: &mut Option<Key>,
        lines: &mut Lines<'_>,
    ) -> Result<()> {
        let matches: Vec<Option<usize>> = sequence.after.iter().map(|(.., index)| *index).collect();
        let staying: HashSet<usize> = longest_increasing(&matches).into_iter().collect();
        let key_of = |index: usize| sequence.before.get(index).and_then(|(.., key)| *key);
        let anchor = sequence.before.iter().find_map(|(.., key)| *key);
        let mut next_staying = vec![None; matches.len()];
        let mut next = None;
        for (index, place) in next_staying.iter_mut().enumerate().rev() {
            *place = next;
            let key = matches.get(index).copied().flatten().and_then(key_of);
            next = key.filter(|_| staying.contains(&index)).or(next);
        }
        let mut previous = None;
        for (index, (name, block, matched)) in sequence.after.iter().enumerate() {
            let next = next_staying.get(index).copied().flatten().or(anchor);
            let position = match (previous, next, *last) {
                (Some(previous), ..) => Position::Behind(previous),
                (None, Some(next), _) => Position::Before(next),
                (None, None, Some(last)) => Position::Behind(last),
                (None, None, None) => Position::End,
            };
            let known = matched.and_then(|index| sequence.before.get(index));
            let key = match known {
                Some((_, known, Some(key))) => {
                    let key = match staying.contains(&index) {
                        true => *key,
                        false => {
                            lines.move_to(*key, position);
                            *key
                        }
                    };
                    self.block(known, block, key, lines)?;
                    key
                }
                Some((_, known, None)) if known == block && staying.contains(&index) => continue,
                Some((_, known, None)) => return Err(missing(name, known)),
                None => {
                    let new = self.new_block(name, block)?;
                    lines.insert(position, new)
                }
            };
            if matches!(position, Position::Behind(previous) if Some(previous) == *last) {
                *last = Some(key);
            }
            previous = Some(key);
        }
        let kept: HashSet<usize> = matches.into_iter().flatten().collect();
        for (index, (name, block, key)) in sequence.before.iter().enumerate() {
            if !kept.contains(&index) {
                let key = key.ok_or_else(|| missing(name, block))?;
                lines.remove(key);
            }
        }
        Ok(())
    }

    fn block(
        &self,
        before: &BlockDraft<'_>,
        after: &BlockDraft<'_>,
        key: Key,
        lines: &mut Lines<'_>,
    ) -> Result<()> {
        if before == after {
            return Ok(());
        }
        let Some(block) = lines.block(key) else { return Ok(()) };
        let mut edits = Vec::new();
        if before.labels != after.labels {
            edits = header_edits(block, None, Some(&after.labels));
        }
        if let (Draft::Object(before), Draft::Object(after)) = (&before.content, &after.content) {
            let text = nest(|| self.body(before, after, block.body()))?;
            edits.push(Edit { span: block.body().span(), text });
        }
        let text = Edit::applied(&edits, block.text(), block.span().start);
        lines.set_value(key, &NewValue::in_place(text));
        Ok(())
    }

    fn new_block(&self, name: &str, draft: &BlockDraft<'_>) -> Result<NewItem> {
        if let Some(block) = draft.block {
            return Ok(self.after.new_item(block.id()));
        }
        let mut attributes = Vec::new();
        if let Draft::Object(object) = &draft.content {
            for (name, value) in &object.entries {
                attributes.push((name, self.new_value(value)?));
            }
        }
        NewItem::block_of(name, &draft.labels, attributes)
    }
}

#[cold]
fn missing(name: &str, block: &BlockDraft<'_>) -> Error {
    Error::edit(catalog::generated_block(name, &block.labels.join(" ")))
}
