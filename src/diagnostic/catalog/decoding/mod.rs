//! Diagnostics of decoding: a value, block or body does not fit the Rust type.

mod block;
mod field;
mod value;
mod variant;

pub(crate) use self::block::*;
pub(crate) use self::field::*;
pub(crate) use self::value::*;
pub(crate) use self::variant::*;
