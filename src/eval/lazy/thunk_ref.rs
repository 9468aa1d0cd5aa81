//! A lazy variable, or an attribute of one, in its context.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::thunk::{Cache, LazyObject, LazyVariable, Outcome, Thunk};
use crate::eval::context::Bindings;
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

    /// The expression that a variable with its first step needs, and the number of steps that this takes: one
    /// for an attribute of an object. `None` if there is no such attribute.
    pub(in crate::eval) fn resolve(
        level: &'c Arc<Bindings>,
        variable: &'c LazyVariable,
        step: Option<StepRef<'_>>,
    ) -> Option<(Self, usize)> {
        match (variable, step.and_then(StepRef::name)) {
            (LazyVariable::Object(object), Some(name)) => {
                let thunk = object.attributes.get(&*normalize(&name))?;
                Some((ThunkRef::thunk(level, thunk), 1))
            }
            _ => Some((ThunkRef::whole(level, variable), 0)),
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
        self.cache().outcome.get()?.as_ref().ok().map(|evaluated| &evaluated.value)
    }

    /// Caches the result.
    pub(super) fn store(self, outcome: Outcome) {
        // Another reader may have a sufficient budget.
        if budget::is_spent() {
            return;
        }
        self.level.used.0.store(true, Ordering::Relaxed);
        // Another thread may have set it first.
        let _ = self.cache().outcome.set(outcome);
    }
}
