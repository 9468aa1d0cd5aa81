//! Nodes, and the vector that holds them.

use std::ops::Deref;
use std::sync::{Arc, OnceLock, Weak};

use crate::source::{File, Origin, Span};
use crate::value::Value;

/// What a node is; says how its `a`, `b` and children are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    // Structure. A body's children are its items; its span includes the braces.
    Body,
    /// Span: the name. Child: the expression.
    Attribute,
    /// Span: the block type. Children: `b` labels, then the body.
    Block,
    LabelIdentifier,
    LabelString,
    LabelEscaped,
    /// The label is value `count` of the tree; the span is that of the expression it comes from.
    LabelComputed,

    // Expressions.
    Null,
    Bool,
    /// The text of the literal is its span.
    Number,
    /// Quoted, nothing to decode. The span includes the quotes.
    String,
    /// Quoted, with escapes to decode.
    Escaped,
    /// A heredoc without template sequences; the span is introducer to marker. `a`, `b`: its content.
    Heredoc,
    /// Children: `b` parts.
    Template,
    Variable,
    /// Children: `b` expressions.
    Tuple,
    /// Children: `b` pairs of key and value.
    Object,
    /// Children: a `CallName`, then `b` arguments.
    Call,
    /// Children: `b` names.
    CallName,
    /// Children: the root expression, then `b` steps.
    Traversal,
    Parenthesized,
    Unary,
    Binary,
    Conditional,
    /// Children: as `flag::KEY` and `flag::CONDITION` say: key name, value name, collection,
    /// value, condition.
    ForTuple,
    /// The same, with the key expression before the value.
    ForObject,
    Name,
    /// A variable that is value `count` of the tree, whatever the context says.
    Bound,
    /// Value `count` of the tree in the place of an expression.
    Value,
    /// An expression whose value gets the marks of value `count` of the tree. Child: the expression.
    Marked,

    // Steps of a traversal. The span includes the dot or the brackets.
    StepAttribute,
    StepIndex,
    /// `.0`: the digits are the span less its dot.
    StepLegacyIndex,
    StepAttributeSplat,
    StepFullSplat,

    // Parts of a template.
    Literal,
    LiteralEscaped,
    Interpolation,
    /// Children: the predicate, then the `Parts` of the branches.
    DirectiveIf,
    /// Children: key name if `flag::KEY`, value name, collection, `Parts`.
    DirectiveFor,
    Parts,

    /// What recovery puts where something could not be parsed.
    Invalid,
}

/// Bits of [`Node::flags`], by the kinds that have them.
pub(crate) mod flag {
    // Block
    /// Not written as it is: an expansion made it.
    pub(crate) const GENERATED: u8 = 1;
    // Bool
    pub(crate) const TRUE: u8 = 1;
    // Call
    pub(crate) const EXPAND: u8 = 1;
    // ForTuple, ForObject, DirectiveFor
    pub(crate) const KEY: u8 = 1;
    pub(crate) const CONDITION: u8 = 2;
    pub(crate) const GROUPING: u8 = 4;
    // DirectiveIf
    pub(crate) const ELSE: u8 = 1;
    // Literal, LiteralEscaped
    pub(crate) const TRIM_START: u8 = 1;
    pub(crate) const TRIM_END: u8 = 2;
    /// Of a heredoc or a standalone template: backslashes mean nothing, lines matter.
    pub(crate) const LINES: u8 = 4;
    pub(crate) const LINE_START: u8 = 8;
    // Heredoc, Template
    pub(crate) const HEREDOC: u8 = 1;
    /// Introduced by `<<-`.
    pub(crate) const FLUSH: u8 = 2;
    /// Holds `$${` or `%%{`.
    pub(crate) const ESCAPED: u8 = 4;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NodeId(pub(super) u32);

impl NodeId {
    pub(super) const NONE: NodeId = NodeId(u32::MAX);
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) flags: u8,
    pub(crate) span: Span,
    /// The first child.
    pub(super) first: NodeId,
    /// How many children there are, or what the kind says.
    pub(crate) count: u32,
    /// The next sibling.
    pub(super) next: NodeId,
}

const _: () = assert!(size_of::<Node>() == 24);

/// Children in the making.
#[derive(Clone, Copy)]
pub(crate) struct List {
    pub(super) first: NodeId,
    pub(super) last: NodeId,
    pub(crate) count: u32,
}

impl List {
    pub(crate) const EMPTY: List = List { first: NodeId::NONE, last: NodeId::NONE, count: 0 };
}

impl Default for List {
    fn default() -> Self {
        List::EMPTY
    }
}

/// All nodes of one source, and its text.
#[derive(Debug)]
pub(crate) struct Tree<'s> {
    pub(super) nodes: Vec<Node>,
    /// What an expansion puts in the place of what is written. Nothing else has values.
    pub(super) values: Option<Arc<Vec<Value>>>,
    pub(crate) source: Text<'s>,
    pub(crate) name: Option<Arc<str>>,
    /// The files in the source, if it is that of several.
    pub(super) files: Option<Arc<[File]>>,
    /// How deeply the source nests, to the nearest eight below.
    pub(crate) depth: u32,
    is_ascii: OnceLock<bool>,
    shared: OnceLock<Shared>,
}

