//! Diagnostics of decoding: a value, block or body does not fit the Rust type.

use std::fmt::{Display, LowerExp};

use serde::de::{Expected, Unexpected};

use crate::diagnostic::{Diagnostic, suggest};
use crate::source::Span;
use crate::syntax::{AttributeRef, BlockRef, LabelRef};

// Values.

#[cold]
pub(crate) fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Diagnostic {
    if unexpected == Unexpected::NewtypeStruct {
        let detail = format!("Expected {expected}, in a form that is private to another format.");
        return Diagnostic::error("invalid-type", "Unsuitable value type", detail)
            .help("use serde_hcl::Value, or serde_hcl::Expression for what is not evaluated");
    }
    let detail = format!("Expected {expected}, found {}.", found(unexpected));
    Diagnostic::error("invalid-type", "Unsuitable value type", detail)
}

#[cold]
pub(crate) fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Diagnostic {
    let detail = format!("Expected {expected}, found {}.", found(unexpected));
    Diagnostic::error("invalid-value", "Unsuitable value", detail)
}

/// The found value in the words of the language.
pub(crate) fn found(unexpected: Unexpected<'_>) -> String {
    match unexpected {
        Unexpected::Bool(bool) => bool.to_string(),
        Unexpected::Unsigned(number) => format!("the number {number}"),
        Unexpected::Signed(number) => format!("the number {number}"),
        Unexpected::Float(number) => format!("the number {number}"),
        Unexpected::Char(char) => format!("the string {:?}", char.to_string()),
        Unexpected::Str(text) => format!("the string {text:?}"),
        Unexpected::Unit | Unexpected::Option => "null".to_owned(),
        Unexpected::Seq => "a tuple".to_owned(),
        Unexpected::Map => "an object".to_owned(),
        Unexpected::UnitVariant => "a variant without content".to_owned(),
        other => other.to_string(),
    }
}

#[cold]
pub(crate) fn invalid_length(length: usize, expected: &dyn Expected) -> Diagnostic {
    let plural = if length == 1 { "element" } else { "elements" };
    let detail = format!("Expected {expected}, found {length} {plural}.");
    Diagnostic::error("invalid-length", "Unsuitable number of elements", detail)
}

#[cold]
pub(crate) fn element_count(found: usize, wanted: usize) -> Diagnostic {
    let plural = if wanted == 1 { "element" } else { "elements" };
    let detail = format!("Expected {wanted} {plural}, found {found}.");
    Diagnostic::error("invalid-length", "Unsuitable number of elements", detail)
}

#[cold]
pub(crate) fn out_of_range(number: &str, least: &dyn Display, most: &dyn Display) -> Diagnostic {
    let detail = format!("The number {number} is not between {least} and {most}.");
    Diagnostic::error("number-out-of-range", "Number out of range", detail)
}

#[cold]
pub(crate) fn beyond_floats(number: &str, most: &dyn LowerExp) -> Diagnostic {
    let [least, most] = [format!("-{most:e}"), format!("{most:e}")];
    out_of_range(number, &least, &most)
}

#[cold]
pub(crate) fn fraction(number: &str) -> Diagnostic {
    let detail = format!("A whole number is required, but {number} has a fraction.");
    Diagnostic::error("fraction", "Unsuitable value", detail)
}

#[cold]
pub(crate) fn not_a_number(text: &str) -> Diagnostic {
    let detail = format!("\"{text}\" can't be represented as a number.");
    Diagnostic::error("not-a-number", "Invalid number", detail)
}

#[cold]
pub(crate) fn unknown_value() -> Diagnostic {
    let detail = "The value is not known yet, so it can't be decoded.";
    Diagnostic::error("unknown-value", "Unknown value", detail)
}

#[cold]
pub(crate) fn unknown_value_of(mut sources: Vec<String>, span: Span) -> Diagnostic {
    let diagnostic = unknown_value().at(span);
    sources.dedup();
    match sources[..] {
        [] => diagnostic,
        _ => diagnostic.help(format!("it depends on {}", sources.join(", "))),
    }
}

