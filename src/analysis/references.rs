//! References to variables.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use crate::syntax::{
    BodyRef, Descend, ExpressionKind, ExpressionRef, Locals, NodeId, StepKind, StepRef, Steps,
    TraversalRef, Tree, expressions, expressions_of_body,
};
use crate::text::source::Origin;
use crate::text::span::Span;
use crate::value::{Number, Value};

/// A variable with its attribute accesses and constant indexes: `var.services["web"].port`. See
/// [`Expression::references`](crate::Expression::references).
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
    /// [partial traversals](crate::syntax::ExpressionRef::as_partial_traversal).
    pub fn steps(&self) -> Steps<'a> {
        self.steps.clone()
    }

    /// The bytes from the name to the last step.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The reference as it is written, without the rest of the expression.
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("upper(attr.kernel . name)")?;
    /// assert_eq!(expression.references()[0].text(), "attr.kernel . name");
    /// assert_eq!(expression.references()[0].to_string(), "attr.kernel.name");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn text(&self) -> &'a str {
        // The spans of the nodes are those in the decoded text if there is one.
        let root = self.root.0.span();
        let last = self.steps().last().map_or(root, |step| step.0.span());
        self.root.tree().text(root.to(last))
    }

    pub(crate) fn root_expression(&self) -> ExpressionRef<'a> {
        self.root
    }

    /// The source, for errors.
    pub(crate) fn origin(&self) -> Origin<'a> {
        self.root.tree().origin()
    }

    /// The whole expression as one reference, if `accepts` holds for each step.
    pub(super) fn whole(
        expression: ExpressionRef<'a>,
        accepts: fn(StepRef<'a>) -> bool,
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

    pub(crate) fn bare(root: ExpressionRef<'a>) -> Self {
        Reference { root, steps: Steps::none(root.0), span: root.span() }
    }

    /// The root of a traversal with the steps before the first one that is not constant.
    pub(crate) fn of_traversal(traversal: TraversalRef<'a>) -> Self {
        Self::with_steps(traversal.root(), traversal.steps(), StepRef::is_constant)
    }

    /// The same for a traversal of which only these steps remain.
    pub(crate) fn of_steps(root: ExpressionRef<'a>, steps: &[StepRef<'a>]) -> Self {
        Self::with_steps(root, Steps::behind(root.0, steps.len()), StepRef::is_constant)
    }

    /// The root with the steps before the first one that `accepts` rejects.
    fn with_steps(
        root: ExpressionRef<'a>,
        steps: Steps<'a>,
        accepts: fn(StepRef<'a>) -> bool,
    ) -> Self {
        let accepted = steps.clone().take_while(|step| accepts(*step));
        let (count, span) = accepted
            .fold((0, root.span()), |(count, span), step| (count + 1, span.to(step.span())));
        Reference { root, steps: steps.truncated(count), span }
    }
}

/// Whether the step is constant or applies to all elements.
pub(super) fn is_constant_or_splat(step: StepRef<'_>) -> bool {
    step.is_constant() || matches!(step.kind(), StepKind::FullSplat)
}

/// A step in canonical form. Steps are compared in this form.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Key<'a> {
    Attribute(&'a str),
    Number(Number),
    String(Cow<'a, str>),
    /// A keyword, or digits that are not a number.
    Word(&'a str),
    Splat,
}

impl<'a> Key<'a> {
    fn of(step: StepRef<'a>) -> Self {
        let position = |digits: &'a str| match digits.parse() {
            Ok(number) => Key::Number(number),
            Err(_) => Key::Word(digits),
        };
        match step.kind() {
            StepKind::Attribute(name) => Key::Attribute(name),
            StepKind::Index(key) => match key.kind() {
                ExpressionKind::Number(digits) => position(digits),
                ExpressionKind::String(name) => Key::String(name.value()),
                _ => Key::Word(key.text()),
            },
            StepKind::LegacyIndex(digits) => position(digits),
            StepKind::AttributeSplat | StepKind::FullSplat => Key::Splat,
        }
    }
}

impl<'a> Reference<'a> {
    fn keys(&self) -> impl Iterator<Item = Key<'a>> {
        self.steps().map(Key::of)
    }
}

/// Two references are equal if their canonical forms are equal: `a.0` and `a[0]`, but not `a.b` and
/// `a["b"]`. Their places don't matter.
///
/// ```
/// use std::collections::BTreeSet;
///
/// let expression = serde_hcl::parse_expression("[var.b, var.a, var.b, var.list.0, var.list[0]]")?;
/// let distinct: BTreeSet<_> = expression.references().into_iter().collect();
/// let names: Vec<_> = distinct.iter().map(ToString::to_string).collect();
/// assert_eq!(names, ["var.a", "var.b", "var.list[0]"]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
impl PartialEq for Reference<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.root() == other.root() && self.keys().eq(other.keys())
    }
}

impl Eq for Reference<'_> {}

/// Compares the names, then each step: attributes, numbers, strings.
impl Ord for Reference<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.root().cmp(other.root()).then_with(|| self.keys().cmp(other.keys()))
    }
}

impl PartialOrd for Reference<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Reference<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.root().hash(state);
        self.keys().for_each(|key| key.hash(state));
    }
}

impl Reference<'_> {
    /// A tree of the reference alone, and its root.
    pub(crate) fn to_tree(&self) -> (Tree<'_>, NodeId) {
        let steps = self.steps().map(|step| step.0.id);
        let nodes: Vec<_> = std::iter::once(self.root.id()).chain(steps).collect();
        self.root.tree().traversal(&nodes)
    }
}

/// The reference in canonical form.
impl fmt::Display for Reference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.root())?;
        self.keys().try_for_each(|key| match key {
            Key::Attribute(name) => write!(f, ".{name}"),
            Key::Number(number) => write!(f, "[{number}]"),
            Key::String(name) => write!(f, "[{}]", Value::string(name)),
            Key::Word(word) => write!(f, "[{word}]"),
            Key::Splat => f.write_str("[*]"),
        })
    }
}

impl fmt::Debug for Reference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

pub(super) fn of_expression(expression: ExpressionRef<'_>) -> Vec<Reference<'_>> {
    let mut found = Vec::new();
    expressions(expression, |expression, locals| add_reference_of(&mut found, expression, locals));
    found
}

pub(super) fn of_body(body: BodyRef<'_>) -> Vec<Reference<'_>> {
    let mut found = Vec::new();
    expressions_of_body(body, |expression, locals| {
        add_reference_of(&mut found, expression, locals)
    });
    found
}

fn add_reference_of<'a>(
    found: &mut Vec<Reference<'a>>,
    expression: ExpressionRef<'a>,
    locals: &Locals<'a>,
) -> Descend {
    let reference = match expression.kind() {
        ExpressionKind::Variable(_) => Some(Reference::bare(expression)),
        ExpressionKind::Traversal(traversal) => match traversal.root().kind() {
            ExpressionKind::Variable(_) => Some(Reference::of_traversal(traversal)),
            _ => None,
        },
        _ => None,
    };
    found.extend(reference.filter(|reference| {
        reference.root.bound_value().is_none() && !locals.contains(reference.root())
    }));
    Descend::Yes
}
