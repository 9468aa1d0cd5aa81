//! Serializes parts of documents with their original text.

use std::any::type_name;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use serde::ser::{Error as _, Serialize, SerializeMap, Serializer};

use super::generated::expression_text;
use super::source::expression_source;
use super::{newtype_names, to_string, to_value};
use crate::de::{Lazy, Spanned, Undecoded};
use crate::error::pass_on;
use crate::owned::{Attribute, Block, Body, comments_at_end, item_source};
use crate::syntax::{BlockRef, BodyRef, Expression, ExpressionRef, ItemRef};
use crate::value::Type;

/// With its original text. Other formats get the text.
impl Serialize for Expression {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Source(self.as_ref()).serialize(serializer)
    }
}

/// With its original text, including the comments before and after its items. Other formats get the
/// names of the items with their texts, and a sequence of texts if there are several blocks of a
/// type.
impl Serialize for Body {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.check().map_err(S::Error::custom)?;
        Content { body: self.as_ref(), labels: None }.serialize(serializer)
    }
}

/// With its original text, including the comments before and after it. Other formats get the text.
impl Serialize for Block {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.check().map_err(S::Error::custom)?;
        let block = self.as_ref();
        match block.tree().holds_values() || block.json_parts().is_some() {
            true => {
                let content = HashMap::from([(block.name(), Content::of(block, 0))]);
                let text = to_string(&content).map_err(pass_on)?;
                serializer.serialize_newtype_struct(newtype_names::NAMED_ITEM, text.trim_end())
            }
            false => serializer.serialize_newtype_struct(newtype_names::NAMED_ITEM, self.source()),
        }
    }
}

/// With its original text, including the comments before and after it. Other formats get the text.
impl Serialize for Attribute {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.check().map_err(S::Error::custom)?;
        let attribute = self.as_ref();
        match expression_text(attribute.expression()).map_err(S::Error::custom)? {
            Cow::Borrowed(_) => {
                serializer.serialize_newtype_struct(newtype_names::NAMED_ITEM, self.source())
            }
            Cow::Owned(text) => {
                let text = format!("{} = {text}", attribute.name());
                serializer.serialize_newtype_struct(newtype_names::NAMED_ITEM, &text)
            }
        }
    }
}

/// With its original text. Other formats get the text.
impl<T> Serialize for Lazy<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.undecoded() {
            Undecoded::Value(value) => value.serialize(serializer),
            Undecoded::Refused(error) => Err(S::Error::custom(error)),
            Undecoded::Expression(captured) => Source(captured).serialize(serializer),
            Undecoded::Body(body) => Content { body, labels: None }.serialize(serializer),
            Undecoded::Block(block, taken) => Content::of(block, taken).serialize(serializer),
            Undecoded::Blocks(blocks, taken) => {
                serializer.collect_seq(blocks.into_iter().map(|block| Content::of(block, taken)))
            }
            Undecoded::Item(block) => {
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry(block.name(), &Content::of(block, 0))?;
                map.end()
            }
        }
    }
}

/// The encoded value. If it can't be encoded, evaluating or writing it reports the error.
///
/// ```
/// use serde_hcl::{Context, Lazy};
///
/// let limit = Lazy::from(100);
/// assert_eq!(limit.evaluate(&Context::new())?, 100);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
impl<T: Serialize> From<T> for Lazy<T> {
    fn from(value: T) -> Self {
        Lazy::of_value(to_value(&value))
    }
}

/// Like the value alone.
impl<T: Serialize> Serialize for Spanned<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.get().serialize(serializer)
    }
}

/// As a type expression, such as `list(string)`. Other formats get its text.
impl Serialize for Type {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(newtype_names::EXPRESSION, &self.to_string())
    }
}

macro_rules! display {
    ($($owned:ident)*) => { $(
        /// The canonical text, with comments. A part that can't be written becomes a comment with
        /// the reason.
        impl fmt::Display for $owned {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match to_string(self) {
                    Ok(text) => f.write_str(&text),
                    Err(error) => {
                        let error = error.to_string();
                        error.lines().try_for_each(|line| writeln!(f, "# {line}"))
                    }
                }
            }
        }
    )* };
}

