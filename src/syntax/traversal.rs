//! Views of traversals: the steps with `.` and `[` after a term.

use std::borrow::Cow;

use super::expression::{ExpressionKind, ExpressionRef};
use super::node::Kind;
use super::view::{View, views};
use crate::text::span::Span;

/// A term followed by attribute accesses, indexes and splats: `a.b[0].*.c`.
///
/// ```
/// use serde_hcl::syntax::{ExpressionKind, StepKind};
///
/// let expression = serde_hcl::parse_expression("aws_subnet.main[0].id")?;
/// let ExpressionKind::Traversal(traversal) = expression.view().kind() else { unreachable!() };
/// assert_eq!(traversal.root().text(), "aws_subnet");
/// let mut steps = traversal.steps().map(|step| step.kind());
/// assert!(matches!(steps.next(), Some(StepKind::Attribute("main"))));
/// assert!(matches!(steps.next(), Some(StepKind::Index(key)) if key.text() == "0"));
/// assert!(matches!(steps.next(), Some(StepKind::Attribute("id"))));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct TraversalRef<'a>(pub(crate) View<'a>);

impl<'a> TraversalRef<'a> {
    /// The term before the steps.
    ///
    /// ```
    /// use serde_hcl::syntax::ExpressionKind;
    ///
    /// // The root may be any term.
    /// let expression = serde_hcl::parse_expression("f(1)[0].id")?;
    /// let ExpressionKind::Traversal(traversal) = expression.view().kind() else { unreachable!() };
    /// assert_eq!((traversal.root().text(), traversal.steps().len()), ("f(1)", 2));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
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
    ///
    /// ```
    /// use serde_hcl::syntax::ExpressionKind;
    ///
    /// let expression = serde_hcl::parse_expression("a.b[0]")?;
    /// let ExpressionKind::Traversal(traversal) = expression.view().kind() else { unreachable!() };
    /// let mut steps = traversal.steps();
    /// assert_eq!((steps.len(), steps.next().is_some(), steps.len()), (2, true, 1));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    Steps, StepRef
}

impl<'a> Steps<'a> {
    /// No steps.
    pub(crate) fn none(leaf: View<'a>) -> Self {
        Steps::new(leaf.children(), 0)
    }

    /// The first `count` steps after the root of a traversal.
    pub(crate) fn behind(root: View<'a>, count: usize) -> Self {
        let mut chain = root.tree.chain(root.id);
        chain.next();
        Steps::new(chain, count)
    }

    /// The first `count` of the steps.
    pub(crate) fn truncated(self, count: usize) -> Self {
        Steps { left: count.min(self.left), ..self }
    }
}

/// One step of a traversal.
///
/// ```
/// use serde_hcl::syntax::ExpressionKind;
///
/// let source = "a.b[\"c\"].*.d";
/// let expression = serde_hcl::parse_expression(source)?;
/// let ExpressionKind::Traversal(traversal) = expression.view().kind() else { unreachable!() };
/// let steps: Vec<_> = traversal.steps().map(|step| step.span().text(source)).collect();
/// assert_eq!(steps, [".b", "[\"c\"]", ".*", ".d"]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct StepRef<'a>(pub(crate) View<'a>);

/// The kinds of steps.
///
/// ```
/// use serde_hcl::syntax::{ExpressionKind, StepKind};
///
/// let expression = serde_hcl::parse_expression("a.b[0].*.c")?;
/// let ExpressionKind::Traversal(traversal) = expression.view().kind() else { unreachable!() };
/// let steps = traversal.steps().map(|step| match step.kind() {
///     StepKind::Attribute(name) => name.to_owned(),
///     StepKind::Index(key) => format!("[{}]", key.text()),
///     StepKind::AttributeSplat | StepKind::FullSplat => "*".to_owned(),
///     _ => String::new(),
/// });
/// assert_eq!(steps.collect::<Vec<_>>(), ["b", "[0]", "*", "c"]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum StepKind<'a> {
    /// `.name`
    Attribute(&'a str),
    /// `[key]`
    Index(ExpressionRef<'a>),
    /// `.0`: the digits.
    LegacyIndex(&'a str),
    /// `.*`: applies the following attribute and legacy index steps to each element.
    AttributeSplat,
    /// `[*]`: applies all following steps to each element.
    FullSplat,
}

impl<'a> StepRef<'a> {
    /// The kind of the step.
    ///
    /// ```
    /// use serde_hcl::syntax::{ExpressionKind, StepKind};
    ///
    /// // `.0` is an index in older documents.
    /// let expression = serde_hcl::parse_expression("a.0[*]")?;
    /// let ExpressionKind::Traversal(traversal) = expression.view().kind() else { unreachable!() };
    /// let kinds: Vec<_> = traversal.steps().map(|step| step.kind()).collect();
    /// assert!(matches!(kinds[..], [StepKind::LegacyIndex("0"), StepKind::FullSplat]));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn kind(self) -> StepKind<'a> {
        match self.0.kind() {
            Kind::StepAttribute => StepKind::Attribute(self.0.tree.text(self.last_bytes())),
            Kind::StepIndex => StepKind::Index(ExpressionRef(self.0.first())),
            Kind::StepLegacyIndex => StepKind::LegacyIndex(self.0.tree.text(self.last_bytes())),
            Kind::StepAttributeSplat => StepKind::AttributeSplat,
            _ => StepKind::FullSplat,
        }
    }

    /// Whether the key or the name of the step shows in the source.
    pub(crate) fn is_constant(self) -> bool {
        match self.kind() {
            StepKind::Attribute(_) | StepKind::LegacyIndex(_) => true,
            StepKind::Index(key) => key.is_literal(),
            StepKind::AttributeSplat | StepKind::FullSplat => false,
        }
    }

    /// The name of the attribute that the step takes: behind a dot, or a string in brackets.
    pub fn name(self) -> Option<Cow<'a, str>> {
        match self.kind() {
            StepKind::Attribute(name) => Some(Cow::Borrowed(name)),
            StepKind::Index(key) => match key.kind() {
                ExpressionKind::String(name) => Some(name.value()),
                _ => None,
            },
            StepKind::LegacyIndex(_) | StepKind::AttributeSplat | StepKind::FullSplat => None,
        }
    }

    /// The bytes of the step, from its dot or opening bracket on.
    pub fn span(self) -> Span {
        self.0.place()
    }

    /// The bytes of the name without the dot, for a rename. A key in brackets is an
    /// [expression](StepKind::Index) with a span of its own.
    ///
    /// ```
    /// use serde_hcl::syntax::ExpressionKind;
    ///
    /// let source = "var.zones[0]";
    /// let expression = serde_hcl::parse_expression(source)?;
    /// let ExpressionKind::Traversal(traversal) = expression.view().kind() else { unreachable!() };
    /// let names = traversal.steps().map(|step| Some(step.name_span()?.text(source)));
    /// assert_eq!(names.collect::<Vec<_>>(), [Some("zones"), None]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn name_span(self) -> Option<Span> {
        (self.0.kind() == Kind::StepAttribute).then(|| self.0.tree.place(self.last_bytes()))
    }

    /// The name or the digits: the last `count` bytes of the step. Blanks may follow the dot.
    fn last_bytes(self) -> Span {
        let span = self.0.span();
        Span::new(span.end - self.0.node().count, span.end)
    }
}
