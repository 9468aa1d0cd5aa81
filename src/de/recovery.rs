//! Continues decoding after an error, to find the other mistakes of a document.
//!
//! serde stops at the first error. So decoding starts over without the failed parts: values that don't
//! fit and missing fields are [made up](super::input::MadeUp), unknown entries are skipped. The result
//! is one error with the diagnostics of all attempts.
//!
//! - No further attempt if a made-up value is rejected, or if a part that contains one fails.
//! - No value comes out of an attempt with made-up values.
//! - No more work is done than a small multiple of [`WORK`].

use std::cell::{Cell, RefCell};

use hashbrown::HashSet;

use super::input::{BodyOf, Input};
use crate::diagnostic::Path;
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::cause::{ErrorCause, Found};
use crate::diagnostic::error::{Category, Error, Result};
use crate::limits::budget;
use crate::text::span::Span;
use crate::text::suggest;

/// The number of bytes of source that are decoded again.
const WORK: usize = 256 * 1024;

/// The maximum number of further attempts.
const MOST: usize = 20;

/// The maximum number of bodies that are known as places of a field.
const MOST_OWNERS: usize = 64;

/// The failed parts of all attempts.
#[derive(Default)]
pub(in crate::de) struct Recovery {
    is_on: Cell<bool>,
    /// The parts that are left out.
    left_out: RefCell<HashSet<Failure>>,
    /// The missing fields among them, with the places of their bodies. Each attempt adds one at most.
    fields: RefCell<Vec<(Span, &'static str)>>,
    /// The missing fields whose types have fields.
    structs: RefCell<Vec<&'static str>>,
    /// The bodies that were decoded into a struct with these fields.
    owners: RefCell<Vec<(String, &'static [&'static str])>>,
    /// The paths of all made-up values.
    made_up: RefCell<Vec<Path>>,
    /// The innermost failures of this attempt.
    failed: RefCell<Vec<Failure>>,
    /// Whether a target has rejected a made-up value.
    has_refused: Cell<bool>,
    attempts: Cell<usize>,
    /// The errors of all attempts so far.
    all: RefCell<Option<Error>>,
}

/// A failed part, and how it is left out.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::de) enum Failure {
    /// The value of the entry with the key at this place is made up.
    Value(Span),
    /// The entry with the key at this place is skipped.
    Entry(Span),
    /// The body at this place lacks a field, which is made up.
    Field(Span, &'static str),
}

impl Recovery {
    /// Whether this attempt leaves out failed parts.
    #[inline]
    pub(in crate::de) fn is_on(&self) -> bool {
        self.is_on.get()
    }

    /// Prepares for an attempt.
    pub(in crate::de) fn begin(&self) {
        self.failed.borrow_mut().clear();
    }

    /// Records failed parts. Only the innermost failures count, which are recorded first.
    #[cold]
    pub(in crate::de) fn record(&self, failures: impl IntoIterator<Item = Failure>) {
        let mut failed = self.failed.borrow_mut();
        if failed.is_empty() {
            failed.extend(failures);
        }
    }

    /// Records a further failed part of the same failure.
    #[cold]
    pub(in crate::de) fn record_also(&self, failure: Failure) {
        self.failed.borrow_mut().push(failure);
    }

    /// Runs attempts whose failures don't count.
    #[cold]
    pub(in crate::de) fn aside<T>(&self, run: impl FnOnce() -> T) -> T {
        let (failed, has_refused) = (self.failed.take(), self.has_refused.get());
        let result = run();
        self.failed.replace(failed);
        self.has_refused.set(has_refused);
        result
    }

    /// Leaves out a failed part. Returns whether it was in.
    fn leave(&self, part: Failure) -> bool {
        let is_new = self.left_out.borrow_mut().insert(part);
        if let (Failure::Field(body, field), true) = (part, is_new) {
            self.fields.borrow_mut().push((body, field));
        }
        is_new
    }

