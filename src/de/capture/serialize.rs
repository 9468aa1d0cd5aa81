//! `Serialize` for the parts that a decode captures, with their original text.

use serde::ser::{Error as _, Serialize, SerializeMap, Serializer};

use super::{Lazy, Spanned};
use crate::de::Undecoded;
use crate::document::{Content, Source};
use crate::ser::to_value;

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
