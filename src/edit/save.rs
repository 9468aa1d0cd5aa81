//! Writing files so that they are either as before or complete.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// Writes a text into a file: into a new one beside it, which then takes its place and its
/// permissions. Links are followed, so that they stay links.
pub(super) fn save(path: &Path, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let new = beside(&path)?;
    let result = write(&new, &path, text).and_then(|()| fs::rename(&new, &path));
    if result.is_err() {
        // It may not be there; that writing failed is what matters.
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
