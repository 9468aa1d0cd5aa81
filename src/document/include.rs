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
    let (seen, open) = (HashSet::new(), Vec::new());
    let mut loading = Loading { includes, seen, open, loaded: Vec::new(), errors: Vec::new() };
    loading.load(path.as_ref(), None);
    gather(loading.errors)?;
    joined(&loading.loaded, 0, Overrides::Files)
}

/// So many of the first and of the last files of a cycle are named.
const NAMES: usize = 8;

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
    /// Reads a file and those that it includes, unless it is already loaded. It may be included at a place of
    /// another one.
    fn load(&mut self, path: &Path, includer: Option<(&Document<'_>, Span)>) {
        let key = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if !self.seen.insert(key.clone()) {
            let mut cycle = self.open.iter().skip_while(|(open, _)| *open != key).peekable();
            if let (Some(_), Some((includer, place))) = (cycle.peek(), includer) {
                let names = cycle.map(|(_, name)| &**name).collect();
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
                    Some((includer, place)) => {
                        let reason = error.diagnostics().first().map(Diagnostic::detail);
                        let (path, reason) = (path.to_string_lossy(), reason.unwrap_or_default());
                        let mistake = catalog::unreadable_include(&path, reason, place);
                        error.reworded(includer.attach(mistake))
                    }
                    None => error.in_order(),
                }));
                return;
            }
        };
        let directory = path.parent().unwrap_or(Path::new(""));
        self.open.push((key, path.to_string_lossy().into_owned()));
        for expression in (self.includes)(document.body()) {
            let span = expression.span();
            match expression.kind() {
                ExpressionKind::String(path) => {
                    let path = directory.join(&*path.value());
                    nest(|| self.load(&path, Some((&document, span))));
                }
                _ => self.errors.push(Err(refused(&document, catalog::include_path(span)))),
            }
        }
        self.open.pop();
        self.loaded.push(document);
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
