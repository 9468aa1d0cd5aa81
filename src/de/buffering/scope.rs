//! Scopes: what is known about the placeholders of one buffer, and what targets reveal.

use std::cell::{Cell, RefCell};
use std::mem;

use hashbrown::HashSet;

use super::site::{Data, Site};
use super::type_hints::Variants;
use super::wants::{Wants, converts};
use super::wording::Wanted;
use crate::de::input::Part;
use crate::de::options::Options;
use crate::diagnostic::cause::Found;
use crate::diagnostic::error::Error;
use crate::document::Body;
use crate::text::span::Span;

/// The lifetime of the placeholders of one buffer: an attempt to decode, or the visit of a struct
/// with flattened fields.
#[must_use]
pub(in crate::de) struct Scope {
    index: usize,
    begin: Mark,
}

/// The scopes that have been entered and not left, the innermost one last, and their placeholders.
#[derive(Default)]
struct Scopes {
    scopes: Vec<Facts>,
    entries: Vec<Entry>,
}

/// A point in the time of a decode: the number of placeholders, and of all that targets have revealed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::de) struct Mark {
    entries: u32,
    revealed: u32,
}

impl Mark {
    /// Whether something was revealed from this point to the other one.
    pub(in crate::de) fn is_before(self, other: Mark) -> bool {
        let between = other.revealed.wrapping_sub(self.revealed);
        between != 0 && between <= u32::MAX / 2
    }
}

/// The facts about the placeholders of a scope.
#[derive(Default)]
struct Facts {
    /// The number of placeholders before those of the scope.
    start: usize,
    /// Whether it is the scope of an attempt to decode a document.
    is_attempt: bool,
    /// The body whose entries go into the buffer, for a flattened `Body`.
    body: Option<Body>,
    /// Whether the buffer has all entries. From then on, targets are decoded from it.
    is_filled: bool,
    /// Whether targets that capture accept data: an entry is data only because a target needs data.
    data_suffices: bool,
    revealed: Revealed,
    /// Set if expressions are placeholders so that targets can ask for their places: the options for
    /// their evaluation.
    options: Option<Box<Options>>,
    /// The errors of targets since a buffer was filled: those of the variants of an untagged enum. At
    /// most [`MANY_ERRORS`]; `None` before the first buffer.
    errors: Option<Vec<Error>>,
}

/// The facts that targets have revealed in another way than by a placeholder.
#[derive(Default)]
pub(in crate::de) struct Revealed {
    /// Whether a target asked to capture an entry that was passed as data.
    pub(in crate::de) source_requested: bool,
    /// Whether a target asked for the place of an entry that was passed as data.
    pub(in crate::de) spans_requested: bool,
    /// Fields with names such as `$label` that were missing in targets. An optional target hides
    /// the error.
    pub(in crate::de) missing_fields: Vec<&'static str>,
    /// Scalars that targets rejected although they can be converted; at most [`MANY_REFUSED`].
    pub(super) refused_scalars: Vec<Found>,
    /// The names of the variants of an enum that rejected a name.
    pub(in crate::de) variants: Option<Variants>,
}

/// The maximum number of errors that are kept for an untagged enum.
const MANY_ERRORS: usize = 16;

/// The maximum number of rejected scalars that one attempt records.
const MANY_REFUSED: usize = 64;

/// A placeholder, by the number of its entry.
#[derive(Clone, Copy)]
pub(in crate::de) struct Placeholder(pub(super) u32);

/// A placeholder and its use.
pub(super) struct Entry {
    pub(super) purpose: Purpose,
    /// The part for a target that captures.
    pub(super) part: Option<Part>,
    pub(super) is_buffered: bool,
    pub(super) last_use: Option<Use>,
    /// Whether a target rejected the placeholder, such as an earlier variant of an untagged enum.
    was_refused: bool,
    /// The forms that targets asked for when they rejected the placeholder.
    pub(super) wants: Wants,
}

/// The reason why a placeholder is in the buffer instead of data.
pub(in crate::de) enum Purpose {
    /// It is not known yet whether targets want data of an entry of a struct with flattened fields.
    Entry(Site),
    /// It is not known yet what targets want.
    Asked(Site, Data),
    /// It is not known yet whether a target reads an entry of a buffer, whose name is at this place, or a field that is offered.
    Read { site: Site, place: Option<Span> },
    /// The part at this place is hidden, to find out whether an error belongs to it.
    Sought(Span),
    /// An expression has no value.
    Failure { span: Span, error: Option<Error> },
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Captured,
    Refused,
}

