//! Diagnostics of blocks and their labels.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::number_word;
use crate::diagnostic::catalog::place::start;
use crate::syntax::{AttributeRef, BlockRef, LabelRef};
use crate::text::span::Span;

/// A block with its type, at the start of a sentence.
pub(super) fn a_block(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "An" } else { "A" };
    format!("{article} {name:?} block")
}

#[cold]
pub(crate) fn duplicate_block(first: BlockRef<'_>, second: BlockRef<'_>) -> Diagnostic {
    let name = second.name();
    let (labels, first_labels) = (second.labels(), first.labels());
    let has_same_labels = !labels.is_empty()
        && labels.map(|label| label.value()).eq(first_labels.map(|label| label.value()));
    // In JSON syntax several blocks can have one header.
    let place = |block: BlockRef<'_>| match block.body().is_json() {
        true => start(block.body().0),
        false => block.header_span(),
    };
    Diagnostic::catalogued(
        "duplicate-block",
        format!("Duplicate {name} block"),
        match has_same_labels {
            false => format!("Only one {name:?} block is allowed."),
            true => format!("Only one {name:?} block with the same labels is allowed."),
        },
    )
    .with_span(place(second))
    .with_label(place(first), "the first block")
    .with_help("remove one of them, or put the content of both into one")
}

/// The labels of the blocks of a type, as far as the target determines them: the number, and the
/// names of the last ones.
#[derive(Clone, Copy)]
pub(crate) struct Labels<'n> {
    pub(crate) count: usize,
    pub(crate) fields: &'n [&'static str],
}

impl Labels<'_> {
    /// "has two labels, team and person"
    fn in_words(self) -> String {
        let names: Vec<_> =
            self.fields.iter().filter_map(|field| field.strip_prefix("$label:")).collect();
        let labels = if self.count == 1 { "label" } else { "labels" };
        let count = number_word(self.count);
        match names.split_last() {
            Some((last, [])) if self.count == 1 => format!("has one label, {last}"),
            Some((last, names)) if names.len() + 1 == self.count => {
                format!(
                    "has {count} {labels}, {} and {last}",
                    names.iter().map(|it| it.to_string()).collect::<Vec<_>>().join(", ")
                )
            }
            _ => format!("has {count} {labels}"),
        }
    }
}

#[cold]
pub(crate) fn label_required(block: BlockRef<'_>, labels: Labels<'_>) -> Diagnostic {
    let name = block.name();
    // The target may need more labels than are known.
    let labels = Labels { count: labels.count.max(block.labels().len() + 1), ..labels };
    let given = match block.labels().len() {
        0 => "none".to_owned(),
        count => number_word(count),
    };
    let given_labels: String =
        block.labels().map(|label| format!(" {:?}", label.value())).collect();
    let missing = " \"…\"".repeat(labels.count.saturating_sub(block.labels().len()));
    Diagnostic::catalogued(
        "missing-label",
        format!("Missing label for {name}"),
        format!("{} {}; this one has {given}.", a_block(name), labels.in_words()),
    )
    .with_span(block.header_span())
    .with_help(format!("write {name}{given_labels}{missing} {{ … }}"))
}

#[cold]
pub(crate) fn label_required_for(
    block: BlockRef<'_>,
    labels: Labels<'_>,
    name: &str,
    value: Span,
    found: &str,
) -> Diagnostic {
    let other = format!("if {name:?} is the label, its value has to be an object, not {found}");
    label_required(block, labels).with_label(value, other)
}

#[cold]
pub(crate) fn extraneous_label(
    block: Option<BlockRef<'_>>,
    label: LabelRef<'_>,
    labels: Labels<'_>,
) -> Diagnostic {
    let name = block.map_or_else(String::new, |block| block.name().to_owned());
    let diagnostic = Diagnostic::catalogued(
        "extraneous-label",
        format!("Extraneous label for {name}"),
        format!(
            "{} {}, so there is none for {:?}.",
            a_block(&name),
            labels.in_words(),
            label.value()
        ),
    )
    .with_span(label.span())
    .with_help("remove this label");
    match block {
        Some(block) => diagnostic.with_context(block.header_span()),
        None => diagnostic,
    }
}

rows! {
    unequal_label_counts(one: BlockRef<'_>, other: BlockRef<'_>;
        name = one.name(), few = one.labels().len(), many = other.labels().len(),
        first = one.header_span(), place = other.header_span()) at place label first "the first block":
        "unequal-labels", "Inconsistent labels",
        "All {name:?} blocks of a body must have the same number of labels here; there are blocks \
         with {few} and {many}.",
        "give all of them the same number of labels";
}

#[cold]
pub(crate) fn labels_of_flattened(span: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::catalogued(
        "labels-of-flattened",
        "Labels not supported",
        "A struct with flattened fields can take labels only where decoding may start over.",
    )
    .with_help("decode with from_str or another function instead of a Deserializer");
    match span {
        Some(span) => diagnostic.with_span(span),
        None => diagnostic,
    }
}

rows! {
    labels_of_object():
        "missing-label", "Missing label",
        "Labels are required, and only blocks have them.",
        "write this as a block with a label: type \"label\" {{ … }}";

    all_blocks_out_of_reach():
        "blocks-out-of-reach", "Blocks not supported",
        "A field $blocks takes the blocks of a document in JSON syntax only in a struct that is \
         neither flattened nor a variant of an enum with a tag or without one.",
        "write the document in native syntax";

    attribute_among_blocks(attribute: AttributeRef<'_>;
        name = attribute.name(), place = attribute.name_span()) at place:
        "unknown-argument", "Unsupported argument",
        "Only blocks are expected here, but {name:?} is an argument.",
        "write a block: {name} {{ … }}";
}
