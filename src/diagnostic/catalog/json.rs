//! Diagnostics of values in JSON syntax: as bodies and blocks, and in expressions.

use super::place::start;
use super::schema::Hint;
use crate::diagnostic::About;
use crate::syntax::json::{GeneratedLabels, block_type as property_of};
use crate::syntax::unpack::Mistake;
use crate::syntax::{AttributeRef, ItemRef, View};
use crate::text::span::Span;
use crate::value::convert::ConversionError;

rows! {
    extraneous_property(item: ItemRef<'_>, hint: Hint<'_>; name = item.name(), place = item.name_span(),
        whole = item.as_attribute().map_or(place, AttributeRef::span),
        is_generated = item.0.generated_labels().is_some())
        at place within (whole):
        "unknown-property",
        match is_generated {
            false => "Extraneous JSON object property", "No argument and no block type is named \"{name}\".";
            true => "Unsupported block type", "There are no \"{name}\" blocks here.";
        }, "correct the name, or remove this" => did_you_mean(hint.name());

    /// Generated blocks with too few or too many labels.
    generated_labels(item: ItemRef<'_>, labels: &GeneratedLabels<'_>, expected: &[String];
        name = item.name(), names = expected.join(", "), surplus = labels.label(expected.len()).map(|it| it.span()),
        has_labels = !expected.is_empty(),
        place = surplus.filter(|_| has_labels).or(labels.value.filter(|_| has_labels)).unwrap_or(labels.argument))
        at place:
        "generated-labels",
        match (labels.value, surplus) {
            _ if !has_labels => "Extraneous JSON object property",
                "\"{name}\" blocks have no labels.", "remove the argument \"labels\"";
            (None, _) => "Missing required argument", "A \"{name}\" block has the labels: {names}.";
            (_, None) => "Insufficient dynamic block labels", "A \"{name}\" block has the labels: {names}.";
            _ => "Extraneous dynamic block label", "A \"{name}\" block has the labels: {names}.";
        }, "write one expression for each of them in the list \"labels\"";

    /// A repeated argument in a body; `has_blocks` if the body may contain blocks.
    duplicate(item: AttributeRef<'_>, first: AttributeRef<'_>, has_blocks: bool; name = item.name(),
        place = item.name_span(), first = first.name_span(), whole = has_blocks.then(|| item.span()))
        at place within (whole) label first "it was set here first":
        "duplicate-property",
        match has_blocks {
            true => "Duplicate argument", "\"{name}\" was set before.";
            false => "Duplicate attribute definition", "\"{name}\" was set before.";
        }, "remove one of them";

    /// A value in the place of a body, or of an element of an array of bodies, that is no object.
    no_body(value: View<'_>, is_element: bool, has_blocks: bool; place = start(value)) at place:
        "json-type", "Incorrect JSON value type",
        match (is_element, has_blocks) {
            (true, _) => "An object is needed here, with arguments and blocks.";
            (_, true) => "An object or an array of objects is needed here, with arguments and blocks.";
            _ => "An object is needed here, with the arguments of this block.";
        }, "write an object: {{ \"name\": value }}";

    /// A value that can't be blocks.
    no_blocks(mistake: Mistake<'_>, block_type: &str, labels: &[String];
        (value, number) = match mistake {
            Mistake::Labels(value, number) | Mistake::LabelsElement(value, number) | Mistake::NoLabel(value, number) =>
                (value, number + 1),
            Mistake::Body(value, _, number) => (value, number),
        }, label = labels.get(number.saturating_sub(1)).map_or("label", String::as_str),
        name = match mistake { Mistake::Body(_, name, _) => name.property_name(), _ => "" },
        whole = match mistake { Mistake::Body(_, name, labels) => property_of(name, labels as u32), _ => value }.span(),
        levels = number.max(labels.len()), open = "\"…\": { ".repeat(levels), close = " }".repeat(levels),
        help = format!("write \"{block_type}\": {{ {open}…{close} }}"), place = start(value))
        at place:
        "json-type", "Incorrect JSON value type",
        match mistake {
            Mistake::Labels(..) => "An object or an array of objects is needed, with each {label}.";
            Mistake::LabelsElement(..) => "An object is needed here, with each {label}.";
            Mistake::NoLabel(..) => "missing-label", "Missing block label",
                "Each property here is the {label} of a {block_type} block; there is none.", "{help}";
            Mistake::Body(_, _, 0) => "An object is needed for one \"{block_type}\" block, or an array for several.";
            Mistake::Body(..) =>
                "An object is needed for one \"{block_type}\" block, or an array for several: the name \"{name}\" is read as its label.";
        }, "{help}" => about(About::PartOf(whole));

    duplicate_key(name: &str, key: Span, first: Span) at key label first "it is set here first":
        "duplicate-key", "Duplicate object attribute",
        "The object has an attribute \"{name}\" already.", "remove one of them";

    null_key(key: Span) at key:
        "json-key", "Invalid object key expression", "The key is null.", "test it first: key == null ? \"none\" : key";

    key_type(error: &ConversionError, key: Span) at key:
        "json-key", "Invalid object key expression",
        "A key must be a string: {error}.", "write a text, or an expression with a text: \"${{name}}\"";
}
