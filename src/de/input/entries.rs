//! Named parts: the entries of bodies, objects and maps, and blocks by their labels.

use std::borrow::Cow;
use std::sync::Arc;

use smallvec::SmallVec;

use super::grouping::Groups;
use super::item::{Item, Labelled};
use super::key::{Key, PropertyNames};
use super::names::{key, plain_property_name, property_key};
use super::node::{Blocks, BodyOf, Node};
use super::origin::ErrorOrigin;
use super::plain::PlainEntries;
use super::property::{Property, scalar_of};
use super::source::Input;
use crate::diagnostic::catalog::decoding::{self as catalog, Labels};
use crate::diagnostic::error::{Error, Result};
use crate::document::body_mistakes;
use crate::syntax::{
    BlockRef, BodyRef, ExpressionRef, Items, ObjectItemRef, ObjectRef, View, json,
};
use crate::text::distinct::are_few_and_distinct;
use crate::text::span::Span;
use crate::value::disclosure::Disclosure;
use crate::value::{Map, Value, map};

/// Entries in source order, without repeated names, and a cursor: at one of them, or before the first.
///
/// Most keys and values stay in the tree; they are not copied.
pub(in crate::de) enum Entries<'t, 'de> {
    /// A body whose items have different names, or an object whose keys are literals and differ.
    Plain(PlainEntries<'t>),
    /// A body with several blocks of one type, or with many items.
    Items(Cursor<(Cow<'de, str>, Item<'t>)>),
    /// Blocks by their next label.
    Labels(Cursor<(Cow<'de, str>, Labelled<'t>)>),
    /// JSON properties whose names are literals and differ.
    Properties(Properties<'t>),
    /// Other JSON properties.
    NamedProperties(Cursor<(Cow<'de, str>, Named<'t>)>),
    /// Other objects.
    Keys(Cursor<(Cow<'de, str>, Keyed<'t>)>),
    /// An evaluated map or object.
    Values(Box<Values>),
}

/// A cursor in a map.
#[derive(Default)]
pub(in crate::de) struct Values {
    entry: Option<(Arc<str>, Value)>,
    rest: map::IntoIter,
}

impl Values {
    /// The number of entries, also if the cursor is at one.
    pub(super) fn count(&self) -> usize {
        usize::from(self.entry.is_some()) + self.rest.len()
    }
}

/// The item of an object with a key, and whether errors may show the key.
type Keyed<'t> = (Option<ObjectItemRef<'t>>, Disclosure);

/// The JSON properties with one name, and whether errors may show the name.
#[derive(Default)]
pub(in crate::de) struct Named<'t> {
    names: SmallVec<[View<'t>; 1]>,
    disclosure: Disclosure,
    /// The value, if it is not that of all the names.
    value: Option<Property<'t>>,
}

/// A cursor in JSON properties.
pub(in crate::de) struct Properties<'t> {
    name: Option<View<'t>>,
    rest: json::Properties<'t>,
    left: usize,
    names: PropertyNames,
}

impl<'t> Properties<'t> {
    fn advance(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.name = self.rest.by_ref().find(|name| is_entry(*name, self.names));
        self.name.is_some()
    }
}

fn is_entry(name: View<'_>, names: PropertyNames) -> bool {
    names == PropertyNames::OfObject || name.property_name() != json::COMMENT
}

/// A cursor in a vector: at an element, or before the first one.
pub(in crate::de) struct Cursor<T> {
    all: Vec<T>,
    next: usize,
}

impl<T> Cursor<T> {
    fn new(all: Vec<T>) -> Self {
        Cursor { all, next: 0 }
    }

    fn get(&self) -> Option<&T> {
        self.all.get(self.next.checked_sub(1)?)
    }

    fn advance(&mut self) -> bool {
        let is_there = self.next < self.all.len();
        self.next += usize::from(is_there);
        is_there
    }

    fn len(&self) -> usize {
        self.all.len() - self.next
    }
}

impl<'t, 'de> Entries<'t, 'de> {
    #[inline(always)]
    pub(in crate::de) fn of_body(body: BodyRef<'t>, input: &Input<'t, 'de>) -> Result<Self> {
        if body.is_json() {
            return Self::of_json(&[body.0], PropertyNames::OfBody, input);
        }
        if body.tree().holds_json {
            return Ok(Self::of_body_with_blocks(body.items(), input));
        }
        Ok(match PlainEntries::of_body(body, input) {
            Some(entries) => Entries::Plain(entries),
            None => Self::of_body_with_blocks(body.items(), input),
        })
    }

