//! HCL's JSON syntax: reading and writing `.tf.json`, `.tfvars.json`, `.pkr.json` and similar
//! files.
//!
//! JSON syntax is a second way to write the same bodies and expressions. An object is a body or an
//! expression, and a string is a template. A Rust type or a [`Schema`](crate::configuration::Schema) decides whether a
//! property is an attribute, one block or several blocks, and how many levels of objects are labels.
//! In bodies, properties named `"//"` are comments.
//!
//! All functions that take bodies or expressions also take those in JSON syntax. Functions that
//! read files, [`from_path`](crate::from_path) and [`parse_files`](crate::configuration::parse_files), read a file
//! whose name ends in `.json` in JSON syntax.
//!
//! ```
//! use std::collections::BTreeMap;
//! use serde_hcl::json;
//!
//! let ports: BTreeMap<String, u16> = json::from_str(r#"{ "web": "${8000 + 80}" }"#)?;
//! assert_eq!(ports["web"], 8080);
//! assert_eq!(json::to_string(&ports)?, r#"{"web":8080}"#);
//! # Ok::<(), serde_hcl::Error>(())
//! ```

use std::io::{Read, Write};
use std::path::Path;

use serde::de::{Deserialize, DeserializeOwned};
use serde::ser::Serialize;

use crate::de::{Options, from_bytes, from_file, from_input, from_source};
use crate::diagnostic::error::{Error, Result};
use crate::document::Expression;
use crate::eval::Context;
use crate::parser::document::{Document, Syntax};
use crate::parser::{Grammar, json as parser};
use crate::ser::json::{Layout, document, plain_text};
use crate::value::Value;

/// Decodes a document in JSON syntax, as [`from_str`](crate::from_str) decodes one in native syntax:
/// the same types get equal values from both.
///
/// A struct is decoded from an object, as a body or as an object value. A `Vec` is decoded from the
/// elements of an array; a single object is the only element. Fields renamed to `$label…` take levels
/// of objects. The keys of a map are the names of properties.
///
/// A level of labels can't be told from a property, and serde's buffers hide which type reads them:
/// [What serde hides](crate::serde_limits#json-syntax) lists what follows from that.
///
/// # Errors
///
/// The errors of [`from_str`](crate::from_str).
///
/// ```
/// use serde::Deserialize;
///
/// #[derive(Deserialize)]
/// struct Config {
///     service: Vec<Service>,
/// }
///
/// #[derive(Deserialize, Debug, PartialEq)]
/// struct Service {
///     #[serde(rename = "$label")]
///     name: String,
///     port: u16,
/// }
///
/// let native = "service \"web\" {\n  port = 8000 + 80\n}\nservice \"db\" {\n  port = 5432\n}\n";
/// let json = r#"{"service": {"web": {"port": "${8000 + 80}"}, "db": [{"port": 5432}]}}"#;
/// let (one, other): (Config, Config) =
///     (serde_hcl::from_str(native)?, serde_hcl::json::from_str(json)?);
/// assert_eq!(one.service, other.service);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn from_str<'de, T: Deserialize<'de>>(source: &'de str) -> Result<T> {
    from_str_with(source, &Context::new())
}

/// Decodes a document with the variables and functions of a context. A [`Decoder`](crate::Decoder) has
/// more options.
///
/// # Errors
///
/// The errors of [`from_str`].
///
/// ```
/// use std::collections::BTreeMap;
/// use serde_hcl::{Context, json};
///
/// let context = Context::new().variable("base", 8000);
/// let ports: BTreeMap<String, u16> = json::from_str_with(r#"{"web": "${base + 80}"}"#, &context)?;
/// assert_eq!(ports["web"], 8080);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn from_str_with<'de, T: Deserialize<'de>>(source: &'de str, context: &Context) -> Result<T> {
    from_source(source, None, Syntax::JSON, &Options::from(context))
}

/// Decodes a document from bytes.
///
/// # Errors
///
/// The errors of [`from_str`], and if the bytes are not UTF-8.
///
/// ```
/// use std::collections::BTreeMap;
///
/// let ports: BTreeMap<String, u16> = serde_hcl::json::from_slice(br#"{"web": 80}"#)?;
/// assert_eq!(ports["web"], 80);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn from_slice<'de, T: Deserialize<'de>>(source: &'de [u8]) -> Result<T> {
    from_bytes(source, None, Syntax::JSON, Options::empty())
}

/// Decodes a document from a reader. The reader is first read to its end.
///
/// # Errors
///
/// The errors of [`from_slice`], and if the reader fails.
///
/// ```
/// use std::collections::BTreeMap;
///
/// let input = std::io::Cursor::new(r#"{"web": 80}"#);
/// let ports: BTreeMap<String, u16> = serde_hcl::json::from_reader(input)?;
/// assert_eq!(ports["web"], 80);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn from_reader<T: DeserializeOwned>(reader: impl Read) -> Result<T> {
    from_input(reader, None, Syntax::JSON, Options::empty())
}

/// Decodes a file with any name. Errors contain the name.
///
/// # Errors
///
/// The errors of [`from_slice`], and if the file can't be read.
pub fn from_path<T: DeserializeOwned>(path: impl AsRef<Path>) -> Result<T> {
    from_file(path.as_ref(), Syntax::JSON, Options::empty())
}