display! { Body Block Attribute }

/// The content of a block.
struct Content<'a> {
    body: BodyRef<'a>,
    /// The block, and the number of its labels that are left out.
    labels: Option<(BlockRef<'a>, u32)>,
}

impl<'a> Content<'a> {
    fn of(block: BlockRef<'a>, taken: u32) -> Self {
        Content { body: block.body(), labels: Some((block, taken)) }
    }
}

/// Serialized for this crate's documents as a struct with flattened fields, item by item. Other
/// formats get each name once: several blocks of a type are a sequence.
impl Serialize for Content<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some((block, taken)) = self.labels {
            let labels: Vec<_> =
                block.labels().skip(taken as usize).map(|label| label.value()).collect();
            map.serialize_entry("$labels", &labels)?;
        }
        if writes_document::<S>() {
            for item in self.body.items() {
                map.serialize_entry(item.name(), &self.entry(item))?;
            }
        } else {
            for (name, entries) in self.entries_by_name() {
                match &entries[..] {
                    [entry] => map.serialize_entry(name, entry)?,
                    entries => map.serialize_entry(name, entries)?,
                }
            }
        }
        match comments_at_end(self.body) {
            "" => {}
            comments => map.serialize_entry("#", &Comment(comments))?,
        }
        map.end()
    }
}

impl<'a> Content<'a> {
    fn entry(&self, item: ItemRef<'a>) -> Entry<'a> {
        match (item.as_attribute(), item.as_block()) {
            (_, Some(block)) if self.body.tree().holds_values() => {
                Entry::Block(Content::of(block, 0))
            }
            (Some(attribute), _)
                if item.as_property().is_some() || !is_as_written(attribute.expression()) =>
            {
                Entry::Source(Source(attribute.expression()))
            }
            _ => Entry::Item(Item(item_source(item, self.body.source()))),
        }
    }

    /// The entries by name, in the order in which the names first occur.
    fn entries_by_name(&self) -> Vec<(&'a str, Vec<Entry<'a>>)> {
        let mut entries: Vec<(&str, Vec<Entry<'_>>)> = Vec::new();
        let mut positions = HashMap::new();
        for item in self.body.items() {
            let position = *positions.entry(item.name()).or_insert(entries.len());
            match entries.get_mut(position) {
                Some((_, others)) => others.push(self.entry(item)),
                None => entries.push((item.name(), vec![self.entry(item)])),
            }
        }
        entries
    }
}

/// Whether the serializer is that of documents, also inside flattened fields.
fn writes_document<S>() -> bool {
    let name = type_name::<S>();
    [type_name::<super::Serializer>(), "serde_hcl::ser::compound::Compound"]
        .iter()
        .any(|own| name.contains(own))
}

/// An item of a body.
enum Entry<'a> {
    Block(Content<'a>),
    Source(Source<'a>),
    Item(Item<'a>),
}

impl Serialize for Entry<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Entry::Block(content) => content.serialize(serializer),
            Entry::Source(source) => source.serialize(serializer),
            Entry::Item(item) => item.serialize(serializer),
        }
    }
}

fn is_as_written(expression: ExpressionRef<'_>) -> bool {
    matches!(expression_text(expression), Ok(Cow::Borrowed(_)))
}

/// The text of an expression.
struct Source<'a>(ExpressionRef<'a>);

impl Serialize for Source<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = expression_source(self.0).map_err(pass_on)?;
        serializer.serialize_newtype_struct(newtype_names::EXPRESSION, &*text)
    }
}

/// Lines of comments.
struct Comment<'a>(&'a str);

impl Serialize for Comment<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(newtype_names::COMMENT, self.0)
    }
}

/// The text of an item of a body.
struct Item<'a>(&'a str);

impl Serialize for Item<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(newtype_names::ITEM, self.0)
    }
}