#[cold]
pub(crate) fn sensitive() -> Diagnostic {
    let detail = "A sensitive value does not fit the type, so the reason is not shown.";
    Diagnostic::error("sensitive-value", "Unsuitable value", detail)
}

#[cold]
pub(crate) fn variant_required() -> Diagnostic {
    Diagnostic::error(
        "variant-required",
        "Unsuitable value",
        "A variant is named by a string, a label, or the only entry of an object or a body.",
    )
}

#[cold]
pub(crate) fn variant_label_required(block: BlockRef<'_>, variants: &[&str]) -> Diagnostic {
    let name = block.name();
    let detail = format!("A {name:?} block needs a label here, one of {}.", list(variants));
    Diagnostic::error("variant-required", format!("Missing label for {name}"), detail)
        .at(block.header_span())
}

#[cold]
pub(crate) fn unknown_variant(variant: &str, expected: &[&'static str]) -> Diagnostic {
    let detail = format!("{variant:?} is not one of {}.", list(expected));
    let diagnostic = Diagnostic::error("unknown-variant", "Unsuitable value", detail);
    did_you_mean(diagnostic, variant, expected)
}

// Entries.

#[cold]
pub(crate) fn unknown_field(field: &str, expected: &[&'static str]) -> Diagnostic {
    let detail = format!("An argument named {field:?} is not expected here.");
    let diagnostic = Diagnostic::error("unknown-argument", "Unsupported argument", detail);
    did_you_mean(diagnostic, field, expected)
}

#[cold]
pub(crate) fn unknown_block_type(name: &str, expected: &[&'static str]) -> Diagnostic {
    let detail = format!("Blocks of type {name:?} are not expected here.");
    let diagnostic = Diagnostic::error("unknown-block-type", "Unsupported block type", detail);
    did_you_mean(diagnostic, name, expected)
}

#[cold]
pub(crate) fn missing_field(field: &str) -> Diagnostic {
    let detail = format!("The argument {field:?} is required, but it is missing.");
    Diagnostic::error("missing-argument", "Missing required argument", detail)
}

#[cold]
pub(crate) fn missing_field_of_body(
    field: &str,
    block: Option<BlockRef<'_>>,
    subject: Span,
    mistyped: Option<&str>,
) -> Diagnostic {
    let diagnostic = match block {
        Some(block) => missing_field_of(field, block, ""),
        None => missing_field(field).at(subject),
    };
    match mistyped {
        Some(name) => diagnostic.help(format!("did you mean it by {name:?}?")),
        None => diagnostic,
    }
}

/// A field missing in buffered content may be missing in a part of it.
#[cold]
pub(crate) fn missing_field_of_buffered(field: &str, block: BlockRef<'_>) -> Diagnostic {
    let inside = match block.body().blocks().next() {
        Some(_) => " or in a block inside of it",
        None => "",
    };
    missing_field_of(field, block, inside)
}

fn missing_field_of(field: &str, block: BlockRef<'_>, inside: &str) -> Diagnostic {
    let name = block.name();
    let detail = format!(
        "The argument {field:?} is required, but it is missing in this {name:?} block{inside}."
    );
    Diagnostic::error("missing-argument", "Missing required argument", detail)
        .at(block.header_span())
        .within(block.span())
}

#[cold]
pub(crate) fn labels_of_object() -> Diagnostic {
    let detail = "Labels are required, and only blocks have them.";
    Diagnostic::error("missing-label", "Missing label", detail).help("write this as a block")
}

#[cold]
pub(crate) fn missing_field_is_null(field: &str, span: Span) -> Diagnostic {
    let detail = format!("The argument {field:?} is required, but it is null here.");
    Diagnostic::error("missing-argument", "Missing required argument", detail).at(span)
}

#[cold]
pub(crate) fn duplicate_field(field: &str) -> Diagnostic {
    let detail = format!("The argument {field:?} is given more than once.");
    Diagnostic::error("duplicate-argument", "Duplicate argument", detail)
}

#[cold]
pub(crate) fn attribute_and_block(attribute: AttributeRef<'_>, block: BlockRef<'_>) -> Diagnostic {
    let name = attribute.name();
    let detail = format!("There are an argument and a block that are both named {name:?}.");
    Diagnostic::error("argument-and-block", "Ambiguous name", detail)
        .at(attribute.name_span())
        .label(block.name_span(), "the block")
        .help("give the value either as an argument or as a block")
}

// Blocks and labels.

#[cold]
pub(crate) fn duplicate_block(first: BlockRef<'_>, second: BlockRef<'_>) -> Diagnostic {
    let name = second.name();
    Diagnostic::error(
        "duplicate-block",
        format!("Duplicate {name} block"),
        format!("Only one {name:?} block is allowed."),
    )
    .at(second.header_span())
    .label(first.header_span(), "the first one")
}

#[cold]
pub(crate) fn label_required(block: BlockRef<'_>) -> Diagnostic {
    let name = block.name();
    let labels = match block.labels().len() {
        0 => "has none".to_owned(),
        1 => "has only one".to_owned(),
        count => format!("has only {count}"),
    };
    Diagnostic::error(
        "missing-label",
        format!("Missing label for {name}"),
        format!("A {name:?} block needs more labels here; this one {labels}."),
    )
    .at(block.header_span())
}

#[cold]
pub(crate) fn label_required_for(block: BlockRef<'_>, value: Span, found: &str) -> Diagnostic {
    label_required(block)
        .label(value, format!("without a label, this has to be an object, not {found}"))
}

#[cold]
pub(crate) fn extraneous_label(block: Option<BlockRef<'_>>, label: LabelRef<'_>) -> Diagnostic {
    let name = block.map_or_else(String::new, |block| block.name().to_owned());
    let diagnostic = Diagnostic::error(
        "extraneous-label",
        format!("Extraneous label for {name}"),
        format!("Nothing takes the label {:?} of this {name:?} block.", label.value()),
    )
    .at(label.span());
    match block {
        Some(block) => diagnostic.within(block.header_span()),
        None => diagnostic,
    }
}

#[cold]
pub(crate) fn unequal_label_counts(first: BlockRef<'_>, other: BlockRef<'_>) -> Diagnostic {
    let name = first.name();
    Diagnostic::error(
        "unequal-labels",
        "Inconsistent labels",
        format!(
            "Where the type takes anything, all {name:?} blocks of a body need the same number of \
             labels; there are blocks with {} and {}.",
            first.labels().len(),
            other.labels().len(),
        ),
    )
    .at(other.header_span())
    .label(first.header_span(), "the first one")
}

#[cold]
pub(crate) fn labels_of_flattened(span: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::error(
        "labels-of-flattened",
        "Labels not supported",
        "A struct with flattened fields can take labels only where decoding may start over.",
    )
    .help("decode with from_str or another function instead of a Deserializer");
    match span {
        Some(span) => diagnostic.at(span),
        None => diagnostic,
    }
}

#[cold]
pub(crate) fn attribute_among_blocks(attribute: AttributeRef<'_>) -> Diagnostic {
    let detail =
        format!("Only blocks are expected here, but {:?} is an argument.", attribute.name());
    Diagnostic::error("unknown-argument", "Unsupported argument", detail).at(attribute.name_span())
}

fn did_you_mean(diagnostic: Diagnostic, given: &str, expected: &[&'static str]) -> Diagnostic {
    let names = expected.iter().copied().filter(|name| !name.starts_with('$'));
    match suggest::nearest(given, names) {
        Some(name) => diagnostic.help(format!("did you mean {name:?}?")),
        None => diagnostic,
    }
}

fn list(names: &[&str]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("{name:?}")).collect();
    names.join(", ")
}
