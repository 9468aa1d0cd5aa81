//! Building blocks.

use serde::ser::Serialize;

use super::comment_lines;
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::document::block::OwnBlock;
use crate::document::{Block, Body, Item};
use crate::text::identifier::is_identifier;

impl Block {
    /// A block of this type, which must be an identifier, without labels and items.
    ///
    /// ```
    /// use serde_hcl::Block;
    ///
    /// assert_eq!(Block::new("terraform").to_string(), "terraform {}\n");
    /// assert!(Block::new("not a name").build().is_err());
    /// ```
    pub fn new(name: impl AsRef<str>) -> Self {
        let name = name.as_ref();
        if is_identifier(name) {
            return Block::of_parts(OwnBlock::new(name));
        }
        Block::of_mistake(Error::encoding(catalog::no_identifier(name)))
    }

    /// Adds a label. Labels can be any text.
    ///
    /// ```
    /// use serde_hcl::Block;
    ///
    /// let block = Block::new("variable").with_label("region");
    /// assert_eq!(block.to_string(), "variable \"region\" {}\n");
    /// ```
    pub fn with_label(self, label: impl AsRef<str>) -> Self {
        self.with_labels([label])
    }

    /// Adds labels.
    ///
    /// ```
    /// use serde_hcl::Block;
    ///
    /// let block = Block::new("resource").with_labels(["aws_vpc", "main"]);
    /// assert_eq!(block.labels(), ["aws_vpc", "main"]);
    /// ```
    pub fn with_labels<L: AsRef<str>>(self, labels: impl IntoIterator<Item = L>) -> Self {
        let added = labels.into_iter().map(|label| label.as_ref().to_owned());
        let labels: Vec<String> = self.labels().into_iter().chain(added).collect();
        self.with_parts(|parts| parts.set_labels(labels))
    }

    /// Adds an attribute, see [`Attribute::new`](crate::Attribute::new).
    ///
    /// ```
    /// use serde_hcl::Block;
    ///
    /// let block = Block::new("server").with_attribute("port", 80).with_attribute("hosts", ["a"]);
    /// assert_eq!(block.to_string(), "server {\n  port  = 80\n  hosts = [\"a\"]\n}\n");
    /// ```
    pub fn with_attribute<T: Serialize>(self, name: impl AsRef<str>, value: T) -> Self {
        self.with_changed(|body| body.with_attribute(name, value))
    }

    /// Adds a block to the body.
    ///
    /// ```
    /// use serde_hcl::Block;
    ///
    /// let block = Block::new("server").with_block(Block::new("tls").with_attribute("port", 443));
    /// assert_eq!(block.to_string(), "server {\n  tls {\n    port = 443\n  }\n}\n");
    /// ```
    pub fn with_block(self, block: Block) -> Self {
        self.with_changed(|body| body.with_block(block))
    }

    /// Adds an item to the body.
    pub fn with_item(self, item: impl Into<Item>) -> Self {
        self.with_changed(|body| body.with_item(item))
    }

    /// Replaces the body.
    ///
    /// ```
    /// use serde_hcl::{Block, hcl};
    ///
    /// let block = Block::new("locals").with_body(hcl! { zones = ["a", "b"] });
    /// assert_eq!(block.to_string(), "locals {\n  zones = [\"a\", \"b\"]\n}\n");
    /// ```
    pub fn with_body(self, body: Body) -> Self {
        self.with_changed(|_| body.into_body_of_block())
    }

    /// Adds comments in the lines above the block, one for each line of the text.
    ///
    /// ```
    /// use serde_hcl::Block;
    ///
    /// let block = Block::new("locals").with_comment("Shared by all modules.");
    /// assert_eq!(block.to_string(), "# Shared by all modules.\nlocals {}\n");
    /// ```
    pub fn with_comment(self, text: impl AsRef<str>) -> Self {
        let lines = comment_lines(text.as_ref());
        let mut block = self.with_parts(|_| {});
        block.part.around_mut().add_comment(&lines);
        block
    }

    /// The body of the block.
    ///
    /// ```
    /// use serde_hcl::Block;
    ///
    /// let body = Block::new("server").with_attribute("port", 80).into_body();
    /// assert_eq!(body.view().attributes().next().unwrap().name(), "port");
    /// ```
    pub fn into_body(self) -> Body {
        let body = self.view().body();
        match self.mistake() {
            Some(mistake) => Body::of_mistake(mistake.clone()),
            None => Body::from(body),
        }
    }

    /// The block, if all its parts were valid.
    ///
    /// # Errors
    ///
    /// The first mistake in the parts of the block, with its path.
    ///
    /// ```
    /// use serde_hcl::Block;
    ///
    /// let error = Block::new("service")
    ///     .with_block(Block::new("check").with_attribute("every second", true))
    ///     .build()
    ///     .unwrap_err();
    /// assert_eq!(error.code(), "no-identifier");
    /// assert_eq!(error.path().as_deref(), Some(r#"check["every second"]"#));
    /// ```
    pub fn build(self) -> Result<Self> {
        self.check().map(|()| self)
    }

    pub(in crate::document) fn of_mistake(mistake: Error) -> Self {
        let mut block = Block::of_parts(OwnBlock::new("_"));
        block.part.refuse(mistake);
        block
    }

    fn with_parts(self, change: impl FnOnce(&mut OwnBlock)) -> Self {
        let mut block = self.written_out();
        // The comments of the source are around the changed block.
        block.part.around_mut();
        change(block.parts_mut());
        block
    }

    fn with_changed(self, change: impl FnOnce(Body) -> Body) -> Self {
        self.with_parts(|parts| parts.body = change(std::mem::take(&mut parts.body)))
    }
}
