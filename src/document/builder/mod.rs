//! Building bodies, blocks, attributes and expressions in programs.
//!
//! - No text of a built part is used before it was parsed again.
//! - No builder method fails or panics: a mistake is kept, and the methods that return a `Result`
//!   report it.
//! - No item is added to a tree twice: a built body is a list until its tree is needed.

mod attribute;
mod block;
mod body;
mod expression;
mod literal;

use std::str::FromStr;

pub use self::literal::{Piece, Splice, body, expression};
use crate::diagnostic::catalog;
use crate::diagnostic::error::{Error, Result};
use crate::document::{Attribute, Block, Body, Item};
use crate::parser::document::parse;

/// Lines of comments with this text.
pub(super) fn comment_lines(text: &str) -> String {
    let lines: Vec<String> = match text.is_empty() {
        true => vec!["#".to_owned()],
        false => text.lines().map(|line| format!("# {line}").trim_end().to_owned()).collect(),
    };
    lines.join("\n")
}

/// Parses a document.
impl FromStr for Body {
    type Err = Error;

    fn from_str(source: &str) -> Result<Self> {
        Ok(parse(source)?.into_body())
    }
}

/// Parses a document that is one block.
impl FromStr for Block {
    type Err = Error;

    fn from_str(source: &str) -> Result<Self> {
        match only_item(source, "one block")? {
            Item::Block(block) => Ok(block),
            _ => Err(Error::encoding(catalog::encoding::not_one_item("one block", "an attribute"))),
        }
    }
}

/// Parses a document that is one attribute.
impl FromStr for Attribute {
    type Err = Error;

    fn from_str(source: &str) -> Result<Self> {
        match only_item(source, "one attribute")? {
            Item::Attribute(attribute) => Ok(attribute),
            _ => Err(Error::encoding(catalog::encoding::not_one_item("one attribute", "a block"))),
        }
    }
}

/// The only item of a document.
fn only_item(source: &str, wanted: &str) -> Result<Item> {
    let mut items = source.parse::<Body>()?.into_items().into_iter();
    match (items.next(), items.len()) {
        (Some(item), 0) => Ok(item),
        (None, _) => Err(Error::encoding(catalog::encoding::not_one_item(wanted, "nothing"))),
        (_, more) => {
            let found = format!("{} items", more + 1);
            Err(Error::encoding(catalog::encoding::not_one_item(wanted, &found)))
        }
    }
}
