//! The items of a body, divided so that each can be changed separately.

use super::index::{Index, group, group_of};
use super::item::Around;
use super::list::List;
use super::order::Key;
use super::root::{Own, Root, see_body};
use super::text::{Text, end_of_line, line_end_at, trimmed};
use super::{Attribute, Block, Item, Layout, render};
use crate::diagnostic::error::{Error, Result};
use crate::format::format;
use crate::format::indentation::last_indentation;
use crate::limits::stack::{has_stack, nest};
use crate::syntax::BodyRef;

/// The start of the body of a new block.
const OPEN: &str = "{\n";

/// The number of lookups before a body builds an index.
const UNINDEXED_LOOKUPS: u32 = 4;

/// All texts together, in order, are the text of the body.
#[derive(Clone)]
pub(crate) struct Items {
    /// The opening brace with the rest of its line; at the top of a document, the byte order mark.
    pub(super) open: Text,
    pub(crate) list: List<Item>,
    /// The text after the line of the last item.
    pub(super) end: Text,
    /// The closing brace.
    pub(crate) close: &'static str,
    pub(super) line_end: &'static str,
    /// The indentation of the items that the source has.
    pub(crate) indentation: Option<Box<str>>,
    pub(super) last_attribute: Option<Key>,
    pub(super) index: Option<Index>,
    lookups: u32,
    pub(super) layout: Layout,
    /// Whether no part of it has a source, so that it has the canonical layout.
    pub(super) is_built: bool,
    /// The depth of blocks with own parts inside each other.
    pub(super) levels: u32,
}

/// Blocks can be nested deeply.
impl Drop for Items {
    fn drop(&mut self) {
        // With enough stack, the items are dropped after this in the usual way.
        if !has_stack() {
            nest(|| self.list = List::with_capacity(0));
        }
    }
}

impl Items {
    /// No items, in the body of a new block or in a new document.
    pub(crate) fn empty(is_block: bool) -> Self {
        let (open, close) = if is_block { (OPEN, "}") } else { ("", "") };
        Items {
            open: Text::from(open),
            indentation: None,
            list: List::with_capacity(0),
            end: Text::default(),
            close,
            line_end: "\n",
            last_attribute: None,
            index: None,
            lookups: 0,
            layout: Layout::default(),
            is_built: true,
            levels: 0,
        }
    }

    fn find_indentation(&self) -> Option<Box<str>> {
        let mut starts_line = self.open.is_empty() || self.open.ends_with('\n');
        self.list.iter().find_map(|(_, item)| {
            let around = item.around()?;
            let is_first = starts_line || around.lead.contains('\n');
            starts_line = around.tail.ends_with('\n');
            is_first.then(|| last_indentation(&around.lead).into())
        })
    }

    /// Whether the body is in the form for one line: its first item follows the brace directly.
    pub(crate) fn is_on_one_line(&self) -> bool {
        self.has_braces() && !self.open.ends_with('\n')
    }

    pub(crate) fn has_braces(&self) -> bool {
        self.close == "}"
    }

    /// Whether it is the body of a new block without content.
    pub(crate) fn is_empty_block(&self) -> bool {
        self.is_built && self.has_braces() && self.list.is_empty() && self.end.is_empty()
    }

    /// Puts new items between the braces of a block.
    pub(super) fn add_braces(&mut self) {
        (self.open, self.close) = (Text::from(OPEN), "}");
    }

    pub(super) fn adopt(&mut self, layout: Layout) {
        self.layout = layout;
        for block in self.blocks_mut() {
            nest(|| block.adopt(layout));
        }
    }

    pub(crate) fn attribute(&self, name: &str) -> Option<Key> {
        if let Some(index) = &self.index {
            return index.attributes.get(name).copied();
        }
        let is_wanted = |item: &Item| item.as_attribute().is_some() && item.name() == name;
        self.list.iter().find(|(_, item)| is_wanted(item)).map(|(key, _)| key)
    }

    /// The number of blocks with this type and exactly these labels, and the one at a position among
    /// them.
    pub(crate) fn block(&self, name: &str, labels: &[&str], nth: usize) -> (usize, Option<Key>) {
        if let Some(index) = self.index.as_ref().filter(|index| index.unsure.is_empty()) {
            let keys = index.blocks.get(&*group(name, labels)).map_or(&[][..], Vec::as_slice);
            return (keys.len(), keys.get(nth).copied());
        }
        let is_wanted = |item: &Item| {
            item.as_block().is_some_and(|block| block.name() == name && block.has_labels(labels))
        };
        let wanted = self.list.iter().filter(|(_, item)| is_wanted(item));
        wanted.enumerate().fold((0, None), |(_, found), (index, (key, _))| {
            (index + 1, if index == nth { Some(key) } else { found })
        })
    }

    /// Whether there is a block of this type.
    pub(crate) fn has_type(&self, name: &str) -> bool {
        match self.index.as_ref().filter(|index| index.unsure.is_empty()) {
            Some(index) => index.types.get(name).is_some_and(|count| *count > 0),
            None => {
                self.list.iter().filter_map(|(_, it)| it.as_block()).any(|it| it.name() == name)
            }
        }
    }

