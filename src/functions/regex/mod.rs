//! Functions on regular expressions, in the syntax of RE2.
//!
//! - No backtracking: matching is linear in the text, for all patterns.
//! - No recently used pattern is compiled again: they are kept in a cache.
//! - No pattern without a limit on its compiled size.

mod pattern;
mod replacement;
mod translate;

use std::sync::Arc;

use self::pattern::{Pattern, cached};
pub(super) use self::replacement::replace_all;
use super::argument::{Outcome, unknown};
use super::library::library;
use crate::eval::FunctionError;
use crate::value::{Type, Value};

library! {
    /// Functions on regular expressions, in the syntax of RE2. (Feature `regex`.)
    pub(super) regex;

    /// The first part of a text that matches a pattern: a string; if the pattern has groups, a
    /// tuple of their matches; if the groups have names, an object.
    ///
    /// ```hcl
    /// regex("[a-z]+", "53453453.345345aaabbbccc23454") == "aaabbbccc"
    /// regex("(\\d\\d\\d\\d)-(\\d\\d)", "2019-02-01") == ["2019", "02"]
    /// regex("^(?P<scheme>[^:/?#]+):", "https://example.com/") == { scheme = "https" }
    /// ```
    fn regex(
        /// The regular expression.
        pattern: Value as Arc<str> [UNKNOWN],
        /// The text.
        string: Value as Arc<str> [UNKNOWN]
    ) -> Outcome {
        let Some(pattern) = compile(&pattern)? else { return Ok(unknown(Type::Dynamic)) };
        let Some(text) = string.as_str() else { return Ok(unknown(pattern.result_type())) };
        Ok(pattern.first(text).ok_or("no part of the text matches the pattern")?)
    }

    /// All parts of a text that match a pattern, in order, as a list. Each element has the form of
    /// the result of `regex`.
    ///
    /// ```hcl
    /// regexall("[a-z]+", "1234abcd5678efgh9") == tolist(["abcd", "efgh"])
    /// length(regexall("[a-z]+", "123456789")) == 0
    /// ```
    fn regexall(
        /// The regular expression.
        pattern: Value as Arc<str> [UNKNOWN],
        /// The text.
        string: Value as Arc<str> [UNKNOWN]
    ) -> Outcome {
        let Some(pattern) = compile(&pattern)? else {
            return Ok(unknown(Type::list(Type::Dynamic)));
        };
        let ty = pattern.result_type();
        match string.as_str() {
            Some(text) => Ok(Value::list(ty, pattern.all(text))),
            None => Ok(unknown(Type::list(ty))),
        }
    }
}

library! {
    /// Functions of Packer and Nomad that replace the matches of regular expressions. (Feature `regex`.)
    /// In Terraform, `replace` does this.
    pub(super) replacement;

    /// The text with all matches of a pattern replaced. In the replacement, `$1`, `$name` and
    /// `${name}` are the matches of the pattern's groups, and `$$` is a dollar sign.
    ///
    /// ```hcl
    /// regex_replace("2019-02", "(\\d+)-(\\d+)", "$2/$1") == "02/2019"
    /// ```
    fn regex_replace(
        /// The text.
        str: Arc<str>,
        /// The regular expression.
        pattern: Arc<str>,
        /// The replacement for each match.
        replace: Arc<str>
    ) -> Outcome<String> {
        replace_all(&str, &pattern, &replace)
    }
}

/// The pattern in the first argument; `None` if it is unknown.
fn compile(text: &Value) -> Outcome<Option<Arc<Pattern>>> {
    let Some(text) = text.as_str() else { return Ok(None) };
    let pattern = cached(text).map_err(|reason| FunctionError::argument(0, reason))?;
    // This is an error only here, because replacements may mix them.
    if pattern.mixes_groups() {
        let reason = "either all groups of a pattern have names, or none does";
        return Err(FunctionError::argument(0, reason));
    }
    Ok(Some(pattern))
}
