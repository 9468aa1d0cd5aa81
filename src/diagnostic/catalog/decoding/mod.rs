//! Diagnostics of decoding: a value, block or body does not fit the Rust type.

pub(super) mod block;
pub(super) mod field;
pub(super) mod value;
pub(super) mod variant;

pub(crate) use self::{block::*, field::*, value::*, variant::*};
