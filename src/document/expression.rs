//! Expressions that own their text and tree.

use std::fmt;
use std::sync::Arc;

use crate::analysis::Reference;
use crate::diagnostic::Diagnostic;
use crate::syntax::{CallRef, ExpressionRef, Expressions, NodeId, ObjectRef, Tree, View};
use crate::text::source::Location;
use crate::text::span::Span;

/// An unevaluated expression that outlives its source. Cheap to clone.
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

    /// Adds the file and source to a diagnostic, see [`Document::attach`](crate::Document::attach).
    pub fn attach(&self, diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.attached_to(self.tree.origin())
    }

    /// The file and the positions of a span, see [`Document::locate`](crate::Document::locate).
    pub fn locate(&self, span: Span) -> Location {
        self.tree.origin().locate(span)
    }

    /// The bytes of the expression in its source.
    pub fn span(&self) -> Span {
        self.as_ref().span()
    }
}

/// The first call copies the whole document; all parts of it share the copy.
impl From<ExpressionRef<'_>> for Expression {
    fn from(expression: ExpressionRef<'_>) -> Self {
        Expression::new(expression.0.tree.share(), expression.0.id)
    }
}

/// Two expressions are equal if they have the same structure. White space and comments don't
/// matter.
impl PartialEq for Expression {
    fn eq(&self, other: &Self) -> bool {
        self.as_ref().0.is_like(other.as_ref().0)
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

impl Expression {
    /// See [`ExpressionRef::references`].
    pub fn references(&self) -> Vec<Reference<'_>> {
        self.as_ref().references()
    }

    /// See [`ExpressionRef::as_list`].
    pub fn as_list(&self) -> Option<Expressions<'_>> {
        self.as_ref().as_list()
    }

    /// See [`ExpressionRef::as_map`].
    pub fn as_map(&self) -> Option<ObjectRef<'_>> {
        self.as_ref().as_map()
    }

    /// See [`ExpressionRef::as_call`].
    pub fn as_call(&self) -> Option<CallRef<'_>> {
        self.as_ref().as_call()
    }

    /// See [`ExpressionRef::as_traversal`].
    pub fn as_traversal(&self) -> Option<Reference<'_>> {
        self.as_ref().as_traversal()
    }

    /// See [`ExpressionRef::as_partial_traversal`].
    pub fn as_partial_traversal(&self) -> Option<Reference<'_>> {
        self.as_ref().as_partial_traversal()
    }

    /// See [`ExpressionRef::as_keyword`].
    pub fn as_keyword(&self) -> Option<&str> {
        self.as_ref().as_keyword()
    }
}

/// The reference alone, with its place in the document. The whole document is copied, unless it is
/// already shared.
///
/// ```
/// use serde_hcl::{Expression, parse_expression};
///
/// let expression = parse_expression("upper(var.names[count.index].first)")?;
/// let owned: Vec<Expression> = expression.references().iter().map(Expression::from).collect();
/// assert_eq!(owned[0].to_string(), "var.names");
/// assert_eq!(owned[1], parse_expression("count.index")?);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
impl From<&Reference<'_>> for Expression {
    fn from(reference: &Reference<'_>) -> Self {
        let (tree, id) = reference.copied();
        Expression::new(tree.into_shared(), id)
    }
}
