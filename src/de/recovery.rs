//! Continues decoding after a mistake, to find the others of a document.
//!
//! serde stops at the first error. So a document with a mistake is decoded once more, and this attempt goes on: the error of
//! a part is reported, and a [made-up](super::input::MadeUp) value takes its place. Where a field is missing or an entry
//! is unknown, its body is decoded again with this field made up, or without this entry.
//!
//! - No value comes out of an attempt with made-up values.
//! - No error of what contains a made-up value is reported, unless it is about names: it may be a consequence.
//! - No part of an evaluated value is made up: it has no place.

use std::cell::RefCell;
use std::collections::BTreeSet;

use hashbrown::{HashMap, HashSet};

use super::buffering::{Mark, mark, reveal};
use super::input::{BodyOf, Node};
use crate::diagnostic::Segment;
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::cause::ErrorCause;
use crate::diagnostic::error::{Category, Error};
use crate::limits::budget;
use crate::text::span::Span;

/// The maximum number of bodies that are known as places of a field.
const MOST_OWNERS: usize = 64;

/// The charge for a mistake, which is much larger than its source.
const MISTAKE: usize = 32;

/// The mistakes of a document, and what is left out because of them.
#[derive(Default)]
pub(in crate::de) struct Recovery {
    /// The error of the attempt before, if this one goes on after mistakes.
    first: RefCell<Option<Error>>,
    mistakes: RefCell<Vec<Mistake>>,
    /// The starts of made-up parts, and of bodies with made-up fields.
    made_up: RefCell<BTreeSet<u32>>,
    /// The places of the names of entries, and of labels, that are left out.
    left_out: RefCell<HashSet<Span>>,
    /// The missing fields, by the places of their bodies.
    fields: RefCell<HashMap<Span, Vec<&'static str>>>,
    /// The missing fields whose types have fields.
    structs: RefCell<HashSet<&'static str>>,
    /// The bodies that were decoded into a struct with these fields.
    owners: RefCell<Vec<(String, &'static [&'static str])>>,
    /// The names that are the reason of the last error.
    failed: RefCell<Vec<Failure>>,
}

/// An error, and the time when it was reported.
struct Mistake {
    time: Mark,
    error: Error,
    /// The start of the part that is made up because of it, or of the body that gets a made-up field.
    made_up: Option<u32>,
    /// Whether it is not found again, because something is left out.
    is_settled: bool,
}

/// A name that is the reason of an error.
#[derive(Clone, Copy)]
pub(in crate::de) enum Failure {
    /// That of an entry, or a label, at this place. It is left out.
    Entry(Span),
    /// That of a field which the body at this place lacks. It is made up.
    Field(Span, &'static str),
}

impl Recovery {
    /// Whether this attempt goes on after mistakes.
    #[inline]
    pub(in crate::de) fn is_on(&self) -> bool {
        self.first.borrow().is_some()
    }

    /// Forgets the mistakes that were reported after this time, or all, except for settled ones.
    pub(in crate::de) fn forget(&self, after: Option<Mark>) {
        self.failed.borrow_mut().clear();
        for mistake in self.take(after) {
            match mistake.made_up {
                _ if mistake.is_settled => self.mistakes.borrow_mut().push(mistake),
                Some(start) => drop(self.made_up.borrow_mut().remove(&start)),
                None => {}
            }
        }
    }

    /// Takes the mistakes that were reported after this time, or all.
    fn take(&self, after: Option<Mark>) -> Vec<Mistake> {
        let mut mistakes = self.mistakes.borrow_mut();
        let is_before = |mistake: &Mistake| after.is_some_and(|it| !it.is_before(mistake.time));
        let start = mistakes.partition_point(is_before);
        mistakes.split_off(start)
    }

    /// Records the reasons of an error. Only the innermost ones count, which are recorded first.
    #[cold]
    pub(in crate::de) fn record(&self, failures: impl IntoIterator<Item = Failure>) {
        let mut failed = self.failed.borrow_mut();
        if failed.is_empty() {
            failed.extend(failures);
        }
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

    /// Records that a missing field is a struct.
    #[cold]
    pub(in crate::de) fn record_struct(&self, field: Option<&'static str>) {
        self.structs.borrow_mut().extend(field);
    }

    pub(in crate::de) fn is_left_out(&self, name: Span) -> bool {
        self.left_out.borrow().contains(&name)
    }

    /// The made-up field of a body with this index.
    pub(in crate::de) fn missing_field(&self, body: Span, index: usize) -> Option<&'static str> {
        self.fields.borrow().get(&body)?.get(index).copied()
    }

