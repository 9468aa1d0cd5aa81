//! References to variables.

use std::fmt;

use super::visit::{self, Descend, Locals};
use crate::source::{Origin, Span};
use crate::syntax::{BodyRef, ExpressionKind, ExpressionRef, StepKind, StepRef, Steps};
use crate::value::{Number, Value};

/// A variable with its attribute accesses and constant indexes: `var.services["web"].port`.
#[derive(Clone)]
pub struct Reference<'a> {
    root: ExpressionRef<'a>,
    steps: Steps<'a>,
    span: Span,
}

impl<'a> Reference<'a> {
    /// The name of the variable.
    pub fn root(&self) -> &'a str {
        self.root.text()
    }

    /// The bytes of the name.
    pub fn root_span(&self) -> Span {
        self.root.span()
    }

    /// The steps after the name: attribute accesses and constant indexes; splats only in
    /// [partial traversals](crate::ExpressionRef::as_partial_traversal).
    pub fn steps(&self) -> Steps<'a> {
        self.steps.clone()
    }

    /// The bytes from the name to the last step.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The node of the whole expression.
    pub(super) fn origin(&self) -> Origin<'a> {
        self.root.tree().origin()
    }

    /// The whole expression as one reference, if `accepts` holds for each step.
    pub(super) fn whole(
        expression: ExpressionRef<'a>,
        accepts: fn(StepRef<'_>) -> bool,
    ) -> Option<Self> {
        match expression.kind() {
            ExpressionKind::Variable(_) | ExpressionKind::Null | ExpressionKind::Bool(_) => {
                Some(Self::bare(expression))
            }
            ExpressionKind::Traversal(traversal) => {
                let root = traversal.root();
                Self::whole(root, accepts)?;
                let suits = traversal.steps().all(accepts);
                suits.then(|| Self::with_steps(root, traversal.steps(), accepts))
            }
            ExpressionKind::Marked(inner, _) => Self::whole(inner, accepts),
            _ => None,
        }
    }

    fn bare(root: ExpressionRef<'a>) -> Self {
        Reference { root, steps: Steps::none(root.0), span: root.span() }
    }

    /// The root with the steps before the first one that `accepts` rejects.
    fn with_steps(
        root: ExpressionRef<'a>,
        steps: Steps<'a>,
        accepts: fn(StepRef<'_>) -> bool,
    ) -> Self {
        let accepted = steps.clone().take_while(|step| accepts(*step));
        let (count, span) = accepted
            .fold((0, root.span()), |(count, span), step| (count + 1, span.to(step.span())));
        Reference { root, steps: steps.truncated(count), span }
    }
}

/// Whether the step is constant.
pub(super) fn is_constant(step: StepRef<'_>) -> bool {
    match step.kind() {
        StepKind::Attribute(_) | StepKind::LegacyIndex(_) => true,
        StepKind::Index(key) => matches!(
            key.kind(),
            ExpressionKind::Number(_)
                | ExpressionKind::String(_)
                | ExpressionKind::Bool(_)
                | ExpressionKind::Null
        ),
        StepKind::AttributeSplat | StepKind::FullSplat => false,
    }
}

/// Whether the step is constant or applies to all elements.
pub(super) fn is_constant_or_splat(step: StepRef<'_>) -> bool {
    is_constant(step) || matches!(step.kind(), StepKind::FullSplat)
}

/// The reference in canonical form.
impl fmt::Display for Reference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.root())?;
        for step in self.steps() {
            match step.kind() {
                StepKind::Attribute(name) => write!(f, ".{name}")?,
                StepKind::Index(key) => match key.kind() {
                    ExpressionKind::Number(digits) => write_position(digits, f)?,
                    ExpressionKind::String(name) => write!(f, "[{}]", Value::string(name.value()))?,
                    _ => write!(f, "[{}]", key.text())?,
                },
                StepKind::LegacyIndex(digits) => write_position(digits, f)?,
                StepKind::AttributeSplat | StepKind::FullSplat => f.write_str("[*]")?,
            }
        }
        Ok(())
    }
}

/// The number of a legacy index. Its digits may have leading zeros or an exponent.
fn write_position(digits: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match digits.parse::<Number>() {
        Ok(number) => write!(f, "[{number}]"),
        Err(_) => write!(f, "[{digits}]"),
    }
}

impl fmt::Debug for Reference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

pub(super) fn of_expression(expression: ExpressionRef<'_>) -> Vec<Reference<'_>> {
    let mut found = Vec::new();
    visit::expression(expression, |expression, locals| collect(&mut found, expression, locals));
    found
}

pub(super) fn of_body(body: BodyRef<'_>) -> Vec<Reference<'_>> {
    let mut found = Vec::new();
    visit::body(body, |expression, locals| collect(&mut found, expression, locals));
    found
}

fn collect<'a>(
    found: &mut Vec<Reference<'a>>,
    expression: ExpressionRef<'a>,
    locals: &Locals<'a>,
) -> Descend {
    let reference = match expression.kind() {
        ExpressionKind::Variable(_) => Some(Reference::bare(expression)),
        ExpressionKind::Traversal(traversal) => match traversal.root().kind() {
            ExpressionKind::Variable(_) => {
                Some(Reference::with_steps(traversal.root(), traversal.steps(), is_constant))
            }
            _ => None,
        },
        _ => None,
    };
    found.extend(reference.filter(|reference| {
        reference.root.bound_value().is_none() && !locals.contains(reference.root())
    }));
    Descend::Yes
}
