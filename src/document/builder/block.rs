//! Building blocks.

use serde::ser::Serialize;

use super::body::written_out;
use super::{comment_lines, refused};
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::document::block::BuiltBlock;
use crate::document::{Block, Body, Item};
use crate::text::identifier::is_identifier;

impl Block {
    /// A block of this type, which must be an identifier, without labels and items.
    pub fn new(name: impl AsRef<str>) -> Self {
        let name = name.as_ref();
        if is_identifier(name) {
            return Block::from(BuiltBlock::new(name));
        }
        Block::of_mistake(refused(catalog::no_identifier(name)))
    }

    /// Adds a label. Labels can be any text.
    pub fn label(self, label: impl AsRef<str>) -> Self {
        self.labels([label])
    }

    /// Adds labels.
    pub fn labels<L: AsRef<str>>(self, labels: impl IntoIterator<Item = L>) -> Self {
        self.with_parts(|parts| {
            parts.labels.extend(labels.into_iter().map(|label| label.as_ref().into()));
        })
    }

    /// Adds an attribute, see [`Attribute::new`](crate::Attribute::new).
    pub fn attribute<T: Serialize>(self, name: impl AsRef<str>, value: T) -> Self {
        self.with_body(|body| body.attribute(name, value))
    }

    /// Adds a block to the body.
    pub fn block(self, block: Block) -> Self {
        self.with_body(|body| body.block(block))
    }

    /// Adds an item to the body.
    pub fn with(self, item: impl Into<Item>) -> Self {
        self.with_body(|body| body.with(item))
    }

    /// Replaces the body.
    pub fn body(self, body: Body) -> Self {
        self.with_body(|_| written_out(body))
    }

    /// Adds comments in the lines above the block, one for each line of the text.
    pub fn comment(self, text: impl AsRef<str>) -> Self {
        let lines = comment_lines(text.as_ref());
        self.with_parts(|parts| {
            parts.comment = match parts.comment.is_empty() {
                true => lines,
                false => format!("{lines}\n{}", parts.comment),
            };
        })
    }

    /// The body of the block.
    pub fn into_body(self) -> Body {
        let body = self.as_ref().body();
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
    ///     .block(Block::new("check").attribute("every second", true))
    ///     .build()
    ///     .unwrap_err();
    /// assert_eq!(error.code(), "no-identifier");
    /// assert_eq!(error.path().as_deref(), Some(r#"check["every second"]"#));
    /// ```
    pub fn build(self) -> Result<Self> {
        self.check().map(|()| self)
    }

    pub(super) fn of_mistake(mistake: Error) -> Self {
        Block::from(BuiltBlock::new("_")).with_parts(|parts| parts.mistake = Some(mistake))
    }

    fn with_parts(self, change: impl FnOnce(&mut BuiltBlock)) -> Self {
        super::body::written_out_block(self).changed(change)
    }

    fn with_body(self, change: impl FnOnce(Body) -> Body) -> Self {
        self.with_parts(|parts| parts.body = change(std::mem::take(&mut parts.body)))
    }
}
