//! A lazy variable, or an attribute of one, in its context.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::thunk::{Cache, Evaluated, LazyObject, LazyVariable, Outcome, Thunk};
use crate::eval::budget::Sizes;
use crate::eval::context::{Bindings, Context};
use crate::eval::evaluator::Evaluator;
use crate::limits::budget;
use crate::syntax::StepRef;
use crate::value::{Value, normalize};

/// A lazy expression with its context.
#[derive(Clone, Copy)]
pub(in crate::eval) struct ThunkRef<'c> {
    pub(super) level: &'c Arc<Bindings>,
    pub(super) part: LazyPart<'c>,
}

#[derive(Clone, Copy)]
pub(super) enum LazyPart<'c> {
    Thunk(&'c Thunk),
    Whole(&'c LazyObject),
}

impl<'c> ThunkRef<'c> {
    pub(super) fn thunk(level: &'c Arc<Bindings>, thunk: &'c Thunk) -> Self {
        ThunkRef { level, part: LazyPart::Thunk(thunk) }
    }

    pub(in crate::eval) fn whole(level: &'c Arc<Bindings>, variable: &'c LazyVariable) -> Self {
        let part = match variable {
            LazyVariable::Expression(thunk) => LazyPart::Thunk(thunk),
            LazyVariable::Object(object) => LazyPart::Whole(object),
        };
        ThunkRef { level, part }
    }

    /// The expression that a variable with its first step needs, and the attribute if it is an object's.
    /// `None` if there is no such attribute.
    pub(in crate::eval) fn resolve<'s>(
        level: &'c Arc<Bindings>,
        variable: &'c LazyVariable,
        step: Option<StepRef<'s>>,
    ) -> Option<(Self, Option<Cow<'s, str>>)> {
        match (variable, step.and_then(StepRef::name)) {
            (LazyVariable::Object(object), Some(name)) => {
                let thunk = object.attributes.get(&*normalize(&name))?;
                Some((ThunkRef::thunk(level, thunk), Some(name)))
            }
            _ => Some((ThunkRef::whole(level, variable), None)),
        }
    }

    pub(super) fn cache(self) -> &'c Cache {
        match self.part {
            LazyPart::Thunk(thunk) => &thunk.cache,
            LazyPart::Whole(object) => &object.whole,
        }
    }

    /// The cached result.
    pub(in crate::eval) fn cached(self) -> Option<&'c Value> {
        self.evaluated().map(|evaluated| &evaluated.value)
    }

    pub(super) fn evaluated(self) -> Option<&'c Evaluated> {
        self.cache().0.get()?.as_ref().ok()
    }

    /// Evaluates the expression. Its dependencies are already evaluated, and `known` has their sizes.
    pub(super) fn evaluate(
        self,
        context: &Context,
        depth: u32,
        explanations: &mut u8,
        known: &Sizes,
    ) {
        let outcome = match self.part {
            LazyPart::Whole(object) => object.assemble(),
            LazyPart::Thunk(thunk) => {
                evaluate(thunk, &context.at(self.level), depth, explanations, known)
            }
        };
        self.store(outcome);
    }

    /// Caches the result.
    pub(super) fn store(self, outcome: Outcome) {
        // Another reader may have a sufficient budget.
        if budget::is_spent() {
            return;
        }
        self.level.used.0.store(true, Ordering::Relaxed);
        // Another thread may have set it first.
        let _ = self.cache().0.set(outcome);
    }
}

/// Evaluates an expression whose dependencies are already evaluated.
fn evaluate(
    thunk: &Thunk,
    context: &Context,
    depth: u32,
    explanations: &mut u8,
    known: &Sizes,
) -> Outcome {
    let expression = thunk.expression.view();
    let mut evaluator = Evaluator::new(context);
    evaluator.depth = depth;
    evaluator.explanations = *explanations;
    let value = evaluator.expression(expression);
    *explanations = evaluator.explanations;
    let parts = evaluator.spend_on_parts(&value, known, expression.span());
    match evaluator.finish(value, expression.span()) {
        Ok(value) => Ok(Evaluated { value, parts }),
        Err(error) => {
            let error = error.attach(expression.tree().origin());
            Err(Arc::new(error.into_diagnostics()))
        }
    }
}
