//! The places of diagnostics about values in JSON syntax, and of missing parts of bodies.

use crate::syntax::{BlockRef, BodyRef, View};
use crate::text::span::Span;

/// The opening bracket of a JSON value, or the whole value if it has none.
pub(super) fn start(value: View<'_>) -> Span {
    let span = value.span();
    match value.is_json_container() {
        true => Span::new(span.start, span.start + 1),
        false => span,
    }
}

/// The place of a whole block: its header. In JSON syntax several blocks can have one header.
pub(super) fn start_of(block: BlockRef<'_>) -> Span {
    if block.body().is_json() { start(block.body().0) } else { block.header_span() }
}

/// The place of a missing item in a body: in native syntax its start, in JSON syntax the closing brace.
pub(crate) fn missing_place(body: BodyRef<'_>) -> Span {
    let span = body.0.span();
    match body.is_json() {
        false => Span::empty(body.span().start),
        true if body.0.is_json_object() => Span::new(span.end.saturating_sub(1), span.end),
        true => start(body.0),
    }
}
