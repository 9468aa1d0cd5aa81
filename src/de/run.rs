//! Runs attempts to decode a node, and starts over with the facts that an attempt revealed.

use std::any::type_name;
use std::ops::ControlFlow;

use serde::de::Deserialize;

use super::access::{Decode, Decoder, Session, Slot, decode_again, kept};
use super::buffering::{DecodeHints, Scope, mark, mark_spans};
use super::explain::{complete_path, explain, locate_in};
use super::input::{ErrorOrigin, Input, Node};
use super::options::Options;
use super::trial::find_part;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::error::{Error, Result};
use crate::limits::budget::limited;
use crate::syntax::Tree;

/// Decodes a part of a document. Errors contain its source lines.
pub(super) fn decode_in<'t, 'de, T: Deserialize<'de>>(
    tree: &Tree<'_>,
    node: &Node<'t, 'de>,
    source: &'de str,
    options: &'t Options,
) -> Result<T> {
    let input = |room| Input::new(source, options, room);
    decode(node, options.context.budget_of(source.len()), input)
        .map_err(|error| complete_path(error, node, tree).attach(tree.origin()))
}

/// The reason why a node is decoded again.
enum Restart {
    /// A value is deeper than the stack of the attempt: it needs room for this many levels.
    Room(u32),
    /// The attempt revealed facts about the types of buffered parts.
    Hints,
    /// A part failed. Without it, other mistakes are found.
    Recovery,
    /// Buffers hide which of their items are used. The next attempts find out.
    Probing,
}

/// The items that earlier attempts did not take.
struct Attempts {
    /// Those outside buffers of the attempt whose value is kept.
    decoded: Option<Vec<Diagnostic>>,
}

/// Decodes a node. Starts over after an attempt that revealed new facts about the type, or after a
/// failed one if the other parts can still be decoded. All attempts share the budget.
pub(super) fn decode<'t, 'de, T: Deserialize<'de>>(
    node: &Node<'t, 'de>,
    budget: u64,
    input: impl Fn(u32) -> Input<'t, 'de>,
) -> Result<T> {
    kept(None, |_, decode| run(node, type_name::<T>(), budget, &input, decode))
}

/// The loop of [`decode`], compiled once and not for each type.
#[cold]
fn run<'t, 'de>(
    node: &Node<'t, 'de>,
    target: &'static str,
    budget: u64,
    input: &dyn Fn(u32) -> Input<'t, 'de>,
    decode: Decode<'_, 'de>,
) -> Result<()> {
    let hints = DecodeHints::new(input(0).options().watches_unused());
    let mut attempts = Attempts { decoded: None };
    let mut room = 0;
    limited(budget, || {
        loop {
            hints.begin();
            let session = Session::new(input(room), &hints);
            let is_kept = attempts.decoded.is_none();
            let result = attempt(&session, node, Some(target), |decoder| {
                decode_again(&session, node, target, decoder, &mut |decoder, is_kept_here| {
                    decode(decoder, is_kept && is_kept_here)
                })
            });
            match attempts.restart(&session, node, result, &mut || {
                let session = Session::new(input(room), &hints);
                attempt(&session, node, Some(target), |decoder| decode(decoder, false)).err()
            })? {
                ControlFlow::Break(()) => return Ok(()),
                ControlFlow::Continue(Restart::Room(needed)) => room = needed,
                ControlFlow::Continue(_) => {}
            }
        }
    })
}

impl Attempts {
    /// Returns the reason for another attempt, or ends if the value that was kept is the result.
    fn restart(
        &mut self,
        session: &Session<'_, '_>,
        node: &Node<'_, '_>,
        result: Result<()>,
        error_again: &mut dyn FnMut() -> Option<Error>,
    ) -> Result<ControlFlow<(), Restart>> {
        let (hints, input) = (session.hints, &session.input);
        if let Some(needed) = input.needed_room().filter(|_| result.is_err()) {
            hints.take_new();
            return Ok(ControlFlow::Continue(Restart::Room(needed)));
        }
        if (hints.take_new() || hints.is_revised()) && !gives_up(session) {
            return Ok(ControlFlow::Continue(Restart::Hints));
        }
        match (result, self.decoded.take()) {
            (Ok(()), None) => {
                if hints.is_recovering() {
                    if let Some(error) = hints.recovery().take_error(input) {
                        return Err(error);
                    }
                }
                if !hints.watches_unused() || !hints.unused().begin_probing() {
                    return Ok(ControlFlow::Break(()));
                }
                let unused = hints.unused().diagnostics(node);
                self.decoded = Some(unused);
                Ok(ControlFlow::Continue(Restart::Probing))
            }
            (Ok(()), Some(_)) => report_unused(session, node).map(ControlFlow::Break),
            // It is not known whether buffered entries are used, but it is known for all others.
            (Err(_), Some(unused)) => input.options().report_unused(unused).map(ControlFlow::Break),
            (Err(error), None) => {
                let error = find_part(error, hints, input.length(), error_again);
                hints.recovery().go_on(error, input)?;
                Ok(ControlFlow::Continue(Restart::Recovery))
            }
        }
    }
}

/// Whether finding the unused entries of buffers takes too many attempts.
fn gives_up(session: &Session<'_, '_>) -> bool {
    session.hints.is_probing() && !session.hints.unused().goes_on(session.input.length())
}

/// Passes the items of a node that no field takes to the context.
///
/// # Errors
///
/// If the context denies them.
pub(super) fn report_unused(session: &Session<'_, '_>, node: &Node<'_, '_>) -> Result<()> {
    match session.hints.watches_unused() {
        true => session.input.options().report_unused(session.hints.unused().diagnostics(node)),
        false => Ok(()),
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
    decode: impl FnOnce(Decoder<'_, 't, 'de>) -> Result<T>,
) -> Result<T> {
    let scope = Scope::of_attempt();
    let before = mark();
    if session.hints.marks_spans() {
        mark_spans(session.input.options());
    }
    let levels = session.input.reserve(node.depth());
    let stack = (levels as usize + 8) * STACK_PER_LEVEL;
    let mut slot = Slot::new(node.clone());
    if let Some(target) = target {
        slot.set_target(target, session);
    }
    let result = stacker::maybe_grow(stack, stack, || decode(Decoder::new(&mut slot, session)));
    let result = result.and_then(|value| session.require_labels_read().map(|()| value));
    if result.is_ok() && mark() == before {
        return result;
    }
    let mut outcome = scope.outcome();
    session.hints.learn_from(&mut outcome, result.is_ok());
    match (result, outcome.failure) {
        (Err(error), Some(failure)) if error.span().is_none() => {
            Err(locate_in(failure, node, &session.input))
        }
        // The next attempt may succeed.
        (Err(error), _) if session.hints.has_new() => Err(error),
        (Err(error), _) if error.span().is_none() || matches!(node, Node::Expression(_)) => {
            Err(explain(error, ErrorOrigin::of(node), &session.input))
        }
        (result, _) => result,
    }
}