thread_local! {
    static SCOPES: RefCell<Scopes> =
        const { RefCell::new(Scopes { scopes: Vec::new(), entries: Vec::new() }) };
    static MARK: Cell<Mark> = const { Cell::new(Mark { entries: 0, revealed: 0 }) };
}

/// The result of the facts of a scope.
#[derive(Default)]
pub(in crate::de) struct Outcome {
    pub(in crate::de) revealed: Revealed,
    /// The forms that targets ask for.
    pub(in crate::de) wants: Vec<(Site, Data, Wants)>,
    /// The data that no target read.
    pub(super) unread: Vec<(Site, Data)>,
    /// The entries of a struct with flattened fields that targets rejected, and those that no target read.
    pub(super) refused: Vec<(Site, Wants)>,
    pub(super) unread_entries: Vec<Site>,
    /// The entries whose placeholders targets rejected, which shows that the targets read them, and the offered fields that
    /// they read.
    pub(super) read: Vec<Site>,
    /// The places of the names of entries that no target used.
    pub(super) unused: Vec<Span>,
    /// The first hidden part that a target has asked for.
    pub(in crate::de) sought: Option<Span>,
    /// The first failure of an expression that was needed.
    pub(in crate::de) failure: Option<Error>,
}

impl Scope {
    /// Enters the scope of an attempt to decode a document. Dropping it leaves the scope.
    pub(in crate::de) fn of_attempt() -> Self {
        Scope::enter(Facts { is_attempt: true, ..Facts::default() })
    }

    /// Enters the scope of a struct with flattened fields.
    pub(in crate::de) fn of_flattened(body: Option<Body>, data_suffices: bool) -> Self {
        Scope::enter(Facts { body, data_suffices, ..Facts::default() })
    }

    fn enter(facts: Facts) -> Self {
        SCOPES.with_borrow_mut(|Scopes { scopes, entries }| {
            scopes.push(Facts { start: entries.len(), ..facts });
            Scope { index: scopes.len() - 1, begin: mark() }
        })
    }

    /// Whether targets have revealed something in the scope, which is the innermost one.
    pub(in crate::de) fn has_revealed(&self) -> bool {
        mark() != self.begin || has_revealed()
    }

    /// Records that the buffer has all entries.
    pub(in crate::de) fn fill(&self) {
        self.with(|facts| facts.is_filled = true);
    }

    /// Whether a target has asked to capture an entry without a part.
    pub(in crate::de) fn is_source_requested(&self) -> bool {
        self.with(|facts| facts.revealed.source_requested).unwrap_or(false)
    }

    pub(in crate::de) fn outcome(&self) -> Outcome {
        let start = self.with(|facts| facts.start).unwrap_or_default();
        outcome_since(start)
    }

    fn with<T>(&self, act: impl FnOnce(&mut Facts) -> T) -> Option<T> {
        SCOPES.with_borrow_mut(|all| all.scopes.get_mut(self.index).map(act))
    }
}

impl Drop for Scope {
    fn drop(&mut self) {
        // A part may be large; it must not be dropped while the scopes are borrowed.
        let dropped = SCOPES.with_borrow_mut(|Scopes { scopes, entries }| {
            let facts = scopes.pop();
            let start = facts.as_ref().map_or(entries.len(), |facts| facts.start);
            (facts, split_off(entries, start))
        });
        drop(dropped);
    }
}

impl Placeholder {
    /// Creates a placeholder in the innermost scope. Every attempt has a scope.
    pub(in crate::de) fn new(purpose: Purpose) -> Self {
        SCOPES.with_borrow_mut(|Scopes { entries, .. }| {
            entries.push(Entry::new(purpose));
            let id = entries.len() as u32 - 1;
            MARK.set(Mark { entries: id + 1, revealed: MARK.get().revealed.wrapping_add(1) });
            Placeholder(id)
        })
    }

    /// Calls `act` with the entry, and whether a target asked to capture one without a part.
    pub(super) fn with<T>(self, act: impl FnOnce(&mut bool, &mut Entry) -> T) -> Option<T> {
        SCOPES.with_borrow_mut(|Scopes { scopes, entries }| {
            let entry = entries.get_mut(self.0 as usize)?;
            let is_inside = |facts: &&mut Facts| facts.start <= self.0 as usize;
            let facts = scopes.iter_mut().rev().find(is_inside)?;
            Some(act(&mut facts.revealed.source_requested, entry))
        })
    }
}

