//! Several files as one document.

use std::fs;
use std::path::Path;
use std::string::FromUtf8Error;
use std::sync::Arc;
use std::thread;

use hashbrown::HashMap;

use super::source_file::named;
use crate::diagnostic::catalog;
use crate::diagnostic::error::{Category, Error, Result};
use crate::parser::document::{Document, Syntax, utf8};
use crate::syntax::{Overrides, Tree, join_with_overrides};

impl Document<'static> {
    /// Reads and parses a file. If its name ends in `.json`, it is in [JSON syntax](crate::json). Errors
    /// contain the name.
    ///
    /// # Errors
    ///
    /// If the file can't be read or is not UTF-8, and all syntax errors in it.
    ///
    /// ```no_run
    /// let document = serde_hcl::Document::from_path("main.tf")?;
    /// println!("{} blocks", document.body().blocks().count());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn from_path(path: impl AsRef<Path>) -> Result<Self> {
        let (name, source) = read(path.as_ref())?;
        let document = Document::parse_as(&source, Some(&name), Syntax::of_name(&name))?;
        let (tree, root) = document.into_parts();
        Ok(Document::from_parts(tree.into_static(), root))
    }
}

/// Reads and parses files, and joins their bodies: all attributes and blocks, in the order of the
/// files.
///
/// Files whose names end in `.json` are read in [JSON syntax](crate::json), all others in
/// native syntax. With the feature `parallel`, as many files are parsed at once as there are
/// processors.
///
/// Spans count in the text of all files together; the spans of errors count in their file.
///
/// # Errors
///
/// The diagnostics of all files in their order, each with the name of its file: unreadable files and
/// syntax errors, or if there are none, attributes set by more than one file. Blocks are never merged;
/// the caller decides about them.
///
/// ```no_run
/// let document = serde_hcl::configuration::parse_files(["main.tf", "variables.tf"])?;
/// let variables = document.body().blocks().filter(|block| block.block_type() == "variable");
/// println!("{} variables", variables.count());
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse_files<P: AsRef<Path> + Sync>(
    paths: impl IntoIterator<Item = P>,
) -> Result<Document<'static>> {
    join_files(&paths.into_iter().collect::<Vec<P>>(), 0, Overrides::Files)
}

/// Reads, parses and joins files. The last ones may be override files.
pub(super) fn join_files<P: AsRef<Path> + Sync>(
    paths: &[P],
    overrides: usize,
    rules: Overrides,
) -> Result<Document<'static>> {
    let sources = gather(in_parallel(paths, |path| read(path.as_ref())))?;
    joined(&parsed(&sources)?, overrides, rules)
}

/// Parses named sources and joins them as [`parse_files`] does.
///
/// # Errors
///
/// The errors of [`parse_files`], except unreadable files.
///
/// ```
/// use std::collections::HashMap;
/// use serde_hcl::{Context, from_body};
/// use serde_hcl::configuration::parse_sources;
///
/// let document = parse_sources([("a.hcl", "name = \"x\"\n"), ("b.hcl", "size = 1\n")])?;
/// let content: HashMap<String, String> = from_body(document.body(), &Context::new())?;
/// assert_eq!((&*content["name"], &*content["size"]), ("x", "1"));
///
/// let error = parse_sources([("a.hcl", "name = \"x\"\n"), ("b.hcl", "name = 1\n")]).unwrap_err();
/// assert!(error.to_string().starts_with("b.hcl:1:1: "));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse_sources<N, S>(sources: impl IntoIterator<Item = (N, S)>) -> Result<Document<'static>>
where
    N: Into<Arc<str>>,
    S: AsRef<str> + Sync,
{
    let sources = sources.into_iter().map(|(name, source)| (name.into(), source));
    joined(&parsed(&sources.collect::<Vec<(Arc<str>, S)>>())?, 0, Overrides::Files)
}

fn parsed<S: AsRef<str> + Sync>(sources: &[(Arc<str>, S)]) -> Result<Vec<Document<'_>>> {
    gather(in_parallel(sources, |(name, source)| {
        Document::parse_as(source.as_ref(), Some(name), Syntax::of_name(name))
    }))
}

