//! The content of parts that own it: a node of a shared tree, or a list of items.

use std::sync::{Arc, OnceLock};

use super::item::Around;
use crate::diagnostic::error::{Error, Result};
use crate::format::format;
use crate::parser::{self, Grammar};
use crate::syntax::{BlockId, BlockRef, BodyRef, Kind, NodeId, Tree, View};
use crate::text::span::Span;

/// A node and its tree.
#[derive(Clone)]
pub(crate) struct Root {
    pub(super) tree: Arc<Tree<'static>>,
    pub(super) id: NodeId,
    /// Set for a JSON block, which consists of several nodes.
    pub(super) json: Option<BlockId>,
}

impl Root {
    pub(super) fn new(tree: Arc<Tree<'static>>, id: NodeId) -> Self {
        Root { tree, id, json: None }
    }

    pub(super) fn of_block(tree: Arc<Tree<'static>>, id: BlockId) -> Self {
        let json = Some(id).filter(|id| id.within(&tree).json_parts().is_some());
        Root { json, ..Root::new(tree, id.head()) }
    }

    pub(super) fn view(&self) -> View<'_> {
        View::new(&self.tree, self.id)
    }

    /// The view of the block.
    pub(super) fn block(&self) -> BlockRef<'_> {
        match self.json {
            Some(id) => id.within(&self.tree),
            None => BlockRef::new(self.view()),
        }
    }

    /// Whether both have the same structure.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        if self.json.is_none() && other.json.is_none() {
            return self.view().is_like(other.view());
        }
        let labels = |block: BlockRef<'_>| {
            block.labels().map(|label| label.value().into_owned()).collect::<Vec<_>>()
        };
        let (one, other) = (self.block(), other.block());
        one.name() == other.name()
            && labels(one) == labels(other)
            && one.body().0.is_like(other.body().0)
    }

    /// Whether the text of the source is that of the part. It is not for JSON syntax, for values that
    /// an expansion inserted, and for an excerpt of a body.
    pub(super) fn is_as_written(&self) -> bool {
        !(self.tree.holds_values() || self.tree.holds_json || self.tree.is_excerpt)
    }

    pub(super) fn into_parts(self) -> (Arc<Tree<'static>>, NodeId) {
        (self.tree, self.id)
    }

    /// The body of a document.
    pub(super) fn parse(source: &str) -> Result<Root> {
        let (tree, id) = parser::parse(source, None, Grammar::Body)?;
        Ok(Root::new(tree.into_shared(), id))
    }

    /// The first item of a body.
    pub(super) fn into_first_item(self) -> Option<Root> {
        let id = BodyRef(self.view()).items().next()?.id();
        Some(Root { id, ..self })
    }

    /// An empty body.
    pub(super) fn empty_body() -> Root {
        let mut tree = Tree::new("", None);
        let id = tree.leaf(Kind::Body, Span::default());
        Root::new(tree.into_shared(), id)
    }

    /// `_ = null`
    pub(super) fn null_attribute() -> Root {
        let mut tree = Tree::new("_ = null", None);
        let null = tree.leaf(Kind::Null, Span::new(4, 8));
        let children = tree.list([null]);
        let id = tree.add(Kind::Attribute, 0, Span::new(0, 1), children);
        Root::new(tree.into_shared(), id)
    }

    /// `_ {}`
    pub(super) fn empty_block() -> Root {
        let mut tree = Tree::new("_ {}", None);
        let body = tree.leaf(Kind::Body, Span::new(2, 4));
        let children = tree.list([body]);
        let id = tree.add_counted(Kind::Block, 0, Span::new(0, 1), children, 0);
        Root::new(tree.into_shared(), id)
    }
}

/// The text and the tree of a part that has no source, made when first needed. If the part is too
/// deep or too large to be written, the error instead.
#[derive(Clone, Default)]
pub(super) struct Seen(OnceLock<Box<(Root, Option<Error>)>>);

impl Seen {
    /// The text and the tree of parts whose cache this is.
    pub(super) fn get<P: Own>(&self, parts: &P, around: Option<&Around>) -> &(Root, Option<Error>) {
        self.0.get_or_init(|| Box::new(parts.see(around)))
    }
}

