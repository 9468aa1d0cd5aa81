//! Diagnostics about bodies that don't match their schema.

use super::did_you_mean;
use super::place::missing_place;
use crate::diagnostic::Diagnostic;
use crate::syntax::{BlockRef, BodyRef, ItemRef, LabelRef};
use crate::text::span::Span;

#[cold]
pub(crate) fn missing_attribute(name: &str, body: BodyRef<'_>) -> Diagnostic {
    Diagnostic::catalogued(
        "missing-argument",
        "Missing required argument",
        format!("The argument \"{name}\" is required, but it is missing."),
    )
    .with_span(missing_place(body))
    .with_help(match body.is_json() {
        true => format!("add \"{name}\": …"),
        false => format!("add {name} = …"),
    })
}

/// A suggestion for an unexpected name.
#[derive(Clone, Copy)]
pub(crate) enum Hint<'a> {
    None,
    /// This name.
    Name(&'a str),
    /// A block instead of an argument, or an argument instead of a block.
    OtherKind,
}

/// An attribute or a block that is not in the schema.
#[cold]
pub(crate) fn unsupported(item: ItemRef<'_>, hint: Hint<'_>) -> Diagnostic {
    let (name, is_block) = (item.name(), item.as_block().is_some());
    let diagnostic = match is_block {
        true => Diagnostic::catalogued(
            "unknown-block-type",
            "Unsupported block type",
            format!("Blocks of type \"{name}\" are not expected here."),
        ),
        false => Diagnostic::catalogued(
            "unknown-argument",
            "Unsupported argument",
            format!("An argument named \"{name}\" is not expected here."),
        ),
    };
    let diagnostic = diagnostic.with_span(item.name_span());
    match hint {
        Hint::None => diagnostic,
        Hint::Name(nearest) => did_you_mean(diagnostic, Some(nearest)),
        Hint::OtherKind if is_block => {
            diagnostic.with_help(format!("\"{name}\" is an argument: write {name} = …"))
        }
        Hint::OtherKind => {
            diagnostic.with_help(format!("\"{name}\" is a block: write {name} {{ … }}"))
        }
    }
}

rows! {
    /// Labels for generated blocks of a type that has none.
    needless_labels(block: BlockRef<'_>, argument: Span; name = block.name()) at argument:
        "generated-labels", "Unsupported argument",
        "Blocks of type \"{name}\" have no labels.",
        "remove the argument \"labels\"";
}

#[cold]
pub(crate) fn extraneous_label(
    block: BlockRef<'_>,
    label: LabelRef<'_>,
    expected: &[String],
) -> Diagnostic {
    let name = block.name();
    let detail = match expected {
        [] => format!("Blocks of type \"{name}\" have no labels."),
        _ => format!("Blocks of type \"{name}\" have only {}.", labels(expected)),
    };
    Diagnostic::catalogued("extraneous-label", format!("Extraneous label for {name}"), detail)
        .with_span(label.span())
        .with_context(header(block))
        .with_help("remove this label")
}

#[cold]
pub(crate) fn missing_label(block: BlockRef<'_>, label: &str, expected: &[String]) -> Diagnostic {
    let name = block.name();
    let example: String = expected.iter().map(|label| format!("\"{label}\" ")).collect();
    let detail = format!("Blocks of type \"{name}\" have {}.", labels(expected));
    Diagnostic::catalogued("missing-label", format!("Missing {label} for {name}"), detail)
        .with_span(opening_brace(block))
        .with_context(header(block))
        .with_help(format!("write {name} {example}{{ … }}"))
}

fn labels(expected: &[String]) -> String {
    match expected {
        [label] => format!("one label ({label})"),
        labels => format!("{} labels ({})", labels.len(), labels.join(", ")),
    }
}

fn opening_brace(block: BlockRef<'_>) -> Span {
    let start = block.body().span().start;
    Span::new(start, start + 1)
}

/// From the type of a block to its opening brace.
fn header(block: BlockRef<'_>) -> Span {
    block.name_span().to(opening_brace(block))
}

#[cold]
pub(crate) fn unexpected_block(block: BlockRef<'_>) -> Diagnostic {
    let name = block.name();
    Diagnostic::catalogued(
        "unexpected-block",
        format!("Unexpected \"{name}\" block"),
        "Only arguments are expected here, not blocks.",
    )
    .with_span(block.name_span())
    .with_help(format!("write {name} = … if it is an argument"))
}