/// The bodies of several files as one document. The last ones may be override files.
pub(super) fn joined(
    files: &[Document<'_>],
    overrides: usize,
    rules: Overrides,
) -> Result<Document<'static>> {
    let bodies = files.iter().map(Document::body);
    let parts: Vec<_> = bodies.map(|body| (body.tree(), body.id())).collect();
    let Some((tree, root)) = join_with_overrides(&parts, overrides, rules) else {
        let size = files.iter().map(|file| file.source().len()).sum();
        return Err(Error::syntax(catalog::syntax::too_large(size)));
    };
    let declaring = files.len().saturating_sub(overrides);
    check_names(&tree, &files[..declaring])?;
    Ok(Document::from_parts(tree, root))
}

/// The name and the text of a file.
pub(crate) fn read(path: &Path) -> Result<(Arc<str>, String)> {
    let name: Arc<str> = path.to_string_lossy().into();
    let bytes = fs::read(path).map_err(|error| named(path, Error::unreadable(error)))?;
    let explained = |error: FromUtf8Error| utf8(error.as_bytes(), Some(&name)).map(str::to_owned);
    let source = String::from_utf8(bytes).or_else(explained)?;
    Ok((name, source))
}

/// All results, or all errors of them.
pub(super) fn gather<T>(results: Vec<Result<T>>) -> Result<Vec<T>> {
    let mut gathered = Vec::with_capacity(results.len());
    let mut error: Option<Error> = None;
    for result in results {
        match (result.map_err(Error::in_order), &mut error) {
            (Ok(one), _) => gathered.push(one),
            (Err(first), None) => error = Some(first),
            (Err(next), Some(error)) => error.append(next),
        }
    }
    error.map_or(Ok(gathered), Err)
}

/// Checks that no attribute is in more than one file.
fn check_names(tree: &Tree<'_>, files: &[Document<'_>]) -> Result<()> {
    let origin = tree.origin();
    let mut diagnostics = Vec::new();
    let mut seen = HashMap::new();
    for (place, file) in origin.files.iter().zip(files) {
        // A JSON property may be blocks, which may repeat.
        for attribute in file.body().attributes().filter(|it| it.as_property().is_none()) {
            let span = attribute.name_span().forward_by(place.start);
            let name = tree.text(span);
            let first = *seen.entry(name).or_insert(span);
            if first != span {
                diagnostics.push(catalog::syntax::attribute_redefined(name, span, first));
            }
        }
    }
    if diagnostics.is_empty() {
        return Ok(());
    }
    Err(Error::new(Category::Syntax, diagnostics).attach(origin))
}

