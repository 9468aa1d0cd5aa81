//! The variables that `for` expressions declare.

use super::Editor;
use super::reference::touches;
use crate::source::Span;
use crate::syntax::{Descend, ExpressionKind, ExpressionRef, ForRef};

/// A variable of a `for` expression.
pub(super) struct Local {
    pub(super) declaration: Span,
    /// The names where it is used.
    pub(super) uses: Vec<Span>,
}

impl Editor<'_> {
    /// The variable at an offset.
    pub(super) fn local(&self, offset: u32) -> Option<Local> {
        let place = self.document.place_at(offset);
        let around =
            place.expressions().iter().rev().filter_map(|expression| match expression.kind() {
                ExpressionKind::For(expression) => Some(expression),
                _ => None,
            });
        let declared = around.flat_map(|expression| {
            names(expression).into_iter().map(move |(name, span)| (expression, name, span))
        });
        let mut locals = declared.map(|(expression, name, declaration)| Local {
            declaration,
            uses: uses(expression, name),
        });
        locals.find(|local| {
            let all = local.uses.iter().chain([&local.declaration]);
            all.into_iter().any(|span| touches(*span, offset))
        })
    }
}

/// The variables of a `for` expression, with the places of their declarations.
fn names(expression: ForRef<'_>) -> Vec<(&str, Span)> {
    let key = expression.key_name().zip(expression.key_name_span());
    let value = (expression.value_name(), expression.value_name_span());
    key.into_iter().chain([value]).collect()
}

fn uses(expression: ForRef<'_>, name: &str) -> Vec<Span> {
    let inside = [expression.key(), Some(expression.value()), expression.condition()];
    let mut found = Vec::new();
    let mut left: Vec<ExpressionRef<'_>> = inside.into_iter().flatten().collect();
    while let Some(next) = left.pop() {
        next.visit(|expression| {
            let root = match expression.kind() {
                ExpressionKind::For(inner) if names(inner).iter().any(|(it, _)| *it == name) => {
                    left.push(inner.collection());
                    return Descend::No;
                }
                ExpressionKind::Traversal(traversal) => traversal.root(),
                _ => expression,
            };
            if matches!(root.kind(), ExpressionKind::Variable(variable) if variable == name) {
                found.push(root.span());
            }
            Descend::Yes
        });
    }
    found.sort_by_key(|span| span.start);
    found
}
