//! Parsing without decoding.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, catalog};
use crate::error::{Category, Error, Result};
use crate::owned::Body;
use crate::parser::json::Root;
use crate::parser::{self, Grammar};
use crate::source::{Location, Origin, Span};
use crate::syntax::{BodyRef, Comments, Expression, NodeId, Tree, View};

/// The syntax of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Syntax {
    Native,
    Json,
}

impl Syntax {
    /// The syntax of a file with that name.
    pub(crate) fn of_name(name: &str) -> Self {
        if name.ends_with(".json") { Syntax::Json } else { Syntax::Native }
    }
}

/// A parsed source: its text, borrowed, and its tree.
///
/// ```
/// use serde_hcl::Document;
///
/// let document = Document::parse("port = 80\n", Some("main.hcl"))?;
/// assert_eq!(document.name(), Some("main.hcl"));
/// assert_eq!(document.body().attributes().next().unwrap().name(), "port");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub struct Document<'s> {
    tree: Tree<'s>,
    root: NodeId,
}

impl<'s> Document<'s> {
    /// Parses a source; `name` is its name in errors.
    ///
    /// # Errors
    ///
    /// All syntax errors of the source, invalid tokens first.
    pub fn parse(source: &'s str, name: Option<&str>) -> Result<Self> {
        Document::parse_as(source, name, Syntax::Native)
    }

    /// Parses a source in the given syntax.
    pub(crate) fn parse_as(source: &'s str, name: Option<&str>, syntax: Syntax) -> Result<Self> {
        let name = name.map(Arc::from);
        let (tree, root) = match syntax {
            Syntax::Native => parser::parse(source, name, Grammar::Body)?,
            Syntax::Json => parser::json::parse(source, name, Root::Body)?,
        };
        Ok(Document { tree, root })
    }

    /// The root body.
    pub fn body(&self) -> BodyRef<'_> {
        BodyRef(View::new(&self.tree, self.root))
    }

    /// All comments, in source order. The first call takes time linear in the source.
    ///
    /// ```
    /// let document = serde_hcl::parse("a = 1 # one\n// two\nb { /* three */ }\n")?;
    /// let texts: Vec<&str> = document.comments().map(|comment| comment.text()).collect();
    /// assert_eq!(texts, ["one", "two", "three"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn comments(&self) -> Comments<'_> {
        Comments::of(&self.tree)
    }

    /// The source text.
    pub fn source(&self) -> &str {
        &self.tree.source
    }

    /// The file and the positions of a span. In a document of several files (see
    /// [`parse_files`](crate::parse_files)) spans are those in the text of all files. Linear in the
    /// file.
    ///
    /// ```
    /// let document = serde_hcl::parse_sources([("a.hcl", "x = 1\n"), ("b.hcl", "\ny = 2\n")])?;
    /// let attribute = document.body().attribute("y").unwrap();
    /// let location = document.locate(attribute.name_span());
    /// assert_eq!(location.to_string(), "b.hcl:2:1");
    /// assert_eq!(location.span.range(), 1..2);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn locate(&self, span: Span) -> Location {
        self.tree.origin().locate(span)
    }

    /// Gives a diagnostic of the application its place in the document: the file, the positions, and the
    /// lines that reports show. See [`Diagnostic::error`].
    ///
    /// ```
    /// use serde_hcl::{Diagnostic, parse_sources};
    ///
    /// let document = parse_sources([("a.hcl", "x = 1\n"), ("b.hcl", "y = 2\n")])?;
    /// let y = document.body().attribute("y").unwrap();
    /// let warning = Diagnostic::warning("unused", "Unused argument").at(y.name_span());
    /// assert_eq!(document.attach(warning).to_string(), "b.hcl:1:1: Unused argument");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn attach(&self, diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.attached_to(self.tree.origin())
    }

    /// The name of the source in errors.
    pub fn name(&self) -> Option<&str> {
        self.tree.name.as_deref()
    }

    pub(crate) fn from_parts(tree: Tree<'s>, root: NodeId) -> Self {
        Document { tree, root }
    }

    pub(crate) fn into_parts(self) -> (Tree<'s>, NodeId) {
        (self.tree, self.root)
    }

    /// The same document with an owned text.
    pub fn into_body(self) -> Body {
        Body::captured(self.tree.into_shared(), self.root)
    }
}