    /// Records that a body is decoded into a struct with these fields.
    #[cold]
    pub(in crate::de) fn record_owner(&self, body: BodyOf<'_>, fields: &'static [&'static str]) {
        let name = match body.block() {
            Some(block) => format!("{:?}", block.block_type()),
            None => catalog::TOP_LEVEL.to_owned(),
        };
        let mut owners = self.owners.borrow_mut();
        if owners.len() < MOST_OWNERS && !owners.iter().any(|(owner, _)| *owner == name) {
            owners.push((name, fields));
        }
    }

    /// The bodies that have a field of this name.
    fn owners_of(&self, field: &str) -> Vec<String> {
        let owners = self.owners.borrow();
        let owners = owners.iter().filter(|(_, fields)| fields.contains(&field));
        owners.map(|(name, _)| name.clone()).collect()
    }

    #[cold]
    pub(in crate::de) fn refuse(&self) {
        self.has_refused.set(true);
    }

    /// Records that a missing field is a struct.
    #[cold]
    pub(in crate::de) fn record_struct(&self, field: Option<&'static str>) {
        self.structs.borrow_mut().extend(field);
    }

    pub(in crate::de) fn is_made_up(&self, key: Span) -> bool {
        self.left_out.borrow().contains(&Failure::Value(key))
    }

    pub(in crate::de) fn is_skipped(&self, key: Span) -> bool {
        self.left_out.borrow().contains(&Failure::Entry(key))
    }

    /// The made-up field of a body with this index.
    pub(in crate::de) fn missing_field(&self, body: Span, index: usize) -> Option<&'static str> {
        let fields = self.fields.borrow();
        fields.iter().filter(|(lacks, _)| *lacks == body).map(|(_, field)| *field).nth(index)
    }

    /// The errors of the failed attempts before a successful one.
    pub(in crate::de) fn take_error(&self, input: &Input<'_, '_>) -> Option<Error> {
        match self.is_on() {
            true => self.all.take().map(|all| self.finish(all, input)),
            false => None,
        }
    }

    /// Prepares the next attempt after a failed one.
    ///
    /// # Errors
    ///
    /// The errors of all attempts, if another one is of no use.
    #[cold]
    pub(in crate::de) fn go_on(&self, error: Error, input: &Input<'_, '_>) -> Result<()> {
        let is_known = self.all.borrow().as_ref().is_some_and(|all| all.has_mistake_of(&error));
        let is_certain = !is_known
            && !self.has_refused.get()
            && !budget::is_spent()
            && !self.is_consequence(&error);
        let attempts = self.attempts.replace(self.attempts.get() + 1) + 1;
        let may_try = attempts <= MOST.min(WORK / input.length().max(1));
        let is_typo = self.is_typo(&error);
        self.is_on.set(true);
        let goes_on = is_certain
            && matches!(error.category(), Category::Data | Category::Evaluation)
            && may_try
            && self.leave_out(&error);
        let mut all = self.all.borrow_mut();
        match &mut *all {
            None => *all = Some(error),
            Some(_) if is_typo || matches!(error.cause(), Some(ErrorCause::Reported)) => {}
            Some(all) if is_certain => all.append(error),
            Some(_) => {}
        }
        match all.take() {
            Some(error) if !goes_on => Err(self.finish(error, input)),
            error => {
                *all = error;
                Ok(())
            }
        }
    }

    /// Whether the error is about a part that contains a made-up value, which is null in a buffer.
    fn is_consequence(&self, error: &Error) -> bool {
        if let Some(ErrorCause::Refused { found: Found::Null, .. }) = error.cause() {
            return !self.made_up.borrow().is_empty();
        }
        let is_of_value = |failure: &Failure| matches!(failure, Failure::Value(_));
        let made_up = self.made_up.borrow();
        (self.failed.borrow().is_empty() || self.failed.borrow().iter().any(is_of_value))
            && error.first_path().is_some_and(|path| made_up.iter().any(|it| path.contains(it)))
    }

    /// Whether the error is about an unknown field whose name is similar to that of a missing one.
    fn is_typo(&self, error: &Error) -> bool {
        let Some(ErrorCause::UnknownField(name, _)) = error.cause() else { return false };
        let fields = self.fields.borrow();
        let missing = fields.iter().map(|(_, field)| *field);
        suggest::nearest(name, missing.filter(|field| field != name)).is_some()
    }

    /// The errors of all attempts in source order. A field in the wrong place is one mistake.
    fn finish(&self, mut all: Error, input: &Input<'_, '_>) -> Error {
        for (body, field) in &*self.fields.borrow() {
            let is_field = |name| input.text(name).trim_matches('"') == *field;
            all = all.join_misplaced(field, *body, is_field);
        }
        for field in &*self.structs.borrow() {
            all = all.with_missing_struct(field);
        }
        all.placed(|name| self.owners_of(name)).in_order()
    }

    /// Leaves out the failed parts of an error. Returns whether they are known and new.
    fn leave_out(&self, error: &Error) -> bool {
        let failed = self.failed.take();
        let Some(path) = error.first_path() else { return false };
        !failed.is_empty()
            && failed.into_iter().all(|failure| {
                self.made_up.borrow_mut().extend(match failure {
                    Failure::Value(_) => Some(path.clone()),
                    Failure::Entry(_) => None,
                    Failure::Field(_, field) => Some(path.to_field(field)),
                });
                self.leave(failure)
            })
    }
}
