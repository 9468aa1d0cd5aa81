//! A document as a serde deserializer.

use std::borrow::Cow;

use super::prepare;
use crate::de::access::{Decoder, Session, WithDecoder, forward_deserializers};
use crate::de::buffering::DecodeHints;
use crate::de::input::{BodyOf, Input, Node};
use crate::de::run::attempt;
use crate::error::Result;
use crate::eval::Context;

/// A document as a serde deserializer, for adapters such as those that transcode or trace paths.
///
/// It decodes once, without starting over as [`from_str`] does. Therefore fields that take no null
/// are evaluated, where they are not written out, before it is known whether they are captured; a
/// struct with flattened fields gets no labels; and flattened content is evaluated unless a
/// [`Body`](crate::Body) takes it.
///
/// ```
/// use serde::de::Deserialize;
/// use serde_hcl::{Deserializer, Value};
///
/// let value = Value::deserialize(Deserializer::from_str("region = \"eu\"\n"))?;
/// assert_eq!(value["region"].as_str(), Some("eu"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Deserializer<'de> {
    source: &'de str,
    name: Option<Cow<'de, str>>,
    context: Context,
}

impl<'de> Deserializer<'de> {
    /// The deserializer of a document. It is parsed when it is decoded, so that is what fails if
    /// there are syntax errors.
    #[allow(clippy::should_implement_trait)]
    pub fn from_str(source: &'de str) -> Self {
        Deserializer { source, name: None, context: Context::new() }
    }

    /// With the variables and functions of a context.
    #[must_use]
    pub fn with_context(mut self, context: &Context) -> Self {
        self.context = context.clone();
        self
    }

    /// With a name for the source, as errors show it.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<Cow<'de, str>>) -> Self {
        self.name = Some(name.into());
        self
    }
}

impl<'de> WithDecoder<'de> for &Deserializer<'de> {
    fn with_decoder<T>(self, decode: impl FnOnce(Decoder<'_, 'de>) -> Result<T>) -> Result<T> {
        let document = prepare(self.source, self.name.as_deref(), &self.context)?;
        let body = document.body();
        let hints = DecodeHints::for_one_attempt();
        let session = Session::new(Input::new(self.source, &self.context), &hints);
        let node = Node::Body(BodyOf::Document(body));
        attempt(&session, &node, decode).map_err(|error| error.attach(body.0.tree.origin()))
    }
}

impl<'de> WithDecoder<'de> for Deserializer<'de> {
    fn with_decoder<T>(self, decode: impl FnOnce(Decoder<'_, 'de>) -> Result<T>) -> Result<T> {
        (&self).with_decoder(decode)
    }
}

impl<'de> WithDecoder<'de> for &mut Deserializer<'de> {
    fn with_decoder<T>(self, decode: impl FnOnce(Decoder<'_, 'de>) -> Result<T>) -> Result<T> {
        (&*self).with_decoder(decode)
    }
}

forward_deserializers! { Deserializer<'de> &Deserializer<'de> &mut Deserializer<'de> }
