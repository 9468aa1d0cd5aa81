//! Copies of parts of a tree in which a variable has a value.

use std::sync::Arc;

use super::tree::{Kind, List, Node, NodeId, Tree, View};
use crate::value::{Value, nest};

/// A value that the tree holds.
#[derive(Clone, Copy)]
pub(crate) struct ValueId(u32);

impl<'a> View<'a> {
    /// The value that the node refers to.
    pub(crate) fn value(self) -> Option<&'a Value> {
        self.tree.values.as_ref()?.get(self.count())
    }
}

impl Tree<'_> {
    /// Whether the tree was expanded, so that what it is may not be what is written.
    pub(crate) fn holds_values(&self) -> bool {
        self.values.is_some()
    }

    /// Makes the tree one that may hold values.
    pub(crate) fn hold_values(&mut self) {
        self.values.get_or_insert_default();
    }

    /// Makes the tree hold a value.
    pub(crate) fn add_value(&mut self, value: Value) -> ValueId {
        let values = Arc::make_mut(self.values.get_or_insert_default());
        values.push(value);
        ValueId(values.len() as u32 - 1)
    }

    /// Adds a node that refers to a value and stands for `original`.
    pub(crate) fn add_reference(
        &mut self,
        kind: Kind,
        original: NodeId,
        value: ValueId,
        children: List,
    ) -> NodeId {
        let span = self.node(original).span;
        self.add_counted(kind, 0, span, children, value.0)
    }

    /// The children in order.
    pub(crate) fn children(&self, id: NodeId) -> Vec<NodeId> {
        let children = std::iter::successors(self.first_child(id), |id| self.next(*id));
        children.collect()
    }

    pub(crate) fn first_child(&self, id: NodeId) -> Option<NodeId> {
        let first = self.node(id).first;
        (first != NodeId::NONE).then_some(first)
    }

    /// Gives a node these children in the place of those that it has.
    pub(crate) fn set_children(&mut self, id: NodeId, children: List) {
        if children.count > 0 {
            self.node_mut(children.last).next = NodeId::NONE;
        }
        let node = self.node_mut(id);
        node.first = children.first;
        node.count = children.count;
    }

    /// A copy of a node and what is in it, in which the variable `name` has a value. Bodies are
    /// copied to the last block; expressions only as far as they refer to the variable.
    ///
    /// Linear in what is in the node, which is counted in `visited`.
    pub(crate) fn bind(
        &mut self,
        id: NodeId,
        name: &str,
        value: ValueId,
        visited: &mut u64,
    ) -> NodeId {
        Binder { tree: self, name, value, visited }.copy(id).id
    }
}

struct Binder<'b, 's> {
    tree: &'b mut Tree<'s>,
    name: &'b str,
    value: ValueId,
    visited: &'b mut u64,
}

struct Copied {
    id: NodeId,
    /// Whether it differs from the original.
    is_bound: bool,
}

impl Binder<'_, '_> {
    fn copy(&mut self, id: NodeId) -> Copied {
        *self.visited += 1;
        let node = *self.tree.node(id);
        match node.kind {
            Kind::Variable | Kind::Bound if self.tree.text(node.span) == self.name => {
                let id = self.tree.add_reference(Kind::Bound, id, self.value, List::EMPTY);
                Copied { id, is_bound: true }
            }
            _ if node.first == NodeId::NONE => self.share(node),
            _ => nest(|| self.copy_deeply(id, node)),
        }
    }

    /// A node with the same children.
    fn share(&mut self, node: Node) -> Copied {
        let id = self.tree.add_node(Node { next: NodeId::NONE, ..node });
        Copied { id, is_bound: false }
    }

    fn copy_deeply(&mut self, id: NodeId, node: Node) -> Copied {
        let before = self.tree.nodes.len();
        let is_for = matches!(node.kind, Kind::ForTuple | Kind::ForObject | Kind::DirectiveFor);
        // Behind its collection a `for` may use the name for something of its own.
        let (mut hides, mut is_behind_collection) = (false, false);
        let mut is_bound = matches!(node.kind, Kind::Body | Kind::Block | Kind::Attribute);
        let mut copies = List::EMPTY;
        let mut next = self.tree.first_child(id);
        while let Some(child) = next {
            next = self.tree.next(child);
            let original = *self.tree.node(child);
            let is_local = is_for && original.kind == Kind::Name;
            hides |= is_local && self.tree.text(original.span) == self.name;
            let copied = match hides && is_behind_collection {
                true => self.share(original),
                false => self.copy(child),
            };
            is_behind_collection |= is_for && !is_local;
            is_bound |= copied.is_bound;
            self.tree.push(&mut copies, copied.id);
        }
        if !is_bound {
            self.tree.nodes.truncate(before);
            return self.share(node);
        }
        let id = self.tree.add_node(Node { first: copies.first, next: NodeId::NONE, ..node });
        Copied { id, is_bound }
    }
}
