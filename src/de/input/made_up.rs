//! Made-up values, which let decoding continue after an error; see
//! [`Recovery`](crate::de::recovery::Recovery).

use serde::de::Error as _;

use crate::diagnostic::error::{Error, Result};

/// The simplest value that fits a target: one, nothing, a text that is a character and a number, a struct of such
/// values.
#[derive(Clone, Copy)]
pub(in crate::de) struct MadeUp {
    /// The number of nested structs that it may have: types may contain themselves.
    depth: u8,
    /// The missing field that it is for.
    pub(in crate::de) field: Option<&'static str>,
}

impl MadeUp {
    pub(in crate::de) fn new() -> Self {
        MadeUp { depth: 8, field: None }
    }

    pub(in crate::de) fn of_field(field: &'static str) -> Self {
        MadeUp { field: Some(field), ..MadeUp::new() }
    }

    /// The value of the parts.
    pub(in crate::de) fn inside(self) -> Result<Self> {
        match self.depth.checked_sub(1) {
            Some(depth) => Ok(MadeUp { depth, field: None }),
            None => Err(Error::custom("the type has no end")),
        }
    }
}
