//! Writes files so that they always contain the old or the new text.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// Writes a text to a new file next to the old one. Then the new file replaces the old one and gets
/// its permissions. Links to existing files are followed, so they remain links.
pub(super) fn save(path: &Path, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let new = beside(&path)?;
    let result = write(&new, &path, text).and_then(|()| fs::rename(&new, &path));
    if result.is_err() {
        // The file may be missing; the error of writing is the important one.
        let _ = fs::remove_file(&new);
    }
    result
}

fn write(new: &Path, path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(new)?;
    if let Ok(metadata) = fs::metadata(path) {
        file.set_permissions(metadata.permissions())?;
    }
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// A name in the same folder that no other file has.
fn beside(path: &Path) -> io::Result<PathBuf> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let Some(name) = path.file_name() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path has no file name"));
    };
    let mut new = std::ffi::OsString::from(".");
    new.push(name);
    new.push(format!(".{}-{}.new", process::id(), COUNT.fetch_add(1, Ordering::Relaxed)));
    Ok(path.with_file_name(new))
}
