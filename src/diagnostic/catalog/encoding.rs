//! Diagnostics of encoding: a Rust value that can't be written in native syntax.

use std::fmt::Display;

rows! {
    // Documents and bodies.

    no_document(found: &str):
        "no-document", "Not a document", "The top of a document must be a struct or a map, not {found}.";

    nothing_to_write():
        "nothing-to-write", "Nothing to write", "Nothing was serialized, so there is nothing to write.";

    no_identifier(name: &str):
        "no-identifier", "Invalid argument name",
        "{name:?} can't be the name of an argument or a block: a name has letters, digits, _ and -, and starts with a letter or _.";

    name_taken(name: &str):
        "duplicate-argument", "Duplicate argument",
        "The name {name:?} is used twice in one body: for two arguments, or for an argument and a block.",
        "choose another name, or remove the other item";

    no_block(found: &str):
        "no-block", "Not a block", "A block is written from a struct or a map, not from {found}.",
        "serialize it without ser::AsBlock, as an attribute";

    no_typed_block(found: &str):
        "no-typed-block", "Not a block with a type",
        "Each element of $blocks is a variant named like its block type, or a map with one entry; \
         this is {found}.";

    block_in_expression():
        "block-in-expression", "Not an expression",
        "A block that was captured undecoded can't be written inside of an expression.";

    other_name(found: &str, wanted: &str):
        "other-name", "Item of another name", "The field is called {wanted:?}, but the item in it {found:?}.",
        "a field $blocks takes blocks of all types";

    comment_of_lines():
        "comment-of-lines", "No place for a comment",
        "A comment after an item must be a single line, and no comment can follow a heredoc.",
        "write it above the item";

    not_one_item(wanted: &str, found: &str):
        "not-one-item", "Not a single item", "The text must be {wanted} and nothing else, but it is {found}.",
        "parse other texts as a `Body`";

    no_item(found: &str):
        "no-item", "Neither an attribute nor a block",
        "An item is a name with an equals sign and an expression behind it, or a type with labels \
         and a body in braces; found {found}.";

    no_value_in_quotes(text: &str):
        "value-in-quotes", "Rust value in quotes",
        "The macro inserts values only outside of quotes, and {text:?} has a # in its template.",
        "make the text before: #(format!(\"…\"))";

    no_reference(found: &str):
        "invalid-reference", "Invalid reference",
        "A reference must start with the name of a variable, and {found:?} can't be one.";

    no_function_name(found: &str):
        "no-function-name", "Invalid function name",
        "{found:?} can't be the name of a function: a name has letters, digits, _ and -, and starts with a letter or _.";

    no_arguments(found: &str):
        "no-arguments", "Not arguments", "The arguments of a call are given as a tuple or a sequence, not as {found}.";

    // Labels and keys.

    other_label(wanted: &str):
        "other-label", "Block with another label",
        "The key of the map is {wanted:?}, but the block has no such label here.",
        "keys of maps are the first labels of the blocks in them";

    label_without_block():
        "label-without-block", "Label without a block",
        "The top of a document is not a block, so it can't have labels.";

    unsuitable_label(found: &str):
        "unsuitable-label", "Unsuitable label", "A label must be a string, a number or a bool, not {found}.";

    contradicting_labels():
        "contradicting-labels", "Labels contradict each other",
        "A field \"$labels\" has all labels of the block, but its first ones are not those in the fields \"$label…\".";

    absent_label():
        "absent-label", "Label is missing",
        "In JSON syntax a block can't leave out a label, because a label is a property.";

    ambiguous_labels(block_type: &str):
        "ambiguous-labels", "Number of labels is ambiguous",
        "In JSON syntax the body of this \"{block_type}\" block would be read as labels, because its first property is an array.",
        "use fields $label:… in place of $labels, or write a property before it that is no array";

    unsuitable_key(found: &str):
        "unsuitable-key", "Unsuitable map key", "A map key must be a string, a number or a bool, not {found}.";

    equal_keys(key: &str):
        "equal-keys", "Keys are equal", "Two keys of the map are the same, {key:?}, after Unicode normalization (NFC).";

    // Values.

    not_normal(char: char; code = u32::from(char)):
        "not-normal", "Character is not normal",
        "The character U+{code:04X} is not in Unicode normalization form C, the form of all text in HCL, so another one would be read.",
        "write it as a string";

    empty_option():
        "empty-option", "Option of nothing",
        "Some(None) and Some(()) can't be written: both are null, which is read as None.";

    not_finite(number: &dyn Display):
        "not-finite", "Number is not finite", "HCL has no notation for the number {number}.";

    too_deep(limit: u32):
        "too-deep", "Nesting too deep", "Values may be nested at most {limit} levels deep.";

    too_large():
        "too-large", "Document too large", "A document can't have 4 GiB or more.";
}
