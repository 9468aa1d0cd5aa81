//! Placeholders: bytes in a serde buffer that represent a part of a document.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;

use serde::de::Expected;

use super::scope::{EntryId, Purpose, Use};
use super::site::Data;
use super::wording::Wanted;
use crate::de::input::Part;
use crate::diagnostic::error::Error;

/// The start of every placeholder, before the key of its thread. It is not UTF-8, so no string is a
/// placeholder.
const MARK: &[u8] = b"\xffserde_hcl:";
/// The same in a text that serde has made from the bytes to show them.
const LOSSY_MARK: &str = "\u{fffd}serde_hcl:";

/// A placeholder, by its entry in its scope.
#[derive(Clone, Copy)]
pub(in crate::de) struct Placeholder(EntryId);

thread_local! {
    /// A random part of all placeholders: a document that has the text of a placeholder is no danger.
    static KEY: [u8; 16] = {
        let random = RandomState::new().hash_one(MARK);
        std::array::from_fn(|at| b"0123456789abcdef"[(random >> (4 * at)) as usize % 16])
    };
}

impl Placeholder {
    /// Creates a placeholder in the innermost scope. Every attempt has a scope.
    pub(in crate::de) fn new(purpose: Purpose) -> Self {
        Placeholder(EntryId::in_innermost_scope(purpose))
    }

    /// The bytes of the placeholder for a buffer, which represent `part` from now on.
    pub(in crate::de) fn into_bytes(self, part: Option<Part>) -> Vec<u8> {
        self.0.with(|_, entry| {
            entry.part = part;
            entry.is_buffered = true;
        });
        let mut bytes = Vec::with_capacity(48);
        bytes.extend_from_slice(MARK);
        KEY.with(|key| bytes.extend_from_slice(key));
        // Writing to a vector can't fail.
        let _ = write!(bytes, "{}", self.0.0);
        bytes
    }

    /// Takes the failure back, if the placeholder was not buffered.
    pub(in crate::de) fn take_failure(self) -> Option<Error> {
        self.0.with(|_, entry| entry.failure().and_then(Option::take)).flatten()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Self::after_mark(bytes.strip_prefix(MARK)?)
    }

    fn after_mark(bytes: &[u8]) -> Option<Self> {
        let number = KEY.with(|key| bytes.strip_prefix(key))?;
        Some(Placeholder(EntryId(std::str::from_utf8(number).ok()?.parse().ok()?)))
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
    let part = placeholder.0.with(|source_requested, entry| {
        let is_scalar = matches!(entry.purpose, Purpose::Asked(_, Data::Scalar));
        *source_requested |= entry.part.is_none() && !is_scalar;
        entry.last_use = Some(Use::Captured);
        entry.part.clone()
    });
    Some(part.flatten())
}

/// Records that a target rejected bytes, which may be a placeholder.
pub(in crate::de) fn record_refusal(bytes: &[u8], expected: &dyn Expected) {
    if let Some(placeholder) = Placeholder::from_bytes(bytes) {
        let wanted = Wanted::of(expected);
        placeholder.0.with(|_, entry| {
            entry.refuse();
            entry.wants.add(wanted);
        });
    }
}

/// The same for the text that serde makes of the bytes when it expects the name of a variant.
pub(in crate::de) fn record_refused_text(text: &str) {
    let rest = text.strip_prefix(LOSSY_MARK).map(str::as_bytes);
    if let Some(placeholder) = rest.and_then(Placeholder::after_mark) {
        placeholder.0.with(|_, entry| entry.refuse());
    }
}
