//! The functions that decode: from text, bytes, readers and files, from bodies and values, and from
//! captured parts.

mod body;
mod captured;
mod decoder;
mod deserializer;
mod source;
mod value;

use std::io::Read;
use std::path::Path;

use serde::de::{Deserialize, DeserializeOwned};

pub use self::body::from_body;
pub use self::decoder::Decoder;
pub use self::deserializer::Deserializer;
#[cfg(any(feature = "config", feature = "figment"))]
pub(crate) use self::source::convert_source;
pub(crate) use self::source::{from_bytes, from_file, from_input, from_source};
pub use self::value::from_value;
use crate::diagnostic::error::Result;
use crate::eval::Context;
use crate::parser::document::Syntax;

/// Decodes a document.
///
/// The Rust type is the schema. A body is a map: each attribute is an entry, and all blocks of one
/// type together are one entry. Parts that the type does not ask for are skipped without
/// evaluation.
///
/// | type of the field | blocks | attribute |
/// |---|---|---|
/// | struct, enum | one block | object; string |
/// | `Vec`, tuple | each block an element | tuple |
/// | map | by first label; a map of maps by two labels | object |
/// | `Option` | none or one | null is `None` |
///
/// Fields renamed to `$label`, `$label:<what>` or `$labels` take the labels of the block that a
/// struct is decoded from. A field `$blocks` takes all blocks in the body. [`Expression`],
/// [`Body`], [`Lazy`] and [`Spanned`] capture parts of the document.
///
/// [`Expression`]: crate::Expression
/// [`Body`]: crate::Body
/// [`Lazy`]: crate::Lazy
/// [`Spanned`]: crate::Spanned
///
/// If a type reveals only through an error how its data must be passed, decoding starts over, so
/// `T::deserialize` may be called more than once. For a document without mistakes, the number of
/// attempts depends only on the type.
///
/// # Limits
///
/// serde buffers the content of untagged and internally tagged enums and of flattened fields, and
/// decodes it from the buffer by its own rules:
///
/// | in a buffer | how it is read |
/// |---|---|
/// | a map with keys that are numbers or bools | an error: keys are strings; use string keys |
/// | an integer of type `i128` or `u128`, or one of more than 64 bits that is no float, as a `String` | an error |
/// | elements of a tuple of several types that need conversions to different types | an error |
/// | more than 60 flattened entries with different names that need a conversion | an error |
/// | an entry of a flattened `Option<T>` that needs a conversion | the option is `None`, as for every error in it |
/// | a label or a conversion in a block of a variant of an enum, in a flattened `Option<T>` | an error, or the option is `None`, as for every error in it |
/// | null for an `Option<Option<T>>` | `None`, not `Some(None)` |
/// | [`Expression`] and [`Lazy`], except in flattened fields | captures the value |
/// | [`Spanned`] in objects | has an empty span |
/// | labels and `$blocks` in the content of an adjacently tagged enum, if a block is before its tag | an error |
/// | a field `$blocks` with a default in a struct that is flattened after a map | gets its default, as the map reads the blocks |
/// | a field `$blocks` for properties in JSON syntax | an error: whether a property is a block depends on the type |
/// | a `$blocks` enum with a variant marked `other`, for a block with content | an error |
/// | a label for an optional `$label` field | an error: only required fields take labels |
/// | a block with a label, for a flattened list of an untagged enum whose variants are an enum and, after it, a struct | the struct is tried first |
///
/// [`Expression`]: crate::Expression
/// [`Lazy`]: crate::Lazy
/// [`Spanned`]: crate::Spanned
///
/// Values in a buffer convert as in other places: `"80"` becomes a `u16`. But a variant of an
/// untagged enum that fits without a conversion is preferred to one before it that needs a conversion:
/// for `enum Size { Number(u64), Text(String) }`, `"80"` is a `Text`.
///
/// # Errors
///
/// All syntax errors; or else the expressions that can't be evaluated and the values that don't fit
/// their types. There are no variables and functions; [`from_str_with`] supports them.
///
/// serde stops at the first of these mistakes. So decoding starts over without the failed parts: at
/// most 20 times, and only while 256 KiB of source are decoded again altogether. Mistakes after
/// that are not reported.
///
/// ```
/// use std::collections::HashMap;
///
/// let source = "port \"http\" {\n  number = 80\n}\nport \"https\" {\n  number = 400 + 43\n}\n";
/// let ports: HashMap<String, HashMap<String, HashMap<String, u16>>> =
///     serde_hcl::from_str(source)?;
/// assert_eq!(ports["port"]["https"]["number"], 443);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn from_str<'de, T: Deserialize<'de>>(source: &'de str) -> Result<T> {
    from_str_with(source, Context::empty())
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
    from_source(source, None, Syntax::NATIVE, context)
}

/// Decodes a document from bytes.
///
/// # Errors
///
/// The errors of [`from_str`], and if the bytes are not UTF-8.
pub fn from_slice<'de, T: Deserialize<'de>>(source: &'de [u8]) -> Result<T> {
    from_bytes(source, None, Syntax::NATIVE, Context::empty())
}

/// Decodes a document from a reader. The reader is first read to its end.
///
/// # Errors
///
/// The errors of [`from_slice`], and if the reader fails.
pub fn from_reader<T: DeserializeOwned>(reader: impl Read) -> Result<T> {
    from_input(reader, None, Syntax::NATIVE, Context::empty())
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
    from_file(path, Syntax::of_name(&path.to_string_lossy()), &Context::new())
}
