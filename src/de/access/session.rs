//! What all deserializers of one attempt share.

use std::cell::{Cell, RefCell};

use crate::de::buffering::{DecodeHints, is_in_buffer, take_missing_fields};
use crate::de::input::Input;
use crate::error::{Error, Result};
use crate::syntax::ExpressionRef;

/// An attempt to decode.
pub(in crate::de) struct Session<'t, 'de> {
    pub(in crate::de) input: Input<'t, 'de>,
    pub(in crate::de) hints: &'t DecodeHints,
    pub(super) guesses: Cell<Guesses>,
    /// The first label that was given to no field, of a block in a buffer. It is an error unless the
    /// fields are found out and decoding starts over.
    pub(super) unread_label: RefCell<Option<Error>>,
}

/// How often something was guessed about blocks that were given to targets that take anything.
#[derive(Clone, Copy, Default)]
pub(in crate::de) struct Guesses {
    /// A single block was given as a sequence of one.
    pub(super) sequences_of_one: usize,
    /// Blocks were given by their labels.
    pub(super) by_label: usize,
    /// Labels were given as fields.
    pub(super) label_fields: usize,
}

impl<'t, 'de> Session<'t, 'de> {
    pub(in crate::de) fn new(input: Input<'t, 'de>, hints: &'t DecodeHints) -> Self {
        let (guesses, unread_label) = (Cell::default(), RefCell::default());
        Session { input, hints, guesses, unread_label }
    }

    pub(super) fn guess(&self, guess: impl FnOnce(&mut Guesses)) {
        let mut guesses = self.guesses.get();
        guess(&mut guesses);
        self.guesses.set(guesses);
    }

    /// Decoding a target with this name has failed. If something has been guessed since `before`, the
    /// next attempt knows better.
    #[cold]
    pub(in crate::de) fn retry(&self, target: &'static str, before: Guesses) {
        if is_in_buffer(target) {
            return;
        }
        let guesses = self.guesses.get();
        if self.hints.can_restart() && guesses.label_fields > before.label_fields {
            for field in take_missing_fields() {
                self.hints.record_label_field(target, field);
            }
        }
        if self.hints.can_restart() && guesses.by_label > before.by_label {
            self.hints.record_asks_labels(target);
        }
        if self.hints.can_restart() && guesses.sequences_of_one > before.sequences_of_one {
            self.hints.record_asks_blocks(target);
        }
        if self.hints.can_restart() {
            self.hints.record_alternative_forms(target);
        }
    }

    /// The content of an option whose visitor has this name has refused an expression. If it is null,
    /// the next attempt evaluates it first.
    #[cold]
    pub(super) fn record_refused_null(
        &self,
        unevaluated: Option<ExpressionRef<'t>>,
        visitor: &'static str,
    ) {
        if unevaluated.is_some_and(|expression| self.input.is_null(expression)) {
            self.hints.record_evaluated(visitor);
        }
    }

    /// Fails if a label was given to no field.
    pub(in crate::de) fn require_labels_read(&self) -> Result<()> {
        match self.unread_label.take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}
