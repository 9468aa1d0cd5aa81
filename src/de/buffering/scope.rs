//! Scopes: what is known about the placeholders of one buffer, and what targets reveal.

use std::cell::RefCell;
use std::mem;

use hashbrown::HashSet;
use serde::de::{Expected, Unexpected};

use super::offers::Offer;
use super::scalar::{BufferedScalar, WantedScalars};
use super::type_path::TypePath;
use super::wording::Wanted;
use crate::de::input::Part;
use crate::de::unused::EntryPath;
use crate::diagnostic::error::Error;
use crate::document::Body;
use crate::eval::Context;
use crate::text::span::Span;

/// The lifetime of the placeholders of one buffer: an attempt to decode, or the visit of a struct
/// with flattened fields.
#[must_use]
pub(in crate::de) struct Scope {
    index: usize,
}

/// The facts about the placeholders of a scope.
#[derive(Default)]
struct Facts {
    entries: Vec<Entry>,
    /// The body whose entries go into the buffer, for a flattened `Body`.
    body: Option<Body>,
    /// Whether the buffer has all entries. From then on, targets are decoded from it.
    is_filled: bool,
    /// Whether targets that capture accept data: an entry is data only because a target needs data.
    data_suffices: bool,
    /// Whether a target asked to capture an entry without a part.
    source_requested: bool,
    /// Whether a target asked for the place of an entry without a part.
    spans_requested: bool,
    /// Set if expressions are placeholders so that targets can ask for their places: the context for
    /// their evaluation.
    context: Option<Context>,
    /// Fields with names such as `$label` that were missing in a target.
    missing_fields: Vec<&'static str>,
    /// Scalars that a target rejected although they can be converted; at most [`MANY_REFUSED`].
    refused_scalars: Vec<BufferedScalar>,
    /// The names of the variants of an enum that rejected a name.
    variants: Option<Variants>,
    /// The errors of targets since a buffer was filled: those of the variants of an untagged enum. At
    /// most [`MANY_ERRORS`]; `None` before the first buffer.
    errors: Option<Vec<Error>>,
}

/// The names of the variants of an enum.
pub(in crate::de) type Variants = &'static [&'static str];

/// The maximum number of errors that are kept for an untagged enum.
const MANY_ERRORS: usize = 16;

/// The maximum number of rejected scalars that one attempt records.
const MANY_REFUSED: usize = 64;

/// The number of an entry and of its scope.
#[derive(Clone, Copy)]
pub(super) struct EntryId {
    pub(super) scope: u32,
    pub(super) index: u32,
}

/// A placeholder and its use.
pub(super) struct Entry {
    pub(super) purpose: Purpose,
    /// The part for a target that captures.
    pub(super) part: Option<Part>,
    pub(super) is_buffered: bool,
    pub(super) last_use: Option<Use>,
    /// Whether a target rejected the placeholder, such as an earlier variant of an untagged enum.
    was_refused: bool,
    /// The wanted form, for a placeholder of blocks.
    pub(super) form: BlockForm,
    /// The wanted kinds, for a placeholder of a scalar.
    pub(super) scalars: WantedScalars,
}

/// The reason why a placeholder is in the buffer instead of data.
pub(in crate::de) enum Purpose {
    /// An entry of a struct with flattened fields is not evaluated yet.
    Entry { name: String, place: Option<Span> },
    /// The form in which targets want the blocks is not known yet.
    Block(TypePath),
    /// The kinds of scalars that targets want are not known yet.
    Scalar(TypePath),
    /// It is not known yet whether a target reads an entry of a buffer. Its name is at this place.
    Probe { path: Option<EntryPath>, place: Option<Span> },
    /// It is not known yet whether a target has this field.
    Offer(Offer),
    /// It is not known which target wants the value.
    Trial,
    /// An expression has no value.
    Failure { span: Span, error: Option<Error> },
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Captured,
    Refused,
}

thread_local! {
    /// The scopes that have been entered and not left, the innermost one last.
    static SCOPES: RefCell<Vec<Facts>> = const { RefCell::new(Vec::new()) };
}

