//! Applies the changes of a value to a document: only the differences between its two drafts are
//! written.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use super::Layout;
use super::block::Block;
use super::body::Body;
use super::content::Position;
use super::draft::{BlockDraft, Draft, Entries};
use super::expression::Expression;
use super::item::{Item, editing};
use super::list::Key;
use crate::diagnostic::catalog::editing as catalog;
use crate::error::Result;
use crate::stack::nest;
use crate::syntax::{BodyRef, Tree, View};

/// Changes a document from one draft of a value to another.
pub(super) fn update(before: BodyRef<'_>, after: &crate::Body, target: &mut Body) -> Result<()> {
    let (tree, root) = after.clone().into_parts();
    let after = Draft::of_body(BodyRef(View::new(&tree, root)));
    Update { tree: &tree }.content(&Draft::of_body(before), &after, target)
}

struct Update<'t> {
    /// The tree of the later draft.
    tree: &'t Arc<Tree<'static>>,
}

impl Update<'_> {
    fn content(&self, before: &Draft<'_>, after: &Draft<'_>, target: &mut Body) -> Result<()> {
        match (before, after) {
            (Draft::Object(before), Draft::Object(after)) => {
                nest(|| self.entries(before, after, target))
            }
            _ => Ok(()),
        }
    }

    fn entries(
        &self,
        before: Entries<'_, '_>,
        after: Entries<'_, '_>,
        target: &mut Body,
    ) -> Result<()> {
        let known = Draft::by_key(before);
        let kept: HashSet<&str> = after.iter().map(|(name, _)| &**name).collect();
        let removed = before.iter().filter(|(name, _)| !kept.contains(&**name));
        let removed = removed.map(|(name, draft)| (name, Some(draft), None));
        let others =
            after.iter().map(|(name, draft)| (name, known.get(&**name).copied(), Some(draft)));
        for (name, before, after) in removed.chain(others) {
            if before != after {
                self.entry(name, before, after, target).map_err(|error| error.in_field(name))?;
            }
        }
        Ok(())
    }

    /// Changes the attribute or the blocks with this name.
    fn entry(
        &self,
        name: &str,
        before: Option<&Draft<'_>>,
        after: Option<&Draft<'_>>,
        target: &mut Body,
    ) -> Result<()> {
        if target.expression(name).is_some() {
            return attribute(name, before, after, target);
        }
        let block = target.blocks().find(|block| block.name() == name);
        let labels = block.map(|block| block.labels().len());
        match (labels, after) {
            (None, None) => Ok(()),
            (None, Some(Draft::Blocks(_))) if target.block("dynamic", &[name]).is_some() => {
                Err(editing(catalog::generated_block(name, "")))
            }
            (None, Some(Draft::Blocks(blocks))) => self.blocks(name, &[], blocks, target),
            (None, Some(after)) => target.set([name], after),
            (Some(labels), _) => {
                if let (Some(before), Some(after)) =
                    (blocks_of(before, labels), blocks_of(after, labels))
                {
                    return self.blocks(name, &before, &after, target);
                }
                remove_blocks(name, target);
                match after {
                    Some(Draft::Blocks(after)) => self.blocks(name, &[], after, target),
                    Some(after) => target.set([name], after),
                    None => Ok(()),
                }
            }
        }
    }

    fn blocks(
        &self,
        name: &str,
        before: &[BlockDraft<'_>],
        after: &[BlockDraft<'_>],
        target: &mut Body,
    ) -> Result<()> {
        let keys = keys(name, before, target);
        let matched = match_blocks(before, after);
        let is_kept: HashSet<usize> = matched.iter().filter_map(|index| *index).collect();
        let missing = |block: &BlockDraft<'_>| {
            editing(catalog::generated_block(name, &block.labels.join(" ")))
        };
        // A new block is added after the previous one if only positions identify the blocks, and
        // otherwise after the last one of its type.
        let blocks = target.content().items.iter().filter(|(_, item)| item.as_block().is_some());
        let mut last = blocks.filter(|(_, item)| item.name() == name).map(|(key, _)| key).last();
        let mut previous = None;
        for (block, index) in after.iter().zip(matched) {
            let key = match index.and_then(|index| Some((before.get(index)?, *keys.get(index)?))) {
                Some((known, Some(key))) => {
                    self.block(known, block, key, target)?;
                    key
                }
                Some((known, _)) if known == block => continue,
                Some((known, None)) => return Err(missing(known)),
                None => {
                    let place = if block.labels.is_empty() { previous } else { last };
                    let position = match place.or(last) {
                        Some(key) if place.is_some() => Position::Behind(key),
                        Some(_) => {
                            keys.iter().find_map(|key| *key).map_or(Position::End, Position::Before)
                        }
                        None => Position::End,
                    };
                    let item = self.new_block(name, block, target.layout())?;
                    let layout = target.layout();
                    let key = target.content_mut().insert(position, item, layout);
                    last = Some(key);
                    key
                }
            };
            previous = Some(key);
        }
        for (index, block) in
            before.iter().enumerate().filter(|(index, _)| !is_kept.contains(index))
        {
            let key = keys.get(index).copied().flatten().ok_or_else(|| missing(block))?;
            let layout = target.layout();
            target.content_mut().take(key, layout);
        }
        Ok(())
    }

    fn block(
        &self,
        before: &BlockDraft<'_>,
        after: &BlockDraft<'_>,
        key: Key,
        target: &mut Body,
    ) -> Result<()> {
        if before == after {
            return Ok(());
        }
        let Some(block) = target.content_mut().block_mut(key) else { return Ok(()) };
        if before.labels != after.labels {
            block.set_labels(after.labels.iter().map(|label| label.to_string()));
        }
        self.content(&before.content, &after.content, block.body_mut())
    }

    fn new_block(&self, name: &str, draft: &BlockDraft<'_>, layout: Layout) -> Result<Item> {
        if let Some(block) = draft.block {
            return Ok(Block::open(self.tree, block, layout).into());
        }
        let mut block = Block::new(name, draft.labels.iter().map(|label| label.to_string()))?;
        if let Draft::Object(entries) = &draft.content {
            for (name, value) in entries {
                block.body_mut().set([name], value)?;
            }
        }
        Ok(block.into())
    }
}

