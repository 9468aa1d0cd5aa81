//! Decoding from values.

use serde::de::{Deserialize, DeserializeOwned, IntoDeserializer};

use crate::de::access::{Decoder, Session, WithDecoder, forward_deserializers};
use crate::de::buffering::DecodeHints;
use crate::de::input::{Input, Node};
use crate::de::options::Options;
use crate::de::run::{attempt, decode};
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::value::Value;
use crate::value::disclosure::Disclosure;

/// Decodes a value. It is converted in the same way as in a document: `"80"` becomes a `u16`, and
/// 15 becomes a `String`.
///
/// # Errors
///
/// If the value does not fit the type, or is unknown. Errors have a path and no position.
///
/// ```
/// use serde_hcl::{from_value, value};
///
/// let ports: Vec<u16> = from_value(value!([80, "443"]))?;
/// assert_eq!(ports, [80, 443]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
///
/// A value and a reference to one are deserializers, too, for adapters of other crates. They decode in one attempt, as
/// a [`Deserializer`](crate::Deserializer) does:
///
/// ```
/// use serde::Deserialize;
/// use serde_hcl::value;
///
/// let server = value!({ "ports": [80, "443"] });
/// let ports = Vec::<u16>::deserialize(&server["ports"])?;
/// assert_eq!(ports, [80, 443]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T> {
    decode_value(value)
}

pub(in crate::de) fn decode_value<'de, T: Deserialize<'de>>(value: Value) -> Result<T> {
    let node = Node::Value(value.clone());
    decode(&node, Options::empty().context.budget_of(0), Input::of_value)
        .map_err(|error| redact(error, &value))
}

/// Replaces an error that may show a sensitive value.
#[cold]
fn redact(error: Error, value: &Value) -> Error {
    if Disclosure::of_marks(&value.marks()).is_hidden() {
        error.hide(catalog::sensitive())
    } else if Disclosure::of(value).is_hidden() {
        error.replace_diagnostic(catalog::sensitive())
    } else {
        error
    }
}

/// Decodes in one attempt, unlike [`from_value`]; see [`Deserializer`](crate::Deserializer).
impl<'de> WithDecoder<'de> for Value {
    fn with_decoder<T>(self, decode: impl FnOnce(Decoder<'_, '_, 'de>) -> Result<T>) -> Result<T> {
        let hints = DecodeHints::for_one_attempt(false);
        let session = Session::new(Input::of_value(), &hints);
        let node = Node::Value(self.clone());
        attempt(&session, &node, None, decode).map_err(|error| redact(error, &self))
    }
}

impl<'de> WithDecoder<'de> for &Value {
    fn with_decoder<T>(self, decode: impl FnOnce(Decoder<'_, '_, 'de>) -> Result<T>) -> Result<T> {
        self.clone().with_decoder(decode)
    }
}

forward_deserializers! { Value &Value }

impl IntoDeserializer<'_, Error> for Value {
    type Deserializer = Value;

    fn into_deserializer(self) -> Value {
        self
    }
}

impl<'v> IntoDeserializer<'_, Error> for &'v Value {
    type Deserializer = &'v Value;

    fn into_deserializer(self) -> &'v Value {
        self
    }
}

/// Conversions of values, by the rules of the language: `"80"` becomes a `u16`.
macro_rules! try_from_value {
    ($($target:ty)*) => { $(
        /// Converts the value, as [`from_value`] does.
        impl TryFrom<Value> for $target {
            type Error = Error;

            fn try_from(value: Value) -> Result<Self> {
                from_value(value)
            }
        }
    )* };
}

try_from_value! { bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 String }
