//! Runs attempts to decode a node, and starts over with the facts that an attempt revealed.

use std::any::type_name;
use std::ops::ControlFlow;

use serde::de::Deserialize;

use super::access::{Decode, Decoder, Session, Slot, decode_again, kept};
use super::buffering::{DecodeHints, Scope, mark_spans};
use super::explain::{complete_path, explain, with_path};
use super::input::{Input, Node};
use super::options::Options;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::error::Result;
use crate::limits::budget::limited;
use crate::limits::stack::with_levels;
use crate::syntax::Tree;

/// Decodes a part of a document. Errors contain its source lines.
pub(super) fn decode_in<'t, 'de, T: Deserialize<'de>>(
    tree: &Tree<'_>,
    node: &Node<'t, 'de>,
    source: &'de str,
    options: &'t Options,
) -> Result<T> {
    let input = || Input::new(source, options, 0);
    decode(node, options.context.budget_of(source.len()), input)
        .map_err(|error| complete_path(error, node, tree).attach(tree.origin()))
}

/// Decodes a node. Starts over after an attempt that revealed new facts about the type, and after the first
/// mistake, to find the others. All attempts share the budget.
pub(super) fn decode<'t, 'de, T: Deserialize<'de>>(
    node: &Node<'t, 'de>,
    budget: u64,
    input: impl Fn() -> Input<'t, 'de>,
) -> Result<T> {
    kept(None, |_, decode| run(node, type_name::<T>(), budget, &input, decode))
}

/// The loop of [`decode`], compiled once and not for each type.
#[cold]
fn run<'t, 'de>(
    node: &Node<'t, 'de>,
    target: &'static str,
    budget: u64,
    input: &dyn Fn() -> Input<'t, 'de>,
    decode: Decode<'_, 'de>,
) -> Result<()> {
    let hints = DecodeHints::new(input().options().watches_unused());
    // The items outside of buffers that the attempt did not take whose value is kept.
    let mut unused = None;
    limited(budget, || {
        loop {
            hints.begin();
            let session = Session::new(input(), &hints);
            let is_kept = unused.is_none();
            let result = attempt(&session, node, Some(target), |decoder| {
                decode_again(&session, node, target, decoder, &mut |decoder, is_kept_here| {
                    decode(decoder, is_kept && is_kept_here)
                })
            });
            if restart(&session, node, result, &mut unused)?.is_break() {
                return Ok(());
            }
        }
    })
}

/// Decides about another attempt. It follows because something was revealed about types, to find the other mistakes after the
/// first, or to find out which items of buffers are used.
fn restart(
    session: &Session<'_, '_>,
    node: &Node<'_, '_>,
    result: Result<()>,
    unused: &mut Option<Vec<Diagnostic>>,
) -> Result<ControlFlow<()>> {
    let hints = session.hints;
    if hints.take_new() || hints.is_revised() {
        return Ok(ControlFlow::Continue(()));
    }
    match (result, unused.take()) {
        (Ok(()), None) => {
            if let Some(error) = hints.take_error() {
                return Err(error);
            }
            if !hints.watches_unused() || !hints.unused().begin_probing() {
                return Ok(ControlFlow::Break(()));
            }
            *unused = Some(hints.unused().diagnostics(node));
            Ok(ControlFlow::Continue(()))
        }
        (Ok(()), Some(_)) => report_unused(session, node).map(ControlFlow::Break),
        // It is not known whether buffered entries are used, but it is known for all others.
        (Err(_), Some(unused)) => {
            session.input.options().report_unused(unused).map(ControlFlow::Break)
        }
        (Err(error), None) if hints.recovery().starts(&error) => Ok(ControlFlow::Continue(())),
        (Err(error), None) => {
            hints.recovery().finish(Some(error)).map_or(Ok(ControlFlow::Break(())), Err)
        }
    }
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

/// Runs one attempt; `target` is the name of the type. The attempt has a scope for its placeholders, and
/// enough stack: serde decodes its buffers without calling the decoder, which could check the stack.
pub(super) fn attempt<'t, 'de, T>(
    session: &'t Session<'t, 'de>,
    node: &Node<'t, 'de>,
    target: Option<&'static str>,
    decode: impl FnOnce(Decoder<'_, 't, 'de>) -> Result<T>,
) -> Result<T> {
    let scope = Scope::of_attempt();
    if session.hints.marks_spans() {
        mark_spans(session.input.options());
    }
    let levels = session.input.reserve(node.depth());
    let mut slot = Slot::new(node.clone());
    if let Some(target) = target {
        slot.set_target(target, session);
    }
    let result = with_levels(levels, || decode(Decoder::new(&mut slot, session)));
    let result = result.and_then(|value| session.require_labels_read().map(|()| value));
    if result.is_ok() && !scope.has_revealed() {
        return result;
    }
    let mut outcome = scope.outcome();
    session.hints.learn_from(&mut outcome, result.is_ok());
    match (result, outcome.failure) {
        (Err(error), Some(failure)) if error.span().is_none() => Err(with_path(failure, node)),
        // The next attempt may succeed.
        (Err(error), _) if session.hints.has_new() => Err(error),
        (Err(error), _) if error.span().is_none() || matches!(node, Node::Expression(_)) => {
            Err(explain(error, node, &session.input))
        }
        (result, _) => result,
    }
}
