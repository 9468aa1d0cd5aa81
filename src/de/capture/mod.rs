//! Passes undecoded parts of a document to targets that capture them.
//!
//! serde's data model has no type for an expression. A type that captures one asks for a newtype
//! with a private [name](names). The decoder puts the part into a slot of this thread and calls the
//! visitor, which takes it out at once. If the type is decoded from a serde buffer, a
//! [placeholder](super::buffering) goes through the buffer.
//!
//! - Nothing remains in the slot: the call that filled it empties it.
//! - No part is copied: all parts of a document share one copy of its tree.

mod lazy;
mod owned;
mod serialize;
mod spanned;
mod value;
mod visitor;

use std::cell::RefCell;

use serde::de::Visitor;

pub use self::lazy::Lazy;
pub use self::spanned::Spanned;
#[cfg(any(feature = "config", feature = "figment"))]
pub(crate) use self::spanned::SpannedSeed;
pub(super) use self::visitor::Received;
use super::input::Part;
use crate::diagnostic::error::Error;
use crate::text::span::Span;
use crate::value::{Type, Value};

/// The names of the newtypes that ask for a part of the document.
pub(super) mod names {
    pub(in crate::de) const PREFIX: &str = "$serde_hcl::";
    pub(in crate::de) const EXPRESSION: &str = "$serde_hcl::Expression";
    pub(in crate::de) const BODY: &str = "$serde_hcl::Body";
    pub(in crate::de) const BLOCK: &str = "$serde_hcl::CapturedBlock";
    pub(in crate::de) const LAZY: &str = "$serde_hcl::Lazy";
    pub(in crate::de) const SPANNED: &str = "$serde_hcl::Spanned";
    pub(in crate::de) const TYPE: &str = "$serde_hcl::Type";
    pub(in crate::de) const VALUE: &str = "$serde_hcl::Value";
}

/// The part that the decoder passes to the visitor.
pub(super) enum Captured {
    Part(Part),
    Value(Value),
    Type(Type),
    Span(Span),
}

thread_local! {
    static SLOT: RefCell<Option<Captured>> = const { RefCell::new(None) };
}

/// Passes `captured` to a visitor that asked for it.
pub(super) fn hand_over<'de, V: Visitor<'de>>(
    captured: Captured,
    visitor: V,
) -> Result<V::Value, Error> {
    hand_over_with(captured, || visitor.visit_unit())
}

/// Passes `captured` to the visitor that `call` calls.
pub(super) fn hand_over_with<T>(captured: Captured, call: impl FnOnce() -> T) -> T {
    SLOT.set(Some(captured));
    let result = call();
    SLOT.set(None);
    result
}

/// The part that the calling decoder passed. Decoders of other formats pass none.
fn take() -> Option<Captured> {
    SLOT.take()
}