/// The text of a source.
#[derive(Clone, Debug)]
pub(crate) enum Text<'s> {
    Borrowed(&'s str),
    Shared(Arc<str>),
}

/// The tree that outlives the source.
#[derive(Debug)]
enum Shared {
    This(Weak<Tree<'static>>),
    Copy(Arc<Tree<'static>>),
}

impl Deref for Text<'_> {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        match self {
            Text::Borrowed(text) => text,
            Text::Shared(text) => text,
        }
    }
}

impl<'s> Tree<'s> {
    pub(crate) fn new(source: &'s str, name: Option<Arc<str>>) -> Self {
        Tree {
            nodes: Vec::new(),
            values: None,
            source: Text::Borrowed(source),
            name,
            files: None,
            depth: 0,
            is_ascii: OnceLock::new(),
            shared: OnceLock::new(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Makes room for that many more nodes.
    pub(crate) fn reserve(&mut self, nodes: usize) {
        self.nodes.reserve(nodes);
    }

    /// The tree with a text of its own.
    pub(crate) fn into_shared(self) -> Arc<Tree<'static>> {
        let source = match self.source {
            Text::Borrowed(text) => text.into(),
            Text::Shared(text) => text,
        };
        Arc::new_cyclic(|this| Tree {
            nodes: self.nodes,
            values: self.values,
            source: Text::Shared(source),
            name: self.name,
            files: self.files,
            depth: self.depth,
            is_ascii: self.is_ascii,
            shared: OnceLock::from(Shared::This(this.clone())),
        })
    }

    /// The tree as one that outlives its source. It is copied at most once.
    pub(crate) fn share(&self) -> Arc<Tree<'static>> {
        let copy = || {
            let (nodes, values) = (self.nodes.clone(), self.values.clone());
            let (source, name) = (self.source.clone(), self.name.clone());
            let files = self.files.clone();
            let (depth, is_ascii) = (self.depth, self.is_ascii.clone());
            let shared = OnceLock::new();
            Tree { nodes, values, source, name, files, depth, is_ascii, shared }.into_shared()
        };
        match self.shared.get_or_init(|| Shared::Copy(copy())) {
            Shared::This(this) => this.upgrade().unwrap_or_else(copy),
            Shared::Copy(copy) => Arc::clone(copy),
        }
    }

    /// The tree for changing: what shares it from now on shares the changes.
    pub(crate) fn unshared(mut self) -> Self {
        self.shared = OnceLock::new();
        self
    }

    /// A tree of the body `body` and what is in it, less the items that `keep` refuses. Linear in
    /// what is kept; the text is shared.
    pub(crate) fn excerpt(
        &self,
        body: NodeId,
        keep: impl Fn(View<'_>) -> bool,
    ) -> (Tree<'s>, NodeId) {
        let (mut tree, root) = (self.empty_copy(), NodeId(0));
        tree.nodes.push(Node { next: NodeId::NONE, ..*self.node(body) });
        let kept = tree.complete(self, |parent, child| parent != root || keep(child));
        tree.node_mut(root).count = kept;
        (tree, root)
    }

    /// A tree of these nodes, whose ids it gives, and what is in them. Linear in that; the text is
    /// shared.
    pub(crate) fn gather(&self, nodes: &[NodeId]) -> (Tree<'s>, Vec<NodeId>) {
        let mut tree = self.empty_copy();
        let roots = nodes.iter().map(|node| Node { next: NodeId::NONE, ..*self.node(*node) });
        tree.nodes.extend(roots);
        tree.complete(self, |_, _| true);
        (tree, (0..nodes.len() as u32).map(NodeId).collect())
    }

    /// A tree of the same source without nodes.
    fn empty_copy(&self) -> Tree<'s> {
        Tree {
            nodes: Vec::new(),
            values: self.values.clone(),
            source: self.source.clone(),
            name: self.name.clone(),
            files: self.files.clone(),
            depth: self.depth,
            is_ascii: self.is_ascii.clone(),
            shared: OnceLock::new(),
        }
    }

    /// Adds what is in the nodes of the tree, which are copies of nodes of another, as far as `keep`
    /// says so of parent and child. The number of children of the first node.
    fn complete(&mut self, from: &Tree<'_>, keep: impl Fn(NodeId, View<'_>) -> bool) -> u32 {
        // Copies still have the children of their originals until their turn comes.
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

    #[inline]
    pub(crate) fn add(&mut self, kind: Kind, flags: u8, span: Span, children: List) -> NodeId {
        self.add_counted(kind, flags, span, children, children.count)
    }

    /// Adds a node whose count is not the number of its children.
    #[inline]
    pub(crate) fn add_counted(
        &mut self,
        kind: Kind,
        flags: u8,
        span: Span,
        children: List,
        count: u32,
    ) -> NodeId {
        self.add_node(Node { kind, flags, span, first: children.first, count, next: NodeId::NONE })
    }

    #[inline]
    pub(super) fn add_node(&mut self, node: Node) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(node);
        id
    }