impl Facts {
    /// The result of the facts, and of these placeholders.
    fn outcome(&mut self, entries: &mut [Entry]) -> Outcome {
        let mut outcome = Outcome { revealed: mem::take(&mut self.revealed), ..Outcome::default() };
        for Entry { purpose, is_buffered, last_use, was_refused, wants, .. } in entries {
            match (purpose, last_use) {
                // The last target may capture. If the data suits an earlier one, that is the result.
                (&mut Purpose::Entry(site), Some(_)) if *was_refused => {
                    outcome.refused.push((site, mem::take(wants)));
                }
                (&mut Purpose::Entry(site), None) if *is_buffered => {
                    outcome.unread_entries.push(site);
                }
                (Purpose::Read { site, place: None }, Some(_))
                | (Purpose::Read { site, .. }, Some(Use::Refused)) => outcome.read.push(*site),
                (Purpose::Read { place, .. }, None) => {
                    outcome.unused.extend(place.filter(|_| *is_buffered));
                }
                (&mut Purpose::Asked(site, Data::Scalar), Some(Use::Captured)) => {
                    outcome.wants.push((site, Data::Scalar, Wants::any()));
                }
                (&mut Purpose::Asked(site, data), Some(Use::Refused)) => {
                    outcome.wants.push((site, data, mem::take(wants)));
                }
                (&mut Purpose::Asked(site, data), None) if *is_buffered => {
                    outcome.unread.push((site, data));
                }
                (&mut Purpose::Sought(part), Some(_)) => {
                    outcome.sought.get_or_insert(part);
                }
                (Purpose::Failure { error, .. }, None | Some(Use::Refused))
                    if outcome.failure.is_none() =>
                {
                    outcome.failure = error.take();
                }
                _ => {}
            }
        }
        outcome
    }
}

impl Entry {
    fn new(purpose: Purpose) -> Self {
        Entry {
            purpose,
            part: None,
            is_buffered: false,
            last_use: None,
            was_refused: false,
            wants: Wants::default(),
        }
    }

    pub(super) fn refuse(&mut self) {
        self.last_use = Some(Use::Refused);
        self.was_refused = true;
    }
}

/// `None` if no scope has been entered.
fn in_innermost_scope<T>(act: impl FnOnce(&mut Facts) -> T) -> Option<T> {
    SCOPES.with_borrow_mut(|all| all.scopes.last_mut().map(act))
}

/// The present point in time.
#[inline(always)]
pub(in crate::de) fn mark() -> Mark {
    MARK.get()
}

/// Records that something was revealed.
pub(in crate::de) fn reveal() {
    let Mark { entries, revealed } = MARK.get();
    MARK.set(Mark { entries, revealed: revealed.wrapping_add(1) });
}

/// The facts that targets have revealed since a point in time. Removes the placeholders since then.
pub(in crate::de) fn outcome_since_mark(mark: Mark) -> Outcome {
    outcome_since(mark.entries as usize)
}

fn outcome_since(start: usize) -> Outcome {
    let (outcome, removed) = SCOPES.with_borrow_mut(|Scopes { scopes, entries }| {
        let mut removed = split_off(entries, start);
        let outcome = scopes.last_mut().map(|facts| facts.outcome(&mut removed));
        (outcome, removed)
    });
    // A part may be large; it must not be dropped while the scopes are borrowed.
    drop(removed);
    outcome.unwrap_or_default()
}

fn split_off(entries: &mut Vec<Entry>, start: usize) -> Vec<Entry> {
    if start >= entries.len() {
        return Vec::new();
    }
    MARK.set(Mark { entries: start as u32, ..MARK.get() });
    entries.split_off(start)
}

/// Records that a target rejected a scalar, if it can be converted to what the target wants.
pub(in crate::de) fn record_refused_scalar(found: &Found, wanted: Wanted) {
    if !converts(found, wanted) {
        return;
    }
    in_innermost_scope(|Facts { revealed: Revealed { refused_scalars, .. }, .. }| {
        if refused_scalars.len() < MANY_REFUSED && !refused_scalars.contains(found) {
            refused_scalars.push(found.clone());
        }
    });
}

/// Records that an enum with these variants rejected a name.
pub(in crate::de) fn record_variants(variants: Variants) {
    in_innermost_scope(|facts| facts.revealed.variants = Some(variants));
}

/// Records that a field with a name such as `$label` is missing in a target.
pub(in crate::de) fn record_missing_field(field: &'static str) {
    in_innermost_scope(|facts| facts.revealed.missing_fields.push(field));
}

