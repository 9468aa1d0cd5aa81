//! Applies the changes of a value to a document: only the differences between its two drafts are
//! written.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use super::Layout;
use super::block::Block;
use super::body::Body;
use super::content::Position;
use super::draft::{BlockDraft, Draft, Encoded, Object, Value, hash_of};
use super::expression::{Expression, Form};
use super::item::{Item, editing};
use super::list::Key;
use super::matching::{Traits, longest_increasing, match_parts};
use crate::diagnostic::catalog::editing as catalog;
use crate::diagnostic::error::Result;
use crate::limits::stack::nest;
use crate::syntax::{BodyRef, ExpressionRef, Tree, View};

/// The notation of changed parts. Each is more certain to be read as the value, and keeps less of
/// the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    /// That of the document: attributes or blocks, objects or tuples.
    Document,
    /// The same, but sequences without elements are tuples, and so are new ones with one element.
    Tuples,
    /// That of the serializer, for each changed item.
    Value,
    /// The same, for each changed item of the document as a whole. Its comments are lost.
    Anew,
}

impl Notation {
    pub(super) const ALL: [Notation; 4] =
        [Notation::Document, Notation::Tuples, Notation::Value, Notation::Anew];
}

/// Changes a document from one draft of a value to another.
pub(super) fn update(
    before: &Encoded,
    after: &Encoded,
    notation: Notation,
    target: &mut Body,
) -> Result<()> {
    Update { tree: after.tree(), notation }.entries(&before.object(), &after.object(), target)
}

struct Update<'t> {
    /// The tree of the later draft.
    tree: &'t Arc<Tree<'static>>,
    notation: Notation,
}

/// The blocks of one type in the drafts, and their matches.
struct Type<'d, 'a> {
    name: &'d str,
    before: Cow<'d, [BlockDraft<'a>]>,
    after: Cow<'d, [BlockDraft<'a>]>,
    /// The blocks of the document that correspond to the earlier ones. None corresponds to a generated
    /// block.
    keys: Vec<Option<Key>>,
    /// For each later block the index of the corresponding earlier one.
    matches: Vec<Option<usize>>,
    is_changed: bool,
}

