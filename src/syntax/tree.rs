//! The vector of all nodes of a source.

use std::ops::Deref;
use std::sync::{Arc, OnceLock, Weak};

use super::node::{Kind, List, Node, NodeId};
use crate::text::decoded::Decoded;
use crate::text::normal_form::{is_basic, is_normal};
use crate::text::source::{File, Origin, SourceFacts};
use crate::text::span::Span;
use crate::value::Value;

/// All nodes of one source, and its text.
#[derive(Debug)]
pub(crate) struct Tree<'s> {
    pub(super) nodes: Vec<Node>,
    /// The values that an expansion of `dynamic` blocks inserts. Other trees have none.
    pub(super) values: Option<Arc<Vec<Value>>>,
    pub(crate) source: SourceText<'s>,
    pub(crate) name: Option<Arc<str>>,
    /// The files of a joined source.
    pub(super) files: Option<Arc<[File]>>,
    /// Decoded text that differs from the source text.
    pub(super) decoded: Option<Arc<Decoded>>,
    /// Whether the tree contains JSON properties, which refer to the properties around them.
    pub(crate) holds_json: bool,
    /// Whether items were left out, so that the source has more than the tree.
    pub(crate) is_excerpt: bool,
    /// Whether the source has syntax errors.
    pub(crate) is_damaged: bool,
    /// The nesting depth of the source, rounded down to a multiple of eight.
    pub(crate) depth: u32,
    /// Whether all characters of the source are [basic](is_basic).
    pub(super) is_basic: bool,
    /// The facts of the source of one file.
    pub(super) facts: SourceFacts,
    /// The comments of the source, found when they are first needed.
    pub(super) comments: OnceLock<Box<[Span]>>,
    shared: OnceLock<Shared>,
    pub(super) asides: Asides,
}

/// For each node that was asked about, the tree of its string; `None` if the text is not an
/// expression.
#[derive(Debug, Default)]
pub(super) struct Asides(pub(super) OnceLock<Vec<OnceLock<Aside>>>);

pub(super) type Aside = Option<Box<(Tree<'static>, NodeId)>>;

/// The text of a source.
#[derive(Clone, Debug)]
pub(crate) enum SourceText<'s> {
    Borrowed(&'s str),
    Shared(Arc<str>),
}

/// A tree that owns its source.
#[derive(Debug)]
enum Shared {
    This(Weak<Tree<'static>>),
    Copy(Arc<Tree<'static>>),
}

impl Deref for SourceText<'_> {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        match self {
            SourceText::Borrowed(text) => text,
            SourceText::Shared(text) => text,
        }
    }
}

impl<'s> Tree<'s> {
    /// The most levels that the source can have, because only every eighth one is recorded.
    pub(crate) fn most_levels(&self) -> u32 {
        self.depth + 7
    }

    pub(crate) fn new(source: &'s str, name: Option<Arc<str>>) -> Self {
        Tree {
            nodes: Vec::new(),
            values: None,
            source: SourceText::Borrowed(source),
            name,
            files: None,
            decoded: None,
            holds_json: false,
            is_excerpt: false,
            is_damaged: false,
            depth: 0,
            is_basic: is_basic(source),
            facts: SourceFacts::default(),
            comments: OnceLock::new(),
            shared: OnceLock::new(),
            asides: Asides::default(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Reserves capacity for more nodes.
    pub(crate) fn reserve(&mut self, nodes: usize) {
        self.nodes.reserve(nodes);
    }

    /// The tree with an owned text.
    pub(crate) fn into_static(mut self) -> Tree<'static> {
        let nodes = std::mem::take(&mut self.nodes);
        let text = match &self.source {
            SourceText::Borrowed(text) => Arc::from(*text),
            SourceText::Shared(text) => Arc::clone(text),
        };
        self.copy_of(nodes, SourceText::Shared(text))
    }

    /// The tree with an owned text, shared by all parts that are taken from it.
    pub(crate) fn into_shared(self) -> Arc<Tree<'static>> {
        let tree = self.into_static();
        Arc::new_cyclic(|this| Tree { shared: OnceLock::from(Shared::This(this.clone())), ..tree })
    }

    /// The tree with an owned source. It is copied at most once.
    pub(crate) fn share(&self) -> Arc<Tree<'static>> {
        let copy = || self.copy_of(self.nodes.clone(), self.source.clone()).into_shared();
        match self.shared.get_or_init(|| Shared::Copy(copy())) {
            Shared::This(this) => this.upgrade().unwrap_or_else(copy),
            Shared::Copy(copy) => Arc::clone(copy),
        }
    }

