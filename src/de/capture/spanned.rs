//! Values with their places in the source.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use serde::de::value::{BorrowedStrDeserializer, MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, Error as _, IntoDeserializer, MapAccess,
    SeqAccess, Visitor,
};

use super::visitor::{Received, receive_any};
use super::{Captured, names, take};
use crate::de::buffering;
use crate::de::input::{Node, Part};
use crate::de::options::Options;
use crate::diagnostic::error::{Error, pass_on};
use crate::text::span::Span;
use crate::value::Value;

/// A value and the bytes of the source that it was decoded from.
///
/// For an attribute, these are the bytes of its expression; for a block, those from its type to its
/// closing brace; for a label or a key, its own.
///
/// In content that [serde buffers](crate::serde_limits) (flattened fields, untagged and internally tagged
/// enums), only expressions and single blocks without labels have a span; blocks with labels and several
/// blocks are an error. The span is empty if no source is known: inside evaluated values, and in other
/// formats.
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

    /// The place of the value.
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

/// A value without a place.
impl<T> From<T> for Spanned<T> {
    fn from(value: T) -> Self {
        Spanned { value, span: Span::default() }
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
        SpannedSeed(PhantomData).deserialize(deserializer)
    }
}

/// The seed for the value of another seed with its span.
pub(crate) struct SpannedSeed<S>(pub(crate) S);

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for SpannedSeed<S> {
    type Value = Spanned<S::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_newtype_struct(names::SPANNED, self)
    }
}

macro_rules! data {
    ($($method:ident($argument:ty))*) => {$(
        fn $method<E: de::Error>(self, data: $argument) -> Result<Self::Value, E> {
            self.0.deserialize(data.into_deserializer()).map(Spanned::from)
        }
    )*};
}

impl<'de, S: DeserializeSeed<'de>> Visitor<'de> for SpannedSeed<S> {
    type Value = Spanned<S::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    // A deserializer without newtypes passes the value itself.
    data! {
        visit_bool(bool) visit_i64(i64) visit_u64(u64) visit_i128(i128) visit_u128(u128) visit_f64(f64)
        visit_char(char) visit_str(&str) visit_string(String) visit_bytes(&[u8])
    }

    fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Self::Value, E> {
        self.0.deserialize(BorrowedStrDeserializer::new(text)).map(Spanned::from)
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        self.0.deserialize(().into_deserializer()).map(Spanned::from)
    }

    fn visit_none<E: de::Error>(self) -> Result<Self::Value, E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, value: D) -> Result<Self::Value, D::Error> {
        self.0.deserialize(value).map(Spanned::from)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, access: A) -> Result<Self::Value, A::Error> {
        self.0.deserialize(SeqAccessDeserializer::new(access)).map(Spanned::from)
    }

    fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<Self::Value, A::Error> {
        self.0.deserialize(MapAccessDeserializer::new(access)).map(Spanned::from)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, value: D) -> Result<Self::Value, D::Error> {
        let SpannedSeed(seed) = self;
        if let Some(Captured::Span(span)) = take() {
            return seed.deserialize(value).map(|value| Spanned { value, span });
        }
        let options = if buffering::is_buffer::<D>() { buffering::request_span() } else { None };
        let Some(options) = options else {
            return seed.deserialize(value).map(Spanned::from);
        };
        let (span, value) = match receive_any(value)? {
            Received::Part(part) => (part.node().span(), evaluate(part, options)),
            Received::Value(value) => (None, Ok(value)),
        };
        match value.and_then(|value| seed.deserialize(value)) {
            Ok(value) => Ok(Spanned { value, span: span.unwrap_or_default() }),
            Err(error) => {
                let error = span.into_iter().fold(error, Error::or_at);
                Err(pass_on(error, D::Error::custom))
            }
        }
    }
}

fn evaluate(part: Part, options: Options) -> crate::Result<Value> {
    if let Node::Expression(expression) = part.node() {
        return expression.evaluate(&options.context);
    }
    match part.into_body() {
        Some(body) => body.evaluate(options),
        None => Err(Error::custom("the place of several blocks is not known here")),
    }
}
