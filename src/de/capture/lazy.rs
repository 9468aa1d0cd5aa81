//! Fields that are decoded later.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer};

use super::names;
use super::visitor::{Data, Received, receive};
use crate::diagnostic::error::Result;
use crate::text::span::Span;
use crate::value::Value;

/// A part of a document that is decoded into a `T` later: each call of [`evaluate`](Lazy::evaluate)
/// evaluates and decodes it in the given context.
///
/// It can be used in every place of a `T`: for the value of an attribute, a block, all blocks of a
/// type, an element.
///
/// ```
/// use serde::Deserialize;
/// use serde_hcl::{Context, Lazy, from_str};
///
/// #[derive(Deserialize)]
/// struct Rule {
///     limit: Lazy<u32>,
/// }
///
/// let rule: Rule = from_str("limit = load > 10 ? 100 : 1000\n")?;
/// let limits = [5, 50].map(|load| rule.limit.evaluate(&Context::new().variable("load", load)));
/// assert_eq!(limits.into_iter().collect::<Result<Vec<_>, _>>()?, [1000, 100]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub struct Lazy<T> {
    pub(in crate::de) content: Result<Received>,
    target: PhantomData<fn() -> T>,
}

impl<T> Lazy<T> {
    /// The place in the document; `None` if the part was made from a value.
    pub fn span(&self) -> Option<Span> {
        match &self.content {
            Ok(Received::Part(part)) => part.node().span(),
            _ => None,
        }
    }
}

impl<T> Lazy<T> {
    pub(crate) fn of_value(value: Result<Value>) -> Self {
        Lazy { content: value.map(Received::Value), target: PhantomData }
    }
}

impl<T> Clone for Lazy<T> {
    fn clone(&self) -> Self {
        Lazy { content: self.content.clone(), target: PhantomData }
    }
}

impl<T> fmt::Debug for Lazy<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_string())
    }
}

/// The text of the part as it was written.
impl<T> fmt::Display for Lazy<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.content {
            Ok(Received::Part(part)) => f.write_str(part.text()),
            Ok(Received::Value(value)) => value.fmt(f),
            Err(error) => write!(f, "({error})"),
        }
    }
}

impl<'de, T> Deserialize<'de> for Lazy<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let content = receive(deserializer, names::LAZY, "a value or a block", Data::LastResort)?;
        Ok(Lazy { content: Ok(content), target: PhantomData })
    }
}
