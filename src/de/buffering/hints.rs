//! Facts about types that serde reveals only through a failed attempt, see the [module](super).

use std::cell::{Cell, OnceCell, RefCell};
use std::mem;
use std::rc::Rc;

use hashbrown::HashSet;

use super::offers::{ALL_BLOCKS, NO_FIELD, Offers};
use super::scope::{Outcome, Revealed, reveal};
use super::site::{Data, Site, Sites};
use super::sought::Sought;
use super::type_hints::{TypeHints, Variants};
use super::wants::{Wants, found};
use crate::de::input::Scalar;
use crate::de::recovery::{Failure, Recovery};
use crate::de::unused::Unused;
use crate::diagnostic::cause::Found;
use crate::diagnostic::error::Error;
use crate::text::span::Span;

/// The hints of one decode. A type is identified by the name of its visitor, which is unique for
/// types with serde_derive. Most decodes need no hints, so these are made when the first one is recorded.
#[derive(Default)]
pub(in crate::de) struct DecodeHints {
    is_any_known: Cell<bool>,
    has_new: Cell<bool>,
    /// Whether targets in buffers ask for their places.
    marks_spans: Cell<bool>,
    /// Whether there are rejected scalars.
    converts_scalars: Cell<bool>,
    is_one_attempt: bool,
    forms: Cell<Forms>,
    /// The number of blocks that were passed in the first of two forms.
    first_forms: Cell<usize>,
    /// Whether the place of an error is sought.
    is_seeking: Cell<bool>,
    watches_unused: bool,
    /// Whether an earlier part was decoded without a hint that changes it.
    is_revised: Cell<bool>,
    more: OnceCell<Box<More>>,
}

/// The forms of blocks in an attempt where several targets have asked for different ones.
#[derive(Clone, Copy, Default, PartialEq, PartialOrd)]
pub(in crate::de) enum Forms {
    #[default]
    First,
    /// The second form for blocks with labels.
    SecondOfLabelled,
    Second,
}

impl Forms {
    pub(super) fn are_second(self, data: Data) -> bool {
        self == Forms::Second || data == Data::Labelled && self == Forms::SecondOfLabelled
    }
}

/// The facts themselves.
#[derive(Default)]
struct More {
    sites: Sites,
    /// Scalars that targets in buffers rejected although they can be converted.
    refused_scalars: RefCell<HashSet<Found>>,
    /// The data in buffers that no target read in this attempt.
    unread: RefCell<HashSet<(Site, Data)>>,
    /// The types that were decoded in the attempts that count with the assumption that null is a value and entries are data.
    assumed: RefCell<Vec<&'static str>>,
    /// Those for which this attempt has found the assumption to be wrong.
    revised: RefCell<Vec<&'static str>>,
    recovery: Recovery,
    unused: Unused,
    offers: Offers,
    sought: Sought,
}

impl DecodeHints {
    /// Hints for a decode in a context that asks for unused items, or does not.
    pub(in crate::de) fn new(watches_unused: bool) -> Self {
        DecodeHints { watches_unused, ..DecodeHints::default() }
    }

    /// Hints for a decode that can't start over, which makes the safest assumptions.
    pub(in crate::de) fn for_one_attempt(watches_unused: bool) -> Self {
        DecodeHints { is_one_attempt: true, ..DecodeHints::new(watches_unused) }
    }

    #[inline]
    pub(in crate::de) fn is_one_attempt(&self) -> bool {
        self.is_one_attempt
    }

    /// The failed parts, which later attempts leave out.
    #[inline]
    pub(in crate::de) fn recovery(&self) -> &Recovery {
        &self.more().recovery
    }

    /// Whether no hint can be recorded.
    fn is_closed(&self) -> bool {
        self.is_one_attempt || self.is_seeking() || self.is_offering() || self.is_revised.get()
    }

    /// The items that no field takes.
    #[inline]
    pub(in crate::de) fn unused(&self) -> &Unused {
        &self.more().unused
    }

    fn more(&self) -> &More {
        self.more.get_or_init(Box::default)
    }

    /// Whether items that no field takes are recorded.
    #[inline]
    pub(in crate::de) fn watches_unused(&self) -> bool {
        self.watches_unused
    }

    /// Whether this attempt goes on after mistakes.
    #[inline]
    pub(in crate::de) fn is_recovering(&self) -> bool {
        self.more.get().is_some_and(|more| more.recovery.is_on())
    }

    /// Whether the error of a part is reported.
    pub(in crate::de) fn reports(&self) -> bool {
        self.is_recovering() && !self.is_seeking() && !self.is_offering()
    }

    /// Whether the name of an entry, or a label, at this place is left out because of a mistake.
    pub(in crate::de) fn is_left_out(&self, name: Span) -> bool {
        self.is_recovering() && self.recovery().is_left_out(name)
    }

