//! Building bodies.

use serde::ser::Serialize;

use super::comment_lines;
use crate::diagnostic::error::{Error, Result};
use crate::document::insertion::Position;
use crate::document::items::Items;
use crate::document::{Attribute, Block, Body, Item};

impl Body {
    /// Adds an attribute, see [`Attribute::new`].
    pub fn with_attribute<T: Serialize>(self, name: impl AsRef<str>, value: T) -> Self {
        self.with_item(Attribute::new(name, value))
    }

    /// Adds a block.
    pub fn with_block(self, block: Block) -> Self {
        self.with_item(block)
    }

    /// Adds lines of comments that belong to no item: a blank line follows them.
    pub fn with_comment(self, text: impl AsRef<str>) -> Self {
        self.with_item(Item::Comment(comment_lines(text.as_ref()).into()))
    }

    /// Adds an item and returns the body.
    ///
    /// ```
    /// use serde_hcl::{Attribute, Body};
    ///
    /// let port = Attribute::new("port", 80).with_trailing_comment("HTTP");
    /// assert_eq!(Body::new().with_item(port).to_string(), "port = 80 # HTTP\n");
    /// ```
    pub fn with_item(mut self, item: impl Into<Item>) -> Self {
        self.add([item.into()]);
        self
    }

    /// Adds items. Of a body in another syntax, the new text.
    fn add(&mut self, items: impl IntoIterator<Item = Item>) {
        if let Err(mistake) = self.write_out() {
            *self = Body::of_mistake(mistake);
        }
        for item in items {
            if let Err(mistake) = self.part.to_mut().add(item) {
                self.part.refuse(mistake);
            }
        }
    }

    /// The body, if all its parts were valid.
    ///
    /// # Errors
    ///
    /// The first mistake in the parts of the body, with its path: a repeated attribute, a name that
    /// is not an identifier, a value that can't be written, or blocks that are nested too deeply.
    ///
    /// ```
    /// let body = serde_hcl::Body::new().with_attribute("port", 80).with_attribute("port", 81);
    /// assert_eq!(body.build().unwrap_err().code(), "duplicate-argument");
    /// ```
    pub fn build(self) -> Result<Self> {
        self.check().map(|()| self)
    }
}

impl Items {
    fn add(&mut self, item: Item) -> Result<()> {
        let item = item.checked()?;
        if let Err(mistake) = self.fits(&item) {
            return Err(Error::encoding(mistake).in_field(item.name()));
        }
        self.insert(Position::End, item);
        Ok(())
    }
}

/// A body with only this item.
impl From<Block> for Body {
    fn from(block: Block) -> Self {
        Body::new().with_item(block)
    }
}

impl<I: Into<Item>> Extend<I> for Body {
    fn extend<T: IntoIterator<Item = I>>(&mut self, items: T) {
        self.add(items.into_iter().map(Into::into));
    }
}

/// A body of these items.
impl<I: Into<Item>> FromIterator<I> for Body {
    fn from_iter<T: IntoIterator<Item = I>>(items: T) -> Self {
        let mut body = Body::new();
        body.extend(items);
        body
    }
}

/// The items. Each of them can be changed and added to another body.
///
/// ```
/// use serde_hcl::{Body, Item};
///
/// let body: Body = "a = 1\nb {}\nc = 2\n".parse()?;
/// let attributes: Body =
///     body.into_iter().filter(|item| matches!(item, Item::Attribute(_))).collect();
/// assert_eq!(attributes.to_string(), "a = 1\nc = 2\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
impl IntoIterator for Body {
    type Item = Item;
    type IntoIter = std::vec::IntoIter<Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.into_items().into_iter()
    }
}
