//! Changes the blocks of a body.

use std::collections::HashSet;

use super::super::draft::{BlockDraft, Draft};
use super::super::matching::longest_increasing;
use super::Update;
use super::sequence::{Blocks, label};
use crate::diagnostic::catalog::editing as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::document::{Edit, Key, Lines, NewItem, NewValue, Position, header_edits};
use crate::limits::stack::nest;

impl Update<'_> {
    /// Changes the blocks of a body. If the document has all of them in the order of the value, they
    /// are one sequence. Otherwise the blocks of each type are one.
    pub(super) fn blocks(&self, mut blocks: Blocks<'_, '_>, lines: &mut Lines<'_>) -> Result<()> {
        let is_whole = blocks.sort();
        let all: (Vec<_>, Vec<_>) =
            ((0..blocks.before.len()).collect(), (0..blocks.after.len()).collect());
        if is_whole && blocks.keys(&all.0).map(Key::index).is_sorted() {
            return self.sequence(&blocks, &all, &mut None, lines);
        }
        for of_type in blocks.split(all, 0) {
            let mut last = blocks.keys(&of_type.0).max_by_key(|key| key.index());
            self.by_labels(&blocks, of_type, 1, &mut last, lines)?;
        }
        Ok(())
    }

    /// Changes blocks of one type with the same first labels. If the document does not have them in the
    /// order of the value, they are the values of a map, and the next label is its key. The keys of a
    /// map have no order: no block is moved, and new blocks are added at the end.
    fn by_labels(
        &self,
        blocks: &Blocks<'_, '_>,
        part: (Vec<usize>, Vec<usize>),
        depth: usize,
        last: &mut Option<Key>,
        lines: &mut Lines<'_>,
    ) -> Result<()> {
        let has_labels = part.0.iter().any(|it| label(&blocks.before[*it], depth).is_some());
        if !has_labels || blocks.keys(&part.0).map(Key::index).is_sorted() {
            return self.sequence(blocks, &part, last, lines);
        }
        for part in blocks.split(part, depth) {
            nest(|| self.by_labels(blocks, part, depth + 1, last, lines))?;
        }
        Ok(())
    }

    /// Changes blocks, so that they are in order afterwards if they were before: as few as possible are
    /// moved, and new ones are added behind the previous one. A block without a neighbor is added
    /// behind the `last` one.
    fn sequence(
        &self,
        blocks: &Blocks<'_, '_>,
        (before, after): &(Vec<usize>, Vec<usize>),
        last: &mut Option<Key>,
        lines: &mut Lines<'_>,
    ) -> Result<()> {
        let matches: Vec<Option<usize>> = after.iter().map(|it| blocks.after[*it].2).collect();
        let staying: HashSet<usize> = longest_increasing(&matches).into_iter().collect();
        let anchor = blocks.keys(before).next();
        let mut next_staying = vec![None; matches.len()];
        let mut next = None;
        for (index, place) in next_staying.iter_mut().enumerate().rev() {
            *place = next;
            let key = matches[index].and_then(|it| blocks.before[it].2);
            next = key.filter(|_| staying.contains(&index)).or(next);
        }
        let mut previous = None;
        for (index, next) in next_staying.into_iter().enumerate() {
            let (name, block, matched) = &blocks.after[after[index]];
            let position = match (previous, next.or(anchor), *last) {
                (Some(previous), ..) => Position::Behind(previous),
                (None, Some(next), _) => Position::Before(next),
                (None, None, Some(last)) => Position::Behind(last),
                (None, None, None) => Position::End,
            };
            let key = match matched.map(|index| &blocks.before[index]) {
                Some((_, known, Some(key))) => {
                    if !staying.contains(&index) {
                        lines.move_to(*key, position);
                    }
                    self.block(known, block, *key, lines).map(|()| *key)
                }
                Some((_, known, None)) if known == block && staying.contains(&index) => continue,
                Some((_, known, None)) => Err(missing(name, known)),
                None => self.new_block(name, block).map(|new| lines.insert(position, new)),
            };
            let key = key.map_err(|error| error.in_field(name))?;
            if matches!(position, Position::Behind(previous) if Some(previous) == *last) {
                *last = Some(key);
            }
            previous = Some(key);
        }
        let kept: HashSet<usize> = matches.into_iter().flatten().collect();
        for (name, block, key) in
            before.iter().filter(|index| !kept.contains(index)).map(|index| &blocks.before[*index])
        {
            lines.remove(key.ok_or_else(|| missing(name, block).in_field(name))?);
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
