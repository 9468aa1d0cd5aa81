//! The draft: serialized values before their written form is known.

use super::field_names::{FieldName, FieldNames};
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::text::quote::is_plain;

/// All values in one vector, each before its parts, and all their text in one string. The key of an entry
/// of a map is before the text of its value.
pub(super) struct Draft {
    nodes: Vec<Node>,
    pub(super) text: String,
    field_names: FieldNames,
}

#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) shape: Shape,
    pub(super) extent: Extent,
    /// The facts about the names of its parts.
    names: Names,
    key: Key,
    /// The start of the text.
    start: u32,
    /// The end of the text, or the number of nodes of a value with parts, itself included.
    end: u32,
}

const _: () = assert!(size_of::<Node>() == 16);

/// The name of a value inside another one; an element of a sequence has none. For a field or the content of
/// a variant, it is the index of the name, with all bits inverted. For an entry of a map it is the start of
/// the key in the text, which ends where the text of the value starts.
#[derive(Clone, Copy, Default)]
pub(super) struct Key(u32);

/// The form of a value in a place that allows both an attribute and blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// An attribute.
    Expression,
    /// One block.
    Body,
    /// Some blocks of one type: the elements of a sequence, or the values of a map with their keys
    /// as labels.
    Blocks,
}

/// The lines of a value as an expression. Heredocs don't count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Extent {
    /// On one line, and its text is already the expression: a literal, a string in quotes, or a tuple of these.
    Ready,
    /// On one line.
    OneLine,
    /// On several lines.
    Lines,
}

/// Facts about the names of all parts, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Names {
    /// They can be any text.
    Any,
    /// They are identifiers of ASCII characters, and none is `for`, so that they are bare as keys.
    Words,
    /// The same, and they certainly differ.
    DistinctWords,
}

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A null that is always written.
    Null,
    Unit,
    UnitStruct,
    /// An option that contains an option without content.
    SomeNone,
    /// An option without content.
    None,
    /// A field of a struct that may be left out.
    Absent,
    /// A number or a bool.
    Literal,
    /// A string. Its text is in quotes if it is ready.
    String,
    /// The name of a variant without content, as a string.
    UnitVariant,
    /// An expression with its original text.
    Source,
    /// An item of a body with its original text.
    Item,
    /// The same, with a name that must be the name of the field.
    NamedItem,
    /// Lines of comments that belong to no item.
    Comment,
    Tuple,
    /// A struct or a map.
    Object,
    /// A variant. Its name is the name of its content.
    Variant,
}

impl Kind {
    #[inline]
    pub(super) fn is_null(self) -> bool {
        matches!(
            self,
            Kind::Null | Kind::Unit | Kind::UnitStruct | Kind::SomeNone | Kind::None | Kind::Absent
        )
    }

    #[inline]
    fn has_parts(self) -> bool {
        matches!(self, Kind::Tuple | Kind::Object | Kind::Variant)
    }
}

/// The index of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Id(u32);

impl Default for Draft {
    fn default() -> Self {
        // Enough for small documents.
        const NODES: usize = 32;
        const TEXT: usize = 256;
        Draft {
            nodes: Vec::with_capacity(NODES),
            text: String::with_capacity(TEXT),
            field_names: FieldNames::default(),
        }
    }
}

impl Draft {
    /// The index of the next value.
    #[inline]
    pub(super) fn next(&self) -> Id {
        Id(self.nodes.len() as u32)
    }

    /// Adds a value; its text starts at `start`.
    #[inline]
    pub(super) fn add_text(&mut self, kind: Kind, start: usize) {
        let (start, end) = (start as u32, self.text.len() as u32);
        let extent = if kind == Kind::Literal { Extent::Ready } else { Extent::OneLine };
        let (shape, names, key) = (Shape::Expression, Names::Any, Key::default());
        self.nodes.push(Node { kind, shape, extent, names, key, start, end });
    }

    /// Adds a string, in quotes if it needs no escapes.
    #[inline]
    pub(super) fn add_string(&mut self, kind: Kind, text: &str) {
        if !is_plain(text) {
            return self.add(kind, text);
        }
        let start = self.text.len();
        self.text.reserve(text.len() + 2);
        self.text.push('"');
        self.text.push_str(text);
        self.text.push('"');
        self.add_text(kind, start);
        if let Some(node) = self.nodes.last_mut() {
            node.extent = Extent::Ready;
        }
    }

    #[inline]
    pub(super) fn add(&mut self, kind: Kind, text: &str) {
        let start = self.text.len();
        self.text.push_str(text);
        self.add_text(kind, start);
    }

    /// Adds a value whose parts follow.
    #[inline]
    pub(super) fn open(&mut self, kind: Kind) -> Id {
        let id = self.next();
        self.add_text(kind, self.text.len());
        id
    }

