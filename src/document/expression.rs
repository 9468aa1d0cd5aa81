//! Expressions that own their text and tree.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

use serde::Serialize;

use super::elements::Elements;
use super::render;
use super::text::{Text, ends_with_heredoc, trimmed};
use crate::analysis::Reference;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::error::Result;
use crate::limits::stack::nest;
use crate::parser::{self, Grammar};
use crate::syntax::{
    BodyRef, CallRef, ExpressionRef, Expressions, Kind, NodeId, ObjectRef, Tree, View,
};
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
/// It can be changed as a whole, or element by element if it is an object or a tuple:
///
/// ```
/// use serde_hcl::Body;
///
/// let mut body: Body = "tags = { Name = \"web\" } # all\n".parse()?;
/// let tags = body.expression_mut("tags").unwrap();
/// tags.insert("Team", "core")?;
/// assert_eq!(body.to_string(), "tags = { Name = \"web\", Team = \"core\" } # all\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Expression {
    form: Form,
    /// Whether the text is new, so that its lines still have to be indented.
    pub(super) is_fresh: bool,
    /// The number of line ends after the text. They are written if it is the value of an attribute.
    pub(super) line_ends: u32,
}

#[derive(Clone)]
pub(crate) enum Form {
    /// A node of a source.
    Source(Arc<Tree<'static>>, NodeId),
    Own(Arc<Own>),
    Elements(Arc<OwnElements>),
}

/// A tree that is made when it is first needed.
type Seen = OnceLock<(Arc<Tree<'static>>, NodeId)>;

/// A text.
pub(crate) struct Own {
    pub(super) text: Box<str>,
    seen: Seen,
}

/// An object or a tuple that may have changed.
#[derive(Clone)]
pub(crate) struct OwnElements {
    pub(super) elements: Elements,
    seen: Seen,
}

impl Expression {
    pub(crate) fn new(tree: Arc<Tree<'static>>, id: NodeId) -> Self {
        Expression { form: Form::Source(tree, id), is_fresh: false, line_ends: 0 }
    }

    pub(crate) fn of(tree: &Arc<Tree<'static>>, id: NodeId) -> Self {
        Expression::new(Arc::clone(tree), id)
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

    fn fresh(form: Form) -> Self {
        Expression { form, is_fresh: true, line_ends: 0 }
    }

    /// A new expression with this text, which must be one.
    pub(super) fn of_new_text(text: &str) -> Self {
        Self::fresh(Form::of_text(text))
    }

    /// An expression that is text in a source.
    pub(super) fn from_text(text: &str) -> Self {
        Expression { form: Form::of_text(text), is_fresh: false, line_ends: 0 }
    }

    pub(crate) fn into_parts(self) -> (Arc<Tree<'static>>, NodeId) {
        match self.form {
            Form::Source(tree, id) => (tree, id),
            _ => {
                let (tree, id) = self.seen();
                (Arc::clone(tree), id)
            }
        }
    }

    fn seen(&self) -> (&Arc<Tree<'static>>, NodeId) {
        let (tree, id) = match &self.form {
            Form::Source(tree, id) => (tree, id),
            Form::Own(own) => split(own.seen.get_or_init(|| see(&own.text))),
            Form::Elements(own) => {
                let text = || render::elements(&own.elements, "\n");
                split(own.seen.get_or_init(|| see(&text())))
            }
        };
        (tree, *id)
    }

    /// A view of the expression. The first view after a change parses the new text.
    ///
    /// ```
    /// use serde_hcl::{parse_expression, syntax::ExpressionKind};
    ///
    /// let expression = parse_expression("a ? 1 : 2")?;
    /// assert!(matches!(expression.view().kind(), ExpressionKind::Conditional(_)));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn view(&self) -> ExpressionRef<'_> {
        let (tree, id) = self.seen();
        ExpressionRef(View::new(tree, id))
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
        diagnostic.attached_to(self.seen().0.origin())
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
        self.seen().0.origin().locate(span)
    }

    /// The bytes of the expression in its source.
    pub fn span(&self) -> Span {
        self.view().span()
    }

    /// An expression from its text, in parentheses if its line breaks need them.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let whole = text.trim_start_matches([' ', '\t', '\r', '\n', '\u{feff}']);
        let text = trimmed(whole);
        let line_ends = whole[text.len()..].matches('\n').count() as u32;
        let is_whole = |(tree, id): &(Arc<Tree<'_>>, NodeId)| {
            ExpressionRef(View::new(tree, *id)).text() == text
        };
        let form = match attribute_expression(text).filter(is_whole) {
            Some((tree, id)) => Form::Source(tree, id),
            None => {
                Expression::of_source(&format!("{text}\n"), None, Grammar::Expression)?;
                Form::of_text(&format!("({text}\n)"))
            }
        };
        Ok(Expression { line_ends, ..Self::fresh(form) })
    }

    /// Replaces the expression by a text with indented lines.
    pub(super) fn set_own(&mut self, text: &str) {
        self.form = Form::of_text(text);
    }

    /// The text, unless the elements may have changed.
    pub(super) fn as_text(&self) -> Option<&str> {
        match &self.form {
            Form::Source(tree, id) => Some(ExpressionRef(View::new(tree, *id)).text()),
            Form::Own(own) => Some(&own.text),
            Form::Elements(_) => None,
        }
    }

    /// Whether the expression takes several lines and is not the original one.
    pub(super) fn has_new_lines(&self, original: &str) -> bool {
        self.line_ends > 0 || self.has_lines() && self.to_string() != original
    }

    /// Whether the expression takes several lines.
    pub(super) fn has_lines(&self) -> bool {
        match &self.form {
            Form::Source(tree, id) => View::new(tree, *id).text().contains('\n'),
            Form::Own(own) => own.text.contains('\n'),
            Form::Elements(own) => nest(|| own.elements.spans_lines()),
        }
    }

    /// Whether the expression comes from another place than this text of the source.
    pub(super) fn is_copy(&self, original: &Text) -> bool {
        let (tree, start) = match &self.form {
            Form::Source(tree, id) => (tree, View::new(tree, *id).span().start),
            Form::Elements(own) => match &own.elements.open {
                Text::Source(tree, span) => (tree, span.start),
                Text::Own(_) => return false,
            },
            Form::Own(_) => return false,
        };
        match original {
            Text::Source(other, span) => !Arc::ptr_eq(tree, other) || start != span.start,
            Text::Own(_) => true,
        }
    }

    pub(crate) fn form(&self) -> &Form {
        &self.form
    }

    /// Replaces the expression by a value.
    ///
    /// # Errors
    ///
    /// If the value can't be written as an expression.
    ///
    /// ```
    /// use serde_hcl::parse_expression;
    ///
    /// let mut expression = parse_expression("var.zones")?;
    /// expression.set(&["a", "b"])?;
    /// assert_eq!(expression.to_string(), "[\"a\", \"b\"]");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        *self = Expression::encode(value)?;
        Ok(())
    }

