//! Lazy variables: expressions that are evaluated when they are first read.
//!
//! - No lock is held during an evaluation: threads that read a variable at the same time may evaluate it
//!   more than once, with the same result.
//! - No recursion for long chains: a plan lists the dependencies of a variable, and they are evaluated
//!   first.
//! - No cached value survives a change of the context.

mod plan;

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use hashbrown::{HashMap, HashSet};

use self::plan::Plan;
use super::context::{Context, Names};
use super::traversal::attribute_name;
use super::{Evaluator, dynamic};
use crate::budget;
use crate::diagnostic::Diagnostic;
use crate::syntax::{Expression, StepRef};
use crate::value::{Value, normalize};

/// A variable that is evaluated when it is read.
#[derive(Clone, Debug)]
pub(super) enum Lazy {
    Expression(Cell),
    /// An object whose attributes are evaluated separately.
    Object(LazyObject),
}

#[derive(Clone, Debug)]
pub(super) struct LazyObject {
    attributes: HashMap<Arc<str>, Cell>,
    whole: Memory,
}

#[derive(Clone, Debug)]
pub(super) struct Cell {
    expression: Expression,
    memory: Memory,
}

/// A cached result. A clone starts empty, because it may belong to another context.
#[derive(Debug, Default)]
struct Memory(OnceLock<Outcome>);

type Outcome = Result<Value, Failure>;

/// The errors of a variable, reported to every reader.
pub(super) type Failure = Arc<Vec<Diagnostic>>;

impl Clone for Memory {
    fn clone(&self) -> Self {
        Memory::default()
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

impl Lazy {
    pub(super) fn expression(expression: Expression) -> Self {
        Lazy::Expression(Cell::new(expression))
    }

    pub(super) fn object(attributes: impl Iterator<Item = (Arc<str>, Expression)>) -> Self {
        let attributes = attributes.map(|(name, expression)| {
            let normal = normalize(&name);
            let name = if *normal == *name { Arc::clone(&name) } else { Arc::from(&*normal) };
            (name, Cell::new(expression))
        });
        Lazy::Object(LazyObject { attributes: attributes.collect(), whole: Memory::default() })
    }

    /// The names of the attributes, if it is an object.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let object = match self {
            Lazy::Expression(_) => None,
            Lazy::Object(object) => Some(object),
        };
        object.into_iter().flat_map(|object| object.attributes.keys()).map(|name| &**name)
    }

    /// Clears the cached values, which may be outdated.
    pub(super) fn forget(&mut self) {
        *self = self.clone();
    }
}

impl LazyObject {
    /// The object of the evaluated attributes.
    fn assemble(&self) -> Outcome {
        let mut attributes = Vec::with_capacity(self.attributes.len());
        let mut failures = Vec::new();
        for (name, cell) in &self.attributes {
            match cell.memory.0.get() {
                Some(Ok(value)) => attributes.push((Arc::clone(name), value.clone())),
                Some(Err(failure)) => failures.extend(failure.iter().cloned()),
                None => {}
            }
        }
        if failures.is_empty() {
            return Ok(Value::object(attributes));
        }
        // The hash map has no order.
        Diagnostic::sort(&mut failures);
        Err(Arc::new(distinct(failures)))
    }
}

impl Cell {
    fn new(expression: Expression) -> Self {
        Cell { expression, memory: Memory::default() }
    }

    fn evaluate(&self, context: &Context, depth: u32) -> Outcome {
        let expression = self.expression.as_ref();
        let mut evaluator = Evaluator::new(context);
        evaluator.depth = depth;
        let value = evaluator.expression(expression);
        evaluator.spend_on_sharing(&value, expression.span());
        evaluator.finish(value, expression.span()).map_err(|error| {
            let error = error.attach(expression.0.tree.origin());
            Arc::new(distinct(error.into_diagnostics()))
        })
    }
}

/// The diagnostics without duplicates, which come from shared dependencies.
pub(super) fn distinct(mut findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut seen = HashSet::new();
    findings.retain(|finding| {
        finding.excerpt().is_none_or(|excerpt| seen.insert(std::ptr::from_ref(excerpt)))
    });
    findings
}

/// A lazy expression with its context.
#[derive(Clone, Copy)]
pub(super) struct Target<'c> {
    level: &'c Arc<Names>,
    part: Part<'c>,
}

#[derive(Clone, Copy)]
enum Part<'c> {
    Cell(&'c Cell),
    Whole(&'c LazyObject),
}

impl<'c> Target<'c> {
    fn cell(level: &'c Arc<Names>, cell: &'c Cell) -> Self {
        Target { level, part: Part::Cell(cell) }
    }

    pub(super) fn whole(level: &'c Arc<Names>, variable: &'c Lazy) -> Self {
        let part = match variable {
            Lazy::Expression(cell) => Part::Cell(cell),
            Lazy::Object(object) => Part::Whole(object),
        };
        Target { level, part }
    }

    /// The expression that a variable with its first step needs, and the attribute if it is an object's.
    /// `None` if there is no such attribute.
    pub(super) fn behind<'s>(
        level: &'c Arc<Names>,
        variable: &'c Lazy,
        step: Option<StepRef<'s>>,
    ) -> Option<(Self, Option<Cow<'s, str>>)> {
        match (variable, step.and_then(attribute_name)) {
            (Lazy::Object(object), Some(name)) => {
                let cell = object.attributes.get(&*normalize(&name))?;
                Some((Target::cell(level, cell), Some(name)))
            }
            _ => Some((Target::whole(level, variable), None)),
        }
    }

    fn memory(self) -> &'c Memory {
        match self.part {
            Part::Cell(cell) => &cell.memory,
            Part::Whole(object) => &object.whole,
        }
    }

    /// What it comes to: evaluated now at the cost of the reader, unless it was before. `None` if
    /// the reader can't pay.
    pub(super) fn outcome(
        self,
        context: &Context,
        depth: u32,
    ) -> Option<Result<&'c Value, &'c Failure>> {
        if self.memory().0.get().is_none() {
            Plan::of(self).carry_out(context, depth);
        }
        if budget::is_spent() {
            return None;
        }
        Some(self.memory().0.get_or_init(|| Ok(dynamic())).as_ref())
    }

    /// The cached result.
    pub(super) fn remembered(self) -> Option<&'c Value> {
        self.memory().0.get()?.as_ref().ok()
    }

    /// Evaluates the expression. Its dependencies are already evaluated.
    fn evaluate(self, context: &Context, depth: u32) {
        let outcome = match self.part {
            Part::Whole(object) => object.assemble(),
            Part::Cell(cell) => cell.evaluate(&context.at(self.level), depth),
        };
        self.settle(outcome);
    }

    fn settle(self, outcome: Outcome) {
        // Another reader may be able to pay.
        if budget::is_spent() {
            return;
        }
        self.level.used.0.store(true, Ordering::Relaxed);
        // Another thread may have set it first.
        let _ = self.memory().0.set(outcome);
    }
}
