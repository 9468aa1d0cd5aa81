//! `Serialize` for the parts that a decode captures, with their original text.

use serde::ser::{Error as _, Serialize, SerializeMap, Serializer};

use super::visitor::Received;
use super::{Lazy, Spanned};
use crate::de::input::{BodyOf, Node};
use crate::document::{Content, Entry};
use crate::ser::to_value;

/// With its original text. Other formats get the text.
impl<T> Serialize for Lazy<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let part = match &self.content {
            Ok(Received::Part(part)) => part,
            Ok(Received::Value(value)) => return value.serialize(serializer),
            Err(error) => return Err(S::Error::custom(error)),
        };
        match part.node() {
            Node::Body(BodyOf::Document(body)) => {
                Content { body, labels: None }.serialize(serializer)
            }
            Node::Body(BodyOf::Block(block, taken)) => {
                Content::of(block, taken).serialize(serializer)
            }
            Node::Blocks(blocks) => {
                let taken = blocks.labels_consumed;
                let blocks = blocks.as_slice().iter();
                serializer.collect_seq(blocks.map(|block| Content::of(*block, taken)))
            }
            Node::Item(block) => {
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry(block.block_type(), &Content::of(block, 0))?;
                map.end()
            }
            node => match node.expression() {
                Some(captured) => Entry::Expression(captured).serialize(serializer),
                None => Err(S::Error::custom("no part of a document")),
            },
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
