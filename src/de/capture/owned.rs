//! `Expression` and `Body` as types of fields.

use serde::de::{Deserialize, Deserializer, Error as _};

use super::visitor::{Received, receive};
use super::wanted;
use crate::de::node::Node;
use crate::de::{decode_in, from_body};
use crate::document::parse_expression;
use crate::error::Result;
use crate::eval::Context;
use crate::syntax::{Body, Expression};
use crate::value::Value;

impl Expression {
    /// Evaluates the expression and decodes its value. [`Lazy`](crate::Lazy) does the same for a
    /// field that knows its type.
    ///
    /// # Errors
    ///
    /// What is wrong with the expression in this context, or with its value for the type.
    ///
    /// ```
    /// use serde_hcl::{Context, parse_expression};
    ///
    /// let ports = parse_expression("[http, \"8443\"]")?;
    /// let ports: Vec<u16> = ports.decode(&Context::new().variable("http", 8080))?;
    /// assert_eq!(ports, [8080, 8443]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn decode<'a, T: Deserialize<'a>>(&'a self, context: &Context) -> Result<T> {
        let expression = self.as_ref();
        let node = Node::Expression(expression);
        decode_in(expression.0.tree, &node, expression.source(), context)
    }
}

impl Body {
    /// Decodes the body, evaluating what the type asks for.
    ///
    /// # Errors
    ///
    /// As for [`from_str_with`](crate::from_str_with).
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
    pub fn decode<'a, T: Deserialize<'a>>(&'a self, context: &Context) -> Result<T> {
        from_body(self.as_ref(), context)
    }

    /// Evaluates everything in the body. A block type becomes nested objects of labels with a
    /// tuple of bodies at the end, however many blocks there are.
    ///
    /// # Errors
    ///
    /// What is wrong with an expression in this context, or blocks of one type that have different
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
    pub fn evaluate(&self, context: &Context) -> Result<Value> {
        self.decode(context)
    }
}

/// Anywhere a value may stand: the expression is kept as it was written, not evaluated.
impl<'de> Deserialize<'de> for Expression {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expression = match receive(deserializer, wanted::EXPRESSION, "an expression")? {
            Received::Part(part) => part.into_expression(),
            // What was evaluated already is written out.
            Received::Value(value) => {
                let (value, _) = value.unmark_deep();
                let source = value.is_wholly_known().then(|| value.to_string());
                source.and_then(|source| parse_expression(&source).ok())
            }
        };
        expression.ok_or_else(|| D::Error::custom("expected an expression"))
    }
}

/// As the type of a block, or of a flattened field that takes what the other fields leave.
impl<'de> Deserialize<'de> for Body {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match receive(deserializer, wanted::BODY, "a body")? {
            Received::Part(part) => part.into_body(),
            Received::Value(_) => None,
        }
        .ok_or_else(|| D::Error::custom("expected a body, as of a block"))
    }
}
