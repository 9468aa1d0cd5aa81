//! Diagnostics of blocks and their labels.

use crate::diagnostic::About;
use crate::diagnostic::catalog::place::start_of;
use crate::diagnostic::catalog::{listed, number_word};
use crate::diagnostic::cause::Found;
use crate::syntax::{AttributeRef, BlockRef, LabelRef};
use crate::text::span::Span;

/// A block with its type, at the start of a sentence.
pub(super) fn a_block(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "An" } else { "A" };
    format!("{article} {name:?} block")
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
        let (count, plural) = (number_word(self.count), if self.count == 1 { "" } else { "s" });
        match names.len() == self.count && !names.is_empty() {
            true => format!("has {count} label{plural}, {}", listed(&names, " and ")),
            false => format!("has {count} label{plural}"),
        }
    }
}

rows! {
    duplicate_block(first: BlockRef<'_>, second: BlockRef<'_>; name = second.block_type(),
        values = |block: BlockRef<'_>| block.labels().map(|label| label.value().into_owned()).collect::<Vec<_>>(),
        labels = values(second),
        same = if !labels.is_empty() && labels == values(first) { " with the same labels" } else { "" },
        place = start_of(second), other = start_of(first))
        at place label other "the first block":
        "duplicate-block", "Duplicate {name} block", "Only one {name:?} block{same} is allowed.",
        "remove one of them, or put the content of both into one";

    label_required(block: BlockRef<'_>, labels: Labels<'_>; name = block.block_type(), a_block = a_block(name),
        given = block.labels().len(), place = block.header_span(),
        // The target may need more labels than are known.
        labels = Labels { count: labels.count.max(given + 1), ..labels }, has = labels.in_words(),
        few = if given == 0 { "none".to_owned() } else { number_word(given) },
        written = block.labels().map(|label| format!(" {:?}", label.value())).collect::<String>(),
        missing = " \"…\"".repeat(labels.count - given))
        at place:
        "missing-label", "Missing label for {name}", "{a_block} {has}; this one has {few}.",
        "write {name}{written}{missing} {{ … }}" => about(About::Incomplete);

    extraneous_label(block: Option<BlockRef<'_>>, label: LabelRef<'_>, labels: Labels<'_>;
        name = block.map_or_else(String::new, |block| block.block_type().to_owned()), a_block = a_block(&name),
        has = labels.in_words(), value = label.value(), place = label.span(), header = block.map(|it| it.header_span()))
        at place within (header):
        "extraneous-label", "Extraneous label for {name}", "{a_block} {has}, so there is none for {value:?}.",
        "remove this label";

    unequal_label_counts(one: BlockRef<'_>, other: BlockRef<'_>;
        name = one.block_type(), few = one.labels().len(), many = other.labels().len(),
        first = one.header_span(), place = other.header_span()) at place label first "the first block":
        "unequal-labels", "Inconsistent labels",
        "All {name:?} blocks of a body must have the same number of labels here; there are blocks \
         with {few} and {many}.",
        "give all of them the same number of labels, or take them with a field `$labels: Vec<String>` of a struct";

    labels_of_flattened(span: Option<Span>) at span:
        "labels-of-flattened", "Labels not supported",
        "A struct with flattened fields can take labels only where decoding may start over.",
        "decode with from_str or another function instead of a Deserializer";

    labels_of_object():
        "missing-label", "Missing label", "Labels are required, and only blocks have them.",
        "write this as a block with a label: type \"label\" {{ … }}" => about(About::Incomplete);

    all_blocks_out_of_reach():
        "blocks-out-of-reach", "Blocks not supported",
        "A field $blocks takes the blocks of a document in JSON syntax only in a struct that is \
         neither flattened nor a variant of an enum with a tag or without one.",
        "write the document in native syntax";

    attribute_among_blocks(attribute: AttributeRef<'_>;
        name = attribute.name(), place = attribute.name_span()) at place:
        "unknown-argument", "Unsupported argument", "Only blocks are expected here, but {name:?} is an argument.",
        "write a block: {name} {{ … }}";
}

#[cold]
pub(crate) fn label_required_for(
    block: BlockRef<'_>,
    labels: Labels<'_>,
    name: &str,
    value: Span,
    found: &Found,
) -> crate::diagnostic::Diagnostic {
    let other = format!("if {name:?} is the label, its value has to be an object, not {found}");
    label_required(block, labels).with_label(value, other)
}
