//! Replaces parts of expressions, in all attributes of a body or in one expression.

use std::borrow::Cow;

use super::Expression;
use super::edits::Edit;
use super::root::Root;
use super::source::Source;
use super::text::ends_with_heredoc;
use super::value::Value;
use crate::analysis::Reference;
use crate::diagnostic::catalog::editing as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::ser::expression_source;
use crate::syntax::{Descend, ExpressionKind, ExpressionRef, Locals, NodeRef, expressions};

/// New texts of parts of expressions.
pub(super) trait Rewrite {
    /// The parts to change, in source order.
    fn edits(&mut self, expression: ExpressionRef<'_>) -> Result<Vec<Edit>>;

    /// Whether the changed expression, which has new texts at these places, is as wanted.
    fn accepts(&self, _new: ExpressionRef<'_>, _places: &[u32]) -> bool {
        true
    }

    fn refused(&self) -> Error;

    /// The text of an expression with the changes.
    fn rewritten(&self, view: ExpressionRef<'_>, edits: &[Edit]) -> Result<String> {
        let start = view.span().start;
        let edits: Vec<Edit> = edits.iter().map(|edit| edit.clone().back_by(start)).collect();
        let text = Edit::apply(&edits, view.text());
        let root = Root::parse_item(&format!("_ = {text}\n")).ok().flatten();
        let root = root.filter(Root::is_only_item).ok_or_else(|| self.refused())?;
        let new = root.attribute().expression();
        let mut moved = 0;
        let place = |edit: &Edit| {
            let at = i64::from(new.span().start) + i64::from(edit.span.start) + moved;
            moved += edit.text.len() as i64 - edit.span.len() as i64;
            at as u32
        };
        let places: Vec<u32> = edits.iter().map(place).collect();
        match new.text() == text && self.accepts(new, &places) {
            true => Ok(text),
            false => Err(self.refused()),
        }
    }
}

impl Source {
    /// Changes the expressions of all attributes. Returns the number of changed parts.
    pub(super) fn rewrite(&mut self, rewrite: &mut dyn Rewrite) -> Result<usize> {
        self.open()?;
        self.flush()?;
        let mut all = Vec::new();
        let mut done = Ok(());
        self.root.body().visit(|node| match node {
            _ if done.is_err() => Descend::No,
            NodeRef::Attribute(attribute) => {
                let expression = attribute.expression();
                done = rewrite.edits(expression).and_then(|edits| {
                    if !edits.is_empty() {
                        rewrite.rewritten(expression, &edits)?;
                    }
                    all.extend(edits);
                    Ok(())
                });
                Descend::No
            }
            _ => Descend::Yes,
        });
        done?;
        let count = all.len();
        self.apply(all)?;
        Ok(count)
    }
}

impl Expression {
    pub(super) fn rewrite(&mut self, rewrite: &mut dyn Rewrite) -> Result<usize> {
        let native = match expression_source(self.view())? {
            Cow::Borrowed(_) => None,
            Cow::Owned(text) => Some(Expression::of_text(&Value::parse(&text)?.text)?),
        };
        let view = native.as_ref().unwrap_or(self).view();
        let edits = rewrite.edits(view)?;
        if !edits.is_empty() {
            *self = Expression::of_text(&rewrite.rewritten(view, &edits)?)?;
        }
        Ok(edits.len())
    }
}

/// Replaces expressions by those that a closure returns.
pub(super) struct Replacing<F> {
    with: F,
    /// The last new expression, and what it replaces.
    last: (String, String),
}

#[cold]
fn refused(new: &str, replaced: &str) -> Error {
    Error::edit(catalog::no_reference(new, replaced))
}

impl<F: FnMut(ExpressionRef<'_>) -> Option<Expression>> Replacing<F> {
    pub(super) fn new(with: F) -> Self {
        Replacing { with, last: Default::default() }
    }

    /// The change of an expression inside `whole`.
    fn edit(
        &mut self,
        expression: ExpressionRef<'_>,
        whole: ExpressionRef<'_>,
        locals: &Locals<'_>,
    ) -> Result<Option<Edit>> {
        if root_name(expression).is_some_and(|name| locals.contains(name)) {
            return Ok(None);
        }
        let Some(new) = (self.with)(expression) else { return Ok(None) };
        let references = new.references();
        let captured = references.iter().find(|it| {
            let uses = |other: &Reference<'_>| other.root() == it.root();
            locals.contains(it.root()) && !expression.references().iter().any(uses)
        });
        if let Some(captured) = captured {
            let (new, old) = (new.to_string(), expression.text());
            return Err(Error::edit(catalog::for_variable(&new, old, captured.root())));
        }
        let text = expression_source(new.view())?.trim().to_owned();
        self.last = (text.clone(), expression.text().to_owned());
        let span = expression.span();
        let is_whole = span == whole.span();
        Ok(Some(Edit { span, text: as_operand(text, &new, expression, is_whole) }))
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
        | ExpressionKind::Parenthesized(_) => false,
        // After a splat, a step would apply to each element.
        ExpressionKind::Traversal(_) if new.as_traversal().is_some() => false,
        _ => !is_whole && behind.trim_start().starts_with(['.', '[']),
    };
    if is_divided { format!("({text})") } else { text }
}

impl<F: FnMut(ExpressionRef<'_>) -> Option<Expression>> Rewrite for Replacing<F> {
    fn edits(&mut self, whole: ExpressionRef<'_>) -> Result<Vec<Edit>> {
        let mut edits = Vec::new();
        let mut done = Ok(());
        expressions(whole, |expression, locals| {
            if done.is_err() {
                return Descend::No;
            }
            let edit = self.edit(expression, whole, locals);
            let descend = if matches!(edit, Ok(None)) { Descend::Yes } else { Descend::No };
            let root = match expression.kind() {
                ExpressionKind::Traversal(traversal) => Some(traversal.root()),
                _ => None,
            };
            // The visit sees a variable at the start of a traversal as a part of it.
            let is_variable = |it: &ExpressionRef<'_>| root_name(*it).is_some();
            let edit = edit.and_then(|edit| match (edit, root.filter(is_variable)) {
                (None, Some(root)) => self.edit(root, whole, locals),
                (edit, _) => Ok(edit),
            });
            match edit {
                Ok(edit) => edits.extend(edit),
                Err(mistake) => done = Err(mistake),
            }
            descend
        });
        done.map(|()| edits)
    }

    fn refused(&self) -> Error {
        refused(&self.last.0, &self.last.1)
    }
}

impl Expression {
    /// Replaces the expression, or expressions inside it, by those that a closure returns. Returns their
    /// number. The closure gets an expression before those inside it, and none of those that it has
    /// replaced; variables of `for` expressions are not given to it. Of `a.b` it gets `a.b`, then `a`.
    /// Parentheses are added where an operation needs them.
    ///
    /// # Errors
    ///
    /// If a new expression has a variable with the name of a variable of the `for` expression around
    /// it that the replaced one did not use, or can't be written. Then nothing changes.
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
        self.rewrite(&mut Replacing::new(with))
    }

