//! Conversion of values from one type to another.
//!
//! - No conversion by trial: it is planned from the two types, then applied.
//! - No path is built before an error: the error collects it while it returns.
//! - No error text except in `error`: a mismatch is a [`Reason`].
//!
//! Circle: `plan`, `unify`. The conversion of a collection needs the common type of its elements.

mod apply;
mod error;
mod plan;
mod replace;
mod unify;

pub use self::error::ConversionError;
pub(crate) use self::error::Reason;
pub(crate) use self::plan::{Conversion, Safety};
pub(crate) use self::unify::{element_type, unify, unify_values};
use super::{Type, Value};

impl Value {
    /// Converts the value to the type `want`, by the rules of the language: between strings and
    /// numbers or bools with the same meaning, from tuples and sets to lists, from objects to maps
    /// and back. Missing attributes get the defaults of the type. Unknown values remain unknown,
    /// marks remain.
    ///
    /// # Errors
    ///
    /// If there is no such conversion. The message names the part of the value that does not fit.
    ///
    /// ```
    /// use serde_hcl::{Type, value};
    ///
    /// let server = "object({ ports = list(number), backlog = optional(number, 16) })";
    /// let server: Type = server.parse()?;
    /// let value = value!({ "ports": ["80", 443] }).convert(&server)?;
    /// assert_eq!(value["ports"][0].as_i64(), Some(80));
    /// assert_eq!(value["backlog"].as_i64(), Some(16));
    ///
    /// let error = value!({ "ports": [80, 443, true] }).convert(&server).unwrap_err();
    /// let reason = "attribute \"ports\": element 2: a number is required, but this is a bool";
    /// assert_eq!(error.to_string(), reason);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn convert(&self, want: &Type) -> Result<Value, ConversionError> {
        want.apply_defaults(self).convert_to(want)
    }

    /// Converts the value to type `want`, by any conversion of the language.
    pub(crate) fn convert_to(&self, want: &Type) -> Result<Value, ConversionError> {
        match (self, want) {
            (_, Type::Dynamic)
            | (Value::Bool(_), Type::Bool)
            | (Value::Number(_), Type::Number)
            | (Value::String(_), Type::String) => return Ok(self.clone()),
            (
                Value::Bool(_) | Value::Number(_) | Value::String(_),
                Type::Bool | Type::Number | Type::String,
            ) => return apply::primitive(self, want),
            _ => {}
        }
        let have = self.type_of();
        if have == want.without_optional() {
            return Ok(self.clone());
        }
        Conversion::plan(&have, want, Safety::Unsafe)
            .ok_or_else(|| ConversionError::between(&have, want))
            .and_then(|conversion| conversion.apply(self))
            .map_err(|error| error.about(self))
    }
}

impl Type {
    /// The most specific type that all values of these types can be converted to, if there is one.
    ///
    /// ```
    /// use serde_hcl::Type;
    ///
    /// assert_eq!(Type::unify(&[Type::Number, Type::String]), Some(Type::String));
    /// assert_eq!(Type::unify(&[Type::Number, Type::list(Type::String)]), None);
    /// ```
    pub fn unify(types: &[Type]) -> Option<Type> {
        unify::common_type(types, Safety::Safe)
    }

    /// As [`unify`](Self::unify), but with conversions that may fail: unknown types count as types that
    /// convert.
    ///
    /// ```
    /// use serde_hcl::Type;
    ///
    /// let types = [Type::Number, Type::Dynamic];
    /// assert_eq!(Type::unify(&types), Some(Type::Dynamic));
    /// assert_eq!(Type::unify_loosely(&types), Some(Type::Number));
    /// ```
    pub fn unify_loosely(types: &[Type]) -> Option<Type> {
        unify::common_type(types, Safety::Unsafe)
    }
}

#[cfg(test)]
mod tests;
