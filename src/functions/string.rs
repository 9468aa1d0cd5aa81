//! Text.

use std::sync::Arc;

use super::library;

library! {
    /// Functions on strings.
    string;

    /// The text in lower case.
    ///
    /// ```hcl
    /// lower("ÀB") == "àb"
    /// ```
    fn lower(str: Arc<str>) -> String {
        str.to_lowercase()
    }

    /// The text in upper case.
    ///
    /// ```hcl
    /// upper("àb") == "ÀB"
    /// ```
    fn upper(str: Arc<str>) -> String {
        str.to_uppercase()
    }
}