    /// Records the reasons of an error, if it is reported.
    #[cold]
    pub(in crate::de) fn record_failures(&self, failures: impl IntoIterator<Item = Failure>) {
        if self.reports() {
            self.recovery().record(failures);
        }
    }

    /// The errors that an attempt has gone on after.
    pub(in crate::de) fn take_error(&self) -> Option<Error> {
        self.more.get()?.recovery.finish(None)
    }

    /// Whether the attempt follows a successful one, so that its failures reveal nothing new.
    fn is_extra(&self) -> bool {
        self.is_probing() || self.is_offering()
    }

    /// Whether the attempt finds out which entries of buffers are used.
    #[inline]
    pub(in crate::de) fn is_probing(&self) -> bool {
        self.watches_unused && self.unused().is_probing()
    }

    /// The fields that are offered to targets in buffers.
    pub(in crate::de) fn offers(&self) -> &Offers {
        &self.more().offers
    }

    /// The error whose place is sought.
    pub(in crate::de) fn sought(&self) -> &Sought {
        &self.more().sought
    }

    /// Whether parts are hidden in this attempt. Then nothing is recorded.
    #[inline]
    pub(in crate::de) fn is_seeking(&self) -> bool {
        self.is_seeking.get()
    }

    /// Runs attempts that seek the place of an error.
    #[cold]
    pub(in crate::de) fn seek<T>(&self, error: &Error, run: impl FnOnce(&Sought) -> T) -> T {
        self.sought().set(Some(error.clone()));
        self.is_seeking.set(true);
        let result = run(self.sought());
        self.is_seeking.set(false);
        self.sought().set(None);
        result
    }

    /// Whether the scalars in expressions of buffers are examined.
    #[inline]
    pub(in crate::de) fn looks_into_values(&self) -> bool {
        self.converts_scalars() || self.is_probing() || self.is_seeking()
    }

    /// Whether fields are offered in this attempt.
    pub(in crate::de) fn is_offering(&self) -> bool {
        self.more.get().is_some_and(|more| more.offers.is_on())
    }

    /// Before an attempt.
    pub(in crate::de) fn begin(&self) {
        self.is_revised.set(false);
        if let Some(more) = self.more.get() {
            more.unread.borrow_mut().clear();
            more.recovery.forget(None);
            more.unused.begin();
            more.offers.begin(false);
            more.assumed.borrow_mut().clear();
            more.revised.borrow_mut().clear();
        }
    }

    /// Whether entries have to be checked before they are read.
    #[inline]
    pub(in crate::de) fn checks_entries(&self) -> bool {
        self.is_one_attempt || self.is_recovering() || self.is_seeking() || self.is_extra()
    }

    /// Whether there are hints about any type.
    #[inline]
    pub(in crate::de) fn has_any(&self) -> bool {
        self.is_any_known.get()
    }

    /// The hints about the type with this visitor.
    #[inline]
    pub(in crate::de) fn about(&self, visitor: &'static str) -> Option<Rc<TypeHints>> {
        self.has_any().then(|| self.sites().about(visitor)).flatten()
    }

    /// The hints about the type that is decoded from a buffer.
    pub(in crate::de) fn about_type_of(&self, site: Site) -> Option<Rc<TypeHints>> {
        self.sites().about_type_of(site)
    }

    /// Whether the type that is decoded from a buffer has fields for labels or blocks.
    pub(in crate::de) fn has_label_fields(&self, site: Site) -> bool {
        self.about_type_of(site).is_some_and(|hints| !hints.label_fields.is_empty())
    }

    /// The parts of buffers.
    pub(super) fn sites(&self) -> &Sites {
        &self.more().sites
    }

    /// Whether a hint can be recorded, and none has been recorded in this attempt. Only one guess is
    /// corrected at a time, because the other failures may have the same reason.
    pub(in crate::de) fn can_restart(&self) -> bool {
        !self.is_closed() && !self.has_new.get() && !self.is_extra()
    }

    /// Records that something is new.
    #[cold]
    fn learn(&self) {
        self.is_any_known.set(true);
        self.has_new.set(true);
        reveal();
    }

    /// Whether this attempt recorded a hint.
    pub(in crate::de) fn has_new(&self) -> bool {
        self.has_new.get()
    }

    /// Like `has_new`, but also clears the flag for the next attempt.
    pub(in crate::de) fn take_new(&self) -> bool {
        self.has_new.take()
    }

    #[inline]
    pub(in crate::de) fn marks_spans(&self) -> bool {
        self.marks_spans.get()
    }

    /// Records that a target in a buffer asked for its place.
    #[cold]
    pub(in crate::de) fn record_spans(&self) {
        if !self.is_closed() && !self.marks_spans.replace(true) {
            self.learn();
        }
    }