/// Blocks in their order, which may have several types.
#[derive(Default)]
struct Sequence<'s, 'a> {
    /// With the type, and the block of the document.
    before: Vec<(&'s str, &'s BlockDraft<'a>, Option<Key>)>,
    /// With the type, and the index of the corresponding earlier block.
    after: Vec<(&'s str, &'s BlockDraft<'a>, Option<usize>)>,
}

impl Update<'_> {
    fn entries(&self, before: &Object<'_>, after: &Object<'_>, target: &mut Body) -> Result<()> {
        let mut places = Places::of(target);
        let known = before.by_key();
        let kept: HashSet<&str> = after.entries.iter().map(|(name, _)| &**name).collect();
        let removed = before.entries.iter().filter(|(name, _)| !kept.contains(&**name));
        let removed = removed.map(|(name, draft)| (&**name, Some(draft), None));
        let others = after.entries.iter();
        let others =
            others.map(|(name, draft)| (&**name, known.get(&**name).copied(), Some(draft)));
        let mut types = Vec::new();
        for (name, before, after) in removed.chain(others) {
            let place = places.names.remove(name).unwrap_or_default();
            let blocks = self.entry(name, before, after, place, target);
            types.extend(blocks.map_err(|error| error.in_field(name))?);
        }
        if types.iter().any(|it| it.is_changed) || !before.types().eq(after.types()) {
            self.types(&types, (before, after), &places, target)?;
        }
        Ok(())
    }

    /// Changes the attribute with this name, or returns its blocks.
    fn entry<'d, 'a>(
        &self,
        name: &'d str,
        before: Option<&'d Draft<'a>>,
        after: Option<&'d Draft<'a>>,
        place: Place,
        target: &mut Body,
    ) -> Result<Option<Type<'d, 'a>>> {
        let is_changed = before != after;
        let layout = target.layout();
        if is_changed && self.notation == Notation::Anew && !place.is_generated {
            for key in place.attribute.into_iter().chain(place.blocks) {
                target.content_mut().take(key, layout);
            }
            return self.new_entry(name, after, target);
        }
        let Some(first) = place.blocks.first() else {
            return match (place.attribute, after) {
                _ if !is_changed => Ok(None),
                (None, _) if place.is_generated => Err(editing(catalog::generated_block(name, ""))),
                (Some(key), Some(Draft::Blocks(blocks))) if self.notation == Notation::Value => {
                    target.content_mut().take(key, layout);
                    Ok(Some(Type::of_new(name, blocks)))
                }
                (Some(key), Some(after)) => {
                    let current = target.content_mut().items.get_mut(key);
                    let current = current.and_then(Item::expression_mut);
                    current.map(|it| self.attribute(before, after, it)).transpose().map(|_| None)
                }
                (Some(key), None) => {
                    target.content_mut().take(key, layout);
                    Ok(None)
                }
                (None, after) => self.new_entry(name, after, target),
            };
        };
        let labels = target.content().items.get(*first).and_then(Item::as_block);
        let labels = labels.map_or(0, |block| block.labels().len());
        let as_blocks = |draft: Option<&'d Draft<'a>>| match draft {
            Some(draft) => draft.as_blocks(labels),
            None => Some(Cow::Borrowed(&[][..])),
        };
        let is_possible = match self.notation {
            Notation::Document => true,
            Notation::Tuples => !after.is_some_and(Draft::is_empty),
            Notation::Value | Notation::Anew => matches!(after, Some(Draft::Blocks(_)) | None),
        };
        match (as_blocks(before), as_blocks(after)) {
            (Some(before), Some(after)) if is_possible || !is_changed => {
                let keys = keys_of(&before, &place.blocks, target);
                let matches = match is_changed {
                    true => match_blocks(&before, &after),
                    false => (0..before.len()).map(Some).collect(),
                };
                Ok(Some(Type { name, before, after, keys, matches, is_changed }))
            }
            _ if !is_changed => Ok(None),
            _ => {
                for key in place.blocks {
                    target.content_mut().take(key, layout);
                }
                self.new_entry(name, after, target)
            }
        }
    }

    /// Adds an attribute, or returns blocks to be added.
    fn new_entry<'d, 'a>(
        &self,
        name: &'d str,
        after: Option<&'d Draft<'a>>,
        target: &mut Body,
    ) -> Result<Option<Type<'d, 'a>>> {
        match after {
            Some(Draft::Blocks(blocks)) => return Ok(Some(Type::of_new(name, blocks))),
            Some(after) => {
                let expression = match after {
                    Draft::Leaf(leaf) => Expression::parse(leaf.text())?,
                    _ => self.new_expression(after)?,
                };
                let item = Item::with_expression(name, expression)?;
                let layout = target.layout();
                target.content_mut().insert(Position::Usual, item, layout);
            }
            None => {}
        }
        Ok(None)
    }

    /// Changes the blocks of a body. If the document has all of them in the order of the value, they
    /// are one sequence. Otherwise the blocks of each type are one.
    fn types(
        &self,
        types: &[Type<'_, '_>],
        (before, after): (&Object<'_>, &Object<'_>),
        places: &Places,
        target: &mut Body,
    ) -> Result<()> {
        let indexes: HashMap<&str, usize> =
            types.iter().enumerate().map(|(index, it)| (it.name, index)).collect();
        let (befores, afters) = (in_order(before, &indexes), in_order(after, &indexes));
        let count = |types: &[Type<'_, '_>], blocks: fn(&Type<'_, '_>) -> usize| -> usize {
            types.iter().map(blocks).sum()
        };
        let is_whole = befores.len() == count(types, |it| it.before.len())
            && afters.len() == count(types, |it| it.after.len());
        if is_whole {
            let whole = Sequence::of(types, &befores, &afters);
            if places.are_in_order(&whole) {
                return self.sequence(&whole, &mut None, target);
            }
        }
        for (index, it) in types.iter().enumerate().filter(|(_, it)| it.is_changed) {
            let befores: Vec<_> = (0..it.before.len()).map(|block| (index, block)).collect();
            let afters: Vec<_> = (0..it.after.len()).map(|block| (index, block)).collect();
            let sequence = Sequence::of(types, &befores, &afters);
            let mut last = places.last(&sequence);
            self.by_labels(sequence, 0, places, &mut last, target)
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
        places: &Places,
        last: &mut Option<Key>,
        target: &mut Body,
    ) -> Result<()> {
        let has_labels = sequence.before.iter().any(|(_, block, _)| block.labels.len() > depth);
        if !has_labels || places.are_in_order(&sequence) {
            return self.sequence(&sequence, last, target);
        }
        for part in sequence.by_label(depth) {
            nest(|| self.by_labels(part, depth + 1, places, last, target))?;
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
        target: &mut Body,
    ) -> Result<()> {
        let layout = target.layout();
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
                        false => move_block(*key, position, target),
                    };
                    self.block(known, block, key, target)?;
                    key
                }
                Some((_, known, None)) if known == block && staying.contains(&index) => continue,
                Some((_, known, None)) => return Err(missing(name, known)),
                None => {
                    let item = self.new_block(name, block, layout)?;
                    target.content_mut().insert(position, item, layout)
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
                target.content_mut().take(key, layout);
            }
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
        match (&before.content, &after.content) {
            (Draft::Object(before), Draft::Object(after)) => {
                nest(|| self.entries(before, after, block.body_mut()))
            }
            _ => Ok(()),
        }
    }

    fn new_block(&self, name: &str, draft: &BlockDraft<'_>, layout: Layout) -> Result<Item> {
        if let Some(block) = draft.block {
            return Ok(Block::open(self.tree, block, layout).into());
        }
        let mut block = Block::new(name, draft.labels.iter().map(|label| label.to_string()))?;
        if let Draft::Object(object) = &draft.content {
            for (name, value) in &object.entries {
                let item = Item::with_expression(name, self.new_expression(value)?)?;
                block.body_mut().content_mut().insert(Position::Usual, item, layout);
            }
        }
        Ok(block.into())
    }

    /// Changes the expression of an attribute.
    fn attribute(
        &self,
        before: Option<&Draft<'_>>,
        after: &Draft<'_>,
        target: &mut Expression,
    ) -> Result<()> {
        if let Draft::Leaf(leaf) = after {
            // The source text is kept, so a heredoc remains one.
            *target = Expression::parse(leaf.text())?;
            return Ok(());
        }
        if self.notation == Notation::Value {
            *target = self.new_expression(after)?;
            return Ok(());
        }
        self.expression(before, after, target)
    }

    /// Changes an expression of the document. If the document has the elements of the draft, changes
    /// it element by element.
    fn expression(
        &self,
        before: Option<&Draft<'_>>,
        after: &Draft<'_>,
        target: &mut Expression,
    ) -> Result<()> {
        let is_tuple = target.is_tuple();
        let before = before.map(|before| before.as_value(is_tuple));
        let after = after.as_value(is_tuple);
        let is_changed = match (before.as_deref(), &*after) {
            (Some(Draft::Object(before)), Draft::Object(after)) => {
                self.object(before, after, target)?
            }
            (Some(Draft::Tuple(before)), Draft::Tuple(after)) => {
                self.tuple(before, after, target)?
            }
            _ => false,
        };
        if !is_changed {
            *target = self.new_expression(&after)?.enclosed();
        }
        Ok(())
    }

    fn new_expression(&self, draft: &Draft<'_>) -> Result<Expression> {
        let wants_tuples = self.notation == Notation::Tuples;
        Expression::new(&Value { draft, wants_tuples })
    }

    /// Changes an object element by element. Returns whether the document has an object with these
    /// keys.
    fn object(
        &self,
        before: &Object<'_>,
        after: &Object<'_>,
        target: &mut Expression,
    ) -> Result<bool> {
        if !target.is_object_of_names() {
            return Ok(false);
        }
        let known = before.by_key();
        let kept: HashSet<&str> = after.entries.iter().map(|(key, _)| &**key).collect();
        for (key, value) in &after.entries {
            let before = known.get(&**key).copied();
            match target.get_mut(key) {
                _ if before == Some(value) => {}
                Some(current) => nest(|| self.expression(before, value, current))?,
                None => target.insert_expression(key, self.new_expression(value)?)?,
            }
        }
        for (key, _) in before.entries.iter().filter(|(key, _)| !kept.contains(&**key)) {
            target.remove(key);
        }
        Ok(true)
    }

    /// Changes a tuple element by element. Returns whether the document has a tuple of the same
    /// length.
    fn tuple(
        &self,
        before: &[Draft<'_>],
        after: &[Draft<'_>],
        target: &mut Expression,
    ) -> Result<bool> {
        if !target.is_tuple() || target.count() != Some(before.len()) {
            return Ok(false);
        }
        let traits = |elements: &[Draft<'_>]| -> Vec<Traits> {
            elements.iter().map(|element| traits_of(0, element)).collect()
        };
        let matches = match_parts(&traits(before), &traits(after));
        let keys = target.keys();
        let hashes = keys.iter().map(|key| hash_of_source(target.element_mut(*key)?));
        let order = corresponding(before.iter().map(Draft::hash), hashes);
        let is_ordered = order.is_sorted();
        let staying: HashSet<usize> = match is_ordered {
            true => longest_increasing(&matches).into_iter().collect(),
            false => (0..after.len()).filter(|it| matches.get(*it) != Some(&None)).collect(),
        };
        let mut kept = HashSet::new();
        for (index, draft) in after.iter().enumerate().filter(|(index, _)| staying.contains(index))
        {
            let matched = matches.get(index).copied().flatten();
            let known = matched.and_then(|it| Some((before.get(it)?, keys.get(*order.get(it)?)?)));
            let Some((before, key)) = known else { continue };
            kept.insert(*key);
            if let Some(current) = target.element_mut(*key).filter(|_| before != draft) {
                nest(|| self.expression(Some(before), draft, current))?;
            }
        }
        let removed = keys.iter().filter(|key| !kept.contains(key));
        removed.for_each(|key| target.remove_element(*key));
        for (index, draft) in after.iter().enumerate().filter(|(index, _)| !staying.contains(index))
        {
            let position = if is_ordered { index } else { after.len() };
            target.insert_at(position, self.new_expression(draft)?);
        }
        Ok(true)
    }
}

/// The hash of an expression in the document, if it has not changed.
fn hash_of_source(expression: &mut Expression) -> Option<u64> {
    match expression.form() {
        Form::Source(tree, id) => {
            Some(Draft::of_expression(ExpressionRef(View::new(tree, *id))).hash())
        }
        _ => None,
    }
}

/// For each part of a draft the index of the part of the document: the one with the same hash, if the
/// document has parts with these hashes in another order. Otherwise both have the same order.
fn corresponding(
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

/// Moves a block with its comments. Returns its new key.
fn move_block(key: Key, position: Position, target: &mut Body) -> Key {
    let layout = target.layout();
    let content = target.content_mut();
    let position = match position {
        Position::Before(next) if next == key => {
            content.items.next(key).map_or(Position::End, Position::Before)
        }
        position => position,
    };
    match content.take(key, layout) {
        Some(item) => content.insert(position, Item { gaps: Default::default(), ..item }, layout),
        None => key,
    }
}

#[cold]
fn missing(name: &str, block: &BlockDraft<'_>) -> crate::Error {
    editing(catalog::generated_block(name, &block.labels.join(" ")))
}

impl<'d, 'a> Type<'d, 'a> {
    /// Blocks of a type that the document does not have.
    fn of_new(name: &'d str, blocks: &'d [BlockDraft<'a>]) -> Self {
        Type {
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
    fn of(
        types: &'s [Type<'_, 'a>],
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
    fn by_label(self, position: usize) -> Vec<Self> {
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
}

/// For each block of a body the index of its type, and its index among the blocks of this type.
fn in_order(object: &Object<'_>, types: &HashMap<&str, usize>) -> Vec<(usize, usize)> {
    let mut counts: HashMap<usize, usize> = HashMap::new();
    let blocks = object.types().filter_map(|name| {
        let ty = *types.get(name)?;
        let count = counts.entry(ty).or_default();
        *count += 1;
        Some((ty, *count - 1))
    });
    blocks.collect()
}

/// The items of a body by their names.
struct Places {
    names: HashMap<Box<str>, Place>,
    positions: HashMap<Key, usize>,
}

#[derive(Default)]
struct Place {
    attribute: Option<Key>,
    blocks: Vec<Key>,
    /// Whether a `dynamic` block generates blocks of this type.
    is_generated: bool,
}

impl Places {
    fn of(body: &Body) -> Self {
        let mut places = Places { names: HashMap::new(), positions: HashMap::new() };
        for (position, (key, item)) in body.content().items.iter().enumerate() {
            places.positions.insert(key, position);
            let place = places.names.entry(item.name().into()).or_default();
            match item.as_block() {
                None => place.attribute = Some(key),
                Some(block) => {
                    place.blocks.push(key);
                    if let ("dynamic", [name]) = (block.name(), &*block.labels()) {
                        places.names.entry((**name).into()).or_default().is_generated = true;
                    }
                }
            }
        }
        places
    }

    /// The last of some blocks in the document.
    fn last(&self, sequence: &Sequence<'_, '_>) -> Option<Key> {
        let keys = sequence.before.iter().filter_map(|(.., key)| *key);
        keys.max_by_key(|key| self.positions.get(key))
    }

    /// Whether the document has the blocks in this order.
    fn are_in_order(&self, sequence: &Sequence<'_, '_>) -> bool {
        let keys = sequence.before.iter().filter_map(|(.., key)| *key);
        keys.map(|key| self.positions.get(&key)).is_sorted()
    }
}

/// The blocks of the document that correspond to the blocks of a draft: those with the same labels,
/// in order.
fn keys_of(drafts: &[BlockDraft<'_>], blocks: &[Key], target: &Body) -> Vec<Option<Key>> {
    let content = target.content();
    let mut by_labels: HashMap<Vec<Cow<'_, str>>, [Vec<usize>; 2]> = HashMap::new();
    for (index, draft) in drafts.iter().enumerate() {
        by_labels.entry(draft.labels.clone()).or_default()[0].push(index);
    }
    for (index, key) in blocks.iter().enumerate() {
        let Some(block) = content.items.get(*key).and_then(Item::as_block) else { continue };
        let labels: Vec<_> = block.labels().into_iter().map(Cow::Owned).collect();
        if let Some([_, blocks]) = by_labels.get_mut(&labels) {
            blocks.push(index);
        }
    }
    let mut keys = vec![None; drafts.len()];
    for [indexes, found] in by_labels.into_values() {
        let order: Vec<usize> = match found.len() {
            0 | 1 => (0..indexes.len()).collect(),
            _ => {
                let hashes = found.iter().map(|index| {
                    let block = content.items.get(*blocks.get(*index)?)?.as_block()?;
                    let body = BodyRef(block.body().untouched()?);
                    Some(Draft::Object(Object::of_body(body)).hash())
                });
                let drafts = indexes.iter().filter_map(|it| drafts.get(*it));
                corresponding(drafts.map(|draft| draft.content.hash()), hashes)
            }
        };
        for (index, place) in indexes.iter().zip(order) {
            let key = found.get(place).and_then(|index| blocks.get(*index));
            if let (Some(slot), Some(key)) = (keys.get_mut(*index), key) {
                *slot = Some(*key);
            }
        }
    }
    keys
}

/// For each later block the index of the corresponding earlier one.
fn match_blocks(before: &[BlockDraft<'_>], after: &[BlockDraft<'_>]) -> Vec<Option<usize>> {
    match (before, after) {
        ([one], [other]) if one.labels == other.labels => return vec![Some(0)],
        ([], _) => return vec![None; after.len()],
        _ => {}
    }
    let traits = |blocks: &[BlockDraft<'_>]| -> Vec<Traits> {
        blocks.iter().map(|block| traits_of(hash_of(&block.labels), &block.content)).collect()
    };
    match_parts(&traits(before), &traits(after))
}

fn traits_of(identity: u64, draft: &Draft<'_>) -> Traits {
    Traits { identity, content: draft.hash(), parts: draft.part_hashes() }
}
