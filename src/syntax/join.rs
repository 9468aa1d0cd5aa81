//! Joins the trees of several files, and merges bodies: a later one overrides parts of an earlier one.

use std::borrow::Cow;
use std::sync::Arc;

use hashbrown::HashMap;

use super::body::{BodyRef, ItemRef};
use super::node::{Kind, List, Node, NodeId};
use super::tree::{SourceText, Tree};
use super::view::View;
use crate::limits::stack::nest;
use crate::text::decoded::Decoded;
use crate::text::normal_form::is_basic;
use crate::text::source::File;
use crate::text::span::Span;
use crate::value::Value;

/// Joins the trees of files into one tree whose body has the items of all files in order. Its text is
/// the text of all files, with a line end after each.
///
/// Linear in the trees. `None` if the text is too long for spans.
pub(crate) fn join(trees: &[(&Tree<'_>, NodeId)]) -> Option<(Tree<'static>, NodeId)> {
    let length = trees.iter().map(|(tree, _)| tree.source.len() + 1).sum();
    let decoded: usize = trees.iter().map(|(tree, _)| tree.decoded_length()).sum();
    u32::try_from(length + 1 + decoded).ok()?;
    let mut text = String::with_capacity(length);
    let mut nodes: Vec<Node> =
        Vec::with_capacity(trees.iter().map(|(tree, _)| tree.nodes.len()).sum());
    let mut decoded = Decoded::behind(length);
    let mut files = Vec::with_capacity(trees.len());
    let mut values: Vec<Value> = Vec::new();
    let (mut first, mut last, mut count) = (NodeId::NONE, NodeId::NONE, 0);
    for (tree, body) in trees {
        let (start, moved_by) = (text.len() as u32, nodes.len() as u32);
        add_files(&mut files, tree, start);
        text.push_str(&tree.source);
        text.push('\n');
        let moving = Moving {
            start,
            nodes: moved_by,
            values: values.len() as u32,
            length: tree.source.len() as u32,
            decoded: tree.decoded.as_ref().map_or(0, |other| decoded.append(other, start)),
        };
        values.extend(tree.values.iter().flat_map(|values| values.iter().cloned()));
        nodes.extend(tree.nodes.iter().map(|node| node.moved(moving)));
        let body = View::new(tree, *body);
        let items: Vec<NodeId> = match body.kind() {
            Kind::Body => body.children().map(|item| item.id.moved(moved_by)).collect(),
            _ => BodyRef(body)
                .items()
                .map(|item| add_property(&mut nodes, item.0.id.moved(moved_by)))
                .collect(),
        };
        count += items.len() as u32;
        for item in items {
            match nodes.get_mut(last.0 as usize) {
                Some(last) => last.next = item,
                None => first = item,
            }
            last = item;
        }
    }
    let span = Span::new(0, text.len() as u32);
    let root = NodeId(nodes.len() as u32);
    nodes.push(Node { kind: Kind::Body, flags: 0, span, first, count, next: NodeId::NONE });
    let mut tree = Tree::new("", None);
    tree.nodes = nodes;
    tree.is_basic = is_basic(&text);
    tree.source = SourceText::Shared(text.into());
    tree.values = trees.iter().any(|(tree, _)| tree.holds_values()).then(|| Arc::new(values));
    tree.files = Some(files.into());
    tree.decoded = (!decoded.is_empty()).then(|| Arc::new(decoded));
    tree.holds_json = trees.iter().any(|(tree, _)| tree.holds_json);
    tree.is_damaged = trees.iter().any(|(tree, _)| tree.is_damaged);
    tree.is_excerpt = trees.iter().any(|(tree, _)| tree.is_excerpt);
    tree.depth = trees.iter().map(|(tree, _)| tree.depth).max().unwrap_or(0);
    Some((tree, root))
}

/// Adds the files of a tree whose text is at `start`.
fn add_files(files: &mut Vec<File>, tree: &Tree<'_>, start: u32) {
    match &tree.files {
        Some(inner) => files
            .extend(inner.iter().map(|file| File { start: file.start + start, ..file.clone() })),
        None => {
            let name = tree.name.clone().unwrap_or_else(|| Arc::from("<source>"));
            files.push(File { name, start, facts: tree.facts.clone() });
        }
    }
}

/// Adds a node for the property with this name, as an item of a body.
pub(super) fn add_property(nodes: &mut Vec<Node>, name: NodeId) -> NodeId {
    let id = NodeId(nodes.len() as u32);
    let span = nodes[name.0 as usize].span;
    let (first, next) = (name, NodeId::NONE);
    nodes.push(Node { kind: Kind::JsonProperty, flags: 0, span, first, count: 2, next });
    id
}

/// The offsets by which the parts of a tree move.
#[derive(Clone, Copy)]
struct Moving {
    /// The start of its text.
    start: u32,
    /// The number of nodes before its own.
    nodes: u32,
    /// The number of values before its own.
    values: u32,
    /// The length of its text.
    length: u32,
    /// The distance by which decoded text moves.
    decoded: u32,
}

impl Node {
    fn moved(&self, by: Moving) -> Node {
        let is_decoded = self.span.start > by.length;
        let span = self.span.forward_by(if is_decoded { by.decoded } else { by.start });
        let links = matches!(self.kind, Kind::String | Kind::JsonKey) && self.count > 0;
        let count = match self.kind {
            Kind::JsonInvalid if self.count > by.length => self.count + by.decoded,
            Kind::JsonInvalid => self.count + by.start,
            Kind::Bound | Kind::Value | Kind::Marked => self.count + by.values,
            _ if links => self.count + by.nodes,
            _ => self.count,
        };
        let (first, next) = (self.first.moved(by.nodes), self.next.moved(by.nodes));
        Node { span, first, count, next, ..*self }
    }
}

impl NodeId {
    fn moved(self, nodes: u32) -> NodeId {
        if self == NodeId::NONE { self } else { NodeId(self.0 + nodes) }
    }
}

/// The key of an item. A later item overrides an earlier one with the same key.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key<'a> {
    Attribute(&'a str),
    Block(&'a str, Vec<Cow<'a, str>>),
    /// A property of JSON syntax, which may be an attribute or blocks.
    Property(&'a str),
}

impl<'a> Key<'a> {
    fn of(item: ItemRef<'a>) -> Self {
        let name = item.name();
        match (item.as_property(), item.as_block()) {
            (Some(_), _) => Key::Property(name),
            (None, Some(block)) => {
                Key::Block(name, block.labels().map(|label| label.value()).collect())
            }
            (None, None) => Key::Attribute(name),
        }
    }

    fn name(&self) -> &'a str {
        match self {
            Key::Attribute(name) | Key::Block(name, _) | Key::Property(name) => name,
        }
    }
}

/// A body with the items of both, where those of the later one override those of the earlier one:
/// attributes by their names, blocks by their types and labels. Linear in the trees.
///
/// `None` if the text is too long for spans.
pub(crate) fn merge(
    earlier: (&Tree<'_>, NodeId),
    later: (&Tree<'_>, NodeId),
) -> Option<(Tree<'static>, NodeId)> {
    let (mut tree, root) = join(&[earlier, later])?;
    let count = BodyRef(View::new(earlier.0, earlier.1)).items().len();
    let items = tree.children(root);
    let (early, late) = items.split_at(count.min(items.len()));
    let merged = tree.merge_items(early, late);
    tree.set_children(root, merged);
    // The text of the tree is not up to date, so it is written from its nodes.
    tree.hold_values();
    Some((tree, root))
}

impl Tree<'_> {
    fn merge_items(&mut self, early: &[NodeId], late: &[NodeId]) -> List {
        let order = self.merged_order(early, late);
        let mut children = List::EMPTY;
        for place in order {
            match place {
                Replacement::Items(items) => {
                    items.iter().for_each(|item| self.push(&mut children, *item))
                }
                Replacement::Merged(early, late) => {
                    let block = nest(|| self.merge_blocks(early, late));
                    self.push(&mut children, block);
                }
            }
        }
        children
    }

    /// The order of the result: the early items with their replacements, then the other late items.
    fn merged_order(&self, early: &[NodeId], late: &[NodeId]) -> Vec<Replacement> {
        let item = |id: &NodeId| ItemRef::of_node(View::new(self, *id));
        let mut order: Vec<Replacement> =
            early.iter().map(|id| Replacement::Items(vec![*id])).collect();
        let mut by_key: HashMap<Key<'_>, Vec<usize>> = HashMap::new();
        let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
        for (place, id) in early.iter().enumerate() {
            let key = Key::of(item(id));
            by_name.entry(key.name()).or_default().push(place);
            by_key.entry(key).or_default().push(place);
        }
        let mut groups: Vec<(Key<'_>, Vec<NodeId>)> = Vec::new();
        let mut indexes: HashMap<Key<'_>, usize> = HashMap::new();
        for id in late {
            let key = Key::of(item(id));
            let index = *indexes.entry(key.clone()).or_insert(groups.len());
            match groups.get_mut(index) {
                Some((_, group)) => group.push(*id),
                None => groups.push((key, vec![*id])),
            }
        }
        for (key, group) in groups {
            let overridden: Vec<usize> = match &key {
                Key::Block(name, _) => [&key, &Key::Attribute(name), &Key::Property(name)]
                    .into_iter()
                    .filter_map(|key| by_key.get(key))
                    .flatten()
                    .copied()
                    .collect(),
                Key::Attribute(name) | Key::Property(name) => {
                    by_name.get(name).cloned().unwrap_or_default()
                }
            };
            let is_block = |place: usize| {
                early.get(place).is_some_and(|id| self.node(*id).kind == Kind::Block)
            };
            match (&overridden[..], &group[..], &key) {
                ([place], [late], Key::Block(..)) if is_block(*place) => {
                    order[*place] = Replacement::Merged(early[*place], *late);
                }
                ([first, rest @ ..], ..) => {
                    order[*first] = Replacement::Items(group);
                    rest.iter().for_each(|place| order[*place] = Replacement::Items(Vec::new()));
                }
                ([], ..) => order.push(Replacement::Items(group)),
            }
        }
        order
    }

    /// A block with the header of the earlier one and the items of both bodies.
    fn merge_blocks(&mut self, early: NodeId, late: NodeId) -> NodeId {
        let (mut parts, late_parts) = (self.children(early), self.children(late));
        let (Some(body), Some(late_body)) = (parts.pop(), late_parts.last().copied()) else {
            return late;
        };
        let (early_items, late_items) = (self.children(body), self.children(late_body));
        let items = self.merge_items(&early_items, &late_items);
        self.set_children(body, items);
        early
    }
}

enum Replacement {
    /// These items. Empty if the item is overridden in another place.
    Items(Vec<NodeId>),
    /// A block merged from both.
    Merged(NodeId, NodeId),
}