/// Applies `work` to each item; the results are in the order of the items. With the feature `parallel`, uses at
/// most one thread for each processor.
fn in_parallel<'t, T: Sync, R: Send>(items: &'t [T], work: impl Fn(&'t T) -> R + Sync) -> Vec<R> {
    let processors = match cfg!(feature = "parallel") {
        true => thread::available_parallelism().map_or(1, usize::from),
        false => 1,
    };
    let threads = processors.min(items.len());
    if threads < 2 {
        return items.iter().map(work).collect();
    }
    let work = &work;
    thread::scope(|scope| {
        let shares = items.chunks(items.len().div_ceil(threads));
        let work = |share: &'t [T]| move || share.iter().map(work).collect::<Vec<R>>();
        let shares: Vec<_> = shares.map(|share| scope.spawn(work(share))).collect();
        let done = shares.into_iter().map(|share| match share.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        done.flatten().collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostic;
    use crate::document::Body;
    use crate::eval::Context;
    use crate::schema::Schema;
    use crate::syntax::BlockRef;

    #[test]
    fn bodies_are_merged_in_order() {
        let sources = [
            ("a", "x = 1\nb \"one\" {\n  y = 2\n}"),
            ("b", ""),
            ("c", "\u{feff}z = <<-E\n    text\n  E\n"),
            ("d", "b \"two\" {}\nw = [for n in [1] : \"${n}\"]"),
        ];
        let document = parse_sources(sources).unwrap();
        let names: Vec<_> = document.body().items().map(|item| item.name()).collect();
        assert_eq!(names, ["x", "b", "z", "b", "w"]);
        let value = |name: &str| {
            let attribute = document.body().attribute(name).unwrap();
            attribute.expression().evaluate(&Context::new()).unwrap().to_string()
        };
        assert_eq!((&*value("z"), &*value("w")), ("\"text\\n\"", "[1]"));
        assert_eq!(parse_sources([] as [(&str, &str); 0]).unwrap().body().items().len(), 0);
    }

    #[test]
    fn diagnostics_are_in_their_files() {
        let sources = [("a", "x = \ny = ?\nz = (\n"), ("b", "x = 1\n"), ("c", "b {")];
        let error = parse_sources(sources).unwrap_err();
        let places: Vec<_> = error.diagnostics().iter().map(Diagnostic::place).collect();
        assert!(places.is_sorted(), "{error:#}");
        let names: Vec<_> = error.diagnostics().iter().map(Diagnostic::source_name).collect();
        assert_eq!((names.first(), names.last()), (Some(&Some("a")), Some(&Some("c"))));
        assert!(names.is_sorted() && names.len() >= 3, "{error:#}");

        let document = parse_sources([("a", "x = 1\n"), ("b", "\ny = nope\n")]).unwrap();
        let body: Body = document.into_body();
        let error = body.view().attribute("y").unwrap().expression().evaluate(&Context::new());
        let error = error.unwrap_err();
        assert_eq!((error.line(), error.column()), (Some(2), Some(5)));
        assert_eq!(error.diagnostics()[0].source_name(), Some("b"));
        assert_eq!(error.span().unwrap().range(), 5..9);
    }

    #[test]
    fn an_attribute_is_set_once() {
        let error =
            parse_sources([("a", "x = 1\n"), ("b", "\nx = 2\n"), ("c", "x = 3")]).unwrap_err();
        let places: Vec<_> = error
            .diagnostics()
            .iter()
            .map(|diagnostic| (diagnostic.source_name(), diagnostic.labels()[0].source_name()))
            .collect();
        assert_eq!(places, [(Some("b"), Some("a")), (Some("c"), Some("a"))]);
        let report = error.report();
        assert!(report.contains("b:2:1") && report.contains("a:1:1"), "{report}");
    }

    #[test]
    fn both_syntaxes_are_one_document() {
        let sources = [
            ("a.hcl", "x = 1\nservice \"a\" {\n  port = 80\n}\n"),
            ("b.json", r#"{"//": 0, "y": "${x + \"1\"}", "service": {"b": {"p\u006frt": 81}}}"#),
            ("c.json", r#"[{"z": "${nope}"}, {"service": [{"c": [{"port": 82}]}]}]"#),
            ("d.hcl", "w = nope\n"),
        ];
        let document = parse_sources(sources).unwrap();
        let schema = ["x", "y", "z", "w"].into_iter().fold(Schema::new(), Schema::attribute);
        let schema = schema.block("service", &["name"]);
        let content = document.body().content(&schema).unwrap();
        let port = |block: &BlockRef<'_>| {
            let port = block.body().attribute("port").unwrap().expression();
            let name = block.labels().next().unwrap().value().into_owned();
            (name, port.evaluate(&Context::new()).unwrap().as_i64().unwrap())
        };
        let ports: Vec<_> = content.blocks().iter().map(port).collect();
        let expected =
            [("a", 80), ("b", 81), ("c", 82)].map(|(name, port)| (name.to_owned(), port));
        assert_eq!(ports, expected);
        let value = |name: &str, context: &Context| {
            content.attribute(name).unwrap().expression().evaluate(context)
        };
        let y = value("y", &Context::new().variable("x", 2)).unwrap();
        assert_eq!(y.as_i64(), Some(3));
        let places = ["y", "z", "w"].map(|name| {
            let error = value(name, &Context::new()).unwrap_err();
            error.to_string().split(": ").next().unwrap().to_owned()
        });
        assert_eq!(places, ["b.json:1:19", "c.json:1:11", "d.hcl:1:5"]);
    }

    #[test]
    fn unreadable_files_are_reported_with_their_names() {
        let error = parse_files(["/nowhere/a.hcl", "/nowhere/b.hcl"]).unwrap_err();
        assert_eq!((error.category(), error.diagnostics().len()), (Category::Io, 2));
        assert!(error.to_string().starts_with("/nowhere/a.hcl: "));
    }
}
