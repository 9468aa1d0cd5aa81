//! Parsed documents, which borrow their text.

use std::fmt;
use std::sync::Arc;

use super::json;
use super::{Grammar, parse as parse_tree, parse_lenient as parse_lenient_tree};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::syntax as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::syntax::{
    BodyRef, CommentRef, Comments, NodeId, Place, Token, Tree, View, commented_parts, tokens,
};
use crate::text::source::{Location, Origin, is_utf16};
use crate::text::span::Span;

/// The syntax of a source: the function that parses it. So a program contains only the parsers that it
/// can need.
#[derive(Clone, Copy)]
pub(crate) struct Syntax(for<'s> fn(&'s str, Option<Arc<str>>) -> Parsed<'s>);

type Parsed<'s> = Result<(Tree<'s>, NodeId)>;

impl Syntax {
    pub(crate) const NATIVE: Syntax =
        Syntax(|source, name| parse_tree(source, name, Grammar::Body));

    pub(crate) const JSON: Syntax = Syntax(|source, name| json::parse(source, name, Grammar::Body));

    /// The syntax of a file with this name.
    pub(crate) fn is_json(name: &str) -> bool {
        name.ends_with(".json")
    }

    pub(crate) fn of_name(name: &str) -> Self {
        if Self::is_json(name) { Syntax::JSON } else { Syntax::NATIVE }
    }
}

impl fmt::Debug for Syntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Syntax").finish_non_exhaustive()
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
    /// All syntax errors of the source, in source order.
    pub fn parse(source: &'s str, name: Option<&str>) -> Result<Self> {
        Document::parse_as(source, name, Syntax::NATIVE)
    }

    /// Parses a source in the given syntax.
    pub(crate) fn parse_as(source: &'s str, name: Option<&str>, syntax: Syntax) -> Result<Self> {
        let Syntax(parse) = syntax;
        let (tree, root) = parse(source, name.map(Arc::from))?;
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

    /// The tokens with their meanings, in source order, for highlighting and for linters of layout. Empty
    /// for JSON syntax. Linear in the document.
    ///
    /// ```
    /// use serde_hcl::syntax::TokenKind;
    ///
    /// let source = "port = max(var.port, 80) # HTTP\n";
    /// let document = serde_hcl::parse(source)?;
    /// let tokens = document.tokens();
    /// let of = |kind| tokens.iter().filter(move |it| it.kind == kind).map(|it| it.span.text(source));
    /// assert_eq!(of(TokenKind::Attribute).collect::<Vec<_>>(), ["port"]);
    /// assert_eq!(of(TokenKind::Function).collect::<Vec<_>>(), ["max"]);
    /// assert_eq!(of(TokenKind::Property).collect::<Vec<_>>(), ["port"]);
    /// assert_eq!(of(TokenKind::Comment).collect::<Vec<_>>(), ["# HTTP"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn tokens(&self) -> Vec<Token> {
        tokens(self.body())
    }

    /// The comments that are about a part of the document, with the bytes of the part, in source order. Tools
    /// with settings in comments need them.
    ///
    /// | comment | part |
    /// |---|---|
    /// | in the lines directly above an item, or before it on its line | the item |
    /// | behind an item, on the line where it ends | the item |
    /// | in the header of a block, or behind its opening brace | the block |
    /// | in an expression | the text before it on its line, or if there is none, the next line |
    ///
    /// Linear in the document.
    ///
    /// ```
    /// let source = "# lint:ignore unused\na = 1\nb = 2 # lint:ignore naming\n\n# about all\n\nc = 3\n";
    /// let document = serde_hcl::parse(source)?;
    /// let ignored: Vec<_> = document
    ///     .commented_parts()
    ///     .into_iter()
    ///     .filter_map(|(comment, part)| Some((comment.text().strip_prefix("lint:ignore ")?, part.text(source))))
    ///     .collect();
    /// assert_eq!(ignored, [("unused", "a = 1"), ("naming", "b = 2")]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn commented_parts(&self) -> Vec<(CommentRef<'_>, Span)> {
        commented_parts(self.body())
    }

    /// The nodes around an offset in bytes: blocks, a label, an attribute and expressions.
    ///
    /// An offset at the end of a node belongs to the node: a cursor after a word has this offset.
    /// Linear in the items of the bodies around it.
    ///
    /// ```
    /// let source = "service \"web\" {\n  port = 8000 + shift\n}\n";
    /// let document = serde_hcl::parse(source)?;
    /// let place = document.place_at(source.find("shift").unwrap() as u32);
    /// assert_eq!(place.blocks()[0].labels().next().unwrap().value(), "web");
    /// assert_eq!(place.attribute().unwrap().name(), "port");
    /// let texts: Vec<&str> = place.expressions().iter().map(|it| it.text()).collect();
    /// assert_eq!(texts, ["8000 + shift", "shift"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn place_at(&self, offset: u32) -> Place<'_> {
        Place::of(self.body(), offset)
    }

    /// The parts of the source that are not in the tree because of syntax errors, in source order:
    /// invalid expressions and labels, and text outside items. Only a document of
    /// [`parse_lenient`](crate::parse_lenient) has any. Linear in the document, except for sorting.
    pub fn invalid(&self) -> Vec<Span> {
        self.tree.invalid()
    }

    /// The source text.
    pub fn source(&self) -> &str {
        &self.tree.source
    }

    /// The file and the positions of a span. In a document of several files (see
    /// [`parse_files`](crate::configuration::parse_files)) spans are those in the text of all files. Linear in the
    /// file.
    ///
    /// ```
    /// let document = serde_hcl::configuration::parse_sources([("a.hcl", "x = 1\n"), ("b.hcl", "\ny = 2\n")])?;
    /// let attribute = document.body().attribute("y").unwrap();
    /// let location = document.locate(attribute.name_span());
    /// assert_eq!(location.to_string(), "b.hcl:2:1");
    /// assert_eq!(location.span.range(), 1..2);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn locate(&self, span: Span) -> Location {
        self.tree.origin().locate(span)
    }

    /// Adds the place in the document to a diagnostic of the application: the file, the positions, and
    /// the lines for reports. See [`Diagnostic::error`].
    ///
    /// ```
    /// use serde_hcl::configuration::parse_sources;
    /// use serde_hcl::diagnostic::Diagnostic;
    ///
    /// let document = parse_sources([("a.hcl", "x = 1\n"), ("b.hcl", "y = 2\n")])?;
    /// let y = document.body().attribute("y").unwrap();
    /// let warning = Diagnostic::warning("unused", "Unused argument").with_span(y.name_span());
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
}

