//! Expressions that own their text and tree.

use std::fmt;
use std::sync::Arc;

use super::{ExpressionRef, NodeId, Tree, View};
use crate::diagnostic::Diagnostic;
use crate::source::{Location, Span};

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
