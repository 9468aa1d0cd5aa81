//! The arguments of a call, and what a function sees of them that evaluates them itself.

use std::fmt;

use super::anchor::anchor_of;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::error::{Category, Error};
use crate::syntax::{CallRef, ExpressionKind, ExpressionRef};
use crate::text::span::Span;
use crate::value::Value;

/// An argument of a call.
#[derive(Clone, Debug)]
pub(super) enum Argument<'a> {
    Expression(ExpressionRef<'a>),
    /// An element of the sequence before `...`, with the expression of the sequence.
    Element(Value, ExpressionRef<'a>),
}

impl<'a> Argument<'a> {
    pub(super) fn expression(&self) -> ExpressionRef<'a> {
        match self {
            Argument::Expression(expression) | Argument::Element(_, expression) => *expression,
        }
    }

    pub(super) fn is_reference(&self) -> bool {
        matches!(self, Argument::Expression(expression) if is_reference(*expression))
    }

    /// The anchor for diagnostics about the argument.
    pub(super) fn start(&self) -> Span {
        match self {
            Argument::Expression(expression) => anchor_of(*expression),
            Argument::Element(_, sequence) => sequence.span(),
        }
    }
}

/// Whether the expression is a name with steps, or a value that a program supplied.
fn is_reference(expression: ExpressionRef<'_>) -> bool {
    match expression.kind() {
        ExpressionKind::Variable(_) | ExpressionKind::Value(_) => true,
        ExpressionKind::Traversal(traversal) => is_reference(traversal.root()),
        ExpressionKind::Marked(expression, _) => is_reference(expression),
        _ => false,
    }
}

/// The arguments of a function that evaluates its arguments itself.
///
/// ```
/// use serde_hcl::{Context, Function, Value, parse_expression};
/// use serde_hcl::functions::LazyArguments;
///
/// let source = Function::lazy("source", |arguments: &mut LazyArguments<'_>| {
///     arguments.expression(0).map_or(Value::NULL, |argument| Value::from(argument.text()))
/// });
/// let value = parse_expression("source(a.b)")?.evaluate(&Context::new().function(source))?;
/// assert_eq!(value.as_str(), Some("a.b"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub struct LazyArguments<'e> {
    pub(super) arguments: &'e [Argument<'e>],
    pub(super) evaluate: &'e mut dyn FnMut(usize) -> Result<Value, Vec<Diagnostic>>,
    pub(super) source: CallRef<'e>,
}

impl<'e> LazyArguments<'e> {
    /// The number of arguments.
    pub fn len(&self) -> usize {
        self.arguments.len()
    }

    /// Whether there are no arguments.
    pub fn is_empty(&self) -> bool {
        self.arguments.is_empty()
    }

    /// The value of an argument; null if there is no argument at this index.
    ///
    /// # Errors
    ///
    /// All errors of the argument. They are not reported otherwise.
    pub fn evaluate(&mut self, index: usize) -> Result<Value, Error> {
        self.evaluate_or_diagnose(index).map_err(|found| {
            let tree = self.source.tree();
            Error::new(Category::Evaluation, found).attach(tree.origin())
        })
    }

    /// Like [`evaluate`](Self::evaluate), without the source lines for reports.
    pub(crate) fn evaluate_or_diagnose(&mut self, index: usize) -> Result<Value, Vec<Diagnostic>> {
        (self.evaluate)(index)
    }

    /// The expression of an argument. Elements of a sequence passed with `...` have none.
    pub fn expression(&self, index: usize) -> Option<ExpressionRef<'e>> {
        match self.arguments.get(index)? {
            Argument::Expression(expression) => Some(*expression),
            Argument::Element(..) => None,
        }
    }
}

impl fmt::Debug for LazyArguments<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..self.len()).map(|index| self.expression(index))).finish()
    }
}
