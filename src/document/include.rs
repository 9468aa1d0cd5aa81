//! Files that include others, as one document.

use std::fs;
use std::path::{Path, PathBuf};

use hashbrown::HashSet;

use super::files::{gather, joined};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::syntax as catalog;
use crate::diagnostic::error::{Category, Error, Result};
use crate::limits::stack::nest;
use crate::parser::document::Document;
use crate::syntax::{BodyRef, ExpressionKind, ExpressionRef, Overrides};
use crate::text::span::Span;

/// Reads and parses a file and the files that it includes, and joins their bodies as
/// [`parse_files`](super::parse_files) does.
///
/// The closure returns the expressions of a body that are paths of included files: strings, relative to
/// the directory of the file. An included file comes before the file that includes it, and comes once if
/// it is included several times.
///
/// # Errors
///
/// The errors of [`parse_files`](super::parse_files) in all files, paths that are not strings, and files that
/// include themselves, also through others.
///
/// ```
/// use serde_hcl::configuration::parse_including;
///
/// # let folder = std::env::temp_dir().join(format!("serde_hcl-including-{}", std::process::id()));
/// # std::fs::create_dir_all(folder.join("parts")).unwrap();
/// # std::fs::write(folder.join("main.hcl"), "include {\n  path = \"parts/log.hcl\"\n}\nworkers = 4\n").unwrap();
/// # std::fs::write(folder.join("parts/log.hcl"), "log {}\n").unwrap();
/// // main.hcl has: include { path = "parts/log.hcl" }
/// let document = parse_including(folder.join("main.hcl"), |body| {
///     let includes = body.blocks().filter(|block| block.block_type() == "include");
///     includes.filter_map(|include| include.body().expression("path")).collect()
/// })?;
/// let names: Vec<_> = document.body().items().map(|item| item.name()).collect();
/// assert_eq!(names, ["log", "include", "workers"]);
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse_including(
    path: impl AsRef<Path>,
    includes: impl for<'a> Fn(BodyRef<'a>) -> Vec<ExpressionRef<'a>>,
) -> Result<Document<'static>> {
    let path = path.as_ref();
    let document = Document::from_path(path)?;
    let key = without_links(path);
    let (seen, open) = (HashSet::from([key.clone()]), Vec::new());
    let mut loading = Loading { includes, seen, open, loaded: Vec::new(), errors: Vec::new() };
    loading.add(path, key, document);
    gather(loading.errors)?;
    joined(&loading.loaded, 0, Overrides::Files)
}

/// So many files of a cycle are named.
const NAMES: usize = 16;

struct Loading<F> {
    includes: F,
    /// The paths of all files, without links.
    seen: HashSet<PathBuf>,
    /// Files of which each includes the next one: their paths without links, and their names.
    open: Vec<(PathBuf, String)>,
    loaded: Vec<Document<'static>>,
    errors: Vec<Result<()>>,
}

impl<F: for<'a> Fn(BodyRef<'a>) -> Vec<ExpressionRef<'a>>> Loading<F> {
    /// Adds a file behind those that it includes.
    fn add(&mut self, path: &Path, key: PathBuf, document: Document<'static>) {
        let directory = path.parent().unwrap_or(Path::new(""));
        self.open.push((key, path.to_string_lossy().into_owned()));
        for expression in (self.includes)(document.body()) {
            let place = expression.span();
            let included = match expression.kind() {
                ExpressionKind::String(path) => {
                    let path = directory.join(&*path.value());
                    nest(|| self.include(&path, &document, place))
                }
                _ => Err(Error::syntax(document.attach(catalog::include_path(place)))),
            };
            self.errors.push(included);
        }
        self.open.pop();
        self.loaded.push(document);
    }

    /// Reads a file that is included at a place of another one, and those that it includes, unless it is
    /// already loaded.
    fn include(&mut self, path: &Path, includer: &Document<'_>, place: Span) -> Result<()> {
        let key = without_links(path);
        if self.seen.contains(&key) {
            let cycle = self.open.iter().skip_while(|(open, _)| *open != key);
            let mut names: Vec<&str> = cycle.map(|(_, name)| &**name).collect();
            if names.len() > NAMES {
                names.truncate(NAMES);
                names.push("…");
            }
            return match names.is_empty() {
                true => Ok(()),
                false => Err(Error::syntax(includer.attach(catalog::include_cycle(&names, place)))),
            };
        }
        self.seen.insert(key.clone());
        let document = Document::from_path(path).map_err(|error| match error.category() {
            Category::Io => {
                let reason = error.diagnostics().first().map(Diagnostic::detail);
                let (path, reason) = (path.to_string_lossy(), reason.unwrap_or_default());
                let mistake = catalog::unreadable_include(&path, reason, place);
                error.reworded(includer.attach(mistake))
            }
            _ => error,
        })?;
        self.add(path, key, document);
        Ok(())
    }
}

fn without_links(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}
