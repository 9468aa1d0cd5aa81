//! Conversion of values for users of the crate.

use crate::diagnostic::catalog::extension as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::value::convert::ConversionError;
use crate::value::{Type, Value};

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
    /// assert!(error.to_string().ends_with(reason));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn convert(&self, want: &Type) -> Result<Value> {
        self.convert_with_defaults(want).map_err(|error| Error::data(catalog::conversion(&error)))
    }

    pub(crate) fn convert_with_defaults(&self, want: &Type) -> Result<Value, ConversionError> {
        want.apply_defaults(self).convert_to(want)
    }
}
