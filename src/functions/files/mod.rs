//! Files below a directory.
//!
//! - No file outside of the root: neither by `..`, nor by an absolute path, nor by symbolic links.
//! - No writing, and no reading of anything but directories and regular files.
//! - No path in an error if it is sensitive.

mod root;
mod set;
#[cfg(test)]
mod tests;

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
use super::argument::{Any, MARKED, Outcome, Raw, Typed};
use super::hash::{base64, hexadecimal};
use super::template::rendering;
use crate::document::parse_template_named;
use crate::eval::{Function, FunctionError, IntoResult};

/// A path, with the marks that tell whether it may be shown.
type FilePath = Raw<Arc<str>, MARKED>;

/// Functions that read files below a directory, which relative paths are relative to. (Feature
/// `files`; never among [`all`](crate::functions::all) functions.)
///
/// They refuse to read anything else, wherever `..` and symbolic links in a path lead to.
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
    let root = Arc::new(Root::open(root.as_ref())?);
    Ok(vec![
        of_path(
            "abspath",
            "The absolute form of a path.\n\n\
             ```hcl\nabspath(\"data/../hello.txt\") == \"${abspath(\".\")}/hello.txt\"\n```",
            &root,
            |root, path| Ok(root.absolute(path)),
        ),
        of_path(
            "file",
            "The text of a file in UTF-8.\n\n```hcl\nfile(\"hello.txt\") == \"Hello World\"\n```",
            &root,
            |root, path| root.read_text(path),
        ),
        of_path(
            "filebase64",
            "The contents of a file in Base64.\n\n\
             ```hcl\nfilebase64(\"hello.txt\") == \"SGVsbG8gV29ybGQ=\"\n```",
            &root,
            |root, path| Ok(BASE64_STANDARD.encode(root.read(path)?)),
        ),
        of_path(
            "filebase64sha256",
            "The SHA-256 hash of the contents of a file in Base64.\n\n\
             ```hcl\nfilebase64sha256(\"hello.txt\") == base64sha256(file(\"hello.txt\"))\n```",
            &root,
            |root, path| Ok(base64::<Sha256>(&root.read(path)?)),
        ),
        of_path(
            "filebase64sha512",
            "The SHA-512 hash of the contents of a file in Base64.\n\n\
             ```hcl\nfilebase64sha512(\"hello.txt\") == base64sha512(file(\"hello.txt\"))\n```",
            &root,
            |root, path| Ok(base64::<Sha512>(&root.read(path)?)),
        ),
        of_path(
            "fileexists",
            "Whether there is a file. It is a mistake to ask that about a directory.\n\n\
             ```hcl\nfileexists(\"hello.txt\") && !fileexists(\"none.txt\")\n```",
            &root,
            |root, path| root.has_file(path),
        ),
        of_path(
            "filemd5",
            "The MD5 hash of the contents of a file in hexadecimal digits.\n\n\
             ```hcl\nfilemd5(\"hello.txt\") == md5(file(\"hello.txt\"))\n```",
            &root,
            |root, path| Ok(hexadecimal::<Md5>(&root.read(path)?)),
        ),
        of_path(
            "filesha1",
            "The SHA-1 hash of the contents of a file in hexadecimal digits.\n\n\
             ```hcl\nfilesha1(\"hello.txt\") == sha1(file(\"hello.txt\"))\n```",
            &root,
            |root, path| Ok(hexadecimal::<Sha1>(&root.read(path)?)),
        ),
        of_path(
            "filesha256",
            "The SHA-256 hash of the contents of a file in hexadecimal digits.\n\n\
             ```hcl\nfilesha256(\"hello.txt\") == sha256(file(\"hello.txt\"))\n```",
            &root,
            |root, path| Ok(hexadecimal::<Sha256>(&root.read(path)?)),
        ),
        of_path(
            "filesha512",
            "The SHA-512 hash of the contents of a file in hexadecimal digits.\n\n\
             ```hcl\nfilesha512(\"hello.txt\") == sha512(file(\"hello.txt\"))\n```",
            &root,
            |root, path| Ok(hexadecimal::<Sha512>(&root.read(path)?)),
        ),
        fileset(&root),
        of_path(
            "pathexpand",
            "A path with the home directory of the user in place of a leading `~`.\n\n\
             ```hcl\npathexpand(\"a/~\") == \"a/~\"\n```",
            &root,
            |_, path| expand(path),
        ),
        templatefile(&root),
    ])
}

/// A function of a path.
fn of_path<T: IntoResult + 'static>(
    name: &'static str,
    description: &'static str,
    root: &Arc<Root>,
    body: fn(&Root, &str) -> Result<T, String>,
) -> Function {
    let root = Arc::clone(root);
    let body = move |path: FilePath| -> Outcome<Typed<T>> {
        let result = body(&root, text(&path)).map_err(|reason| mistake(&path, &reason))?;
        Ok(result.into_result()?.with_marks(&path.marks()).into())
    };
    Function::new(name, body).parameter_names(["path"]).describe(description)
}

fn text(path: &FilePath) -> &str {
    path.unmarked().as_str().unwrap_or_default()
}

/// Blames the path, which is the first argument.
fn mistake(path: &FilePath, reason: &str) -> FunctionError {
    FunctionError::argument(0, format!("{reason}: {}", **path))
}

fn fileset(root: &Arc<Root>) -> Function {
    let root = Arc::clone(root);
    let body =
        move |path: FilePath, pattern: Raw<Arc<str>, MARKED>| -> Outcome<Typed<BTreeSet<String>>> {
            let names =
                set::names(&root, text(&path), text(&pattern)).map_err(|error| match error {
                    set::Mistake::Path(reason) => mistake(&path, &reason),
                    set::Mistake::Pattern(reason) => FunctionError::argument(1, reason),
                })?;
            let names = names.into_result()?;
            Ok(names.with_marks(&path.marks()).with_marks(&pattern.marks()).into())
        };
    Function::new("fileset", body).parameter_names(["path", "pattern"]).describe(
        "The paths of all files in a directory that match a pattern. In it, `*` stands for any \
         part of a name, `?` for any character, `[a-z]` for one of these, `{a,b}` for either, and \
         `**` for directories at any depth.\n\n\
         ```hcl\nfileset(\".\", \"**/*.{json,txt}\") == \
         toset([\"data/a.json\", \"data/b.txt\", \"hello.txt\"])\n```",
    )
}

fn templatefile(root: &Arc<Root>) -> Function {
    let root = Arc::clone(root);
    let body = move |path: FilePath, vars: Any<MARKED>| {
        let source = root.read_text(text(&path)).map_err(|reason| mistake(&path, &reason))?;
        let name = if path.is_marked() { path.to_string() } else { text(&path).to_owned() };
        let mut rendering = rendering(parse_template_named(&source, &name)?, vars.into_inner())?;
        rendering.marks.merge(&path.marks());
        Ok(rendering)
    };
    Function::rendering("templatefile", body).parameter_names(["path", "vars"]).describe(
        "The text that the template in a file renders, with the attributes of an object as its \
         variables.\n\n\
         ```hcl\ntemplatefile(\"greeting.tmpl\", { name = \"you\", items = [1, 2] }) == \
         \"Hello, you!\\n- 1\\n- 2\\n\"\n```",
    )
}
