//! Substitution: copies of parts of a tree with a value for a variable.

use std::sync::Arc;

use num_traits::ToPrimitive;

use super::node::{Kind, List, Node, NodeId, flag};
use super::tree::Tree;
use super::view::View;
use crate::limits::stack::nest;
use crate::text::span::Span;
use crate::value::Value;

/// A value in the tree.
#[derive(Clone, Copy)]
pub(crate) struct ValueId(u32);

impl<'a> View<'a> {
    /// The value that the node refers to.
    pub(crate) fn value(self) -> Option<&'a Value> {
        self.tree.values.as_ref()?.get(self.count())
    }
}

impl Tree<'static> {
    /// A tree of a call with these values as arguments. Its text leaves out large values.
    pub(crate) fn of_call(
        name: &str,
        arguments: impl IntoIterator<Item = Value>,
    ) -> (Self, NodeId) {
        let mut text = String::new();
        let mut segments = Vec::new();
        for segment in name.split("::") {
            let separator = if segments.is_empty() { "" } else { "::" };
            text.push_str(separator);
            segments.push(append(&mut text, segment));
        }
        let name = Span::new(0, text.len() as u32);
        let mut values = Vec::new();
        for argument in arguments {
            text.push_str(if values.is_empty() { "(" } else { ", " });
            values.push((append(&mut text, &shown(&argument)), argument));
        }
        text.push_str(if values.is_empty() { "()" } else { ")" });

        let span = Span::new(0, text.len() as u32);
        let mut tree = Tree::new(&text, None).into_static();
        let mut names = List::EMPTY;
        for segment in segments {
            let segment = tree.leaf(Kind::Name, segment);
            tree.push(&mut names, segment);
        }
        let callee = tree.add(Kind::CallName, 0, name, names);
        let mut children = tree.list([callee]);
        for (span, value) in values {
            let value = tree.add_value(value);
            let node = tree.add_counted(Kind::Value, 0, span, List::EMPTY, value.0);
            tree.push(&mut children, node);
        }
        let call = tree.add_counted(Kind::Call, 0, span, children, children.count - 1);
        (tree, call)
    }
}

fn append(text: &mut String, part: &str) -> Span {
    let start = text.len() as u32;
    text.push_str(part);
    Span::new(start, text.len() as u32)
}

/// The text of a value in the text of a call.
fn shown(value: &Value) -> String {
    const LONGEST: usize = 80;
    let is_short = match value {
        Value::Null(_) | Value::Bool(_) => true,
        Value::Number(number) => number.to_i64().is_some(),
        Value::String(text) => text.len() <= LONGEST,
        _ => false,
    };
    if is_short { value.to_string() } else { "…".to_owned() }
}

impl Tree<'_> {
    /// Whether the tree contains values, so that it may differ from its source.
    pub(crate) fn holds_values(&self) -> bool {
        self.values.is_some()
    }

    /// Allows values in the tree.
    pub(crate) fn hold_values(&mut self) {
        self.values.get_or_insert_default();
    }

    /// Adds a value to the tree.
    pub(crate) fn add_value(&mut self, value: Value) -> ValueId {
        let values = Arc::make_mut(self.values.get_or_insert_default());
        values.push(value);
        ValueId(values.len() as u32 - 1)
    }

    /// Adds a node for a value in place of `original`.
    pub(crate) fn add_value_node(
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
        self.list_from(self.node(id).first_child()).collect()
    }

    /// Replaces the children of a node.
    pub(crate) fn set_children(&mut self, id: NodeId, children: List) {
        if children.count > 0 {
            self.node_mut(children.last).next = NodeId::NONE;
        }
        let node = self.node_mut(id);
        node.first = children.first;
        node.count = children.count;
        if node.kind == Kind::Body {
            node.flags &= !flag::DISTINCT;
        }
    }

    /// A tree of a traversal with this root and these steps, and its node.
    pub(crate) fn traversal(&self, nodes: &[NodeId]) -> (Self, NodeId) {
        let (mut tree, copies) = self.gather(nodes);
        let (root, end) = (copies.first(), copies.last());
        let (Some(&root), Some(&end)) = (root, end) else { return (tree, NodeId::NONE) };
        if root == end {
            return (tree, root);
        }
        let span = tree.node(root).span.to(tree.node(end).span);
        let mut children = List::EMPTY;
        copies.iter().for_each(|copy| tree.push(&mut children, *copy));
        tree.node_mut(end).next = NodeId::NONE;
        let id = tree.add_counted(Kind::Traversal, 0, span, children, children.count - 1);
        (tree, id)
    }

    /// Copies a node and its descendants with a value for the variable `name`. Bodies and values of
    /// JSON are copied completely, expressions only where they refer to the variable.
    ///
    /// Linear in the number of descendants, which is added to `visited`.
    pub(crate) fn bind(
        &mut self,
        id: NodeId,
        name: &str,
        value: ValueId,
        visited: &mut usize,
    ) -> NodeId {
        Binder { tree: self, name, value, visited }.copy(id).id
    }
}

struct Binder<'b, 's> {
    tree: &'b mut Tree<'s>,
    name: &'b str,
    value: ValueId,
    visited: &'b mut usize,
}

struct Copied {
    id: NodeId,
    /// Whether the copy differs from the original.
    is_bound: bool,
}

impl Binder<'_, '_> {
    fn copy(&mut self, id: NodeId) -> Copied {
        *self.visited += 1;
        let node = *self.tree.node(id);
        match node.kind {
            Kind::Variable | Kind::Bound if self.tree.text(node.span) == self.name => {
                let id = self.tree.add_value_node(Kind::Bound, id, self.value, List::EMPTY);
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
        // After its collection, a `for` may declare the same name.
        let (mut hides, mut is_behind_collection) = (false, false);
        let is_json = matches!(node.kind, Kind::Object | Kind::Tuple)
            && node.flags & super::node::flag::JSON != 0;
        let is_structure = matches!(node.kind, Kind::Body | Kind::Block | Kind::Attribute);
        let mut is_bound = is_structure || is_json;
        let mut copies = List::EMPTY;
        let mut next = self.tree.node(id).first_child();
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