/// The form in which a target wants blocks. If several targets are tried, the first one decides,
/// except those for scalars.
#[derive(Clone, Copy, Default)]
pub(in crate::de) struct BlockForm {
    pub(super) wanted: Wanted,
    /// The form that another target wants.
    pub(super) alternative: Option<Wanted>,
}

/// The result of the facts of a scope.
#[derive(Default)]
pub(in crate::de) struct Outcome {
    /// The entries whose placeholders targets rejected, with the form that they wanted for blocks. In the
    /// next attempt these entries have their data.
    pub(super) refused: Vec<(String, BlockForm)>,
    /// The forms in which types want blocks, by the block types that lead to them.
    pub(in crate::de) block_forms: Vec<(TypePath, BlockForm)>,
    /// The blocks whose form no target asked for.
    pub(super) unused_blocks: Vec<TypePath>,
    /// The kinds of scalars that targets want.
    pub(super) wanted_scalars: Vec<(TypePath, WantedScalars)>,
    /// The scalars whose kind no target asked for.
    pub(super) unused_scalars: Vec<TypePath>,
    /// Scalars that targets rejected although they can be converted.
    pub(super) refused_scalars: Vec<BufferedScalar>,
    /// The names of the variants of an enum that rejected a name.
    pub(in crate::de) variants: Option<Variants>,
    /// The entries that no target used.
    pub(super) unused_names: Vec<String>,
    /// Whether a target asked to capture an entry that was passed as data.
    pub(super) source_requested: bool,
    /// Whether a target asked for the place of an entry that was passed as data.
    pub(in crate::de) spans_requested: bool,
    /// Fields with names such as `$label` that were missing in targets. An optional target hides
    /// the error.
    pub(in crate::de) missing_fields: Vec<&'static str>,
    /// The offered fields that targets read.
    pub(super) read_offers: Vec<Offer>,
    /// The entries whose placeholders targets rejected, which shows that the targets read them.
    pub(super) read: Vec<EntryPath>,
    /// The places of the names of entries that no target used.
    pub(super) unused: Vec<Span>,
    /// The first failure of an expression that was needed.
    pub(in crate::de) failure: Option<Error>,
}

impl Scope {
    /// Enters a scope. Dropping it leaves the scope.
    pub(in crate::de) fn enter(body: Option<Body>) -> Self {
        SCOPES.with_borrow_mut(|scopes| {
            scopes.push(Facts { body, ..Facts::default() });
            Scope { index: scopes.len() - 1 }
        })
    }

    /// Lets targets that capture accept data.
    pub(in crate::de) fn accept_data(&self) {
        self.with(|facts| facts.data_suffices = true);
    }

    /// Records that the buffer has all entries.
    pub(in crate::de) fn fill(&self) {
        self.with(|facts| facts.is_filled = true);
    }

    /// Allows targets to ask for the places of expressions. The targets evaluate the expressions
    /// themselves.
    pub(in crate::de) fn mark_spans(&self, context: &Context) {
        self.with(|facts| facts.context = Some(context.clone()));
    }

    pub(super) fn add(&self, purpose: Purpose) -> Option<EntryId> {
        let index = self.with(|facts| facts.add(purpose))?;
        Some(EntryId { scope: self.index as u32, index })
    }

    /// Whether a target has asked to capture an entry without a part.
    pub(in crate::de) fn is_source_requested(&self) -> bool {
        self.with(|facts| facts.source_requested).unwrap_or(false)
    }

    pub(in crate::de) fn outcome(&self) -> Outcome {
        self.with(Facts::outcome).unwrap_or_default()
    }

    fn with<T>(&self, act: impl FnOnce(&mut Facts) -> T) -> Option<T> {
        SCOPES.with_borrow_mut(|scopes| scopes.get_mut(self.index).map(act))
    }
}

impl Drop for Scope {
    fn drop(&mut self) {
        // A part may be large; it must not be dropped while the scopes are borrowed.
        let dropped = SCOPES.with_borrow_mut(|scopes| scopes.split_off(self.index));
        drop(dropped);
    }
}

