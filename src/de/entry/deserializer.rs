//! A document as a serde deserializer.

use std::borrow::Cow;

use serde::de::IntoDeserializer;

use super::source::prepare;
use crate::de::access::{Decoder, Session, WithDecoder, forward_deserializers};
use crate::de::buffering::DecodeHints;
use crate::de::input::{BodyOf, Input, Node};
use crate::de::options::Options;
use crate::de::run::{attempt, report_unused};
use crate::diagnostic::error::{Error, Result};
use crate::limits::budget::limited;
use crate::parser::document::{Syntax, utf8};
use crate::syntax::BodyRef;

/// A document as a serde deserializer, for adapters such as the crates `serde_transcode` and
/// `serde_path_to_error`. To decode into a type, use [`from_str`](crate::from_str) instead.
///
/// It decodes in one attempt, without starting over as `from_str` does:
///
/// - Only the first mistake in values and expressions is reported. An error in flattened or tagged content has the place of
///   the whole content.
/// - Expressions in the fields of a struct are evaluated, to skip nulls, even if the field captures
///   them.
/// - A struct with flattened fields gets no labels.
/// - A field `$blocks` in a flattened struct, or in a variant of an untagged or internally tagged enum, takes no
///   blocks; with a default, it gets its default.
/// - Flattened content is evaluated unless a [`Body`](crate::Body) takes it.
/// - A value that an adapter decodes with a [seed](serde::de::DeserializeSeed) must nest less than 64 levels deep, if it is
///   that of an expression and not of a literal.
///
/// ```
/// use serde::de::Deserialize;
/// use serde_hcl::{Deserializer, Value};
///
/// let value = Value::deserialize(Deserializer::from_str("region = \"eu\"\n"))?;
/// assert_eq!(value["region"].as_str(), Some("eu"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
///
/// It borrows its source, so strings can be borrowed from it. Read a file or a stream completely
/// first:
///
/// ```
/// use serde::de::Deserialize;
/// use serde_hcl::{Deserializer, Value};
///
/// # let reader = "region = \"eu\"\n".as_bytes();
/// let source = std::io::read_to_string(reader)?;
/// let value = Value::deserialize(Deserializer::from_str(&source).name("main.hcl"))?;
/// assert_eq!(value["region"].as_str(), Some("eu"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Deserializer<'de> {
    source: Source<'de>,
    name: Option<Cow<'de, str>>,
    options: Options,
}

/// The source of the deserializer.
#[derive(Clone, Copy, Debug)]
enum Source<'de> {
    Text(&'de str, Syntax),
    Body(BodyRef<'de>),
}

impl<'de> Deserializer<'de> {
    /// The deserializer of a document. The document is parsed when it is decoded, so syntax errors
    /// are reported then.
    #[allow(clippy::should_implement_trait)]
    pub fn from_str(source: &'de str) -> Self {
        Self::new(Source::Text(source, Syntax::NATIVE))
    }

    /// The deserializer of a document in [JSON syntax](crate::json).
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use serde::de::Deserialize;
    /// use serde_hcl::Deserializer;
    ///
    /// let ports = HashMap::deserialize(Deserializer::from_json_str(r#"{"http": "${70 + 10}"}"#))?;
    /// assert_eq!(ports, HashMap::from([("http", 80)]));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn from_json_str(source: &'de str) -> Self {
        Self::new(Source::Text(source, Syntax::JSON))
    }

    /// The deserializer of a document in bytes.
    ///
    /// # Errors
    ///
    /// If the bytes are not UTF-8.
    pub fn from_slice(source: &'de [u8]) -> Result<Self> {
        utf8(source, None).map(Self::from_str)
    }

    /// The deserializer of a body: of a parsed document, or of a block in it.
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use serde::de::Deserialize;
    /// use serde_hcl::{Deserializer, parse};
    ///
    /// let document = parse("server {\n  port = 80\n}\n")?;
    /// let server = document.body().blocks().next().unwrap();
    /// let ports: HashMap<&str, u16> = HashMap::deserialize(Deserializer::from_body(server.body()))?;
    /// assert_eq!(ports["port"], 80);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn from_body(body: BodyRef<'de>) -> Self {
        Self::new(Source::Body(body))
    }

    fn new(source: Source<'de>) -> Self {
        Deserializer { source, name: None, options: Options::default() }
    }

    /// Sets the context of variables and functions; a [`Decoder`](crate::Decoder) passes its options, too.
    #[must_use]
    pub fn context(mut self, decoder: impl Into<crate::Decoder>) -> Self {
        self.options = decoder.into().into_options();
        self
    }

    /// Sets the name of the source in errors.
    #[must_use]
    pub fn name(mut self, name: impl Into<Cow<'de, str>>) -> Self {
        self.name = Some(name.into());
        self
    }
}

/// The nesting of values of expressions for which the stack is reserved in advance: a seed decodes only once.
const ROOM_OF_ONE_ATTEMPT: u32 = 64;

impl<'de> WithDecoder<'de> for &Deserializer<'de> {
    fn with_decoder<T>(self, decode: impl FnOnce(Decoder<'_, '_, 'de>) -> Result<T>) -> Result<T> {
        let options = &self.options;
        let text = match self.source {
            Source::Text(text, _) => text,
            Source::Body(body) => body.source(),
        };
        limited(options.context.budget_of(text.len()), || match self.source {
            Source::Text(_, syntax) => {
                let document = prepare(text, self.name.as_deref(), syntax, options)?;
                decode_once(document.body(), text, options, decode)
            }
            Source::Body(body) => match options.expansion {
                Some(expand) => {
                    let expanded = body.expand_by(expand, &options.context)?;
                    decode_once(expanded.view(), text, options, decode)
                }
                None => decode_once(body, text, options, decode),
            },
        })
    }
}

/// `source` is the source of the body. It may live shorter than the body.
fn decode_once<'t, 'de, T>(
    body: BodyRef<'t>,
    source: &'de str,
    options: &'t Options,
    decode: impl FnOnce(Decoder<'_, '_, 'de>) -> Result<T>,
) -> Result<T> {
    let hints = DecodeHints::for_one_attempt(options.watches_unused());
    let session = Session::new(Input::new(source, options, ROOM_OF_ONE_ATTEMPT), &hints);
    let node = Node::Body(BodyOf::Document(body));
    let result = attempt(&session, &node, None, decode)
        .and_then(|value| report_unused(&session, &node).map(|()| value));
    result.map_err(|error| error.attach(body.tree().origin()))
}

impl<'de> IntoDeserializer<'de, Error> for BodyRef<'de> {
    type Deserializer = Deserializer<'de>;

    fn into_deserializer(self) -> Deserializer<'de> {
        Deserializer::from_body(self)
    }
}

impl<'de> WithDecoder<'de> for Deserializer<'de> {
    fn with_decoder<T>(self, decode: impl FnOnce(Decoder<'_, '_, 'de>) -> Result<T>) -> Result<T> {
        (&self).with_decoder(decode)
    }
}

impl<'de> WithDecoder<'de> for &mut Deserializer<'de> {
    fn with_decoder<T>(self, decode: impl FnOnce(Decoder<'_, '_, 'de>) -> Result<T>) -> Result<T> {
        (&*self).with_decoder(decode)
    }
}

forward_deserializers! { Deserializer<'de> &Deserializer<'de> &mut Deserializer<'de> }