impl std::fmt::Debug for Document<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Document").field("body", &self.body()).finish()
    }
}

/// Parses a source in native syntax without decoding or evaluating anything.
///
/// Linear in the source; strings are borrowed.
///
/// # Errors
///
/// The syntax errors of the source, with category [`Syntax`](crate::diagnostic::Category::Syntax), in source
/// order: one for each mistake.
///
/// ```
/// let document = serde_hcl::parse("service \"web\" {\n  port = 80\n}\n")?;
/// let service = document.body().blocks().next().unwrap();
/// assert_eq!(service.block_type(), "service");
/// assert_eq!(service.body().attribute("port").unwrap().expression().text(), "80");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse(source: &str) -> Result<Document<'_>> {
    Document::parse(source, None)
}

/// Parses a source that may have syntax errors, for editors.
///
/// Returns the document with its valid parts, and its syntax errors in source order. Without errors, the
/// document is that of [`parse`]. Linear in the source.
///
/// - An attribute whose value is invalid is in the tree, with an expression of the kind
///   [`Invalid`](crate::syntax::ExpressionKind::Invalid). A block is in the tree with its valid
///   items; a missing brace is added where the indentation shows that the block ends. Forms of other
///   languages, such as `name: value`, are parsed with their intended meaning.
/// - [`Document::invalid`] returns the places of everything else except comments, [`Document::place_at`]
///   the nodes at an offset.
/// - Decoding such a document uses the content of the tree. Evaluating an invalid expression is an
///   error; an attribute that is not read is not evaluated. A repeated name occurs twice in the tree.
/// - [`format`](crate::format::format) formats the source, not this tree: it keeps every token, also of
///   the invalid parts.
///
/// ```
/// use serde_hcl::parse_lenient;
/// use serde_hcl::syntax::ExpressionKind;
///
/// let source = "service \"web\" {\n  port = 80 +\n  host = \"a\"\n}\n";
/// let (document, diagnostics) = parse_lenient(source);
/// assert_eq!(diagnostics.len(), 1);
/// assert_eq!(diagnostics[0].position().unwrap().line, 2);
/// let service = document.body().blocks().next().unwrap();
/// let port = service.body().attribute("port").unwrap();
/// assert!(matches!(port.expression().kind(), ExpressionKind::Invalid));
/// assert_eq!(service.body().attribute("host").unwrap().expression().text(), "\"a\"");
/// assert_eq!(document.invalid()[0].text(source), "80 +");
/// ```
pub fn parse_lenient(source: &str) -> (Document<'_>, Vec<Diagnostic>) {
    let (mut tree, root, error) = parse_lenient_tree(source);
    tree.is_damaged = error.is_some();
    let diagnostics = error.map_or(Vec::new(), |error| error.diagnostics().to_vec());
    (Document { tree, root }, diagnostics)
}

/// The bytes as text.
pub(crate) fn utf8<'s>(source: &'s [u8], name: Option<&str>) -> Result<&'s str> {
    std::str::from_utf8(source).map_err(|error| {
        let offset = u32::try_from(error.valid_up_to()).unwrap_or(u32::MAX);
        let diagnostic = match is_utf16(source) {
            true => catalog::other_language("UTF-16", Span::empty(0)),
            false => catalog::invalid_utf8(offset),
        };
        Error::syntax(diagnostic)
            .attach(Origin::new(name.map(Arc::from).as_ref(), &String::from_utf8_lossy(source)))
    })
}
