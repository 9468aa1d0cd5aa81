//! The text of expressions in generated blocks, with values in place of the iterators.

use std::borrow::Cow;

use super::source::source_of;
use super::to_expression_string;
use crate::diagnostic::error::Result;
use crate::limits::stack::nest;
use crate::syntax::{ExpressionRef, Kind, StepKind, TraversalRef, View};
use crate::text::rewriting::Rewriting;
use crate::text::span::Span;
use crate::value::Value;

/// The text of an expression, with values in place of the iterators of `dynamic` blocks.
///
/// # Errors
///
/// If a value is unknown or sensitive.
pub(crate) fn expression_text(expression: ExpressionRef<'_>) -> Result<Cow<'_, str>> {
    let view = expression.0;
    if !view.tree.holds_values() {
        return Ok(Cow::Borrowed(view.text()));
    }
    let mut text = FilledText(Rewriting::new(view.text(), view.span().start));
    text.fill(view)?;
    Ok(text.0.finish())
}

/// The text of an expression with its values, usable as the value of an attribute.
///
/// # Errors
///
/// If a value in the expression can't be written, or in JSON syntax if a string is an invalid template or
/// an object has equal keys.
pub(crate) fn expression_source(expression: ExpressionRef<'_>) -> Result<Cow<'_, str>> {
    source_of(expression, expression_text)
}

/// The text of an expression, with values. All places are those of nodes, also in decoded text.
struct FilledText<'a>(Rewriting<'a>);

impl<'a> FilledText<'a> {
    /// Replaces iterators by values in a node.
    fn fill(&mut self, view: View<'a>) -> Result<()> {
        match (view.kind(), view.value()) {
            (Kind::Bound | Kind::Value, Some(value)) => self.put(value, view.span()),
            (Kind::Marked, Some(value)) => {
                // Sensitive values are rejected here.
                to_expression_string(value)?;
                self.fill_all(view.children())
            }
            (Kind::Traversal, _) => self.fill_traversal(TraversalRef(view)),
            (Kind::Object, _) => {
                // A bare key is not a variable.
                let is_name = |(index, part): &(usize, View<'_>)| {
                    index % 2 == 0 && part.kind() == Kind::Bound
                };
                let parts = view.children().enumerate().filter(|part| !is_name(part));
                self.fill_all(parts.map(|(_, part)| part))
            }
            _ => self.fill_all(view.children()),
        }
    }

    fn fill_all(&mut self, mut views: impl Iterator<Item = View<'a>>) -> Result<()> {
        views.try_for_each(|view| nest(|| self.fill(view)))
    }

    /// Only the used attribute of an iterator replaces it.
    fn fill_traversal(&mut self, traversal: TraversalRef<'a>) -> Result<()> {
        let (root, mut steps) = (traversal.root(), traversal.steps());
        let attribute =
            root.bound_value().zip(traversal.steps().next()).and_then(|(value, step)| {
                match step.kind() {
                    StepKind::Attribute(name) => Some((value.get(name)?, step.0.span().end)),
                    _ => None,
                }
            });
        match attribute {
            Some((value, end)) => {
                steps.next();
                self.put(value, Span::new(root.0.span().start, end))?;
            }
            None => self.fill(root.0)?,
        }
        self.fill_all(steps.map(|step| step.0))
    }

    fn put(&mut self, value: &Value, place: Span) -> Result<()> {
        self.0.replace(place, &to_expression_string(value)?);
        Ok(())
    }
}