    /// Whether scalars in buffers may have to be converted.
    #[inline]
    pub(in crate::de) fn converts_scalars(&self) -> bool {
        self.converts_scalars.get()
    }

    /// Whether a target rejected a scalar that is equal to this one.
    pub(super) fn was_refused(&self, scalar: &Scalar<'_>) -> bool {
        found(scalar).is_some_and(|found| self.more().refused_scalars.borrow().contains(&found))
    }

    /// Records the scalars that targets of the innermost scope rejected although they can be converted.
    /// The next attempt replaces equal scalars in buffers by placeholders.
    #[cold]
    pub(in crate::de) fn record_refused_scalars(&self, revealed: &mut Revealed) {
        let scalars = mem::take(&mut revealed.refused_scalars);
        if scalars.is_empty() || !self.can_restart() {
            return;
        }
        let mut known = self.more().refused_scalars.borrow_mut();
        let before = known.len();
        known.extend(scalars);
        if known.len() > before {
            self.converts_scalars.set(true);
            self.learn();
        }
    }

    /// Records what targets want.
    pub(in crate::de) fn record_wants(&self, wants: impl IntoIterator<Item = (Site, Data, Wants)>) {
        for (site, data, wants) in wants {
            let is_of_scalars = data == Data::Scalar;
            if self.is_closed() || is_of_scalars && self.is_extra() {
                continue;
            }
            if self.sites().record(site, data, wants) {
                self.learn();
            }
        }
    }

    /// Records the variants of an enum that rejected a block type.
    #[cold]
    pub(in crate::de) fn record_variants_of(&self, target: &'static str, variants: Variants) {
        if self.can_restart() {
            self.record(target, |hints| hints.variants.replace(variants).is_none());
        }
    }

    /// Records one of the facts about the type with this visitor that hold or don't.
    pub(in crate::de) fn record_fact(
        &self,
        visitor: &'static str,
        fact: fn(&mut TypeHints) -> &mut bool,
    ) {
        self.record(visitor, |hints| !mem::replace(fact(hints), true));
    }

    /// Records that a struct with flattened fields lacks a field such as `$label`, and that there
    /// is data for it.
    pub(in crate::de) fn record_label_field(&self, visitor: &'static str, field: &'static str) {
        self.record(visitor, |hints| {
            let is_new = !hints.label_fields.contains(&field);
            if is_new {
                hints.label_fields.push(field);
            }
            is_new
        });
    }

    /// Records that a field rejected a null.
    pub(in crate::de) fn record_null_is_absent_in(&self, visitor: &'static str, field: &str) {
        self.record(visitor, |hints| hints.null_is_absent_in.insert(field.to_owned()));
    }

    /// Records that a value rejected a null, and that all entries have the same type or the field
    /// is unknown.
    pub(in crate::de) fn record_null_is_absent(&self, visitor: &'static str) {
        self.record_fact(visitor, |hints| &mut hints.null_is_absent);
        self.revise(visitor);
    }

    /// Records what an attempt has revealed.
    pub(in crate::de) fn learn_from(&self, outcome: &mut Outcome, is_ok: bool) {
        if outcome.revealed.spans_requested {
            self.record_spans();
        }
        self.record_use(outcome);
        match is_ok {
            true => self.record_unread(),
            false => {
                self.record_refused_scalars(&mut outcome.revealed);
                self.more().unread.borrow_mut().clear();
            }
        }
    }

    /// Records the entries that were read from a buffer, and the places of the others.
    pub(in crate::de) fn record_use(&self, outcome: &mut Outcome) {
        self.more().unread.borrow_mut().extend(mem::take(&mut outcome.unread));
        self.record_wants(mem::take(&mut outcome.wants));
        outcome.sought.into_iter().for_each(|part| self.sought().ask(part));
        for entry in mem::take(&mut outcome.read) {
            if self.sites().record_read(entry) && !self.is_offering() {
                self.has_new.set(true);
                reveal();
            }
        }
        for place in mem::take(&mut outcome.unused) {
            self.unused().leave(place);
        }
    }

    /// Runs an attempt that offers fields, and records whether the target of a body takes all its blocks in a field.
    ///
    /// # Errors
    ///
    /// The place of blocks that can't be passed to such a target.
    #[cold]
    pub(in crate::de) fn offer(&self, run: impl FnOnce() -> (Outcome, bool)) -> Result<(), Span> {
        self.offers().begin(true);
        let (mut outcome, is_ok) = run();
        self.record_use(&mut outcome);
        let (offers, sites) = (self.offers(), self.sites());
        let Some(body) = offers.finish(is_ok) else { return Ok(()) };
        let is_read = |field| sites.with(sites.entry(body, field), |facts| facts.is_read);
        let has_field = offers.is_own.get() || is_read(ALL_BLOCKS) && !is_read(NO_FIELD);
        if let Some(place) = offers.out_of_reach.get().filter(|_| has_field) {
            return Err(place);
        }
        sites.with(body, |facts| facts.takes_all_blocks = Some(has_field));
        if has_field {
            self.learn();
        }
        Ok(())
    }

