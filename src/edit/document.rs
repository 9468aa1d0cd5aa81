//! Documents that can be changed.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::str::FromStr;

use super::body::Body;
use super::content::Content;
use super::save::{self, SourceFile};
use super::text::line_end_at;
use super::{Layout, render};
use crate::diagnostic::error::{Error, Result};

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
    file: Option<SourceFile>,
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
        let line_end = line_end_at(document.source(), 0);
        let (tree, root) = document.into_parts();
        Document { body: Body::of(&tree.into_shared(), root, layout), line_end, file: None }
    }

    /// Reads and parses a file. Errors contain its name.
    ///
    /// # Errors
    ///
    /// If the file can't be read or is not UTF-8, and all its syntax errors.
    pub fn from_path<P: AsRef<Path>>(path: P) -> Result<Self> {
        let file = SourceFile::read(path.as_ref())?;
        let name = path.as_ref().to_string_lossy();
        let document = Self::parse(&file.text(), Some(&name))?;
        Ok(document.with_file(file))
    }

    pub(super) fn with_file(self, file: SourceFile) -> Self {
        Document { file: Some(file), ..self }
    }

    /// Writes the document to the file that it was read from, if its text has changed.
    ///
    /// The file is replaced as a whole: other programs read the old text or the new one. The new file
    /// gets the permissions of the old one and, on Unix, its owner and its group. If the path is a
    /// link, it remains one. Other hard links to the file keep the old text. Extended attributes and
    /// access control lists are not kept.
    ///
    /// # Errors
    ///
    /// If another program has changed or removed the file since it was read or written: see
    /// [`overwrite`](Document::overwrite). If the document was not read from a file: see
    /// [`save_as`](Document::save_as). If the file can't be written, or its owner and its group can't
    /// be kept; if the path leads to a pipe, a device or a folder. Then the old file is unchanged.
    ///
    /// The check and the write are two steps. So it does not replace a lock if several programs change
    /// a file at the same time.
    pub fn save(&self) -> Result<()> {
        self.file()?.save(&self.to_string())
    }

    /// Writes the document to the file that it was read from, as [`save`](Document::save) does, also
    /// if another program has changed or removed the file.
    ///
    /// # Errors
    ///
    /// The other errors of [`save`](Document::save).
    pub fn overwrite(&self) -> Result<()> {
        self.file()?.overwrite(&self.to_string())
    }

    /// Writes the document to a file, as [`save`](Document::save) does. An existing file is replaced,
    /// whatever its content is.
    ///
    /// # Errors
    ///
    /// If the file can't be written. Then the old file is unchanged.
    pub fn save_as<P: AsRef<Path>>(&self, path: P) -> Result<()> {
        self.write_as(path.as_ref(), &self.to_string())
    }

    /// Writes a text to a file, which may be the one that the document was read from.
    pub(super) fn write_as(&self, path: &Path, text: &str) -> Result<()> {
        match &self.file {
            Some(file) if file.is_at(path) => file.overwrite(text),
            _ => save::save(path, text),
        }
    }

    /// The file that the document was read from.
    pub(super) fn file(&self) -> Result<&SourceFile> {
        self.file.as_ref().ok_or_else(|| {
            let reason = "the document was not read from a file; use save_as";
            Error::unwritable(std::io::Error::other(reason))
        })
    }
}

/// An empty document.
impl Default for Document {
    fn default() -> Self {
        Document { body: Body::with_content(Content::empty(false)), line_end: "\n", file: None }
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
