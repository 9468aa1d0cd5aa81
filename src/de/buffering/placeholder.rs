//! Placeholders: bytes in a serde buffer that represent a part of a document.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;

use serde::de::{Deserializer, Visitor};
use serde::forward_to_deserialize_any;

use super::scope::{Placeholder, Purpose, Use};
use super::site::Data;
use super::wording::Wanted;
use crate::de::input::Part;
use crate::diagnostic::error::{Error, Result};

/// The start of every placeholder, before the key of its thread. It is not UTF-8, so no string is a
/// placeholder.
const MARK: &[u8] = b"\xffserde_hcl:";
/// The same in a text that serde has made from the bytes to show them.
const LOSSY_MARK: &str = "\u{fffd}serde_hcl:";

thread_local! {
    /// A random part of all placeholders: a document that has the text of a placeholder is no danger.
    static KEY: [u8; 16] = {
        let random = RandomState::new().hash_one(MARK);
        std::array::from_fn(|at| b"0123456789abcdef"[(random >> (4 * at)) as usize % 16])
    };
}

impl Placeholder {
    /// The bytes of the placeholder for a buffer, which represent `part` from now on.
    pub(in crate::de) fn into_bytes(self, part: Option<Part>) -> Vec<u8> {
        self.with(|_, entry| {
            entry.part = part;
            entry.is_buffered = true;
        });
        let mut bytes = Vec::with_capacity(48);
        bytes.extend_from_slice(MARK);
        KEY.with(|key| bytes.extend_from_slice(key));
        // Writing to a vector can't fail.
        let _ = write!(bytes, "{}", self.0);
        bytes
    }

    /// Takes the failure back, if the placeholder was not buffered.
    pub(in crate::de) fn take_failure(self) -> Option<Error> {
        let failure = self.with(|_, entry| match &mut entry.purpose {
            Purpose::Failure { error, .. } => error.take(),
            _ => None,
        });
        failure.flatten()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Self::after_mark(bytes.strip_prefix(MARK)?)
    }

    fn after_mark(bytes: &[u8]) -> Option<Self> {
        let number = KEY.with(|key| bytes.strip_prefix(key))?;
        Some(Placeholder(std::str::from_utf8(number).ok()?.parse().ok()?))
    }
}

/// Whether the bytes are a placeholder and not data.
pub(crate) fn is_placeholder(bytes: &[u8]) -> bool {
    Placeholder::from_bytes(bytes).is_some()
}

/// Captures the part that the bytes represent: `None` if they are not a placeholder, `Some(None)`
/// if the part is not available in this attempt.
pub(in crate::de) fn take(bytes: &[u8]) -> Option<Option<Part>> {
    let placeholder = Placeholder::from_bytes(bytes)?;
    let part = placeholder.with(|source_requested, entry| {
        *source_requested |= match entry.purpose {
            Purpose::Entry(_) => true,
            Purpose::Asked(_, Data::Scalar) => false,
            _ => entry.part.is_none(),
        };
        entry.last_use = Some(Use::Captured);
        entry.part.clone()
    });
    Some(part.flatten())
}

/// Records that a target rejected bytes, which may be a placeholder.
pub(in crate::de) fn record_refusal(bytes: &[u8], wanted: Wanted) {
    if let Some(placeholder) = Placeholder::from_bytes(bytes) {
        placeholder.with(|_, entry| {
            entry.refuse();
            entry.wants.add(wanted);
        });
    }
}

/// The same for the text that serde makes of the bytes when it expects the name of a variant.
pub(in crate::de) fn record_refused_text(text: &str) {
    let rest = text.strip_prefix(LOSSY_MARK).map(str::as_bytes);
    if let Some(placeholder) = rest.and_then(Placeholder::after_mark) {
        placeholder.with(|_, entry| entry.refuse());
    }
}

/// The bytes of a placeholder inside newtypes. A target that captures opens all newtypes; one that
/// accepts bytes opens none, or as many as its type has.
pub(in crate::de) struct SealedBytes {
    bytes: Vec<u8>,
    newtypes: u8,
}

impl SealedBytes {
    /// More newtypes than a type for bytes has.
    const NEWTYPES: u8 = 8;

    pub(in crate::de) fn new(bytes: Vec<u8>) -> Self {
        SealedBytes { bytes, newtypes: Self::NEWTYPES }
    }
}

impl<'de> Deserializer<'de> for SealedBytes {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let SealedBytes { bytes, newtypes } = self;
        match newtypes.checked_sub(1) {
            Some(newtypes) => visitor.visit_newtype_struct(SealedBytes { bytes, newtypes }),
            None => visitor.visit_byte_buf(bytes),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
