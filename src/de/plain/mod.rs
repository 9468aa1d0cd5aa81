//! The first pass of a decode: it gives serde the parts of a document, and knows nothing of mistakes.
//!
//! Most documents have no mistakes, and most types have no buffers. For these the first pass is all
//! there is. Whatever it can't do is a *miss*: then the general decoder in
//! [`access`](super::access) starts from the beginning, and explains what is wrong.
//!
//! - No path, no hint, no recovery, no placeholder, no text of an error.
//! - No result after a miss, also if a type swallowed its error: the thread has a flag for misses.
//! - No value that the general decoder would not give: both read the same [input](super::input), and
//!   the functions here that examine it serve both.
//!
//! These are misses: every error, every buffer of serde, structs with flattened fields, and contexts that
//! ask for unused items.
//!
//! Circle: `decoder`, `mapping`, `sequence`, `variant`. The parts of a part are decoded like it.

mod capture;
mod decoder;
mod mapping;
mod node;
mod sequence;
mod value;
mod variant;

use std::cell::Cell;

pub(super) use self::capture::{Capture, capture};
pub(super) use self::decoder::{PlainAnything, PlainDecoder};
pub(super) use self::mapping::{MapTarget, PlainMapping};
pub(super) use self::node::{
    elements_of, elements_of_kind, entries_by_label, entries_of_kind, entries_of_value, kind_of,
    scalar_of_kind,
};
pub(super) use self::sequence::PlainSequence;
pub(super) use self::variant::{Named, PlainVariant};
use super::input::{Input, Node};
use crate::diagnostic::error::{Category, Error};
use crate::eval::Context;
use crate::limits::budget;
use crate::parser::MAX_DEPTH;

thread_local! {
    /// Whether something was missed since the flag was reset.
    static MISSED: Cell<bool> = const { Cell::new(false) };
}

/// The part of the budget that the first pass may spend. It is paid back after a miss, so a decode
/// takes at most this much more.
const SHARE: u64 = 16;

/// Decodes a node. `None` says nothing about the node.
pub(super) fn decode<'t, 'de, T>(
    node: &Node<'t, 'de>,
    source: &'de str,
    context: &'t Context,
    decode: impl FnOnce(PlainDecoder<'_, '_, 'de>) -> Result<T, Error>,
) -> Option<T> {
    if context.watches_unused() || !matches!(node, Node::Body(_) | Node::Expression(_)) {
        return None;
    }
    let input = Input::new(source, context, MAX_DEPTH);
    let _outer = Restored(MISSED.replace(false));
    budget::attempt(context.budget_of(source.len()) / SHARE, || {
        let mut node = node.clone();
        let result = decode(PlainDecoder::of_node(&mut node, &input));
        // A type may charge the budget itself, and go on when it is spent.
        result.ok().filter(|_| !MISSED.get() && !budget::is_spent())
    })
}

/// Restores the flag of the decode around this one, also if a type panics.
struct Restored(bool);

impl Drop for Restored {
    fn drop(&mut self) {
        MISSED.set(self.0);
    }
}

/// Records a miss. Every constructor of an error calls it, because a type may swallow the error.
#[cold]
pub(super) fn record_miss() {
    MISSED.set(true);
}

/// The error of a miss. Nobody sees it.
#[cold]
pub(super) fn miss() -> Error {
    record_miss();
    Error::new(Category::Data, Vec::new())
}

/// Records that an error is a miss.
#[cold]
pub(in crate::de) fn missed(error: Error) -> Error {
    record_miss();
    error
}
