//! Errors of buffers that may belong to a part inside of their place; see [`trial`](crate::de::trial).

use super::locate::{self, MOST, Region};
use crate::de::input::{BodyOf, ErrorOrigin, Input};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::cause::{ErrorCause, FieldOfPart, PossibleParts};
use crate::diagnostic::error::Error;
use crate::syntax::{ExpressionKind, ExpressionRef};
use crate::text::span::Span;

/// Completes the error of a field that is missing in data from `origin`, or in a part of it.
#[cold]
pub(in crate::de) fn missing_in<'t>(
    error: Error,
    field: &'static str,
    origin: ErrorOrigin<'t>,
    input: &Input<'t, '_>,
) -> Error {
    let region = match origin {
        ErrorOrigin::Block(block) => Region::Body(BodyOf::Block(block, 0)),
        ErrorOrigin::Document(body) => Region::Body(BodyOf::Document(body)),
        ErrorOrigin::Expression(expression) => Region::Expression(expression.without_parentheses()),
        _ => return error.replace_diagnostic(catalog::missing_field(field)),
    };
    let parts = locate::parts(region).into_iter().filter_map(|part| {
        let (place, diagnostic) = missing_in_part(part, field)?;
        Some((place, locate::with_path(diagnostic, region, place)))
    });
    let parts: Vec<_> = parts.take(MOST).collect();
    let diagnostic = match origin {
        ErrorOrigin::Block(block) => {
            catalog::missing_field_of_buffered(field, block, !parts.is_empty())
        }
        ErrorOrigin::Document(body) => catalog::missing_field_of_body(field, None, body, None),
        ErrorOrigin::Expression(expression) => missing_in_object(field, expression),
        _ => catalog::missing_field(field),
    };
    let tag = origin.span().and_then(|span| input.tag_in(span));
    let diagnostic = match tag {
        Some(tag) => diagnostic.with_label(tag, catalog::needed_by(input.text(tag), field)),
        None => diagnostic,
    };
    let error = error.replace_diagnostic(diagnostic);
    match parts.is_empty() {
        true => error,
        false => error.with_cause(ErrorCause::InPart(PossibleParts {
            field: FieldOfPart::Missing(field),
            parts,
        })),
    }
}

/// The place of a part without the field, and a diagnostic about it.
fn missing_in_part(part: Region<'_>, field: &str) -> Option<(Span, Diagnostic)> {
    match part {
        Region::Body(body) if body.body().items().any(|item| item.name() == field) => None,
        Region::Body(body) => {
            let diagnostic = catalog::missing_field_of_buffered(field, body.block()?, false);
            Some((body.span(), diagnostic))
        }
        Region::Expression(expression) => match expression.kind() {
            ExpressionKind::Object(object)
                if object.items().all(|item| item.shown_key() != field) =>
            {
                let diagnostic = missing_in_object(field, expression).with_span(expression.span());
                Some((expression.span(), diagnostic))
            }
            _ => None,
        },
    }
}

/// The diagnostic about a field that is missing in an expression.
fn missing_in_object(field: &str, expression: ExpressionRef<'_>) -> Diagnostic {
    match expression.without_parentheses().kind() {
        ExpressionKind::Object(object) => {
            let names: Vec<_> = object.items().map(|item| item.shown_key().into_owned()).collect();
            catalog::missing_field_of_object(field, &names)
        }
        _ => catalog::missing_field(field),
    }
}
