//! The items of a body, divided so that each can be changed separately.

use std::sync::Arc;

use hashbrown::HashMap;

use super::Layout;
use super::block::Block;
use super::expression::Expression;
use super::item::{Attribute, Item, Kind};
use super::list::{Key, List};
use super::text::{
    Text, end_of_line, last_indentation, leading_blank_lines, line_end_at, whole_lines,
    with_line_ends, without_trailing_blank_lines,
};
use crate::syntax::{BodyRef, ItemRef, Tree};

/// The number of lookups before a body builds an index.
const UNINDEXED_LOOKUPS: u32 = 4;

/// All texts together, in order, are the text of the body.
#[derive(Clone)]
pub(super) struct Content {
    /// The opening brace with the rest of its line; at the top of a document, the byte order mark.
    pub(super) open: Text,
    pub(super) items: List<Item>,
    /// The text after the line of the last item.
    pub(super) end: Text,
    /// The closing brace.
    pub(super) close: &'static str,
    line_end: &'static str,
    /// The indentation of the items that the source has.
    pub(super) indentation: Option<Box<str>>,
    last_attribute: Option<Key>,
    index: Option<Index>,
    lookups: u32,
}

/// The place for a new item.
#[derive(Clone, Copy)]
pub(super) enum Position {
    /// An attribute after the other attributes, a block at the end.
    Usual,
    End,
    Before(Key),
    Behind(Key),
}

/// The keys of attributes and blocks by their names and labels.
#[derive(Clone, Default)]
struct Index {
    attributes: HashMap<Box<str>, Key>,
    blocks: HashMap<Box<str>, Vec<Key>>,
    /// The number of blocks of each type.
    types: HashMap<Box<str>, usize>,
    /// Blocks that may have a new type or new labels, with their keys in the index.
    unsure: Vec<(Key, Box<str>)>,
}

impl Content {
    /// The body of a new block.
    pub(super) fn of_new_block() -> Self {
        Content { open: Text::from("{\n"), ..Content::empty(true) }
    }

    /// No items, between braces or not.
    pub(super) fn empty(has_braces: bool) -> Self {
        let (open, close) = if has_braces { ("{", "}") } else { ("", "") };
        Content {
            open: Text::from(open),
            indentation: None,
            items: List::with_capacity(0),
            end: Text::default(),
            close,
            line_end: "\n",
            last_attribute: None,
            index: None,
            lookups: 0,
        }
    }

    pub(super) fn open(tree: &Arc<Tree<'static>>, body: BodyRef<'_>, layout: Layout) -> Self {
        let (span, text) = (body.span(), &*tree.source);
        let has_braces = span.text(text).starts_with('{');
        let mark = if has_braces || !text.starts_with('\u{feff}') { 0 } else { 3 };
        let inner = span.start + if has_braces { 1 } else { mark };
        let end = span.end - u32::from(has_braces);
        let mut content = Content::empty(has_braces);
        content.items = List::with_capacity(body.items().len());
        // The start of the text before the next item.
        let mut lead = inner;
        if has_braces {
            let first = body.items().next().map_or(end, |item| item.span().start);
            let gap = text.get(inner as usize..first as usize).unwrap_or_default();
            lead += end_of_line(gap).unwrap_or(0) as u32;
        }
        content.open = Text::source(tree, span.start, lead);
        content.line_end = line_end_at(text, span.start as usize);
        let mut items = body.items().peekable();
        while let Some(item) = items.next() {
            let span = item.span();
            let next = items.peek().map_or(end, |next| next.span().start);
            let gap = text.get(span.end as usize..next as usize).unwrap_or_default();
            let behind = span.end + end_of_line(gap).unwrap_or(gap.len()) as u32;
            let key = content.items.push(Item {
                detached: Text::default(),
                lead: Text::source(tree, lead, span.start),
                kind: open_item(tree, item, layout),
                tail: Text::source(tree, span.end, behind),
                gaps: Default::default(),
                is_fresh: false,
            });
            if item.as_attribute().is_some() {
                content.last_attribute = Some(key);
            }
            lead = behind;
        }
        content.end = Text::source(tree, lead, end);
        content.indentation = content.find_indentation();
        content
    }

    fn find_indentation(&self) -> Option<Box<str>> {
        let mut starts_line = self.open.is_empty() || self.open.ends_with('\n');
        self.items.iter().find_map(|(_, item)| {
            let is_first = starts_line || item.lead.contains('\n');
            starts_line = item.tail.ends_with('\n');
            is_first.then(|| last_indentation(&item.lead).into())
        })
    }

