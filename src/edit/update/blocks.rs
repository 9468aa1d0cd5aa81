//! Changes the blocks of a body.

use super::super::draft::{BlockDraft, Draft};
use super::Notation;
use super::sequence::{Blocks, sequence};
use crate::diagnostic::catalog::editing as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::document::{Block, Edit, Key, Line, Lines, NewValue, label_edit};
use crate::limits::stack::nest;

impl Notation {
    /// Changes the blocks of a body. If the document has all of them in the order of the value, they
    /// are one sequence. Otherwise the blocks of each type are one, or those with the same first labels.
    pub(super) fn blocks(self, mut blocks: Blocks<'_, '_>, lines: &mut Lines<'_>) -> Result<()> {
        let is_whole = blocks.sort();
        let all: (Vec<_>, Vec<_>) =
            ((0..blocks.before.len()).collect(), (0..blocks.after.len()).collect());
        if is_whole && blocks.keys(&all.0).map(Key::index).is_sorted() {
            return self.sequence(&blocks, &all, &mut None, lines);
        }
        for of_type in blocks.split(all, 0) {
            let mut last = blocks.keys(&of_type.0).max_by_key(|key| key.index());
            let labels = of_type.0.iter().map(|it| blocks.before[*it].1.labels.len()).max();
            let mut parts = vec![of_type];
            // Blocks in another order are the values of a map, and the next label is its key. The keys of a map
            // have no order: no block is moved, and new blocks are added at the end.
            for depth in 1..=labels.unwrap_or(0) {
                let divided = parts.into_iter().flat_map(|part| {
                    match blocks.keys(&part.0).map(Key::index).is_sorted() {
                        true => vec![part],
                        false => blocks.split(part, depth),
                    }
                });
                parts = divided.collect();
            }
            for part in parts {
                self.sequence(&blocks, &part, &mut last, lines)?;
            }
        }
        Ok(())
    }

    /// Changes blocks as a sequence.
    fn sequence(
        self,
        blocks: &Blocks<'_, '_>,
        (before, after): &(Vec<usize>, Vec<usize>),
        last: &mut Option<Key>,
        lines: &mut Lines<'_>,
    ) -> Result<()> {
        let matches: Vec<Option<usize>> = after.iter().map(|it| blocks.after[*it].2).collect();
        let key = |index: usize| blocks.before[index].2;
        sequence((before, &matches), key, last, lines, |known, new, lines| {
            let known = known.map(|index| &blocks.before[index]);
            let (name, done) = match (known, new.map(|index| &blocks.after[after[index]])) {
                (Some((_, known, Some(key))), Some((name, new, _))) => {
                    (name, self.block(known, new, *key, lines).map(|()| None))
                }
                (Some((_, known, None)), Some((_, new, _))) if known == new => return Ok(None),
                (Some((name, known, None)), _) => {
                    let labels = known.labels.join(" ");
                    (name, Err(Error::edit(catalog::generated_block(name, &labels))))
                }
                (None, Some((name, new, _))) => (name, self.new_block(name, new).map(Some)),
                _ => return Ok(None),
            };
            done.map_err(|error| error.in_field(name))
        })
    }

    fn block(
        self,
        before: &BlockDraft<'_>,
        after: &BlockDraft<'_>,
        key: Key,
        lines: &mut Lines<'_>,
    ) -> Result<()> {
        if before == after {
            return Ok(());
        }
        if let (Notation::Value, Some(block)) = (self, after.block) {
            lines.set_value(key, &NewValue::moved(block.text()));
            return Ok(());
        }
        let Some(block) = lines.block(key) else { return Ok(()) };
        let mut edits = Vec::new();
        if before.labels != after.labels {
            edits.extend(label_edit(block, &after.labels));
        }
        if let (Draft::Object(before), Draft::Object(after)) = (&before.content, &after.content) {
            let text = nest(|| self.body(before, after, block.body()))?;
            edits.push(Edit { span: block.body().span(), text });
        }
        let text = Edit::applied(&edits, block.text(), block.span().start);
        lines.set_value(key, &NewValue::in_place(text));
        Ok(())
    }

    fn new_block(self, name: &str, draft: &BlockDraft<'_>) -> Result<Line<'static>> {
        if let Some(block) = draft.block {
            return Line::of_block(Block::from(block));
        }
        let mut block = Block::new(name).with_labels(&draft.labels);
        if let Draft::Object(object) = &draft.content {
            for (name, value) in &object.entries {
                block = block.with_attribute(name, self.as_expression(value));
            }
        }
        Line::of_block(block)
    }
}
