//! Serializes parts of documents with their original text.

use std::any::type_name;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;

use serde::ser::{Error as _, Serialize, SerializeMap, Serializer};

use super::change::check_name;
use super::comments::{comments_at_end, item_source};
use super::root::Root;
use super::source::Source;
use super::write::inside;
use super::{Attribute, Block, Body, Expression, body_mistakes};
use crate::diagnostic::error::{self, Error, pass_on};
use crate::format::format;
use crate::ser::{expression_source, expression_text, newtype_names, to_string};
use crate::syntax::{BlockRef, BodyRef, ExpressionRef, ItemRef};

/// With its original text. Other formats get the text.
impl Serialize for Expression {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Entry::Expression(self.view()).serialize(serializer)
    }
}

/// With its original text, including the comments before and after its items. Other formats get the
/// names of the items with their texts, and a sequence of texts if there are several blocks of a
/// type.
impl Serialize for Body {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.check().map_err(S::Error::custom)?;
        Content { body: self.view(), labels: None }.serialize(serializer)
    }
}

/// With its original text, including the comments before and after it. Other formats get the text.
impl Serialize for Block {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_item(&self.source, serializer)
    }
}

/// With its original text, including the comments before and after it. Other formats get the text.
impl Serialize for Attribute {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_item(&self.source, serializer)
    }
}

fn serialize_item<S: Serializer>(source: &Source, serializer: S) -> Result<S::Ok, S::Error> {
    source.check().map_err(S::Error::custom)?;
    let text = source.native().map_err(|error| pass_on(error, S::Error::custom))?;
    serializer.serialize_newtype_struct(newtype_names::NAMED_ITEM, text.trim_end())
}

/// The text in native syntax.
pub(super) fn native_text(root: &Root) -> error::Result<String> {
    if root.is_item() && !root.is_block() {
        let attribute = root.attribute();
        return match expression_source(attribute.expression())? {
            Cow::Borrowed(_) if attribute.as_property().is_none() => Ok(root.text().to_owned()),
            text => {
                check_name(attribute.name())?;
                format(&format!("{} = {text}\n", attribute.name()))
            }
        };
    }
    match (root.is_as_written(), root.is_block()) {
        (true, true) => Ok(root.text().to_owned()),
        (true, false) => Ok(inside(&root.text_without_marks())),
        (false, true) if root.tree.holds_values() || root.block().json_parts().is_some() => {
            to_string(&HashMap::from([(root.block().block_type(), Content::of(root.block(), 0))]))
        }
        (false, true) => Ok(root.text().to_owned()),
        (false, false) => to_string(&Content { body: root.body(), labels: None }),
    }
}

/// Writes a text, or a mistake as a comment.
pub(super) fn write_or_comment(
    text: error::Result<String>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    match text {
        Ok(text) => f.write_str(&text),
        Err(error) => error.to_string().lines().try_for_each(|line| writeln!(f, "# {line}")),
    }
}

/// The content of a body or a block.
pub(crate) struct Content<'a> {
    pub(crate) body: BodyRef<'a>,
    /// The block, and the number of its labels that are left out.
    pub(crate) labels: Option<(BlockRef<'a>, u32)>,
}

impl<'a> Content<'a> {
    pub(crate) fn of(block: BlockRef<'a>, taken: u32) -> Self {
        Content { body: block.body(), labels: Some((block, taken)) }
    }
}

/// Serialized for this crate's documents as a struct with flattened fields, item by item. Other
/// formats get each name once: several blocks of a type are a sequence.
impl Serialize for Content<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mistake =
            self.body.is_json().then(|| body_mistakes(self.body).into_iter().next()).flatten();
        if let Some(mistake) = mistake {
            let mistake = mistake.attached_to(self.body.tree().origin());
            return Err(S::Error::custom(Error::encoding(mistake)));
        }
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
            let entries = self.body.items().map(|item| (item.name(), self.entry(item)));
            for (name, entries) in grouped(entries) {
                match &entries[..] {
                    [entry] => map.serialize_entry(name, entry)?,
                    entries => map.serialize_entry(name, entries)?,
                }
            }
        }
        match comments_at_end(self.body) {
            "" => {}
            comments => map.serialize_entry("#", &Entry::Text(newtype_names::COMMENT, comments))?,
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
                Entry::Expression(attribute.expression())
            }
            _ => Entry::Text(newtype_names::ITEM, item_source(item)),
        }
    }
}

/// The parts of each key, in the order in which the keys first occur.
pub(crate) fn grouped<K: Clone + Eq + Hash, P>(
    parts: impl IntoIterator<Item = (K, P)>,
) -> Vec<(K, Vec<P>)> {
    let mut groups: Vec<(K, Vec<P>)> = Vec::new();
    let mut places = HashMap::new();
    for (key, part) in parts {
        let place = *places.entry(key.clone()).or_insert(groups.len());
        match groups.get_mut(place) {
            Some((_, parts)) => parts.push(part),
            None => groups.push((key, vec![part])),
        }
    }
    groups
}

/// Whether the serializer is that of documents, also inside flattened fields.
fn writes_document<S>() -> bool {
    let name = type_name::<S>();
    [type_name::<crate::ser::Serializer>(), "serde_hcl::ser::compound::Compound"]
        .iter()
        .any(|own| name.contains(own))
}

/// A part of a body.
pub(crate) enum Entry<'a> {
    Block(Content<'a>),
    Expression(ExpressionRef<'a>),
    /// The text of an item, or lines of comments.
    Text(&'static str, &'a str),
}

impl Serialize for Entry<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Entry::Block(content) => content.serialize(serializer),
            Entry::Expression(expression) => {
                let text = expression_source(*expression);
                let text = text.map_err(|error| pass_on(error, S::Error::custom))?;
                serializer.serialize_newtype_struct(newtype_names::EXPRESSION, &*text)
            }
            Entry::Text(name, text) => serializer.serialize_newtype_struct(name, text),
        }
    }
}

fn is_as_written(expression: ExpressionRef<'_>) -> bool {
    matches!(expression_text(expression), Ok(Cow::Borrowed(_)))
}
