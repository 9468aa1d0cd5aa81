//! Values that are made up, so that decoding goes on after an error; see
//! [`Recovery`](crate::de::recovery::Recovery).

use serde::de::Error as _;

use crate::error::{Error, Result};

/// The simplest value that a target may take: zero, nothing, an empty text, a struct of such values.
#[derive(Clone, Copy)]
pub(in crate::de) struct MadeUp {
    /// How many structs it may have in each other: types may contain themselves.
    depth: u8,
}

impl MadeUp {
    pub(in crate::de) fn new() -> Self {
        MadeUp { depth: 8 }
    }

    /// The parts of the value.
    pub(in crate::de) fn inside(self) -> Result<Self> {
        match self.depth.checked_sub(1) {
            Some(depth) => Ok(MadeUp { depth }),
            None => Err(Error::custom("the type has no end")),
        }
    }
}
