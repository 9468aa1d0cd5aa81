//! Notes on diagnostics: the values of the variables in an expression.

use super::context::Found;
use super::evaluator::{Evaluator, literal, number};
use super::lazy::ThunkRef;
use super::scope::Binding;
use crate::analysis::Reference;
use crate::diagnostic::{Diagnostic, catalog::value_notes as catalog};
use crate::syntax::{ExpressionRef, StepKind};
use crate::value::disclosure::Disclosure;
use crate::value::{Marks, Value, lookup};

/// The maximum number of values in notes: more don't help.
const MOST: usize = 5;

impl<'a> Evaluator<'a> {
    /// Reports a diagnostic with the values of the variables in the expressions.
    #[cold]
    pub(super) fn report(
        &mut self,
        diagnostic: Diagnostic,
        expressions: impl IntoIterator<Item = ExpressionRef<'a>>,
    ) {
        let diagnostic = self.with_values(diagnostic, expressions);
        self.diagnostics.push(diagnostic);
    }

    /// The diagnostic with the values of the variables in the expressions.
    #[cold]
    pub(super) fn with_values(
        &mut self,
        mut diagnostic: Diagnostic,
        expressions: impl IntoIterator<Item = ExpressionRef<'a>>,
    ) -> Diagnostic {
        if self.disclosure.is_hidden() || !self.explains() {
            return diagnostic;
        }
        let mut shown: Vec<String> = Vec::new();
        for reference in expressions.into_iter().flat_map(ExpressionRef::references) {
            let name = reference.to_string();
            if shown.len() == MOST || shown.contains(&name) {
                continue;
            }
            if let Some(value) = self.value_of(&reference) {
                diagnostic = catalog::with_value(diagnostic, &name, &value, self.disclosure);
                shown.push(name);
            }
        }
        diagnostic
    }

    /// Goes into a value with these marks: if it is sensitive, no message shows a value from now on.
    #[inline]
    pub(super) fn enter(&mut self, marks: &Marks) {
        self.disclosure = self.disclosure.and(Disclosure::of_marks(marks));
    }

    /// The value of a reference, if it has one.
    pub(super) fn value_of(&self, reference: &Reference<'a>) -> Option<Value> {
        let mut steps = reference.steps();
        let (root, name) = (reference.root_expression(), reference.root());
        let variable = match self.scope.binding(root, name, self.context) {
            None => return self.context.resolved(reference),
            Some(Binding::Local(value) | Binding::Outer(Found::Value(value))) => value,
            Some(Binding::Outer(Found::Lazy(level, variable))) => {
                let (target, taken) = ThunkRef::resolve(level, variable, steps.clone().next())?;
                steps.by_ref().take(taken).for_each(drop);
                target.cached()?
            }
        };
        steps.try_fold(variable.clone(), |value, step| match step.kind() {
            StepKind::Attribute(name) => lookup::attribute(&value, name).ok(),
            StepKind::LegacyIndex(digits) => lookup::index(&value, &number(digits)).ok(),
            StepKind::Index(key) => lookup::index(&value, &literal(key)?).ok(),
            StepKind::AttributeSplat | StepKind::FullSplat => None,
        })
    }
}
