//! Finds out which types that are decoded from buffers have a field `$blocks` with a default. serde
//! reports a missing field only if it is required. After a successful attempt to decode a part, other attempts offer the
//! field to the bodies in its buffers, to those of one type at a time.
//!
//! - No value is returned from an attempt that offers fields.
//! - A map does not get the field: it would read every other name, too.
//! - A body whose targets want no struct gets no offer.

use std::cell::{Cell, RefCell};

use hashbrown::HashSet;

use super::site::Site;
use crate::text::span::Span;

/// The name of the field that takes all blocks of a body.
pub(in crate::de) const ALL_BLOCKS: &str = "$blocks";

/// A name that is offered before the field. Only maps read it.
pub(in crate::de) const NO_FIELD: &str = "$blocks?";

/// The maximum number of types that get an offer.
const MOST: usize = 32;

/// The bodies in buffers whose targets may have the field.
#[derive(Default)]
pub(in crate::de) struct Offers {
    is_on: Cell<bool>,
    /// The bodies that are known to have the field, or not to have it.
    known: RefCell<HashSet<Site>>,
    /// The first other body with blocks that went into a buffer in this attempt. If the attempt offers fields, its target gets the offer.
    body: Cell<Option<Site>>,
    /// Whether there is one more.
    has_more: Cell<bool>,
    /// The offered names that the target has read in this attempt, and whether it has the field itself, not in a flattened part.
    read: RefCell<Vec<&'static str>>,
    is_own: Cell<bool>,
    /// The place of a body whose blocks can't be passed on.
    out_of_reach: Cell<Option<Span>>,
}

/// The next step after an attempt that offers fields.
pub(in crate::de) enum AfterOffers {
    /// Another attempt that offers fields.
    Retry,
    /// The targets of this body take its blocks in a field.
    Field(Site),
    /// The target of the body at this place has the field, but its blocks can't be passed on.
    OutOfReach(Span),
    /// All fields are known.
    Finished,
}

impl Offers {
    /// Prepares for an attempt.
    pub(in crate::de) fn begin(&self) {
        self.body.set(None);
        self.has_more.set(false);
        self.read.borrow_mut().clear();
        self.is_own.set(false);
        self.out_of_reach.set(None);
    }

    #[inline]
    pub(in crate::de) fn is_on(&self) -> bool {
        self.is_on.get()
    }

    /// After a successful attempt: whether attempts that offer fields follow.
    pub(in crate::de) fn start(&self) -> bool {
        let starts = self.body.take().is_some() && !self.is_on();
        self.is_on.set(self.is_on() || starts);
        starts
    }

    /// Whether there is a body in this attempt for whose target the field should be offered.
    pub(super) fn is_wanted(&self) -> bool {
        !self.is_on() && self.body.get().is_some()
    }

    /// Whether the target of a body gets an offer in this attempt.
    pub(super) fn admit(&self, body: Site) -> bool {
        let is_known = self.known.borrow().contains(&body);
        match self.body.get() {
            None if !is_known => self.body.set(Some(body)),
            Some(other) if other != body && !is_known => self.has_more.set(true),
            _ => {}
        }
        self.is_on() && self.body.get() == Some(body)
    }

    /// Records that the target gets an offer although its blocks can't be passed on.
    pub(in crate::de) fn record_out_of_reach(&self, body: Option<Span>) {
        self.out_of_reach.set(self.out_of_reach.get().or(body));
    }

    pub(super) fn record_read(&self, names: Vec<&'static str>) {
        self.read.borrow_mut().extend(names);
    }

    pub(in crate::de) fn record_own_field(&self) {
        self.is_own.set(true);
    }

    /// Called after an attempt that offers fields.
    pub(in crate::de) fn finish(&self) -> AfterOffers {
        let (read, mut known) = (self.read.take(), self.known.borrow_mut());
        let Some(body) = self.body.take().filter(|_| known.len() < MOST) else {
            self.is_on.set(false);
            return AfterOffers::Finished;
        };
        let is_field = read.contains(&ALL_BLOCKS) && !read.contains(&NO_FIELD);
        let has_field = self.is_own.take() || is_field;
        match self.out_of_reach.take().filter(|_| has_field) {
            Some(place) => return AfterOffers::OutOfReach(place),
            None => known.insert(body),
        };
        let goes_on = !has_field && self.has_more.take();
        self.is_on.set(goes_on);
        match goes_on {
            true => AfterOffers::Retry,
            false if has_field => AfterOffers::Field(body),
            false => AfterOffers::Finished,
        }
    }
}
