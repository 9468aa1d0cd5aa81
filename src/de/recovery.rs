//! Decoding on after an error, to find the other mistakes of a document.
//!
//! serde stops at the first error. So decoding starts over, and what has failed is left out: values that
//! don't fit and fields that are missing are [made up](super::input::MadeUp), entries that nothing knows are
//! skipped. The errors of all attempts together are the error of the decode.
//!
//! - No attempt goes on if a made-up value is refused, or if something fails that contains one.
//! - No value comes out of an attempt with made-up values.
//! - No more work is done than a small multiple of [`WORK`].

use std::cell::{Cell, RefCell};

use hashbrown::{HashMap, HashSet};

use crate::budget;
use crate::diagnostic::Path;
use crate::error::{Category, Error, ErrorCause, Result};
use crate::source::Span;

/// How many bytes of source are decoded again.
const WORK: usize = 256 * 1024;

/// How many times decoding goes on.
const MOST: usize = 20;

/// Whatever has failed so far.
#[derive(Default)]
pub(in crate::de) struct Recovery {
    is_on: Cell<bool>,
    /// Values that are made up, by the places of their keys.
    values: RefCell<HashSet<Span>>,
    /// Entries that are skipped, by the places of their keys.
    skipped: RefCell<HashSet<Span>>,
    /// Fields that are missing, by the bodies that they are missing in.
    fields: RefCell<HashMap<Span, Vec<&'static str>>>,
    /// The paths of all values that are made up.
    made_up: RefCell<Vec<Path>>,
    /// The innermost failures of this attempt.
    failed: RefCell<Vec<Failure>>,
    /// Whether a target has refused a made-up value.
    has_refused: Cell<bool>,
    attempts: Cell<usize>,
    /// The errors of all attempts so far.
    all: RefCell<Option<Error>>,
}

/// What has failed.
pub(in crate::de) enum Failure {
    /// The value of the entry with the key at this place.
    Value(Span),
    /// The entry with the key at this place.
    Entry(Span),
    /// The body at this place lacks a field.
    Field(Span, &'static str),
}

impl Recovery {
    /// Whether something is left out in this attempt.
    #[inline]
    pub(in crate::de) fn is_on(&self) -> bool {
        self.is_on.get()
    }

    /// Before an attempt.
    pub(in crate::de) fn begin(&self) {
        self.failed.borrow_mut().clear();
    }

    /// Records what has failed. The innermost failures count, which are recorded first.
    #[cold]
    pub(in crate::de) fn record(&self, failures: impl IntoIterator<Item = Failure>) {
        let mut failed = self.failed.borrow_mut();
        if failed.is_empty() {
            failed.extend(failures);
        }
    }

    /// Records what has failed together with what was recorded last.
    #[cold]
    pub(in crate::de) fn record_also(&self, failure: Failure) {
        self.failed.borrow_mut().push(failure);
    }

    #[cold]
    pub(in crate::de) fn refuse(&self) {
        self.has_refused.set(true);
    }

    pub(in crate::de) fn is_made_up(&self, key: Span) -> bool {
        self.values.borrow().contains(&key)
    }

    pub(in crate::de) fn is_skipped(&self, key: Span) -> bool {
        self.skipped.borrow().contains(&key)
    }

    /// The field number `index` of those that are made up for a body.
    pub(in crate::de) fn missing_field(&self, body: Span, index: usize) -> Option<&'static str> {
        self.fields.borrow().get(&body)?.get(index).copied()
    }

    /// The errors of the attempts before one that has succeeded.
    pub(in crate::de) fn take_error(&self) -> Option<Error> {
        match self.is_on() {
            true => self.all.take(),
            false => None,
        }
    }

    /// After an attempt that has failed; `bytes` is the length of the source.
    ///
    /// # Errors
    ///
    /// The errors of all attempts, if there is no use in another one.
    #[cold]
    pub(in crate::de) fn go_on(&self, error: Error, bytes: usize) -> Result<()> {
        let is_known = self.all.borrow().as_ref().is_some_and(|all| all.has_mistake_of(&error));
        let is_certain = !is_known
            && !self.has_refused.get()
            && !budget::is_spent()
            && !self.is_consequence(&error);
        let attempts = self.attempts.get() + 1;
        self.attempts.set(attempts);
        self.is_on.set(true);
        let goes_on = is_certain
            && matches!(error.category(), Category::Data | Category::Evaluation)
            && attempts <= MOST.min(WORK / bytes.max(1))
            && self.leave_out(&error);
        let mut all = self.all.borrow_mut();
        match &mut *all {
            None => *all = Some(error),
            Some(_) if matches!(error.cause(), Some(ErrorCause::Reported)) => {}
            Some(all) if is_certain => all.append(error),
            Some(_) => {}
        }
        match all.take() {
            Some(error) if !goes_on => Err(error),
            error => {
                *all = error;
                Ok(())
            }
        }
    }

    /// Whether the error is about something that contains a made-up value.
    fn is_consequence(&self, error: &Error) -> bool {
        let is_of_value = |failure: &Failure| matches!(failure, Failure::Value(_));
        let made_up = self.made_up.borrow();
        (self.failed.borrow().is_empty() || self.failed.borrow().iter().any(is_of_value))
            && error.first_path().is_some_and(|path| made_up.iter().any(|it| path.contains(it)))
    }

    /// Leaves out what has failed. Whether it is known and new.
    fn leave_out(&self, error: &Error) -> bool {
        let failed = self.failed.take();
        let Some(path) = error.first_path() else { return false };
        !failed.is_empty()
            && failed.into_iter().all(|failure| match failure {
                Failure::Value(key) => {
                    self.made_up.borrow_mut().push(path.clone());
                    self.values.borrow_mut().insert(key)
                }
                Failure::Entry(key) => self.skipped.borrow_mut().insert(key),
                Failure::Field(body, field) => {
                    self.made_up.borrow_mut().push(path.to_field(field));
                    let mut fields = self.fields.borrow_mut();
                    let missing = fields.entry(body).or_default();
                    let is_new = !missing.contains(&field);
                    missing.push(field);
                    is_new
                }
            })
    }
}
