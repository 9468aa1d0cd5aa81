//! Joins the trees of several files.

use std::sync::Arc;

use super::tree::{Kind, Node, NodeId, Text, Tree};
use crate::source::{File, Span};

/// Joins the trees of files into one tree whose body has the items of all files in order. Its text is
/// the text of all files, with a line end after each.
///
/// Linear in the trees. `None` if the text is too long for spans.
pub(crate) fn join(trees: &[(Tree<'_>, NodeId)]) -> Option<(Tree<'static>, NodeId)> {
    let length = trees.iter().map(|(tree, _)| tree.source.len() + 1).sum();
    u32::try_from(length).ok()?;
    let mut text = String::with_capacity(length);
    let mut nodes = Vec::with_capacity(trees.iter().map(|(tree, _)| tree.nodes.len()).sum());
    let mut files = Vec::with_capacity(trees.len());
    let (mut first, mut last, mut count) = (NodeId::NONE, NodeId::NONE, 0);
    for (tree, body) in trees {
        let (start, moved_by) = (text.len() as u32, nodes.len() as u32);
        files
            .push(File { name: tree.name.clone().unwrap_or_else(|| Arc::from("<source>")), start });
        text.push_str(&tree.source);
        text.push('\n');
        nodes.extend(tree.nodes.iter().map(|node| node.moved(start, moved_by)));

        let body = tree.node(*body);
        let items = body.first.moved(moved_by);
        match nodes.get_mut(last.0 as usize) {
            Some(last) => last.next = items,
            None => first = items,
        }
        count += body.count;
        if let Some(item) = tree.chain(body.first).last() {
            last = item.id.moved(moved_by);
        }
    }
    let span = Span::new(0, text.len() as u32);
    let root = NodeId(nodes.len() as u32);
    nodes.push(Node { kind: Kind::Body, flags: 0, span, first, count, next: NodeId::NONE });
    let mut tree = Tree::new("", None);
    tree.nodes = nodes;
    tree.source = Text::Shared(text.into());
    tree.files = Some(files.into());
    tree.depth = trees.iter().map(|(tree, _)| tree.depth).max().unwrap_or(0);
    Some((tree, root))
}

impl Node {
    fn moved(&self, bytes: u32, nodes: u32) -> Node {
        let span = self.span.forward_by(bytes);
        Node { span, first: self.first.moved(nodes), next: self.next.moved(nodes), ..*self }
    }
}

impl NodeId {
    fn moved(self, nodes: u32) -> NodeId {
        if self == NodeId::NONE { self } else { NodeId(self.0 + nodes) }
    }
}
