//! Parsing values from text.

use std::str::FromStr;

use crate::diagnostic::error::{Error, Result};
use crate::document::parse_expression;
use crate::eval::Context;
use crate::value::Value;

/// Evaluates an expression without variables and functions.
///
/// ```
/// use serde_hcl::{Value, value};
///
/// let value: Value = "{ ports = [80, 400 + 43] }".parse()?;
/// assert_eq!(value, value!({ "ports": [80, 443] }));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
impl FromStr for Value {
    type Err = Error;

    fn from_str(source: &str) -> Result<Self> {
        parse_expression(source)?.evaluate(&Context::new())
    }
}
