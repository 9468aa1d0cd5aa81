//! serde's traits, for both passes: a thin layer over the functions that examine the node.
//!
//! Programs compile these methods again for each of their types. So there is one implementation for
//! both passes, its methods only call the visitor, and the functions that they use are compiled once.

mod decoder;
mod mapping;
mod sequence;
mod variant;

pub(in crate::de) use self::decoder::EitherDecoder;
pub(super) use self::mapping::EitherMapping;
