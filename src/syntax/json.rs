//! Objects and arrays of JSON, as the body or the labels that they may be.
//!
//! - No decision here: readers say how many levels of labels there are, and what is an attribute.
//! - No copy: blocks and attributes of JSON are views of the names and values in the tree.

use std::sync::Arc;

use super::body::BlockRef;
use super::node::{Kind, List, Node, NodeId, flag};
use super::tree::Tree;
use super::view::{Chain, View};
use crate::decoded::Decoded;
use crate::source::Span;
use crate::value::Value;

/// The name of the properties that are comments, in bodies.
pub(crate) const COMMENT: &str = "//";

impl Tree<'_> {
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Exchanges the nodes of two trees.
    pub(crate) fn swap_nodes(&mut self, other: &mut Tree<'_>) {
        std::mem::swap(&mut self.nodes, &mut other.nodes);
    }

    /// Forgets the nodes that were added last.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.nodes.truncate(length);
    }

    /// Moves all nodes from the one with number `first` on.
    pub(crate) fn move_since(&mut self, first: usize, bytes: u32) {
        for node in self.nodes.iter_mut().skip(first) {
            node.span = node.span.forward_by(bytes);
        }
    }

    /// A copy of a node with the same children.
    pub(crate) fn copy(&mut self, id: NodeId) -> NodeId {
        let node = *self.node(id);
        self.add_node(Node { next: NodeId::NONE, ..node })
    }

    /// How much text is decoded, with what keeps it apart.
    pub(super) fn decoded_length(&self) -> usize {
        self.decoded.as_ref().map_or(0, |decoded| decoded.len())
    }

    pub(crate) fn set_decoded(&mut self, decoded: Decoded) {
        self.decoded = Some(Arc::new(decoded));
    }

    /// Whether there may be items of both syntaxes in a body.
    pub(crate) fn is_of_both_syntaxes(&self) -> bool {
        self.holds_json
    }

    /// Says that there may be nodes of JSON, which links keep together.
    pub(crate) fn mark_as_json(&mut self) {
        self.holds_json = true;
    }

    /// The tree with only those items in a body that `keep` approves of. Linear in the whole tree.
    pub(super) fn filtered(&self, body: NodeId, keep: impl Fn(View<'_>) -> bool) -> Self {
        let mut tree = self.empty_copy();
        tree.nodes.clone_from(&self.nodes);
        let containers = match self.node(body).kind {
            Kind::Tuple => tree.children(body),
            _ => vec![body],
        };
        for container in containers {
            tree.filter_items(self, container, &keep);
        }
        tree
    }

    fn filter_items(&mut self, from: &Tree<'_>, body: NodeId, keep: &impl Fn(View<'_>) -> bool) {
        let is_object = self.node(body).kind == Kind::Object;
        let mut items = List::EMPTY;
        let mut children = from.chain(from.node(body).first);
        while let Some(child) = children.next() {
            let value = if is_object { children.next() } else { None };
            let item = if child.kind() == Kind::JsonProperty { child.first() } else { child };
            if keep(item) {
                self.push(&mut items, child.id);
                if let Some(value) = value {
                    self.push(&mut items, value.id);
                }
            }
        }
        let count = if is_object { items.count / 2 } else { items.count };
        self.set_children(body, items);
        self.node_mut(body).count = count;
    }

    /// Adds a text that does not stand in the source like this, and gives its place.
    pub(crate) fn add_decoded(&mut self, text: &str, written: Span) -> Span {
        let source = &self.source;
        let decoded = self.decoded.get_or_insert_with(|| Arc::new(Decoded::behind(source.len())));
        Arc::make_mut(decoded).add(text, written.text(source), written)
    }
}

impl<'a> View<'a> {
    /// Whether this is an object or an array of JSON.
    pub(crate) fn is_json_container(self) -> bool {
        matches!(self.kind(), Kind::Object | Kind::Tuple) && self.has(flag::JSON)
    }

    pub(crate) fn is_json_object(self) -> bool {
        self.kind() == Kind::Object && self.has(flag::JSON)
    }

    pub(crate) fn is_json_array(self) -> bool {
        self.kind() == Kind::Tuple && self.has(flag::JSON)
    }

    /// The text of the name of a property, as it is in bodies.
    pub(crate) fn property_name(self) -> &'a str {
        if self.kind() != Kind::JsonKey {
            let span = self.span();
            return self.tree.text(Span::new(span.start + 1, span.end - 1));
        }
        let name = self.first().next();
        match name.kind() {
            Kind::LabelComputed => name.value().and_then(Value::as_str).unwrap_or_default(),
            _ => name.text(),
        }
    }

    /// The number of labels of the generated blocks that the property with this name is, and the last
    /// label.
    pub(crate) fn generated_labels(self) -> Option<(usize, View<'a>)> {
        if self.kind() != Kind::String || !self.has(flag::JSON_GENERATED) {
            return None;
        }
        let (mut labels, mut name) = (0, self);
        while name.next().has(flag::JSON_GENERATED) {
            (labels, name) = (labels + 1, name.next().first());
        }
        Some((labels, name))
    }

    /// Whether this is the name `dynamic` of a property that an expansion left as it is.
    pub(crate) fn is_left_dynamic(self) -> bool {
        self.kind() == Kind::String && self.has(flag::JSON_LEFT)
    }

    /// The name of the property around the property with this name.
    fn outer_property(self) -> Option<View<'a>> {
        let id = self.node().count.checked_sub(1)?;
        Some(View::new(self.tree, NodeId(id)))
    }
}

/// The properties of an object of JSON, or of all objects in an array.
#[derive(Clone)]
pub(crate) struct Properties<'a> {
    /// Names and values in turn.
    of_object: Option<Chain<'a>>,
    /// The elements of the array that are left.
    elements: Option<Chain<'a>>,
}

