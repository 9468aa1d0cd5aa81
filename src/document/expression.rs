//! Expressions that own their text.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::Serialize;

use super::address::{Address, Step};
use super::parse::parse_expression;
use super::root::Root;
use super::text::ends_with_heredoc;
use crate::analysis::Reference;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::parser::{self, Grammar};
use crate::ser::{to_arguments_string, to_expression_string};
use crate::syntax::{ExpressionKind, ExpressionRef, NodeId, Tree};
use crate::text::identifier::is_identifier;
use crate::text::source::Location;
use crate::text::span::Span;

/// An unevaluated expression that outlives its source: captured, built or changed. Cheap to clone.
///
/// It shares the text and the tree of the document that it was taken from, so its spans and the
/// errors of its evaluation point into the original file.
///
/// ```
/// let expression = serde_hcl::parse_expression("1 + count")?;
/// assert_eq!(expression.to_string(), "1 + count");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
///
/// A new one is made of a value with [`encode`](Expression::encode), of text, or of others. In a body it is
/// changed at its address: see [`Contents::set`](crate::Contents::set).
///
/// ```
/// use serde_hcl::Body;
///
/// let mut body: Body = "tags = { Name = \"web\" } # all\n".parse()?;
/// body.set("tags.Team", "core")?;
/// assert_eq!(body.to_string(), "tags = { Name = \"web\", Team = \"core\" } # all\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Expression {
    pub(super) root: Root,
}

impl Expression {
    pub(crate) fn new(tree: Arc<Tree<'static>>, id: NodeId) -> Self {
        Expression { root: Root::new(tree, id) }
    }

    /// Parses a source, which may have a name.
    pub(crate) fn of_source(
        source: &str,
        name: Option<Arc<str>>,
        grammar: Grammar,
    ) -> Result<Self> {
        let (tree, id) = parser::parse(source, name, grammar)?;
        Ok(Expression::new(tree.into_shared(), id))
    }

    pub(crate) fn into_parts(self) -> (Arc<Tree<'static>>, NodeId) {
        self.root.into_parts()
    }