    /// Whether the body is in the form for one line: its first item follows the brace directly.
    pub(super) fn is_on_one_line(&self) -> bool {
        self.close == "}" && !self.open.ends_with('\n')
    }

    /// The attribute with this name.
    pub(super) fn attribute(&self, name: &str) -> Option<Key> {
        if let Some(index) = &self.index {
            return index.attributes.get(name).copied();
        }
        let is_wanted = |item: &Item| item.expression().is_some() && item.name() == name;
        self.items.iter().find(|(_, item)| is_wanted(item)).map(|(key, _)| key)
    }

    /// The number of blocks with this type and exactly these labels, and the one at a position among
    /// them.
    pub(super) fn block(&self, name: &str, labels: &[&str], nth: usize) -> (usize, Option<Key>) {
        if let Some(index) = self.index.as_ref().filter(|index| index.unsure.is_empty()) {
            let keys = index.blocks.get(&*group(name, labels)).map_or(&[][..], Vec::as_slice);
            return (keys.len(), keys.get(nth).copied());
        }
        let is_wanted = |item: &Item| {
            item.as_block().is_some_and(|block| block.name() == name && block.has_labels(labels))
        };
        let wanted = self.items.iter().filter(|(_, item)| is_wanted(item));
        wanted.enumerate().fold((0, None), |(_, found), (index, (key, _))| {
            (index + 1, if index == nth { Some(key) } else { found })
        })
    }

    /// Whether there is a block of this type.
    pub(super) fn has_type(&self, name: &str) -> bool {
        match self.index.as_ref().filter(|index| index.unsure.is_empty()) {
            Some(index) => index.types.get(name).is_some_and(|count| *count > 0),
            None => {
                self.items.iter().filter_map(|(_, it)| it.as_block()).any(|it| it.name() == name)
            }
        }
    }

    /// Builds an index if there are many lookups, and updates it.
    pub(super) fn prepare_lookup(&mut self) {
        self.lookups = self.lookups.saturating_add(1);
        if self.index.is_none() && self.lookups > UNINDEXED_LOOKUPS {
            self.index = Some(Index::of(&self.items));
        }
        self.settle();
    }

    /// Updates the index for blocks that may have another type or other labels.
    fn settle(&mut self) {
        let Some(index) = &mut self.index else { return };
        for (key, before) in std::mem::take(&mut index.unsure) {
            let Some(block) = self.items.get(key).and_then(Item::as_block) else { continue };
            let now = group_of(block);
            if now != before {
                index.remove_block(&before, key, &self.items);
                index.add_block(now, key, &self.items);
            }
        }
    }

    /// The block, for any changes.
    pub(super) fn block_mut(&mut self, key: Key) -> Option<&mut Block> {
        let block = self.items.get_mut(key)?.as_block_mut()?;
        if let Some(index) = &mut self.index {
            index.unsure.push((key, group_of(block)));
        }
        Some(block)
    }

