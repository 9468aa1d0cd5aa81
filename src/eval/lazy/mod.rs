//! Lazy variables: expressions that are evaluated when they are first read.
//!
//! - No lock is held during an evaluation: threads that read a variable at the same time may evaluate it
//!   more than once, with the same result.
//! - No recursion for long chains: a plan lists the dependencies of a variable, and they are evaluated
//!   first.
//! - No cached value is kept after a change of the context.

mod plan;

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use hashbrown::{HashMap, HashSet};

use self::plan::Plan;
use super::budget::Sizes;
use super::context::{Context, Names};
use super::{Evaluator, dynamic};
use crate::diagnostic::Diagnostic;
use crate::document::Expression;
use crate::limits::budget;
use crate::syntax::StepRef;
use crate::value::{Value, normalize};

/// A variable that is evaluated when it is read.
#[derive(Clone, Debug)]
pub(super) enum LazyVariable {
    Expression(Thunk),
    /// An object whose attributes are evaluated separately.
    Object(LazyObject),
}

#[derive(Clone, Debug)]
pub(super) struct LazyObject {
    attributes: HashMap<Arc<str>, Thunk>,
    whole: Cache,
}

#[derive(Clone, Debug)]
pub(super) struct Thunk {
    expression: Expression,
    cache: Cache,
}

/// A cached result. A clone starts empty, because it may belong to another context.
#[derive(Debug, Default)]
struct Cache(OnceLock<Outcome>);

type Outcome = Result<Evaluated, Failure>;

/// A value with the number of its parts.
#[derive(Debug)]
struct Evaluated {
    value: Value,
    parts: usize,
}

/// The errors of a variable, reported to every reader.
pub(super) type Failure = Arc<Vec<Diagnostic>>;

impl Clone for Cache {
    fn clone(&self) -> Self {
        Cache::default()
    }
}

/// Whether a variable of this context may have a cached value.
#[derive(Debug, Default)]
pub(super) struct Used(AtomicBool);

impl Used {
    pub(super) fn take(&mut self) -> bool {
        std::mem::take(self.0.get_mut())
    }
}

impl Clone for Used {
    fn clone(&self) -> Self {
        Used::default()
    }
}

impl LazyVariable {
    pub(super) fn expression(expression: Expression) -> Self {
        LazyVariable::Expression(Thunk::new(expression))
    }

    pub(super) fn object(attributes: impl Iterator<Item = (Arc<str>, Expression)>) -> Self {
        let attributes = attributes.map(|(name, expression)| {
            let normal = normalize(&name);
            let name = if *normal == *name { Arc::clone(&name) } else { Arc::from(&*normal) };
            (name, Thunk::new(expression))
        });
        LazyVariable::Object(LazyObject {
            attributes: attributes.collect(),
            whole: Cache::default(),
        })
    }

    /// The names of the attributes, if it is an object.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let object = match self {
            LazyVariable::Expression(_) => None,
            LazyVariable::Object(object) => Some(object),
        };
        object.into_iter().flat_map(|object| object.attributes.keys()).map(|name| &**name)
    }

    /// Clears the cached values, which may be outdated.
    pub(super) fn clear(&mut self) {
        *self = self.clone();
    }
}

impl LazyObject {
    /// The object of the evaluated attributes.
    fn assemble(&self) -> Outcome {
        let mut attributes = Vec::with_capacity(self.attributes.len());
        let mut parts = self.attributes.len();
        let mut failures = Vec::new();
        for (name, thunk) in &self.attributes {
            match thunk.cache.0.get() {
                Some(Ok(attribute)) => {
                    parts = parts.saturating_add(attribute.parts);
                    attributes.push((Arc::clone(name), attribute.value.clone()));
                }
                Some(Err(failure)) => failures.extend(failure.iter().cloned()),
                None => {}
            }
        }
        if failures.is_empty() {
            return Ok(Evaluated { value: Value::object(attributes), parts });
        }
        // The hash map has no order.
        Diagnostic::sort(&mut failures);
        Err(Arc::new(distinct(failures)))
    }
}

