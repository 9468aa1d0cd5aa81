//! Views of traversals: what follows a term with `.` and `[`.

use super::expression::ExpressionRef;
use super::tree::{Kind, View, views};
use crate::source::Span;

/// A term followed by attribute accesses, indexes and splats: `a.b[0].*.c`.
#[derive(Clone, Copy)]
pub struct TraversalRef<'a>(pub(crate) View<'a>);

impl<'a> TraversalRef<'a> {
    /// The term that the steps start from.
    pub fn root(self) -> ExpressionRef<'a> {
        ExpressionRef(self.0.first())
    }

    /// The steps in source order, at least one.
    pub fn steps(self) -> Steps<'a> {
        let mut chain = self.0.children();
        chain.next();
        Steps::new(chain, self.0.count())
    }
}

views! {
    /// The steps of a traversal.
    Steps, StepRef
}

impl<'a> Steps<'a> {
    /// No steps.
    pub(crate) fn none(leaf: View<'a>) -> Self {
        Steps::new(leaf.children(), 0)
    }

    /// The first `count` of the steps.
    pub(crate) fn truncated(self, count: usize) -> Self {
        Steps { left: count.min(self.left), ..self }
    }
}

/// One step of a traversal.
#[derive(Clone, Copy)]
pub struct StepRef<'a>(pub(crate) View<'a>);

/// What a step does.
#[derive(Clone, Copy)]
pub enum StepKind<'a> {
    /// `.name`
    Attribute(&'a str),
    /// `[key]`
    Index(ExpressionRef<'a>),
    /// `.0`: the digits.
    LegacyIndex(&'a str),
    /// `.*`: applies to the attribute and legacy index steps that follow.
    AttributeSplat,
    /// `[*]`: applies to all steps that follow.
    FullSplat,
}

impl<'a> StepRef<'a> {
    /// What the step does.
    pub fn kind(self) -> StepKind<'a> {
        match self.0.kind() {
            Kind::StepAttribute => StepKind::Attribute(self.0.tree.text(self.name_span())),
            Kind::StepIndex => StepKind::Index(ExpressionRef(self.0.first())),
            Kind::StepLegacyIndex => StepKind::LegacyIndex(self.0.tree.text(self.name_span())),
            Kind::StepAttributeSplat => StepKind::AttributeSplat,
            _ => StepKind::FullSplat,
        }
    }

    /// The bytes of the step, from its dot or opening bracket on.
    pub fn span(self) -> Span {
        self.0.span()
    }

    /// The name or the digits: the end of the step, `count` bytes long (there may be blanks
    /// behind the dot).
    fn name_span(self) -> Span {
        let span = self.span();
        Span::new(span.end - self.0.node().count, span.end)
    }
}