impl std::fmt::Debug for Document<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Document").field("body", &self.body()).finish()
    }
}

/// Parses a source in native syntax ("Structural Elements" of its specification) without decoding
/// or evaluating anything. Linear in the source; strings are borrowed.
///
/// # Errors
///
/// The syntax errors of the source, with category [`Syntax`](crate::Category::Syntax). After a token
/// that starts neither an attribute nor a block, the rest of the body is not read.
///
/// ```
/// let document = serde_hcl::parse("service \"web\" {\n  port = 80\n}\n")?;
/// let service = document.body().blocks().next().unwrap();
/// assert_eq!(service.name(), "service");
/// assert_eq!(service.body().attribute("port").unwrap().expression().text(), "80");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse(source: &str) -> Result<Document<'_>> {
    Document::parse(source, None)
}

/// Parses a source with one expression. Newlines are white space.
///
/// # Errors
///
/// The syntax errors of the source.
///
/// ```
/// use serde_hcl::{ExpressionKind, parse_expression};
///
/// let expression = parse_expression("[1, 2]")?;
/// assert!(matches!(expression.as_ref().kind(), ExpressionKind::Tuple(elements) if elements.len() == 2));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse_expression(source: &str) -> Result<Expression> {
    parse_owned(source, Grammar::Expression)
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
    parse_owned(source, Grammar::Template)
}

/// Parses a source with one traversal: a variable with attribute accesses and constant indexes (see
/// [`ExpressionRef::as_traversal`](crate::ExpressionRef::as_traversal)).
///
/// # Errors
///
/// The syntax errors of the source. Any other expression is a syntax error.
///
/// ```
/// let address = serde_hcl::parse_traversal("module.web[\"a\"].id")?;
/// assert_eq!(address.as_ref().as_traversal().unwrap().steps().len(), 3);
/// assert!(serde_hcl::parse_traversal("1 + 1").is_err());
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse_traversal(source: &str) -> Result<Expression> {
    parse_owned(source, Grammar::Traversal)
}

/// Parses a source with one traversal, also with `[*]` for all elements (see
/// [`ExpressionRef::as_partial_traversal`](crate::ExpressionRef::as_partial_traversal)).
///
/// # Errors
///
/// As for [`parse_traversal`].
///
/// ```
/// let pattern = serde_hcl::parse_partial_traversal("aws_instance.web[*].id")?;
/// assert_eq!(pattern.as_ref().as_partial_traversal().unwrap().steps().len(), 3);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse_partial_traversal(source: &str) -> Result<Expression> {
    parse_owned(source, Grammar::PartialTraversal)
}

/// Parses an expression; `name` is the name of its source in errors.
pub(crate) fn parse_expression_named(source: &str, name: &str) -> Result<Expression> {
    let (tree, root) = parser::parse(source, Some(name.into()), Grammar::Expression)?;
    Ok(Expression::new(tree.into_shared(), root))
}

/// Parses a standalone template; `name` is its name in errors.
pub(crate) fn parse_template_named(source: &str, name: &str) -> Result<Expression> {
    let (tree, root) = parser::parse(source, Some(name.into()), Grammar::Template)?;
    Ok(Expression::new(tree.into_shared(), root))
}

fn parse_owned(source: &str, grammar: Grammar) -> Result<Expression> {
    let (tree, root) = parser::parse(source, None, grammar)?;
    Ok(Expression::new(tree.into_shared(), root))
}

/// The bytes as text.
pub(crate) fn utf8<'s>(source: &'s [u8], name: Option<&str>) -> Result<&'s str> {
    std::str::from_utf8(source).map_err(|error| {
        let offset = u32::try_from(error.valid_up_to()).unwrap_or(u32::MAX);
        let diagnostic = catalog::syntax::invalid_utf8(offset);
        Error::of(Category::Syntax, diagnostic)
            .attach(Origin::new(name.map(Arc::from).as_ref(), &String::from_utf8_lossy(source)))
    })
}
