//! The entries of bodies, objects and maps, and of blocks by their labels: names with nodes.

use std::borrow::Cow;
use std::collections::btree_map;
use std::sync::Arc;
use std::vec;

use smallvec::SmallVec;

use super::decoder::data;
use super::group::Groups;
use super::node::{Blocks, HeadedBody, Node};
use super::session::Session;
use crate::diagnostic::catalog::decoding as catalog;
use crate::error::Result;
use crate::source::Span;
use crate::syntax::{
    AttributeRef, BlockRef, BodyRef, ExpressionKind, Items, ObjectItemRef, ObjectItems, ObjectRef,
    is_normal,
};
use crate::value::{Map, Value};

/// Objects with up to this many keys are checked for duplicates one by one.
const FEW_KEYS: usize = 8;

/// The name of an entry.
#[derive(Clone)]
pub(super) struct Key<'de> {
    pub(super) text: Cow<'de, str>,
    pub(super) span: Option<Span>,
}

impl<'de> Key<'de> {
    fn new(text: impl Into<Cow<'de, str>>, span: Span) -> Self {
        Key { text: text.into(), span: Some(span) }
    }
}

/// Entries in source order, each name once.
pub(super) enum Entries<'t, 'de> {
    /// A body without blocks.
    Attributes(Items<'t>),
    /// A body with blocks.
    Items(vec::IntoIter<(&'de str, Item<'t>)>),
    /// Blocks by their next label.
    Labels(vec::IntoIter<(Cow<'de, str>, Blocks<'t>)>),
    /// An object whose keys are written out and differ.
    Object(ObjectItems<'t>),
    /// Any other object.
    Keys(vec::IntoIter<(Cow<'de, str>, Option<ObjectItemRef<'t>>)>),
    /// A map or an object that was evaluated.
    Values(btree_map::IntoIter<Arc<str>, Value>),
}

/// What stands in a body under one name.
#[derive(Default)]
pub(super) struct Item<'t> {
    attribute: Option<AttributeRef<'t>>,
    blocks: Blocks<'t>,
}

impl<'t, 'de> Entries<'t, 'de> {
    pub(super) fn of_body(body: BodyRef<'t>, session: &Session<'t, 'de>) -> Self {
        let items = body.items();
        if body.blocks().next().is_none() {
            return Entries::Attributes(items);
        }
        let mut groups: Groups<&'de str, Item<'t>> = Groups::with_capacity(items.len().min(16));
        for item in items {
            let group = groups.of(session.text(item.name_span()));
            match (item.as_attribute(), item.as_block()) {
                (Some(attribute), _) => group.attribute = Some(attribute),
                (_, Some(block)) => group.blocks.push(block),
                _ => {}
            }
        }
        Entries::Items(groups.into_vec().into_iter())
    }

    /// Fails if a block has no label left.
    pub(super) fn by_label(blocks: &Blocks<'t>, session: &Session<'t, 'de>) -> Result<Self> {
        let taken = blocks.taken;
        let mut groups: Groups<Cow<'de, str>, Blocks<'t>> =
            Groups::with_capacity(blocks.as_slice().len());
        for block in blocks.as_slice() {
            let Some(label) = block.labels().nth(taken) else {
                return Err(data(catalog::label_required(*block)));
            };
            let group = groups.of(session.label(label));
            group.taken = taken + 1;
            group.is_body_if_single = blocks.is_body_if_single;
            group.push(*block);
        }
        Ok(Entries::Labels(groups.into_vec().into_iter()))
    }

    /// A block under its type.
    pub(super) fn of_item(block: BlockRef<'t>, session: &Session<'t, 'de>) -> Self {
        let item = Item { attribute: None, blocks: Blocks::new([block], 0) };
        Entries::Items(vec![(session.text(block.name_span()), item)].into_iter())
    }

    pub(super) fn of_object(object: ObjectRef<'t>, session: &Session<'t, 'de>) -> Result<Self> {
        let items = object.items();
        if items.len() <= FEW_KEYS && has_distinct_plain_keys(items.clone(), session) {
            return Ok(Entries::Object(items));
        }
        let mut groups: Groups<Cow<'de, str>, Option<ObjectItemRef<'t>>> =
            Groups::with_capacity(items.len());
        for item in items {
            // Of equal keys the last one counts.
            *groups.of(key(item, session)?) = Some(item);
        }
        Ok(Entries::Keys(groups.into_vec().into_iter()))
    }