    /// A view of the expression.
    ///
    /// ```
    /// use serde_hcl::{parse_expression, syntax::ExpressionKind};
    ///
    /// let expression = parse_expression("a ? 1 : 2")?;
    /// assert!(matches!(expression.view().kind(), ExpressionKind::Conditional(_)));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn view(&self) -> ExpressionRef<'_> {
        self.root.expression()
    }

    /// Adds the file and source to a diagnostic, see [`Document::attach`](crate::Document::attach).
    ///
    /// ```
    /// use serde_hcl::{Body, Expression, diagnostic::Diagnostic};
    ///
    /// let body: std::collections::BTreeMap<String, Expression> = serde_hcl::from_str("a = 1\nb = 2\n")?;
    /// let b = &body["b"];
    /// let mistake = Diagnostic::error("odd", "Value too large").with_span(b.span());
    /// assert_eq!(b.attach(mistake).position().unwrap().line, 2);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn attach(&self, diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.attached_to(self.root.tree.origin())
    }

    /// The file and the positions of a span, see [`Document::locate`](crate::Document::locate).
    ///
    /// ```
    /// use serde_hcl::Expression;
    ///
    /// let values: std::collections::BTreeMap<String, Expression> = serde_hcl::from_str("a = 1\nb = 2\n")?;
    /// let location = values["b"].locate(values["b"].span());
    /// assert_eq!((location.start.line, location.start.column), (2, 5));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn locate(&self, span: Span) -> Location {
        self.root.tree.origin().locate(span)
    }

    /// The bytes of the expression in its source.
    pub fn span(&self) -> Span {
        self.view().span()
    }

    /// An expression for a value: anything that can be serialized. An
    /// [`Expression`](crate::Expression) in the value is kept, a string becomes text.
    ///
    /// # Errors
    ///
    /// The errors of [`to_expression_string`].
    ///
    /// ```
    /// use serde_hcl::{Expression, parse_expression};
    ///
    /// let ports = Expression::encode(&[80, 443])?;
    /// assert_eq!(ports, parse_expression("[80, 443]")?);
    /// let names = Expression::encode(&(Expression::reference(["var", "name"])?, "${x}"))?;
    /// assert_eq!(names.to_string(), "[var.name, \"$${x}\"]");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn encode<T: Serialize + ?Sized>(value: &T) -> Result<Self> {
        to_expression_string(value)?.trim_end_matches('\n').parse()
    }

    /// A reference: the name of a variable, then names of attributes. A name that is not an
    /// identifier becomes an index.
    ///
    /// # Errors
    ///
    /// The first name is not an identifier, or there is no name.
    ///
    /// ```
    /// use serde_hcl::Expression;
    ///
    /// let reference = Expression::reference(["aws_instance", "web", "id"])?;
    /// assert_eq!(reference.to_string(), "aws_instance.web.id");
    /// let reference = Expression::reference(["local", "ports", "a b"])?;
    /// assert_eq!(reference.to_string(), "local.ports[\"a b\"]");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn reference<N: AsRef<str>>(names: impl IntoIterator<Item = N>) -> Result<Self> {
        let address: Address = names.into_iter().collect();
        let root = address.steps.first().and_then(Step::as_name).unwrap_or_default();
        let is_keyword = matches!(root, "null" | "true" | "false");
        match is_identifier(root) && !is_keyword {
            true => parse_expression(&address.to_string()),
            false => Err(Error::encoding(catalog::no_reference(root))),
        }
    }

    /// An expression that takes the element of this one with an index or a key. The key can be
    /// anything that can be serialized.
    ///
    /// # Errors
    ///
    /// The key can't be written.
    ///
    /// ```
    /// use serde_hcl::Expression;
    ///
    /// let first = Expression::reference(["var", "zones"])?.index(0)?;
    /// assert_eq!(first.to_string(), "var.zones[0]");
    /// let chosen = "a ? b : c".parse::<Expression>()?.index("key")?;
    /// assert_eq!(chosen.to_string(), "(a ? b : c)[\"key\"]");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn index<K: Serialize>(&self, key: K) -> Result<Self> {
        let (mut term, key) = (Expression::encode(self)?, to_expression_string(&key)?);
        let kind = term.view().kind();
        let is_term = matches!(kind, ExpressionKind::Call(_) | ExpressionKind::Parenthesized(_));
        // After a splat, an index would apply to each element.
        if !is_term && term.view().as_traversal().is_none() {
            term = term.parenthesized()?;
        }
        parse_expression(&format!("{term}[{key}]"))
    }

    /// The expression in parentheses, for text around it. Behind a heredoc, they are on a line of their own.
    ///
    /// # Errors
    ///
    /// The expression nests too deeply with them.
    ///
    /// ```
    /// use serde_hcl::{Expression, parse_expression};
    ///
    /// let sum: Expression = "a + 1".parse()?;
    /// let doubled = parse_expression(&format!("{} * 2", sum.parenthesized()?))?;
    /// assert_eq!(doubled.to_string(), "(a + 1) * 2");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn parenthesized(&self) -> Result<Self> {
        let text = to_expression_string(self)?;
        let text = text.trim_end_matches('\n');
        let end = if ends_with_heredoc(text) { "\n" } else { "" };
        parse_expression(&format!("({text}{end})"))
    }

    /// A call of a function. The arguments are a tuple or a sequence of anything that can be
    /// serialized.
    ///
    /// # Errors
    ///
    /// The name is not a valid function name, or an argument can't be written.
    ///
    /// ```
    /// use serde_hcl::Expression;
    ///
    /// let region = Expression::reference(["var", "region"])?;
    /// let name = Expression::call("format", ("%s-%02d", region, 1))?;
    /// assert_eq!(name.to_string(), "format(\"%s-%02d\", var.region, 1)");
    /// assert_eq!(Expression::call("timestamp", ())?.to_string(), "timestamp()");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn call<A: Serialize>(name: impl AsRef<str>, arguments: A) -> Result<Self> {
        let name = name.as_ref();
        if !name.split("::").all(is_identifier) {
            return Err(Error::encoding(catalog::no_function_name(name)));
        }
        let arguments = to_arguments_string(&arguments)?;
        parse_expression(&format!("{name}({arguments})"))
    }
}

/// The methods of its view.
impl Expression {
    /// See [`ExpressionRef::as_str`].
    pub fn as_str(&self) -> Option<Cow<'_, str>> {
        self.view().as_str()
    }

    /// See [`ExpressionRef::as_bool`].
    pub fn as_bool(&self) -> Option<bool> {
        self.view().as_bool()
    }

    /// See [`ExpressionRef::as_i64`].
    pub fn as_i64(&self) -> Option<i64> {
        self.view().as_i64()
    }

    /// See [`ExpressionRef::as_f64`].
    pub fn as_f64(&self) -> Option<f64> {
        self.view().as_f64()
    }

    /// See [`ExpressionRef::references`].
    pub fn references(&self) -> Vec<Reference<'_>> {
        self.view().references()
    }
}

/// Parses an expression, as [`parse_expression`] does. The text of an expression ends with the end marker of a
/// heredoc; here this marker needs no line end.
impl FromStr for Expression {
    type Err = Error;

    fn from_str(source: &str) -> Result<Self> {
        match source.contains("<<") && !source.ends_with('\n') {
            true => parse_expression(&format!("{source}\n")),
            false => parse_expression(source),
        }
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
        let (tree, id) = reference.to_tree();
        Expression::new(tree.into_shared(), id)
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
        self.view().0.is_like(other.view().0)
    }
}

impl Eq for Expression {}

/// The expression as it was written.
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.view().text())
    }
}

impl fmt::Debug for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}