    /// Completes a value after its parts have been added.
    #[inline]
    pub(super) fn close(&mut self, id: Id, shape: Shape, extent: Extent, names: Names) {
        let nodes = self.next().0 - id.0;
        if let Some(node) = self.node_mut(id) {
            node.shape = shape;
            node.extent = match node.kind {
                _ if nodes == 1 => Extent::OneLine,
                Kind::Tuple => extent,
                _ => Extent::Lines,
            };
            node.names = names;
            node.end = nodes;
        }
    }

    /// The name of the next value.
    #[inline]
    pub(super) fn field_name(&mut self, name: &'static str) -> (Key, FieldName) {
        let (index, name) = self.field_names.add(name);
        (Key(!index), name)
    }

    /// Takes the last value as the key of the next one.
    ///
    /// # Errors
    ///
    /// If the value has no text.
    pub(super) fn take_key(&mut self, id: Id) -> Result<Key> {
        let Some(key) = self.get(id) else { return Ok(Key::default()) };
        if key.kind().is_null() || key.kind().has_parts() {
            return Err(Error::encoding(catalog::unsuitable_key(key.description())));
        }
        let (start, is_quoted) = (key.node.start, key.is_quoted());
        if is_quoted {
            self.text.pop();
            self.text.remove(start as usize);
        }
        self.nodes.truncate(id.0 as usize);
        Ok(Key(start))
    }

    /// The text of a key whose value follows.
    pub(super) fn last_key(&self, key: Key) -> &str {
        self.text.get(key.0 as usize..).unwrap_or_default()
    }

    /// Ends the text of a tuple whose elements are ready: each is followed by a comma and a space.
    #[inline]
    pub(super) fn end_tuple(&mut self) {
        self.text.truncate(self.text.len() - 2);
        self.text.push(']');
    }

    /// Sets the name of a value. A field of a struct that is `None` may be left out.
    #[inline]
    pub(super) fn set_key(&mut self, id: Id, key: Key, is_field: bool) {
        if let Some(node) = self.node_mut(id) {
            node.key = key;
            if is_field && node.kind == Kind::None {
                node.kind = Kind::Absent;
            }
        }
    }

    /// Changes the kind of a value. Both kinds have text, or both have no parts.
    #[inline]
    pub(super) fn change_kind(&mut self, id: Id, from: Kind, to: Kind) {
        if let Some(node) = self.node_mut(id).filter(|node| node.kind == from) {
            node.kind = to;
            if to == Kind::NamedItem {
                node.shape = Shape::Body;
            }
        }
    }

    /// Replaces the text of the last value.
    pub(super) fn set_last_text(&mut self, text: &str) {
        if let Some(node) = self.nodes.last_mut() {
            self.text.truncate(node.start as usize);
            self.text.push_str(text);
            node.end = self.text.len() as u32;
            node.extent = Extent::Ready;
        }
    }

    pub(super) fn set_shape(&mut self, id: Id, shape: Shape) {
        if let Some(node) = self.node_mut(id) {
            node.shape = shape;
        }
    }

    /// Sorts the last entries of an object, from this one on, by their keys.
    pub(super) fn sort_entries(&mut self, first: Id) {
        let entries = self.views(self.nodes.get(first.0 as usize..).unwrap_or_default());
        let mut entries: Vec<_> = entries.map(|entry| (entry.key(), entry)).collect();
        entries.sort_by_key(|(key, _)| *key);
        let nodes = entries
            .into_iter()
            .flat_map(|(_, entry)| std::iter::once(entry.node).chain(entry.parts));
        let nodes: Vec<Node> = nodes.copied().collect();
        self.nodes.truncate(first.0 as usize);
        self.nodes.extend(nodes);
    }

