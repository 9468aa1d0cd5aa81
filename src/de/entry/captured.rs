//! Decoding captured parts.

use serde::de::Deserialize;

use super::decoder::Decoder;
use super::source::decode_expanded;
use super::value::decode_value;
use crate::de::capture::{Lazy, Received};
use crate::de::input::{BodyOf, Node};
use crate::de::run::decode_in;
use crate::diagnostic::error::Result;
use crate::document::{Block, Body, Expression};
use crate::value::Value;

impl Expression {
    /// Evaluates the expression and decodes its value. [`Lazy`](crate::Lazy) does the same for a
    /// field with a known type.
    ///
    /// # Errors
    ///
    /// If the expression can't be evaluated in this context, or its value does not fit the type.
    ///
    /// ```
    /// use serde_hcl::{Context, parse_expression};
    ///
    /// let ports = parse_expression("[http, \"8443\"]")?;
    /// let ports: Vec<u16> = ports.decode(&Context::new().variable("http", 8080))?;
    /// assert_eq!(ports, [8080, 8443]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn decode<'a, T: Deserialize<'a>>(&'a self, decoder: impl Into<Decoder>) -> Result<T> {
        let expression = self.view();
        let node = Node::Expression(expression);
        decode_in(expression.tree(), &node, expression.source(), decoder.into().options())
    }
}

impl Body {
    /// Decodes the body. Only the parts that the type asks for are evaluated.
    ///
    /// # Errors
    ///
    /// The errors of [`from_str_with`](crate::from_str_with).
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use serde_hcl::{Body, Context, from_str};
    ///
    /// let plugins: HashMap<String, HashMap<String, Body>> = from_str(
    ///     "plugin \"cache\" {\n  size = 2 * unit\n}\n",
    /// )?;
    /// let context = Context::new().variable("unit", 1024);
    /// let cache: HashMap<String, u32> = plugins["plugin"]["cache"].decode(&context)?;
    /// assert_eq!(cache["size"], 2048);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn decode<'a, T: Deserialize<'a>>(&'a self, decoder: impl Into<Decoder>) -> Result<T> {
        self.check()?;
        decoder.into().from_body(self.view())
    }

    /// Evaluates everything in the body. A block type becomes nested objects with the labels as
    /// keys and a tuple of bodies as the innermost value, for any number of blocks.
    ///
    /// # Errors
    ///
    /// If an expression can't be evaluated in this context, or blocks of one type have different
    /// numbers of labels.
    ///
    /// ```
    /// use serde_hcl::{Body, Context, from_str, value};
    ///
    /// let body: Body = from_str("disk \"data\" {\n  size = 2 * unit\n}\n")?;
    /// let value = body.evaluate(&Context::new().variable("unit", 1024))?;
    /// assert_eq!(value, value!({ "disk": { "data": [{ "size": 2048 }] } }));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn evaluate(&self, decoder: impl Into<Decoder>) -> Result<Value> {
        self.decode(decoder)
    }
}

impl Block {
    /// Decodes the block: its body, and its labels in the same way as those of a field that is a
    /// block.
    ///
    /// # Errors
    ///
    /// The errors of [`from_str_with`](crate::from_str_with).
    ///
    /// ```
    /// use serde_hcl::{Block, Context};
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Disk {
    ///     #[serde(rename = "$label")]
    ///     name: String,
    ///     size: u32,
    /// }
    ///
    /// let block: Block = "disk \"data\" { size = 2 * unit }".parse()?;
    /// let disk: Disk = block.decode(&Context::new().variable("unit", 1024))?;
    /// assert_eq!((disk.name.as_str(), disk.size), ("data", 2048));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn decode<'a, T: Deserialize<'a>>(&'a self, decoder: impl Into<Decoder>) -> Result<T> {
        self.check()?;
        let block = self.view();
        let node = Node::Body(BodyOf::Block(block, 0));
        decode_expanded(block.tree(), &node, &block.tree().source, decoder.into().options())
    }
}

impl<T> Lazy<T> {
    /// Evaluates the captured part and decodes it.
    ///
    /// # Errors
    ///
    /// If the part can't be evaluated in this context or does not fit the type. The error has the
    /// position in the original document.
    pub fn evaluate<'a>(&'a self, decoder: impl Into<Decoder>) -> Result<T>
    where
        T: Deserialize<'a>,
    {
        match &self.content {
            Ok(Received::Part(part)) => {
                decode_expanded(part.tree(), &part.node(), part.source(), decoder.into().options())
            }
            Ok(Received::Value(value)) => decode_value(value.clone()),
            Err(error) => Err(error.clone()),
        }
    }
}
