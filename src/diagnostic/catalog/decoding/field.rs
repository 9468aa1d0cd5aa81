//! Diagnostics of the fields of structs: names that are unknown, missing or given twice.

use crate::diagnostic::catalog::place::missing_place;
use crate::diagnostic::{About, Diagnostic};
use crate::syntax::{AttributeRef, BlockRef, BodyRef, ExpressionRef, ItemRef, LabelRef};
use crate::text::span::Span;
use crate::text::suggest;

rows! {
    unknown_field(field: &str, expected: &[&'static str]):
        "unknown-argument", "Unsupported argument",
        "An argument named {field:?} is not expected here.", "correct the name, or remove it" => among(field, expected);

    /// A JSON property that is neither an argument nor a block type.
    unknown_property(name: &str, expected: &[&'static str]):
        "unknown-property", "Extraneous JSON object property",
        "No argument and no block type is named {name:?}.", "correct the name, or remove it" => among(name, expected);

    unknown_block_type(name: &str, expected: &[&'static str]):
        "unknown-block-type", "Unsupported block type", "Blocks of type {name:?} are not expected here.",
        match name {
            "if" | "else" | "for" | "foreach" | "while" | "switch" | "function" =>
                "there are no statements: condition ? one : other selects a value" => about(About::Unknown(name.to_owned()));
            _ => "correct the name, or remove it" => among(name, expected);
        };

    missing_field(field: &str):
        "missing-argument", "Missing required argument",
        "The argument {field:?} is required, but it is missing." => about(About::missing(field));

    missing_field_of(field: &str, block: BlockRef<'_>, inside: &str; name = block.block_type(), body = block.body(),
        (place, whole) = match body.is_json() {
            true => (missing_place(body), body.span()),
            false => (block.header_span(), block.span()),
        })
        at place within (whole):
        "missing-argument", "Missing required argument",
        "The argument {field:?} is required, but it is missing in this {name:?} block{inside}."
            => about(About::missing(field));

    /// The tag of an enum is missing, but the block has a label in its place.
    tag_as_label(field: &str, block: BlockRef<'_>; name = block.block_type(), place = block.header_span(),
        label = block.labels().last().map(LabelRef::value).unwrap_or_default())
        at place within (block.span()):
        "missing-argument", "Missing required argument",
        "The argument {field:?} is required, but it is missing in this {name:?} block.",
        "write {field} = {label:?} in the block, instead of the label" => about(About::missing(field));

    /// A JSON array without blocks, in a place that needs one.
    missing_block(name: &str, array: ExpressionRef<'_>; end = array.span().end,
        close = Span::new(end.saturating_sub(1), end))
        at close within (array.span()):
        "missing-block", "Missing {name} block",
        "A {name:?} block is required, but there is none in this array.", "write an object, for one block" => about(About::Incomplete);

    missing_field_is_null(field: &str, span: Span) at span:
        "missing-argument", "Missing required argument",
        "The argument {field:?} is required, but it is null here.", "give it a value" => about(About::missing(field));

    duplicate_field(field: &str):
        "duplicate-argument", "Duplicate argument",
        "The argument {field:?} is given more than once.", "remove one of them";

    /// An item with another name of a field, whose value `first` has already.
    duplicate_alias(name: &str, field: &str, first: Span) label first "given here first":
        "duplicate-argument", "Duplicate argument",
        "The argument {name:?} is another name of {field:?}, which is given before.", "remove one of them";

    attribute_and_block(attribute: AttributeRef<'_>, block: BlockRef<'_>;
        name = attribute.name(), place = attribute.name_span(), other = block.block_type_span())
        at place label other "the block with this name":
        "argument-and-block", "Ambiguous name", "There are an argument and a block that are both named {name:?}.",
        "give the value either as an argument or as a block";
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
    let diagnostic = adding(diagnostic, field, mistyped.map(|it| it.name()), body.is_json());
    let Some(item) = mistyped else { return diagnostic };
    let header = block.map(|block| block.header_span());
    let diagnostic = diagnostic.with_span(item.name_span()).with_name(field);
    diagnostic.with_label(header, missing_in_block(field))
}

/// A missing field of an object with these names.
#[cold]
pub(crate) fn missing_field_of_object(field: &str, names: &[String]) -> Diagnostic {
    let nearest = suggest::nearest(field, names.iter().map(|name| &**name));
    adding(missing_field(field), field, nearest, false)
}

/// A field missing in buffered content; `may_be_inside` if it may be missing in a part of it.
#[cold]
pub(crate) fn missing_field_of_buffered(
    field: &str,
    block: BlockRef<'_>,
    may_be_inside: bool,
) -> Diagnostic {
    let may_be_inside = may_be_inside && block.body().blocks().next().is_some();
    let inside = if may_be_inside { " or in a block inside of it" } else { "" };
    let nearest = suggest::nearest(field, block.body().items().map(|item| item.name()));
    let diagnostic = missing_field_of(field, block, inside);
    match nearest.is_none() && may_be_inside {
        true => diagnostic,
        false => adding(diagnostic, field, nearest, block.body().is_json()),
    }
}

/// How to add the field, or to correct the name that is nearest to it.
fn adding(diagnostic: Diagnostic, field: &str, nearest: Option<&str>, is_json: bool) -> Diagnostic {
    match nearest {
        Some(name) => diagnostic.with_help(rename(name, field)),
        None if is_json => diagnostic.with_help(format!("add {field:?}: …")),
        None => diagnostic
            .with_help(format!("add {field} = …"))
            .about(About::Missing { field: field.to_owned(), adds_argument: true }),
    }
}

pub(crate) fn rename(name: &str, field: &str) -> String {
    format!("rename {name:?} to {field:?}, if that is meant")
}

fn missing_in_block(field: &str) -> String {
    format!("{field:?} is missing in this block")
}

/// The diagnostic of a missing field whose type has fields itself.
#[cold]
pub(crate) fn missing_struct(diagnostic: Diagnostic, field: &str) -> Diagnostic {
    match diagnostic.0.about {
        About::Missing { adds_argument: true, .. } => {
            diagnostic.with_help(format!("add {field} {{ … }}"))
        }
        _ => diagnostic,
    }
}

/// The label of the tag that makes a field necessary.
pub(crate) fn needed_by(tag: &str, field: &str) -> String {
    format!("{tag} needs {field:?}")
}

/// The label of the tag of a variant without this field.
pub(crate) fn unknown_to(tag: &str, field: &str) -> String {
    format!("{tag} has no {field:?}")
}

/// Whether the diagnostic is about this field, which is missing.
pub(crate) fn is_missing(diagnostic: &Diagnostic, field: &str) -> bool {
    matches!(&diagnostic.0.about, About::Missing { field: missing, .. } if missing == field)
}

/// Whether the error is about a label that no field takes.
pub(crate) fn is_extraneous_label(error: &crate::Error) -> bool {
    error.code() == "extraneous-label"
}

/// The root body, among the bodies that have a name.
pub(crate) const TOP_LEVEL: &str = "the top level";

/// The diagnostic of an unknown name, with the bodies that have it; without one whose help corrects the name.
#[cold]
pub(crate) fn placed(
    diagnostic: Diagnostic,
    owners: impl FnOnce(&str) -> Vec<String>,
) -> Diagnostic {
    let About::Unknown(name) = &diagnostic.0.about else { return diagnostic };
    if diagnostic.0.correction.is_some() {
        return diagnostic;
    }
    match &owners(name)[..] {
        [] => diagnostic,
        owners => {
            let help = format!("{name:?} belongs into {}", owners.join(" or "));
            diagnostic.with_help(help)
        }
    }
}

/// The diagnostic about an unknown field that is missing in another place.
#[cold]
pub(crate) fn misplaced(diagnostic: Diagnostic, field: &str, place: Option<Span>) -> Diagnostic {
    let diagnostic = diagnostic.about(About::Other);
    match place {
        Some(place) if !place.is_empty() => diagnostic
            .with_label(place, missing_in_block(field))
            .with_help(format!("move {field:?} into the block where it is missing")),
        _ => diagnostic.with_help(format!("move {field:?} to the top level, where it is missing")),
    }
}