impl Thunk {
    fn new(expression: Expression) -> Self {
        Thunk { expression, cache: Cache::default() }
    }

    fn evaluate(
        &self,
        context: &Context,
        depth: u32,
        explanations: &mut u8,
        known: &Sizes,
    ) -> Outcome {
        let expression = self.expression.as_ref();
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
                Err(Arc::new(distinct(error.into_diagnostics())))
            }
        }
    }
}

/// The diagnostics without duplicates, which come from shared dependencies.
pub(super) fn distinct(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut seen = HashSet::new();
    diagnostics.retain(|diagnostic| {
        diagnostic.excerpt().is_none_or(|excerpt| seen.insert(std::ptr::from_ref(excerpt)))
    });
    diagnostics
}

/// A lazy expression with its context.
#[derive(Clone, Copy)]
pub(super) struct ThunkRef<'c> {
    level: &'c Arc<Names>,
    part: Part<'c>,
}

#[derive(Clone, Copy)]
enum Part<'c> {
    Thunk(&'c Thunk),
    Whole(&'c LazyObject),
}

impl<'c> ThunkRef<'c> {
    fn thunk(level: &'c Arc<Names>, thunk: &'c Thunk) -> Self {
        ThunkRef { level, part: Part::Thunk(thunk) }
    }

    pub(super) fn whole(level: &'c Arc<Names>, variable: &'c LazyVariable) -> Self {
        let part = match variable {
            LazyVariable::Expression(thunk) => Part::Thunk(thunk),
            LazyVariable::Object(object) => Part::Whole(object),
        };
        ThunkRef { level, part }
    }

    /// The expression that a variable with its first step needs, and the attribute if it is an object's.
    /// `None` if there is no such attribute.
    pub(super) fn resolve<'s>(
        level: &'c Arc<Names>,
        variable: &'c LazyVariable,
        step: Option<StepRef<'s>>,
    ) -> Option<(Self, Option<Cow<'s, str>>)> {
        match (variable, step.and_then(StepRef::constant_name)) {
            (LazyVariable::Object(object), Some(name)) => {
                let thunk = object.attributes.get(&*normalize(&name))?;
                Some((ThunkRef::thunk(level, thunk), Some(name)))
            }
            _ => Some((ThunkRef::whole(level, variable), None)),
        }
    }

    fn cache(self) -> &'c Cache {
        match self.part {
            Part::Thunk(thunk) => &thunk.cache,
            Part::Whole(object) => &object.whole,
        }
    }

    /// The result. An expression without a cached result is evaluated now and charged to the reader;
    /// `None` if this exceeds the budget.
    pub(super) fn outcome(
        self,
        context: &Context,
        depth: u32,
        explanations: &mut u8,
    ) -> Option<Result<&'c Value, &'c Failure>> {
        if self.cache().0.get().is_none() && !budget::is_spent() {
            Plan::of(self).run(context, depth, explanations);
        }
        if budget::is_spent() {
            return None;
        }
        let unknown = || Ok(Evaluated { value: dynamic(), parts: 0 });
        Some(self.cache().0.get_or_init(unknown).as_ref().map(|evaluated| &evaluated.value))
    }

    /// The cached result.
    pub(super) fn cached(self) -> Option<&'c Value> {
        self.evaluated().map(|evaluated| &evaluated.value)
    }

    fn evaluated(self) -> Option<&'c Evaluated> {
        self.cache().0.get()?.as_ref().ok()
    }

    /// Evaluates the expression. Its dependencies are already evaluated, and `known` has their sizes.
    fn evaluate(self, context: &Context, depth: u32, explanations: &mut u8, known: &Sizes) {
        let outcome = match self.part {
            Part::Whole(object) => object.assemble(),
            Part::Thunk(thunk) => {
                thunk.evaluate(&context.at(self.level), depth, explanations, known)
            }
        };
        self.settle(outcome);
    }

    fn settle(self, outcome: Outcome) {
        // Another reader may have a sufficient budget.
        if budget::is_spent() {
            return;
        }
        self.level.used.0.store(true, Ordering::Relaxed);
        // Another thread may have set it first.
        let _ = self.cache().0.set(outcome);
    }
}
