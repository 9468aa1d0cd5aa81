//! Functions that read files in a directory.
//!
//! - No file outside the root: neither through `..`, nor through an absolute path, nor through
//!   symbolic links. A hard link in the root is a file in the root.
//! - No writing. Only directories and regular files are read.
//! - No path in an error if it is sensitive.

mod root;
mod set;

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use md5::Md5;
use sha1::Sha1;
use sha2::{Sha256, Sha512};

use self::root::{Root, expand};
use super::argument::{Outcome, pay};
use super::hash::{base64, hexadecimal};
use super::library::{library, with_core_names};
use super::template::marked_rendering;
use crate::document::Expression;
use crate::eval::{Function, FunctionError, IntoResult, Rendering};
use crate::parser::Grammar;
use crate::value::Value;

/// Functions that read files in a directory. Relative paths start at this directory. (Feature
/// `files`; never among [`all`](crate::functions::all) functions.)
///
/// They refuse to read other files, also through `..` and symbolic links. See [`files_within`] for
/// relative paths that start in another directory.
///
/// # What the directory protects
///
/// No path in a document leads out of the directory: neither `..`, nor an absolute path, nor `~`, nor
/// a symbolic link. But a document can read every file *in* the directory. The other name of a file
/// (a hard link) and a mounted file system are in it, too: a hard link can't be told from any other
/// file. Authors of documents who can also create hard links in the directory can read the files
/// that they link to with the rights of the program.
///
/// # Errors
///
/// If the directory can't be opened.
///
/// ```
/// use serde_hcl::{Context, functions, parse_expression};
///
/// let context = Context::standard().functions(functions::files(env!("CARGO_MANIFEST_DIR"))?);
/// let evaluate = |source| parse_expression(source)?.evaluate(&context);
/// assert!(evaluate(r#"strcontains(file("Cargo.toml"), "serde_hcl")"#)?.as_bool().unwrap());
/// assert!(evaluate(r#"file("../Cargo.toml")"#).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn files(root: impl AsRef<Path>) -> io::Result<Vec<Function>> {
    let root = root.as_ref();
    files_within(root, root)
}

/// Functions that read files in the directory `root`. Relative paths start at the directory `base`
/// in it. (Feature `files`.)
///
/// With these functions a module can read the files of neighbouring modules, but nothing outside
/// the project.
///
/// # Errors
///
/// If `root` can't be opened, or if `base` is not in it. `base` need not exist.
///
/// ```
/// use std::path::Path;
///
/// use serde_hcl::{Context, functions, parse_expression};
///
/// let project = Path::new(env!("CARGO_MANIFEST_DIR"));
/// let files = functions::files_within(project, project.join("src"))?;
/// let context = Context::standard().functions(files);
/// let evaluate = |source| parse_expression(source)?.evaluate(&context);
/// assert!(evaluate(r#"fileexists("lib.rs") && fileexists("../Cargo.toml")"#)?.as_bool().unwrap());
/// assert!(evaluate(r#"file("../../Cargo.toml")"#).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn files_within(root: impl AsRef<Path>, base: impl AsRef<Path>) -> io::Result<Vec<Function>> {
    let root = Arc::new(Root::open(root.as_ref(), base.as_ref())?);
    Ok(with_core_names([of_files(Arc::clone(&root)), of_templates(root)].concat()))
}