    /// All blocks, for any changes.
    pub(super) fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        if let Some(index) = &mut self.index {
            let blocks = self.items.iter().filter_map(|(key, item)| Some((key, item.as_block()?)));
            index.unsure.extend(blocks.map(|(key, block)| (key, group_of(block))));
        }
        self.items.iter_mut().filter_map(|(_, item)| item.as_block_mut())
    }

    /// Renames an attribute.
    pub(super) fn rename(&mut self, key: Key, to: &str) {
        let Some(Kind::Attribute(attribute)) = self.items.get_mut(key).map(|item| &mut item.kind)
        else {
            return;
        };
        let before = std::mem::replace(&mut attribute.name, Text::from(to));
        if let Some(index) = &mut self.index {
            index.attributes.remove(&*before);
            index.attributes.insert(to.into(), key);
        }
        match &attribute.original_name {
            None => attribute.original_name = Some(before),
            Some(original) if **original == *to => attribute.original_name = None,
            Some(_) => {}
        }
    }

    /// Adds an item.
    pub(super) fn insert(&mut self, position: Position, mut item: Item, layout: Layout) -> Key {
        self.settle();
        if let Some(block) = item.as_block_mut() {
            block.body_mut().adopt(layout);
        }
        item.is_fresh = true;
        let is_attribute = item.expression().is_some();
        let gaps = std::mem::take(&mut item.gaps);
        let [before, behind] = gaps.map(|gap| Text::from(with_line_ends(&gap, self.line_end)));
        let position = match position {
            Position::Usual => self.usual_position(is_attribute, layout),
            Position::Behind(key) if self.items.next(key).is_none() && behind.is_empty() => {
                Position::Behind(key)
            }
            position => position,
        };
        let key = match position {
            Position::Usual | Position::End => {
                let mut detached = self.lines_before_end(layout);
                end_line(&mut detached, &before, self.line_end);
                item.detached = Text::from(format!("{detached}{}", &*before));
                self.end.prepend(&behind);
                self.items.push(item)
            }
            Position::Before(next) => {
                if let Some(next) = self.items.get_mut(next) {
                    let mut detached = next.take_detached();
                    end_line(&mut detached, &before, self.line_end);
                    item.detached = Text::from(format!("{detached}{}", &*before));
                    next.detached = behind;
                }
                self.items.insert_before(next, item)
            }
            Position::Behind(previous) => {
                item.detached = before;
                match self.items.next(previous).and_then(|next| self.items.get_mut(next)) {
                    Some(next) => next.detached.prepend(&behind),
                    None => self.end.prepend(&behind),
                }
                self.items.insert_behind(previous, item)
            }
        };
        self.added(key, is_attribute);
        key
    }

    fn usual_position(&self, is_attribute: bool, layout: Layout) -> Position {
        if !is_attribute || layout == Layout::Appending {
            return Position::End;
        }
        match (self.last_attribute, self.items.first()) {
            (Some(last), _) if self.items.next(last).is_some() => Position::Behind(last),
            (None, Some(first)) => Position::Before(first),
            _ => Position::End,
        }
    }

    /// Takes the lines after the last item that come before an appended item: all of them, or all
    /// except the blank ones at the end.
    fn lines_before_end(&mut self, layout: Layout) -> String {
        let end = &*self.end;
        let lines = self.lines_of_end();
        let lines = match layout {
            Layout::Canonical => without_trailing_blank_lines(&end[..lines]),
            Layout::Appending => lines,
        };
        let taken = end[..lines].to_owned();
        if lines > 0 {
            self.end = Text::from(&end[lines..]);
        }
        taken
    }

    fn added(&mut self, key: Key, is_attribute: bool) {
        if is_attribute {
            let is_last = match self.last_attribute {
                None => true,
                Some(last) => {
                    self.items.previous(key) == Some(last) || self.items.next(key).is_none()
                }
            };
            if is_last {
                self.last_attribute = Some(key);
            }
        }
        if let (Some(index), Some(item)) = (&mut self.index, self.items.get(key)) {
            index.add(key, item, &self.items);
        }
    }

    /// Removes an item with its comments and one blank line if two would remain.
    pub(super) fn take(&mut self, key: Key, layout: Layout) -> Option<Item> {
        self.settle();
        let (previous, next) = (self.items.previous(key), self.items.next(key));
        if let (Some(index), Some(item)) = (&mut self.index, self.items.get(key)) {
            index.remove(key, item, &self.items);
        }
        let mut item = self.items.remove(key)?;
        if self.last_attribute == Some(key) {
            let before = std::iter::successors(previous, |key| self.items.previous(*key));
            let is_attribute =
                |key: &Key| self.items.get(*key).is_some_and(|item| item.expression().is_some());
            self.last_attribute = before.into_iter().find(is_attribute);
        }
        let mut before = item.take_detached();
        let next_item = next.and_then(|next| self.items.get_mut(next));
        let behind = match next_item {
            Some(next) if next.detached.is_empty() => &mut next.lead,
            Some(next) => &mut next.detached,
            None => &mut self.end,
        };
        if layout == Layout::Canonical && !item.is_fresh {
            let kept = without_trailing_blank_lines(&before);
            let blank = leading_blank_lines(behind);
            let is_at_start = previous.is_none() && before.is_empty();
            let is_at_end = next.is_none() && behind.trim().is_empty();
            if blank > 0 && (kept < before.len() || is_at_start) {
                item.gaps[1] = Text::from(&behind[..blank]);
                *behind = Text::from(&behind[blank..]);
            } else if is_at_end && kept < before.len() {
                item.gaps[0] = Text::from(before.split_off(kept));
            }
        }
        let behind = match next.and_then(|next| self.items.get_mut(next)) {
            Some(next) => &mut next.detached,
            None => &mut self.end,
        };
        end_line(&mut before, behind, self.line_end);
        behind.prepend(&before);
        Some(item)
    }

    /// The length of the lines after the last item, without the line of the closing brace.
    fn lines_of_end(&self) -> usize {
        match self.close {
            "}" => whole_lines(&self.end),
            _ => self.end.len(),
        }
    }

    pub(super) fn append_blank_line(&mut self) {
        let (lines, rest) = self.end.split_at(self.lines_of_end());
        self.end = Text::from(format!("{lines}{}{rest}", self.line_end));
    }

    /// Removes everything.
    pub(super) fn clear(&mut self) {
        *self = Content { line_end: self.line_end, ..Content::empty(self.close == "}") };
    }
}