    /// After an error that has ended an attempt: whether another one goes on after mistakes.
    #[cold]
    pub(in crate::de) fn starts(&self, error: &Error) -> bool {
        let is_mistake = matches!(error.category(), Category::Data | Category::Evaluation);
        let starts = is_mistake && !self.is_on() && !budget::is_spent();
        if starts {
            self.first.replace(Some(error.clone()));
        }
        starts
    }

    /// Leaves out the names that are the reason of an error, and reports it. Returns the error if they are not known, or
    /// left out already.
    #[cold]
    pub(in crate::de) fn settle(&self, error: Error) -> Result<(), Error> {
        let failed = self.failed.take();
        let mut body = None;
        let is_new = |failure: &Failure| match *failure {
            Failure::Entry(name) => self.left_out.borrow_mut().insert(name),
            Failure::Field(place, field) => {
                body.get_or_insert(place);
                let mut fields = self.fields.borrow_mut();
                let fields = fields.entry(place).or_default();
                let is_new = !fields.contains(&field);
                fields.extend(is_new.then_some(field));
                is_new
            }
        };
        if failed.is_empty() || !failed.iter().all(is_new) {
            return Err(error);
        }
        self.add(error, body, true);
        Ok(())
    }

    /// Reports the error of a node, which is made up.
    #[cold]
    pub(in crate::de) fn make_up(&self, error: Error, node: &Node<'_, '_>) {
        let has_made_up =
            |part: Span| self.made_up.borrow().range(part.start..part.end).next().is_some();
        if !is_about_whole(&error) || !node.parts().into_iter().any(has_made_up) {
            self.add(error, node.span(), false);
        }
    }

    /// Reports an error for which nothing is made up.
    pub(in crate::de) fn report(&self, error: Error) {
        self.add(error, None, false);
    }

    fn add(&self, error: Error, made_up: Option<Span>, is_settled: bool) {
        // The parts around the mistake learn of it.
        reveal();
        let made_up = made_up.map(|place| place.start);
        self.made_up.borrow_mut().extend(made_up);
        let is_reported = matches!(error.cause(), Some(ErrorCause::Reported));
        if !is_reported && budget::charge(MISTAKE) {
            let mistake = Mistake { time: mark(), error, made_up, is_settled };
            self.mistakes.borrow_mut().push(mistake);
        }
    }

    /// Adds a step to the paths of the mistakes in a part that began at this time.
    #[cold]
    pub(in crate::de) fn lead(&self, begin: Mark, step: &Segment) {
        for mistake in self.take(Some(begin)) {
            let error = mistake.error.behind(step.clone());
            self.mistakes.borrow_mut().push(Mistake { error, ..mistake });
        }
    }

    /// All errors in source order. The one that has ended the attempt may be a consequence of the others, or of decoding twice.
    #[cold]
    pub(in crate::de) fn finish(&self, last: Option<Error>) -> Option<Error> {
        let Some(first) = self.first.take() else { return last };
        let (category, is_spent) = (first.category(), budget::is_spent());
        let has_made_up = !self.made_up.borrow().is_empty();
        let is_consequence = |error: &Error| is_spent || has_made_up && is_about_whole(error);
        let last = last.filter(|last| !is_consequence(last));
        let errors = self.take(None).into_iter().map(|mistake| mistake.error);
        let mut errors: Vec<Error> = errors.chain(last).collect();
        if is_spent || errors.is_empty() {
            errors.push(first);
        }
        let mut all = errors.into_iter().reduce(|mut all, error| {
            all.append(error);
            all
        })?;
        for field in &*self.structs.borrow() {
            all = all.with_missing_struct(field);
        }
        let all = all.in_category(category).one_for_each_mistake().join_misplaced();
        Some(all.placed(|name| self.owners_of(name)).in_order())
    }
}

/// Whether the error of a node is not about a part of it. It may be the consequence of made-up values in the node.
fn is_about_whole(error: &Error) -> bool {
    !error.has_path() || matches!(error.cause(), Some(ErrorCause::Reported))
}
