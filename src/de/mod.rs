//! Decoding: serde walks the tree, and what it asks for is evaluated.
//!
//! - No value is made of what is written out: literals, tuples and objects go to the visitor as
//!   they stand in the tree.
//! - No entry that the target doesn't ask for is evaluated.
//! - No error leaves without its place and its path.
//!
//! A [`Decoder`] decodes a [`Node`]. Which one that is, and which method the target calls, decides
//! what happens; how the two meet is written down in the documentation of [`from_str`].

mod buffered;
mod capture;
mod decoder;
mod entries;
mod error;
mod expression;
mod flattened;
mod form;
mod forward;
mod group;
mod key;
mod lessons;
mod mapping;
mod node;
mod origin;
mod scalar;
mod sequence;
mod session;
mod source;
mod value;
mod variant;
mod virtual_fields;
mod whereabouts;

use serde::de::Deserialize;

use self::capture::handle::Frame;
pub(crate) use self::capture::handle::is_handle;
pub use self::capture::{Lazy, Spanned};
pub(crate) use self::capture::{Undecoded, exact_value};
use self::decoder::Decoder;
use self::lessons::Lessons;
use self::node::Node;
use self::origin::Origin;
use self::session::Session;
pub use self::source::{
    Deserializer, from_body, from_path, from_path_with, from_reader, from_reader_with, from_slice,
    from_slice_with, from_str, from_str_with,
};
use self::value::decode_value;
pub use self::value::from_value;
use self::whereabouts::Place;
use crate::error::Result;
use crate::eval::Context;
use crate::syntax::Tree;

/// Decodes a part of a document.
fn decode_in<'de, T: Deserialize<'de>>(
    tree: &Tree<'_>,
    node: &Node<'_, 'de>,
    source: &'de str,
    context: &Context,
) -> Result<T> {
    decode(node, source, context).map_err(|error| error.attach(tree.origin()))
}

/// Decodes a node as often as it takes to learn what the target wants.
fn decode<'de, T: Deserialize<'de>>(
    node: &Node<'_, 'de>,
    source: &'de str,
    context: &Context,
) -> Result<T> {
    let lessons = Lessons::default();
    loop {
        let session = Session::new(source, context, &lessons);
        let result = attempt(&session, node, |decoder| {
            let result = T::deserialize(decoder.for_target::<T>());
            result.inspect_err(|_| session.reconsider_blocks::<T>(0))
        });
        if !lessons.take_new() {
            return result;
        }
    }
}

/// What a level of nesting takes of the stack in a debug build, where serde buffers it.
const STACK_PER_LEVEL: usize = 16 * 1024;

/// Runs one attempt, with a place for its handles and enough of a stack: what serde buffers it
/// decodes by itself, without a chance to look after the stack on the way down.
fn attempt<'t, 'de, T>(
    session: &'t Session<'t, 'de>,
    node: &Node<'t, 'de>,
    decode: impl FnOnce(Decoder<'t, 'de>) -> Result<T>,
) -> Result<T> {
    let frame = Frame::enter(None);
    let stack = (node.depth() as usize + 8) * STACK_PER_LEVEL;
    let result = stacker::maybe_grow(stack, stack, || decode(Decoder::new(node.clone(), session)));
    let outcome = frame.outcome();
    session.lessons.learn_blocks(outcome.blocks);
    match (result, outcome.failure) {
        (Err(error), Some(failure)) if error.span().is_none() => Err(match Place::of(node) {
            Some(place) => whereabouts::locate(failure, place, session),
            None => failure,
        }),
        (Err(error), _) if error.span().is_none() => Err(session.explain(error, Origin::of(node))),
        (result, _) => result,
    }
}
