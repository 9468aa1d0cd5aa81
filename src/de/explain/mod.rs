//! Completes errors: adds the place and the path, and facts that are only visible in the document.
//!
//! - Nothing here runs unless a target has rejected something, such as a variant of an untagged enum.
//! - No function here decides about the further decoding. The constructors record facts about types for the next attempt.
//! - No error gets another place than the narrowest that is known.
//!
//! serde creates errors with this crate's [constructors](cause), deep inside a target and without a
//! place. On the way out each layer that has more information calls [`explain`].

mod advice;
mod cause;
mod place;

use self::advice::explain_expression;
pub(super) use self::advice::{advise, is_of_texts};
use self::place::{behind_path, body_or_expression, missing_in};
pub(super) use self::place::{buffered_span, explain_at, with_path};
use super::buffering::take_failure_in;
use super::input::{BodyOf, Input, Node};
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::cause::ErrorCause;
use crate::diagnostic::error::Error;
use crate::syntax::{BodyRef, Tree};
use crate::value::disclosure::Disclosure;

/// Completes an error of decoding a node.
#[cold]
pub(super) fn explain<'t>(error: Error, node: &Node<'t, '_>, input: &Input<'t, '_>) -> Error {
    let error = with_path(explain_buffered(error, node, input), node);
    if let Some(expression) = node.expression() {
        return explain_expression(error, expression, input);
    }
    if let Some(block) = node.block() {
        let error = advice::advise_on_block(error, block);
        return input.redact(error, block.span()).or_at(block.header_span());
    }
    match node {
        Node::Value(value) if Disclosure::of_marks(&value.marks()).is_hidden() => {
            error.hide(catalog::sensitive())
        }
        node => match node.subject() {
            Some(place) => input.redact(error, node.span().unwrap_or(place)).or_at(place),
            None => error,
        },
    }
}

/// Explains an error without a place, which comes from a buffer that was filled from a node.
fn explain_buffered<'t>(error: Error, node: &Node<'t, '_>, input: &Input<'t, '_>) -> Error {
    if error.span().is_some() {
        return error;
    }
    let place = body_or_expression(node).map_or_else(|| node.subject(), |_| node.span());
    if let Some(failure) = place.and_then(take_failure_in) {
        return failure;
    }
    match error.cause() {
        Some(ErrorCause::MissingField(field)) => {
            let field = *field;
            let tag = node.span().and_then(|span| input.tag_in(span));
            missing_in(error, field, node, tag, false, input)
        }
        _ => error,
    }
}

/// Completes the path of an error of decoding a part of a document: the full path starts at the
/// document.
#[cold]
pub(super) fn complete_path(error: Error, node: &Node<'_, '_>, tree: &Tree<'_>) -> Error {
    let Some(span) = node.span() else { return error };
    // All generated blocks have the same place.
    if span.len() == tree.source.len() || tree.holds_values() {
        return error;
    }
    match tree.root_body() {
        Some(root) => behind_path(error, &Node::Body(BodyOf::Document(BodyRef(root))), span),
        None => error,
    }
}
