//! Items of bodies: attributes and blocks, with the comments that belong to them.

use std::str::FromStr;

use serde::Serialize;

use super::block::Block;
use super::expression::Expression;
use super::text::{Text, start_of_belonging, trimmed};
use super::{Body, Layout};
use crate::diagnostic::catalog::editing as catalog;
use crate::diagnostic::error::{Category, Error, Result};
use crate::text::identifier::is_identifier;

/// A separate attribute or block with its comments: an item to be added to a body, or one that was
/// removed from a body.
///
/// ```
/// use serde_hcl::edit::{Document, Item};
///
/// let mut document: Document = "region = \"eu\"\n".parse()?;
/// let variable: Item = "# Where to run.\nvariable \"zone\" {}".parse()?;
/// document.append(variable)?;
/// assert_eq!(document.to_string(), "region = \"eu\"\n\n# Where to run.\nvariable \"zone\" {}\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Item {
    /// Whole lines before the item that don't belong to it.
    pub(super) detached: Text,
    /// The comments that belong to the item, and its indentation.
    pub(super) lead: Text,
    pub(super) kind: Kind,
    /// The text after the item on its line, with the line end.
    pub(super) tail: Text,
    /// The blank lines before and after the item that were removed with it.
    pub(super) gaps: [Text; 2],
    /// Whether the item is new, so that its layout is not determined yet.
    pub(super) is_fresh: bool,
}

#[derive(Clone)]
pub(super) enum Kind {
    Attribute(Attribute),
    Block(Block),
}

#[derive(Clone)]
pub(super) struct Attribute {
    pub(super) name: Text,
    /// The name in the source, if the attribute was renamed.
    pub(super) original_name: Option<Text>,
    /// The text between the name and the expression.
    pub(super) equals: Text,
    /// The text of the expression in the source.
    pub(super) original: Text,
    pub(super) expression: Expression,
}

impl Item {
    /// An attribute with a value.
    ///
    /// # Errors
    ///
    /// If the name is not an identifier, or the value can't be written as an expression.
    pub fn attribute<T: Serialize + ?Sized>(name: &str, value: &T) -> Result<Self> {
        Self::with_expression(name, Expression::new(value)?)
    }

    pub(super) fn with_expression(name: &str, expression: Expression) -> Result<Self> {
        check_name(name)?;
        let equals = Text::from(" = ");
        let name = Text::from(name);
        let original = Text::default();
        let attribute = Attribute { name, original_name: None, equals, original, expression };
        Ok(Self::fresh(Kind::Attribute(attribute)))
    }

    fn fresh(kind: Kind) -> Self {
        Item {
            detached: Text::default(),
            lead: Text::default(),
            kind,
            tail: Text::default(),
            gaps: Default::default(),
            is_fresh: true,
        }
    }

    /// Adds the text as a comment before the item. Each line of the text becomes a line that starts
    /// with `#`.
    #[must_use]
    pub fn comment(mut self, text: &str) -> Self {
        for line in text.lines() {
            self.lead.append("#");
            self.lead.append(if line.trim().is_empty() { "" } else { " " });
            self.lead.append(line.trim_end());
            self.lead.append("\n");
        }
        self
    }

    /// The name of the attribute, or the type of the block.
    pub fn name(&self) -> &str {
        match &self.kind {
            Kind::Attribute(attribute) => &attribute.name,
            Kind::Block(block) => block.name(),
        }
    }

    /// The expression, if the item is an attribute.
    pub fn expression(&self) -> Option<&Expression> {
        match &self.kind {
            Kind::Attribute(attribute) => Some(&attribute.expression),
            Kind::Block(_) => None,
        }
    }

    /// The block, if the item is one.
    pub fn as_block(&self) -> Option<&Block> {
        match &self.kind {
            Kind::Attribute(_) => None,
            Kind::Block(block) => Some(block),
        }
    }

    /// The block, if the item is one, for changes.
    pub fn as_block_mut(&mut self) -> Option<&mut Block> {
        match &mut self.kind {
            Kind::Attribute(_) => None,
            Kind::Block(block) => Some(block),
        }
    }

    pub(super) fn expression_mut(&mut self) -> Option<&mut Expression> {
        match &mut self.kind {
            Kind::Attribute(attribute) => Some(&mut attribute.expression),
            Kind::Block(_) => None,
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
}

/// A block as an item, without comments.
impl From<Block> for Item {
    fn from(block: Block) -> Self {
        Self::fresh(Kind::Block(block))
    }
}

/// Types that can be added to a document: the items of this module, and built ones.
pub trait IntoItem {
    /// The item.
    ///
    /// # Errors
    ///
    /// If a built item has a mistake.
    fn into_item(self) -> Result<Item>;
}

impl IntoItem for Item {
    fn into_item(self) -> Result<Item> {
        Ok(self)
    }
}

impl IntoItem for Block {
    fn into_item(self) -> Result<Item> {
        Ok(self.into())
    }
}

impl IntoItem for crate::Attribute {
    fn into_item(self) -> Result<Item> {
        self.build()?.to_string().parse()
    }
}

impl IntoItem for crate::Block {
    fn into_item(self) -> Result<Item> {
        self.build()?.to_string().parse()
    }
}

/// The only item of a source, with all comments of the source.
impl FromStr for Item {
    type Err = Error;

    fn from_str(source: &str) -> Result<Self> {
        let mut body = Body::parse(source, Layout::Canonical)?;
        let content = body.content_mut();
        let single = content.items.first().filter(|key| content.items.next(*key).is_none());
        let item = single.and_then(|key| content.items.remove(key));
        let mut item = item.ok_or_else(|| editing(catalog::no_single_item()))?;
        if !trimmed(&content.end).is_empty() {
            let behind = content.end.trim_end_matches([' ', '\t', '\r', '\n']);
            item.gaps[1] = Text::from(format!("{behind}\n"));
        }
        item.is_fresh = true;
        Ok(item)
    }
}

/// The text of the item with the comments that belong to it, as in a separate document: the comments
/// directly above it, on its lines and in it. The item of a parsed text has all comments of the text.
impl std::fmt::Display for Item {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&super::render::item(self, "\n"))
    }
}

impl std::fmt::Debug for Item {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Item({:?})", self.to_string())
    }
}

pub(super) fn check_name(name: &str) -> Result<()> {
    match is_identifier(name) {
        true => Ok(()),
        false => Err(editing(crate::diagnostic::catalog::encoding::no_identifier(name))),
    }
}

#[cold]
pub(super) fn editing(diagnostic: crate::diagnostic::Diagnostic) -> Error {
    Error::of(Category::Edit, diagnostic)
}
