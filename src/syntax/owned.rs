//! Expressions and bodies that own what they were made of.

use std::fmt;
use std::sync::Arc;

use super::{BodyRef, ExpressionRef, ItemRef, Kind, NodeId, Tree, View};
use crate::source::Span;

/// An expression that outlives its source, not evaluated. Cheap to clone.
///
/// It shares the text and the tree of the document that it was taken from, so its spans and the
/// errors of its evaluation point into the original file.
///
/// ```
/// let expression = serde_hcl::parse_expression("1 + count")?;
/// assert_eq!(expression.to_string(), "1 + count");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Expression {
    tree: Arc<Tree<'static>>,
    id: NodeId,
}

/// A body that outlives its source, not decoded. Cheap to clone.
///
/// It shares the text and the tree of the document that it was taken from.
#[derive(Clone)]
pub struct Body {
    tree: Arc<Tree<'static>>,
    id: NodeId,
}

impl Expression {
    pub(crate) fn new(tree: Arc<Tree<'static>>, id: NodeId) -> Self {
        Expression { tree, id }
    }

    pub(crate) fn into_parts(self) -> (Arc<Tree<'static>>, NodeId) {
        (self.tree, self.id)
    }

    /// A view of the expression.
    #[allow(clippy::should_implement_trait)]
    pub fn as_ref(&self) -> ExpressionRef<'_> {
        ExpressionRef(View::new(&self.tree, self.id))
    }

    /// The bytes of the expression in its source.
    pub fn span(&self) -> Span {
        self.as_ref().span()
    }
}

impl Body {
    pub(crate) fn new(tree: Arc<Tree<'static>>, id: NodeId) -> Self {
        Body { tree, id }
    }

    pub(crate) fn into_parts(self) -> (Arc<Tree<'static>>, NodeId) {
        (self.tree, self.id)
    }

    /// The body with those of its items that `keep` approves of.
    pub(crate) fn excerpt(&self, keep: impl Fn(ItemRef<'_>) -> bool) -> Body {
        let (tree, id) = self.tree.excerpt(self.id, |view| keep(ItemRef(view)));
        Body { tree: tree.into_shared(), id }
    }

    /// A view of the body.
    #[allow(clippy::should_implement_trait)]
    pub fn as_ref(&self) -> BodyRef<'_> {
        BodyRef(View::new(&self.tree, self.id))
    }

    /// The bytes of the body in its source.
    pub fn span(&self) -> Span {
        self.as_ref().span()
    }
}

/// The first time, the whole document is copied; all that is taken from it shares the copy.
impl From<ExpressionRef<'_>> for Expression {
    fn from(expression: ExpressionRef<'_>) -> Self {
        Expression::new(expression.0.tree.share(), expression.0.id)
    }
}

/// The first time, the whole document is copied; all that is taken from it shares the copy.
impl From<BodyRef<'_>> for Body {
    fn from(body: BodyRef<'_>) -> Self {
        Body::new(body.0.tree.share(), body.0.id)
    }
}

/// An empty body.
impl Default for Body {
    fn default() -> Self {
        let mut tree = Tree::new("", None);
        let id = tree.leaf(Kind::Body, Span::default());
        Body::new(tree.into_shared(), id)
    }
}

/// Two expressions are equal if they are written alike.
impl PartialEq for Expression {
    fn eq(&self, other: &Self) -> bool {
        self.as_ref().text() == other.as_ref().text()
    }
}

impl Eq for Expression {}

/// The expression as it was written.
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_ref().text())
    }
}

impl fmt::Debug for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_ref().fmt(f)
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_ref().fmt(f)
    }
}