    /// The tree without the copy that others share, which has the nodes of before.
    pub(crate) fn unshared(mut self) -> Self {
        self.shared = OnceLock::new();
        self
    }

    /// A tree with the same source and no nodes.
    pub(super) fn empty_copy(&self) -> Tree<'s> {
        self.copy_of(Vec::new(), self.source.clone())
    }

    /// A tree with other nodes, and the same text in another form.
    fn copy_of<'t>(&self, nodes: Vec<Node>, source: SourceText<'t>) -> Tree<'t> {
        Tree {
            nodes,
            values: self.values.clone(),
            source,
            name: self.name.clone(),
            files: self.files.clone(),
            decoded: self.decoded.clone(),
            holds_json: self.holds_json,
            is_damaged: self.is_damaged,
            is_excerpt: self.is_excerpt,
            depth: self.depth,
            is_basic: self.is_basic,
            facts: self.facts.clone(),
            comments: self.comments.clone(),
            shared: OnceLock::new(),
            asides: Asides::default(),
        }
    }

    #[inline]
    pub(crate) fn add(&mut self, kind: Kind, flags: u8, span: Span, children: List) -> NodeId {
        self.add_counted(kind, flags, span, children, children.count)
    }

    /// Adds a node whose count differs from the number of its children.
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

    /// Removes the nodes of the list after the first `count`, and all nodes that were added since.
    pub(crate) fn shorten(&mut self, list: &mut List, count: u32) {
        let mut kept = List::EMPTY;
        while kept.count < count {
            let next = if kept.count == 0 { list.first } else { self.node(kept.last).next };
            kept = List { first: list.first, last: next, count: kept.count + 1 };
        }
        *list = kept;
        let length = if count == 0 { 0 } else { kept.last.0 as usize + 1 };
        self.nodes.truncate(length);
        if let Some(last) = self.nodes.last_mut() {
            last.next = NodeId::NONE;
        }
    }

    /// The first node of the list.
    #[inline]
    pub(crate) fn first(&self, list: List) -> Option<NodeId> {
        (list.count > 0).then_some(list.first)
    }

    /// The next sibling.
    #[inline]
    pub(crate) fn next(&self, id: NodeId) -> Option<NodeId> {
        let next = self.node(id).next;
        (next != NodeId::NONE).then_some(next)
    }

    /// This node and those after it in its list.
    pub(crate) fn list_from(&self, first: Option<NodeId>) -> impl Iterator<Item = NodeId> {
        std::iter::successors(first, |id| self.next(*id))
    }

    #[inline]
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    #[inline]
    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// Whether this text of the tree is definitely in Unicode normalization form C.
    #[inline]
    pub(crate) fn is_normal(&self, text: &str) -> bool {
        let decoded = self.decoded.as_ref();
        self.is_basic && decoded.is_none_or(|decoded| decoded.is_ascii()) || is_normal(text)
    }

    #[inline]
    pub(crate) fn text(&self, span: Span) -> &str {
        match self.source.get(span.range()) {
            Some(text) => text,
            None => self.decoded_text(span),
        }
    }

    #[cold]
    fn decoded_text(&self, span: Span) -> &str {
        self.decoded.as_ref().map_or("", |decoded| decoded.text(span))
    }

    /// The span in the source of a text that may be decoded.
    #[inline]
    pub(crate) fn place(&self, span: Span) -> Span {
        match &self.decoded {
            None => span,
            Some(decoded) => decoded.written(span, &self.source),
        }
    }

    /// The source for errors.
    pub(crate) fn origin(&self) -> Origin<'_> {
        let files = self.files.as_deref().unwrap_or_default();
        let decoded = self.decoded.as_deref();
        let facts = Some(&self.facts);
        Origin { name: self.name.as_ref(), text: &self.source, files, decoded, facts }
    }
}
