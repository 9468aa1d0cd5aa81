//! Runs attempts to decode a node, and starts over with the facts that an attempt revealed.

use std::any::type_name;
use std::mem;

use serde::de::Deserialize;

use super::access::{EitherDecoder, GeneralNode, Guesses, Session};
use super::buffering::{AfterOffers, DecodeHints, Scope};
use super::explain::{complete_path, explain, locate_in};
use super::input::{ErrorOrigin, Input, Node};
use super::plain;
use super::trial::find_part;
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::eval::Context;
use crate::limits::budget::limited;
use crate::syntax::Tree;

/// Decodes a part of a document. Errors contain its source lines.
pub(super) fn decode_in<'t, 'de, T: Deserialize<'de>>(
    tree: &Tree<'_>,
    node: &Node<'t, 'de>,
    source: &'de str,
    context: &'t Context,
) -> Result<T> {
    let plain = plain::decode(node, source, context, |decoder| {
        T::deserialize(EitherDecoder::Plain(decoder))
    });
    if let Some(value) = plain {
        return Ok(value);
    }
    let input = |room| Input::new(source, context, room);
    decode(node, context.budget_of(source.len()), input)
        .map_err(|error| complete_path(error, node, tree).attach(tree.origin()))
}

/// Decodes a node. Starts over after an attempt that revealed new facts about the type, or after a
/// failed one if the other parts can still be decoded. All attempts share the budget.
pub(super) fn decode<'t, 'de, T: Deserialize<'de>>(
    node: &Node<'t, 'de>,
    budget: u64,
    input: impl Fn(u32) -> Input<'t, 'de>,
) -> Result<T> {
    let hints = DecodeHints::new(input(0).context().watches_unused());
    // The value of the last attempt that did not offer fields, and the items that it did not take.
    let mut before_offers = None;
    let mut known_unused = None;
    let mut decoded = None;
    let mut room = 0;
    limited(budget, || {
        loop {
            hints.begin();
            let session = Session::new(input(room), &hints);
            let target = type_name::<T>();
            let result = attempt(&session, node, Some(target), |decoder| {
                let result = T::deserialize(decoder);
                result.inspect_err(|_| session.retry(target, Guesses::default()))
            });
            if result.is_ok() {
                hints.record_unused_parts();
            }
            let needed_room = session.input.needed_room().filter(|_| result.is_err());
            let after_offers = match needed_room {
                Some(_) => AfterOffers::None,
                None => hints.offers().finish(result.is_ok()),
            };
            let result = match after_offers {
                AfterOffers::None => result,
                AfterOffers::Retry(fields) => {
                    hints.record_all_blocks(fields);
                    hints.take_new();
                    continue;
                }
                AfterOffers::OutOfReach(place) => {
                    return Err(Error::data(catalog::all_blocks_out_of_reach().at(place)));
                }
                AfterOffers::Finished => match before_offers.take() {
                    Some((value, unused)) => {
                        known_unused = Some(unused);
                        Ok(value)
                    }
                    None => result,
                },
            };
            let has_new = hints.take_new();
            match needed_room {
                Some(needed) => room = needed,
                _ if has_new && !gives_up(&session) => {}
                _ => match (result, decoded.take()) {
                    (Ok(value), None) => {
                        if let Some(error) = hints.recovery().take_error(&session.input) {
                            return Err(error);
                        }
                        if hints.offers().start() {
                            before_offers = Some((value, hints.unused().diagnostics(node)));
                            continue;
                        }
                        if !hints.unused().begin_probing() {
                            return Ok(value);
                        }
                        let unused = || hints.unused().diagnostics(node);
                        decoded = Some((value, known_unused.take().unwrap_or_else(unused)));
                    }
                    (Ok(_), Some((value, _))) => {
                        return report_unused(&session, node).map(|()| value);
                    }
                    // The use of buffered entries can't be found out; that of the others is known.
                    (Err(_), Some((value, unused))) => {
                        return session.input.context().report_unused(unused).map(|()| value);
                    }
                    (Err(error), None) => {
                        let bytes = session.input.length();
                        let error = find_part(error, &hints, bytes, || {
                            let session = Session::new(input(room), &hints);
                            attempt(&session, node, Some(target), |it| T::deserialize(it)).err()
                        });
                        hints.recovery().go_on(error, &session.input)?;
                    }
                },
            }
        }
    })
}

/// Whether finding the unused entries of buffers takes too many attempts.
fn gives_up(session: &Session<'_, '_>) -> bool {
    let unused = session.hints.unused();
    unused.is_probing() && !unused.goes_on(session.input.length())
}

/// Passes the items of a node that no field takes to the context.
///
/// # Errors
///
/// If the context denies them.
pub(super) fn report_unused(session: &Session<'_, '_>, node: &Node<'_, '_>) -> Result<()> {
    match session.hints.unused() {
        unused if unused.is_on() => session.input.context().report_unused(unused.diagnostics(node)),
        _ => Ok(()),
    }
}

/// The stack for one level of nesting in a debug build, for data that serde buffers.
const STACK_PER_LEVEL: usize = 16 * 1024;

/// Runs one attempt; `target` is the name of the type. The attempt has a scope for its placeholders, and
/// enough stack: serde decodes its buffers without calling the decoder, which could check the stack.
pub(super) fn attempt<'t, 'de, T>(
    session: &'t Session<'t, 'de>,
    node: &Node<'t, 'de>,
    target: Option<&'static str>,
    decode: impl FnOnce(EitherDecoder<'_, 't, 'de>) -> Result<T>,
) -> Result<T> {
    let scope = Scope::enter(None);
    if session.hints.marks_spans() {
        scope.mark_spans(session.input.context());
    }
    let levels = session.input.reserve(node.depth());
    let stack = (levels as usize + 8) * STACK_PER_LEVEL;
    let mut general = GeneralNode::new(node.clone());
    if let Some(target) = target {
        general = general.for_target(target, session);
    }
    let result =
        stacker::maybe_grow(stack, stack, || decode(EitherDecoder::general(&mut general, session)));
    let result = result.and_then(|value| session.require_labels_read().map(|()| value));
    let mut outcome = scope.outcome();
    if outcome.spans_requested {
        session.hints.record_spans();
    }
    session.hints.record_use(&mut outcome);
    session.hints.record_block_forms(mem::take(&mut outcome.block_forms));
    if result.is_err() {
        session.hints.record_refused_scalars_of(&mut outcome);
    }
    match (result, outcome.failure) {
        (Err(error), Some(failure)) if error.span().is_none() => {
            Err(locate_in(failure, node, &session.input))
        }
        (Err(error), _) if error.span().is_none() || matches!(node, Node::Expression(_)) => {
            Err(explain(error, ErrorOrigin::of(node), &session.input))
        }
        (result, _) => result,
    }
}
