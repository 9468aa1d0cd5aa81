//! The names of the newtypes that carry more information than serde's data model. Other formats get only
//! their content.
//!
//! - No key, label or text of a document has these meanings: they are only the names of Rust types.

/// A number. The content is a text for numbers that no primitive number can represent.
pub(crate) const NUMBER: &str = "$serde_hcl::Number";
/// A null. This is the name of a unit struct, because fields that are units are left out.
pub(crate) const NULL: &str = "$serde_hcl::Null";
/// The text of an expression.
pub(crate) const EXPRESSION: &str = "$serde_hcl::Expression";
/// The text of an item of a body.
pub(crate) const ITEM: &str = "$serde_hcl::Item";
/// Lines of comments at the end of a body.
pub(crate) const COMMENT: &str = "$serde_hcl::Comment";
/// The text of an attribute or a block, which contains its name.
pub(crate) const NAMED_ITEM: &str = "$serde_hcl::NamedItem";
/// A value to be written as an attribute.
pub(crate) const ATTRIBUTE: &str = "$serde_hcl::Attribute";
/// A value to be written as a block, or as blocks.
pub(crate) const BLOCK: &str = "$serde_hcl::Block";
/// A newtype that adds nothing to its content.
const TRANSPARENT: &str = "";

/// The newtype for which a struct of another crate stands. serde has neither numbers of any length nor dates, so
/// `serde_json` (with its feature `arbitrary_precision`) and `toml` use structs of these names, whose only field is a text.
pub(crate) fn of_struct(name: &str) -> Option<&'static str> {
    match name {
        "$serde_json::private::Number" => Some(NUMBER),
        "$__toml_private_Datetime" => Some(TRANSPARENT),
        _ => None,
    }
}
