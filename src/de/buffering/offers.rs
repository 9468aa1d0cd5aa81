//! Finds out which types that are decoded from buffers have a field `$blocks` with a default. serde
//! reports a missing field only if it is required. So a body with blocks has two more entries in a buffer, if their
//! readers are not known: placeholders for the field, and before it for a name that no type has.
//!
//! - A struct with the field rejects the placeholder of the field.
//! - A map, and a type that denies unknown fields, rejects the other one. Then there are no more offers for it.

use super::type_path::TypePath;
use crate::text::span::Span;

/// The name of the field that takes all blocks of a body.
pub(in crate::de) const ALL_BLOCKS: &str = "$blocks";

/// A name that is offered before the field. Only maps read it.
pub(in crate::de) const NO_FIELD: &str = "$blocks?";

/// A name that was offered to the target of a body.
#[derive(Clone)]
pub(in crate::de) struct Offer {
    pub(super) body: TypePath,
    pub(super) name: &'static str,
    /// The place of a body whose blocks can't be passed on.
    pub(super) out_of_reach: Option<Span>,
    /// Whether the body has only one entry, which may be the name of a variant.
    pub(super) is_only: bool,
}
