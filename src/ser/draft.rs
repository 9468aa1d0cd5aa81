//! The draft: serialized values before their written form is known.

/// All values in one vector, each before its parts, and all their text in one string.
#[derive(Default)]
pub(super) struct Draft {
    nodes: Vec<Node>,
    pub(super) text: String,
}

#[derive(Clone, Copy)]
struct Node {
    kind: Kind,
    shape: Shape,
    /// Whether it needs several lines as an expression.
    is_spread: bool,
    /// The facts about the names of its parts.
    names: Names,
    /// The start of the text, or the number of nodes of the parts.
    start: u32,
    /// The end of the text, or the number of parts.
    end: u32,
}

const _: () = assert!(size_of::<Node>() == 12);

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

/// The form of a value with parts.
pub(super) struct Form {
    pub(super) shape: Shape,
    /// The number of parts.
    pub(super) count: usize,
    /// Whether a part needs several lines as an expression.
    pub(super) are_spread: bool,
    pub(super) names: Names,
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
    /// A string. Its text is not quoted yet.
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
    /// A struct or a map. Keys are strings before their values.
    Object,
    /// A variant. Its name, a string, is before its content.
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
pub(super) struct Id(usize);

impl Draft {
    /// The index of the next value.
    #[inline]
    pub(super) fn next(&self) -> Id {
        Id(self.nodes.len())
    }

    /// Adds a value; its text starts at `start`.
    #[inline]
    pub(super) fn add_text(&mut self, kind: Kind, start: usize) {
        let (start, end) = (start as u32, self.text.len() as u32);
        let shape = Shape::Expression;
        self.nodes.push(Node { kind, shape, is_spread: false, names: Names::Any, start, end });
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
    pub(super) fn close(&mut self, id: Id, form: &Form) {
        let nodes = self.nodes.len() - id.0;
        if let Some(node) = self.nodes.get_mut(id.0) {
            let is_object = node.kind != Kind::Tuple && form.count > 0;
            *node = Node {
                kind: node.kind,
                shape: form.shape,
                is_spread: is_object || form.are_spread,
                names: form.names,
                start: nodes as u32,
                end: form.count as u32,
            };
        }
    }

    /// Changes the kind of a value. Both kinds have text, or both have no parts.
    pub(super) fn change_kind(&mut self, id: Id, from: &[Kind], to: Kind) {
        if let Some(node) = self.nodes.get_mut(id.0).filter(|node| from.contains(&node.kind)) {
            node.kind = to;
        }
    }

    /// Replaces the text of the last value.
    pub(super) fn set_last_text(&mut self, text: &str) {
        if let Some(node) = self.nodes.last_mut() {
            self.text.truncate(node.start as usize);
            self.text.push_str(text);
            node.end = self.text.len() as u32;
        }
    }

    pub(super) fn set_shape(&mut self, id: Id, shape: Shape) {
        if let Some(node) = self.nodes.get_mut(id.0) {
            node.shape = shape;
        }
    }

    /// Sorts the last entries of an object, from the one with this key on, by their keys.
    pub(super) fn sort_entries(&mut self, first: Id) {
        let mut next = first;
        let entries = std::iter::from_fn(|| {
            let start = next;
            let key = self.take(&mut next)?;
            self.take(&mut next)?;
            Some((key.text(), start.0..next.0))
        });
        let mut entries: Vec<_> = entries.collect();
        entries.sort_by_key(|(key, _)| *key);
        let nodes = entries.into_iter().filter_map(|(_, range)| self.nodes.get(range));
        let nodes: Vec<Node> = nodes.flatten().copied().collect();
        self.nodes.truncate(first.0);
        self.nodes.extend(nodes);
    }

    /// The value with this index.
    #[inline]
    pub(super) fn get(&self, id: Id) -> Option<View<'_>> {
        let node = self.nodes.get(id.0)?;
        Some(View { draft: self, id, node })
    }

    /// The first value.
    pub(super) fn root(&self) -> Option<View<'_>> {
        self.get(Id(0))
    }

    /// The number of values, names included.
    pub(super) fn count(&self) -> usize {
        self.nodes.len()
    }

    /// Whether all numbers fit their fields.
    pub(super) fn fits(&self) -> bool {
        let limit = u32::MAX as usize;
        self.text.len() <= limit && self.nodes.len() <= limit
    }
}

/// A value with its draft.
#[derive(Clone, Copy)]
pub(super) struct View<'d> {
    draft: &'d Draft,
    id: Id,
    node: &'d Node,
}

impl<'d> View<'d> {
    #[inline]
    pub(super) fn id(self) -> Id {
        self.id
    }

    #[inline]
    pub(super) fn kind(self) -> Kind {
        self.node.kind
    }

    #[inline]
    pub(super) fn shape(self) -> Shape {
        self.node.shape
    }

    /// Whether it needs several lines as an expression. Heredocs don't count.
    #[inline]
    pub(super) fn is_spread(self) -> bool {
        self.node.is_spread
    }

    /// The facts about the names of its parts.
    #[inline]
    pub(super) fn names(self) -> Names {
        self.node.names
    }

    /// The text of a value that has no parts.
    #[inline]
    pub(super) fn text(self) -> &'d str {
        let range = self.node.start as usize..self.node.end as usize;
        self.draft.text.get(range).unwrap_or_default()
    }

    /// The number of parts.
    #[inline]
    pub(super) fn len(self) -> usize {
        if self.kind().has_parts() { self.node.end as usize } else { 0 }
    }

    /// The elements of a tuple.
    #[inline]
    pub(super) fn elements(self) -> impl Iterator<Item = View<'d>> + Clone {
        let mut next = Id(self.id.0 + 1);
        (0..self.len()).map_while(move |_| self.draft.take(&mut next))
    }

    /// The keys and values of an object, or the name and content of a variant.
    #[inline]
    pub(super) fn entries(self) -> impl Iterator<Item = (&'d str, View<'d>)> + Clone {
        let mut next = Id(self.id.0 + 1);
        (0..self.len()).map_while(move |_| {
            let key = self.draft.take(&mut next)?;
            Some((key.text(), self.draft.take(&mut next)?))
        })
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

impl Draft {
    /// The value at `next`; moves `next` after it.
    #[inline]
    fn take(&self, next: &mut Id) -> Option<View<'_>> {
        let view = self.get(*next)?;
        next.0 += if view.kind().has_parts() { view.node.start as usize } else { 1 };
        Some(view)
    }
}
