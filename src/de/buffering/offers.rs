//! Finds out which types that are decoded from buffers have a field `$blocks` with a default. serde
//! reports a missing field only if it is required. After a successful attempt to decode a part, others offer the
//! field to the bodies in its buffers about which this is not known, to those of one site at a time.
//!
//! - No value is returned from an attempt that offers fields.
//! - A map does not get the field: it would read every other name, too.
//! - A body whose targets want no struct gets no offer.

use std::cell::Cell;

use super::site::Site;
use crate::text::span::Span;

/// The name of the field that takes all blocks of a body.
pub(in crate::de) const ALL_BLOCKS: &str = "$blocks";

/// A name that is offered before the field. Only maps read it.
pub(in crate::de) const NO_FIELD: &str = "$blocks?";

/// The bodies in buffers whose targets may have the field.
#[derive(Default)]
pub(in crate::de) struct Offers {
    is_on: Cell<bool>,
    /// Whether it is not known of a body in this attempt whether its target has the field.
    are_wanted: Cell<bool>,
    /// The first such body in an attempt that offers fields. Its target gets the offers.
    body: Cell<Option<Site>>,
    /// The place of blocks that can't be passed to its target.
    pub(super) out_of_reach: Cell<Option<Span>>,
    /// Whether its target has the field itself, not in a flattened part.
    pub(super) is_own: Cell<bool>,
}

impl Offers {
    /// Whether this attempt offers fields.
    #[inline]
    pub(super) fn is_on(&self) -> bool {
        self.is_on.get()
    }

    /// Adds a body with blocks that goes into a buffer, and the place of blocks that can't be passed on. Returns whether its
    /// target gets offers in this attempt.
    pub(super) fn add(&self, body: Site, out_of_reach: Option<Span>) -> bool {
        let gets_offers = self.is_on() && self.body.get().is_none_or(|it| it == body);
        match gets_offers {
            true => {
                self.body.set(Some(body));
                self.out_of_reach.set(self.out_of_reach.get().or(out_of_reach));
            }
            false => self.are_wanted.set(true),
        }
        gets_offers
    }

    pub(in crate::de) fn record_own_field(&self) {
        self.is_own.set(true);
    }

    /// Whether there are bodies about whose targets this is not known.
    pub(in crate::de) fn are_wanted(&self) -> bool {
        !self.is_on() && self.are_wanted.get()
    }

    /// Before an attempt.
    pub(super) fn begin(&self, is_on: bool) {
        self.is_on.set(is_on);
        self.are_wanted.set(false);
        self.body.set(None);
        self.out_of_reach.set(None);
        self.is_own.set(false);
    }

    /// After an attempt that offers fields: the body whose target got the offers.
    pub(super) fn finish(&self, is_ok: bool) -> Option<Site> {
        self.is_on.set(false);
        let body = self.body.take()?;
        // A failed attempt may not have reached the others.
        self.are_wanted.set(self.are_wanted.get() || !is_ok);
        Some(body)
    }
}
