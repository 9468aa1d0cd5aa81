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
pub(super) struct Part<P> {
    content: PartForm<P>,
    /// The text around it in its list, or in the list that it was taken from.
    around: Option<Box<Around>>,
}

#[derive(Clone)]
enum PartForm<P> {
    Captured(Root),
    Own(Arc<Owned<P>>),
}

/// The parts of a part that was built or changed.
#[derive(Clone)]
pub(super) struct Owned<P> {
    pub(super) parts: P,
    pub(super) mistake: Option<Error>,
    /// The text and the tree, made when first needed. If the part is too deep or too large to be
    /// written, also the error.
    seen: OnceLock<Box<(Root, Option<Error>)>>,
}

/// The form of a part that can be changed.
pub(super) trait Own: Clone {
    /// The changeable form of a captured part, whose text is that of its source.
    fn of(root: &Root) -> Self;

    /// The text and tree of the whole part, with the text around it.
    fn see(&self, around: Option<&Around>) -> (Root, Option<Error>);

    /// The first mistake in a part of it that is known without writing it.
    fn inner_mistake(&self) -> Option<&Error> {
        None
    }
}

impl<P: Own> Part<P> {
    pub(super) fn captured(root: Root) -> Self {
        Part { content: PartForm::Captured(root), around: None }
    }

    /// A captured part of a list.
    pub(super) fn listed(root: Root, around: Around) -> Self {
        Part { content: PartForm::Captured(root), around: Some(Box::new(around)) }
    }

    pub(super) fn own(parts: P) -> Self {
        let owned = Owned { parts, mistake: None, seen: OnceLock::new() };
        Part { content: PartForm::Own(Arc::new(owned)), around: None }
    }

    /// The node in the source, unless the part was built or may have changed.
    pub(super) fn untouched(&self) -> Option<&Root> {
        match &self.content {
            PartForm::Captured(root) => Some(root),
            PartForm::Own(_) => None,
        }
    }

    /// The parts, if it was built or may have changed.
    pub(super) fn parts(&self) -> Option<&P> {
        match &self.content {
            PartForm::Captured(_) => None,
            PartForm::Own(owned) => Some(&owned.parts),
        }
    }

    /// The same with the mistake.
    pub(super) fn into_owned(self) -> Option<Owned<P>> {
        match self.content {
            PartForm::Captured(_) => None,
            PartForm::Own(owned) => Some(Arc::unwrap_or_clone(owned)),
        }
    }

    fn seen<'s>(&'s self, owned: &'s Owned<P>) -> &'s (Root, Option<Error>) {
        owned.seen.get_or_init(|| Box::new(owned.parts.see(self.around())))
    }

    /// The node, and the tree that has its text.
    pub(super) fn root(&self) -> &Root {
        match &self.content {
            PartForm::Captured(root) => root,
            PartForm::Own(owned) => &self.seen(owned).0,
        }
    }

    /// The first mistake that is known without writing the part.
    pub(super) fn mistake(&self) -> Option<&Error> {
        match &self.content {
            PartForm::Captured(_) => None,
            PartForm::Own(owned) => owned.mistake.as_ref().or_else(|| owned.parts.inner_mistake()),
        }
    }

    /// Fails if a part of it has a mistake.
    pub(super) fn check(&self) -> Result<()> {
        let unwritten = || match &self.content {
            PartForm::Captured(_) => None,
            PartForm::Own(owned) => self.seen(owned).1.as_ref(),
        };
        self.mistake().or_else(unwritten).cloned().map_or(Ok(()), Err)
    }

    /// Keeps the first mistake.
    pub(super) fn refuse(&mut self, mistake: Error) {
        self.owned_mut().mistake.get_or_insert(mistake);
    }

    /// The changeable form.
    pub(super) fn to_mut(&mut self) -> &mut P {
        &mut self.owned_mut().parts
    }

    fn owned_mut(&mut self) -> &mut Owned<P> {
        match self.content {
            PartForm::Own(ref mut owned) => {
                let owned = Arc::make_mut(owned);
                owned.seen = OnceLock::new();
                owned
            }
            PartForm::Captured(ref root) => {
                self.content = Part::own(P::of(root)).content;
                self.owned_mut()
            }
        }
    }

    /// Whether the source has its text: see [`Root::is_as_written`].
    pub(super) fn is_as_written(&self) -> bool {
        self.untouched().is_none_or(Root::is_as_written)
    }

    /// The text around it.
    pub(super) fn around(&self) -> Option<&Around> {
        self.around.as_deref()
    }

    /// The text around it; for a captured part, its comments in the source.
    pub(super) fn surroundings(&self) -> Around {
        match (self.around(), self.untouched()) {
            (Some(around), _) => around.clone(),
            (None, Some(root)) => Around::of_captured(root),
            (None, None) => Around::fresh(),
        }
    }

    pub(super) fn around_mut(&mut self) -> &mut Around {
        let around = self.around.take().unwrap_or_else(|| Box::new(self.surroundings()));
        self.around.insert(around)
    }
}

/// Implements the common methods of bodies, blocks and attributes.
macro_rules! owner {
    ($($owner:ident)*) => { $(
        impl $owner {
            /// Fails if a part of it has a mistake.
            pub(crate) fn check(&self) -> Result<()> {
                self.part.check()
            }

            /// The node, and the tree that has its text.
            pub(super) fn root(&self) -> &Root {
                self.part.root()
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
