//! The variables that `for` expressions declare.

use super::reference::{Named, Use, touches};
use super::{Definition, Editor};
use crate::source::Span;
use crate::syntax::{Descend, ExpressionKind, ExpressionRef, ForRef};

impl Editor<'_> {
    /// The variable at an offset.
    pub(super) fn local(&self, offset: u32) -> Option<Named> {
        let place = self.document.place_at(offset);
        let around = place.expressions().iter().rev().filter_map(|it| match it.kind() {
            ExpressionKind::For(expression) => Some(expression),
            _ => None,
        });
        let mut locals = around.flat_map(|expression| {
            names(expression).into_iter().map(move |(name, span)| Named {
                declared: vec![Definition { address: vec![name.to_owned()], name: span, span }],
                used: uses(expression, name),
                below: 0,
            })
        });
        locals.find(|local| local.places().iter().any(|span| touches(*span, offset)))
    }
}

/// The variables of a `for` expression, with the places of their declarations.
fn names(expression: ForRef<'_>) -> Vec<(&str, Span)> {
    let key = expression.key_name().zip(expression.key_name_span());
    let value = (expression.value_name(), expression.value_name_span());
    key.into_iter().chain([value]).collect()
}

fn uses(expression: ForRef<'_>, name: &str) -> Vec<Use> {
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
                found.push(Use { span: root.span(), name: root.span() });
            }
            Descend::Yes
        });
    }
    found.sort_by_key(|it| it.span.start);
    found
}
