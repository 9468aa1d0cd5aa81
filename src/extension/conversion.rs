//! Conversion as users of values call it.

use crate::diagnostic::catalog::extension as catalog;
use crate::error::{Category, Error, Result};
use crate::value::convert::ConversionError;
use crate::value::{Type, Value};

impl Value {
    /// The value as one of type `want`, by the conversions of the language: between strings and
    /// numbers or bools that say the same, from tuples and sets to lists, from objects to maps and
    /// back. Attributes that are missing get the defaults of the type. Unknown values stay unknown,
    /// marks stay.
    ///
    /// # Errors
    ///
    /// There is no such conversion. The error has the path to the mismatch.
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
        self.convert_with_defaults(want)
            .map_err(|error| Error::of(Category::Data, catalog::conversion(&error)))
    }

    pub(crate) fn convert_with_defaults(&self, want: &Type) -> Result<Value, ConversionError> {
        want.apply_defaults(self).convert_to(want)
    }
}
