//! Building expressions.

use std::str::FromStr;

use serde::ser::Serialize;

use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::document::{Expression, parse_expression};
use crate::ser::{to_arguments_string, to_expression_string};
use crate::syntax::ExpressionKind;
use crate::text::identifier::is_identifier;
use crate::text::quote::quoted;
use crate::value::Value;

impl Expression {
    /// An expression for a value: anything that can be serialized. An
    /// [`Expression`](crate::Expression) in the value is kept, a string becomes text.
    ///
    /// # Errors
    ///
    /// The errors of [`to_expression_string`].
    ///
    /// ```
    /// use serde_hcl::{Expression, parse_expression};
    ///
    /// let ports = Expression::encode(&[80, 443])?;
    /// assert_eq!(ports, parse_expression("[80, 443]")?);
    /// let names = Expression::encode(&(Expression::reference(["var", "name"])?, "${x}"))?;
    /// assert_eq!(names.to_string(), "[var.name, \"$${x}\"]");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn encode<T: Serialize + ?Sized>(value: &T) -> Result<Self> {
        let text = to_expression_string(value)?;
        Ok(Expression::of_new_text(text.trim_end_matches('\n')))
    }

    /// A reference: the name of a variable, then names of attributes. A name that is not an
    /// identifier becomes an index.
    ///
    /// # Errors
    ///
    /// The first name is not an identifier, or there is no name.
    ///
    /// ```
    /// use serde_hcl::Expression;
    ///
    /// let reference = Expression::reference(["aws_instance", "web", "id"])?;
    /// assert_eq!(reference.to_string(), "aws_instance.web.id");
    /// let reference = Expression::reference(["local", "ports", "a b"])?;
    /// assert_eq!(reference.to_string(), "local.ports[\"a b\"]");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn reference<N: AsRef<str>>(names: impl IntoIterator<Item = N>) -> Result<Self> {
        let mut names = names.into_iter();
        let root = names.next();
        let root = root.as_ref().map_or("", N::as_ref);
        if !is_variable(root) {
            return Err(Error::encoding(catalog::no_reference(root)));
        }
        let mut text = root.to_owned();
        for name in names {
            let name = name.as_ref();
            match is_identifier(name) {
                true => text.extend([".", name]),
                false => {
                    text.push('[');
                    quoted(name, &mut text);
                    text.push(']');
                }
            }
        }
        parse_expression(&text)
    }

    /// An expression that takes the element of this one with an index or a key. The key can be
    /// anything that can be serialized.
    ///
    /// # Errors
    ///
    /// The key can't be written.
    ///
    /// ```
    /// use serde_hcl::Expression;
    ///
    /// let first = Expression::reference(["var", "zones"])?.index(0)?;
    /// assert_eq!(first.to_string(), "var.zones[0]");
    /// let chosen = "a ? b : c".parse::<Expression>()?.index("key")?;
    /// assert_eq!(chosen.to_string(), "(a ? b : c)[\"key\"]");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn index<K: Serialize>(&self, key: K) -> Result<Self> {
        let (term, key) = (Expression::encode(self)?, to_expression_string(&key)?);
        let kind = term.view().kind();
        let is_term = matches!(kind, ExpressionKind::Call(_) | ExpressionKind::Parenthesized(_));
        // After a splat, an index would apply to each element.
        match is_term || term.as_traversal().is_some() {
            true => parse_expression(&format!("{term}[{key}]")),
            false => parse_expression(&format!("({term})[{key}]")),
        }
    }

    /// A call of a function. The arguments are a tuple or a sequence of anything that can be
    /// serialized.
    ///
    /// # Errors
    ///
    /// The name is not a valid function name, or an argument can't be written.
    ///
    /// ```
    /// use serde_hcl::Expression;
    ///
    /// let region = Expression::reference(["var", "region"])?;
    /// let name = Expression::call("format", ("%s-%02d", region, 1))?;
    /// assert_eq!(name.to_string(), "format(\"%s-%02d\", var.region, 1)");
    /// assert_eq!(Expression::call("timestamp", ())?.to_string(), "timestamp()");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn call<A: Serialize>(name: impl AsRef<str>, arguments: A) -> Result<Self> {
        let name = name.as_ref();
        if !name.split("::").all(is_identifier) {
            return Err(Error::encoding(catalog::no_function_name(name)));
        }
        let arguments = to_arguments_string(&arguments)?;
        parse_expression(&format!("{name}({arguments})"))
    }
}

/// Whether the name alone is a variable and not a keyword.
fn is_variable(name: &str) -> bool {
    is_identifier(name) && !matches!(name, "null" | "true" | "false")
}

/// Parses an expression, as [`parse_expression`] does.
impl FromStr for Expression {
    type Err = Error;

    fn from_str(source: &str) -> Result<Self> {
        parse_expression(source)
    }
}

/// An expression with this value.
///
/// # Errors
///
/// The value is not known, or it is sensitive.
impl TryFrom<&Value> for Expression {
    type Error = Error;

    fn try_from(value: &Value) -> Result<Self> {
        Expression::encode(value)
    }
}

/// An expression with this value.
///
/// # Errors
///
/// The value is not known, or it is sensitive.
impl TryFrom<Value> for Expression {
    type Error = Error;

    fn try_from(value: Value) -> Result<Self> {
        Expression::encode(&value)
    }
}
