//! Decoding from values.

use serde::de::{Deserialize, DeserializeOwned};

use super::decoder::Decoder;
use super::forward::{Forward, forward_deserializers};
use super::lessons::Lessons;
use super::node::Node;
use super::session::Session;
use super::{attempt, decode};
use crate::diagnostic::catalog::decoding as catalog;
use crate::error::{Error, Result};
use crate::eval::Context;
use crate::value::Value;
use crate::value::disclosure::Disclosure;

/// Decodes a value, converting as from a document: `"80"` becomes a `u16` and 15 a `String`.
///
/// # Errors
///
/// Where the value does not fit the type, or is unknown. Errors have a path and no position.
///
/// ```
/// use serde_hcl::{from_value, value};
///
/// let ports: Vec<u16> = from_value(value!([80, "443"]))?;
/// assert_eq!(ports, [80, 443]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T> {
    decode_value(value)
}

pub(super) fn decode_value<'de, T: Deserialize<'de>>(value: Value) -> Result<T> {
    let context = Context::new();
    let node = Node::Value(value.clone());
    decode(&node, "", &context).map_err(|error| discreet(error, &value))
}

/// The error, unless it may tell what must not be shown.
#[cold]
fn discreet(error: Error, value: &Value) -> Error {
    if Disclosure::of_marks(&value.marks()).is_hidden() {
        error.hide(catalog::sensitive())
    } else if Disclosure::of(value).is_hidden() {
        error.settle(catalog::sensitive())
    } else {
        error
    }
}

/// Decodes once: what a type can only say by failing is an error. [`from_value`] starts over.
impl<'de> Forward<'de> for Value {
    fn with_decoder<T>(self, decode: impl FnOnce(Decoder<'_, 'de>) -> Result<T>) -> Result<T> {
        let (context, lessons) = (Context::new(), Lessons::none());
        let session = Session::new("", &context, &lessons);
        let node = Node::Value(self.clone());
        attempt(&session, &node, decode).map_err(|error| discreet(error, &self))
    }
}

impl<'de> Forward<'de> for &Value {
    fn with_decoder<T>(self, decode: impl FnOnce(Decoder<'_, 'de>) -> Result<T>) -> Result<T> {
        self.clone().with_decoder(decode)
    }
}

forward_deserializers! { Value &Value }
