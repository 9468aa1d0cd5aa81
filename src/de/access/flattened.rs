//! Structs with flattened fields. serde buffers the entries that are not fields of the struct
//! itself, and decodes the flattened fields from the buffer.

use std::mem;

use super::mapping::Mapping;
use crate::de::buffering::{Outcome, Scope};
use crate::de::explain::with_path;
use crate::de::input::Node;
use crate::diagnostic::error::{Category, Error, Result};
use crate::document::Body;
use crate::syntax::ExpressionRef;

impl<'t, 'de> Mapping<'t, 'de> {
    /// A scope for the placeholders of flattened entries.
    pub(super) fn flattened_scope(&self) -> Scope {
        let is_shared = self.captures() || self.session.hints.is_one_attempt();
        let view = self.body().filter(|_| is_shared).map(|body| body.body().0);
        let body = view.map(|view| Body::captured(view.tree.share(), view.id));
        Scope::of_flattened(body, self.captures())
    }

    /// Whether a flattened field is known to capture entries.
    fn captures(&self) -> bool {
        self.hints().is_some_and(|hints| hints.captures)
    }

    /// Whether an entry, which may be an expression, is a placeholder as long as no target wants its data.
    pub(super) fn is_open(&self, expression: Option<ExpressionRef<'t>>) -> bool {
        let wants_data = || self.hints().is_some_and(|hints| hints.wants_data);
        let is_literal = || expression.is_some_and(ExpressionRef::is_scalar_literal);
        self.captures() || !is_literal() && !wants_data()
    }

    /// Puts an entry of a struct with flattened fields, which may be buffered, into the slot. What must be evaluated first is
    /// a placeholder, as long as no target wants its data.
    pub(super) fn fill_with_flattened(&mut self, node: Node<'t, 'de>) {
        let hints = self.session.hints;
        let is_open = match &node {
            Node::Expression(expression) => self.is_open(Some(*expression)),
            Node::Value(_) | Node::Scalar(..) | Node::MadeUp(_) => false,
            _ => self.is_open(None),
        };
        let has_site = is_open || self.session.has_site(&node);
        let site = (has_site && !hints.is_one_attempt()).then(|| self.site_in_visitor());
        let question = site.filter(|_| is_open && !hints.is_probing());
        let question = question.and_then(|site| site.ask_entry(hints));
        let slot = self.slot.insert(node);
        (slot.site, slot.stand_in) = (site, question);
    }

    /// Records facts about the flattened fields after decoding them.
    fn learn_flattened(&self, scope: &Scope, has_succeeded: bool) -> Outcome {
        let (mut outcome, hints) = (scope.outcome(), self.session.hints);
        hints.record_use(&mut outcome);
        if !has_succeeded {
            hints.record_refused_scalars(&mut outcome.revealed);
        }
        hints.record_flattened(self.visitor, &mut outcome, has_succeeded);
        let missing_fields = mem::take(&mut outcome.revealed.missing_fields);
        if has_succeeded || hints.can_restart() {
            // An optional target hides the error.
            for field in missing_fields {
                hints.record_label_field(self.visitor, field);
            }
        }
        // An optional field hides the error of an enum that rejected a name.
        if let Some(variants) = outcome.revealed.variants.take() {
            hints.record_variants_of(self.visitor, variants);
        }
        outcome
    }

    /// Finishes the flattened fields. Fails if a label is left.
    pub(super) fn finish_flattened(&self, scope: &Scope) -> Result<()> {
        if scope.has_revealed() {
            self.learn_flattened(scope, true);
        }
        self.session.hints.assume(self.visitor);
        self.require_all_labels_given()
    }

    /// Completes an error of decoding the flattened fields.
    #[cold]
    pub(super) fn complete_flattened(&self, scope: &Scope, error: Error) -> Error {
        let mut outcome = self.learn_flattened(scope, false);
        self.record_refused_fields(&error, &mut outcome);
        let failure = outcome.failure.filter(|_| error.span().is_none());
        match (failure.unwrap_or(error), self.body()) {
            (error, Some(body)) => with_path(error, &Node::Body(body)),
            (error, None) => error,
        }
    }

    /// A flattened field rejected its data; the error doesn't contain the name of the field. Nulls,
    /// or labels for which a target has a field, may be the reason.
    #[cold]
    fn record_refused_fields(&self, error: &Error, outcome: &mut Outcome) {
        let (Some(body), Category::Data) = (self.body(), error.category()) else { return };
        let (input, hints) = (&self.session.input, self.session.hints);
        if !hints.can_restart() || self.missing_label_field(error).is_some() {
            return;
        }
        let nulls = body.body().attributes().filter(|each| input.is_null(each.expression()));
        if self.captures() {
            let is_data = |name| self.site_of_visitor().at(name, hints).is_known(hints);
            for null in nulls.filter(|null| is_data(null.name())) {
                hints.record_null_is_absent_in(self.visitor, null.name());
            }
        } else if nulls.count() > 0 {
            hints.record_null_is_absent(self.visitor);
        }
        if body.body().blocks().next().is_some() {
            self.session.retry(self.visitor, &mut outcome.revealed);
        }
    }
}
