//! The directory in which functions can read.

use std::env;
use std::io::{self, ErrorKind, Read};
use std::path::{self, Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::Dir;

use crate::eval::FunctionError;
use crate::functions::argument::{MAX_LENGTH, Outcome, unpaid};
use crate::functions::path::clean;
use crate::limits::budget::charge_text;

const OUTSIDE: &str = "this leads out of the directory that files can be read in";

/// A directory that is opened once.
pub(super) struct Root {
    pub(super) directory: Dir,
    /// Its absolute path.
    path: PathBuf,
    /// The base of relative paths, as a path in the root.
    base: PathBuf,
}

impl Root {
    pub(super) fn open(path: &Path, base: &Path) -> io::Result<Root> {
        let directory = Dir::open_ambient_dir(path, ambient_authority())?;
        let (path, base) = (cleaned(path)?, cleaned(base)?);
        let base = base.strip_prefix(&path).map_err(|_| {
            let (base, path) = (base.display(), path.display());
            io::Error::new(ErrorKind::InvalidInput, format!("{base} is not in {path}"))
        })?;
        Ok(Root { directory, base: base.to_owned(), path })
    }

    pub(super) fn absolute(&self, path: &str) -> String {
        clean(&with_slashes(&self.path.join(&self.base).join(path)))
    }

    /// The path relative to the root, without `..`.
    pub(super) fn relative(&self, path: &str) -> Result<PathBuf, String> {
        let path = expand(path)?;
        let path = match Path::new(&path).is_absolute() {
            true => clean(&path),
            false => clean(&with_slashes(&self.base.join(path))),
        };
        let path = Path::new(&path);
        let path = match path.is_absolute() {
            true => path.strip_prefix(&self.path).map_err(|_| OUTSIDE)?,
            false => path,
        };
        match path.components().next() {
            None => Ok(".".into()),
            Some(path::Component::ParentDir) => Err(OUTSIDE.to_owned()),
            Some(_) => Ok(path.to_owned()),
        }
    }

    pub(super) fn read_text(&self, path: &str) -> Outcome<String> {
        String::from_utf8(self.read(path)?)
            .map_err(|_| "the file is not in UTF-8, but filebase64 can read it".into())
    }

    /// The contents of a file.
    pub(super) fn read(&self, path: &str) -> Outcome<Vec<u8>> {
        // Opening other things than files could wait forever.
        if !self.has_file(path)? {
            let error = FunctionError::from("there is no such file");
            let help = "check the path: it starts at the folder that the program allows";
            return Err(error.with_help(help));
        }
        let file = self.directory.open(self.relative(path)?).map_err(|error| reason(&error))?;
        let length = file.metadata().map_or(0, |metadata| metadata.len());
        if !charge_text(usize::try_from(length).unwrap_or(usize::MAX)) {
            return Err(unpaid());
        }
        let mut contents = Vec::new();
        file.take(MAX_LENGTH as u64 + 1)
            .read_to_end(&mut contents)
            .map_err(|error| reason(&error))?;
        match contents.len() > MAX_LENGTH {
            true => Err(format!("the file has more than {MAX_LENGTH} bytes").into()),
            false => Ok(contents),
        }
    }

    /// Whether there is a regular file.
    pub(super) fn has_file(&self, path: &str) -> Outcome<bool> {
        match self.directory.metadata(self.relative(path)?) {
            Ok(found) if found.is_file() => Ok(true),
            Ok(found) if found.is_dir() => Err("this is a directory, not a file".into()),
            Ok(_) => Err("this is not a regular file".into()),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) => Err(reason(&error).into()),
        }
    }
}

/// The absolute path without `.` and `..`.
fn cleaned(path: &Path) -> io::Result<PathBuf> {
    Ok(clean(&with_slashes(&path::absolute(path)?)).into())
}

fn with_slashes(path: &Path) -> String {
    path.to_string_lossy().replace(path::MAIN_SEPARATOR, "/")
}

/// The path with the home directory in place of a leading `~`.
pub(super) fn expand(path: &str) -> Result<String, String> {
    let Some(rest) = path.strip_prefix('~') else { return Ok(path.to_owned()) };
    if !rest.is_empty() && !rest.starts_with('/') {
        return Err("the home directories of other users are not known".to_owned());
    }
    match env::home_dir().as_deref().and_then(Path::to_str) {
        Some(home) => Ok(clean(&format!("{home}/{rest}"))),
        None => Err("the home directory is not known".to_owned()),
    }
}

/// The error of a file operation.
pub(super) fn reason(error: &io::Error) -> String {
    // An attempt to leave the root is not an error of the operating system.
    if error.kind() == ErrorKind::PermissionDenied && error.raw_os_error().is_none() {
        return OUTSIDE.to_owned();
    }
    error.to_string()
}
