//! Answers the requests of an editor about a document: completion, hover texts, definitions, references, new
//! names, symbols, diagnostics and their fixes.
//!
//! An [`Editor`] has the text of one document, the [`Description`] of the type that it is decoded into, and
//! the [`Context`] of its expressions. It has one method for each request of an editor. Places are offsets in
//! bytes; a [`LineIndex`](crate::source::LineIndex) converts them to lines and columns, also in UTF-16.
//!
//! This module needs the feature `schemars`.
//!
//! ```
//! use serde_hcl::Context;
//! use serde_hcl::describe::Description;
//! use serde_hcl::language::Editor;
//!
//! #[derive(schemars::JsonSchema)]
//! struct Config {
//!     /// The public name.
//!     host: String,
//!     port: Option<u16>,
//! }
//!
//! let description = Description::of::<Config>();
//! let context = Context::standard().variable("name", "web");
//! // A document is complete only when nobody writes in it.
//! let source = "host = upper(na)\npo\n";
//! let editor = Editor::new(source, &description, &context);
//!
//! let names = |offset| -> Vec<String> {
//!     editor.complete(offset).proposals.into_iter().map(|proposal| proposal.label).collect()
//! };
//! assert_eq!(names(15), ["name"]);
//! assert_eq!(names(19), ["port"]);
//! assert!(editor.hover(2).unwrap().text.contains("The public name."));
//! assert!(editor.signature_help(15).unwrap().label.starts_with("upper("));
//! ```
//!
//! - No private part of the crate: this module stands on the public types only.
//! - No protocol: results are spans and texts. The example `language-server` converts them.
//! - No state: an editor is made for each version of a document. Requests are at most linear in the document.

mod check;
mod complete;
mod cursor;
mod definition;
mod hover;
mod outline;
mod proposal;
mod reference;
mod signature;

use std::sync::OnceLock;

pub use self::check::QuickFix;
pub use self::complete::Completion;
use self::cursor::Header;
pub use self::definition::Definition;
pub use self::hover::Hover;
pub use self::outline::{Fold, Symbol};
pub use self::proposal::{Proposal, ProposalKind};
pub use self::signature::{ParameterHelp, SignatureHelp};
use crate::describe::{BlockDescription, BodyDescription, Description, LabelDescription};
use crate::diagnostic::Diagnostic;
pub use crate::document::Edit;
use crate::{Context, Document, parse_lenient};

/// A document that is being edited, with what is known about it. See the [module](self).
#[derive(Debug)]
pub struct Editor<'a> {
    document: Document<'a>,
    mistakes: Vec<Diagnostic>,
    description: &'a Description,
    context: &'a Context,
    addresses: fn(&mut Vec<String>),
    definitions: OnceLock<Vec<Definition>>,
}

impl<'a> Editor<'a> {
    /// Parses a source. Linear in it.
    pub fn new(source: &'a str, description: &'a Description, context: &'a Context) -> Self {
        let (document, mistakes) = parse_lenient(source);
        let definitions = OnceLock::new();
        Editor { document, mistakes, description, context, addresses: |_| (), definitions }
    }

    /// Sets how references name the parts of the document. The function gets the address of a part, which
    /// is the name of an argument, or a block type with the labels and perhaps the name of an argument in
    /// the block, and changes it to what references contain.
    ///
    /// ```
    /// use serde_hcl::Context;
    /// use serde_hcl::describe::Description;
    /// use serde_hcl::language::Editor;
    ///
    /// let source = "variable \"region\" {}\nzone = var.region\n";
    /// let (description, context) = (Description::of::<()>(), Context::new());
    /// let editor = Editor::new(source, &description, &context).with_addresses(|address| {
    ///     if address[0] == "variable" {
    ///         address[0] = "var".to_owned();
    ///     }
    /// });
    /// let definitions = editor.definition(source.find("var.").unwrap() as u32);
    /// assert_eq!(definitions[0].name.text(source), "\"region\"");
    /// ```
    #[must_use]
    pub fn with_addresses(mut self, addresses: fn(&mut Vec<String>)) -> Self {
        self.addresses = addresses;
        self.definitions = OnceLock::new();
        self
    }

    /// The document: its valid parts.
    pub fn document(&self) -> &Document<'a> {
        &self.document
    }

    fn source(&self) -> &str {
        self.document.source()
    }

    /// The description of the body of the last of these blocks, the outermost first.
    fn body_in(&self, blocks: &[Header]) -> Option<BodyDescription<'a>> {
        let inner = |body, block: &Header| Some(block_of(&body, block)?.body());
        blocks.iter().try_fold(self.description.body(), inner)
    }
}

/// The description of a block with this header. One that has other labels only if there is no better one.
fn block_of<'b, 'a>(
    body: &'b BodyDescription<'a>,
    header: &Header,
) -> Option<&'b BlockDescription<'a>> {
    let named = || body.blocks_named(&header.name);
    let fitting = named().find(|block| fits(&block.labels(), header));
    fitting.or(named().next()).or(body.other_blocks().first())
}

/// Whether the labels of a header are possible as the first ones of these.
fn fits(labels: &[LabelDescription<'_>], header: &Header) -> bool {
    let mut pairs = labels.iter().zip(&header.labels);
    pairs.all(|(described, label)| described.variant().is_none_or(|variant| variant == label))
}
