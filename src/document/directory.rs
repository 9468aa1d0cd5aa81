//! The files of a directory as one document.

use std::fs;
use std::path::PathBuf;

use super::Body;
use super::files::join_files;
use super::source_file::named;
use crate::diagnostic::error::{Error, Result};
use crate::syntax::Overrides;

/// The files of a directory that are one configuration.
///
/// These are the files whose names have one of the endings, sorted by name. Hidden files (`.a.tf`) and
/// copies of editors (`a.tf~`, `#a.tf#`) are skipped, and so are directories. Links to files are files.
///
/// ```
/// use serde_hcl::configuration::Directory;
///
/// # let folder = std::env::temp_dir().join(format!("serde_hcl-directory-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).unwrap();
/// std::fs::write(folder.join("a.conf.hcl"), "workers = 4\n").unwrap();
/// std::fs::write(folder.join("b.conf.hcl"), "log {}\n").unwrap();
/// std::fs::write(folder.join("notes.txt"), "other").unwrap();
/// let body = Directory::new(&folder, [".conf.hcl"]).read()?;
/// assert_eq!(body.view().items().map(|item| item.name()).collect::<Vec<_>>(), ["workers", "log"]);
///
/// std::fs::write(folder.join("c.conf.hcl"), "workers = ]\n").unwrap();
/// let error = Directory::new(&folder, [".conf.hcl"]).read().unwrap_err();
/// assert!(error.to_string().contains("c.conf.hcl:1:11: "));
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Directory {
    path: PathBuf,
    endings: Vec<String>,
    has_overrides: bool,
    rules: Overrides,
}

impl Directory {
    /// The files in a directory whose names end in one of these texts. Files whose names end in `.json`
    /// are read in [JSON syntax](crate::json).
    pub fn new<E: Into<String>>(
        path: impl Into<PathBuf>,
        endings: impl IntoIterator<Item = E>,
    ) -> Self {
        let endings = endings.into_iter().map(Into::into).collect();
        Directory { path: path.into(), endings, has_overrides: false, rules: Overrides::Files }
    }

    /// The files of a Terraform module: `.tf` and `.tf.json`, with [override files](Self::overrides) in both
    /// syntaxes.
    ///
    /// Beside the rules for all directories, the values of all `locals` blocks are replaced by their names,
    /// and so are the settings of all `terraform` blocks: a `backend` or `cloud` replaces both of them, and
    /// required providers are replaced one by one. The arguments of `lifecycle` are replaced one by one, too,
    /// a `dynamic` block is a block of its type, and a `provider` block changes the one with the same
    /// `alias`.
    ///
    /// ```
    /// use serde_hcl::configuration::Directory;
    ///
    /// # let folder = std::env::temp_dir().join(format!("serde_hcl-terraform-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder).unwrap();
    /// std::fs::write(folder.join("main.tf"), "locals {\n  size = 1\n  zone = \"a\"\n}\n").unwrap();
    /// std::fs::write(folder.join("override.tf.json"), r#"{ "locals": { "zone": "b" } }"#).unwrap();
    /// let locals = Directory::terraform(&folder).read()?;
    /// assert_eq!(locals.expression("locals.size").unwrap().as_i64(), Some(1));
    /// assert_eq!(locals.expression("locals.zone").unwrap().as_str().as_deref(), Some("b"));
    /// # std::fs::remove_dir_all(&folder).unwrap();
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn terraform(path: impl Into<PathBuf>) -> Self {
        let directory = Directory::new(path, [".tf", ".tf.json"]).overrides(true);
        Directory { rules: Overrides::Terraform, ..directory }
    }

    /// Whether `override` and names that end in `_override`, before the ending, are override files. They
    /// change the other files, one after the other, as Terraform documents it: in the block with the same
    /// type and labels, an attribute replaces the one with the same name, and blocks replace all blocks of
    /// the same type. What changes no block, or could change several, is added. Outside of
    /// [Terraform](Self::terraform), a property in JSON syntax replaces all items with its name.
    ///
    /// ```
    /// use serde_hcl::configuration::Directory;
    ///
    /// # let folder = std::env::temp_dir().join(format!("serde_hcl-overrides-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder).unwrap();
    /// std::fs::write(folder.join("main.hcl"), "log {\n  level = \"info\"\n  file  = \"a\"\n}\n").unwrap();
    /// std::fs::write(folder.join("my_override.hcl"), "log {\n  level = \"debug\"\n}\n").unwrap();
    /// let directory = Directory::new(&folder, [".hcl"]).overrides(true);
    /// assert_eq!((directory.files()?.len(), directory.override_files()?.len()), (1, 1));
    /// let body = directory.read()?;
    /// assert_eq!(body.expression("log.level").unwrap().text(), "\"debug\"");
    /// assert_eq!(body.expression("log.file").unwrap().text(), "\"a\"");
    /// # std::fs::remove_dir_all(&folder).unwrap();
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn overrides(mut self, has_overrides: bool) -> Self {
        self.has_overrides = has_overrides;
        self
    }

