//! What all deserializers of one attempt share.

use std::any::type_name;
use std::cell::Cell;

use crate::de::buffering::DecodeHints;
use crate::de::input::Input;

/// An attempt to decode.
pub(in crate::de) struct Session<'t, 'de> {
    pub(in crate::de) input: Input<'t, 'de>,
    pub(in crate::de) hints: &'t DecodeHints,
    /// The number of blocks that have been given as sequences of one to targets that take anything.
    pub(super) sequences_of_one: Cell<usize>,
}

impl<'t, 'de> Session<'t, 'de> {
    pub(in crate::de) fn new(input: Input<'t, 'de>, hints: &'t DecodeHints) -> Self {
        Session { input, hints, sequences_of_one: Cell::new(0) }
    }

    /// Decoding a target of type `T` has failed. If it was given a sequence of one block on the way,
    /// so that there are more of these than `before`, the next attempt gives the body.
    #[cold]
    pub(in crate::de) fn retry_with_body<T>(&self, before: usize) {
        if self.hints.can_restart() && self.sequences_of_one.get() > before {
            self.hints.record_single_block_is_body(type_name::<T>());
        }
    }
}