/// A draft as blocks with this many labels.
fn blocks_of<'a>(draft: Option<&Draft<'a>>, labels: usize) -> Option<Vec<BlockDraft<'a>>> {
    match draft {
        Some(draft) => draft.as_blocks(labels).map(Cow::into_owned),
        None => Some(Vec::new()),
    }
}

fn remove_blocks(name: &str, target: &mut Body) {
    let layout = target.layout();
    let content = target.content_mut();
    let is_wanted = |item: &Item| item.as_block().is_some_and(|block| block.name() == name);
    let keys: Vec<Key> =
        content.items.iter().filter(|(_, item)| is_wanted(item)).map(|(key, _)| key).collect();
    for key in keys {
        content.take(key, layout);
    }
}

/// The keys of the document's blocks that correspond to the blocks of a draft: those with the same
/// type and labels, in order.
fn keys(name: &str, blocks: &[BlockDraft<'_>], target: &mut Body) -> Vec<Option<Key>> {
    let content = target.content_mut();
    let mut counts: HashMap<&[Cow<'_, str>], usize> = HashMap::new();
    let keys = blocks.iter().map(|block| {
        let count = counts.entry(&*block.labels).or_default();
        let labels: Vec<&str> = block.labels.iter().map(|label| &**label).collect();
        content.prepare_lookup();
        let (_, key) = content.block(name, &labels, *count);
        *count += 1;
        key
    });
    keys.collect()
}

/// The indexes of the earlier and of the later blocks with the same labels.
#[derive(Default)]
struct Group {
    before: Vec<usize>,
    after: Vec<usize>,
}

/// For each later block the index of the corresponding earlier one: with the same labels if there
/// is one, otherwise by position.
fn match_blocks(before: &[BlockDraft<'_>], after: &[BlockDraft<'_>]) -> Vec<Option<usize>> {
    let mut groups: HashMap<&[Cow<'_, str>], Group> = HashMap::new();
    for (index, block) in before.iter().enumerate() {
        groups.entry(&*block.labels).or_default().before.push(index);
    }
    for (index, block) in after.iter().enumerate() {
        groups.entry(&*block.labels).or_default().after.push(index);
    }
    let mut matched = vec![None; after.len()];
    let (mut removed, mut added) = (Vec::new(), Vec::new());
    for group in groups.into_values() {
        let pairs = match_sequences(group.before.len(), group.after.len(), |one, other| {
            let pair = group.before.get(one).zip(group.after.get(other));
            pair.is_some_and(|(one, other)| before.get(*one) == after.get(*other))
        });
        let kept: HashSet<usize> = pairs.iter().filter_map(|index| *index).collect();
        let is_removed = |(index, _): &(usize, &usize)| !kept.contains(index);
        removed.extend(group.before.iter().enumerate().filter(is_removed).map(|(_, one)| *one));
        for (other, pair) in group.after.iter().zip(pairs) {
            match (pair.and_then(|pair| group.before.get(pair)), matched.get_mut(*other)) {
                (Some(one), Some(matched)) => *matched = Some(*one),
                _ => added.push(*other),
            }
        }
    }
    removed.sort_unstable();
    added.sort_unstable();
    // The remaining blocks have new labels.
    for (one, other) in removed.into_iter().zip(added) {
        if let Some(matched) = matched.get_mut(other) {
            *matched = Some(one);
        }
    }
    matched
}

/// For each later element the index of the earlier one. Equal elements at the start and at the end
/// correspond; the others correspond by position.
fn match_sequences(
    before: usize,
    after: usize,
    is_same: impl Fn(usize, usize) -> bool,
) -> Vec<Option<usize>> {
    let shorter = before.min(after);
    let start = (0..shorter).take_while(|index| is_same(*index, *index)).count();
    let end =
        (1..=shorter - start).take_while(|index| is_same(before - index, after - index)).count();
    let between: Range<usize> = start..before - end;
    let matched = (0..after).map(|index| {
        if index >= after - end {
            return Some(before - (after - index));
        }
        (index < start || between.contains(&index)).then_some(index)
    });
    matched.collect()
}

/// Changes an attribute of the document.
fn attribute(
    name: &str,
    before: Option<&Draft<'_>>,
    after: Option<&Draft<'_>>,
    target: &mut Body,
) -> Result<()> {
    let Some(after) = after else {
        return target.remove([name]).map(drop);
    };
    let Some(current) = target.expression_mut([name]) else { return Ok(()) };
    let is_tuple = current.is_tuple();
    let before = before.map(|before| before.as_value(is_tuple));
    let after = after.as_value(is_tuple);
    if let Draft::Leaf(leaf) = &*after {
        // The source text is kept, so a heredoc remains one.
        *current = Expression::parse(leaf.text())?;
        return Ok(());
    }
    expression(before.as_deref(), &after, current)
}

/// Changes an expression of the document. If the document has the elements of the draft, changes it
/// element by element.
fn expression(
    before: Option<&Draft<'_>>,
    after: &Draft<'_>,
    target: &mut Expression,
) -> Result<()> {
    let is_changed = match (before, after) {
        (Some(Draft::Object(before)), Draft::Object(after)) => object(before, after, target)?,
        (Some(Draft::Tuple(before)), Draft::Tuple(after)) => tuple(before, after, target)?,
        _ => false,
    };
    if !is_changed {
        *target = Expression::new(after)?.enclosed();
    }
    Ok(())
}

/// Changes an object element by element. Returns whether the document has an object with these
/// keys.
fn object(
    before: Entries<'_, '_>,
    after: Entries<'_, '_>,
    target: &mut Expression,
) -> Result<bool> {
    if !target.is_object_of_names() {
        return Ok(false);
    }
    let known = Draft::by_key(before);
    let kept: HashSet<&str> = after.iter().map(|(key, _)| &**key).collect();
    for (key, value) in after {
        let after = value.as_value(false);
        match (known.get(&**key), target.get_mut(key)) {
            (Some(before), _) if **before == *value => {}
            (Some(before), Some(current)) => {
                let after = value.as_value(current.is_tuple());
                nest(|| expression(Some(&before.as_value(current.is_tuple())), &after, current))?;
            }
            (None, Some(current)) => nest(|| expression(None, &after, current))?,
            (_, None) => target.insert(key, &*after)?,
        }
    }
    for (key, _) in before.iter().filter(|(key, _)| !kept.contains(&**key)) {
        target.remove(key);
    }
    Ok(true)
}

/// Changes a tuple element by element. Returns whether the document has a tuple of the same length.
fn tuple(before: &[Draft<'_>], after: &[Draft<'_>], target: &mut Expression) -> Result<bool> {
    if !target.is_tuple() || target.count() != Some(before.len()) {
        return Ok(false);
    }
    let pairs = match_sequences(before.len(), after.len(), |a, b| before.get(a) == after.get(b));
    let kept: HashSet<usize> = pairs.iter().filter_map(|index| *index).collect();
    let keys = target.keys();
    for (draft, index) in after.iter().zip(&pairs) {
        let Some((before, key)) = index.and_then(|it| Some((before.get(it)?, *keys.get(it)?)))
        else {
            continue;
        };
        if let Some(current) = target.element_mut(key).filter(|_| before != draft) {
            nest(|| expression(Some(before), draft, current))?;
        }
    }
    let removed = keys.iter().enumerate().filter(|(index, _)| !kept.contains(index));
    removed.for_each(|(_, key)| target.remove_element(*key));
    for (position, draft) in after.iter().enumerate().filter(|(index, _)| pairs[*index].is_none()) {
        target.insert_at(position, Expression::new(draft)?);
    }
    Ok(true)
}