    /// The files, without override files, sorted by name.
    ///
    /// # Errors
    ///
    /// The directory can't be read.
    pub fn files(&self) -> Result<Vec<PathBuf>> {
        self.matching_files(false)
    }

    /// The override files, sorted by name.
    ///
    /// # Errors
    ///
    /// The directory can't be read.
    pub fn override_files(&self) -> Result<Vec<PathBuf>> {
        self.matching_files(true)
    }

    /// Reads and parses all files, joins them as [`parse_files`](crate::configuration::parse_files) does, and
    /// makes the changes of override files. Linear in the files; errors show the original files.
    ///
    /// # Errors
    ///
    /// The directory or a file can't be read, and the errors of
    /// [`parse_files`](crate::configuration::parse_files). Each names its file.
    pub fn read(&self) -> Result<Body> {
        let (mut files, overrides) = (self.files()?, self.override_files()?);
        let count = overrides.len();
        files.extend(overrides);
        Ok(join_files(&files, count, self.rules)?.into_body())
    }

    fn matching_files(&self, overrides: bool) -> Result<Vec<PathBuf>> {
        let unreadable = |error| named(&self.path, Error::unreadable(error));
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let (path, name) = (entry.path(), entry.file_name());
            let is_wanted = self.is_override(&name.to_string_lossy()) == Some(overrides);
            // A link that leads nowhere is a file, so that reading it is an error.
            if is_wanted && !path.is_dir() {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }

    /// Whether a file with this name is an override file. `None` if it doesn't belong to the configuration.
    fn is_override(&self, name: &str) -> Option<bool> {
        let is_copy = name.ends_with('~') || (name.starts_with('#') && name.ends_with('#'));
        if name.starts_with('.') || is_copy {
            return None;
        }
        let stems = self.endings.iter().filter_map(|ending| name.strip_suffix(&**ending));
        let stem = stems.min_by_key(|stem| stem.len())?;
        Some(self.has_overrides && (stem == "override" || stem.ends_with("_override")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Context;

    /// A folder with these files, which is removed at the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str, files: &[(&str, &str)]) -> Self {
            let name = format!("serde_hcl-{name}-{}", std::process::id());
            let path = std::env::temp_dir().join(name);
            fs::create_dir_all(path.join("sub.tf")).unwrap();
            for (name, text) in files {
                fs::write(path.join(name), text).unwrap();
            }
            Folder(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            drop(fs::remove_dir_all(&self.0));
        }
    }

    fn names(files: Result<Vec<PathBuf>>) -> Vec<String> {
        let name = |file: PathBuf| file.file_name().unwrap().to_string_lossy().into_owned();
        files.unwrap().into_iter().map(name).collect()
    }

    #[test]
    fn files_are_chosen_by_their_names() {
        let files = [
            "b.tf",
            "a.tf.json",
            ".hidden.tf",
            "b.tf~",
            "#c.tf#",
            "d.tfvars",
            "override.tf",
            "x_override.tf.json",
            "overrides.tf",
        ];
        let folder = Folder::new("names", &files.map(|name| (name, "")));
        let module = Directory::terraform(&folder.0);
        assert_eq!(names(module.files()), ["a.tf.json", "b.tf", "overrides.tf"]);
        assert_eq!(names(module.override_files()), ["override.tf", "x_override.tf.json"]);
        let plain = module.overrides(false);
        assert_eq!(names(plain.files()).len(), 5);
        assert!(names(plain.override_files()).is_empty());
        assert_eq!(names(Directory::new(&folder.0, [".tfvars"]).files()), ["d.tfvars"]);

        let error = Directory::terraform(folder.0.join("nowhere")).read().unwrap_err();
        assert_eq!(error.code(), "unreadable");
        assert!(error.to_string().contains("nowhere: "), "{error}");
    }

    #[test]
    fn override_files_replace_attributes_of_blocks() {
        let folder = Folder::new(
            "overrides",
            &[
                ("main.tf", "a \"b\" {\n  c = 1\n  d = 2\n}\n"),
                ("override.tf", "a \"b\" {\n  d = 3\n}\n"),
                ("z_override.tf", "a \"b\" {\n  d = none\n}\n"),
            ],
        );
        let body = Directory::terraform(&folder.0).read().unwrap();
        let value = |address: &str| body.expression(address).unwrap().evaluate(&Context::new());
        assert_eq!(value("a.b.c").unwrap().as_i64(), Some(1));
        let error = value("a.b.d").unwrap_err();
        assert!(error.to_string().contains("z_override.tf:2:7: "), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed() {
        let folder = Folder::new("links", &[("target", "a = 1\n")]);
        let link = |target: &str, name: &str| {
            std::os::unix::fs::symlink(target, folder.0.join(name)).unwrap();
        };
        link("target", "a.tf");
        link("sub.tf", "b.tf");
        let module = Directory::terraform(&folder.0);
        assert_eq!(names(module.files()), ["a.tf"]);
        assert_eq!(module.read().unwrap().len(), 1);
        link("nowhere", "c.tf");
        assert!(module.read().unwrap_err().to_string().contains("c.tf: "));
    }
}
