//! Decoding of sources in either syntax, and of bodies that are parsed.

use std::io::Read;
use std::path::Path;

use serde::de::{Deserialize, DeserializeOwned};

use crate::de::input::{BodyOf, Node, Part};
use crate::de::options::Options;
use crate::de::run::decode_in;
use crate::diagnostic::error::{Error, Result};
use crate::document::read_file;
use crate::limits::budget::limited;
use crate::parser::document::{Document, Syntax, utf8};
use crate::syntax::Tree;
use crate::text::source::Origin;

/// Decodes a source.
pub(crate) fn from_source<'de, T: Deserialize<'de>>(
    source: &'de str,
    name: Option<&str>,
    syntax: Syntax,
    options: &Options,
) -> Result<T> {
    convert_source(source, name, syntax, options, |value, _| Ok(value))
}

/// Decodes a source and converts the result, within one budget.
pub(crate) fn convert_source<'de, T: Deserialize<'de>, R>(
    source: &'de str,
    name: Option<&str>,
    syntax: Syntax,
    options: &Options,
    convert: impl FnOnce(T, Origin<'_>) -> Result<R>,
) -> Result<R> {
    limited(options.context.budget_of(source.len()), || {
        let document = prepare(source, name, syntax, options)?;
        let body = document.body();
        let node = Node::Body(BodyOf::Document(body));
        let value = decode_in(body.tree(), &node, source, options)?;
        let origin = body.tree().origin();
        convert(value, origin).map_err(|error| error.attach(origin))
    })
}

/// Decodes bytes, which must be UTF-8.
pub(crate) fn from_bytes<'de, T: Deserialize<'de>>(
    source: &'de [u8],
    name: Option<&str>,
    syntax: Syntax,
    options: &Options,
) -> Result<T> {
    from_source(utf8(source, name)?, name, syntax, options)
}

/// Decodes the content of a reader.
pub(crate) fn from_input<T: DeserializeOwned>(
    mut reader: impl Read,
    name: Option<&str>,
    syntax: Syntax,
    options: &Options,
) -> Result<T> {
    let mut source = Vec::new();
    reader.read_to_end(&mut source).map_err(Error::unreadable)?;
    from_bytes(&source, name, syntax, options)
}

/// Decodes a file.
pub(crate) fn from_file<T: DeserializeOwned>(
    path: &Path,
    syntax: Syntax,
    options: &Options,
) -> Result<T> {
    let (name, source) = read_file(path)?;
    from_source(&source, Some(&name), syntax, options)
}

/// Parses a document, and expands its `dynamic` blocks if the options ask for it.
pub(super) fn prepare<'s>(
    source: &'s str,
    name: Option<&str>,
    syntax: Syntax,
    options: &Options,
) -> Result<Document<'s>> {
    let document = Document::parse_as(source, name, syntax);
    match options.expansion {
        Some(expand) => document?.expand_by(expand, &options.context),
        None => document,
    }
}

/// Decodes a body, or a captured part, after the expansion of its `dynamic` blocks, if the options ask for it.
pub(super) fn decode_expanded<'t, 'de, T: Deserialize<'de>>(
    tree: &'t Tree<'_>,
    node: &Node<'t, 'de>,
    source: &'de str,
    options: &Options,
) -> Result<T> {
    limited(options.context.budget_of(source.len()), || {
        let part = options.expansion.and_then(|expand| Some((expand, Part::of(node)?)));
        let expanded = match part {
            Some((expand, part)) => part.expand_by(expand, &options.context)?,
            None => None,
        };
        match &expanded {
            Some(expanded) => decode_in(expanded.tree(), &expanded.node(), source, options),
            None => decode_in(tree, node, source, options),
        }
    })
}
