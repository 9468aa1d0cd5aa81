//! The fields that bodies and objects in buffers lack.

use super::locate::Region;
use crate::de::input::{Input, Node};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::error::Error;
use crate::syntax::{ExpressionKind, ExpressionRef};

/// Completes the error of a field that is missing in the data of a node, or in a part of it.
#[cold]
pub(super) fn missing_in<'t>(
    error: Error,
    field: &'static str,
    node: &Node<'t, '_>,
    input: &Input<'t, '_>,
) -> Error {
    let Some(region) = Region::of_node(node) else {
        return error.replace_diagnostic(catalog::missing_field(field));
    };
    let diagnostic = match region {
        Region::Body(body) => match body.block() {
            Some(block) => catalog::missing_field_of_buffered(field, block, true),
            None => catalog::missing_field_of_body(field, None, body.body(), None),
        },
        Region::Expression(expression) => missing_in_object(field, expression),
    };
    error.replace_diagnostic(with_tag(diagnostic, field, region, input))
}

/// The diagnostic with the tag that chose the variant with this field.
pub(super) fn with_tag(
    diagnostic: Diagnostic,
    field: &str,
    region: Region<'_>,
    input: &Input<'_, '_>,
) -> Diagnostic {
    match input.tag_in(region.span()) {
        Some(tag) => diagnostic.with_label(tag, catalog::needed_by(input.text(tag), field)),
        None => diagnostic,
    }
}

/// A diagnostic about a part of a buffer without the field.
pub(super) fn missing_in_part(part: Region<'_>, field: &str) -> Option<Diagnostic> {
    match part {
        Region::Body(body) => Some(catalog::missing_field_of_buffered(field, body.block()?, false)),
        Region::Expression(expression) => {
            Some(missing_in_object(field, expression).with_span(expression.span()))
        }
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
