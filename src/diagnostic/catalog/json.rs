//! Diagnostics of values in JSON syntax: as bodies and blocks, and in expressions.

use super::did_you_mean;
use super::place::start;
use super::schema::Hint;
use crate::diagnostic::Diagnostic;
use crate::syntax::json::GeneratedLabels;
use crate::syntax::unpack::Mistake;
use crate::syntax::{AttributeRef, ItemRef, View};
use crate::text::span::Span;
use crate::value::convert::ConversionError;

const VALUE_TYPE: &str = "Incorrect JSON value type";

#[cold]
pub(crate) fn extraneous_property(item: ItemRef<'_>, hint: Hint<'_>) -> Diagnostic {
    let span = item.as_attribute().map_or(item.name_span(), AttributeRef::span);
    let name = item.name();
    let (summary, detail) = match item.0.generated_labels() {
        None => (
            "Extraneous JSON object property",
            format!("No argument and no block type is named \"{name}\"."),
        ),
        Some(_) => ("Unsupported block type", format!("There are no \"{name}\" blocks here.")),
    };
    let diagnostic = Diagnostic::catalogued("unknown-property", summary, detail)
        .with_span(item.name_span())
        .with_context(span);
    match hint {
        Hint::Name(nearest) => did_you_mean(diagnostic, Some(nearest)),
        _ => diagnostic.with_help("correct the name, or remove this"),
    }
}

/// Generated blocks with too few or too many labels.
#[cold]
pub(crate) fn generated_labels(
    item: ItemRef<'_>,
    labels: &GeneratedLabels<'_>,
    expected: &[String],
) -> Diagnostic {
    let name = item.name();
    if expected.is_empty() {
        return Diagnostic::catalogued(
            "generated-labels",
            "Extraneous JSON object property",
            format!("\"{name}\" blocks have no labels."),
        )
        .with_span(labels.argument)
        .with_help("remove the argument \"labels\"");
    }
    let (summary, place) = match (labels.value, labels.label(expected.len())) {
        (None, _) => ("Missing required argument", labels.argument),
        (Some(value), None) => ("Insufficient dynamic block labels", value),
        (Some(_), Some(label)) => ("Extraneous dynamic block label", label.span()),
    };
    Diagnostic::catalogued(
        "generated-labels",
        summary,
        format!("A \"{name}\" block has the labels: {}.", expected.join(", ")),
    )
    .with_span(place)
    .with_help("write one expression for each of them in the list \"labels\"")
}

/// A repeated argument in a body that may contain blocks.
#[cold]
pub(crate) fn duplicate_argument(item: AttributeRef<'_>, first: AttributeRef<'_>) -> Diagnostic {
    duplicate("Duplicate argument", item, first).with_context(item.span())
}

/// A repeated argument in a body without blocks.
#[cold]
pub(crate) fn duplicate_attribute(item: AttributeRef<'_>, first: AttributeRef<'_>) -> Diagnostic {
    duplicate("Duplicate attribute definition", item, first)
}

fn duplicate(summary: &'static str, item: AttributeRef<'_>, first: AttributeRef<'_>) -> Diagnostic {
    let name = item.name();
    Diagnostic::catalogued("duplicate-property", summary, format!("\"{name}\" was set before."))
        .with_span(item.name_span())
        .with_label(first.name_span(), "it was set here first")
        .with_help("remove one of them")
}

/// A body that is neither an object nor an array of objects.
#[cold]
pub(crate) fn no_body(value: View<'_>) -> Diagnostic {
    wrong_type("An object or an array of objects is needed here, with arguments and blocks.", value)
}

/// Another value than an object in an array that is a body.
#[cold]
pub(crate) fn no_body_element(value: View<'_>) -> Diagnostic {
    wrong_type("An object is needed here, with arguments and blocks.", value)
}

/// A body of only arguments that is not an object.
#[cold]
pub(crate) fn no_attributes(value: View<'_>) -> Diagnostic {
    wrong_type("An object is needed here, with the arguments of this block.", value)
}

fn wrong_type(detail: impl Into<String>, value: View<'_>) -> Diagnostic {
    type_diagnostic(detail, value).with_help("write an object: { \"name\": value }")
}

fn type_diagnostic(detail: impl Into<String>, value: View<'_>) -> Diagnostic {
    Diagnostic::catalogued("json-type", VALUE_TYPE, detail).with_span(start(value))
}

/// A value that can't be blocks.
#[cold]
pub(crate) fn no_blocks(mistake: Mistake<'_>, block_type: &str, labels: &[String]) -> Diagnostic {
    let label = |number: usize| labels.get(number).map_or("label", String::as_str);
    let (diagnostic, count) = match mistake {
        Mistake::Labels(value, number) => {
            let label = label(number);
            let detail = format!("An object or an array of objects is needed, with each {label}.");
            (type_diagnostic(detail, value), number + 1)
        }
        Mistake::LabelsElement(value, number) => {
            let detail = format!("An object is needed here, with each {}.", label(number));
            (type_diagnostic(detail, value), number + 1)
        }
        Mistake::NoLabel(value, number) => {
            let label = label(number);
            let detail = format!(
                "Each property here is the {label} of a {block_type} block; there is none."
            );
            let diagnostic = Diagnostic::catalogued("missing-label", "Missing block label", detail)
                .with_span(start(value));
            (diagnostic, number + 1)
        }
        Mistake::Body(value, name, number) => {
            let mut detail = format!(
                "An object is needed for one \"{block_type}\" block, or an array for several"
            );
            if number > 0 {
                let label = name.property_name();
                detail += &format!(": the name \"{label}\" is read as its label");
            }
            (type_diagnostic(detail + ".", value), number)
        }
    };
    let count = count.max(labels.len());
    let (open, close) = ("\"…\": { ".repeat(count), " }".repeat(count));
    diagnostic.with_help(format!("write \"{block_type}\": {{ {open}…{close} }}"))
}

rows! {
    duplicate_key(name: &str, key: Span, first: Span) at key label first "it is set here first":
        "duplicate-key", "Duplicate object attribute",
        "The object has an attribute \"{name}\" already.",
        "remove one of them";
}

#[cold]
pub(crate) fn null_key(key: Span) -> Diagnostic {
    invalid_key("The key is null.".to_owned(), key)
        .with_help("test it first: key == null ? \"none\" : key")
}

#[cold]
pub(crate) fn key_type(error: &ConversionError, key: Span) -> Diagnostic {
    invalid_key(format!("A key must be a string: {error}."), key)
        .with_help("write a text, or an expression with a text: \"${name}\"")
}

fn invalid_key(detail: String, key: Span) -> Diagnostic {
    Diagnostic::catalogued("json-key", "Invalid object key expression", detail).with_span(key)
}
