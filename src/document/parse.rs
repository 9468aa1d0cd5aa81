//! Parsing expressions and documents that own their text.

use crate::diagnostic::error::Result;
use crate::document::{Body, Expression};
use crate::parser::Grammar;
use crate::parser::document::Document;

impl Document<'_> {
    /// The document as a [`Body`](crate::Body), which owns its text.
    pub fn into_body(self) -> Body {
        let (tree, root) = self.into_parts();
        Body::captured(tree.into_shared(), root)
    }
}

/// Parses a source with one expression. Newlines are white space.
///
/// # Errors
///
/// The syntax errors of the source.
///
/// ```
/// use serde_hcl::parse_expression;
/// use serde_hcl::syntax::ExpressionKind;
///
/// let expression = parse_expression("[1, 2]")?;
/// assert!(matches!(expression.view().kind(), ExpressionKind::Tuple(elements) if elements.len() == 2));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse_expression(source: &str) -> Result<Expression> {
    Expression::of_source(source, None, Grammar::Expression)
}

/// Parses a standalone template: text with `${ }` and `%{ }`, without quotes around it ("Templates"
/// in the native syntax specification).
///
/// # Errors
///
/// The syntax errors of the source.
///
/// ```
/// let greeting = serde_hcl::parse_template("Hello, ${name}!")?;
/// assert_eq!(greeting.to_string(), "Hello, ${name}!");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse_template(source: &str) -> Result<Expression> {
    Expression::of_source(source, None, Grammar::Template)
}

/// Parses a source with one traversal: a variable with attribute accesses and constant indexes (see
/// [`ExpressionRef::as_traversal`](crate::syntax::ExpressionRef::as_traversal)).
///
/// # Errors
///
/// The syntax errors of the source. Any other expression is a syntax error.
///
/// ```
/// let address = serde_hcl::parse_traversal("module.web[\"a\"].id")?;
/// assert_eq!(address.view().as_traversal().unwrap().steps().len(), 3);
/// assert!(serde_hcl::parse_traversal("1 + 1").is_err());
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse_traversal(source: &str) -> Result<Expression> {
    Expression::of_source(source, None, Grammar::Traversal)
}

/// Parses a source with one traversal, also with `[*]` for all elements (see
/// [`ExpressionRef::as_partial_traversal`](crate::syntax::ExpressionRef::as_partial_traversal)).
///
/// # Errors
///
/// The errors of [`parse_traversal`].
///
/// ```
/// let pattern = serde_hcl::parse_partial_traversal("aws_instance.web[*].id")?;
/// assert_eq!(pattern.view().as_partial_traversal().unwrap().steps().len(), 3);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse_partial_traversal(source: &str) -> Result<Expression> {
    Expression::of_source(source, None, Grammar::PartialTraversal)
}
