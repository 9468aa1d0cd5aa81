//! Charges for an evaluation. Without a budget, a few lines of source could describe a value that
//! is larger than any memory.

use super::Evaluator;
use crate::budget::{self, TEXT};
use crate::diagnostic::{Diagnostic, catalog::evaluation as catalog};
use crate::source::Span;
use crate::stack::nest;
use crate::value::Value;

/// The number of shared values that cost as much as one copied element.
const SHARED: usize = 16;

/// The number of attributes and indexes in a traversal that cost as much as one element.
pub(super) const STEPS: usize = 4;

impl Evaluator<'_> {
    /// Charges for work that is about to be done. False if the budget doesn't allow it.
    #[inline]
    pub(super) fn spend(&mut self, cost: usize, span: Span) -> bool {
        budget::charge(cost) || self.overspend(span)
    }

    /// Records an error if the budget was used up elsewhere: the result must not be used. Returns
    /// false then.
    #[inline]
    pub(super) fn settle(&mut self, span: Span) -> bool {
        !budget::is_spent() || self.overspend(span)
    }

    #[cold]
    fn overspend(&mut self, span: Span) -> bool {
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
    pub(super) fn spend_on_text(&mut self, bytes: usize, span: Span) -> bool {
        bytes < TEXT || self.spend(bytes / TEXT, span)
    }

    /// Charges for a walk of this many steps. Only long ones cost anything.
    #[inline]
    pub(super) fn spend_on_steps(&mut self, steps: usize, span: Span) -> bool {
        steps < STEPS || self.spend(steps / STEPS, span)
    }

    /// Charges for an additional place of a value. Nothing is copied, but each walk over the result
    /// visits the value there: the number of places can double with every level of nesting.
    pub(super) fn spend_on_sharing(&mut self, value: &Value, span: Span) {
        if value.is_primitive() {
            return;
        }
        let left = usize::try_from(budget::left()).unwrap_or(usize::MAX);
        let affordable = left.saturating_mul(SHARED);
        let mut left = affordable;
        let fits = count(value, &mut left);
        let counted = (affordable - left) / SHARED;
        self.spend(if fits { counted } else { counted.saturating_add(1) }, span);
    }
}

/// Counts the parts of a value, down from `left`. Returns false if there are more.
fn count(value: &Value, left: &mut usize) -> bool {
    match (value, value.children()) {
        (_, Some(mut children)) => nest(|| children.all(|value| take(left) && count(value, left))),
        (Value::Marked(marked), None) => count(marked.value(), left),
        _ => true,
    }
}

fn take(left: &mut usize) -> bool {
    let is_left = *left > 0;
    *left -= usize::from(is_left);
    is_left
}
