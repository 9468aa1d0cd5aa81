//! Documents that can be changed.

use std::fmt;
use std::fs;
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use super::body::Body;
use super::content::Content;
use super::save::save;
use super::{Layout, render};
use crate::document::utf8;
use crate::error::{Error, Result};
use crate::source::Origin;

/// A document that can be changed. Everything without a change remains the same, byte for byte:
/// comments, blank lines, order, alignment, line ends, the notation of expressions.
///
/// It dereferences to its top-level [`Body`]. Parsing and writing take time linear in its size; each
/// change takes about constant time.
///
/// ```
/// use serde_hcl::edit::Document;
///
/// let source = r#"
/// // The network.
/// module "vpc" {
///   source  = "terraform-aws-modules/vpc/aws"
///   version = "5.0.0" # pinned
/// }
/// "#;
/// let mut document: Document = source.parse()?;
/// document.set("module.vpc.version", "5.1.0")?;
/// assert_eq!(document.to_string(), source.replace("5.0.0", "5.1.0"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Document {
    body: Body,
    line_end: &'static str,
}

impl Document {
    /// Parses a source; `name` is its name in errors.
    ///
    /// # Errors
    ///
    /// All syntax errors of the source: a document with syntax errors can't be edited.
    pub fn parse(source: &str, name: Option<&str>) -> Result<Self> {
        Self::parse_with(source, name, Layout::Canonical)
    }

    /// Parses a source for changes with another layout.
    ///
    /// # Errors
    ///
    /// The errors of [`parse`](Document::parse).
    pub fn parse_with(source: &str, name: Option<&str>, layout: Layout) -> Result<Self> {
        let document = crate::Document::parse(source, name)?;
        Ok(Self::of(document, layout))
    }

    pub(super) fn of(document: crate::Document<'_>, layout: Layout) -> Self {
        let source = document.source();
        let newline = memchr::memchr(b'\n', source.as_bytes());
        let has_return = newline.is_some_and(|newline| source[..newline].ends_with('\r'));
        let line_end = if has_return { "\r\n" } else { "\n" };
        let (tree, root) = document.into_parts();
        Document { body: Body::of(&tree.into_shared(), root, layout), line_end }
    }

    /// Reads and parses a file. Errors contain its name.
    ///
    /// # Errors
    ///
    /// If the file can't be read or is not UTF-8, and all its syntax errors.
    pub fn from_path<P: AsRef<Path>>(path: P) -> Result<Self> {
        let name = path.as_ref().to_string_lossy();
        let unreadable =
            |error| Error::unreadable(error).attach(Origin::new(Some(&Arc::from(&*name)), ""));
        let bytes = fs::read(path.as_ref()).map_err(unreadable)?;
        Self::parse(utf8(&bytes, Some(&name))?, Some(&name))
    }

    /// Writes the document to a file. An existing file is replaced as a whole: other programs read
    /// the old text or the new one. Its permissions are kept.
    ///
    /// # Errors
    ///
    /// If the file can't be written. Then the old file is unchanged.
    pub fn save_as<P: AsRef<Path>>(&self, path: P) -> Result<()> {
        let (path, name) = (path.as_ref(), path.as_ref().to_string_lossy());
        save(path, &self.to_string()).map_err(|error| {
            Error::unwritable(error).attach(Origin::new(Some(&Arc::from(&*name)), ""))
        })
    }
}

/// An empty document.
impl Default for Document {
    fn default() -> Self {
        Document { body: Body::with_content(Content::empty(false)), line_end: "\n" }
    }
}

impl Deref for Document {
    type Target = Body;

    fn deref(&self) -> &Body {
        &self.body
    }
}

impl DerefMut for Document {
    fn deref_mut(&mut self) -> &mut Body {
        &mut self.body
    }
}

impl FromStr for Document {
    type Err = Error;

    fn from_str(source: &str) -> Result<Self> {
        Self::parse(source, None)
    }
}

/// The text with all changes. Without changes, the source.
impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&render::body(&self.body, self.line_end))
    }
}

impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Document").field(&self.body).finish()
    }
}
