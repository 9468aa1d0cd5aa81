//! Runs attempts to decode a node, and starts over with the facts that an attempt revealed.

use std::any::type_name;
use std::cell::RefCell;
use std::mem;
use std::ops::ControlFlow;

use serde::de::{Deserialize, Error as _};

use super::access::{Decoder, Guesses, Session, Slot};
use super::buffering::{AfterOffers, DecodeHints, Scope};
use super::explain::{complete_path, explain, locate_in};
use super::input::{ErrorOrigin, Input, Node};
use super::trial::find_part;
use crate::diagnostic::Diagnostic;
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
    let input = |room| Input::new(source, context, room);
    decode(node, context.budget_of(source.len()), input)
        .map_err(|error| complete_path(error, node, tree).attach(tree.origin()))
}

/// The reason why a node is decoded again.
enum Restart {
    /// A value is deeper than the stack of the attempt: it needs room for this many levels.
    Room(u32),
    /// The attempt revealed facts about the types of buffered parts.
    Hints,
    /// Types that are decoded from buffers may have a field `$blocks`, which the next attempt offers, or
    /// which this one has found.
    Offers,
    /// A part failed. Without it, other mistakes are found.
    Recovery,
    /// Buffers hide which of their items are used. The next attempts find out.
    Probing,
}

/// The items that earlier attempts did not take.
struct Attempts {
    /// Those of the last attempt that did not offer fields. Its value is kept.
    before_offers: Option<Vec<Diagnostic>>,
    known_unused: Option<Vec<Diagnostic>>,
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
    let mut latest = None;
    let mut kept = None;
    run(node, type_name::<T>(), budget, &input, &mut |step| {
        match step {
            Step::Decode(decoder) => latest = Some(T::deserialize(decoder)?),
            Step::Keep => kept = latest.take(),
            Step::Restore => latest = kept.take(),
        }
        Ok(())
    })?;
    latest.ok_or_else(|| Error::custom("no attempt was made"))
}

/// A step of the caller of [`run`], which knows the type of the value.
enum Step<'a, 't, 'de> {
    /// Makes the latest value.
    Decode(Decoder<'a, 't, 'de>),
    /// Keeps the latest value.
    Keep,
    /// Takes the kept value for the latest one.
    Restore,
}

type Steps<'s, 'de> = &'s mut dyn for<'a, 'x> FnMut(Step<'a, 'x, 'de>) -> Result<()>;

/// The loop of [`decode`], compiled once and not for each type.
#[cold]
fn run<'t, 'de>(
    node: &Node<'t, 'de>,
    target: &'static str,
    budget: u64,
    input: &dyn Fn(u32) -> Input<'t, 'de>,
    steps: Steps<'_, 'de>,
) -> Result<()> {
    let hints = DecodeHints::new(input(0).context().watches_unused());
    let mut attempts = Attempts { before_offers: None, known_unused: None, decoded: None };
    let mut room = 0;
    limited(budget, || {
        loop {
            hints.begin();
            let session = Session::new(input(room), &hints);
            let result = attempt(&session, node, Some(target), |decoder| {
                let result = steps(Step::Decode(decoder));
                result.inspect_err(|_| session.retry(target, Guesses::default()))
            });
            if result.is_ok() {
                hints.record_unused_parts();
            }
            match attempts.value_or_restart(&session, node, result, steps, &|steps| {
                let session = Session::new(input(room), &hints);
                attempt(&session, node, Some(target), |it| steps(Step::Decode(it))).err()
            })? {
                ControlFlow::Break(()) => return Ok(()),
                ControlFlow::Continue(Restart::Room(needed)) => room = needed,
                ControlFlow::Continue(_) => {}
            }
        }
    })
}

impl Attempts {
    /// Returns the reason for another attempt, or ends if the latest value is the result.
    fn value_or_restart<'de>(
        &mut self,
        session: &Session<'_, '_>,
        node: &Node<'_, '_>,
        result: Result<()>,
        steps: Steps<'_, 'de>,
        error_again: &dyn Fn(Steps<'_, 'de>) -> Option<Error>,
    ) -> Result<ControlFlow<(), Restart>> {
        let (hints, input) = (session.hints, &session.input);
        if let Some(needed) = input.needed_room().filter(|_| result.is_err()) {
            hints.take_new();
            return Ok(ControlFlow::Continue(Restart::Room(needed)));
        }
        let result = match hints.offers().finish(result.is_ok()) {
            AfterOffers::None => result,
            AfterOffers::Retry(fields) => {
                hints.record_all_blocks(fields);
                hints.take_new();
                return Ok(ControlFlow::Continue(Restart::Offers));
            }
            AfterOffers::OutOfReach(place) => {
                return Err(Error::data(catalog::all_blocks_out_of_reach().with_span(place)));
            }
            AfterOffers::Finished => match self.before_offers.take() {
                Some(unused) => {
                    self.known_unused = Some(unused);
                    steps(Step::Restore)?;
                    Ok(())
                }
                None => result,
            },
        };
        if hints.take_new() && !gives_up(session) {
            return Ok(ControlFlow::Continue(Restart::Hints));
        }
        match (result, self.decoded.take()) {
            (Ok(()), None) => {
                if let Some(error) = hints.recovery().take_error(input) {
                    return Err(error);
                }
                if hints.offers().start() {
                    steps(Step::Keep)?;
                    self.before_offers = Some(hints.unused().diagnostics(node));
                    return Ok(ControlFlow::Continue(Restart::Offers));
                }
                if !hints.unused().begin_probing() {
                    return Ok(ControlFlow::Break(()));
                }
                let unused = self.known_unused.take();
                let unused = unused.unwrap_or_else(|| hints.unused().diagnostics(node));
                steps(Step::Keep)?;
                self.decoded = Some(unused);
                Ok(ControlFlow::Continue(Restart::Probing))
            }
            (Ok(()), Some(_)) => {
                steps(Step::Restore)?;
                report_unused(session, node).map(ControlFlow::Break)
            }
            // It is not known whether buffered entries are used, but it is known for all others.
            (Err(_), Some(unused)) => {
                steps(Step::Restore)?;
                input.context().report_unused(unused).map(ControlFlow::Break)
            }
            (Err(error), None) => {
                let steps = RefCell::new(steps);
                let error = find_part(error, hints, input.length(), || {
                    error_again(&mut |step| (*steps.borrow_mut())(step))
                });
                hints.recovery().go_on(error, input)?;
                Ok(ControlFlow::Continue(Restart::Recovery))
            }
        }
    }
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
    decode: impl FnOnce(Decoder<'_, 't, 'de>) -> Result<T>,
) -> Result<T> {
    let scope = Scope::enter(None);
    if session.hints.marks_spans() {
        scope.mark_spans(session.input.context());
    }
    let levels = session.input.reserve(node.depth());
    let stack = (levels as usize + 8) * STACK_PER_LEVEL;
    let mut slot = Slot::new(node.clone());
    if let Some(target) = target {
        slot = slot.for_target(target, session);
    }
    let result = stacker::maybe_grow(stack, stack, || decode(Decoder::new(&mut slot, session)));
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
        // The next attempt may succeed.
        (Err(error), _) if session.hints.has_new() => Err(error),
        (Err(error), _) if error.span().is_none() || matches!(node, Node::Expression(_)) => {
            Err(explain(error, ErrorOrigin::of(node), &session.input))
        }
        (result, _) => result,
    }
}
