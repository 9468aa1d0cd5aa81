//! Diagnostics of editing: a change that would break the document, or whose place does not exist.

use super::did_you_mean;
use crate::diagnostic::Diagnostic;

// Addresses.

rows! {
    no_address(text: &str):
        "invalid-address", "Invalid address",
        "An address is block types, labels, names, keys and positions, such as \
         module.vpc.version or tags[\"a.b\"]; {text:?} is not an address.",
        "join the parts by one dot each; a part with other signs stands in brackets and quotes";
}

#[cold]
pub(crate) fn unknown_address(
    address: &str,
    found: &str,
    wanted: &str,
    nearest: Option<&str>,
) -> Diagnostic {
    let place = if found.is_empty() { "the body" } else { found };
    let detail = format!("There is nothing at {address}: {place} has no {wanted}.");
    let diagnostic = Diagnostic::catalogued("unknown-address", "Unknown address", detail);
    match nearest {
        Some(_) => did_you_mean(diagnostic, nearest),
        None => diagnostic.with_help("correct the address, or add what is missing"),
    }
}

#[cold]
pub(crate) fn unknown_labels(address: &str, name: &str, nearest: Option<&str>) -> Diagnostic {
    let detail = format!("There is nothing at {address}: no block {name} has these labels.");
    let diagnostic = Diagnostic::catalogued("unknown-address", "Unknown address", detail);
    did_you_mean(diagnostic, nearest)
}

#[cold]
pub(crate) fn ambiguous_address(address: &str, blocks: usize) -> Diagnostic {
    let detail = format!("{blocks} blocks have the same type and labels.");
    let summary = format!("Ambiguous address {address}");
    Diagnostic::catalogued("ambiguous-address", summary, detail)
        .with_help("choose one by its position behind the labels, from 0: ingress[0] is the first")
}

rows! {
    block_address(address: &str):
        "block-address", "Not an argument",
        "{address} is a block, which has no value.",
        "set an argument of the block, or remove the block first";

    no_constructor(address: &str, found: &str, wanted: &str):
        "no-constructor", "Not an object or a list",
        "{address} can't be changed: the expression of {found} is not written as an object or a \
         list, so it has no element {wanted} of its own.",
        "replace the whole expression instead";
}

// Changes.

rows! {
    no_object(expression: &str; shown = short(expression)):
        "no-object", "Not an object",
        "{shown} is not written as an object, so it has no keys.",
        "replace the whole expression instead";

    no_tuple(expression: &str; shown = short(expression)):
        "no-tuple", "Not a list",
        "{shown} is not written as a list, so nothing can be added to it.",
        "replace the whole expression instead";
}

#[cold]
pub(crate) fn generated_block(name: &str, labels: &str) -> Diagnostic {
    let block = if labels.is_empty() { name.to_owned() } else { format!("{name} {labels}") };
    let detail = format!(
        "The value of a block {block} has changed, but the document does not contain this block."
    );
    Diagnostic::catalogued("generated-block", "Block without a place", detail)
        .with_help("change the part that generates it, such as its dynamic block")
}

#[cold]
pub(crate) fn other_value(reason: &str) -> Diagnostic {
    let detail = match reason {
        "" => "The changed document would be read as another value.".to_owned(),
        _ => format!("The changed document could not be read: {reason}."),
    };
    Diagnostic::catalogued("other-value", "Value that can't be read back", detail)
}

rows! {
    changed_file():
        "changed-file", "File changed by another program",
        "The file has changed since it was read. Writing it would undo these changes.",
        "read the file again, or use `overwrite` to replace it";

    no_single_item():
        "no-single-item", "Not one item",
        "The text of an item is one attribute or one block, with its comments.",
        "insert several items one by one";

    no_names(from: &str):
        "no-names", "Not only names",
        "References are renamed by names, such as var.region; {from:?} has other parts, too.",
        "give names with dots between them";

    no_reference(to: &str, from: &str):
        "no-reference", "Not a reference",
        "{to:?} can't replace {from} everywhere: in one of the places it would not be a reference.",
        "choose a name that is no keyword and no variable of a for expression";
}

/// The start of a text that may be long.
fn short(text: &str) -> String {
    const LIMIT: usize = 40;
    let line = text.lines().next().unwrap_or_default();
    match line.char_indices().nth(LIMIT) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None if line.len() < text.len() => format!("{line}…"),
        None => line.to_owned(),
    }
}

rows! {
    json_body():
        "json-body", "JSON syntax",
        "The body is in JSON syntax, whose text is not changed part by part.",
        "build a new body of its items, which is written in native syntax";
}
