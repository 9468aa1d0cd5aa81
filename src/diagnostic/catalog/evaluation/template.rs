//! Diagnostics of interpolations in templates.

use crate::diagnostic::Diagnostic;
use crate::text::span::Span;
use crate::value::convert::ConversionError;

#[cold]
pub(crate) fn null_part(part: Span, template: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "null-in-template",
        "Invalid template interpolation value",
        "The value is null, and null can't be part of a text.",
    )
    .at(part)
    .within(template)
    .with_help("test it first: value == null ? \"\" : value")
}

#[cold]
pub(crate) fn part_type(error: &ConversionError, part: Span, template: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "template-type",
        "Invalid template interpolation value",
        format!("The value can't become part of a text: {error}."),
    )
    .at(part)
    .within(template)
    .with_help("join(\", \", list) makes text of a list, jsonencode(value) of any value")
}
