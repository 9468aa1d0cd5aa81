//! The positions of the elements of a list. Each operation takes logarithmic time.

/// The key of an element of a list. It is valid until the element is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key(pub(crate) u32);

/// A balanced tree in one vector. Its keys have the order of the list.
#[derive(Clone)]
pub(super) struct Order {
    /// The nodes by their keys.
    nodes: Vec<Node>,
    root: Option<Key>,
}

#[derive(Clone, Copy, Default)]
struct Node {
    parent: Option<Key>,
    left: Option<Key>,
    right: Option<Key>,
    /// The number of nodes in the subtree.
    nodes: usize,
    /// The number of elements in the subtree. The node of a removed element remains.
    elements: usize,
    is_element: bool,
}

impl Order {
    /// The order of these keys of a list with this number of slots.
    pub(super) fn of(keys: &[Key], slots: usize) -> Self {
        let mut nodes = vec![Node::default(); slots];
        for key in keys {
            if let Some(node) = nodes.get_mut(key.0 as usize) {
                node.is_element = true;
            }
        }
        let mut order = Order { nodes, root: None };
        order.root = order.build(keys, None);
        order
    }

    pub(super) fn nth(&self, mut position: usize) -> Option<Key> {
        let mut at = self.root;
        loop {
            let node = self.node(at);
            let before = self.node(node.left).elements;
            if position < before {
                at = node.left;
                continue;
            }
            position -= before;
            match position.checked_sub(usize::from(node.is_element)) {
                None => return at,
                Some(behind) => position = behind,
            }
            at = Some(node.right?);
        }
    }

    pub(super) fn position(&self, key: Key) -> usize {
        let mut at = self.node(Some(key));
        let mut position = self.node(at.left).elements;
        let mut child = key;
        while let Some(parent) = at.parent {
            at = self.node(Some(parent));
            if at.right == Some(child) {
                position += self.node(at.left).elements + usize::from(at.is_element);
            }
            child = parent;
        }
        position
    }

    /// Adds the key of a new slot before another key, or at the end.
    pub(super) fn insert(&mut self, key: Key, next: Option<Key>) {
        let behind = next.map_or(self.root, |next| self.node(Some(next)).left);
        let last = std::iter::successors(behind, |key| self.node(Some(*key)).right).last();
        let parent = last.or(next);
        let new = Node { parent, is_element: true, nodes: 1, elements: 1, ..Node::default() };
        self.nodes.push(new);
        match (self.node_mut(last), next) {
            (Some(last), _) => last.right = Some(key),
            (None, Some(_)) => self.node_mut(next).into_iter().for_each(|it| it.left = Some(key)),
            (None, None) => self.root = Some(key),
        }
        let (mut at, mut unbalanced) = (parent, None);
        while let Some(node) = self.node_mut(at) {
            node.nodes += 1;
            node.elements += 1;
            let Node { parent, left, right, nodes, .. } = *node;
            if self.node(left).nodes.max(self.node(right).nodes) * 3 > nodes * 2 + 2 {
                unbalanced = at;
            }
            at = parent;
        }
        if let Some(top) = unbalanced {
            self.balance(top);
        }
    }

    /// Removes a key. Returns whether most nodes are those of removed elements.
    pub(super) fn remove(&mut self, key: Key) -> bool {
        let mut at = Some(key);
        while let Some(node) = self.node_mut(at) {
            node.elements -= 1;
            node.is_element &= at != Some(key);
            at = node.parent;
        }
        let root = self.node(self.root);
        root.elements < root.nodes / 2
    }

    /// Divides the nodes of a subtree evenly. The number of changes before it is needed again is
    /// proportional to their number.
    fn balance(&mut self, top: Key) {
        let mut keys = Vec::new();
        self.collect(Some(top), &mut keys);
        let parent = self.node(Some(top)).parent;
        let new = self.build(&keys, parent);
        match self.node_mut(parent) {
            None => self.root = new,
            Some(parent) if parent.left == Some(top) => parent.left = new,
            Some(parent) => parent.right = new,
        }
    }

    /// Adds the keys of a subtree. Its depth is logarithmic.
    fn collect(&self, top: Option<Key>, keys: &mut Vec<Key>) {
        let Some(key) = top else { return };
        let node = self.node(top);
        self.collect(node.left, keys);
        keys.push(key);
        self.collect(node.right, keys);
    }

    fn build(&mut self, keys: &[Key], parent: Option<Key>) -> Option<Key> {
        let (before, rest) = keys.split_at(keys.len() / 2);
        let (key, behind) = rest.split_first()?;
        let key = Some(*key);
        let (left, right) = (self.build(before, key), self.build(behind, key));
        let elements = self.node(left).elements + self.node(right).elements;
        let node = self.node_mut(key)?;
        let elements = elements + usize::from(node.is_element);
        *node = Node { parent, left, right, nodes: keys.len(), elements, ..*node };
        key
    }

    /// The node of a key, or an empty one.
    fn node(&self, key: Option<Key>) -> Node {
        key.and_then(|key| self.nodes.get(key.0 as usize)).copied().unwrap_or_default()
    }

    fn node_mut(&mut self, key: Option<Key>) -> Option<&mut Node> {
        self.nodes.get_mut(key?.0 as usize)
    }
}