    /// Replaces the expression by one given as text.
    ///
    /// # Errors
    ///
    /// If the text is not one expression.
    ///
    /// ```
    /// use serde_hcl::parse_expression;
    ///
    /// let mut expression = parse_expression("80")?;
    /// expression.set_text("var.port + 1")?;
    /// assert_eq!(expression.to_string(), "var.port + 1");
    /// assert!(expression.set_text("1 +").is_err());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set_text(&mut self, text: &str) -> Result<()> {
        *self = Expression::parse(text)?;
        Ok(())
    }

    /// The elements, if the expression is an object or a tuple.
    pub(super) fn elements_mut(&mut self) -> Option<&mut Elements> {
        if !matches!(self.form, Form::Elements(_)) {
            let (tree, id) = match &self.form {
                Form::Source(tree, id) => (Arc::clone(tree), *id),
                Form::Own(own) => attribute_expression(&own.text)?,
                Form::Elements(_) => return None,
            };
            let view = ExpressionRef(View::new(&tree, id));
            if view.is_json() {
                return None;
            }
            let mut elements = Elements::open(&tree, view)?;
            if let Form::Own(_) = self.form {
                elements.open = Text::from(&*elements.open);
            }
            self.form = Form::Elements(Arc::new(OwnElements { elements, seen: Seen::new() }));
        }
        match &mut self.form {
            Form::Elements(own) => {
                let own = Arc::make_mut(own);
                own.seen = Seen::new();
                Some(&mut own.elements)
            }
            _ => None,
        }
    }

    /// The expression in parentheses if it is a heredoc, because a line end must follow its marker.
    pub(crate) fn enclosed(mut self) -> Self {
        let text = self.to_string();
        let text = text.trim_end();
        if ends_with_heredoc(text) {
            self.form = Form::of_text(&format!("({text}\n)"));
        }
        self
    }
}

impl Form {
    fn of_text(text: &str) -> Self {
        Form::Own(Arc::new(Own { text: text.into(), seen: Seen::new() }))
    }
}

fn split<T, I>((tree, id): &(T, I)) -> (&T, &I) {
    (tree, id)
}

/// The tree of an expression with this text.
fn see(text: &str) -> (Arc<Tree<'static>>, NodeId) {
    // A heredoc needs a line end.
    let parse = |text: &str| Expression::of_source(text, None, Grammar::Expression);
    let parsed = parse(text).or_else(|_| parse(&format!("{text}\n")));
    match parsed {
        Ok(Expression { form: Form::Source(tree, id), .. }) => (tree, id),
        _ => {
            let mut tree = Tree::new("null", None);
            let id = tree.leaf(Kind::Null, Span::new(0, 4));
            (tree.into_shared(), id)
        }
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
        match &self.form {
            Form::Elements(own) => f.write_str(&render::elements(&own.elements, "\n")),
            _ => f.write_str(self.as_text().unwrap_or_default()),
        }
    }
}

impl fmt::Debug for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}

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

    /// See [`ExpressionRef::as_list`].
    pub fn as_list(&self) -> Option<Expressions<'_>> {
        self.view().as_list()
    }

    /// See [`ExpressionRef::as_map`].
    pub fn as_map(&self) -> Option<ObjectRef<'_>> {
        self.view().as_map()
    }

    /// See [`ExpressionRef::as_call`].
    pub fn as_call(&self) -> Option<CallRef<'_>> {
        self.view().as_call()
    }

    /// See [`ExpressionRef::as_traversal`].
    pub fn as_traversal(&self) -> Option<Reference<'_>> {
        self.view().as_traversal()
    }

    /// See [`ExpressionRef::as_partial_traversal`].
    pub fn as_partial_traversal(&self) -> Option<Reference<'_>> {
        self.view().as_partial_traversal()
    }

    /// See [`ExpressionRef::as_keyword`].
    pub fn as_keyword(&self) -> Option<&str> {
        self.view().as_keyword()
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

/// Parses the text as the expression of an attribute. `None` if it is not one, for example because of
/// its line breaks.
pub(super) fn attribute_expression(text: &str) -> Option<(Arc<Tree<'static>>, NodeId)> {
    let source = format!("_ = {text}\n");
    let (tree, root) = parser::parse(&source, None, Grammar::Body).ok()?;
    let mut items = BodyRef(View::new(&tree, root)).items();
    let id = items.next()?.as_attribute()?.expression().id();
    items.next().is_none().then(|| (tree.into_shared(), id))
}
