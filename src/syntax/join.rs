//! Joins the trees of several files.

use std::sync::Arc;

use super::body::BodyRef;
use super::node::{Kind, Node, NodeId};
use super::tree::{SourceText, Tree};
use super::view::View;
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
    let decoded = trees.iter().filter_map(|(tree, _)| tree.decoded.as_ref());
    let decoded: usize = decoded.map(|decoded| decoded.len()).sum();
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