    #[inline]
    pub(crate) fn leaf(&mut self, kind: Kind, span: Span) -> NodeId {
        self.add(kind, 0, span, List::EMPTY)
    }

    #[inline]
    pub(crate) fn push(&mut self, list: &mut List, id: NodeId) {
        if list.count == 0 {
            list.first = id;
        } else {
            self.nodes[list.last.0 as usize].next = id;
        }
        list.last = id;
        list.count += 1;
    }

    pub(crate) fn list<const N: usize>(&mut self, ids: [NodeId; N]) -> List {
        let mut list = List::EMPTY;
        for id in ids {
            self.push(&mut list, id);
        }
        list
    }

    /// The first of the list.
    #[inline]
    pub(crate) fn first(&self, list: List) -> Option<NodeId> {
        (list.count > 0).then_some(list.first)
    }

    /// A node and its next siblings.
    pub(super) fn chain(&self, first: NodeId) -> Chain<'_> {
        Chain { tree: self, next: first }
    }

    /// The next sibling.
    #[inline]
    pub(crate) fn next(&self, id: NodeId) -> Option<NodeId> {
        let next = self.node(id).next;
        (next != NodeId::NONE).then_some(next)
    }

    #[inline]
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    #[inline]
    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// Whether there is nothing but ASCII in the source. Looks through it the first time.
    #[inline]
    pub(crate) fn is_ascii(&self) -> bool {
        *self.is_ascii.get_or_init(|| self.source.is_ascii())
    }

    #[inline]
    pub(crate) fn text(&self, span: Span) -> &str {
        span.text(&self.source)
    }

    /// What errors show of the source.
    pub(crate) fn origin(&self) -> Origin<'_> {
        let files = self.files.as_deref().unwrap_or_default();
        Origin { name: self.name.as_ref(), text: &self.source, files }
    }
}

/// A node with the tree that it stands in: what every public view wraps.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) tree: &'a Tree<'a>,
    pub(crate) id: NodeId,
}

impl<'a> View<'a> {
    #[inline]
    pub(crate) fn new(tree: &'a Tree<'a>, id: NodeId) -> Self {
        View { tree, id }
    }

    #[inline]
    pub(crate) fn node(self) -> &'a Node {
        self.tree.node(self.id)
    }

    #[inline]
    pub(crate) fn kind(self) -> Kind {
        self.node().kind
    }

    #[inline]
    pub(crate) fn span(self) -> Span {
        self.node().span
    }

    #[inline]
    pub(crate) fn has(self, flag: u8) -> bool {
        self.node().flags & flag != 0
    }

    #[inline]
    pub(crate) fn text(self) -> &'a str {
        self.tree.text(self.span())
    }

    #[inline]
    pub(crate) fn count(self) -> usize {
        self.node().count as usize
    }

    /// The children from the first on, to the end of their chain.
    #[inline]
    pub(crate) fn children(self) -> Chain<'a> {
        Chain { tree: self.tree, next: self.node().first }
    }

    /// The first child. Every kind that this is asked of has one.
    #[inline]
    pub(crate) fn first(self) -> View<'a> {
        View { tree: self.tree, id: self.node().first }
    }

    /// The next sibling. Asked only where the kind of the parent says that there is one.
    #[inline]
    pub(crate) fn next(self) -> View<'a> {
        View { tree: self.tree, id: self.node().next }
    }
}

/// Siblings, one after the other.
#[derive(Clone, Copy)]
pub(crate) struct Chain<'a> {
    tree: &'a Tree<'a>,
    next: NodeId,
}

impl<'a> Iterator for Chain<'a> {
    type Item = View<'a>;

    #[inline]
    fn next(&mut self) -> Option<View<'a>> {
        if self.next == NodeId::NONE {
            return None;
        }
        let view = View { tree: self.tree, id: self.next };
        self.next = view.node().next;
        Some(view)
    }
}

/// Declares an iterator of views over a chain, of known length.
macro_rules! views {
    ($(#[$doc:meta])* $name:ident, $item:ident) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name<'a> {
            chain: $crate::syntax::tree::Chain<'a>,
            left: usize,
        }

        impl<'a> $name<'a> {
            #[inline]
            pub(crate) fn new(chain: $crate::syntax::tree::Chain<'a>, left: usize) -> Self {
                $name { chain, left }
            }
        }

        impl<'a> Iterator for $name<'a> {
            type Item = $item<'a>;

            #[inline]
            fn next(&mut self) -> Option<$item<'a>> {
                self.left = self.left.checked_sub(1)?;
                self.chain.next().map($item)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.left, Some(self.left))
            }
        }

        impl ExactSizeIterator for $name<'_> {}
    };
}
pub(crate) use views;
