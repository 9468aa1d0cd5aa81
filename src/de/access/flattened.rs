//! Structs with flattened fields. serde buffers the entries that are not fields of the struct
//! itself, and decodes the flattened fields from the buffer.

use std::mem;

use super::mapping::Mapping;
use super::session::Guesses;
use crate::de::buffering::{
    Assumed, BufferPath, FlattenedAs, Outcome, Placeholder, Purpose, Scope,
};
use crate::de::explain::with_path;
use crate::de::input::Node;
use crate::diagnostic::error::{Category, Error, Result};
use crate::document::Body;
use crate::text::span::Span;

impl<'t, 'de> Mapping<'t, 'de> {
    /// A scope for the placeholders of flattened entries.
    pub(super) fn flattened_scope(&self) -> Scope {
        let is_shared = match self.flattened_as() {
            FlattenedAs::Source(_) => true,
            FlattenedAs::Undecided | FlattenedAs::Data => self.session.hints.is_one_attempt(),
        };
        let view = self.body().filter(|_| is_shared).map(|body| body.body().0);
        let body = view.map(|view| Body::captured(view.tree.share(), view.id));
        let scope = Scope::of_flattened(body);
        if matches!(self.flattened_as(), FlattenedAs::Source(_)) {
            scope.accept_data();
        }
        scope
    }

    fn flattened_as(&self) -> &FlattenedAs {
        static UNDECIDED: FlattenedAs = FlattenedAs::Undecided;
        static DATA: FlattenedAs = FlattenedAs::Data;
        match self.hints() {
            _ if self.session.hints.is_one_attempt() => &DATA,
            Some(hints) => &hints.flattened_as,
            None => &UNDECIDED,
        }
    }

    /// Puts an entry of a struct with flattened fields, which may be buffered, into the slot.
    pub(super) fn fill_with_flattened(
        &mut self,
        name: &str,
        place: Option<Span>,
        node: Node<'t, 'de>,
    ) {
        let has_part = match self.flattened_as() {
            FlattenedAs::Undecided => Some(false),
            FlattenedAs::Source(data) if !data.contains(name) => Some(true),
            FlattenedAs::Data | FlattenedAs::Source(_) => None,
        };
        let ask = || Placeholder::new(Purpose::Entry { name: name.to_owned(), place });
        let placeholder = has_part.map(|_| ask());
        let hints = self.session.hints;
        let has_path = placeholder.is_none() && self.session.has_path(&node) || hints.is_seeking();
        let is_known = has_path && self.hints().is_some();
        let path = is_known.then(|| BufferPath::new(self.visitor, hints).at(name, hints));
        let slot = self.slot.insert(node);
        slot.path = path;
        if let Some(placeholder) = placeholder {
            slot.ask(placeholder, has_part == Some(true));
        }
    }

    /// Records facts about the flattened fields after decoding them.
    fn learn_flattened(&self, scope: &Scope, has_succeeded: bool) -> Outcome {
        let (mut outcome, hints) = (scope.outcome(), self.session.hints);
        hints.record_use(&mut outcome);
        if !has_succeeded {
            hints.record_refused_scalars(&mut outcome);
        }
        hints.record_flattened(self.visitor, &mut outcome, has_succeeded);
        let missing_fields = mem::take(&mut outcome.missing_fields);
        if has_succeeded || hints.can_restart() {
            self.record_missing_label_fields(&missing_fields);
        }
        // An optional field hides the error of an enum that rejected a name.
        if let Some(variants) = outcome.variants.take() {
            hints.record_variants_of(self.visitor, variants);
        }
        outcome
    }

    /// Finishes the flattened fields. Fails if a label is left.
    pub(super) fn finish_flattened(&self, scope: &Scope) -> Result<()> {
        self.learn_flattened(scope, true);
        let hints = self.session.hints;
        let has_all_blocks = self.hints().is_some_and(|hints| hints.has_all_blocks);
        let has_guessed = self.session.guesses.get().by_label > 0;
        if has_all_blocks && has_guessed && hints.can_restart() {
            hints.record_asks_labels(self.visitor);
        }
        hints.assume(self.visitor, Assumed::Data);
        if self.session.unread_label.borrow().is_some() && hints.can_restart() {
            hints.record_alternative_forms(self.visitor, true);
        }
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
    /// or blocks whose form was guessed, may be the reason.
    #[cold]
    fn record_refused_fields(&self, error: &Error, outcome: &mut Outcome) {
        let (Some(body), Category::Data) = (self.body(), error.category()) else { return };
        let (input, hints) = (&self.session.input, self.session.hints);
        let is_undecided = matches!(self.flattened_as(), FlattenedAs::Undecided);
        if !hints.can_restart() || is_undecided || self.missing_label_field(error).is_some() {
            return;
        }
        let nulls = body.body().attributes().filter(|each| input.is_null(each.expression()));
        match self.flattened_as() {
            FlattenedAs::Source(data) => {
                for null in nulls.filter(|null| data.contains(null.name())) {
                    hints.record_null_is_absent_in(self.visitor, null.name());
                }
            }
            _ if nulls.count() > 0 => hints.record_null_is_absent(self.visitor),
            _ => {}
        }
        if body.body().blocks().next().is_some() {
            self.session.retry(self.visitor, Guesses::default(), outcome);
        }
    }
}
