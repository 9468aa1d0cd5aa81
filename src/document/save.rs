//! Reads bodies from files, and writes them to files.

use std::path::Path;

use super::Body;
use super::source_file::{SourceFile, save};
use crate::diagnostic::error::{Error, Result};
use crate::parser::document::{Document, Syntax};
use crate::ser;

impl Body {
    /// Reads and parses a file. If its name ends in `.json`, it is in [JSON syntax](crate::json). Errors
    /// contain the name.
    ///
    /// # Errors
    ///
    /// If the file can't be read or is not UTF-8, and all its syntax errors.
    pub fn from_path<P: AsRef<Path>>(path: P) -> Result<Self> {
        let document = Document::from_path(&path)?;
        let file = SourceFile::of(path.as_ref(), document.source())?;
        Ok(Body { file: Some(Box::new(file)), ..document.into_body() })
    }

    /// Writes the body to the file that it was read from, if its text has changed.
    ///
    /// The file is replaced as a whole: other programs read the old text or the new one. The new file
    /// gets the permissions of the old one and, on Unix, its owner and its group. If the path is a
    /// link, it remains one. Other hard links to the file keep the old text. Extended attributes and
    /// access control lists are not kept.
    ///
    /// # Errors
    ///
    /// If another program has changed or removed the file since it was read or written: see
    /// [`overwrite`](Body::overwrite). If the body was not read from a file: see
    /// [`save_as`](Body::save_as). If the file can't be written, or its owner and its group can't
    /// be kept; if the path leads to a pipe, a device or a folder. Then the old file is unchanged.
    ///
    /// The check and the write are two steps. So it does not replace a lock if several programs change
    /// a file at the same time.
    pub fn save(&self) -> Result<()> {
        let file = self.file()?;
        file.save(&self.text_for(&file.path)?)
    }

    /// Writes the body to the file that it was read from, as [`save`](Body::save) does, also
    /// if another program has changed or removed the file.
    ///
    /// # Errors
    ///
    /// The other errors of [`save`](Body::save).
    pub fn overwrite(&self) -> Result<()> {
        let file = self.file()?;
        file.overwrite(&self.text_for(&file.path)?)
    }

    /// Writes the body to a file, as [`save`](Body::save) does: in JSON syntax if its name ends in
    /// `.json`. An existing file is replaced, whatever its content is.
    ///
    /// # Errors
    ///
    /// If the file can't be written. Then the old file is unchanged.
    pub fn save_as<P: AsRef<Path>>(&self, path: P) -> Result<()> {
        let path = path.as_ref();
        self.write_as(path, &self.text_for(path)?)
    }

    /// The text in the syntax of a file.
    fn text_for(&self, path: &Path) -> Result<String> {
        if !Syntax::is_json(&path.to_string_lossy()) {
            return self.source.native();
        }
        let tree = &self.source.root.tree;
        match tree.holds_json && self.file.is_some() {
            true => Ok(tree.source.to_string()),
            false => ser::json::document(self, ser::json::Layout::Pretty),
        }
    }

    /// Writes a text to a file, which may be the one that the body was read from.
    pub(crate) fn write_as(&self, path: &Path, text: &str) -> Result<()> {
        match &self.file {
            Some(file) if file.is_at(path) => file.overwrite(text),
            _ => save(path, text),
        }
    }

    /// The file that the body was read from.
    pub(crate) fn file(&self) -> Result<&SourceFile> {
        self.file.as_deref().ok_or_else(|| {
            let reason = "the body was not read from a file; use save_as";
            Error::unwritable(std::io::Error::other(reason))
        })
    }
}