/// The tree of a body with this text.
pub(super) fn see_body(text: Result<String>) -> (Root, Option<Error>) {
    match text.and_then(|text| Root::parse(&text)) {
        Ok(root) => (root, None),
        Err(mistake) => (Root::empty_body(), Some(mistake)),
    }
}

/// The tree of an item with this text.
pub(super) fn see_item(text: &str, empty: fn() -> Root) -> (Root, Option<Error>) {
    let root = format(text).and_then(|text| Root::parse(&text));
    match root.map(Root::into_first_item) {
        Ok(Some(root)) => (root, None),
        Ok(None) => (empty(), None),
        Err(mistake) => (empty(), Some(mistake)),
    }
}

/// A part of a document: captured from a source, or with parts of its own because it was built or
/// changed.
#[derive(Clone)]
pub(super) enum Part<P> {
    Captured(Root),
    Own(Arc<P>),
}

/// The form of a part that can be changed.
pub(super) trait Own: Clone {
    /// The changeable form of a captured part, whose text is that of its source.
    fn of(root: &Root) -> Self;

    /// The text and tree of the whole part, with the text around it.
    fn see(&self, around: Option<&Around>) -> (Root, Option<Error>);

    /// The text and tree, once they were needed.
    fn seen(&mut self) -> &mut Seen;

    /// The same, to be read.
    fn seen_ref(&self) -> &Seen;

    /// The first mistake that is known without writing the part.
    fn mistake(&self) -> Option<&Error>;
}

impl<P: Own> Part<P> {
    pub(super) fn own(parts: P) -> Self {
        Part::Own(Arc::new(parts))
    }

    fn seen(&self, around: Option<&Around>) -> Option<&(Root, Option<Error>)> {
        match self {
            Part::Captured(_) => None,
            Part::Own(parts) => Some(parts.seen_ref().get(&**parts, around)),
        }
    }

    /// The node, and the tree that has its text.
    pub(super) fn root(&self, around: Option<&Around>) -> &Root {
        match self {
            Part::Captured(root) => root,
            Part::Own(parts) => &parts.seen_ref().get(&**parts, around).0,
        }
    }

    /// The first mistake that is known without writing the part.
    pub(super) fn mistake(&self) -> Option<&Error> {
        match self {
            Part::Captured(_) => None,
            Part::Own(parts) => parts.mistake(),
        }
    }

    /// Fails if a part of it has a mistake.
    pub(super) fn check(&self, around: Option<&Around>) -> Result<()> {
        let unwritten = || self.seen(around).and_then(|(_, mistake)| mistake.as_ref());
        self.mistake().or_else(unwritten).cloned().map_or(Ok(()), Err)
    }

    /// The changeable form.
    pub(super) fn to_mut(&mut self) -> &mut P {
        match self {
            Part::Own(parts) => {
                let parts = Arc::make_mut(parts);
                *parts.seen() = Seen::default();
                parts
            }
            Part::Captured(root) => {
                *self = Part::own(P::of(root));
                self.to_mut()
            }
        }
    }

    /// Whether the source has its text: see [`Root::is_as_written`].
    pub(super) fn is_as_written(&self) -> bool {
        match self {
            Part::Captured(root) => root.is_as_written(),
            Part::Own(_) => true,
        }
    }
}

/// Implements the common methods of bodies, blocks and attributes.
macro_rules! owner {
    ($($owner:ident)*) => { $(
        impl $owner {
            /// Fails if a part of it has a mistake.
            pub(crate) fn check(&self) -> Result<()> {
                self.part.check(self.around())
            }

            /// The node, and the tree that has its text.
            pub(super) fn root(&self) -> &Root {
                self.part.root(self.around())
            }

            /// The first mistake that is known without writing it.
            pub(crate) fn mistake(&self) -> Option<&Error> {
                self.part.mistake()
            }
        }

        /// Both are equal if they have the same structure. White space, comments and the quotes of
        /// labels don't matter. A part with a mistake equals nothing.
        impl PartialEq for $owner {
            fn eq(&self, other: &Self) -> bool {
                let are_sound = self.check().is_ok() && other.check().is_ok();
                are_sound && self.root().is_like(other.root())
            }
        }

        impl fmt::Debug for $owner {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self.check() {
                    Ok(()) => self.view().fmt(f),
                    Err(mistake) => mistake.fmt(f),
                }
            }
        }
    )* };
}
pub(super) use owner;