    /// The properties of JSON objects, or of the objects in JSON arrays.
    ///
    /// # Errors
    ///
    /// If a value is neither an object nor an array, or a name can't be evaluated.
    pub(in crate::de) fn of_json(
        values: &[View<'t>],
        names: PropertyNames,
        input: &Input<'t, 'de>,
    ) -> Result<Self> {
        for value in values {
            if let Some(mistake) = body_mistakes(BodyRef(*value)).into_iter().next() {
                return Err(Error::data(mistake));
            }
        }
        if let [value] = values {
            let rest = json::Properties::of(*value);
            let entries = rest.clone().filter(|name| is_entry(*name, names));
            if are_few_and_distinct(
                entries.clone().map(|name| plain_property_name(name, names, input)),
            ) {
                let left = entries.count();
                return Ok(Entries::Properties(Properties { name: None, rest, left, names }));
            }
        }
        let mut groups: Groups<Cow<'de, str>, Named<'t>> = Groups::with_capacity(8);
        let all = values.iter().flat_map(|value| json::Properties::of(*value));
        for name in all.filter(|name| is_entry(*name, names)) {
            let (text, disclosure) = property_key(name, names, input)?;
            let named = groups.of(text);
            named.names.push(name);
            named.disclosure = named.disclosure.and(disclosure);
        }
        Ok(Entries::NamedProperties(Cursor::new(groups.into_vec())))
    }

    fn of_body_with_blocks(items: Items<'t>, input: &Input<'t, 'de>) -> Self {
        let mut groups: Groups<Cow<'de, str>, Item<'t>> =
            Groups::with_capacity(items.len().min(16));
        for item in items {
            let group = groups.of(input.name(item));
            match (item.as_attribute(), item.as_block()) {
                (Some(_), _) if item.as_property().is_some() => {
                    group.properties.extend(item.as_property());
                }
                (Some(attribute), _) => group.attribute = Some(attribute),
                (_, Some(block)) => {
                    group.blocks.push(block);
                    group.has_blocks = true;
                }
                _ => {}
            }
        }
        Entries::Items(Cursor::new(groups.into_vec()))
    }

    /// The blocks by their next label. Fails if a block has no label left.
    pub(in crate::de) fn by_label(blocks: &Blocks<'t>, input: &Input<'t, 'de>) -> Result<Self> {
        let consumed = blocks.labels_consumed;
        let mut groups: Groups<Cow<'de, str>, Labelled<'t>> =
            Groups::with_capacity(blocks.as_slice().len());
        for block in blocks.as_slice() {
            let Some(label) = block.labels().nth(consumed as usize) else {
                let labels = Labels { count: consumed as usize + 1, fields: &[] };
                return Err(Error::data(catalog::label_required(*block, labels)));
            };
            let group = groups.of(input.label(label));
            group.label.get_or_insert(label.span());
            group.blocks.labels_consumed = consumed + 1;
            group.blocks.push(*block);
        }
        Ok(Entries::Labels(Cursor::new(groups.into_vec())))
    }

    /// A block, with its type as the name.
    pub(in crate::de) fn of_item(block: BlockRef<'t>, input: &Input<'t, 'de>) -> Self {
        let item = Item { blocks: Blocks::new([block], 0), has_blocks: true, ..Item::default() };
        Entries::Items(Cursor::new(vec![(input.text(block.name_span()).into(), item)]))
    }

    /// A property, with its name as the name.
    pub(in crate::de) fn of_property(property: &Property<'t>) -> Self {
        let (name, value) = (property.name(), Some(property.untyped()));
        let named = Named { names: SmallVec::from_slice(&[name]), value, ..Named::default() };
        let text = name.property_name().to_owned();
        Entries::NamedProperties(Cursor::new(vec![(text.into(), named)]))
    }

    pub(in crate::de) fn of_object(object: ObjectRef<'t>, input: &Input<'t, 'de>) -> Result<Self> {
        if object.is_json() {
            return Self::of_json(&[object.0], PropertyNames::OfObject, input);
        }
        if let Some(entries) = PlainEntries::of_object(object, input) {
            return Ok(Entries::Plain(entries));
        }
        let items = object.items();
        let mut groups: Groups<Cow<'de, str>, Keyed<'t>> = Groups::with_capacity(items.len());
        for item in items {
            let (key, disclosure) = key(item, input)?;
            // If keys are equal, the last one counts.
            let keyed = groups.of(key);
            *keyed = (Some(item), keyed.1.and(disclosure));
        }
        Ok(Entries::Keys(Cursor::new(groups.into_vec())))
    }

    pub(in crate::de) fn of_map(map: Map) -> Self {
        Entries::Values(Box::new(Values { entry: None, rest: map.into_iter() }))
    }

    /// No entries.
    pub(in crate::de) fn none() -> Self {
        Entries::Values(Box::default())
    }

    /// Moves to the next entry. Whether there is one.
    pub(in crate::de) fn advance(&mut self) -> bool {
        match self {
            Entries::Plain(entries) => entries.advance().is_some(),
            Entries::Items(items) => items.advance(),
            Entries::Labels(groups) => groups.advance(),
            Entries::Keys(items) => items.advance(),
            Entries::Properties(properties) => properties.advance(),
            Entries::NamedProperties(groups) => groups.advance(),
            Entries::Values(values) => {
                values.entry = values.rest.next();
                values.entry.is_some()
            }
        }
    }

    /// The name of the entry.
    pub(in crate::de) fn name(&self, input: &Input<'t, 'de>) -> Option<Cow<'de, str>> {
        Some(match self {
            Entries::Plain(entries) => Cow::Borrowed(entries.get()?.name(input)),
            Entries::Items(items) => items.get()?.0.clone(),
            Entries::Labels(groups) => groups.get()?.0.clone(),
            Entries::Keys(items) => items.get()?.0.clone(),
            Entries::Properties(properties) => {
                Cow::Borrowed(plain_property_name(properties.name?, properties.names, input)?)
            }
            Entries::NamedProperties(groups) => groups.get()?.0.clone(),
            Entries::Values(values) => Cow::Owned(String::from(&*values.entry.as_ref()?.0)),
        })
    }

