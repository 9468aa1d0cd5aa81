//! The files of documents.
//!
//! - No file with a part of the text: a complete new file replaces the old one.
//! - No lost change: a file that another program has changed is only replaced on request.
//! - No write without a difference.

use std::fs::{self, File, Metadata, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::diagnostic::catalog::editing as catalog;
use crate::diagnostic::error::{Category, Error, Result};
use crate::text::source::Origin;

/// The file that a document was read from.
pub(crate) struct SourceFile {
    /// An absolute path, so that a change of the current folder does not matter.
    pub(super) path: PathBuf,
    /// The content of the file after it was read or written.
    known: Mutex<Arc<str>>,
}

impl SourceFile {
    /// A file that was read. Errors contain its name as it is given.
    pub(super) fn of(path: &Path, text: &str) -> Result<Self> {
        let absolute = std::path::absolute(path);
        let path = absolute.map_err(|error| named(path, Error::unreadable(error)))?;
        Ok(SourceFile { path, known: Mutex::new(text.into()) })
    }

    /// Whether a path, relative to the current folder, is the path of this file.
    pub(crate) fn is_at(&self, path: &Path) -> bool {
        std::path::absolute(path).is_ok_and(|path| path == self.path)
    }

    /// The content of the file after it was read or written.
    fn text(&self) -> MutexGuard<'_, Arc<str>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a text to the file, if the file has not changed since it was read or written.
    pub(crate) fn save(&self, text: &str) -> Result<()> {
        if **self.text() == *text {
            return Ok(());
        }
        let found = target(&self.path);
        let found = found.and_then(|(_, old)| old.map(|_| fs::read(&self.path)).transpose());
        match found.map_err(|error| named(&self.path, Error::unwritable(error)))? {
            Some(found) if found == text.as_bytes() || found == self.text().as_bytes() => {}
            _ => return Err(named(&self.path, Error::of(Category::Io, catalog::changed_file()))),
        }
        self.overwrite(text)
    }

    /// Writes a text to the file, also if another program has changed or removed the file.
    pub(crate) fn overwrite(&self, text: &str) -> Result<()> {
        save(&self.path, text)?;
        *self.text() = text.into();
        Ok(())
    }
}

impl Clone for SourceFile {
    fn clone(&self) -> Self {
        SourceFile { path: self.path.clone(), known: Mutex::new(Arc::clone(&self.text())) }
    }
}

/// Writes a text to a new file next to the old one. Then the new file replaces the old one, with its
/// owner, its group and its permissions. Links are followed, so they remain links.
pub(crate) fn save(path: &Path, text: &str) -> Result<()> {
    replace(path, text).map_err(|error| named(path, Error::unwritable(error)))
}

fn replace(path: &Path, text: &str) -> io::Result<()> {
    let (path, old) = target(path)?;
    let has_length = |old: &Metadata| old.len() == text.len() as u64;
    if old.as_ref().is_some_and(has_length)
        && fs::read(&path).is_ok_and(|found| found == text.as_bytes())
    {
        return Ok(());
    }
    let (new, file) = create_beside(&path, old.is_some())?;
    let result = write(file, old.as_ref(), text).and_then(|()| fs::rename(&new, &path));
    if result.is_err() {
        // The file may be missing; the error of writing is the important one.
        let _ = fs::remove_file(&new);
    }
    result
}

/// The file that a path leads to through links, which may not exist yet.
fn target(path: &Path) -> io::Result<(PathBuf, Option<Metadata>)> {
    match fs::metadata(path) {
        // A pipe or a device would be replaced by a file.
        Ok(metadata) if !metadata.is_file() => {
            Err(io::Error::new(ErrorKind::InvalidInput, "the path is not a regular file"))
        }
        Ok(metadata) => Ok((fs::canonicalize(path)?, Some(metadata))),
        Err(error) if error.kind() == ErrorKind::NotFound => match fs::read_link(path) {
            Ok(link) => target(&path.parent().unwrap_or(path).join(link)),
            Err(_) => Ok((path.to_owned(), None)),
        },
        Err(error) => Err(error),
    }
}

fn write(mut file: File, old: Option<&Metadata>, text: &str) -> io::Result<()> {
    file.write_all(text.as_bytes())?;
    if let Some(old) = old {
        keep_owner(&file, old)?;
        file.set_permissions(old.permissions())?;
    }
    file.sync_all()
}

/// Lets only this user read the new file until it has the permissions of the old one.
#[cfg(unix)]
fn make_private(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;
    options.mode(0o600);
}

#[cfg(not(unix))]
fn make_private(_: &mut OpenOptions) {}

/// Gives a new file the owner and the group of the old one.
#[cfg(unix)]
fn keep_owner(new: &File, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let current = new.metadata()?;
    let owner = (current.uid() != old.uid()).then_some(old.uid());
    let group = (current.gid() != old.gid()).then_some(old.gid());
    if owner.is_none() && group.is_none() {
        return Ok(());
    }
    fchown(new, owner, group).map_err(|error| {
        let reason =
            format!("the new file can't have the owner and the group of the old one: {error}");
        io::Error::new(error.kind(), reason)
    })
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Creates a file in the same folder. Another file is neither used nor removed: one with the same name is that of
/// another process, or of one that was killed. The name is short, because the name of the file may have the maximum
/// length.
fn create_beside(path: &Path, is_private: bool) -> io::Result<(PathBuf, File)> {
    if path.file_name().is_none() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "the path has no file name"));
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    if is_private {
        make_private(&mut options);
    }
    // Each state has random keys. Processes in containers can have the same number.
    let number = RandomState::new().hash_one(process::id());
    let new = path.with_file_name(format!(".{number:016x}.new"));
    let file = options.open(&new)?;
    Ok((new, file))
}

/// An error about a file.
pub(super) fn named(path: &Path, error: Error) -> Error {
    let name: Arc<str> = path.to_string_lossy().into();
    error.attach(Origin::new(Some(&name), ""))
}
