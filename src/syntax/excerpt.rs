//! Trees of parts of other trees.

use super::node::{Kind, List, Node, NodeId};
use super::tree::Tree;
use super::view::View;

impl<'s> Tree<'s> {
    /// A tree of `body` and its descendants without the items that `keep` rejects. The text is
    /// shared. Linear in the kept nodes; with JSON properties, in the whole tree.
    pub(crate) fn excerpt(
        &self,
        body: NodeId,
        keep: impl Fn(View<'_>) -> bool,
    ) -> (Tree<'s>, NodeId) {
        if self.holds_json {
            return (self.filtered(body, keep), body);
        }
        let (mut tree, root) = (self.empty_copy(), NodeId(0));
        tree.is_excerpt = true;
        tree.nodes.push(Node { next: NodeId::NONE, ..*self.node(body) });
        let kept = tree.complete(self, |parent, child| parent != root || keep(child));
        tree.node_mut(root).count = kept;
        (tree, root)
    }

    /// A tree of these nodes and their descendants, and the new ids of the nodes. Linear in their
    /// number; the text is shared.
    pub(crate) fn gather(&self, nodes: &[NodeId]) -> (Tree<'s>, Vec<NodeId>) {
        let mut tree = self.empty_copy();
        if self.holds_json {
            tree.nodes.clone_from(&self.nodes);
            return (tree, nodes.to_vec());
        }
        let roots = nodes.iter().map(|node| Node { next: NodeId::NONE, ..*self.node(*node) });
        tree.nodes.extend(roots);
        tree.complete(self, |_, _| true);
        (tree, (0..nodes.len() as u32).map(NodeId).collect())
    }

    /// The tree with only those items of the body that `keep` accepts. Linear in the whole tree.
    fn filtered(&self, body: NodeId, keep: impl Fn(View<'_>) -> bool) -> Tree<'s> {
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

    /// Copies the descendants of the nodes in this tree, which are copies of nodes of another tree.
    /// `keep` decides by parent and child. Returns the number of children of the first node.
    fn complete(&mut self, from: &Tree<'_>, keep: impl Fn(NodeId, View<'_>) -> bool) -> u32 {
        // A copied node has the child ids of its original until the loop reaches it.
        let (mut parent, mut first) = (NodeId(0), 0);
        while let Some(node) = self.nodes.get(parent.0 as usize).copied() {
            let mut list = List::EMPTY;
            for child in from.chain(node.first) {
                if keep(parent, child) {
                    let copy = NodeId(self.nodes.len() as u32);
                    self.nodes.push(Node { next: NodeId::NONE, ..*child.node() });
                    self.push(&mut list, copy);
                }
            }
            self.node_mut(parent).first = list.first;
            if parent.0 == 0 {
                first = list.count;
            }
            parent.0 += 1;
        }
        first
    }
}
