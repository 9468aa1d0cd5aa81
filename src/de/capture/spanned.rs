//! Values that know where they stand.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use serde::de::{Deserialize, Deserializer, Visitor};

use super::{Captured, names, take};
use crate::source::Span;

/// A value and the bytes of the source that it was decoded from: of an attribute, those of its
/// expression; of a block, those from its type to its closing brace; of a label or a key, its own.
///
/// The span is empty where no source is known: in content that serde buffers (flattened fields,
/// untagged and internally tagged enums), inside values that were evaluated, and in other formats.
///
/// ```
/// use std::collections::HashMap;
/// use serde_hcl::{Spanned, from_str};
///
/// let source = "port = 80\n";
/// let ports: HashMap<String, Spanned<u16>> = from_str(source)?;
/// assert_eq!(*ports["port"], 80);
/// assert_eq!(ports["port"].span().text(source), "80");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spanned<T> {
    value: T,
    span: Span,
}

impl<T> Spanned<T> {
    /// A value with a span.
    pub const fn new(value: T, span: Span) -> Self {
        Spanned { value, span }
    }

    /// Where the value stands.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The value.
    pub fn get(&self) -> &T {
        &self.value
    }

    /// The value without its span.
    pub fn into_inner(self) -> T {
        self.value
    }
}

impl<T> Deref for Spanned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Spanned<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

impl<T: fmt::Display> fmt::Display for Spanned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(names::SPANNED, SpannedVisitor(PhantomData))
    }
}

struct SpannedVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for SpannedVisitor<T> {
    type Value = Spanned<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, value: D) -> Result<Spanned<T>, D::Error> {
        let span = match take() {
            Some(Captured::Span(span)) => span,
            _ => Span::default(),
        };
        T::deserialize(value).map(|value| Spanned { value, span })
    }
}