    /// The key of the entry.
    pub(in crate::de) fn key(&self, input: &Input<'t, 'de>) -> Option<Key<'de>> {
        match self {
            Entries::Plain(entries) => Some(entries.get()?.key(input)),
            Entries::Items(items) => {
                let (name, item) = items.get()?;
                Some(Key::somewhere(name.clone(), item.name_span()))
            }
            Entries::Properties(properties) => {
                let name = properties.name?;
                let text = plain_property_name(name, properties.names, input)?;
                Some(Key::new(text, name.place()))
            }
            Entries::NamedProperties(groups) => {
                let (text, named) = groups.get()?;
                let span = named.names.first().map(|name| name.place());
                Some(Key { text: text.clone(), span, disclosure: named.disclosure })
            }
            Entries::Labels(groups) => {
                let (text, group) = groups.get()?;
                Some(Key::somewhere(text.clone(), group.label))
            }
            Entries::Keys(items) => {
                let (text, (item, disclosure)) = items.get()?;
                let span = item.map(|item| item.key().span());
                Some(Key { text: text.clone(), span, disclosure: *disclosure })
            }
            Entries::Values(values) => {
                let (key, _) = values.entry.as_ref()?;
                Some(Key::somewhere(String::from(&**key), None))
            }
        }
    }

    /// The place of the entry's name.
    pub(in crate::de) fn key_span(&self, input: &Input<'t, 'de>) -> Option<Span> {
        match self {
            Entries::Plain(entries) => Some(entries.get()?.key_span()),
            entries => entries.key(input)?.span,
        }
    }

    /// The value of the entry, if it is an expression.
    #[inline]
    pub(in crate::de) fn expression(&self) -> Option<ExpressionRef<'t>> {
        match self {
            Entries::Plain(entries) => entries.get()?.expression(),
            Entries::Items(items) => items.get()?.1.expression(),
            Entries::Keys(items) => Some(items.get()?.1.0?.value()),
            Entries::Properties(properties) => scalar_of(properties.name?),
            Entries::NamedProperties(groups) => match groups.get()?.1.names[..] {
                [name] => scalar_of(name),
                _ => None,
            },
            Entries::Labels(_) | Entries::Values(_) => None,
        }
    }

    /// The value of the entry.
    pub(in crate::de) fn node(&self) -> Option<Node<'t, 'de>> {
        if let Some(expression) = self.expression() {
            return Some(Node::Expression(expression));
        }
        match self {
            Entries::Items(items) => items.get()?.1.node(),
            Entries::Labels(groups) => Some(Node::Blocks(groups.get()?.1.blocks.clone())),
            Entries::Values(values) => Some(Node::Value(values.entry.as_ref()?.1.clone())),
            Entries::Properties(properties) => {
                Some(Node::Property(Property::of_name(properties.name?)))
            }
            Entries::NamedProperties(groups) => {
                let Named { names, value, .. } = &groups.get()?.1;
                value.clone().or_else(|| Property::of_names(names)).map(Node::Property)
            }
            Entries::Plain(entries) => {
                Some(Node::Blocks(Blocks::new([entries.get()?.block()?], 0)))
            }
            Entries::Keys(_) => None,
        }
    }

    /// The only entry.
    pub(in crate::de) fn into_only(
        mut self,
        input: &Input<'t, 'de>,
    ) -> Option<(Key<'de>, Node<'t, 'de>)> {
        let is_only = self.len() == 1;
        self.advance();
        if is_only { Some((self.key(input)?, self.node()?)) } else { None }
    }

    /// The origin of the entry's value.
    pub(in crate::de) fn origin(&self) -> ErrorOrigin<'t> {
        match self {
            Entries::Values(values) => match &values.entry {
                Some((_, value)) if value.is_null() => ErrorOrigin::Null,
                _ => ErrorOrigin::Unknown,
            },
            Entries::Properties(properties) => {
                properties.name.map_or(ErrorOrigin::Unknown, ErrorOrigin::of_property)
            }
            Entries::NamedProperties(groups) => {
                match groups.get().map(|(_, named)| &named.names[..]) {
                    Some([name]) => ErrorOrigin::of_property(*name),
                    _ => ErrorOrigin::Unknown,
                }
            }
            entries => entries.expression().map_or(ErrorOrigin::Unknown, ErrorOrigin::Expression),
        }
    }

    /// Whether the entry is blocks.
    pub(in crate::de) fn is_blocks(&self) -> bool {
        match self {
            Entries::Plain(entries) => entries.get().is_some_and(|entry| entry.block().is_some()),
            Entries::Items(items) => items.get().is_some_and(|(_, item)| item.has_blocks),
            Entries::Labels(_) => true,
            Entries::Properties(_) | Entries::NamedProperties(_) => self.expression().is_none(),
            _ => false,
        }
    }

    /// Whether the keys are labels.
    pub(in crate::de) fn are_by_label(&self) -> bool {
        matches!(self, Entries::Labels(_))
    }

    /// Whether these are JSON properties.
    pub(in crate::de) fn is_json(&self) -> bool {
        matches!(self, Entries::Properties(_) | Entries::NamedProperties(_))
    }

    /// The number of entries after the cursor.
    #[inline]
    pub(in crate::de) fn len(&self) -> usize {
        match self {
            Entries::Plain(entries) => entries.len(),
            others => others.count(),
        }
    }

    /// Not inlined, so that [`len`](Self::len) is short.
    #[inline(never)]
    fn count(&self) -> usize {
        match self {
            Entries::Plain(entries) => entries.len(),
            Entries::Items(items) => items.len(),
            Entries::Labels(groups) => groups.len(),
            Entries::Keys(items) => items.len(),
            Entries::Properties(properties) => properties.left,
            Entries::NamedProperties(groups) => groups.len(),
            Entries::Values(values) => values.rest.len(),
        }
    }
}

/// The only entry of a body: its name and its node.
pub(in crate::de) fn only_entry<'t, 'de>(
    body: BodyOf<'t>,
    input: &Input<'t, 'de>,
) -> Result<Option<(Key<'de>, Node<'t, 'de>)>> {
    Ok(Entries::of_body(body.body(), input)?.into_only(input))
}
