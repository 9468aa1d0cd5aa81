//! Decoding of bodies that are parsed.

use serde::de::Deserialize;

use crate::de::input::{BodyOf, Node};
use crate::de::options::Options;
use crate::de::run::decode_in;
use crate::diagnostic::error::Result;
use crate::eval::Context;
use crate::limits::budget::limited;
use crate::syntax::BodyRef;

/// Decodes a body: of a parsed [`Document`](crate::Document), or of a block in it.
///
/// # Errors
///
/// The errors of [`from_str`](crate::from_str), except syntax errors.
///
/// ```
/// use std::collections::HashMap;
/// use serde_hcl::{Context, from_body, parse};
///
/// let document = parse("server {\n  port = 80\n}\nclient {\n  retries = 3\n}\n")?;
/// for block in document.body().blocks() {
///     let content: HashMap<&str, u16> = from_body(block.body(), &Context::new())?;
///     assert_eq!(content.len(), 1);
/// }
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn from_body<'de, T: Deserialize<'de>>(body: BodyRef<'de>, context: &Context) -> Result<T> {
    decode_expanded(body, &Options::from(context))
}

/// Decodes a body after the expansion of its `dynamic` blocks, if the options ask for it.
pub(super) fn decode_expanded<'de, T: Deserialize<'de>>(
    body: BodyRef<'de>,
    options: &Options,
) -> Result<T> {
    let source = body.source();
    limited(options.context.budget_of(source.len()), || {
        if let Some(expand) = options.expansion {
            let expanded = body.expand_by(expand, &options.context)?;
            return decode_body(expanded.view(), source, options);
        }
        decode_body(body, source, options)
    })
}

/// `source` is the source of the body. It may live shorter than the body.
pub(super) fn decode_body<'de, T: Deserialize<'de>>(
    body: BodyRef<'_>,
    source: &'de str,
    options: &Options,
) -> Result<T> {
    decode_in(body.tree(), &Node::Body(BodyOf::Document(body)), source, options)
}
