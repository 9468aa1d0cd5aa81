//! Diagnostics of encoding: a Rust value that can't be written in native syntax.

use std::fmt::Display;

use crate::diagnostic::Diagnostic;

// Documents and bodies.

#[cold]
pub(crate) fn no_document(found: &str) -> Diagnostic {
    let detail = format!("The top of a document must be a struct or a map, not {found}.");
    Diagnostic::catalogued("no-document", "Not a document", detail)
}

#[cold]
pub(crate) fn nothing_to_write() -> Diagnostic {
    let detail = "Nothing was serialized, so there is nothing to write.";
    Diagnostic::catalogued("nothing-to-write", "Nothing to write", detail)
}

#[cold]
pub(crate) fn no_identifier(name: &str) -> Diagnostic {
    let detail = format!(
        "{name:?} can't be the name of an argument or a block: a name has letters, digits, _ and -, and starts with a letter or _."
    );
    Diagnostic::catalogued("no-identifier", "Invalid argument name", detail)
}

#[cold]
pub(crate) fn name_taken(name: &str) -> Diagnostic {
    let detail = format!(
        "The name {name:?} is used twice in one body: for two arguments, or for an argument and a block."
    );
    Diagnostic::catalogued("duplicate-argument", "Duplicate argument", detail)
}

#[cold]
pub(crate) fn no_block(found: &str) -> Diagnostic {
    let detail = format!("A block is written from a struct or a map, not from {found}.");
    Diagnostic::catalogued("no-block", "Not a block", detail)
        .help("serialize it without ser::AsBlock, as an attribute")
}

#[cold]
pub(crate) fn no_typed_block(found: &str) -> Diagnostic {
    let detail = format!(
        "Each element of $blocks is a variant named like its block type, or a map with one entry; \
         this is {found}.",
    );
    Diagnostic::catalogued("no-typed-block", "Not a block with a type", detail)
}

#[cold]
pub(crate) fn block_in_expression() -> Diagnostic {
    let detail = "A block that was captured undecoded can't be written inside of an expression.";
    Diagnostic::catalogued("block-in-expression", "Not an expression", detail)
}

#[cold]
pub(crate) fn other_name(found: &str, wanted: &str) -> Diagnostic {
    let detail = format!("The field is called {wanted:?}, but the item in it {found:?}.");
    Diagnostic::catalogued("other-name", "Item of another name", detail)
        .help("a field $blocks takes blocks of all types")
}

#[cold]
pub(crate) fn comment_of_lines() -> Diagnostic {
    let detail = "A comment after an attribute must be a single line.";
    Diagnostic::catalogued("comment-of-lines", "Comment of several lines", detail)
        .help("write it above the attribute")
}

#[cold]
pub(crate) fn not_one_item(wanted: &str, found: &str) -> Diagnostic {
    let detail = format!("The text must be {wanted} and nothing else, but it is {found}.");
    Diagnostic::catalogued("not-one-item", "Not a single item", detail)
}

#[cold]
pub(crate) fn no_item(found: &str) -> Diagnostic {
    let detail = format!(
        "An item is a name with an equals sign and an expression behind it, or a type with labels \
         and a body in braces; found {found}.",
    );
    Diagnostic::catalogued("no-item", "Neither an attribute nor a block", detail)
}

#[cold]
pub(crate) fn no_reference(found: &str) -> Diagnostic {
    let detail =
        format!("A reference must start with the name of a variable, and {found:?} can't be one.");
    Diagnostic::catalogued("no-reference", "Invalid reference", detail)
}

#[cold]
pub(crate) fn no_function_name(found: &str) -> Diagnostic {
    let detail = format!(
        "{found:?} can't be the name of a function: a name has letters, digits, _ and -, and starts with a letter or _."
    );
    Diagnostic::catalogued("no-function-name", "Invalid function name", detail)
}

#[cold]
pub(crate) fn no_arguments(found: &str) -> Diagnostic {
    let detail =
        format!("The arguments of a call are given as a tuple or a sequence, not as {found}.");
    Diagnostic::catalogued("no-arguments", "Not arguments", detail)
}

// Labels and keys.

#[cold]
pub(crate) fn other_label(wanted: &str) -> Diagnostic {
    let detail = format!("The key of the map is {wanted:?}, but the block has no such label here.");
    Diagnostic::catalogued("other-label", "Block with another label", detail)
        .help("keys of maps are the first labels of the blocks in them")
}

#[cold]
pub(crate) fn label_without_block() -> Diagnostic {
    let detail = "The top of a document is not a block, so it can't have labels.";
    Diagnostic::catalogued("label-without-block", "Label without a block", detail)
}

#[cold]
pub(crate) fn unsuitable_label(found: &str) -> Diagnostic {
    let detail = format!("A label must be a string, a number or a bool, not {found}.");
    Diagnostic::catalogued("unsuitable-label", "Unsuitable label", detail)
}

#[cold]
pub(crate) fn absent_label() -> Diagnostic {
    let detail = "In JSON syntax a block can't leave out a label, because a label is a property.";
    Diagnostic::catalogued("absent-label", "Label is missing", detail)
}

#[cold]
pub(crate) fn ambiguous_labels(block_type: &str) -> Diagnostic {
    let detail = format!(
        "In JSON syntax the body of this \"{block_type}\" block would be read as labels, because its first property is an array."
    );
    Diagnostic::catalogued("ambiguous-labels", "Number of labels is ambiguous", detail).help(
        "use fields $label:… in place of $labels, or write a property before it that is no array",
    )
}

#[cold]
pub(crate) fn unsuitable_key(found: &str) -> Diagnostic {
    let detail = format!("A map key must be a string, a number or a bool, not {found}.");
    Diagnostic::catalogued("unsuitable-key", "Unsuitable map key", detail)
}

#[cold]
pub(crate) fn equal_keys(key: &str) -> Diagnostic {
    let detail =
        format!("Two keys of the map are the same, {key:?}, after Unicode normalization (NFC).");
    Diagnostic::catalogued("equal-keys", "Keys are equal", detail)
}

// Values.

#[cold]
pub(crate) fn not_normal(char: char) -> Diagnostic {
    let detail = format!(
        "The character U+{:04X} is not in Unicode normalization form C, the form of all text in HCL, so another one would be read.",
        u32::from(char)
    );
    Diagnostic::catalogued("not-normal", "Character is not normal", detail)
        .help("write it as a string")
}

#[cold]
pub(crate) fn empty_option() -> Diagnostic {
    let detail = "Some(None) and Some(()) can't be written: both are null, which is read as None.";
    Diagnostic::catalogued("empty-option", "Option of nothing", detail)
}

#[cold]
pub(crate) fn not_finite(number: &dyn Display) -> Diagnostic {
    let detail = format!("HCL has no notation for the number {number}.");
    Diagnostic::catalogued("not-finite", "Number is not finite", detail)
}

#[cold]
pub(crate) fn too_deep(limit: u32) -> Diagnostic {
    let detail = format!("Values may be nested at most {limit} levels deep.");
    Diagnostic::catalogued("too-deep", "Nesting too deep", detail)
}

#[cold]
pub(crate) fn too_much_white_space(spaces: u64, limit: u64) -> Diagnostic {
    let detail = format!("To indent and align this takes {spaces} spaces, more than {limit}.");
    Diagnostic::catalogued("too-much-white-space", "Too much white space", detail)
}

#[cold]
pub(crate) fn too_large() -> Diagnostic {
    let detail = "A document can't have 4 GiB or more.";
    Diagnostic::catalogued("too-large", "Document too large", detail)
}
