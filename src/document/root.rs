//! The content of parts that own it: a node of a shared tree, or a list of items.

use std::sync::{Arc, OnceLock};

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

    /// `_ {}`
    pub(super) fn empty_block() -> Root {
        let mut tree = Tree::new("_ {}", None);
        let body = tree.leaf(Kind::Body, Span::new(2, 4));
        let children = tree.list([body]);
        let id = tree.add_counted(Kind::Block, 0, Span::new(0, 1), children, 0);
        Root::new(tree.into_shared(), id)
    }
}

/// The text and the tree of a built part, made when first needed. If the part is too deep or too
/// large to be written, the error instead.
#[derive(Clone, Default)]
pub(super) struct Seen(OnceLock<(Root, Option<Error>)>);

impl Seen {
    /// The text and tree of a body with this text.
    pub(super) fn body(&self, write: impl FnOnce() -> String) -> &(Root, Option<Error>) {
        self.0.get_or_init(|| match format(&write()).and_then(|text| Root::parse(&text)) {
            Ok(root) => (root, None),
            Err(mistake) => (Root::empty_body(), Some(mistake)),
        })
    }

    pub(super) fn block(&self, write: impl FnOnce() -> String) -> &(Root, Option<Error>) {
        self.0.get_or_init(|| {
            let root = format(&write()).and_then(|text| Root::parse(&text));
            match root.map(Root::into_first_item) {
                Ok(Some(root)) => (root, None),
                Ok(None) => (Root::empty_block(), None),
                Err(mistake) => (Root::empty_block(), Some(mistake)),
            }
        })
    }
}

/// The source of an owned part.
#[derive(Clone)]
pub(super) enum Content<B> {
    Captured(Root),
    Built(Arc<B>),
}

/// The form of a part that can be changed.
pub(super) trait Built: Clone {
    /// The changeable form of a captured part.
    fn of(root: &Root) -> Self;

    /// The text and tree of the whole part.
    fn seen(&self) -> &(Root, Option<Error>);

    /// Removes the text and the tree, because the part changes.
    fn forget_seen(&mut self);

    /// The first mistake that is known without writing the part.
    fn mistake(&self) -> Option<&Error>;
}

impl<B: Built> Content<B> {
    pub(super) fn root(&self) -> &Root {
        match self {
            Content::Captured(root) => root,
            Content::Built(built) => &built.seen().0,
        }
    }

    /// The first mistake that is known without writing the part.
    pub(super) fn mistake(&self) -> Option<&Error> {
        match self {
            Content::Captured(_) => None,
            Content::Built(built) => built.mistake(),
        }
    }

    /// Fails if a part of it has a mistake.
    pub(super) fn check(&self) -> Result<()> {
        let mistake = match self {
            Content::Captured(_) => None,
            Content::Built(built) => built.mistake().or_else(|| built.seen().1.as_ref()),
        };
        mistake.cloned().map_or(Ok(()), Err)
    }

    pub(super) fn changed(self, change: impl FnOnce(&mut B)) -> Self {
        let mut built = match self {
            Content::Captured(root) => Arc::new(B::of(&root)),
            Content::Built(built) => built,
        };
        let inside = Arc::make_mut(&mut built);
        inside.forget_seen();
        change(inside);
        Content::Built(built)
    }

    /// Whether an expansion put values into it.
    pub(super) fn holds_values(&self) -> bool {
        match self {
            Content::Captured(root) => root.tree.holds_values(),
            Content::Built(_) => false,
        }
    }

    /// Whether both have the same structure. A part with a mistake is not like any other.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let are_sound = self.check().is_ok() && other.check().is_ok();
        are_sound && self.root().is_like(other.root())
    }
}

/// Implements the common methods of the parts that can be built.
macro_rules! owned_part {
    ($part:ident $built:ident) => {
        impl $part {
            pub(crate) fn captured(tree: Arc<Tree<'static>>, id: NodeId) -> Self {
                $part(Content::Captured(Root::new(tree, id)))
            }

            /// Fails if a part of it has a mistake.
            pub(crate) fn check(&self) -> Result<()> {
                self.0.check()
            }

            /// The first mistake that is known without writing it.
            pub(crate) fn mistake(&self) -> Option<&Error> {
                self.0.mistake()
            }

            /// The part with its built form changed.
            pub(crate) fn changed(self, change: impl FnOnce(&mut $built)) -> Self {
                $part(self.0.changed(change))
            }

            /// Whether an expansion put values into it.
            pub(crate) fn holds_values(&self) -> bool {
                self.0.holds_values()
            }
        }

        /// Both are equal if they have the same structure. White space, comments and the quotes of
        /// labels don't matter. A part with a mistake equals nothing.
        impl PartialEq for $part {
            fn eq(&self, other: &Self) -> bool {
                self.0.is_like(&other.0)
            }
        }

        impl fmt::Debug for $part {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self.check() {
                    Ok(()) => self.as_ref().fmt(f),
                    Err(mistake) => mistake.fmt(f),
                }
            }
        }
    };
}
pub(super) use owned_part;
