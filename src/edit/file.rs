//! Files that are edited through a Rust value.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::str::FromStr;

use serde::de::DeserializeOwned;
use serde::ser::Serialize;

use super::Layout;
use super::document::Document;
use super::save::SourceFile;
use super::update::update;
use crate::de::from_body;
use crate::document::parse;
use crate::error::{Error, Result};
use crate::eval::Context;
use crate::ser;

/// A value with the document that it was read from. After changes to the value, only the
/// corresponding parts of the document are written again.
///
/// ```
/// use std::collections::BTreeMap;
/// use serde::{Deserialize, Serialize};
/// use serde_hcl::edit::File;
///
/// #[derive(Serialize, Deserialize)]
/// struct Config {
///     service: BTreeMap<String, Service>,
/// }
///
/// #[derive(Serialize, Deserialize)]
/// struct Service {
///     port: u16,
/// }
///
/// let source = r#"
/// service "web" { // public
///   port    = 8000 + 80
///   command = ["serve"] // no field of the type
/// }
/// "#;
/// let mut file: File<Config> = source.parse()?;
/// assert_eq!(file.to_string()?, source);
/// file.service.get_mut("web").unwrap().port = 443;
/// assert_eq!(file.to_string()?, source.replace("8000 + 80", "443"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
///
/// The value is encoded after reading and again before writing. Where both results have the same
/// meaning, the document remains the same byte for byte. So items that the type does not know are
/// kept, and an expression is kept as long as its value does not change. Objects and tuples are
/// changed element by element. An entry that becomes `None` or is removed is deleted with its
/// comments.
///
/// Blocks are identified by their types and labels, and the other blocks of one type by their
/// positions. A new block is added after the last one of its type; a block without labels after the
/// block that is before it in the value. Blocks with labels keep their places if only their order
/// changes.
///
/// The document decides whether a field is an attribute or a block.
pub struct File<T> {
    value: T,
    document: Document,
    /// The encoded value after reading.
    draft: String,
}

impl<T: DeserializeOwned + Serialize> File<T> {
    /// Decodes a source with the variables and functions of a context.
    ///
    /// # Errors
    ///
    /// The errors of [`from_str_with`](crate::from_str_with), and if the value can't be written as
    /// a document.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use serde_hcl::{Context, edit::File};
    ///
    /// let context = Context::new().variable("port", 80);
    /// let source = "http = port\nhttps = port + 363\n";
    /// let mut ports: File<BTreeMap<String, u16>> = File::with_context(source, &context)?;
    /// ports.insert("https".to_owned(), 8443);
    /// assert_eq!(ports.to_string()?, "http = port\nhttps = 8443\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn with_context(source: &str, context: &Context) -> Result<Self> {
        Self::read(source, None, context)
    }

    /// Reads and decodes a file.
    ///
    /// # Errors
    ///
    /// The errors of [`from_path`](crate::from_path), and if the value can't be written as a
    /// document.
    pub fn from_path<P: AsRef<Path>>(path: P) -> Result<Self> {
        Self::from_path_with(path, &Context::new())
    }

    /// Reads and decodes a file with the variables and functions of a context.
    ///
    /// # Errors
    ///
    /// The errors of [`from_path`](File::from_path).
    pub fn from_path_with<P: AsRef<Path>>(path: P, context: &Context) -> Result<Self> {
        let source = SourceFile::read(path.as_ref())?;
        let name = path.as_ref().to_string_lossy();
        let file = Self::read(&source.text(), Some(&name), context)?;
        Ok(File { document: file.document.with_file(source), ..file })
    }

    fn read(source: &str, name: Option<&str>, context: &Context) -> Result<Self> {
        let document = crate::Document::parse(source, name)?;
        let value: T = from_body(document.body(), context)?;
        let draft = ser::to_string(&value)?;
        let document = Document::of(document, Layout::Canonical);
        Ok(File { value, document, draft })
    }

    /// The document with the changes of the value. Without changes, the source.
    ///
    /// # Errors
    ///
    /// If the value can't be written as a document, or if a block was changed that a `dynamic`
    /// block generates, so that the document does not contain it.
    pub fn to_string(&self) -> Result<String> {
        Ok(self.change()?.to_string())
    }

    /// Writes the document with the changes of the value to the file that it was read from, as
    /// [`Document::save`] does.
    ///
    /// # Errors
    ///
    /// The errors of [`to_string`](File::to_string) and of [`Document::save`]: also if another program
    /// has changed the file. Then the old file is unchanged.
    pub fn save(&self) -> Result<()> {
        self.document.file()?.save(&self.to_string()?)
    }

    /// Writes the document with the changes of the value to the file that it was read from, as
    /// [`save`](File::save) does, also if another program has changed or removed the file.
    ///
    /// # Errors
    ///
    /// The other errors of [`save`](File::save).
    pub fn overwrite(&self) -> Result<()> {
        self.document.file()?.overwrite(&self.to_string()?)
    }

    /// Writes the document with the changes of the value to a file, as [`Document::save_as`] does.
    ///
    /// # Errors
    ///
    /// The errors of [`to_string`](File::to_string), and if the file can't be written.
    pub fn save_as<P: AsRef<Path>>(&self, path: P) -> Result<()> {
        self.document.write_as(path.as_ref(), &self.to_string()?)
    }

    /// The document with the changes of the value.
    fn change(&self) -> Result<Document> {
        let mut document = self.document.clone();
        let draft = ser::to_string(&self.value)?;
        if draft != self.draft {
            let after = parse(&draft)?.into_body();
            update(parse(&self.draft)?.body(), &after, &mut document)?;
        }
        Ok(document)
    }
}

impl<T> File<T> {
    /// The value without its document.
    pub fn into_inner(self) -> T {
        self.value
    }
}

impl<T: DeserializeOwned + Serialize> FromStr for File<T> {
    type Err = Error;

    fn from_str(source: &str) -> Result<Self> {
        Self::with_context(source, &Context::new())
    }
}

impl<T> Deref for File<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for File<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

impl<T: fmt::Debug> fmt::Debug for File<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("File").field("value", &self.value).finish_non_exhaustive()
    }
}
