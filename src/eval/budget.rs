//! Charges for an evaluation. Without a budget, a few lines of source could describe a value that
//! is larger than any memory.

use hashbrown::HashMap;

use super::evaluator::Evaluator;
use crate::diagnostic::{Diagnostic, catalog::evaluation as catalog};
use crate::limits::budget::{self, TEXT};
use crate::limits::stack::nest;
use crate::text::span::Span;
use crate::value::Value;

/// The number of shared values that cost as much as one copied element.
const SHARED: usize = 16;

/// The number of attributes and indexes in a traversal that cost as much as one element.
pub(super) const STEPS: usize = 4;

impl Evaluator<'_> {
    /// Charges for work that is about to be done. False if the budget doesn't allow it.
    #[inline]
    pub(super) fn spend(&mut self, cost: usize, place: impl FnOnce() -> Span) -> bool {
        budget::charge(cost) || self.overspend(place())
    }

    /// Records an error if the budget was used up elsewhere: the result must not be used. Returns
    /// false then.
    #[inline]
    pub(super) fn settle(&mut self, place: impl FnOnce() -> Span) -> bool {
        !budget::is_spent() || self.overspend(place())
    }

    #[cold]
    pub(super) fn overspend(&mut self, span: Span) -> bool {
        self.exhaust(catalog::budget_spent(span));
        false
    }

    /// Ends the evaluation: later operands can't make this error irrelevant.
    #[cold]
    pub(super) fn exhaust(&mut self, diagnostic: Diagnostic) {
        budget::exhaust();
        self.exhausted.get_or_insert(diagnostic);
    }

    /// Charges for this many bytes of text. False if the budget doesn't allow it.
    #[inline]
    pub(super) fn spend_on_text(&mut self, bytes: usize, place: impl FnOnce() -> Span) -> bool {
        bytes < TEXT || self.spend(bytes / TEXT, place)
    }

    /// Charges for a walk of this many steps. Only long ones cost anything.
    #[inline]
    pub(super) fn spend_on_steps(&mut self, steps: usize, place: impl FnOnce() -> Span) -> bool {
        steps < STEPS || self.spend(steps / STEPS, place)
    }

    /// Charges for an additional place of a value. Nothing is copied, but each walk over the result
    /// visits the value there: the number of places can double with every level of nesting.
    #[inline]
    pub(super) fn spend_on_sharing(&mut self, value: &Value, place: impl FnOnce() -> Span) {
        if !value.is_primitive() {
            self.spend_on_parts(value, place());
        }
    }

    /// Returns the number of parts of the value, after charging for them.
    pub(super) fn spend_on_parts(&mut self, value: &Value, span: Span) -> usize {
        let left = usize::try_from(budget::left()).unwrap_or(usize::MAX);
        let affordable = left.saturating_mul(SHARED);
        let mut left = affordable;
        let fits = self.sizes.count(value, &mut left);
        let counted = affordable - left;
        let cost = counted / SHARED;
        self.spend(if fits { cost } else { cost.saturating_add(1) }, || span);
        counted
    }
}

/// The numbers of parts of the lazy variables that were read: a value in a chain of variables is not counted
/// again for each of them. The values must live longer.
#[derive(Default)]
pub(super) struct Sizes(HashMap<*const Value, usize>);

impl Sizes {
    /// Keeps the number of parts of a value.
    pub(super) fn add(&mut self, value: &Value, parts: usize) {
        if let Some(address) = value.first_part() {
            self.0.insert(address, parts);
        }
    }

    fn find(&self, value: &Value) -> Option<usize> {
        if self.0.is_empty() { None } else { self.0.get(&value.first_part()?).copied() }
    }

    /// Counts the parts of a value, down from `left`. Returns false if there are more.
    fn count(&self, value: &Value, left: &mut usize) -> bool {
        if let Some(parts) = self.find(value) {
            return take(left, parts);
        }
        match (value, value.children()) {
            (_, Some(mut children)) => {
                nest(|| children.all(|value| take(left, 1) && self.count(value, left)))
            }
            (Value::Marked(marked), None) => self.count(marked.value(), left),
            _ => true,
        }
    }
}

fn take(left: &mut usize, parts: usize) -> bool {
    let is_enough = *left >= parts;
    *left = left.saturating_sub(parts);
    is_enough
}
