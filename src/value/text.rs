//! The text of strings and of other primitive values.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::Value;

/// Text in Unicode normalization form C: the content of [`Value::String`].
///
/// Only [`Value::string`] and the conversions to a [`Value`] make it, so equal texts are equal strings. It is shared
/// as an `Arc<str>`, which it can be converted to.
///
/// ```
/// use serde_hcl::Value;
///
/// let Value::String(text) = Value::string("e\u{301}") else { unreachable!("a string") };
/// assert_eq!(&*text, "é");
/// ```
///
/// ```compile_fail
/// let text = serde_hcl::Value::String("e\u{301}".into());
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NfcText(Arc<str>);

impl NfcText {
    /// The text, which is normalized.
    #[inline]
    pub(crate) fn of(text: Arc<str>) -> Self {
        NfcText(text)
    }
}

impl Deref for NfcText {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<NfcText> for Arc<str> {
    #[inline]
    fn from(text: NfcText) -> Self {
        text.0
    }
}

impl fmt::Debug for NfcText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for NfcText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Value {
    /// The length in bytes of a string; 0 for other values.
    pub(crate) fn text_length(&self) -> usize {
        match self {
            Value::String(text) => text.len(),
            _ => 0,
        }
    }

    /// Appends the text of a bool, number or string.
    pub(crate) fn append_primitive_to(&self, text: &mut String) {
        match self {
            Value::String(own) => text.push_str(own),
            Value::Bool(bool) => text.push_str(if *bool { "true" } else { "false" }),
            Value::Number(number) => number.append_to(text),
            _ => {}
        }
    }
}
