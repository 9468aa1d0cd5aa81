//! Functions on YAML.
//!
//! - No recursion: documents may nest to any depth.
//! - No expansion without a limit: nodes repeated by aliases count each time.
//! - No style to choose: a value is always written in the same way.

mod decode;
mod emit;
mod scalar;

use std::sync::Arc;

use super::argument::{MAX_LENGTH, too_long};
use super::argument::{Outcome, pay};
use super::library::library;
use crate::value::{Type, Value};

library! {
    /// Functions on YAML documents. (Feature `yaml`.)
    pub(super) yaml;

    /// The value of a YAML document.
    ///
    /// Mappings become objects, sequences tuples, and timestamps strings. The form of a plain
    /// scalar determines its type: `yes` is a bool, `0x10` a number and `~` null. Merge keys and
    /// aliases are supported.
    ///
    /// ```hcl
    /// yamldecode("a: [1, yes, ~]\nb: \"1\"") == { a = [1, true, null], b = "1" }
    /// ```
    fn yamldecode(
        /// The document in YAML.
        src: Arc<str>
    ) -> Outcome {
        // The scanner and the parser examine every byte several times.
        pay(src.len() / 2)?;
        decode::decode(&src).map_err(|mistake| mistake.in_text(&src))
    }

    /// The value as a YAML document. Strings are in quotes or, if they have several lines, in
    /// blocks.
    ///
    /// ```hcl
    /// yamlencode({ a = [1, true, null], b = "x" }) == "\"a\":\n- 1\n- true\n- null\n\"b\": \"x\"\n"
    /// yamlencode("x\ny") == "|-\n  x\n  y\n"
    /// ```
    fn yamlencode(
        /// The value.
        value: Value [NULL | UNKNOWN | UNTYPED]
    ) -> Outcome {
        if !value.is_wholly_known() {
            return Ok(Value::unknown(Type::String));
        }
        Ok(Value::string(emit::document(&value, MAX_LENGTH).ok_or_else(too_long)?))
    }
}