/// Forgets the scalars that targets of the innermost scope rejected: the attempt has succeeded without them.
pub(in crate::de) fn forget_refused_scalars() {
    in_innermost_scope(|facts| facts.revealed.refused_scalars.clear());
}

/// Whether targets of the innermost scope have revealed something without a placeholder.
pub(in crate::de) fn has_revealed() -> bool {
    let has_revealed = |Facts { revealed, .. }: &mut Facts| {
        let (fields, scalars) = (&revealed.missing_fields, &revealed.refused_scalars);
        !fields.is_empty() || !scalars.is_empty() || revealed.variants.is_some()
    };
    in_innermost_scope(has_revealed).unwrap_or(false)
}

/// Takes what targets of the innermost scope have revealed without a placeholder.
pub(in crate::de) fn take_revealed() -> Revealed {
    in_innermost_scope(|facts| mem::take(&mut facts.revealed)).unwrap_or_default()
}

/// Records that a target asked to capture its part, but got data. Returns whether another attempt
/// can help.
pub(in crate::de) fn request_source() -> bool {
    let requests = |facts: &mut Facts| {
        let may_help = facts.is_filled && !facts.data_suffices;
        facts.revealed.source_requested |= may_help;
        may_help
    };
    reveal();
    in_innermost_scope(requests).unwrap_or(false)
}

/// Allows targets to ask for the places of expressions. The targets evaluate the expressions themselves.
pub(in crate::de) fn mark_spans(options: &Options) {
    SCOPES.with_borrow_mut(|Scopes { scopes, .. }| {
        if let Some(facts) = scopes.iter_mut().rev().find(|facts| facts.is_attempt) {
            facts.options = Some(Box::new(options.clone()));
        }
    });
}

/// Records that a target asked for its place. Returns the options for evaluating the target, if it
/// may be a placeholder.
pub(in crate::de) fn request_span() -> Option<Options> {
    reveal();
    SCOPES.with_borrow_mut(|Scopes { scopes, .. }| {
        let options = scopes.iter().rev().find_map(|facts| facts.options.as_deref().cloned());
        if options.is_none() {
            for facts in scopes {
                facts.revealed.spans_requested = true;
                facts.revealed.source_requested |= facts.is_filled;
            }
        }
        options
    })
}

/// Whether flattened fields are being decoded from the buffer of the innermost scope.
pub(in crate::de) fn is_filled() -> bool {
    in_innermost_scope(|facts| facts.is_filled).unwrap_or(false)
}

/// Captures the entries of the buffered body that have these names, as a body.
pub(in crate::de) fn remaining_entries(names: &HashSet<String>) -> Option<Body> {
    reveal();
    let body = in_innermost_scope(|facts| {
        facts.revealed.source_requested |= facts.body.is_none();
        facts.body.clone()
    });
    Some(body??.excerpt(|item| names.contains(item.name())))
}

/// Forgets the errors of targets: another buffer is filled.
pub(in crate::de) fn forget_errors() {
    in_innermost_scope(|facts| facts.errors.get_or_insert_default().clear());
}

/// Records the error of a target, if it may be that of a variant of an untagged enum.
#[cold]
pub(in crate::de) fn record_error(error: &Error) {
    in_innermost_scope(|facts| match &mut facts.errors {
        Some(errors) if errors.len() < MANY_ERRORS => errors.push(error.clone()),
        _ => {}
    });
}

/// Takes the errors of the variants of an untagged enum.
#[cold]
pub(in crate::de) fn take_errors() -> Vec<Error> {
    in_innermost_scope(|facts| facts.errors.as_mut().map(mem::take)).flatten().unwrap_or_default()
}

/// Takes the first failure of an expression in `span` that was needed. Only the placeholders of the
/// last decoded part are searched.
pub(in crate::de) fn take_failure_in(span: Span) -> Option<Error> {
    SCOPES.with_borrow_mut(|Scopes { scopes, entries }| {
        let start = scopes.last()?.start;
        let entries = entries.iter_mut().skip(start).rev();
        entries
            .take_while(|entry| match &entry.purpose {
                Purpose::Failure { span: inner, .. } => span.start <= inner.start,
                _ => true,
            })
            .filter(|entry| entry.last_use != Some(Use::Captured))
            .filter_map(|entry| match &mut entry.purpose {
                Purpose::Failure { span: inner, error } if span.contains(*inner) => {
                    error.is_some().then_some(error)
                }
                _ => None,
            })
            .last()?
            .take()
    })
}
