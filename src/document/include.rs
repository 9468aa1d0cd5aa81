//! Files that include others, as one document.

use std::fs;
use std::path::{Path, PathBuf};

use hashbrown::HashMap;

use super::files::{gather, joined};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::syntax as catalog;
use crate::diagnostic::error::{Category, Error, Result};
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
    let mut loading = Loading { places: HashMap::new(), open: Vec::new(), errors: Vec::new() };
    let mut loaded = Vec::new();
    loading.load(path.as_ref(), Span::default(), &includes);
    while let Some(file) = loading.open.last_mut() {
        if let Some((path, span)) = file.includes.next() {
            loading.load(&path, span, &includes);
        } else if let Some(file) = loading.open.pop() {
            loading.places.insert(file.key, None);
            loaded.push(file.document.into_parts());
        }
    }
    gather(loading.errors)?;
    joined(&loaded, 0, Overrides::Files)
}

/// So many of the first and of the last files of a cycle are named.
const NAMES: usize = 8;

struct Loading {
    /// The files that were read, with their places among the open ones.
    places: HashMap<PathBuf, Option<usize>>,
    /// Each file includes the next one.
    open: Vec<File>,
    errors: Vec<Result<()>>,
}

struct File {
    /// The path without links.
    key: PathBuf,
    document: Document<'static>,
    /// The files that are still to include, and the places of their paths.
    includes: std::vec::IntoIter<(PathBuf, Span)>,
}

impl Loading {
    /// Reads and opens a file, which the last open one includes at a place, unless it is already loaded.
    fn load(
        &mut self,
        path: &Path,
        place: Span,
        includes: &impl for<'a> Fn(BodyRef<'a>) -> Vec<ExpressionRef<'a>>,
    ) {
        let key = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let includer = self.open.last().map(|file| &file.document);
        if let Some(known) = self.places.get(&key) {
            if let (Some(open), Some(includer)) = (known, includer) {
                let cycle = self.open.get(*open..).unwrap_or_default();
                let names: Vec<&str> = cycle.iter().filter_map(|it| it.document.name()).collect();
                let mistake = catalog::include_cycle(&shortened(names), place);
                self.errors.push(Err(refused(includer, mistake)));
            }
            return;
        }
        let document = match Document::from_path(path) {
            Ok(document) => document,
            Err(error) => {
                let includer = includer.filter(|_| error.category() == Category::Io);
                self.errors.push(Err(match includer {
                    Some(includer) => {
                        let reason = error.diagnostics().first().map(Diagnostic::detail);
                        let (path, reason) = (path.to_string_lossy(), reason.unwrap_or_default());
                        let mistake = catalog::unreadable_include(&path, reason, place);
                        error.reworded(includer.attach(mistake))
                    }
                    None => error.in_order(),
                }));
                // It is reported once.
                self.places.insert(key, None);
                return;
            }
        };
        let directory = path.parent().unwrap_or(Path::new(""));
        let mut paths = Vec::new();
        for expression in includes(document.body()) {
            let span = expression.span();
            match expression.kind() {
                ExpressionKind::String(path) => {
                    paths.push((directory.join(&*path.value()), span));
                }
                _ => self.errors.push(Err(refused(&document, catalog::include_path(span)))),
            }
        }
        self.places.insert(key.clone(), Some(self.open.len()));
        self.open.push(File { key, document, includes: paths.into_iter() });
    }
}

/// The names of a cycle, without those in its middle if it is long.
fn shortened(mut names: Vec<&str>) -> Vec<&str> {
    if names.len() > 2 * NAMES {
        names.splice(NAMES..names.len() - NAMES, ["…"]);
    }
    names
}

fn refused(document: &Document<'_>, mistake: crate::diagnostic::Diagnostic) -> Error {
    Error::syntax(document.attach(mistake))
}
