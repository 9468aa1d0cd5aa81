//! Diagnostics about bodies that don't match their schema.

use super::decoding::missing_field_of_body;
use crate::diagnostic::Diagnostic;
use crate::syntax::{BlockRef, BodyRef, ItemRef, LabelRef};
use crate::text::span::Span;

/// A suggestion for an unexpected name.
#[derive(Clone, Copy)]
pub(crate) enum Hint<'a> {
    None,
    /// This name.
    Name(&'a str),
    /// A block instead of an argument, or an argument instead of a block.
    OtherKind,
}

impl<'a> Hint<'a> {
    pub(super) fn name(self) -> Option<&'a str> {
        if let Hint::Name(name) = self { Some(name) } else { None }
    }
}

rows! {
    /// An attribute or a block that is not in the schema.
    unsupported(item: ItemRef<'_>, hint: Hint<'_>; name = item.name(), place = item.name_span(),
        is_block = item.as_block().is_some(), nearest = hint.name())
        at place:
        match (is_block, hint) {
            (true, Hint::OtherKind) => "unknown-block-type", "Unsupported block type",
                "Blocks of type \"{name}\" are not expected here.", "\"{name}\" is an argument: write {name} = …";
            (true, _) => "unknown-block-type", "Unsupported block type", "Blocks of type \"{name}\" are not expected here.";
            (false, Hint::OtherKind) => "unknown-argument", "Unsupported argument",
                "An argument named \"{name}\" is not expected here.", "\"{name}\" is a block: write {name} {{ … }}";
            (false, _) => "unknown-argument", "Unsupported argument", "An argument named \"{name}\" is not expected here.";
        } => did_you_mean(nearest);

    /// Labels for generated blocks of a type that has none.
    needless_labels(block: BlockRef<'_>, argument: Span; name = block.block_type()) at argument:
        "generated-labels", "Unsupported argument",
        "Blocks of type \"{name}\" have no labels.", "remove the argument \"labels\"";

    extraneous_label(block: BlockRef<'_>, label: LabelRef<'_>, expected: &[String]; name = block.block_type(),
        place = label.span(), has = if expected.is_empty() { "no labels".into() } else { format!("only {}", labels(expected)) })
        at place within (header(block)):
        "extraneous-label", "Extraneous label for {name}", "Blocks of type \"{name}\" have {has}.", "remove this label";

    missing_label(block: BlockRef<'_>, label: &str, expected: &[String]; name = block.block_type(),
        example = expected.iter().map(|label| format!("\"{label}\" ")).collect::<String>(), has = labels(expected),
        place = opening_brace(block))
        at place within (header(block)):
        "missing-label", "Missing {label} for {name}", "Blocks of type \"{name}\" have {has}.",
        "write {name} {example}{{ … }}";

    unexpected_block(block: BlockRef<'_>; name = block.block_type(), place = block.block_type_span()) at place:
        "unexpected-block", "Unexpected \"{name}\" block",
        "Only arguments are expected here, not blocks.", "write {name} = … if it is an argument";
}

pub(crate) fn missing_attribute(name: &str, body: BodyRef<'_>) -> Diagnostic {
    missing_field_of_body(name, None, body, None)
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
    block.block_type_span().to(opening_brace(block))
}