    pub(super) fn of_map(map: Map) -> Self {
        Entries::Values(map.into_iter())
    }

    #[inline]
    pub(super) fn next(&mut self, session: &Session<'t, 'de>) -> Option<(Key<'de>, Node<'t, 'de>)> {
        match self {
            Entries::Attributes(items) => {
                let attribute = items.next()?.as_attribute()?;
                let span = attribute.name_span();
                let key = Key::new(session.text(span), span);
                Some((key, Node::Expression(attribute.expression())))
            }
            Entries::Items(items) => items.next().and_then(|(name, item)| item.entry(name)),
            Entries::Labels(groups) => {
                let (text, blocks) = groups.next()?;
                let label = blocks.first()?.labels().nth(blocks.taken.checked_sub(1)?)?;
                Some((Key::new(text, label.span()), Node::Blocks(blocks)))
            }
            Entries::Object(items) => {
                let item = items.next()?;
                let text = plain_key(item, session)?;
                Some((Key::new(text, item.key().span()), Node::Expression(item.value())))
            }
            Entries::Keys(items) => {
                let (text, item) = items.next()?;
                let item = item?;
                Some((Key::new(text, item.key().span()), Node::Expression(item.value())))
            }
            Entries::Values(values) => {
                let (key, value) = values.next()?;
                let key = Key { text: Cow::Owned(String::from(&*key)), span: None };
                Some((key, Node::Value(value)))
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Entries::Attributes(items) => items.len(),
            Entries::Items(items) => items.len(),
            Entries::Labels(groups) => groups.len(),
            Entries::Object(items) => items.len(),
            Entries::Keys(items) => items.len(),
            Entries::Values(values) => values.len(),
        }
    }
}

impl<'t> Item<'t> {
    fn entry<'de>(self, name: &'de str) -> Option<(Key<'de>, Node<'t, 'de>)> {
        let (span, node) = match (self.attribute, self.blocks.first()) {
            (Some(attribute), None) => {
                (attribute.name_span(), Node::Expression(attribute.expression()))
            }
            (Some(attribute), Some(block)) => {
                (attribute.name_span(), Node::Clash(attribute, block))
            }
            (None, Some(block)) => (block.name_span(), Node::Blocks(self.blocks)),
            (None, None) => return None,
        };
        Some((Key::new(name, span), node))
    }
}

/// The only entry of a body: what it is called and what it is.
pub(super) fn only_entry<'t, 'de>(
    body: HeadedBody<'t>,
    session: &Session<'t, 'de>,
) -> Option<(Key<'de>, Node<'t, 'de>)> {
    let mut entries = Entries::of_body(body.body, session);
    entries.next(session).filter(|_| entries.len() == 0)
}

fn has_distinct_plain_keys<'t>(items: ObjectItems<'t>, session: &Session<'t, '_>) -> bool {
    let mut keys: SmallVec<[&str; FEW_KEYS]> = SmallVec::new();
    for item in items {
        match plain_key(item, session) {
            Some(key) if !keys.contains(&key) => keys.push(key),
            _ => return false,
        }
    }
    true
}

/// The key of an item, if it stands in the source as it is.
#[inline]
fn plain_key<'t, 'de>(item: ObjectItemRef<'t>, session: &Session<'t, 'de>) -> Option<&'de str> {
    let key = item.key();
    if item.name().is_some() {
        return Some(session.text(key.span())).filter(|name| is_normal(name));
    }
    match key.kind() {
        ExpressionKind::String(string) => Some(session.text(string.verbatim_span()?)),
        _ => None,
    }
}

fn key<'t, 'de>(item: ObjectItemRef<'t>, session: &Session<'t, 'de>) -> Result<Cow<'de, str>> {
    match plain_key(item, session) {
        Some(key) => Ok(Cow::Borrowed(key)),
        None => Ok(Cow::Owned(session.object_key(item)?)),
    }
}
