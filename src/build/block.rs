//! Building blocks.

use serde::ser::Serialize;

use super::body::written_out;
use super::{comment_lines, refused};
use crate::diagnostic::catalog::encoding as catalog;
use crate::error::{Error, Result};
use crate::lexer::is_identifier;
use crate::owned::{Block, Body, BuiltBlock, Item};

impl Block {
    /// A block of a type, which is an identifier, without labels and items.
    pub fn new(name: impl AsRef<str>) -> Self {
        let name = name.as_ref();
        if is_identifier(name) {
            return Block::from(BuiltBlock::new(name));
        }
        Block::of_mistake(refused(catalog::no_identifier(name)))
    }

    /// With one more label. Labels can be any text.
    pub fn label(self, label: impl AsRef<str>) -> Self {
        self.labels([label])
    }

    /// With more labels.
    pub fn labels<L: AsRef<str>>(self, labels: impl IntoIterator<Item = L>) -> Self {
        self.with_parts(|parts| {
            parts.labels.extend(labels.into_iter().map(|label| label.as_ref().into()));
        })
    }

    /// With one more attribute, see [`Attribute::new`](crate::Attribute::new).
    pub fn attribute<T: Serialize>(self, name: impl AsRef<str>, value: T) -> Self {
        self.with_body(|body| body.attribute(name, value))
    }

    /// With one more block in it.
    pub fn block(self, block: Block) -> Self {
        self.with_body(|body| body.block(block))
    }

    /// With one more item.
    pub fn with(self, item: impl Into<Item>) -> Self {
        self.with_body(|body| body.with(item))
    }

    /// With this body in the place of its own.
    pub fn body(self, body: Body) -> Self {
        self.with_body(|_| written_out(body))
    }

    /// With comments in the lines above it, one for each line of the text.
    pub fn comment(self, text: impl AsRef<str>) -> Self {
        let lines = comment_lines(text.as_ref());
        self.with_parts(|parts| {
            parts.comment = match parts.comment.is_empty() {
                true => lines,
                false => format!("{lines}\n{}", parts.comment),
            };
        })
    }

    /// Its body.
    pub fn into_body(self) -> Body {
        let body = self.as_ref().body();
        match self.mistake() {
            Some(mistake) => Body::of_mistake(mistake.clone()),
            None => Body::from(body),
        }
    }

    /// The block, if nothing of it was refused.
    ///
    /// # Errors
    ///
    /// The first mistake in what it was built of, with its path.
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