impl EntryId {
    /// Adds an entry to the innermost scope. Every attempt has one.
    pub(super) fn in_innermost_scope(purpose: Purpose) -> Self {
        SCOPES.with_borrow_mut(|scopes| match scopes.split_last_mut() {
            Some((facts, outer)) => {
                EntryId { scope: outer.len() as u32, index: facts.add(purpose) }
            }
            None => EntryId { scope: u32::MAX, index: u32::MAX },
        })
    }

    /// Calls `act` with the entry, and whether a target asked to capture one without a part.
    pub(super) fn with<T>(self, act: impl FnOnce(&mut bool, &mut Entry) -> T) -> Option<T> {
        SCOPES.with_borrow_mut(|scopes| {
            let facts = scopes.get_mut(self.scope as usize)?;
            let entry = facts.entries.get_mut(self.index as usize)?;
            Some(act(&mut facts.source_requested, entry))
        })
    }
}

impl Facts {
    /// Adds an entry, and returns its number.
    fn add(&mut self, purpose: Purpose) -> u32 {
        self.entries.push(Entry::new(purpose));
        self.entries.len() as u32 - 1
    }

    fn outcome(&mut self) -> Outcome {
        let mut outcome = Outcome {
            source_requested: self.source_requested,
            spans_requested: self.spans_requested,
            missing_fields: mem::take(&mut self.missing_fields),
            refused_scalars: mem::take(&mut self.refused_scalars),
            variants: self.variants.take(),
            ..Outcome::default()
        };
        for Entry { purpose, is_buffered, last_use, was_refused, form, scalars, .. } in
            &mut self.entries
        {
            match (purpose, last_use) {
                // The last target may capture. If the data suits an earlier one, that is the result.
                (Purpose::Entry { name, .. }, Some(_)) if *was_refused => {
                    outcome.refused.push((mem::take(name), *form));
                }
                (Purpose::Entry { name, place }, None) if *is_buffered => {
                    outcome.unused_names.push(mem::take(name));
                    outcome.unused.extend(*place);
                }
                (Purpose::Offer(offer), Some(_)) => outcome.read_offers.push(offer.clone()),
                (Purpose::Probe { path, .. }, Some(Use::Refused)) => {
                    outcome.read.extend(path.take());
                }
                (Purpose::Probe { place, .. }, None) => {
                    outcome.unused.extend(place.filter(|_| *is_buffered));
                }
                (Purpose::Block(path), Some(Use::Refused)) => {
                    outcome.block_forms.push((mem::take(path), *form));
                }
                (Purpose::Block(path), None) if *is_buffered => {
                    outcome.unused_blocks.push(mem::take(path));
                }
                (Purpose::Scalar(path), Some(last_use)) if *is_buffered => {
                    let mut wanted = mem::take(scalars);
                    if *last_use == Use::Captured {
                        wanted.accept_all();
                    }
                    outcome.wanted_scalars.push((mem::take(path), wanted));
                }
                (Purpose::Scalar(path), None) if *is_buffered => {
                    outcome.unused_scalars.push(mem::take(path));
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
            form: BlockForm::default(),
            scalars: WantedScalars::default(),
        }
    }

    pub(super) fn refuse(&mut self) {
        self.last_use = Some(Use::Refused);
        self.was_refused = true;
    }

    pub(super) fn failure(&mut self) -> Option<&mut Option<Error>> {
        match &mut self.purpose {
            Purpose::Failure { error, .. } => Some(error),
            _ => None,
        }
    }
}

impl BlockForm {
    pub(super) fn add(&mut self, wanted: Wanted) {
        let BlockForm { wanted: first, alternative } = self;
        match (*first, wanted) {
            (_, Wanted::Other) => {}
            (Wanted::Other, _) => *first = wanted,
            (first, _) if first != wanted && alternative.is_none() => *alternative = Some(wanted),
            _ => {}
        }
    }

    /// Whether a target may be a struct, or a sequence of them.
    pub(super) fn may_be_struct(&self) -> bool {
        let is_one = |wanted| matches!(wanted, Wanted::Struct | Wanted::Sequence);
        is_one(self.wanted) || self.alternative.is_some_and(is_one)
    }

    /// Changes to the alternative form. Returns whether there is one.
    pub(super) fn advance(&mut self) -> bool {
        match self.alternative.take() {
            Some(alternative) => {
                self.wanted = alternative;
                true
            }
            None => false,
        }
    }
}

/// `None` if no scope has been entered.
fn in_innermost_scope<T>(act: impl FnOnce(&mut Facts) -> T) -> Option<T> {
    SCOPES.with_borrow_mut(|scopes| scopes.last_mut().map(act))
}

/// Records that a target rejected a scalar, if it can be converted to what the target wants.
pub(in crate::de) fn record_refused_scalar(unexpected: Unexpected<'_>, expected: &dyn Expected) {
    let Some(scalar) = BufferedScalar::refused(unexpected, expected) else { return };
    in_innermost_scope(|Facts { refused_scalars, .. }| {
        if refused_scalars.len() < MANY_REFUSED && !refused_scalars.contains(&scalar) {
            refused_scalars.push(scalar);
        }
    });
}

/// Takes the scalars that targets of the innermost scope rejected although they can be converted.
pub(super) fn take_refused_scalars() -> Vec<BufferedScalar> {
    in_innermost_scope(|facts| mem::take(&mut facts.refused_scalars)).unwrap_or_default()
}

/// Records that an enum with these variants rejected a name.
pub(in crate::de) fn record_variants(variants: Variants) {
    in_innermost_scope(|facts| facts.variants = Some(variants));
}

/// Takes the variants of an enum in the innermost scope that rejected a name.
pub(in crate::de) fn take_variants() -> Option<Variants> {
    in_innermost_scope(|facts| facts.variants.take()).flatten()
}

/// Records that a field with a name such as `$label` is missing in a target.
pub(in crate::de) fn record_missing_field(field: &'static str) {
    in_innermost_scope(|facts| facts.missing_fields.push(field));
}

/// Takes the fields with names such as `$label` that are missing in targets of the innermost scope.
pub(in crate::de) fn take_missing_fields() -> Vec<&'static str> {
    in_innermost_scope(|facts| mem::take(&mut facts.missing_fields)).unwrap_or_default()
}

/// Records that a target asked to capture its part, but got data. Returns whether another attempt
/// can help.
pub(in crate::de) fn request_source() -> bool {
    let requests = |facts: &mut Facts| {
        let may_help = facts.is_filled && !facts.data_suffices;
        facts.source_requested |= may_help;
        may_help
    };
    in_innermost_scope(requests).unwrap_or(false)
}

/// Records that a target asked for its place. Returns the context for evaluating the target, if it
/// may be a placeholder.
pub(in crate::de) fn request_span() -> Option<Context> {
    SCOPES.with_borrow_mut(|scopes| {
        let context = scopes.iter().rev().find_map(|facts| facts.context.clone());
        if context.is_none() {
            for facts in scopes {
                facts.spans_requested = true;
                facts.source_requested |= facts.is_filled;
            }
        }
        context
    })
}

/// Whether flattened fields are being decoded from the buffer of the innermost scope.
pub(in crate::de) fn is_filled() -> bool {
    in_innermost_scope(|facts| facts.is_filled).unwrap_or(false)
}

/// Captures the entries of the buffered body that have these names, as a body.
pub(in crate::de) fn remaining_entries(names: &HashSet<String>) -> Option<Body> {
    let capture = |facts: &mut Facts| {
        for entry in &mut facts.entries {
            if matches!(&entry.purpose, Purpose::Entry { name, .. } if names.contains(name)) {
                entry.last_use = Some(Use::Captured);
            }
        }
        facts.source_requested |= facts.body.is_none();
        Some(facts.body.as_ref()?.excerpt(|item| names.contains(item.name())))
    };
    in_innermost_scope(capture).flatten()
}

/// Forgets the errors of targets: another buffer is filled.
pub(in crate::de) fn forget_errors() {
    drop(in_innermost_scope(|facts| facts.errors.replace(Vec::new())));
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
    let take = |facts: &mut Facts| {
        let entries = facts.entries.iter_mut().rev();
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
    };
    in_innermost_scope(take).flatten()
}
