//! Named parts: the entries of bodies, objects and maps, and blocks by their labels.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::grouping::Groups;
use super::item::Item;
use super::names::{Key, PropertyNames};
use super::names::{key, plain_property_name, property_key};
use super::node::{Blocks, Node};
use super::plain::PlainEntries;
use super::property::{Property, node_of, scalar_of};
use super::source::Input;
use crate::diagnostic::catalog::decoding::{self as catalog, Labels};
use crate::diagnostic::error::{Error, Result};
use crate::document::body_mistakes;
use crate::syntax::{BlockRef, BodyRef, ExpressionRef, Items, ObjectRef, View, json};
use crate::text::distinct::are_few_and_distinct;
use crate::text::span::Span;
use crate::value::Map;
use crate::value::disclosure::Disclosure;

/// Entries in source order, without repeated names, and a cursor: at one of them, or before the first.
///
/// Most keys and values stay in the tree; they are not copied.
pub(in crate::de) enum Entries<'t, 'de> {
    /// A body whose items have different names, or an object whose keys are literals and differ.
    Plain(PlainEntries<'t>),
    /// JSON properties whose names are literals and differ.
    Properties(Properties<'t>),
    /// All others.
    Named(Named<'t, 'de>),
}

/// Entries that were grouped by their names or evaluated, and a cursor: at one of them, or before the first.
pub(in crate::de) struct Named<'t, 'de> {
    all: Vec<(Cow<'de, str>, NamedNode<'t, 'de>)>,
    next: usize,
    of: NamedBy,
}

/// The names of entries.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NamedBy {
    /// Items, or the keys of an object.
    Items,
    /// The next labels of blocks.
    Labels,
    /// JSON properties.
    Properties,
    /// The keys of an evaluated map or object.
    Values,
}

/// A value with the place of its name, and whether errors may show the name.
#[derive(Default)]
struct NamedNode<'t, 'de> {
    span: Option<Span>,
    disclosure: Disclosure,
    node: Node<'t, 'de>,
}

impl<'t, 'de> Named<'t, 'de> {
    fn get(&self) -> Option<&(Cow<'de, str>, NamedNode<'t, 'de>)> {
        self.all.get(self.next.checked_sub(1)?)
    }

    fn node(&self) -> Option<&Node<'t, 'de>> {
        Some(&self.get()?.1.node)
    }
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
        type Names<'t> = (SmallVec<[View<'t>; 1]>, Disclosure);
        let mut groups: Groups<Cow<'de, str>, Names<'t>> = Groups::with_capacity(8);
        let all = values.iter().flat_map(|value| json::Properties::of(*value));
        for name in all.filter(|name| is_entry(*name, names)) {
            let (text, disclosure) = property_key(name, names, input)?;
            let (names, before) = groups.of(text);
            names.push(name);
            *before = before.and(disclosure);
        }
        Ok(Self::named(NamedBy::Properties, groups, |(names, disclosure)| NamedNode {
            span: names.first().map(|name| name.place()),
            disclosure,
            node: match names[..] {
                [name] => node_of(name),
                _ => Property::of_names(&names).map(Node::Property).unwrap_or_default(),
            },
        }))
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
                (_, Some(block)) => group.blocks.push(block),
                _ => {}
            }
        }
        Self::named(NamedBy::Items, groups, |item| NamedNode {
            span: item.name_span(),
            disclosure: Disclosure::Shown,
            node: item.node().unwrap_or_default(),
        })
    }

    /// Grouped entries.
    fn named<G: Default>(
        of: NamedBy,
        groups: Groups<Cow<'de, str>, G>,
        node: impl Fn(G) -> NamedNode<'t, 'de>,
    ) -> Self {
        let all = groups.into_vec().into_iter().map(|(name, group)| (name, node(group))).collect();
        Entries::Named(Named { all, next: 0, of })
    }

    /// The only entry, with a name at this place.
    fn one(of: NamedBy, name: Cow<'de, str>, span: Span, node: Node<'t, 'de>) -> Self {
        let node = NamedNode { span: Some(span), node, ..NamedNode::default() };
        Entries::Named(Named { all: vec![(name, node)], next: 0, of })
    }

    /// The blocks by their next label. Fails if a block has no label left.
    pub(in crate::de) fn by_label(blocks: &Blocks<'t>, input: &Input<'t, 'de>) -> Result<Self> {
        let consumed = blocks.labels_consumed;
        let mut groups: Groups<Cow<'de, str>, (Option<Span>, Blocks<'t>)> =
            Groups::with_capacity(blocks.as_slice().len());
        for block in blocks.as_slice() {
            let Some(label) = block.labels().nth(consumed as usize) else {
                let labels = Labels { count: consumed as usize + 1, fields: &[] };
                return Err(Error::data(catalog::label_required(*block, labels)));
            };
            let (first, group) = groups.of(input.label(label));
            first.get_or_insert(label.span());
            group.labels_consumed = consumed + 1;
            group.push(*block);
        }
        Ok(Self::named(NamedBy::Labels, groups, |(span, blocks)| NamedNode {
            span,
            disclosure: Disclosure::Shown,
            node: Node::Blocks(blocks),
        }))
    }

    /// A block, with its type as the name.
    pub(in crate::de) fn of_item(block: BlockRef<'t>, input: &Input<'t, 'de>) -> Self {
        let name = block.block_type_span();
        Self::one(
            NamedBy::Items,
            input.text(name).into(),
            name,
            Node::Blocks(Blocks::new([block], 0)),
        )
    }

    /// A property, with its name as the name.
    pub(in crate::de) fn of_property(property: &Property<'t>) -> Self {
        let (name, node) = (property.name(), Node::Property(property.untyped()));
        Self::one(NamedBy::Properties, name.property_name().to_owned().into(), name.place(), node)
    }

    pub(in crate::de) fn of_object(object: ObjectRef<'t>, input: &Input<'t, 'de>) -> Result<Self> {
        if object.is_json() {
            return Self::of_json(&[object.0], PropertyNames::OfObject, input);
        }
        if let Some(entries) = PlainEntries::of_object(object, input) {
            return Ok(Entries::Plain(entries));
        }
        let items = object.items();
        let mut groups: Groups<Cow<'de, str>, NamedNode<'t, 'de>> =
            Groups::with_capacity(items.len());
        for item in items {
            let (key, disclosure) = key(item, input)?;
            // If keys are equal, the last one counts.
            let keyed = groups.of(key);
            let disclosure = keyed.disclosure.and(disclosure);
            let (span, node) = (Some(item.key().span()), Node::Expression(item.value()));
            *keyed = NamedNode { span, disclosure, node };
        }
        Ok(Self::named(NamedBy::Items, groups, |keyed| keyed))
    }

    pub(in crate::de) fn of_map(map: Map) -> Self {
        let entries = map.into_iter().map(|(key, value)| {
            let node = NamedNode { node: Node::Value(value), ..NamedNode::default() };
            (Cow::Owned(String::from(&*key)), node)
        });
        Entries::Named(Named { all: entries.collect(), next: 0, of: NamedBy::Values })
    }

    /// Moves to the next entry. Whether there is one.
    pub(in crate::de) fn advance(&mut self) -> bool {
        match self {
            Entries::Plain(entries) => entries.advance().is_some(),
            Entries::Properties(properties) => properties.advance(),
            Entries::Named(entries) => {
                let is_there = entries.next < entries.all.len();
                entries.next += usize::from(is_there);
                is_there
            }
        }
    }

    /// The name of the entry.
    pub(in crate::de) fn name(&self, input: &Input<'t, 'de>) -> Option<Cow<'de, str>> {
        Some(match self {
            Entries::Plain(entries) => Cow::Borrowed(entries.get()?.name(input)),
            Entries::Properties(properties) => {
                Cow::Borrowed(plain_property_name(properties.name?, properties.names, input)?)
            }
            Entries::Named(entries) => entries.get()?.0.clone(),
        })
    }

    /// The key of the entry.
    pub(in crate::de) fn key(&self, input: &Input<'t, 'de>) -> Option<Key<'de>> {
        match self {
            Entries::Plain(entries) => Some(entries.get()?.key(input)),
            Entries::Properties(properties) => {
                let name = properties.name?;
                let text = plain_property_name(name, properties.names, input)?;
                Some(Key::new(text, name.place()))
            }
            Entries::Named(entries) => {
                let (text, NamedNode { span, disclosure, .. }) = entries.get()?;
                Some(Key { text: text.clone(), span: *span, disclosure: *disclosure })
            }
        }
    }

    /// The value of the entry, if it is an expression.
    #[inline]
    pub(in crate::de) fn expression(&self) -> Option<ExpressionRef<'t>> {
        match self {
            Entries::Plain(entries) => entries.get()?.expression(),
            Entries::Properties(properties) => scalar_of(properties.name?),
            Entries::Named(entries) => match entries.node()? {
                Node::Expression(expression) => Some(*expression),
                _ => None,
            },
        }
    }

    /// The value of the entry.
    pub(in crate::de) fn node(&self) -> Option<Node<'t, 'de>> {
        Some(match self {
            Entries::Plain(entries) => {
                let entry = entries.get()?;
                match entry.expression() {
                    Some(expression) => Node::Expression(expression),
                    None => Node::Blocks(Blocks::new([entry.block()?], 0)),
                }
            }
            Entries::Properties(properties) => node_of(properties.name?),
            Entries::Named(entries) => entries.node()?.clone(),
        })
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

    /// Whether the entry is blocks.
    pub(in crate::de) fn is_blocks(&self) -> bool {
        match self {
            Entries::Plain(entries) => entries.get().is_some_and(|entry| entry.block().is_some()),
            Entries::Named(entries) if !self.is_json() => {
                matches!(entries.node(), Some(Node::Blocks(_) | Node::Clash(..)))
            }
            Entries::Properties(_) | Entries::Named(_) => self.expression().is_none(),
        }
    }

    /// Whether the keys are labels.
    pub(in crate::de) fn are_by_label(&self) -> bool {
        matches!(self, Entries::Named(Named { of: NamedBy::Labels, .. }))
    }

    /// Whether these are JSON properties.
    pub(in crate::de) fn is_json(&self) -> bool {
        matches!(
            self,
            Entries::Properties(_) | Entries::Named(Named { of: NamedBy::Properties, .. })
        )
    }

    /// Whether these are the entries of an evaluated value.
    pub(super) fn are_evaluated(&self) -> bool {
        matches!(self, Entries::Named(Named { of: NamedBy::Values, .. }))
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
            Entries::Properties(properties) => properties.left,
            Entries::Named(entries) => entries.all.len() - entries.next,
        }
    }
}
