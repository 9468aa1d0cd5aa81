//! Parts of documents that own what they are made of: captured from a source, or built.
//!
//! - No part is both: a captured one is a node of a tree, a built one a list of items.
//! - No text before it is needed: the text and the tree of a built part are made once, when it is
//!   first seen or written.
//! - No content that is not well-formed: what a builder refuses is left out, and the reason is kept.

mod attribute;
mod block;
mod body;
mod source;
mod written;

use std::sync::{Arc, OnceLock};

pub use self::attribute::Attribute;
pub use self::block::Block;
pub(crate) use self::block::BuiltBlock;
pub(crate) use self::body::BuiltBody;
pub use self::body::{Body, Item};
pub(crate) use self::source::{comments_at_end, item_source};
use crate::error::{Error, Result};
use crate::format::format;
use crate::parser::{self, Grammar};
use crate::source::Span;
use crate::syntax::{BodyRef, Kind, NodeId, Tree, View};

/// A node, and the tree that it is in.
#[derive(Clone)]
pub(crate) struct Root {
    tree: Arc<Tree<'static>>,
    id: NodeId,
}

impl Root {
    fn view(&self) -> View<'_> {
        View::new(&self.tree, self.id)
    }

    fn into_parts(self) -> (Arc<Tree<'static>>, NodeId) {
        (self.tree, self.id)
    }

    /// The body of a document.
    fn parse(source: &str) -> Result<Root> {
        let (tree, id) = parser::parse(source, None, Grammar::Body)?;
        Ok(Root { tree: tree.into_shared(), id })
    }

    /// The first item of a body.
    fn into_first_item(self) -> Option<Root> {
        let id = BodyRef(self.view()).items().next()?.0.id;
        Some(Root { id, ..self })
    }

    /// An empty body.
    fn empty_body() -> Root {
        let mut tree = Tree::new("", None);
        let id = tree.leaf(Kind::Body, Span::default());
        Root { tree: tree.into_shared(), id }
    }

    /// `_ {}`
    fn empty_block() -> Root {
        let mut tree = Tree::new("_ {}", None);
        let body = tree.leaf(Kind::Body, Span::new(2, 4));
        let children = tree.list([body]);
        let id = tree.add_counted(Kind::Block, 0, Span::new(0, 1), children, 0);
        Root { tree: tree.into_shared(), id }
    }
}

/// The text and the tree of a built part, made when they are first asked for; why there are none, if
/// it is too deep or too large to be written.
#[derive(Clone, Default)]
struct Seen(OnceLock<(Root, Option<Error>)>);

impl Seen {
    /// What is seen of a part with this text.
    fn body(&self, write: impl FnOnce() -> String) -> &(Root, Option<Error>) {
        self.0.get_or_init(|| match format(&write()).and_then(|text| Root::parse(&text)) {
            Ok(root) => (root, None),
            Err(mistake) => (Root::empty_body(), Some(mistake)),
        })
    }

    fn block(&self, write: impl FnOnce() -> String) -> &(Root, Option<Error>) {
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
