//! Items that own their text, and the bodies that are built of them.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::ser::Serialize;

use super::comments::comment_lines;
use super::line::Line;
use super::lines::Position;
use super::root::Root;
use super::source::Source;
use super::{Attribute, Block, Body};
use crate::diagnostic::catalog::encoding;
use crate::diagnostic::error::{Error, Result};
use crate::parser::document::parse;

/// An item of a body.
///
/// ```
/// use serde_hcl::{Body, Item};
///
/// let body: Body = serde_hcl::from_str("port = 80\nlog {}\n")?;
/// let items = body.into_iter().map(|item| match item {
///     Item::Attribute(attribute) => attribute.view().name().to_owned(),
///     Item::Block(block) => block.block_type().to_owned(),
///     Item::Comment(text) => text.trim().to_owned(),
///     _ => String::new(),
/// });
/// assert_eq!(items.collect::<Vec<_>>(), ["port", "log"]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
///
/// An item that is parsed from text keeps the comments of the text:
///
/// ```
/// use serde_hcl::{Body, Item};
///
/// let mut body: Body = "region = \"eu\"\n".parse()?;
/// body.push("# Where to run.\nvariable \"zone\" {}".parse::<Item>()?)?;
/// assert_eq!(body.to_string(), "region = \"eu\"\n\n# Where to run.\nvariable \"zone\" {}\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Item {
    /// An attribute.
    Attribute(Attribute),
    /// A block.
    Block(Block),
    /// Lines of comments that belong to no other item, with their markers.
    Comment(Arc<str>),
}

impl Item {
    pub(super) fn of(root: Root) -> Self {
        match root.is_block() {
            true => Item::Block(Block::of(Source::new(root))),
            false => Item::Attribute(Attribute::of(root)),
        }
    }

    /// The name of the attribute, or the type of the block. Comments have the empty name.
    pub fn name(&self) -> &str {
        match self {
            Item::Attribute(attribute) => attribute.name(),
            Item::Block(block) => block.block_type(),
            Item::Comment(_) => "",
        }
    }

    /// The attribute, if the item is one.
    pub fn as_attribute(&self) -> Option<&Attribute> {
        match self {
            Item::Attribute(attribute) => Some(attribute),
            _ => None,
        }
    }

    /// The block, if the item is one.
    pub fn as_block(&self) -> Option<&Block> {
        match self {
            Item::Block(block) => Some(block),
            _ => None,
        }
    }

    /// The item as a part of another source, unless it has a mistake.
    pub(super) fn into_line(self, target: &Source) -> Result<Line<'static>> {
        match self {
            Item::Attribute(attribute) => attribute.source.into_line(target),
            Item::Block(block) => block.contents.source.into_line(target),
            Item::Comment(lines) => Ok(Line::new(lines.to_string())),
        }
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

macro_rules! only_item {
    ($($owner:ident: $wanted:literal, $of:expr;)*) => {$(
        /// The only item of a source, with all comments of the source.
        impl FromStr for $owner {
            type Err = Error;

            fn from_str(source: &str) -> Result<Self> {
                let root = Root::parse_item(source)?;
                let item = root.filter(Root::is_only_item).map(Item::of);
                item.and_then($of).ok_or_else(|| not_one_item(source, $wanted))
            }
        }
    )*};
}

only_item! {
    Item: "one attribute or one block", Some;
    Block: "one block", |item| item.as_block().cloned();
    Attribute: "one attribute", |item| item.as_attribute().cloned();
}

#[cold]
fn not_one_item(source: &str, wanted: &str) -> Error {
    let body: Body = source.parse().unwrap_or_default();
    let found = match (body.len(), body.blocks().next()) {
        (0, _) => "nothing".to_owned(),
        (1, None) => "an attribute".to_owned(),
        (1, Some(_)) => "a block".to_owned(),
        (count, _) => format!("{count} items"),
    };
    Error::encoding(encoding::not_one_item(wanted, &found))
}

/// The text of the item with its comments, as in a separate document.
impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Attribute(attribute) => attribute.fmt(f),
            Item::Block(block) => block.fmt(f),
            Item::Comment(lines) => writeln!(f, "{lines}"),
        }
    }
}

impl Source {
    /// Adds an item at the end.
    pub(super) fn build(&mut self, item: Item) -> Result<()> {
        self.open()?;
        let line = item.into_line(self)?;
        self.build_line(line)
    }

    /// Adds a new item. The path of a mistake starts with its name.
    fn build_line(&mut self, line: Line<'static>) -> Result<()> {
        let group = line.group.clone();
        let name = group.split('\0').next().unwrap_or_default();
        self.push(Position::End, line).map_err(|mistake| mistake.in_field(name))
    }

    /// Adds the items of a body.
    pub(super) fn build_all(&mut self, mut body: Body) -> Result<()> {
        if let Some(mistake) = body.source.take_mistake() {
            return Err(mistake);
        }
        match self.is_new() && body.source.is_new() {
            true => body.source.take_added().into_iter().try_for_each(|it| self.build_line(it)),
            false => body.into_items().into_iter().try_for_each(|item| self.build(item)),
        }
    }
}

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
    pub fn with_item(self, item: impl Into<Item>) -> Self {
        self.with(|body| body.source.build(item.into()))
    }
}

impl FromStr for Body {
    type Err = Error;

    fn from_str(source: &str) -> Result<Self> {
        Ok(parse(source)?.into_body())
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
        for item in items {
            if let Err(mistake) = self.source.build(item.into()) {
                self.source.refuse(mistake);
            }
        }
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
