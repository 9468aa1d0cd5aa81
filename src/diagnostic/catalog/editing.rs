//! Diagnostics of editing: a change that would break the document, or whose place does not exist.

use super::start;
use crate::diagnostic::About;

rows! {
    // Addresses.

    no_address(text: &str):
        "invalid-address", "Invalid address", "An address is block types, labels, names, keys and positions, such as \
         module.vpc.version or tags[\"a.b\"]; {text:?} is not an address.",
        "join the parts by one dot each; a part with other signs stands in brackets and quotes";

    unknown_address(address: &str, found: &str, wanted: &str, nearest: Option<&str>;
        place = if found.is_empty() { "the body" } else { found }):
        "unknown-address", "Unknown address", "There is nothing at {address}: {place} has no {wanted}.",
        "correct the address, or add what is missing" => did_you_mean(nearest);

    unknown_labels(address: &str, name: &str, nearest: Option<&str>):
        "unknown-address", "Unknown address",
        "There is nothing at {address}: no block {name} has these labels." => did_you_mean(nearest);

    ambiguous_address(address: &str, blocks: usize):
        "ambiguous-address", "Ambiguous address {address}", "{blocks} blocks have the same type and labels.",
        "choose one by its position behind the labels, from 0: ingress[0] is the first";

    block_address(address: &str):
        "block-address", "Not an argument", "{address} is a block, which has no value.",
        "set an argument of the block, or remove the block first";

    no_constructor(address: &str, found: &str, wanted: &str):
        "no-constructor", "Not an object or a list",
        "{address} can't be changed: the expression of {found} is not written as an object or a \
         list, so it has no element {wanted} of its own.",
        "replace the whole expression instead";

    // Changes.

    no_object(expression: &str; shown = short(expression)):
        "no-object", "Not an object", "{shown} is not written as an object, so it has no keys.",
        "replace the whole expression instead";

    no_tuple(expression: &str; shown = short(expression)):
        "no-tuple", "Not a list", "{shown} is not written as a list, so nothing can be added to it.",
        "replace the whole expression instead";

    generated_block(name: &str, labels: &str; space = if labels.is_empty() { "" } else { " " }):
        "generated-block", "Block without a place",
        "The value of a block {name}{space}{labels} has changed, but the document does not contain this block.",
        "change the part that generates it, such as its dynamic block" => about(About::Generated);

    other_value(reason: &str):
        "other-value", "Value that can't be read back",
        match reason {
            "" => "The changed document would be read as another value.";
            _ => "The changed document could not be read: {reason}.";
        };

    changed_file():
        "changed-file", "File changed by another program",
        "The file has changed since it was read. Writing it would undo these changes.",
        "read the file again, or use `overwrite` to replace it";

    no_names(from: &str):
        "no-names", "Not only names",
        "References are renamed by names, such as var.region; {from:?} has other parts, too.",
        "give names with dots between them";

    no_reference(to: &str, from: &str):
        "no-reference", "Not a reference",
        "{to:?} can't replace {from} everywhere: in one of the places it would not be a reference.",
        "choose a name that is no keyword and no variable of a for expression";

    json_body():
        "json-body", "JSON syntax", "The body is in JSON syntax, whose text is not changed part by part.",
        "build a new body of its items, which is written in native syntax";

    for_variable(new: &str, replaced: &str, variable: &str;
        change = format!("{} can't replace {}", short(new), short(replaced))):
        "no-reference", "Not a reference",
        "{change}: its variable {variable} would be that of a for expression.",
        "give the variable of the for expression another name";

    no_parts(expression: &str; shown = short(expression)):
        "no-parts", "Not parts of the expression",
        "The texts can't replace parts of {shown}: a place is outside of it or before the last one, or the \
         source has another text.",
        "use the spans of parts of this expression, in the order of the source";
}

/// The start of a text that may be long.
fn short(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let (shown, cut) = start(line, 40);
    let cut = if line.len() < text.len() { "…" } else { cut };
    format!("{shown}{cut}")
}
