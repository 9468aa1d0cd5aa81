//! Paths as text, with `/` between their parts.

use std::sync::Arc;

use super::library::library;

library! {
    /// Functions on paths that don't access files.
    pub(super) path;

    /// The last part of a path.
    ///
    /// ```hcl
    /// basename("foo/bar/baz.txt") == "baz.txt"
    /// basename("") == "."
    /// ```
    fn basename(
        /// The path.
        path: Arc<str>
    ) -> String {
        match path.trim_end_matches('/') {
            "" if path.is_empty() => ".".to_owned(),
            "" => "/".to_owned(),
            path => path.rsplit('/').next().unwrap_or_default().to_owned(),
        }
    }

    /// All parts of a path except the last one, in the shortest form.
    ///
    /// ```hcl
    /// dirname("foo/bar/baz.txt") == "foo/bar"
    /// dirname("foo/") == "foo"
    /// dirname("foo") == "."
    /// ```
    fn dirname(
        /// The path.
        path: Arc<str>
    ) -> String {
        clean(path.rsplit_once('/').map_or("", |(directory, _)| match directory {
            "" => "/",
            directory => directory,
        }))
    }
}

/// The shortest path to the same file, if symbolic links don't change it.
pub(super) fn clean(path: &str) -> String {
    let root = if path.starts_with('/') { "/" } else { "" };
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            // There is nothing above the root.
            ".." if !root.is_empty() => {}
            part => parts.push(part),
        }
    }
    let path = root.to_owned() + &parts.join("/");
    if path.is_empty() { ".".to_owned() } else { path }
}
