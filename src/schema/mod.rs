//! Schemas: the expected content of a body, for programs without a Rust type for it ("Schema-driven
//! Processing" in the information model).
//!
//! - No expression is evaluated.
//! - No linear search: attributes and block types are hashed.
//! - No check stops at the first error: all errors are reported.

mod content;
mod json;

pub use self::content::Content;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::error::{Category, Error};
use crate::syntax::BodyRef;

/// The permitted and required content of a body: attributes by name, and blocks by type with the names of
/// their labels.
///
/// ```
/// use serde_hcl::parse;
/// use serde_hcl::configuration::Schema;
///
/// let schema = Schema::new()
///     .required_attribute("region")
///     .attribute("profile")
///     .block("service", ["name"]);
///
/// let document = parse("region = \"eu\"\n\nservice \"web\" {\n  port = 80\n}\n")?;
/// let content = document.body().content(&schema)?;
/// assert_eq!(content.attribute("region").unwrap().expression().text(), "\"eu\"");
/// assert!(content.attribute("profile").is_none());
/// assert_eq!(content.blocks()[0].labels().next().unwrap().value(), "web");
///
/// let document = parse("service {\n}\n\nregoin = \"eu\"\n")?;
/// let error = document.body().content(&schema).unwrap_err();
/// let summaries: Vec<_> = error.diagnostics().iter().map(|diagnostic| diagnostic.summary()).collect();
/// assert_eq!(
///     summaries,
///     ["Missing required argument", "Missing name for service", "Unsupported argument"],
/// );
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Schema {
    attributes: Vec<AttributeSchema>,
    blocks: Vec<BlockSchema>,
}

#[derive(Clone, Debug)]
struct AttributeSchema {
    name: String,
    is_required: bool,
}

#[derive(Clone, Debug)]
struct BlockSchema {
    name: String,
    labels: Vec<String>,
}

impl Schema {
    /// The schema of an empty body.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an optional attribute.
    #[must_use]
    pub fn attribute(mut self, name: impl Into<String>) -> Self {
        self.attributes.push(AttributeSchema { name: name.into(), is_required: false });
        self
    }

    /// Adds a required attribute.
    #[must_use]
    pub fn required_attribute(mut self, name: impl Into<String>) -> Self {
        self.attributes.push(AttributeSchema { name: name.into(), is_required: true });
        self
    }

    /// Adds a block type with any number of blocks. Each block has these labels; messages use their
    /// names.
    #[must_use]
    pub fn block<const N: usize>(self, name: impl Into<String>, labels: [&str; N]) -> Self {
        self.labelled_block(name, labels)
    }

    /// Adds a block type with any number of blocks and any number of labels.
    #[must_use]
    pub fn labelled_block<L: Into<String>>(
        mut self,
        name: impl Into<String>,
        labels: impl IntoIterator<Item = L>,
    ) -> Self {
        let labels = labels.into_iter().map(Into::into).collect();
        self.blocks.push(BlockSchema { name: name.into(), labels });
        self
    }
}

/// The error for the mistakes in a body.
#[cold]
fn rejected(body: BodyRef<'_>, diagnostics: Vec<Diagnostic>) -> Error {
    let tree = body.tree();
    Error::new(Category::Data, diagnostics).attach(tree.origin())
}