    /// Replaces parts of the expression by texts. The spans are those of its parts, in their order.
    ///
    /// # Errors
    ///
    /// If the spans are not in order or not inside the expression, if the expression has another text than
    /// its source, or if the new text is not one expression. Then nothing changes.
    ///
    /// ```
    /// use serde_hcl::{Edit, Expression};
    ///
    /// let mut expression: Expression = "concat(var.a, [var.b])".parse()?;
    /// let references = expression.references();
    /// let edits = references.iter().map(|it| Edit { span: it.span(), text: format!("try({it}, 0)") });
    /// let edits: Vec<Edit> = edits.collect();
    /// expression.apply(&edits)?;
    /// assert_eq!(expression.to_string(), "concat(try(var.a, 0), [try(var.b, 0)])");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn apply(&mut self, edits: &[Edit]) -> Result<()> {
        let (view, span) = (self.view(), self.span());
        let mut end = span.start;
        let is_in_order = edits.iter().all(|edit| {
            let follows = edit.span.start >= end && edit.span.start <= edit.span.end;
            end = edit.span.end;
            follows
        });
        let is_native = matches!(expression_source(view)?, Cow::Borrowed(_));
        if !is_in_order || end > span.end || !is_native {
            return Err(Error::edit(catalog::no_parts(view.text())));
        }
        let edits: Vec<Edit> = edits.iter().map(|edit| edit.clone().back_by(span.start)).collect();
        *self = Expression::of_text(&Edit::apply(&edits, view.text()))?;
        Ok(())
    }
}

/// Changes the expression of each attribute with a closure.
pub(super) struct Visiting<F>(pub(super) F);

impl<F: FnMut(&mut Expression) -> Result<()>> Rewrite for Visiting<F> {
    fn edits(&mut self, whole: ExpressionRef<'_>) -> Result<Vec<Edit>> {
        let mut own = Expression::from(whole);
        (self.0)(&mut own)?;
        let text = expression_source(own.view())?;
        let is_same = text == whole.text();
        let text = if is_same { None } else { Some(Value::parse(&text)?.text) };
        Ok(text.map(|text| Edit { span: whole.span(), text }).into_iter().collect())
    }

    fn refused(&self) -> Error {
        Error::edit(catalog::no_parts(""))
    }
}
