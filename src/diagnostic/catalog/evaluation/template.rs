//! Diagnostics of interpolations in templates.

use crate::text::span::Span;
use crate::value::convert::ConversionError;

rows! {
    null_part(part: Span, template: Span) at part within (template):
        "null-in-template", "Invalid template interpolation value",
        "The value is null, and null can't be part of a text.", "test it first: value == null ? \"\" : value";

    part_type(error: &ConversionError, part: Span, template: Span) at part within (template):
        "template-type", "Invalid template interpolation value", "The value can't become part of a text: {error}.",
        "join(\", \", list) makes text of a list, jsonencode(value) of any value";
}