/// Parses a document in JSON syntax without decoding or evaluating anything. Linear in the source;
/// strings are borrowed.
///
/// # Errors
///
/// All syntax errors of the source, with category [`Syntax`](crate::diagnostic::Category::Syntax). The templates
/// in strings are not checked: an invalid one is an error when it is evaluated.
///
/// ```
/// use serde_hcl::json;
/// use serde_hcl::configuration::Schema;
///
/// let document = json::parse(r#"{"service": {"web": {"port": 80}, "db": {"port": 5432}}}"#)?;
/// let content = document.body().content(&Schema::new().block("service", &["name"]))?;
/// let names: Vec<_> = content.blocks().iter().map(|block| block.labels().next().unwrap()).collect();
/// assert_eq!((&*names[0].value(), &*names[1].value()), ("web", "db"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse(source: &str) -> Result<Document<'_>> {
    Document::parse_as(source, None, Syntax::JSON)
}

/// Parses a source that is one value in JSON syntax, as an expression.
///
/// # Errors
///
/// The syntax errors of the source.
///
/// ```
/// use serde_hcl::{Context, json};
///
/// let expression = json::parse_expression(r#"{"name": "${upper(name)}", "size": 1}"#)?;
/// let value = expression.evaluate(&Context::standard().variable("name", "web"))?;
/// assert_eq!(value["name"].as_str(), Some("WEB"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse_expression(source: &str) -> Result<Expression> {
    let (tree, root) = parser::parse(source, None, Grammar::Expression)?;
    Ok(Expression::new(tree.into_shared(), root))
}

/// Encodes a value as a document in JSON syntax, on one line: the JSON form of the output of
/// [`to_string`](crate::to_string).
///
/// Blocks are nested objects by type and labels; the innermost value is an array. They keep their order: where
/// it needs several objects, such as for the blocks run, copy, run, these are in an array. Expressions that
/// are not literals, for example in a [`Body`](crate::Body), become strings with `${ }`. Strings are
/// text: `${` in a string or in the key of a map is escaped. Numbers keep all their digits; comments are left out.
/// Terraform reads some strings as expressions: [`BodyRef::to_json`](crate::syntax::BodyRef::to_json) writes these.
///
/// # Labels
///
/// A label is written as its text, because HCL's specification defines that labels are no templates: a
/// field `$label…` and a [`Schema`](crate::configuration::Schema) read exactly this text. A reader that does not know
/// which properties are labels, for example a [`Value`] or a map, takes `${` in a label as a
/// template. If labels come from users and such a type reads them, write the blocks as a map, or read with
/// [`literal_json_strings`](crate::Decoder::literal_json_strings).
///
/// The keys of a map are templates also where they are labels, because a map reads them: `${` in such a key is
/// escaped, and a schema reads the escape as a part of the label. If a schema or another program reads these labels,
/// write blocks with a field `$label…`.
///
/// # Errors
///
/// The errors of [`to_string`](crate::to_string), if a property would be a comment, if
/// a captured part of a document in JSON syntax has an invalid template or an object with equal keys, if a field `$label` is `None`, and if a body would be
/// read as one more level of labels for a field `$labels`.
///
/// ```
/// use serde_hcl::{Body, from_str, json};
///
/// let body: Body = from_str("region = var.region\n\nservice \"web\" {\n  port = 80\n}\n")?;
/// let expected = r#"{"region":"${var.region}","service":{"web":[{"port":80}]}}"#;
/// assert_eq!(json::to_string(&body)?, expected);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    document(value, Layout::Compact)
}

/// Encodes a value as a document in JSON syntax, with a line for each property and element.
///
/// # Errors
///
/// The errors of [`to_string`].
///
/// ```
/// let ports = std::collections::BTreeMap::from([("web", 80), ("ssh", 22)]);
/// assert_eq!(serde_hcl::json::to_string_pretty(&ports)?, "{\n  \"ssh\": 22,\n  \"web\": 80\n}\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn to_string_pretty<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    document(value, Layout::Pretty)
}

/// Encodes a value as a document in JSON syntax, in bytes.
///
/// # Errors
///
/// The errors of [`to_string`].
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    to_string(value).map(String::into_bytes)
}

/// Encodes a value as a document in JSON syntax and writes it to a writer. If encoding fails,
/// nothing is written.
///
/// # Errors
///
/// The errors of [`to_string`], and if the writer fails.
///
/// ```
/// let mut output = Vec::new();
/// serde_hcl::json::to_writer(&mut output, &std::collections::BTreeMap::from([("web", 80)]))?;
/// assert_eq!(output, br#"{"web":80}"#);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn to_writer<W: Write, T: Serialize + ?Sized>(mut writer: W, value: &T) -> Result<()> {
    let document = to_string(value)?;
    writer.write_all(document.as_bytes()).map_err(Error::unwritable)
}

/// A value as plain JSON for tools that don't know HCL.
///
/// Numbers have all their digits, and `${` in strings is not escaped. Lists, sets and tuples are arrays, maps and objects are objects.
///
/// # Errors
///
/// If a part of the value is unknown, sensitive or infinite.
///
/// ```
/// use serde_hcl::{json, value};
///
/// let value = value!({ "name": "${x}", "sizes": [1, 2.50] });
/// assert_eq!(json::value_to_string(&value)?, r#"{"name":"${x}","sizes":[1,2.5]}"#);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn value_to_string(value: &Value) -> Result<String> {
    plain_text(value)
}
