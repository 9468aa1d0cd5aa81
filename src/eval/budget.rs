//! What an evaluation may cost: a few lines of source can describe a value that fills any memory.

use super::Evaluator;
use crate::diagnostic::{Diagnostic, catalog::evaluation as catalog};
use crate::source::Span;
use crate::value::{Value, nest};

/// So much text, and so many values that are shared instead of copied, cost as much as one element.
const CHEAP: usize = 16;

impl Evaluator<'_> {
    /// Pays for work, or for a result of that size. False if the budget doesn't allow it.
    #[inline]
    pub(super) fn spend(&mut self, cost: usize, span: Span) -> bool {
        match self.budget.checked_sub(cost as u64) {
            Some(left) => {
                self.budget = left;
                true
            }
            None => self.overspend(span),
        }
    }

    #[cold]
    fn overspend(&mut self, span: Span) -> bool {
        self.exhaust(catalog::budget_spent(span));
        false
    }

    /// Ends the evaluation: nothing makes up for this.
    #[cold]
    pub(super) fn exhaust(&mut self, finding: Diagnostic) {
        self.budget = 0;
        self.exhausted.get_or_insert(finding);
    }

    /// Pays for a text.
    pub(super) fn spend_on_text(&mut self, text: &str, span: Span) {
        self.spend(text.len() / CHEAP, span);
    }

    /// Pays for the result of a function.
    pub(super) fn spend_on_result(&mut self, result: &Value, span: Span) {
        let cost = match result.unmarked() {
            Value::String(text) => text.len() / CHEAP,
            Value::List(_, elements) | Value::Set(_, elements) | Value::Tuple(elements) => {
                elements.len()
            }
            Value::Map(_, map) | Value::Object(map) => map.len(),
            _ => 0,
        };
        self.spend(cost, span);
    }

    /// Pays for one more place where a value of this evaluation appears. Nothing is copied, but
    /// whoever walks the result comes by: places can double with every level of nesting.
    pub(super) fn spend_on_sharing(&mut self, value: &Value, span: Span) {
        if value.is_primitive() {
            return;
        }
        let affordable = usize::try_from(self.budget).unwrap_or(usize::MAX).saturating_mul(CHEAP);
        let mut left = affordable;
        let fits = count(value, &mut left);
        let counted = (affordable - left) / CHEAP;
        self.spend(if fits { counted } else { counted.saturating_add(1) }, span);
    }
}

/// Counts what is in a value, down from `left`. False if there is more.
fn count(value: &Value, left: &mut usize) -> bool {
    let elements = match value {
        Value::List(_, elements) | Value::Set(_, elements) | Value::Tuple(elements) => elements,
        Value::Map(_, map) | Value::Object(map) => {
            return nest(|| map.values().all(|value| take(left) && count(value, left)));
        }
        Value::Marked(marked) => return count(marked.value(), left),
        _ => return true,
    };
    nest(|| elements.iter().all(|value| take(left) && count(value, left)))
}

fn take(left: &mut usize) -> bool {
    let is_left = *left > 0;
    *left -= usize::from(is_left);
    is_left
}
