//! Encoding: writes Rust values in native syntax, in the layout of documents that people write. The output is
//! canonical: the formatter does not change it.

// serde describes a value part by part. Only the whole description determines whether a field is
// an attribute or a block. So the description is first recorded as a draft, together with the
// possible forms of each value. Then the draft is written. Values with the same text in all forms are
// ready when they are recorded: numbers, strings without escapes, and tuples of these.
//
// - No value is serialized twice: serde describes each value once.
// - No text that the formatter would change: indentation and alignment are those of the formatter.
// - No recursion without a budget, and no output that the parser would reject.
//
// Circle: `compound`, `serializer`. serde's traits name each other.
// Circle: `expression`, `mod`, `source`. A value in captured text is written as an expression.

mod blocks;
mod body;
mod compound;
mod draft;
mod expression;
mod field_names;
pub(crate) mod json;
mod lines;
pub(crate) mod newtype_names;
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

pub use self::serializer::Serializer;
pub(crate) use self::source::{expression_source, expression_text};
pub use self::value::to_value;
pub use self::wrapper::{AsAttribute, AsBlock, attribute, block};
use crate::diagnostic::error::{Error, Result};

/// Encodes a value as a document.
///
/// The result is canonical: the formatter changes nothing in it, and it decodes to an equal value.
///
/// | type of the field | written as |
/// |---|---|
/// | struct | a block; its fields renamed to `$label…` are the labels |
/// | sequence or map of structs | a block for each; the key of a map is its label |
/// | other sequence or map | an attribute: a tuple, an object |
/// | variant with a struct | a block labelled with the variant |
/// | other variant | an attribute: its name as a string, or an object with its name as the only key |
/// | `None` | left out |
/// | unit, unit struct | an attribute: `null`; in an option, a unit struct is an empty block |
/// | [`Expression`](crate::Expression), [`Lazy`](crate::Lazy), [`Body`](crate::Body) | its original text |
///
/// [`ser::AsBlock`](AsBlock) and [`ser::AsAttribute`](AsAttribute) select the other form. Inside an
/// attribute everything is an expression: a struct is an object, and `None` is `null`. A field
/// `$blocks` contains variants; each is a block whose type is the name of the variant.
///
/// Strings of several lines become heredocs. Strings are text: `${` in a string is escaped.
///
/// A value without an error is decoded to an equal value, with the [exceptions](crate::serde_limits#encoding)
/// that serde or the language enforce.
///
/// # Errors
///
/// If the value is neither a struct nor a map; if a part of it can't be written in a document, such
/// as a float that is not finite. Errors have a path.
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

/// Encodes a value as a document. The entries of maps are sorted, because the order in which a hash map
/// passes them has no meaning.
pub(crate) fn to_sorted_string<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    let mut serializer = Serializer::new();
    serializer.options.sorted_maps = true;
    value.serialize(&mut serializer)?;
    serializer.into_document()
}

/// Encodes a value as a document in bytes.
///
/// # Errors
///
/// The errors of [`to_string`].
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    to_string(value).map(String::into_bytes)
}

/// Encodes a value as a document and writes it to a writer. If encoding fails, nothing is written.
///
/// # Errors
///
/// The errors of [`to_string`], and if the writer fails.
pub fn to_writer<W: Write, T: Serialize + ?Sized>(mut writer: W, value: &T) -> Result<()> {
    let document = to_string(value)?;
    writer.write_all(document.as_bytes()).map_err(Error::unwritable)
}

/// Encodes any value as an expression, in the layout of the reference implementation, without heredocs.
///
/// # Errors
///
/// If a part of the value can't be written as an expression, such as a float that is not finite.
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
