//! Building bodies.

use serde::ser::Serialize;

use super::{comment_lines, refused};
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::document::body::BuiltBody;
use crate::document::{Attribute, Block, Body, Item};
use crate::parser::MAX_DEPTH;
use crate::ser::to_string;

impl Body {
    /// Adds an attribute, see [`Attribute::new`].
    pub fn attribute<T: Serialize>(self, name: impl AsRef<str>, value: T) -> Self {
        self.with(Attribute::new(name, value))
    }

    /// Adds a block.
    pub fn block(self, block: Block) -> Self {
        self.with(block)
    }

    /// Adds lines of comments that belong to no item: a blank line follows them.
    pub fn comment(self, text: impl AsRef<str>) -> Self {
        self.with(Item::Comment(comment_lines(text.as_ref()).into()))
    }

    /// Adds an item and returns the body.
    ///
    /// ```
    /// use serde_hcl::{Attribute, Body};
    ///
    /// let port = Attribute::new("port", 80).trailing_comment("HTTP");
    /// assert_eq!(Body::new().with(port).to_string(), "port = 80 # HTTP\n");
    /// ```
    pub fn with(self, item: impl Into<Item>) -> Self {
        let item = item.into();
        written_out(self).changed(|parts| parts.add(item))
    }

    /// Adds an item.
    ///
    /// ```
    /// use serde_hcl::{Block, Body};
    ///
    /// let mut body = Body::new();
    /// for name in ["a", "b"] {
    ///     body.push(Block::new("service").label(name));
    /// }
    /// assert_eq!(body.to_string(), "service \"a\" {}\n\nservice \"b\" {}\n");
    /// ```
    pub fn push(&mut self, item: impl Into<Item>) {
        *self = std::mem::take(self).with(item);
    }

    /// The body, if all its parts were valid.
    ///
    /// # Errors
    ///
    /// The first mistake in the parts of the body, with its path: a repeated attribute, a name that
    /// is not an identifier, a value that can't be written, or blocks that are nested too deeply.
    ///
    /// ```
    /// let body = serde_hcl::Body::new().attribute("port", 80).attribute("port", 81);
    /// assert_eq!(body.build().unwrap_err().code(), "duplicate-argument");
    /// ```
    pub fn build(self) -> Result<Self> {
        self.check().map(|()| self)
    }

    pub(crate) fn of_mistake(mistake: Error) -> Self {
        Body::new().changed(|parts| parts.mistake = Some(mistake))
    }
}

impl BuiltBody {
    fn add(&mut self, item: Item) {
        if let Err(mistake) = self.try_add(item) {
            self.mistake.get_or_insert(mistake);
        }
    }

    fn try_add(&mut self, item: Item) -> Result<()> {
        let item = match item {
            Item::Attribute(attribute) => Item::Attribute(self.checked_attribute(attribute)?),
            Item::Block(block) => Item::Block(self.checked_block(block)?),
            Item::Comment(lines) => Item::Comment(lines),
        };
        self.items.push(item);
        Ok(())
    }

    fn checked_attribute(&mut self, attribute: Attribute) -> Result<Attribute> {
        let attribute = written_out_attribute(attribute);
        attribute.check()?;
        let name = attribute.as_ref().name();
        if !self.names.insert(name.into()) {
            return Err(refused(catalog::name_taken(name)).in_field(name));
        }
        Ok(attribute)
    }

    fn checked_block(&mut self, block: Block) -> Result<Block> {
        let block = written_out_block(block);
        let block = block.or_mistake()?;
        let levels = block.levels();
        if levels > MAX_DEPTH {
            return Err(refused(catalog::too_deep(MAX_DEPTH)).in_field(block.name()));
        }
        self.levels = self.levels.max(levels);
        Ok(block)
    }
}

/// The body as new text, if an expansion put values into it.
pub(super) fn written_out(body: Body) -> Body {
    match body.holds_values() {
        true => to_string(&body).and_then(|text| text.parse()).unwrap_or_else(Body::of_mistake),
        false => body,
    }
}

pub(super) fn written_out_block(block: Block) -> Block {
    match block.holds_values() {
        true => to_string(&block).and_then(|text| text.parse()).unwrap_or_else(Block::of_mistake),
        false => block,
    }
}

fn written_out_attribute(attribute: Attribute) -> Attribute {
    match attribute.holds_values() {
        true => to_string(&attribute)
            .and_then(|text| text.parse())
            .unwrap_or_else(|mistake| attribute.refused(mistake)),
        false => attribute,
    }
}

impl From<Attribute> for Item {
    fn from(attribute: Attribute) -> Self {
        Item::Attribute(attribute)
    }
}

impl From<Block> for Item {
    fn from(block: Block) -> Self {
        Item::Block(block)
    }
}

/// A body with only this item.
impl From<Block> for Body {
    fn from(block: Block) -> Self {
        Body::new().with(block)
    }
}

impl<I: Into<Item>> Extend<I> for Body {
    fn extend<T: IntoIterator<Item = I>>(&mut self, items: T) {
        let body = std::mem::take(self);
        *self = written_out(body).changed(|parts| {
            items.into_iter().for_each(|item| parts.add(item.into()));
        });
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
