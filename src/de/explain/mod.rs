//! Completes errors: adds the place and the path, and facts that are only visible in the document.
//!
//! - Nothing here runs unless decoding has failed.
//! - No function here influences the further decoding: it takes an error and returns an error.
//! - No error gets another place than the narrowest that is known.
//!
//! serde creates errors with this crate's [constructors](cause), deep inside a target and without a
//! place. On the way out each layer that has more information calls [`explain`].

mod advice;
mod cause;
mod locate;
mod parts;

pub(super) use self::advice::advise;
use self::advice::explain_expression;
use self::locate::Region;
pub(super) use self::parts::missing_in;
use super::buffering::take_failure_in;
use super::input::{BodyOf, ErrorOrigin, Input, Node};
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::cause::ErrorCause;
use crate::diagnostic::error::Error;
use crate::syntax::{BodyRef, ExpressionKind, Tree};
use crate::text::span::Span;

/// Completes an error of decoding data from `origin`.
#[cold]
pub(super) fn explain<'t>(error: Error, origin: ErrorOrigin<'t>, input: &Input<'t, '_>) -> Error {
    let error = explain_buffered(error, origin, input);
    match origin {
        ErrorOrigin::Expression(expression) => {
            let error = match expression.without_parentheses().kind() {
                ExpressionKind::Tuple(_) | ExpressionKind::Object(_) => {
                    locate(error, Region::Expression(expression), input)
                }
                _ => error,
            };
            explain_expression(error, expression, input)
        }
        ErrorOrigin::Block(block) => {
            let error = advice::advise_on_block(error, block);
            let error = locate_in_body(error, block.body(), input);
            input.redact(error, block.span()).or_at(block.header_span())
        }
        ErrorOrigin::Document(body) => {
            let error = locate_in_body(error, body, input);
            input.redact(error, body.span()).or_at(Span::empty(body.span().start))
        }
        ErrorOrigin::Span(place, part) => input.redact(error, part).or_at(place),
        ErrorOrigin::Sensitive => error.hide(catalog::sensitive()),
        ErrorOrigin::Null | ErrorOrigin::Unknown => error,
    }
}

/// Explains an error without a place, which comes from a buffer that was filled from `origin`.
fn explain_buffered<'t>(error: Error, origin: ErrorOrigin<'t>, input: &Input<'t, '_>) -> Error {
    if error.span().is_some() {
        return error;
    }
    if let Some(failure) = origin.span().and_then(take_failure_in) {
        return failure;
    }
    match error.cause() {
        Some(ErrorCause::MissingField(field)) => {
            let field = *field;
            missing_in(error, field, origin, input)
        }
        _ => error,
    }
}

/// Adds the place and the path to an error of a part of a body, if the error determines them.
#[cold]
pub(super) fn locate_in_body<'t>(error: Error, body: BodyRef<'t>, input: &Input<'t, '_>) -> Error {
    locate(error, Region::Body(BodyOf::Document(body)), input)
}

fn locate<'t>(error: Error, region: Region<'t>, input: &Input<'t, '_>) -> Error {
    locate::locate(parts::locate_refused(error, region, input), region, input)
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
        Some(root) => locate::add_path_to(error, span, BodyRef(root)),
        None => error,
    }
}

/// The same for an error of a part of a node.
#[cold]
pub(super) fn locate_in<'t>(error: Error, node: &Node<'t, '_>, input: &Input<'t, '_>) -> Error {
    match node {
        Node::Body(body) => locate_in_body(error, body.body(), input),
        Node::Expression(expression) => locate(error, Region::Expression(*expression), input),
        _ => error,
    }
}