    /// Builds an index if there are many lookups, and updates it.
    pub(crate) fn prepare_lookup(&mut self) {
        self.lookups = self.lookups.saturating_add(1);
        if self.index.is_none() && self.lookups > UNINDEXED_LOOKUPS {
            self.index = Some(Index::of(&self.list));
        }
        self.update_index();
    }

    /// Updates the index for blocks that may have another type or other labels.
    pub(super) fn update_index(&mut self) {
        let Some(index) = &mut self.index else { return };
        for (key, before) in std::mem::take(&mut index.unsure) {
            let Some(block) = self.list.get(key).and_then(Item::as_block) else { continue };
            let now = group_of(block);
            if now != before {
                index.remove_block(&before, key, &self.list);
                index.add_block(now, key, &self.list);
            }
        }
    }

    /// The block, for any changes.
    pub(crate) fn block_mut(&mut self, key: Key) -> Option<&mut Block> {
        let block = self.list.get_mut(key)?.as_block_mut()?;
        if let Some(index) = &mut self.index {
            index.unsure.push((key, group_of(block)));
        }
        Some(block)
    }

    /// All blocks, for any changes.
    pub(crate) fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        if let Some(index) = &mut self.index {
            let blocks = self.list.iter().filter_map(|(key, item)| Some((key, item.as_block()?)));
            index.unsure.extend(blocks.map(|(key, block)| (key, group_of(block))));
        }
        self.list.iter_mut().filter_map(|(_, item)| item.as_block_mut())
    }

    /// Renames an attribute.
    pub(crate) fn rename(&mut self, key: Key, to: &str) {
        let Some(attribute) = self.list.get_mut(key).and_then(Item::as_attribute_mut) else {
            return;
        };
        let before = attribute.rename(to);
        if let Some(index) = &mut self.index {
            index.attributes.remove(&*before);
            index.attributes.insert(to.into(), key);
        }
    }

    /// No items, in the same body.
    pub(crate) fn cleared(&self) -> Self {
        let mut empty = Items::empty(false);
        if self.has_braces() {
            (empty.open, empty.close) = (Text::from("{"), "}");
        }
        (empty.line_end, empty.layout) = (self.line_end, self.layout);
        empty.is_built = self.is_built;
        empty
    }

    /// The text between the braces, or of the whole document.
    pub(super) fn text(&self) -> Result<String> {
        let text = render::inside(&render::items(self, self.line_end), self.line_end);
        match self.is_built {
            true => format(&text),
            false => Ok(text),
        }
    }

    /// The items, if no part of them has a source.
    pub(super) fn into_built(mut self) -> Vec<Item> {
        let list = std::mem::replace(&mut self.list, List::with_capacity(0));
        let mut items = Vec::with_capacity(list.len());
        let comment = |lines: &str| Item::Comment(trimmed(lines).into());
        for mut item in list.into_elements() {
            if let Some(around) = item.around_mut() {
                let detached = std::mem::take(&mut around.detached);
                match trimmed(&detached).is_empty() {
                    true => around.gaps[0] = detached,
                    false => items.push(comment(&detached)),
                }
            }
            items.push(item);
        }
        if !trimmed(&self.end).is_empty() {
            items.push(comment(&self.end));
        }
        items
    }
}

impl Own for Items {
    fn of(root: &Root) -> Self {
        let (tree, body) = (&root.tree, BodyRef(root.view()));
        let (span, text) = (body.span(), &*tree.source);
        let has_braces = span.text(text).starts_with('{');
        let mark = if has_braces || !text.starts_with('\u{feff}') { 0 } else { 3 };
        let inner = span.start + if has_braces { 1 } else { mark };
        let end = span.end - u32::from(has_braces);
        let mut items = Items::empty(has_braces);
        items.is_built = false;
        items.list = List::with_capacity(body.items().len());
        // The start of the text before the next item.
        let mut lead = inner;
        if has_braces {
            let first = body.items().next().map_or(end, |item| item.span().start);
            let gap = text.get(inner as usize..first as usize).unwrap_or_default();
            lead += end_of_line(gap).unwrap_or(0) as u32;
        }
        items.open = Text::source(tree, span.start, lead);
        items.line_end = line_end_at(text, span.start as usize);
        let mut views = body.items().peekable();
        while let Some(item) = views.next() {
            let span = item.span();
            let next = views.peek().map_or(end, |next| next.span().start);
            let gap = text.get(span.end as usize..next as usize).unwrap_or_default();
            let behind = span.end + end_of_line(gap).unwrap_or(gap.len()) as u32;
            let around = Around {
                lead: Text::source(tree, lead, span.start),
                tail: Text::source(tree, span.end, behind),
                is_fresh: false,
                ..Around::fresh()
            };
            let is_block = item.as_block().is_some();
            let key = items.list.push(match is_block {
                true => Block::listed(tree, item.id(), around, Layout::default()).into(),
                false => Attribute::listed(tree, item.id(), around).into(),
            });
            if !is_block {
                items.last_attribute = Some(key);
            }
            lead = behind;
        }
        items.end = Text::source(tree, lead, end);
        items.indentation = items.find_indentation();
        items
    }

    fn see(&self, _: Option<&Around>) -> (Root, Option<Error>) {
        see_body(self.text())
    }
}
