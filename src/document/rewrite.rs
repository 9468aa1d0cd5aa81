//! Replaces parts of expressions, in all attributes of a body or in one expression.

use std::borrow::Cow;

use super::edits::Edit;
use super::source::Source;
use super::text::ends_with_heredoc;
use super::value::{Value, attribute_of};
use super::{Contents, Expression};
use crate::analysis::Reference;
use crate::diagnostic::catalog::editing as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::ser::expression_source;
use crate::syntax::{Descend, ExpressionKind, ExpressionRef, Locals, NodeRef, expressions};

/// The text of an expression after edits of its source.
pub(super) fn rewritten(expression: ExpressionRef<'_>, edits: &[Edit]) -> String {
    Edit::applied(edits, expression.text(), expression.span().start)
}

impl Source {
    /// Changes parts of the expressions of all attributes. Returns the number of changed parts.
    pub(super) fn rewrite(
        &mut self,
        edits_of: impl FnMut(ExpressionRef<'_>) -> Result<Vec<Edit>>,
    ) -> Result<usize> {
        self.open()?;
        self.flush()?;
        let mut expressions = Vec::new();
        self.root.body().visit(|node| match node {
            NodeRef::Attribute(attribute) => {
                expressions.push(attribute.expression());
                Descend::No
            }
            _ => Descend::Yes,
        });
        let all: Vec<Vec<Edit>> = expressions.into_iter().map(edits_of).collect::<Result<_>>()?;
        let all = all.concat();
        let count = all.len();
        self.apply(all)?;
        Ok(count)
    }
}

impl Expression {
    /// Changes parts of the expression. Returns their number.
    pub(super) fn rewrite(
        &mut self,
        edits_of: impl FnOnce(ExpressionRef<'_>) -> Result<Vec<Edit>>,
    ) -> Result<usize> {
        let native = match expression_source(self.view())? {
            Cow::Borrowed(_) => None,
            Cow::Owned(text) => Some(Value::parse(&text)?.text.parse::<Expression>()?),
        };
        let view = native.as_ref().unwrap_or(self).view();
        let edits = edits_of(view)?;
        if !edits.is_empty() {
            *self = rewritten(view, &edits).parse()?;
        }
        Ok(edits.len())
    }
}

/// The edit that replaces an expression inside `whole` by the one that a closure returns.
fn replacement(
    expression: ExpressionRef<'_>,
    whole: ExpressionRef<'_>,
    locals: &Locals<'_>,
    with: &mut impl FnMut(ExpressionRef<'_>) -> Option<Expression>,
) -> Result<Option<Edit>> {
    if root_name(expression).is_some_and(|name| locals.contains(name)) {
        return Ok(None);
    }
    let Some(new) = with(expression) else { return Ok(None) };
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
    let span = expression.span();
    let text = as_operand(text, &new, expression, span == whole.span());
    Ok(Some(Edit { span, text }))
}

/// The name of the variable at the start of the expression.
fn root_name(expression: ExpressionRef<'_>) -> Option<&str> {
    let root = match expression.kind() {
        ExpressionKind::Traversal(traversal) => traversal.root(),
        _ => expression,
    };
    match root.kind() {
        ExpressionKind::Variable(name) => Some(name),
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
        ExpressionKind::Traversal(_) if new.view().as_traversal().is_some() => false,
        _ => !is_whole && behind.trim_start().starts_with(['.', '[']),
    };
    if is_divided { format!("({text})") } else { text }
}

/// The edits that replace expressions by those that a closure returns.
fn replacements(
    whole: ExpressionRef<'_>,
    with: &mut impl FnMut(ExpressionRef<'_>) -> Option<Expression>,
) -> Result<Vec<Edit>> {
    let mut edits = Ok(Vec::new());
    expressions(whole, |expression, locals| {
        // The visit sees a variable at the start of a traversal as a part of it.
        let variable = match expression.kind() {
            ExpressionKind::Traversal(it) => Some(it.root()).filter(|it| root_name(*it).is_some()),
            _ => None,
        };
        for part in std::iter::once(expression).chain(variable) {
            let Ok(found) = &mut edits else { break };
            match replacement(part, whole, locals, with) {
                Ok(None) => continue,
                Ok(Some(edit)) => found.push(edit),
                Err(mistake) => edits = Err(mistake),
            }
            return if part.0.id == expression.0.id { Descend::No } else { Descend::Yes };
        }
        if edits.is_ok() { Descend::Yes } else { Descend::No }
    });
    let edits = edits?;
    match edits.last() {
        Some(last) if attribute_of(&rewritten(whole, &edits)).is_none() => {
            let replaced = last.span.text(whole.source());
            Err(Error::edit(catalog::no_reference(&last.text, replaced)))
        }
        _ => Ok(edits),
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
        mut with: impl FnMut(ExpressionRef<'_>) -> Option<Expression>,
    ) -> Result<usize> {
        self.rewrite(|whole| replacements(whole, &mut with))
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
        *self = rewritten(view, edits).parse()?;
        Ok(())
    }
}

impl Contents {
    /// Replaces expressions of the attributes in the body and in its blocks by those that a closure
    /// returns, see [`Expression::replace_expressions`](crate::Expression::replace_expressions).
    /// Returns their number. Linear in the body.
    ///
    /// # Errors
    ///
    /// The errors of [`Expression::replace_expressions`](crate::Expression::replace_expressions). Then
    /// nothing changes.
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
        mut with: impl FnMut(ExpressionRef<'_>) -> Option<Expression>,
    ) -> Result<usize> {
        self.source.rewrite(|expression| replacements(expression, &mut with))
    }

    /// Changes the expressions of all attributes of the body and of its blocks with a closure. Returns the
    /// number of those that have changed. Linear in the body.
    ///
    /// # Errors
    ///
    /// If the closure returns an error, or the body is in JSON syntax. Then nothing changes.
    ///
    /// ```
    /// use serde_hcl::{Body, Expression};
    ///
    /// let mut body: Body = "a = 1 # one\nb {\n  c = [2]\n}\n".parse()?;
    /// body.change_expressions(|expression| {
    ///     if let Some(number) = expression.as_i64() {
    ///         *expression = Expression::encode(&(number + 1))?;
    ///     }
    ///     Ok(())
    /// })?;
    /// assert_eq!(body.to_string(), "a = 2 # one\nb {\n  c = [2]\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn change_expressions(
        &mut self,
        mut change: impl FnMut(&mut Expression) -> Result<()>,
    ) -> Result<usize> {
        self.source.rewrite(|whole| {
            let mut own = Expression::from(whole);
            change(&mut own)?;
            let text = expression_source(own.view())?;
            if text == whole.text() {
                return Ok(Vec::new());
            }
            Ok(vec![Edit { span: whole.span(), text: Value::parse(&text)?.text }])
        })
    }
}
