//! Finds files by patterns.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use super::root::{Root, reason};
use crate::functions::path::clean;
use crate::limits::budget::charge;

/// The maximum number of files and directories that are examined.
const MAX_ENTRIES: usize = 1_000_000;

/// The maximum nesting of braces in a pattern.
const MAX_BRACES: u32 = 20;

/// The maximum length of a pattern in bytes, and the charge for compiling each of them.
const MAX_PATTERN: usize = 4096;
const PER_BYTE: usize = 16;

/// The charge for reading an entry of a directory.
const ENTRY: usize = 64;

pub(super) enum Mistake {
    Path(String),
    Pattern(String),
}

/// The paths of the files that match, relative to `path`; an empty path is the base directory.
pub(super) fn names(root: &Root, path: &str, pattern: &str) -> Result<BTreeSet<String>, Mistake> {
    // Paths are joined and cleaned several times, so the pattern is paid for first.
    if pattern.len() > MAX_PATTERN || !charge(PER_BYTE * pattern.len()) {
        let reason = format!("the pattern is longer than {MAX_PATTERN} bytes");
        return Err(Mistake::Pattern(reason));
    }
    let pattern = clean(pattern);
    let mut pattern = pattern.trim_start_matches('/');
    // A pattern may refer to a parent directory inside the root.
    let mut upwards = String::new();
    while let Some(rest) = pattern.strip_prefix("../") {
        upwards.push_str("../");
        pattern = rest;
    }
    let path = if path.is_empty() { "." } else { path };
    let start = root.relative(&format!("{path}/{upwards}")).map_err(Mistake::Path)?;
    let matcher = matcher(pattern).map_err(Mistake::Pattern)?;
    let max_depth = if pattern.contains("**") { usize::MAX } else { pattern.matches('/').count() };
    let mut search = Search {
        root,
        start,
        matcher,
        price: ENTRY + pattern.len(),
        max_depth,
        entries: 0,
        found: Vec::new(),
    };
    search.run().map_err(Mistake::Path)?;
    Ok(search.found.into_iter().map(|name| upwards.clone() + &name).collect())
}

/// The matcher for a pattern. Braces become nested groups, which take stack.
fn matcher(pattern: &str) -> Result<GlobSet, String> {
    let braces = pattern.bytes().scan(0_u32, |depth, byte| {
        match byte {
            b'{' => *depth += 1,
            b'}' => *depth = depth.saturating_sub(1),
            _ => {}
        }
        Some(*depth)
    });
    if braces.max() > Some(MAX_BRACES) {
        return Err(format!("braces nest more than {MAX_BRACES} levels deep"));
    }
    let reason = |error: globset::Error| error.kind().to_string();
    let glob = GlobBuilder::new(pattern).literal_separator(true).empty_alternates(true).build();
    let mut set = GlobSetBuilder::new();
    set.add(glob.map_err(reason)?);
    // Unlike a single matcher, a set reports patterns that are too large.
    set.build().map_err(reason)
}

struct Search<'r> {
    root: &'r Root,
    start: PathBuf,
    matcher: GlobSet,
    /// The charge for each file or directory.
    price: usize,
    max_depth: usize,
    entries: usize,
    found: Vec<String>,
}

impl Search<'_> {
    fn run(&mut self) -> Result<(), String> {
        let mut directories = vec![(String::new(), 0)];
        while let Some((directory, depth)) = directories.pop() {
            let entries = match self.root.directory.read_dir(self.start.join(&directory)) {
                Ok(entries) => entries,
                // As in the reference, a directory that can't be read counts as empty.
                Err(error) if is_hidden(error.kind()) => continue,
                Err(error) => return Err(reason(&error)),
            };
            for entry in entries {
                let entry = entry.map_err(|error| reason(&error))?;
                self.entries += 1;
                if !charge(self.price) {
                    return Err("the budget is used up".to_owned());
                }
                if self.entries > MAX_ENTRIES {
                    return Err(format!("there are more than {MAX_ENTRIES} files in it"));
                }
                let name = entry.file_name();
                let name = match (name.to_str(), directory.as_str()) {
                    (Some(name), "") => name.to_owned(),
                    (Some(name), directory) => format!("{directory}/{name}"),
                    (None, _) => return Err("the name of a file in it is not Unicode".to_owned()),
                };
                let path = self.start.join(&name);
                // A link without a target, or with a target outside the root, is not a file.
                let Ok(metadata) = self.root.directory.metadata(&path) else { continue };
                let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
                if metadata.is_file() && self.matcher.is_match(&name) {
                    self.found.push(name);
                } else if metadata.is_dir()
                    && depth < self.max_depth
                    && !(is_link && self.is_cycle(&path))
                {
                    directories.push((name, depth + 1));
                }
            }
        }
        Ok(())
    }

    /// Whether a link refers to a directory that contains it.
    fn is_cycle(&self, link: &Path) -> bool {
        let canonical = |path: &Path| {
            let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
            self.root.directory.canonicalize(path).ok()
        };
        let target = canonical(link);
        link.ancestors().skip(1).any(|ancestor| canonical(ancestor) == target)
    }
}

fn is_hidden(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::PermissionDenied)
}