    /// The number of blocks that were passed in the first of two forms.
    #[inline]
    pub(in crate::de) fn first_forms(&self) -> usize {
        self.first_forms.get()
    }

    pub(super) fn take_first_form(&self) {
        self.first_forms.set(self.first_forms() + 1);
    }

    /// The forms of blocks in this attempt.
    pub(in crate::de) fn forms(&self) -> Forms {
        self.forms.get()
    }

    pub(in crate::de) fn set_forms(&self, forms: Forms) {
        self.forms.set(forms);
    }

    /// After an attempt that has failed, or left a label, and has revealed nothing: whether blocks that were passed in the first
    /// of two forms get the second one. `before` is the number of them before the attempt.
    pub(in crate::de) fn tries_second_forms(&self, before: usize, has_left_label: bool) -> bool {
        let next = if has_left_label { Forms::SecondOfLabelled } else { Forms::Second };
        let is_open = self.can_restart() && self.forms() < next;
        let tries = is_open && self.first_forms() > before;
        if tries {
            self.forms.set(next);
        }
        tries
    }

    /// Records the assumption about the type with this name, if this attempt counts.
    pub(in crate::de) fn assume(&self, name: &'static str) {
        let mut assumed = self.more().assumed.borrow_mut();
        if !self.has_new() && !assumed.contains(&name) {
            assumed.push(name);
        }
    }

    /// After the hints of an attempt were recorded: whether earlier parts were decoded with wrong assumptions, so that the
    /// whole document is decoded again.
    pub(in crate::de) fn revises(&self) -> bool {
        if let Some(more) = self.more.get() {
            let (assumed, mut revised) = (more.assumed.borrow(), more.revised.borrow_mut());
            if revised.drain(..).any(|wrong| assumed.contains(&wrong)) {
                self.is_revised.set(true);
            }
        }
        self.is_revised.get()
    }

    /// Whether the whole document is decoded again after this attempt.
    pub(in crate::de) fn is_revised(&self) -> bool {
        self.is_revised.get()
    }

    /// Records that the assumption was wrong, if this attempt has found that out.
    fn revise(&self, name: &'static str) {
        if self.has_new.get() {
            self.more().revised.borrow_mut().push(name);
        }
    }

    /// After a successful attempt: records that no target read some blocks and scalars. These become data, because they can't
    /// be distinguished from bytes that a target read. If a target has rejected others, an optional field may hide its error;
    /// it may read them in the next attempt.
    pub(in crate::de) fn record_unread(&self) {
        let unread = self.more().unread.take().into_iter();
        if !self.is_extra() && !self.has_new() {
            self.record_wants(unread.map(|(site, data)| match data {
                Data::Scalar => (site, data, Wants::any()),
                _ => (site, data, Wants::default()),
            }));
        }
    }

    /// Records facts after the flattened fields of a struct were decoded, with or without success.
    ///
    /// If a field captures, unread entries become data, too: they can't be distinguished from bytes that a target read, or
    /// rejected with an error of its own. After such an error only the first unread entry becomes
    /// data, because the target may not have reached the others.
    pub(in crate::de) fn record_flattened(
        &self,
        visitor: &'static str,
        outcome: &mut Outcome,
        has_succeeded: bool,
    ) {
        let refused = mem::take(&mut outcome.refused);
        let mut unread = mem::take(&mut outcome.unread_entries);
        let was_asked = !refused.is_empty() || !unread.is_empty();
        if !was_asked && !outcome.revealed.source_requested {
            return;
        }
        let captures = self.about(visitor).is_some_and(|hints| hints.captures);
        if outcome.revealed.source_requested && !captures {
            self.record_fact(visitor, |hints| &mut hints.captures);
            return self.revise(visitor);
        }
        if was_asked {
            self.record_fact(visitor, |hints| &mut hints.wants_data);
        }
        if !has_succeeded {
            unread.truncate(usize::from(refused.is_empty() && self.can_restart()));
        }
        let unread = unread.into_iter().filter(|_| captures).map(|site| (site, Wants::default()));
        self.record_wants(refused.into_iter().chain(unread).flat_map(|(site, wants)| {
            [(site, Data::Labelled, wants.clone()), (site, Data::Blocks, wants)]
        }));
    }

    /// Records a hint; `change` returns whether it is new.
    #[cold]
    fn record(&self, visitor: &'static str, change: impl FnOnce(&mut TypeHints) -> bool) {
        if !self.is_closed() && self.sites().change(visitor, change) {
            self.learn();
        }
    }
}