/// Ends the last line of a text before another one. The last line of a document may have no line end.
fn end_line(text: &mut String, behind: &str, line_end: &str) {
    if !text.is_empty() && !text.ends_with('\n') && !behind.is_empty() {
        text.push_str(line_end);
    }
}

fn open_item(tree: &Arc<Tree<'static>>, item: ItemRef<'_>, layout: Layout) -> Kind {
    if let Some(block) = item.as_block() {
        return Kind::Block(Block::open(tree, block, layout));
    }
    let (name, expression) = (item.name_span(), item.0.first());
    Kind::Attribute(Attribute {
        name: Text::source(tree, name.start, name.end),
        original_name: None,
        equals: Text::source(tree, name.end, expression.span().start),
        original: Text::source(tree, expression.span().start, expression.span().end),
        expression: Expression::of(tree, expression.id),
    })
}

impl Index {
    fn of(items: &List<Item>) -> Self {
        let mut index = Index::default();
        for (key, item) in items.iter() {
            match &item.kind {
                Kind::Attribute(attribute) => {
                    index.attributes.insert((*attribute.name).into(), key);
                }
                Kind::Block(block) => {
                    *index.types.entry(block.name().into()).or_default() += 1;
                    index.blocks.entry(group_of(block)).or_default().push(key);
                }
            }
        }
        index
    }

    /// Adds an item of the list to the index.
    fn add(&mut self, key: Key, item: &Item, items: &List<Item>) {
        match &item.kind {
            Kind::Attribute(attribute) => {
                self.attributes.insert((*attribute.name).into(), key);
            }
            Kind::Block(block) => self.add_block(group_of(block), key, items),
        }
    }

    fn add_block(&mut self, group: Box<str>, key: Key, items: &List<Item>) {
        *self.types.entry(type_of(&group).into()).or_default() += 1;
        let keys = self.blocks.entry(group).or_default();
        match items.next(key) {
            Some(_) if !keys.is_empty() => keys.insert(place(key, keys, items), key),
            _ => keys.push(key),
        }
    }

    /// Removes an item of the list from the index.
    fn remove(&mut self, key: Key, item: &Item, items: &List<Item>) {
        match &item.kind {
            Kind::Attribute(attribute) => {
                self.attributes.remove(&*attribute.name);
            }
            Kind::Block(block) => self.remove_block(&group_of(block), key, items),
        }
    }

    fn remove_block(&mut self, group: &str, key: Key, items: &List<Item>) {
        let Some(keys) = self.blocks.get_mut(group) else { return };
        let at = if keys.len() > 1 { place(key, keys, items) } else { 0 };
        if keys.get(at) == Some(&key) {
            keys.remove(at);
            if let Some(count) = self.types.get_mut(type_of(group)) {
                *count -= 1;
            }
        }
    }
}

/// The place of an item among others that are in the order of the list.
fn place(key: Key, others: &[Key], items: &List<Item>) -> usize {
    let position = items.position(key);
    others.partition_point(|other| items.position(*other) < position)
}

/// The key of a block: its type and its labels.
fn group(name: &str, labels: &[&str]) -> Box<str> {
    let mut group = String::from(name);
    for label in labels {
        group.push('\0');
        group.push_str(label);
    }
    group.into()
}

/// The type of the blocks with this key.
fn type_of(group: &str) -> &str {
    group.split('\0').next().unwrap_or_default()
}

fn group_of(block: &Block) -> Box<str> {
    let labels = block.labels();
    let labels: smallvec::SmallVec<[&str; 4]> = labels.iter().map(String::as_str).collect();
    group(block.name(), &labels)
}