library! {
    of_files(root: Arc<Root>);

    /// The absolute form of a path.
    ///
    /// ```hcl
    /// abspath("data/../hello.txt") == "${abspath(".")}/hello.txt"
    /// ```
    fn abspath(
        /// The path.
        path: Value as Arc<str> [MARKED]
    ) -> Outcome as String {
        of_path(&path, |path| Ok(root.absolute(path)))
    }

    /// The text of a file in UTF-8.
    ///
    /// ```hcl
    /// file("hello.txt") == "Hello World"
    /// ```
    fn file(
        /// The path of the file.
        path: Value as Arc<str> [MARKED]
    ) -> Outcome as String {
        of_path(&path, |path| root.read_text(path))
    }

    /// The contents of a file in Base64.
    ///
    /// ```hcl
    /// filebase64("hello.txt") == "SGVsbG8gV29ybGQ="
    /// ```
    fn filebase64(
        /// The path of the file.
        path: Value as Arc<str> [MARKED]
    ) -> Outcome as String {
        of_path(&path, |path| Ok(BASE64_STANDARD.encode(root.read(path)?)))
    }

    /// The SHA-256 hash of the contents of a file in Base64.
    ///
    /// ```hcl
    /// filebase64sha256("hello.txt") == base64sha256(file("hello.txt"))
    /// ```
    fn filebase64sha256(
        /// The path of the file.
        path: Value as Arc<str> [MARKED]
    ) -> Outcome as String {
        of_path(&path, |path| Ok(base64::<Sha256>(&root.read(path)?)))
    }

    /// The SHA-512 hash of the contents of a file in Base64.
    ///
    /// ```hcl
    /// filebase64sha512("hello.txt") == base64sha512(file("hello.txt"))
    /// ```
    fn filebase64sha512(
        /// The path of the file.
        path: Value as Arc<str> [MARKED]
    ) -> Outcome as String {
        of_path(&path, |path| Ok(base64::<Sha512>(&root.read(path)?)))
    }

    /// Whether there is a file. For a directory this is an error.
    ///
    /// ```hcl
    /// fileexists("hello.txt") && !fileexists("none.txt")
    /// ```
    fn fileexists(
        /// The path of the file.
        path: Value as Arc<str> [MARKED]
    ) -> Outcome as bool {
        of_path(&path, |path| root.has_file(path))
    }

    /// The MD5 hash of the contents of a file in hexadecimal digits.
    ///
    /// ```hcl
    /// filemd5("hello.txt") == md5(file("hello.txt"))
    /// ```
    fn filemd5(
        /// The path of the file.
        path: Value as Arc<str> [MARKED]
    ) -> Outcome as String {
        of_path(&path, |path| Ok(hexadecimal::<Md5>(&root.read(path)?)))
    }

    /// The paths of all files in a directory that match a pattern. In the pattern, `*` matches any
    /// part of a name, `?` any character, `[a-z]` one of these characters, `{a,b}` either
    /// alternative, and `**` any number of directories.
    ///
    /// ```hcl
    /// fileset(".", "**/*.{json,txt}") == toset(["data/a.json", "data/b.txt", "hello.txt"])
    /// ```
    fn fileset(
        /// The path of the directory.
        path: Value as Arc<str> [MARKED],
        /// The pattern that the paths of files match.
        pattern: Value as Arc<str> [MARKED]
    ) -> Outcome as BTreeSet<String> {
        let names = set::names(root, text(&path), text(&pattern)).map_err(|error| match error {
            set::Mistake::Path(reason) => about(&path)(reason.into()),
            set::Mistake::Pattern(reason) => FunctionError::argument(1, reason),
        })?;
        let names = names.into_result()?;
        Ok(names.with_marks(&path.marks()).with_marks(&pattern.marks()))
    }

    /// The SHA-1 hash of the contents of a file in hexadecimal digits.
    ///
    /// ```hcl
    /// filesha1("hello.txt") == sha1(file("hello.txt"))
    /// ```
    fn filesha1(
        /// The path of the file.
        path: Value as Arc<str> [MARKED]
    ) -> Outcome as String {
        of_path(&path, |path| Ok(hexadecimal::<Sha1>(&root.read(path)?)))
    }

    /// The SHA-256 hash of the contents of a file in hexadecimal digits.
    ///
    /// ```hcl
    /// filesha256("hello.txt") == sha256(file("hello.txt"))
    /// ```
    fn filesha256(
        /// The path of the file.
        path: Value as Arc<str> [MARKED]
    ) -> Outcome as String {
        of_path(&path, |path| Ok(hexadecimal::<Sha256>(&root.read(path)?)))
    }

    /// The SHA-512 hash of the contents of a file in hexadecimal digits.
    ///
    /// ```hcl
    /// filesha512("hello.txt") == sha512(file("hello.txt"))
    /// ```
    fn filesha512(
        /// The path of the file.
        path: Value as Arc<str> [MARKED]
    ) -> Outcome as String {
        of_path(&path, |path| Ok(hexadecimal::<Sha512>(&root.read(path)?)))
    }

    /// A path with the home directory of the user in place of a leading `~`.
    ///
    /// ```hcl
    /// pathexpand("a/~") == "a/~"
    /// ```
    fn pathexpand(
        /// The path.
        path: Value as Arc<str> [MARKED]
    ) -> Outcome as String {
        let _ = root;
        of_path(&path, |path| Ok(expand(path)?))
    }
}

library! {
    of_templates(root: Arc<Root>): rendering;

    /// The result of the template in a file, with the attributes of an object as its variables. It has
    /// the marks of all variables.
    ///
    /// ```hcl
    /// templatefile("greeting.tmpl", { name = "you", items = [1, 2] }) == "Hello, you!\n- 1\n- 2\n"
    /// ```
    fn templatefile(
        /// The path of the template.
        path: Value as Arc<str> [MARKED],
        /// The variables of the template.
        vars: Value [MARKED]
    ) -> Outcome<Rendering> {
        let source = root.read_text(text(&path)).map_err(about(&path))?;
        pay(2 * source.len())?;
        let name = if path.is_marked() { path.to_string() } else { text(&path).to_owned() };
        let template = Expression::of_source(&source, Some(name.into()), Grammar::Template)?;
        let mut rendering = marked_rendering(template, vars)?;
        rendering.marks.merge(&path.marks());
        Ok(rendering)
    }
}

/// The result of `body` for a path, with the marks of the path.
fn of_path<T: IntoResult>(path: &Value, body: impl FnOnce(&str) -> Outcome<T>) -> Outcome {
    let result = body(text(path)).map_err(about(path))?;
    Ok(result.into_result()?.with_marks(&path.marks()))
}

fn text(marked: &Value) -> &str {
    marked.unmarked().as_str().unwrap_or_default()
}

/// An error about the path, which is the first argument.
fn about(path: &Value) -> impl Fn(FunctionError) -> FunctionError {
    |error| error.followed_by(path).or_argument(0)
}
