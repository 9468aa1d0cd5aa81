//! The values of references, also of those that the context doesn't have.

use super::context::Context;
use super::evaluator::{Evaluator, dynamic};
use super::traversal::Steps;
use super::unresolved::Unresolved;
use crate::analysis::Reference;
use crate::diagnostic::catalog::evaluation::NamePlace;
use crate::diagnostic::error::Result;
use crate::limits::budget::limited;
use crate::value::Value;

impl Reference<'_> {
    /// The value of the reference.
    ///
    /// # Errors
    ///
    /// If the context doesn't have the variable, or the variable has no such attribute or element.
    ///
    /// ```
    /// use serde_hcl::{Context, Value, parse_expression};
    ///
    /// let expression = parse_expression("upper(var.zone.name)")?;
    /// let zone = Value::object([("name", "a")]);
    /// let context = Context::new().variable("var", Value::object([("zone", zone)]));
    /// let reference = &expression.references()[0];
    /// assert_eq!(reference.evaluate(&context)?.as_str(), Some("a"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn evaluate(&self, context: &Context) -> Result<Value> {
        let value = limited(context.evaluation_budget(), || {
            let mut evaluator = Evaluator::new(context);
            let steps: Steps<'_> = self.steps().collect();
            let root = self.root_expression();
            let value = evaluator.known(|this| this.traverse(root, &steps));
            let value = value.unwrap_or_else(|| Value::string(format!("${{{}}}", self.text())));
            evaluator.finish(value, self.span())
        });
        value.map_err(|error| error.attach(self.origin()))
    }
}

impl<'a> Evaluator<'a> {
    /// The value of a reference that is neither in a scope nor in the context; `None` after an error.
    #[cold]
    pub(super) fn resolve(&mut self, reference: &Reference<'a>) -> Option<Value> {
        if let Some(value) = self.context.resolved(reference) {
            self.spend_on_sharing(&value, || reference.span());
            return Some(value);
        }
        if self.context.unresolved_names() == Unresolved::Error {
            let root = reference.root_expression();
            let step = reference.steps().next().map(|step| step.kind());
            let place = match step {
                Some(_) => NamePlace::Root,
                None => NamePlace::of(root.source(), reference.root_span()),
            };
            self.report_unknown(reference.root(), step, place, reference.root_span());
            return None;
        }
        self.lacks_name = true;
        Some(dynamic())
    }
}
