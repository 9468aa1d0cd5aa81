//! Encoding: Rust values become native syntax that a person would have written.
//!
//! serde describes a value part by part; whether a field is an attribute or a block is known only
//! when all of it has been described. So the description is noted down first, as a draft, and what
//! each value may be written as is decided on the way. Then the draft is written.
//!
//! - No value is serialized twice: serde describes each value once.
//! - No text that the formatter would change: indentation and alignment are its own.
//! - No recursion without a budget, and nothing written that the parser would refuse.

mod align;
mod body;
mod captured;
mod compound;
mod draft;
mod expression;
mod generated;
mod heredoc;
pub(crate) mod json;
mod key;
mod lines;
mod newtype_names;
mod options;
mod serde_impls;
mod serialize;
mod serializer;
mod shape;
mod source;
mod value;
mod wrapper;
mod writer;

use std::io::Write;

use serde::ser::Serialize;

use self::body::labels_of;
pub use self::serializer::Serializer;
pub use self::value::to_value;
pub use self::wrapper::{Attribute, Block, attribute, block};
use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error, Result};

/// Encodes a value as a document.
///
/// The result is canonical: the formatter changes nothing in it, and it decodes to an equal value.
///
/// | type of the field | written as |
/// |---|---|
/// | struct | a block; its fields renamed to `$label…` are the labels |
/// | sequence of structs, map of structs | a block for each, labelled with the key |
/// | other sequence or map | an attribute: a tuple, an object |
/// | variant with a struct | a block labelled with the variant |
/// | other variant | an attribute: the name as a string, or an object with it as the only key |
/// | `None` | left out |
/// | unit, unit struct | an attribute: `null`; in an option, a unit struct is an empty block |
/// | [`Expression`](crate::Expression), [`Lazy`](crate::Lazy), [`Body`](crate::Body) | as it was written |
///
/// [`ser::Block`](Block) and [`ser::Attribute`](Attribute) choose otherwise. Inside of an attribute
/// everything is an expression: a struct is an object, and `None` is `null`. A field `$blocks` holds
/// variants, each of which is a block of the type that it is named after.
///
/// Strings of several lines become heredocs. Text is text: `${` in a string is escaped.
///
/// # Round trips
///
/// What is accepted is decoded to an equal value. serde tells a format neither all that it would have
/// to know for this, nor does the language have a form for everything:
///
/// | value | what happens |
/// |---|---|
/// | text that is not in Unicode normalization form C | it is read in this form |
/// | keys that are equal in this form | refused |
/// | a float that is not finite | refused |
/// | `Some(())`, and `Some(None)` other than as the field of a struct that is a body | refused: null is `None` |
/// | `Some(None)` in an internally tagged or untagged enum | read as `None` |
/// | a variant in `$blocks` whose content is no body, or is `None` | refused |
/// | `None` in a variant of a flattened enum | left out, so that no variant is found |
/// | a sequence of one struct in an untagged enum that has a variant for the struct as well | read as the first of the two variants: both are one block |
/// | a float without a fraction in an untagged enum or a [`serde_json::Value`] | read as an integer, if there is a variant before: `1.0` is 1 |
///
/// [`serde_json::Value`]: https://docs.rs/serde_json/latest/serde_json/enum.Value.html
///
/// # Errors
///
/// If the value is no struct and no map; if something in it has no form in a document, such as a
/// float that is not finite. Errors have a path.
///
/// ```
/// use serde::Serialize;
///
/// #[derive(Serialize)]
/// struct Config {
///     region: &'static str,
///     service: Vec<Service>,
/// }
///
/// #[derive(Serialize)]
/// struct Service {
///     #[serde(rename = "$label")]
///     name: &'static str,
///     port: u16,
///     hosts: Vec<&'static str>,
/// }
///
/// let config = Config {
///     region: "eu",
///     service: vec![Service { name: "web", port: 80, hosts: vec!["a", "b"] }],
/// };
/// let expected = r#"region = "eu"
///
/// service "web" {
///   port  = 80
///   hosts = ["a", "b"]
/// }
/// "#;
/// assert_eq!(serde_hcl::to_string(&config)?, expected);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    let mut serializer = Serializer::new();
    value.serialize(&mut serializer)?;
    serializer.into_document()
}

/// Encodes a value as a document in bytes.
///
/// # Errors
///
/// As for [`to_string`].
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    to_string(value).map(String::into_bytes)
}

/// Encodes a value as a document into a writer, to which nothing is written if that fails.
///
/// # Errors
///
/// As for [`to_string`], and if the writer fails.
pub fn to_writer<W: Write, T: Serialize + ?Sized>(mut writer: W, value: &T) -> Result<()> {
    let document = to_string(value)?;
    writer.write_all(document.as_bytes()).map_err(Error::unwritable)
}

/// Encodes any value as an expression, as the reference writes values. No heredoc is in it.
///
/// # Errors
///
/// If something in the value has no form in an expression, such as a float that is not finite.
///
/// ```
/// let ports = [("http", 80), ("https", 443)];
/// let ports: std::collections::BTreeMap<_, _> = ports.into();
/// assert_eq!(serde_hcl::to_expression_string(&ports)?, "{\n  http  = 80\n  https = 443\n}");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn to_expression_string<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    let mut serializer = Serializer::new().heredocs(false);
    value.serialize(&mut serializer)?;
    serializer.into_expression()
}

/// Encodes a tuple or a sequence as the arguments of a call, without the parentheses.
pub(crate) fn to_arguments_string<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    let mut serializer = Serializer::new().heredocs(false);
    value.serialize(&mut serializer)?;
    expression::arguments(&serializer.draft, &serializer.options)
}

/// An error of encoding.
#[cold]
fn encoding(diagnostic: Diagnostic) -> Error {
    Error::of(Category::Encoding, diagnostic)
}
