//! Anchors: the part of a long expression to which a diagnostic points.

use crate::syntax::{CallRef, ExpressionKind, ExpressionRef, PartKind, StepKind, TraversalRef};
use crate::text::span::Span;

/// The part that identifies an expression: its operator, its name, its bracket.
pub(crate) fn anchor_of(mut expression: ExpressionRef<'_>) -> Span {
    loop {
        let span = expression.span();
        expression = match expression.kind() {
            ExpressionKind::Parenthesized(inner) | ExpressionKind::Marked(inner, _) => inner,
            ExpressionKind::Binary(_, left, _) => left,
            ExpressionKind::Conditional(conditional) => conditional.predicate(),
            ExpressionKind::Template(template) => match template.parts().next() {
                Some(_) if template.unwrapped().is_some() => return span,
                Some(part) => match part.kind() {
                    PartKind::Interpolation(inner) => inner,
                    PartKind::If(directive) => directive.predicate(),
                    PartKind::Literal(_) | PartKind::For(_) => return part.span(),
                },
                None => return span,
            },
            ExpressionKind::String(string) if !string.is_heredoc() => {
                let content = Span::new(span.start + 1, span.end - 1);
                return if content.is_empty() { Span::empty(span.end) } else { content };
            }
            ExpressionKind::Unary(..)
            | ExpressionKind::Tuple(_)
            | ExpressionKind::Object(_)
            | ExpressionKind::For(_) => return Span::new(span.start, span.start + 1),
            ExpressionKind::Call(call) => return call_anchor(call),
            ExpressionKind::Traversal(traversal) => return last_operation(traversal),
            // A leaf contains no other expression.
            _ => return span,
        };
    }
}

/// The name of a function with its opening parenthesis.
pub(super) fn call_anchor(call: CallRef<'_>) -> Span {
    Span::new(call.name_span().start, call.arguments_span().start + 1)
}

/// The operator that is applied last: the first full splat, or else the last index or splat. If the last
/// step is a name, the whole traversal.
fn last_operation(traversal: TraversalRef<'_>) -> Span {
    let whole = traversal.root().span();
    let whole = traversal.steps().fold(whole, |span, step| span.to(step.span()));
    let mut operation = whole;
    let mut in_splat = false;
    for step in traversal.steps() {
        let span = step.span();
        operation = match step.kind() {
            StepKind::FullSplat => return span,
            StepKind::AttributeSplat => {
                in_splat = true;
                span
            }
            StepKind::Attribute(_) | StepKind::LegacyIndex(_) if in_splat => operation,
            _ if step.is_constant() => {
                in_splat = false;
                whole
            }
            _ => {
                in_splat = false;
                Span::new(span.start, span.start + 1)
            }
        };
    }
    operation
}
