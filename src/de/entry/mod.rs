//! The functions that decode: from text, bytes, readers and files, from bodies and values, and from
//! captured parts.

mod captured;
mod decoder;
mod deserializer;
mod source;
mod value;

use std::io::Read;
use std::path::Path;

use serde::de::{Deserialize, DeserializeOwned};

pub use self::decoder::Decoder;
pub use self::deserializer::Deserializer;
#[cfg(any(feature = "config", feature = "figment"))]
pub(crate) use self::source::convert_source;
pub(crate) use self::source::{from_bytes, from_file, from_input, from_source};
pub use self::value::from_value;
use crate::de::options::Options;
use crate::diagnostic::error::Result;
use crate::eval::Context;
use crate::parser::document::Syntax;
use crate::syntax::BodyRef;

/// Decodes a document.
///
/// The Rust type is the schema: [two tables](crate#bodies) say which types take blocks, labels and
/// attributes. Parts that the type does not ask for are skipped without evaluation. There are no
/// variables and functions; [`from_str_with`] supports them.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Config {
///     port: Vec<Port>,
/// }
///
/// #[derive(serde::Deserialize)]
/// struct Port {
///     #[serde(rename = "$label")]
///     name: String,
///     number: u16,
/// }
///
/// let source = "port \"http\" {\n  number = 80\n}\nport \"https\" {\n  number = 400 + 43\n}\n";
/// let config: Config = serde_hcl::from_str(source)?;
/// assert_eq!((&*config.port[1].name, config.port[1].number), ("https", 443));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
///
/// Some types show only by an error which form of data they accept. Then the part is decoded again: the
/// value of a field, or an element. So `deserialize` may be called more than once for a part. For a document
/// without mistakes, a part is only decoded again for a fact about its type, and only the first time that the fact
/// matters.
///
/// serde buffers the content of untagged and internally tagged enums and of flattened fields. Most types
/// work there as elsewhere; [What serde hides](crate::serde_limits) lists the others.
///
/// # Errors
///
/// All syntax errors; or else the expressions that can't be evaluated and the values that don't fit
/// their types.
///
/// serde stops at the first of these mistakes. So a document with one is decoded once more, and a simple value that fits the
/// type takes the place of each failed value. If the type rejects this value, too, the value around it is the one that failed.
/// Elements of a list with the same wrong type are one mistake. Of the mistakes in one buffer of serde, and in one evaluated
/// value, usually only the first is reported.
pub fn from_str<'de, T: Deserialize<'de>>(source: &'de str) -> Result<T> {
    from_source(source, None, Syntax::NATIVE, Options::empty())
}

/// Decodes a document with the variables and functions of a context. A [`Decoder`] has more options.
///
/// # Errors
///
/// The errors of [`from_str`].
///
/// ```
/// use std::collections::HashMap;
/// use serde_hcl::{Context, from_str_with};
///
/// let context = Context::new().variable("region", "eu");
/// let names: HashMap<String, String> = from_str_with("name = \"${region}-1\"\n", &context)?;
/// assert_eq!(names["name"], "eu-1");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn from_str_with<'de, T: Deserialize<'de>>(source: &'de str, context: &Context) -> Result<T> {
    from_source(source, None, Syntax::NATIVE, &Options::from(context))
}

/// Decodes a document from bytes.
///
/// # Errors
///
/// The errors of [`from_str`], and if the bytes are not UTF-8.
pub fn from_slice<'de, T: Deserialize<'de>>(source: &'de [u8]) -> Result<T> {
    from_bytes(source, None, Syntax::NATIVE, Options::empty())
}

/// Decodes a document from a reader. The reader is first read to its end.
///
/// # Errors
///
/// The errors of [`from_slice`], and if the reader fails.
pub fn from_reader<T: DeserializeOwned>(reader: impl Read) -> Result<T> {
    from_input(reader, None, Syntax::NATIVE, Options::empty())
}

/// Decodes a file. Errors contain its name. A file whose name ends in `.json` is read in [JSON
/// syntax](crate::json).
///
/// # Errors
///
/// The errors of [`from_slice`], and if the file can't be read.
///
/// ```no_run
/// use std::collections::HashMap;
///
/// let settings = serde_hcl::from_path::<HashMap<String, String>>("settings.hcl")?;
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn from_path<T: DeserializeOwned>(path: impl AsRef<Path>) -> Result<T> {
    let path = path.as_ref();
    from_file(path, Syntax::of_name(&path.to_string_lossy()), Options::empty())
}

/// Decodes a body: of a parsed [`Document`](crate::Document), or of a block in it.
///
/// # Errors
///
/// The errors of [`from_str`](crate::from_str), except syntax errors.
///
/// ```
/// use std::collections::HashMap;
/// use serde_hcl::{Context, from_body, parse};
///
/// let document = parse("server {\n  port = 80\n}\nclient {\n  retries = 3\n}\n")?;
/// for block in document.body().blocks() {
///     let content: HashMap<&str, u16> = from_body(block.body(), &Context::new())?;
///     assert_eq!(content.len(), 1);
/// }
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn from_body<'de, T: Deserialize<'de>>(body: BodyRef<'de>, context: &Context) -> Result<T> {
    Decoder::from(context).from_body(body)
}
