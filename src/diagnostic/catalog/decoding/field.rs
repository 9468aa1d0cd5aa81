//! Diagnostics of the fields of structs: names that are unknown, missing or given twice.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::place::missing_place;
use crate::diagnostic::catalog::suggesting;
use crate::syntax::{AttributeRef, BlockRef, BodyRef, ExpressionRef, ItemRef, LabelRef};
use crate::text::span::Span;
use crate::text::suggest;

#[cold]
pub(crate) fn unknown_field(field: &str, expected: &[&'static str]) -> Diagnostic {
    let detail = format!("An argument named {field:?} is not expected here.");
    let diagnostic = Diagnostic::catalogued("unknown-argument", "Unsupported argument", detail);
    among_fields(diagnostic, field, expected)
}

/// A JSON property that is neither an argument nor a block type.
#[cold]
pub(crate) fn unknown_property(name: &str, expected: &[&'static str]) -> Diagnostic {
    let detail = format!("No argument and no block type is named {name:?}.");
    let diagnostic =
        Diagnostic::catalogued("unknown-property", "Extraneous JSON object property", detail);
    among_fields(diagnostic, name, expected)
}

#[cold]
pub(crate) fn unknown_block_type(name: &str, expected: &[&'static str]) -> Diagnostic {
    let detail = format!("Blocks of type {name:?} are not expected here.");
    let diagnostic = Diagnostic::catalogued("unknown-block-type", "Unsupported block type", detail);
    match name {
        "if" | "else" | "for" | "foreach" | "while" | "switch" | "function" => {
            diagnostic.with_help("there are no statements: condition ? one : other selects a value")
        }
        _ => among_fields(diagnostic, name, expected),
    }
}

/// An item of a body whose name is none of the fields.
#[cold]
pub(crate) fn unknown_item(item: ItemRef<'_>, expected: &[&'static str]) -> Diagnostic {
    let diagnostic = match item.as_block() {
        Some(_) => unknown_block_type(item.name(), expected),
        None => unknown_field(item.name(), expected),
    };
    diagnostic.with_span(item.name_span())
}

rows! {
    missing_field(field: &str):
        "missing-argument", "Missing required argument",
        "The argument {field:?} is required, but it is missing.";
}

#[cold]
pub(crate) fn missing_field_of_body(
    field: &str,
    block: Option<BlockRef<'_>>,
    body: BodyRef<'_>,
    mistyped: Option<ItemRef<'_>>,
) -> Diagnostic {
    let diagnostic = match block {
        Some(block) => missing_field_of(field, block, ""),
        None => missing_field(field).with_span(missing_place(body)),
    };
    match (mistyped, block) {
        (Some(item), block) => {
            let help = mistyped_name(item.name(), field);
            let diagnostic =
                diagnostic.with_span(item.name_span()).with_help(help).with_name(field);
            match block {
                Some(block) => diagnostic.with_label(block.header_span(), missing_in_block(field)),
                None => diagnostic,
            }
        }
        (None, _) if body.is_json() => diagnostic.with_help(format!("add {field:?}: …")),
        (None, _) => diagnostic.with_help(added_argument(field)),
    }
}

fn added_argument(field: &str) -> String {
    format!("add {field} = …")
}

/// The diagnostic of a missing field whose type has fields itself.
#[cold]
pub(crate) fn missing_struct(diagnostic: Diagnostic, field: &str) -> Diagnostic {
    match diagnostic.help() {
        Some(help) if help == added_argument(field) => {
            diagnostic.with_help(format!("add {field} {{ … }}"))
        }
        _ => diagnostic,
    }
}

/// A JSON array without blocks, in a place that needs one.
#[cold]
pub(crate) fn missing_block(name: &str, array: ExpressionRef<'_>) -> Diagnostic {
    let end = array.span().end;
    let detail = format!("A {name:?} block is required, but there is none in this array.");
    Diagnostic::catalogued("missing-block", format!("Missing {name} block"), detail)
        .with_span(Span::new(end.saturating_sub(1), end))
        .with_context(array.span())
        .with_help("write an object, for one block")
}

fn missing_in_block(field: &str) -> String {
    format!("{field:?} is missing in this block")
}

fn mistyped_name(name: &str, field: &str) -> String {
    format!("rename {name:?} to {field:?}, if that is meant")
}

/// A missing field of an object with these names.
#[cold]
pub(crate) fn missing_field_of_object(field: &str, names: &[String]) -> Diagnostic {
    let help = match suggest::nearest(field, names.iter().map(|name| &**name)) {
        Some(name) => mistyped_name(name, field),
        None => format!("add {field} = …"),
    };
    missing_field(field).with_help(help)
}

/// A field missing in buffered content; `may_be_inside` if it may be missing in a part of it.
#[cold]
pub(crate) fn missing_field_of_buffered(
    field: &str,
    block: BlockRef<'_>,
    may_be_inside: bool,
) -> Diagnostic {
    let inside = match block.body().blocks().next() {
        Some(_) if may_be_inside => " or in a block inside of it",
        _ => "",
    };
    let names = block.body().items().map(|item| item.name());
    let diagnostic = missing_field_of(field, block, inside);
    match suggest::nearest(field, names) {
        Some(name) => diagnostic.with_help(mistyped_name(name, field)),
        None if !inside.is_empty() => diagnostic,
        None if block.body().is_json() => diagnostic.with_help(format!("add {field:?}: …")),
        None => diagnostic.with_help(format!("add {field} = …")),
    }
}

/// The tag of an enum is missing, but the block has a label in its place.
#[cold]
pub(crate) fn tag_as_label(field: &str, block: BlockRef<'_>) -> Diagnostic {
    let label = block.labels().last().map(LabelRef::value).unwrap_or_default();
    let help = format!("write {field} = {label:?} in the block, instead of the label");
    missing_field_of(field, block, "").with_help(help)
}

/// The label of the tag that makes a field necessary.
pub(crate) fn needed_by(tag: &str, field: &str) -> String {
    format!("{tag} needs {field:?}")
}

/// The label of the tag of a variant without this field.
pub(crate) fn unknown_to(tag: &str, field: &str) -> String {
    format!("{tag} has no {field:?}")
}

fn missing_field_of(field: &str, block: BlockRef<'_>, inside: &str) -> Diagnostic {
    let (name, body) = (block.name(), block.body());
    let detail = format!(
        "The argument {field:?} is required, but it is missing in this {name:?} block{inside}."
    );
    let diagnostic =
        Diagnostic::catalogued("missing-argument", "Missing required argument", detail);
    match body.is_json() {
        true => diagnostic.with_span(missing_place(body)).with_context(body.span()),
        false => diagnostic.with_span(block.header_span()).with_context(block.span()),
    }
}

/// Whether the diagnostic is about an item that no field reads.
pub(crate) fn is_unknown(diagnostic: &Diagnostic) -> bool {
    matches!(diagnostic.code(), "unknown-argument" | "unknown-block-type" | "unknown-property")
}

/// Whether the diagnostic is about this field, which is missing.
pub(crate) fn is_missing(diagnostic: &Diagnostic, field: &str) -> bool {
    diagnostic.code() == "missing-argument"
        && diagnostic.detail().starts_with(&format!("The argument {field:?} "))
}

/// The diagnostic about an unknown field that is missing in another place.
#[cold]
pub(crate) fn misplaced(diagnostic: Diagnostic, field: &str, place: Option<Span>) -> Diagnostic {
    match place {
        Some(place) if !place.is_empty() => diagnostic
            .with_label(place, missing_in_block(field))
            .with_help(format!("move {field:?} into the block where it is missing")),
        _ => diagnostic.with_help(format!("move {field:?} to the top level, where it is missing")),
    }
}

rows! {
    missing_field_is_null(field: &str, span: Span) at span:
        "missing-argument", "Missing required argument",
        "The argument {field:?} is required, but it is null here.",
        "give it a value";

    duplicate_field(field: &str):
        "duplicate-argument", "Duplicate argument",
        "The argument {field:?} is given more than once.",
        "remove one of them";

    /// An item with another name of a field, whose value `first` has already.
    duplicate_alias(name: &str, field: &str, first: Span) label first "given here first":
        "duplicate-argument", "Duplicate argument",
        "The argument {name:?} is another name of {field:?}, which is given before.",
        "remove one of them";

    attribute_and_block(attribute: AttributeRef<'_>, block: BlockRef<'_>;
        name = attribute.name(), place = attribute.name_span(), other = block.name_span())
        at place label other "the block with this name":
        "argument-and-block", "Ambiguous name",
        "There are an argument and a block that are both named {name:?}.",
        "give the value either as an argument or as a block";
}

fn among_fields(diagnostic: Diagnostic, given: &str, fields: &[&'static str]) -> Diagnostic {
    if fields.is_empty() {
        return diagnostic.with_help("correct the name, or remove it");
    }
    let names = fields.iter().copied().filter(|name| !name.starts_with('$'));
    suggesting(diagnostic, given, &suggest::suggest(given, names))
}