impl<'a> Properties<'a> {
    /// Of anything but an object and an array there are none.
    #[inline]
    pub(crate) fn of(value: View<'a>) -> Self {
        let children = value.is_json_container().then(|| value.children());
        match value.kind() {
            Kind::Tuple => Properties { of_object: None, elements: children },
            _ => Properties { of_object: children, elements: None },
        }
    }
}

impl<'a> Iterator for Properties<'a> {
    /// The name; the value is its next sibling.
    type Item = View<'a>;

    #[inline]
    fn next(&mut self) -> Option<View<'a>> {
        loop {
            if let Some(properties) = &mut self.of_object {
                if let Some(name) = properties.next() {
                    properties.next();
                    return Some(name);
                }
            }
            let element = self.elements.as_mut()?.next()?;
            self.of_object = element.is_json_object().then(|| element.children());
        }
    }
}

/// The blocks that a JSON value stands for.
pub(crate) struct Unpacked<'a> {
    pub(crate) blocks: Vec<BlockRef<'a>>,
    pub(crate) mistakes: Vec<Mistake<'a>>,
}

/// A value of JSON that can't be what it is read as.
#[derive(Clone, Copy)]
pub(crate) enum Mistake<'a> {
    /// Neither an object nor an array of objects, with the name of a label by its number.
    Labels(View<'a>, usize),
    /// In an array of objects something else.
    LabelsElement(View<'a>, usize),
    /// No property that could be a label.
    NoLabel(View<'a>, usize),
    /// Neither an object nor an array.
    Body(View<'a>),
}

/// A value of JSON that may be blocks, under a name, with the number of names around that are labels.
#[derive(Clone, Copy)]
pub(crate) struct Level<'a> {
    pub(crate) name: View<'a>,
    pub(crate) value: View<'a>,
    pub(crate) labels: usize,
}

/// A level without its tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LevelId {
    name: NodeId,
    value: NodeId,
    labels: usize,
}

impl LevelId {
    pub(crate) fn within<'a>(self, tree: &'a Tree<'a>) -> Level<'a> {
        let LevelId { name, value, labels } = self;
        Level { name: View::new(tree, name), value: View::new(tree, value), labels }
    }
}

impl<'a> Level<'a> {
    pub(crate) fn to_id(self) -> LevelId {
        LevelId { name: self.name.id, value: self.value.id, labels: self.labels }
    }

    pub(crate) fn of_name(name: View<'a>) -> Self {
        Level { name, value: name.next(), labels: 0 }
    }

    /// The property in the value, whose name is one more label.
    pub(crate) fn inside(self, name: View<'a>) -> Self {
        Level { name, value: name.next(), labels: self.labels + 1 }
    }

    /// The elements of an array, under the same name.
    pub(crate) fn elements(self) -> impl Iterator<Item = Level<'a>> {
        self.value.children().map(move |value| Level { value, ..self })
    }

    /// The name that is the block type.
    pub(crate) fn head(self) -> View<'a> {
        block_type(self.name, self.labels as u32)
    }
}

/// Whether the value is an array with nothing but objects in it.
pub(crate) fn is_array_of_objects(value: View<'_>) -> bool {
    value.is_json_array() && value.children().all(View::is_json_object)
}

/// The blocks that a property is if they have this many labels.
pub(crate) fn unpack(name: View<'_>, labels: usize) -> Unpacked<'_> {
    Unpacked::of(&[Level::of_name(name)], labels)
}

impl<'a> Unpacked<'a> {
    /// The blocks in these values, with this many labels.
    pub(crate) fn of(levels: &[Level<'a>], labels: usize) -> Self {
        let mut unpacked = Unpacked { blocks: Vec::new(), mistakes: Vec::new() };
        // The next one on top.
        let mut levels: Vec<Level<'a>> = levels.iter().rev().copied().collect();
        while let Some(level) = levels.pop() {
            if level.labels == labels {
                unpacked.take_bodies(level, labels as u32);
                continue;
            }
            unpacked.check_labels(level);
            let before = levels.len();
            levels.extend(Properties::of(level.value).map(|name| level.inside(name)));
            levels[before..].reverse();
            if levels.len() == before {
                unpacked.mistakes.push(Mistake::NoLabel(level.value, level.labels));
            }
        }
        unpacked
    }

    fn check_labels(&mut self, level: Level<'a>) {
        let value = level.value;
        if value.is_json_array() {
            let others = value.children().filter(|element| !element.is_json_object());
            self.mistakes.extend(others.map(|other| Mistake::LabelsElement(other, level.labels)));
        } else if !value.is_json_object() && value.kind() != Kind::Null {
            self.mistakes.push(Mistake::Labels(value, level.labels));
        }
    }

    fn take_bodies(&mut self, level: Level<'a>, labels: u32) {
        let Level { name, value, .. } = level;
        if value.is_json_array() {
            let bodies = value.children();
            self.blocks.extend(bodies.map(|body| BlockRef::of_json(name, body, labels)));
        } else if value.is_json_object() {
            self.blocks.push(BlockRef::of_json(name, value, labels));
        } else if value.kind() != Kind::Null {
            self.mistakes.push(Mistake::Body(value));
        }
    }
}

/// The names around the innermost one that are labels, and the block type.
pub(crate) fn block_type(mut name: View<'_>, labels: u32) -> View<'_> {
    for _ in 0..labels {
        match name.outer_property() {
            Some(outer) => name = outer,
            None => break,
        }
    }
    name
}

/// The label with that number of a block whose innermost name is this.
pub(crate) fn label(name: View<'_>, labels: u32, number: u32) -> View<'_> {
    block_type(name, labels.saturating_sub(number + 1))
}
