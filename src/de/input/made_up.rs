//! Made-up values, which let decoding continue after an error; see
//! [`Recovery`](crate::de::recovery::Recovery).

use std::borrow::Cow;

use serde::de::Error as _;

use super::scalar::Scalar;
use crate::diagnostic::error::{Error, Result};

/// A simple value that fits a target: a scalar, null for a target that accepts any type, or a struct or tuple of
/// such values. It is a [node](super::Node) and nothing else: who reads a node gets its parts here.
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

    /// A scalar that converts to a number that is not zero, to a bool, and to a text of one character.
    pub(in crate::de) fn scalar<'de>() -> Scalar<'de> {
        Scalar::String(Cow::Borrowed("1"))
    }

    /// The value of the parts.
    pub(in crate::de) fn inside(self) -> Result<Self> {
        match self.depth.checked_sub(1) {
            Some(depth) => Ok(MadeUp { depth, field: None }),
            None => Err(Error::custom("the type has no end")),
        }
    }
}
