//! Handing parts of a document to a target that wants them undecoded.
//!
//! The data model of serde has no room for an expression. A type that captures one asks for a
//! newtype with a private [name](names). The decoder leaves the part in a slot of this thread and
//! calls the visitor, which takes it out at once. Where serde's buffers stand between the two, a
//! [placeholder](super::buffering) goes through the buffer.
//!
//! - Nothing stays in the slot: the call that filled it empties it.
//! - No part is copied: all parts of a document share one copy of its tree.

mod lazy;
mod owned;
mod spanned;
mod value;
mod visitor;

use std::cell::RefCell;

use serde::de::Visitor;

pub use self::lazy::Lazy;
pub use self::spanned::Spanned;
pub(super) use self::visitor::Received;
use super::input::Part;
use crate::error::Error;
use crate::source::Span;
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

/// What the decoder hands over.
pub(super) enum Captured {
    Part(Part),
    Value(Value),
    Type(Type),
    Span(Span),
}

thread_local! {
    static SLOT: RefCell<Option<Captured>> = const { RefCell::new(None) };
}

/// Hands `captured` to a visitor that asked for it.
pub(super) fn hand_over<'de, V: Visitor<'de>>(
    captured: Captured,
    visitor: V,
) -> Result<V::Value, Error> {
    hand_over_with(captured, || visitor.visit_unit())
}

/// Hands `captured` to the visitor that `call` calls.
pub(super) fn hand_over_with<T>(captured: Captured, call: impl FnOnce() -> T) -> T {
    SLOT.set(Some(captured));
    let result = call();
    SLOT.set(None);
    result
}

/// What the decoder that is calling the visitor handed over. Other decoders don't.
fn take() -> Option<Captured> {
    SLOT.take()
}
