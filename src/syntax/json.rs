//! Views of JSON objects and arrays as bodies or as labels.
//!
//! - No decision here: the readers say how many levels of labels there are, and which properties
//!   are attributes.
//! - No copy: blocks and attributes of JSON are views of the names and values in the tree.

use std::sync::Arc;

use super::body::BlockRef;
use super::node::{Kind, List, Node, NodeId, flag};
use super::tree::Tree;
use super::view::{Chain, View};
use crate::text::decoded::Decoded;
use crate::text::span::Span;
use crate::value::Value;

/// The name of a property that is a comment. Bodies ignore it.
pub(crate) const COMMENT: &str = "//";

impl Tree<'_> {
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Exchanges the nodes of two trees.
    pub(crate) fn swap_nodes(&mut self, other: &mut Tree<'_>) {
        std::mem::swap(&mut self.nodes, &mut other.nodes);
    }

    /// Removes the nodes that were added last.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.nodes.truncate(length);
    }

    /// Moves the spans of all nodes from number `first` on.
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

    /// The length of the decoded text with its separators.
    pub(super) fn decoded_length(&self) -> usize {
        self.decoded.as_ref().map_or(0, |decoded| decoded.len())
    }

    pub(crate) fn set_decoded(&mut self, decoded: Decoded) {
        self.decoded = Some(Arc::new(decoded));
    }

    /// Whether a body may contain items of both syntaxes.
    pub(crate) fn is_of_both_syntaxes(&self) -> bool {
        self.holds_json
    }

    /// Records that there may be JSON nodes, which refer to other nodes by links.
    pub(crate) fn mark_as_json(&mut self) {
        self.holds_json = true;
    }

    /// The tree with only those items of the body that `keep` accepts. Linear in the whole tree.
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

    /// Adds a decoded text, which differs from the source text. Returns its span.
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

    /// The text of the name of a property as a body uses it.
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

    /// The labels of the generated blocks, if the property with this name is such blocks.
    pub(crate) fn generated_labels(self) -> Option<GeneratedLabels<'a>> {
        if self.kind() != Kind::String || !self.has(flag::JSON_GENERATED) {
            return None;
        }
        let mut places = self.children().map(|place| place.span());
        let (argument, value) = (places.next().unwrap_or(self.span()), places.next());
        let (mut count, mut last) = (0, self);
        while last.next().has(flag::JSON_GENERATED) {
            (count, last) = (count + 1, last.next().first());
        }
        Some(GeneratedLabels { count, last, argument, value })
    }

    /// Whether this is the name of a property `dynamic` that an expansion did not change.
    pub(crate) fn is_left_dynamic(self) -> bool {
        self.kind() == Kind::String && self.has(flag::JSON_LEFT)
    }

    /// The name of the property that contains the property with this name.
    fn outer_property(self) -> Option<View<'a>> {
        let id = self.node().count.checked_sub(1)?;
        Some(View::new(self.tree, NodeId(id)))
    }
}

/// The labels of generated blocks.
pub(crate) struct GeneratedLabels<'a> {
    pub(crate) count: usize,
    /// The innermost name: the last label, or the block type.
    last: View<'a>,
    /// The name of the argument `labels`, or the place where it is missing.
    pub(crate) argument: Span,
    /// The value of the argument.
    pub(crate) value: Option<Span>,
}

impl<'a> GeneratedLabels<'a> {
    /// The label with this number.
    pub(crate) fn label(&self, number: usize) -> Option<View<'a>> {
        (number < self.count).then(|| label(self.last, self.count as u32, number as u32))
    }
}

/// The properties of an object of JSON, or of all objects in an array.
#[derive(Clone)]
pub(crate) struct Properties<'a> {
    /// Names and values alternate.
    of_object: Option<Chain<'a>>,
    /// The remaining elements of the array.
    elements: Option<Chain<'a>>,
}

impl<'a> Properties<'a> {
    /// A value that is neither an object nor an array has no properties.
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

/// The blocks in a JSON value, and its mistakes.
pub(crate) struct Unpacked<'a> {
    pub(crate) blocks: Vec<BlockRef<'a>>,
    pub(crate) mistakes: Vec<Mistake<'a>>,
}

/// A JSON value of the wrong kind. The numbers are the indexes of labels.
#[derive(Clone, Copy)]
pub(crate) enum Mistake<'a> {
    /// A level of labels is neither an object nor an array of objects.
    Labels(View<'a>, usize),
    /// An array of labels contains something else than objects.
    LabelsElement(View<'a>, usize),
    /// There is no property for the name of a label.
    NoLabel(View<'a>, usize),
    /// A body is neither an object nor an array. The number is that of its labels.
    Body(View<'a>, usize),
}

/// A JSON value that may contain blocks, with its property name. Some of the surrounding names are
/// labels.
#[derive(Clone, Copy)]
pub(crate) struct Level<'a> {
    pub(crate) name: View<'a>,
    pub(crate) value: View<'a>,
    pub(crate) labels: usize,
}

/// A level without a reference to its tree.
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

    /// The level below this one, whose property name is one more label.
    pub(crate) fn inside(self, name: View<'a>) -> Self {
        Level { name, value: name.next(), labels: self.labels + 1 }
    }

    /// One level for each element of an array, with the same name.
    pub(crate) fn elements(self) -> impl Iterator<Item = Level<'a>> {
        self.value.children().map(move |value| Level { value, ..self })
    }

    /// The block type.
    pub(crate) fn head(self) -> View<'a> {
        block_type(self.name, self.labels as u32)
    }
}

/// Whether the value is an array that contains only objects.
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
        // The next level is the last one in the vector.
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
            self.mistakes.push(Mistake::Body(value, labels as usize));
        }
    }
}

/// The block type of a block whose innermost name is this: the name that is `labels` levels
/// outside.
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
