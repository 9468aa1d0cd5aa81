//! Changes of parts of expressions, in single expressions and in all those of a body.

use std::borrow::Cow;
use std::sync::Arc;

use super::expression::{Form, attribute_expression};
use super::text::{Text, ends_with_heredoc};
use super::{Body, Expression, Item};
use crate::diagnostic::catalog::editing as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::limits::stack::nest;
use crate::ser::expression_source;
use crate::syntax::{
    BodyRef, Descend, ExpressionKind, ExpressionRef, Locals, NodeId, NodeRef, Tree, View,
    expressions,
};
use crate::text::rewriting::Rewriting;
use crate::text::span::Span;

/// The new text of a part of an expression.
#[derive(Clone)]
pub(super) struct Edit {
    pub(super) span: Span,
    pub(super) text: Arc<str>,
}

/// The parts to change, in source order.
pub(super) trait Rewrite {
    fn in_expression(&mut self, expression: ExpressionRef<'_>) -> Vec<Edit>;

    /// The parts in all expressions of a body.
    fn in_body(&mut self, body: BodyRef<'_>) -> Vec<Edit>;

    /// Whether the changed expression, which has new texts at these places, is as wanted.
    fn accepts(&self, _new: ExpressionRef<'_>, _places: &[u32]) -> bool {
        true
    }

    fn refused(&self) -> Error;

    /// The text of an expression with the changes.
    fn rewritten(&self, view: ExpressionRef<'_>, edits: &[Edit]) -> Result<String> {
        let mut rewriting = Rewriting::new(view.text(), view.span().start);
        let places = edits.iter().map(|Edit { span, text }| rewriting.replace(*span, text) as u32);
        let places: Vec<u32> = places.collect();
        let rewritten = rewriting.finish().into_owned();
        let (tree, id) = attribute_expression(&rewritten).ok_or_else(|| self.refused())?;
        let new = ExpressionRef(View::new(&tree, id));
        let places: Vec<u32> = places.iter().map(|place| place + new.span().start).collect();
        match new.text() == rewritten && self.accepts(new, &places) {
            true => Ok(rewritten),
            false => Err(self.refused()),
        }
    }

    /// Changes an expression. Returns the number of changed parts.
    fn expression(&mut self, expression: &mut Expression) -> Result<usize> {
        let parsed = match expression.form() {
            Form::Source(tree, id) => Some((Arc::clone(tree), *id)),
            Form::Own(own) => attribute_expression(&own.text),
            Form::Elements(_) => return self.elements(expression),
        };
        self.parsed(expression, parsed)
    }

    /// Changes an expression that has this tree.
    fn parsed(
        &mut self,
        expression: &mut Expression,
        parsed: Option<(Arc<Tree<'static>>, NodeId)>,
    ) -> Result<usize> {
        let Some((tree, id)) = parsed else { return Ok(0) };
        let view = ExpressionRef(View::new(&tree, id));
        let edits = self.in_expression(view);
        if !edits.is_empty() {
            expression.set_own(&self.rewritten(view, &edits)?);
        }
        Ok(edits.len())
    }

    fn elements(&mut self, expression: &mut Expression) -> Result<usize> {
        let mut count = 0;
        let elements = expression.elements_mut().into_iter();
        for (_, element) in elements.flat_map(|elements| elements.list.iter_mut()) {
            if element.name.is_none() && !element.key.is_empty() {
                let mut key = Expression::from_text(&element.key);
                count += self.expression(&mut key)?;
                element.key = Text::from(key.to_string());
            }
            count += nest(|| self.expression(&mut element.value))?;
        }
        Ok(count)
    }

    /// Changes the expressions of a body. Returns the number of changed parts, which are those in `found` if
    /// the body was searched with the one around it.
    fn body(&mut self, body: &mut Body, found: Option<&[Edit]>) -> Result<usize> {
        let all = match found {
            None => body.untouched().map(|view| Cow::Owned(self.in_body(BodyRef(view)))),
            Some(found) => Some(Cow::Borrowed(found)),
        };
        if all.as_ref().is_some_and(|edits| edits.is_empty()) {
            return Ok(0);
        }
        let within = |outer: Span| {
            let edits = all.as_deref()?;
            let start = edits.partition_point(|edit| edit.span.start < outer.start);
            let end = edits.partition_point(|edit| edit.span.start < outer.end);
            Some(Cow::Borrowed(edits.get(start..end).unwrap_or_default()))
        };
        let mut count = 0;
        for (_, item) in body.items_mut().list.iter_mut() {
            count += match item {
                Item::Attribute(attribute) => match attribute.untouched() {
                    Some(view) => {
                        let view = view.expression();
                        let edits = within(view.span());
                        let edits = edits.unwrap_or_else(|| self.in_expression(view).into());
                        if !edits.is_empty() {
                            let text = self.rewritten(view, &edits)?;
                            attribute.expression_mut().set_own(&text);
                        }
                        edits.len()
                    }
                    None => self.expression(attribute.expression_mut())?,
                },
                Item::Block(block) => {
                    let edits = block.untouched_body().map(|view| {
                        within(view.span()).unwrap_or_else(|| self.in_body(BodyRef(view)).into())
                    });
                    match edits.as_deref() {
                        // A body without changes is not divided into its items.
                        Some([]) => 0,
                        edits => nest(|| self.body(block.body_mut(), edits))?,
                    }
                }
                Item::Comment(_) => 0,
            };
        }
        Ok(count)
    }
}

/// Replaces expressions by those that a closure returns.
struct Replacing<F> {
    with: F,
    /// The last new expression, and what it replaces.
    last: Option<(String, String)>,
    mistake: Option<Error>,
}

#[cold]
fn refused(new: &str, replaced: &str) -> Error {
    Error::edit(catalog::no_reference(new, replaced))
}

impl<F: FnMut(ExpressionRef<'_>) -> Option<Expression>> Replacing<F> {
    fn new(with: F) -> Self {
        Replacing { with, last: None, mistake: None }
    }

    /// The change of an expression inside `whole`.
    fn edit(
        &mut self,
        expression: ExpressionRef<'_>,
        whole: ExpressionRef<'_>,
        locals: &Locals<'_>,
    ) -> Option<Edit> {
        if root_name(expression).is_some_and(|name| locals.contains(name)) {
            return None;
        }
        let new = (self.with)(expression)?;
        if new.references().iter().any(|reference| locals.contains(reference.root())) {
            self.mistake.get_or_insert_with(|| refused(&new.to_string(), expression.text()));
        }
        let text = match expression_source(new.view()) {
            Ok(text) => text.trim().to_owned(),
            Err(mistake) => {
                self.mistake.get_or_insert(mistake);
                return None;
            }
        };
        self.last = Some((text.clone(), expression.text().to_owned()));
        let span = expression.span();
        let is_whole = span == whole.span();
        Some(Edit { span, text: as_operand(text, &new, expression, is_whole).into() })
    }
}

/// The name of the variable at the start of the expression.
fn root_name(expression: ExpressionRef<'_>) -> Option<&str> {
    match expression.kind() {
        ExpressionKind::Variable(name) => Some(name),
        ExpressionKind::Traversal(traversal) => match traversal.root().kind() {
            ExpressionKind::Variable(name) => Some(name),
            _ => None,
        },
        _ => None,
    }
}

/// The text in parentheses if it could be divided in the place of the other expression.
fn as_operand(
    text: String,
    new: &Expression,
    replaced: ExpressionRef<'_>,
    is_whole: bool,
) -> String {
    if ends_with_heredoc(&text) {
        return format!("({text}\n)");
    }
    let source = replaced.source();
    let behind = source.get(replaced.span().end as usize..).unwrap_or_default();
    let is_divided = match new.view().kind() {
        ExpressionKind::Binary(..) | ExpressionKind::Unary(..) | ExpressionKind::Conditional(_) => {
            !is_whole
        }
        ExpressionKind::Variable(_)
        | ExpressionKind::Call(_)
        | ExpressionKind::Traversal(_)
        | ExpressionKind::Parenthesized(_) => false,
        _ => !is_whole && behind.trim_start().starts_with(['.', '[']),
    };
    if is_divided { format!("({text})") } else { text }
}

impl<F: FnMut(ExpressionRef<'_>) -> Option<Expression>> Rewrite for Replacing<F> {
    fn in_expression(&mut self, whole: ExpressionRef<'_>) -> Vec<Edit> {
        let mut edits = Vec::new();
        expressions(whole, |expression, locals| {
            let edit = self.edit(expression, whole, locals);
            let descend = if edit.is_some() { Descend::No } else { Descend::Yes };
            edits.extend(edit);
            descend
        });
        edits
    }

    fn in_body(&mut self, body: BodyRef<'_>) -> Vec<Edit> {
        let mut edits = Vec::new();
        body.visit(|node| match node {
            NodeRef::Attribute(attribute) => {
                edits.extend(self.in_expression(attribute.expression()));
                Descend::No
            }
            _ => Descend::Yes,
        });
        edits
    }

    fn accepts(&self, _: ExpressionRef<'_>, _: &[u32]) -> bool {
        self.mistake.is_none()
    }

    fn refused(&self) -> Error {
        let (new, replaced) = self.last.as_ref().map_or(("", ""), |(new, old)| (new, old));
        self.mistake.clone().unwrap_or_else(|| refused(new, replaced))
    }

    /// The expression as a whole can be replaced, too.
    fn elements(&mut self, expression: &mut Expression) -> Result<usize> {
        let parsed = attribute_expression(&expression.to_string());
        self.parsed(expression, parsed)
    }
}

impl Expression {
    /// Replaces the expression, or expressions inside it, by those that a closure returns. Returns their
    /// number. The closure gets an expression before those inside it, and none of those that it has
    /// replaced; variables of `for` expressions are not given to it. Parentheses are added where an
    /// operation needs them.
    ///
    /// # Errors
    ///
    /// If a new expression has a variable with the name of a variable of the `for` expression around
    /// it, or can't be written. Then nothing changes.
    ///
    /// ```
    /// use serde_hcl::Expression;
    ///
    /// let mut expression: Expression = "[for x in local.all : local.step * x]".parse()?;
    /// let step: Expression = "var.a + 1".parse()?;
    /// let is_step = |text: &str| (text == "local.step").then(|| step.clone());
    /// assert_eq!(expression.replace_expressions(|found| is_step(found.text()))?, 1);
    /// assert_eq!(expression.to_string(), "[for x in local.all : (var.a + 1) * x]");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn replace_expressions(
        &mut self,
        with: impl FnMut(ExpressionRef<'_>) -> Option<Expression>,
    ) -> Result<usize> {
        let native = match expression_source(self.view())? {
            Cow::Borrowed(_) => None,
            Cow::Owned(text) => Some(Expression::parse(&text)?),
        };
        let mut replaced = native.unwrap_or_else(|| self.clone());
        let count = Replacing::new(with).expression(&mut replaced)?;
        if count > 0 {
            *self = replaced;
        }
        Ok(count)
    }
}

impl Body {
    /// Replaces expressions of the attributes in the body and in its blocks by those that a closure
    /// returns, see [`Expression::replace_expressions`]. Returns their number. Linear in the body.
    ///
    /// # Errors
    ///
    /// The errors of [`Expression::replace_expressions`]. Then nothing changes.
    ///
    /// ```
    /// use serde_hcl::{Body, Expression};
    /// use serde_hcl::syntax::ExpressionKind;
    ///
    /// let source = "a = list(1, 2) # numbers\nb {\n  c = [list(x), 3]\n}\n";
    /// let mut body: Body = source.parse()?;
    /// body.replace_expressions(|expression| match expression.kind() {
    ///     ExpressionKind::Call(call) if call.name() == "list" => {
    ///         let elements: Vec<_> = call.arguments().map(Expression::from).collect();
    ///         Expression::encode(&elements).ok()
    ///     }
    ///     _ => None,
    /// })?;
    /// assert_eq!(body.to_string(), "a = [1, 2] # numbers\nb {\n  c = [[x], 3]\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn replace_expressions(
        &mut self,
        with: impl FnMut(ExpressionRef<'_>) -> Option<Expression>,
    ) -> Result<usize> {
        self.open()?;
        let mut replaced = self.clone();
        let count = Replacing::new(with).body(&mut replaced, None)?;
        *self = replaced;
        Ok(count)
    }
}
