//! Items of bodies: attributes and blocks, with the text around them.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::comments::{comments_around, start_of_belonging};
use super::expression::Expression;
use super::root::Root;
use super::text::{Text, trimmed};
use super::{Attribute, Block, Body};
use crate::diagnostic::catalog::{editing as catalog, encoding};
use crate::diagnostic::error::{Error, Result};
use crate::format::blank_lines::ItemKind;
use crate::syntax::ItemRef;
use crate::text::identifier::is_identifier;

/// An item of a body.
///
/// ```
/// use serde_hcl::{Body, Item};
///
/// let body: Body = serde_hcl::from_str("port = 80\nlog {}\n")?;
/// let items = body.into_iter().map(|item| match item {
///     Item::Attribute(attribute) => attribute.view().name().to_owned(),
///     Item::Block(block) => block.name().to_owned(),
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

/// The text around an item of a list, or of an item that was taken from one.
#[derive(Clone)]
pub(crate) struct Around {
    /// Whole lines before the item that don't belong to it.
    pub(super) detached: Text,
    /// The comments that belong to the item, and its indentation.
    pub(super) lead: Text,
    /// The text after the item on its line, with the line end.
    pub(super) tail: Text,
    /// The blank lines before and after the item that were removed with it.
    pub(super) gaps: [Text; 2],
    /// Whether the item is new, so that its layout is not determined yet.
    pub(super) is_fresh: bool,
}

impl Around {
    pub(super) fn fresh() -> Self {
        Around {
            detached: Text::default(),
            lead: Text::default(),
            tail: Text::default(),
            gaps: Default::default(),
            is_fresh: true,
        }
    }

    /// The comments around a captured item, and the blank line before it.
    pub(super) fn of_captured(root: &Root) -> Self {
        if !root.is_as_written() {
            return Around::fresh();
        }
        let (before, behind) = comments_around(ItemRef(root.view()), &root.tree.source);
        let lead = before.strip_prefix('\n').unwrap_or(before);
        let gap = if lead.len() < before.len() { "\n" } else { "" };
        Around {
            lead: Text::from(lead),
            tail: Text::from(behind),
            gaps: [Text::from(gap), Text::default()],
            ..Around::fresh()
        }
    }

    /// The start of the comments that belong to the item, which are all of a new one.
    pub(super) fn start_of_comments(&self) -> usize {
        if self.is_fresh { 0 } else { start_of_belonging(&self.lead) }
    }

    /// Takes the lines before the item that don't belong to it.
    pub(super) fn take_detached(&mut self) -> String {
        let start = self.start_of_comments();
        let detached = format!("{}{}", &*self.detached, &self.lead[..start]);
        self.detached = Text::default();
        if start > 0 {
            self.lead = Text::from(&self.lead[start..]);
        }
        detached
    }

    /// Adds lines of comments above the others.
    pub(super) fn add_comment(&mut self, lines: &str) {
        self.lead = Text::from(format!("{lines}\n{}", &*self.lead));
    }
}

impl Item {
    /// The name of the attribute, or the type of the block. Comments have the empty name.
    pub fn name(&self) -> &str {
        match self {
            Item::Attribute(attribute) => attribute.name(),
            Item::Block(block) => block.name(),
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

    pub(crate) fn as_attribute_mut(&mut self) -> Option<&mut Attribute> {
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

    pub(crate) fn as_block_mut(&mut self) -> Option<&mut Block> {
        match self {
            Item::Block(block) => Some(block),
            _ => None,
        }
    }

    /// The expression of an attribute, for changes.
    pub(crate) fn expression_mut(&mut self) -> Option<&mut Expression> {
        Some(self.as_attribute_mut()?.expression_mut())
    }

    pub(super) fn kind(&self) -> ItemKind {
        match self {
            Item::Attribute(_) => ItemKind::Attribute,
            Item::Block(_) | Item::Comment(_) => ItemKind::Block,
        }
    }

    /// The text around the item.
    pub(super) fn around(&self) -> Option<&Around> {
        match self {
            Item::Attribute(attribute) => attribute.part.around(),
            Item::Block(block) => block.part.around(),
            Item::Comment(_) => None,
        }
    }

    pub(super) fn surroundings(&self) -> Cow<'_, Around> {
        match (self.around(), self) {
            (Some(around), _) => Cow::Borrowed(around),
            (None, Item::Attribute(attribute)) => Cow::Owned(attribute.part.surroundings()),
            (None, Item::Block(block)) => Cow::Owned(block.part.surroundings()),
            (None, Item::Comment(_)) => Cow::Owned(Around::fresh()),
        }
    }

    /// Removes the blank lines that were removed with the item.
    pub(crate) fn forget_gaps(&mut self) {
        if let Some(around) = self.around_mut() {
            around.gaps = Default::default();
        }
    }

    pub(super) fn around_mut(&mut self) -> Option<&mut Around> {
        match self {
            Item::Attribute(attribute) => Some(attribute.part.around_mut()),
            Item::Block(block) => Some(block.part.around_mut()),
            Item::Comment(_) => None,
        }
    }

    /// The item as it can be added to a list, unless it has a mistake.
    pub(super) fn checked(self) -> Result<Self> {
        match self {
            Item::Attribute(attribute) => attribute.written_out().build().map(Item::Attribute),
            Item::Block(block) => block.written_out().or_mistake().map(Item::Block),
            Item::Comment(lines) => Ok(Item::Comment(lines)),
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

/// The only item of a source, with all comments of the source.
impl FromStr for Item {
    type Err = Error;

    fn from_str(source: &str) -> Result<Self> {
        let mut body: Body = source.parse()?;
        let items = body.items_mut();
        let single = items.list.first().filter(|key| items.list.next(*key).is_none());
        let item = single.and_then(|key| items.list.remove(key));
        let mut item = item.ok_or_else(|| Error::edit(catalog::no_single_item()))?;
        let behind = match trimmed(&items.end).is_empty() {
            true => String::new(),
            false => format!("{}\n", items.end.trim_end_matches([' ', '\t', '\r', '\n'])),
        };
        if let Some(around) = item.around_mut() {
            around.gaps[1] = Text::from(behind);
            around.is_fresh = true;
        }
        Ok(item)
    }
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

/// Fails for a name that an item can't have.
pub(super) fn check_name(name: &str) -> Result<()> {
    match is_identifier(name) {
        true => Ok(()),
        false => Err(Error::edit(encoding::no_identifier(name))),
    }
}
