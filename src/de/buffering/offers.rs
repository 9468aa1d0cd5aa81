//! Finds out which types that are decoded from buffers have a field `$blocks` with a default. serde
//! reports a missing field only if it is required. After a successful attempt to decode a part, other attempts offer the
//! field to the bodies in its buffers, once for each type.
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

/// The maximum number of attempts that offer the field and find no one who has it.
const MOST_ATTEMPTS: usize = 32;

/// A name that was offered to the target of a body.
#[derive(Clone)]
pub(in crate::de) struct Offer {
    pub(super) body: Site,
    pub(super) name: &'static str,
    /// The place of a body whose blocks can't be passed on.
    pub(super) out_of_reach: Option<Span>,
}

/// The bodies in buffers whose targets may have the field.
#[derive(Default)]
pub(in crate::de) struct Offers {
    /// Whether a body with blocks, whose target is not known, went into a buffer in this attempt.
    has_blocks: Cell<bool>,
    is_on: Cell<bool>,
    /// Whether this attempt offers the field to one body alone.
    is_alone: Cell<bool>,
    /// The number of attempts that found no field.
    attempts: Cell<usize>,
    /// The bodies that are known to have the field, or not to have it.
    known: RefCell<HashSet<Site>>,
    /// The bodies in this attempt whose targets got an offer.
    offered: RefCell<Vec<Site>>,
    /// The offers in this attempt that were read.
    read: RefCell<Vec<Offer>>,
    /// The bodies in this attempt whose targets have the field themselves, not in a flattened part.
    own: RefCell<Vec<Site>>,
}

/// The next step after an attempt that offers fields.
pub(in crate::de) enum AfterOffers {
    /// Another attempt. These bodies take their blocks in a field.
    Retry(Vec<Site>),
    /// The target of the body at this place has the field, but its blocks can't be passed on.
    OutOfReach(Span),
    /// All fields are known.
    Finished,
}

impl Offers {
    /// Prepares for an attempt.
    pub(in crate::de) fn begin(&self) {
        self.has_blocks.set(false);
        self.offered.borrow_mut().clear();
        self.read.borrow_mut().clear();
        self.own.borrow_mut().clear();
    }

    #[inline]
    pub(in crate::de) fn is_on(&self) -> bool {
        self.is_on.get()
    }

    /// After a successful attempt: whether attempts that offer fields follow.
    pub(in crate::de) fn start(&self) -> bool {
        let starts = self.has_blocks.take() && !self.is_on.get();
        if starts {
            self.is_on.set(true);
            self.is_alone.set(false);
            self.attempts.set(0);
        }
        starts
    }

    /// Whether there is a body in this attempt for whose target the field should be offered.
    pub(super) fn is_wanted(&self) -> bool {
        self.has_blocks.get()
    }

    /// Whether the target of a body gets an offer in this attempt.
    pub(super) fn admit(&self, body: Site) -> bool {
        if self.known.borrow().contains(&body) {
            return false;
        }
        if !self.is_on.get() {
            self.has_blocks.set(true);
            return false;
        }
        let mut offered = self.offered.borrow_mut();
        let admits = !self.is_alone.get() || offered.first().is_none_or(|first| *first == body);
        if admits && !offered.contains(&body) {
            offered.push(body);
        }
        admits
    }

    pub(super) fn record_read(&self, offers: Vec<Offer>) {
        self.read.borrow_mut().extend(offers);
    }

    pub(super) fn record_own_field(&self, body: Site) {
        self.own.borrow_mut().push(body);
    }

    /// Called after an attempt that offers fields. If it failed without any offer being read, the offer may be the reason, as for
    /// a type that takes exactly one entry. Then each body gets its offer in an attempt of its own.
    pub(in crate::de) fn finish(&self, is_ok: bool) -> AfterOffers {
        let (offered, read) = (self.offered.take(), self.read.take());
        let is_read = |body: Site, name: &str| {
            read.iter().any(|offer| offer.name == name && offer.body == body)
        };
        let own = self.own.take();
        let has_field = |body: &Site| {
            own.contains(body) || is_read(*body, ALL_BLOCKS) && !is_read(*body, NO_FIELD)
        };
        let fields: Vec<Site> = offered.iter().copied().filter(has_field).collect();
        let out_of_reach = read.iter().find_map(|offer| {
            let has_field = offer.name == ALL_BLOCKS && fields.contains(&offer.body);
            offer.out_of_reach.filter(|_| has_field)
        });
        if let Some(place) = out_of_reach {
            return AfterOffers::OutOfReach(place);
        }
        let is_alone = self.is_alone.get();
        let mut known = self.known.borrow_mut();
        let before = known.len();
        known.extend(read.into_iter().map(|offer| offer.body).chain(own));
        if is_ok || is_alone {
            known.extend(offered.iter().copied());
        }
        let has_learned = known.len() > before;
        if !fields.is_empty() {
            self.is_on.set(false);
            self.is_alone.set(false);
            return AfterOffers::Retry(fields);
        }
        let is_done = offered.is_empty() || is_ok && !is_alone;
        self.is_alone.set(is_alone || !has_learned);
        self.attempts.set(self.attempts.get() + 1);
        match is_done || self.attempts.get() > MOST_ATTEMPTS {
            true => {
                self.is_on.set(false);
                AfterOffers::Finished
            }
            false => AfterOffers::Retry(Vec::new()),
        }
    }
}