    /// The value with this index.
    #[inline]
    pub(super) fn get(&self, id: Id) -> Option<View<'_>> {
        self.views(self.nodes.get(id.0 as usize..)?).next()
    }

    /// A value as a part of its container.
    #[inline]
    pub(super) fn part(&self, id: Id) -> Option<Node> {
        self.nodes.get(id.0 as usize).copied()
    }

    /// The indices of the parts of a value.
    pub(super) fn part_ids(&self, id: Id) -> Vec<Id> {
        let mut next = id.0;
        let parts = self.get(id).into_iter().flat_map(View::elements);
        let ids = parts.map(|part| {
            let id = Id(next + 1);
            next += 1 + part.parts.len() as u32;
            id
        });
        ids.collect()
    }

    #[inline]
    fn node_mut(&mut self, id: Id) -> Option<&mut Node> {
        self.nodes.get_mut(id.0 as usize)
    }

    /// The values of these nodes. Parts belong to their values.
    #[inline]
    fn views<'d>(&'d self, nodes: &'d [Node]) -> impl Iterator<Item = View<'d>> + Clone {
        let mut rest = nodes;
        std::iter::from_fn(move || {
            let (node, behind) = rest.split_first()?;
            let count =
                if node.kind.has_parts() { (node.end as usize).saturating_sub(1) } else { 0 };
            let (parts, behind) = behind.split_at_checked(count)?;
            rest = behind;
            Some(View { draft: self, node, parts })
        })
    }

    /// The name that belongs to a value, even if the value could not be added.
    pub(super) fn name_of(&self, id: Id, key: Key) -> &str {
        let node = self.nodes.get(id.0 as usize);
        self.key_text(key, node.map_or(self.text.len(), |node| node.start as usize))
    }

    /// The name, or the key that ends at `end`.
    #[inline]
    fn key_text(&self, key: Key, end: usize) -> &str {
        let name = self.field_names.get(!key.0);
        name.unwrap_or_else(|| self.text.get(key.0 as usize..end).unwrap_or_default())
    }

    /// The first value.
    pub(super) fn root(&self) -> Option<View<'_>> {
        self.get(Id(0))
    }

    /// The length of all text, names included.
    pub(super) fn length(&self) -> usize {
        self.text.len() + self.field_names.length()
    }

    /// The number of values.
    pub(super) fn count(&self) -> usize {
        self.nodes.len()
    }

    /// Fails if a number does not fit its field.
    pub(super) fn check_size(&self) -> Result<()> {
        let limit = u32::MAX as usize;
        match self.length() + self.field_names.count() <= limit && self.nodes.len() <= limit {
            true => Ok(()),
            false => Err(Error::encoding(catalog::too_large())),
        }
    }
}

/// A value with its draft.
#[derive(Clone, Copy)]
pub(super) struct View<'d> {
    draft: &'d Draft,
    node: &'d Node,
    /// The nodes of its parts.
    parts: &'d [Node],
}

impl<'d> View<'d> {
    #[inline]
    pub(super) fn kind(self) -> Kind {
        self.node.kind
    }

    #[inline]
    pub(super) fn shape(self) -> Shape {
        self.node.shape
    }

    /// Whether it is written as an attribute, if its name has no special meaning.
    #[inline]
    pub(super) fn is_attribute(self) -> bool {
        let is_verbatim = matches!(self.kind(), Kind::Item | Kind::Comment);
        self.shape() == Shape::Expression && !is_verbatim
    }

    /// Whether it needs several lines as an expression. Heredocs don't count.
    #[inline]
    pub(super) fn is_spread(self) -> bool {
        self.node.extent == Extent::Lines
    }

    /// The facts about the names of its parts.
    #[inline]
    pub(super) fn names(self) -> Names {
        self.node.names
    }

    /// The name of a field or of the content of a variant, or the key of a map.
    #[inline]
    fn key(self) -> &'d str {
        self.draft.key_text(self.node.key, self.node.start as usize)
    }

    /// The text of a value that has no parts.
    #[inline]
    pub(super) fn text(self) -> &'d str {
        let quote = usize::from(self.is_quoted());
        let range = self.node.start as usize + quote..self.node.end as usize - quote;
        self.draft.text.get(range).unwrap_or_default()
    }

    /// Whether its text is in quotes in the draft.
    #[inline]
    fn is_quoted(self) -> bool {
        self.node.extent == Extent::Ready && self.kind() != Kind::Literal
    }

    /// The expression, if it is ready.
    #[inline]
    pub(super) fn ready_text(self) -> Option<&'d str> {
        if self.node.extent != Extent::Ready {
            return None;
        }
        let end = match self.kind() {
            // The parts of a tuple have no parts, so the last one is the last node.
            Kind::Tuple => self.parts.last()?.end + 1,
            Kind::Literal | Kind::String | Kind::UnitVariant => self.node.end,
            _ => return None,
        };
        self.draft.text.get(self.node.start as usize..end as usize)
    }

    /// Whether it has no parts.
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.parts.is_empty()
    }

    /// The elements of a tuple.
    #[inline]
    pub(super) fn elements(self) -> impl Iterator<Item = View<'d>> + Clone {
        self.draft.views(self.parts)
    }

    /// The keys and values of an object, or the name and content of a variant.
    #[inline]
    pub(super) fn entries(self) -> impl Iterator<Item = (&'d str, View<'d>)> + Clone {
        self.elements().map(|part| (part.key(), part))
    }

    /// The kind of the value as text for messages.
    pub(super) fn description(self) -> &'static str {
        match self.kind() {
            kind if kind.is_null() => "null",
            Kind::Literal => "a number or a bool",
            Kind::String | Kind::UnitVariant => "a string",
            Kind::Source => "an expression",
            Kind::Item | Kind::NamedItem | Kind::Comment => "a part of a body",
            Kind::Tuple => "a sequence",
            Kind::Object => "a struct or a map",
            _ => "a variant",
        }
    }
}
