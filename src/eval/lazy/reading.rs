//! The evaluation of a lazy variable on behalf of its reader, and the diagnostic for a cycle.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::thunk::{Evaluated, Outcome};
use super::thunk_ref::{LazyPart, ThunkRef};
use crate::diagnostic::catalog::evaluation as catalog;
use crate::document::Expression;
use crate::eval::evaluator::Evaluator;
use crate::limits::budget;
use crate::limits::stack::nest;
use crate::syntax::ExpressionRef;
use crate::text::source::Lookups;
use crate::text::span::Span;

/// The maximum depth of expressions that read each other, counted through all variables. Each of them may
/// nest to the limit of a single expression.
const MAX_DEPTH: u32 = 1 << 17;

/// A lazy variable that is being evaluated, with its reader.
pub(in crate::eval) struct Reading<'p> {
    target: ThunkRef<'p>,
    /// The root of the reference, and the part of the reference that names the variable.
    root: ExpressionRef<'p>,
    span: Span,
    /// The variable whose expression has this reference.
    outer: Option<&'p Reading<'p>>,
    depth: u32,
}

impl<'c> ThunkRef<'c> {
    /// The result for a reader. An expression without a cached result is evaluated now and charged to the
    /// reader; `None` if this exceeds a limit.
    pub(in crate::eval) fn outcome(
        self,
        reader: &mut Evaluator<'_>,
        root: ExpressionRef<'_>,
        span: Span,
    ) -> Option<&'c Outcome> {
        let cache = self.cache();
        if cache.outcome.get().is_none() && !budget::is_spent() {
            let outer = reader.reading;
            let depth = outer.map_or(0, |outer| outer.depth) + reader.depth + 1;
            let reading = Reading { target: self, root, span, outer, depth };
            // Only a variable that is being evaluated can be a part of a cycle.
            let is_running = cache.running.fetch_add(1, Ordering::Relaxed) > 0;
            if depth > MAX_DEPTH {
                reader.exhaust(catalog::too_deep(span));
            } else if !is_running || !reading.is_cycle() {
                let outcome = nest(|| reading.evaluate(reader));
                self.store(outcome);
            }
            cache.running.fetch_sub(1, Ordering::Relaxed);
        }
        cache.outcome.get().filter(|_| !budget::is_spent())
    }
}

impl Reading<'_> {
    fn evaluate(&self, reader: &mut Evaluator<'_>) -> Outcome {
        let context = reader.context.at(self.target.level);
        let mut evaluator = Evaluator::new(&context);
        evaluator.reading = Some(self);
        evaluator.explanations = reader.explanations;
        let outcome = match self.target.part {
            LazyPart::Thunk(thunk) => evaluate(&mut evaluator, &thunk.expression),
            LazyPart::Whole(object) => object.assemble(|attribute| {
                let attribute = ThunkRef::thunk(self.target.level, attribute);
                attribute.outcome(&mut evaluator, self.root, self.span)
            }),
        };
        reader.explanations = evaluator.explanations;
        if let Some(diagnostic) = evaluator.exhausted {
            reader.exhaust(diagnostic.with_span(self.span));
        }
        outcome
    }

    /// Whether the target is being evaluated already. Then all variables of the cycle get its diagnostic.
    fn is_cycle(&self) -> bool {
        let outer = || std::iter::successors(self.outer, |reading| reading.outer);
        let is_target =
            |other: &Reading<'_>| std::ptr::eq(other.target.cache(), self.target.cache());
        let Some(count) = outer().position(is_target) else { return false };
        let mut steps: Vec<_> = [self].into_iter().chain(outer().take(count)).collect();
        steps.reverse();
        // An object reads its attributes without a reference.
        let mut steps: Vec<_> =
            steps.iter().filter_map(|step| step.expression().zip(Some(step))).collect();
        let place = |(expression, _): &(&Expression, _)| {
            (expression.view().tree().origin().name.cloned(), expression.span())
        };
        let first = steps.iter().enumerate().min_by_key(|(_, step)| place(step));
        let first = first.map_or(0, |(first, _)| first);
        steps.rotate_left(first);
        let names: Vec<&str> = steps.iter().map(|(_, step)| step.name()).collect();
        let diagnostic = catalog::cycle(&names);
        let mut lookups = Lookups::default();
        let diagnostic = steps.iter().fold(diagnostic, |diagnostic, (expression, step)| {
            let lookup = lookups.of(expression.view().tree().origin());
            diagnostic.step(lookup, step.span, catalog::step(step.name()))
        });
        let failure = Arc::new(vec![diagnostic]);
        for member in outer().take(count + 1) {
            member.target.store(Err(Arc::clone(&failure)));
        }
        true
    }

    /// The expression that has the reference.
    fn expression(&self) -> Option<&Expression> {
        match self.outer?.target.part {
            LazyPart::Thunk(thunk) => Some(&thunk.expression),
            LazyPart::Whole(_) => None,
        }
    }

    /// The variable as the reference names it.
    fn name(&self) -> &str {
        self.span.text(self.root.tree().origin().text)
    }
}

fn evaluate<'a>(evaluator: &mut Evaluator<'a>, expression: &'a Expression) -> Outcome {
    let expression = expression.view();
    let value = evaluator.expression(expression);
    let parts = evaluator.spend_on_parts(&value, expression.span());
    match evaluator.finish(value, expression.span()) {
        Ok(value) => Ok(Evaluated { value, parts }),
        Err(error) => {
            let error = error.attach(expression.tree().origin());
            Err(Arc::new(error.into_diagnostics()))
        }
    }
}
