//! Schemas: the expected content of a body, for programs without a Rust type for it ("Schema-driven
//! Processing" in the information model).
//!
//! - No expression is evaluated.
//! - No search among the items of a body: they are read once, and their names are hashed.
//! - No check stops at the first error: all errors are reported.

mod content;
mod json;
mod native;
mod terraform;

use std::sync::Arc;

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
///     .block("service", &["name"]);
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

#[derive(Clone, Debug, Default)]
struct AttributeSchema {
    name: String,
    is_required: bool,
    is_static: bool,
}

#[derive(Clone, Debug)]
struct BlockSchema {
    name: String,
    labels: Vec<String>,
    body: Option<Arc<Schema>>,
}

impl Schema {
    /// The schema of an empty body.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an optional attribute.
    #[must_use]
    pub fn attribute(self, name: impl Into<String>) -> Self {
        self.with_attribute(AttributeSchema { name: name.into(), ..Default::default() })
    }

    /// Adds a required attribute.
    ///
    /// ```
    /// use serde_hcl::configuration::Schema;
    ///
    /// let document = serde_hcl::parse("size = 1\n")?;
    /// let schema = Schema::new().required_attribute("name").attribute("size");
    /// let error = document.body().content(&schema).unwrap_err();
    /// assert_eq!(error.code(), "missing-argument");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn required_attribute(self, name: impl Into<String>) -> Self {
        let name = name.into();
        self.with_attribute(AttributeSchema { name, is_required: true, ..Default::default() })
    }

    /// Adds an optional attribute that is not evaluated: a type, a reference, or several of them. In
    /// JSON syntax its strings are expressions; only [`to_native`](BodyRef::to_native) uses this.
    ///
    /// ```
    /// use serde_hcl::configuration::Schema;
    /// use serde_hcl::json;
    ///
    /// let document = json::parse(r#"{"type": "list(string)", "needs": ["job.a", "job.b"]}"#)?;
    /// let schema = Schema::new().static_attribute("type").static_attribute("needs");
    /// let native = document.body().to_native(&schema)?;
    /// assert_eq!(native.to_string(), "type  = list(string)\nneeds = [job.a, job.b]\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn static_attribute(self, name: impl Into<String>) -> Self {
        let name = name.into();
        self.with_attribute(AttributeSchema { name, is_static: true, ..Default::default() })
    }

    fn with_attribute(mut self, attribute: AttributeSchema) -> Self {
        self.attributes.push(attribute);
        self
    }

    /// Adds a block type with any number of blocks. Each block has these labels; messages use their
    /// names.
    ///
    /// ```
    /// use serde_hcl::configuration::Schema;
    ///
    /// let document = serde_hcl::parse("service {}\n")?;
    /// let error = document.body().content(&Schema::new().block("service", &["name"])).unwrap_err();
    /// assert_eq!(error.code(), "missing-label");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn block(mut self, name: impl Into<String>, labels: &[&str]) -> Self {
        let labels = labels.iter().map(ToString::to_string).collect();
        self.blocks.push(BlockSchema { name: name.into(), labels, body: None });
        self
    }

    /// The schema of the bodies of a block type that was added before. Only
    /// [`to_native`](BodyRef::to_native) uses it: [`content`](BodyRef::content) reads one body.
    ///
    /// ```
    /// use serde_hcl::configuration::Schema;
    ///
    /// let check = Schema::new().block("retry", &[]);
    /// let schema = Schema::new().block("check", &["name"]).block_body("check", check);
    /// # let document = serde_hcl::json::parse(r#"{"check": {"a": {"retry": {}}}}"#)?;
    /// # assert_eq!(document.body().to_native(&schema)?.to_string(), "check \"a\" {\n  retry {}\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn block_body(mut self, name: &str, body: impl Into<Arc<Schema>>) -> Self {
        if let Some(block) = self.blocks.iter_mut().find(|block| block.name == name) {
            block.body = Some(body.into());
        }
        self
    }

    fn body_of(&self, name: &str) -> &Schema {
        static UNKNOWN: Schema = Schema { attributes: Vec::new(), blocks: Vec::new() };
        let block = self.blocks.iter().find(|block| block.name == name);
        block.and_then(|block| block.body.as_deref()).unwrap_or(&UNKNOWN)
    }

    fn is_static(&self, name: &str) -> bool {
        self.attributes.iter().any(|attribute| attribute.is_static && attribute.name == name)
    }
}

/// The error for the mistakes in a body.
#[cold]
fn rejected(body: BodyRef<'_>, diagnostics: Vec<Diagnostic>) -> Error {
    let tree = body.tree();
    Error::new(Category::Data, diagnostics).attach(tree.origin())
}
