//! Regular expressions, in the syntax of RE2.
//!
//! - No backtracking: matching is linear in the text, for all patterns.
//! - No pattern is compiled twice in a row: those of late are kept.
//! - No pattern without a limit on its compiled size.

mod cache;
mod class;
mod pattern;
mod replacement;
mod translate;

use std::sync::Arc;

use self::pattern::Pattern;
pub(super) use self::replacement::replace_all;
use super::argument::{Outcome, UNKNOWN, Unchecked, unknown};
use super::library;
use crate::eval::FunctionError;
use crate::value::{Type, Value};

library! {
    /// Functions on regular expressions, in the syntax of RE2. (Feature `regex`.)
    pub regex;

    /// The first part of a text that matches a pattern: a string, or if the pattern has groups, a
    /// tuple of what they match, or if these have names, an object.
    ///
    /// ```hcl
    /// regex("[a-z]+", "53453453.345345aaabbbccc23454") == "aaabbbccc"
    /// regex("(\\d\\d\\d\\d)-(\\d\\d)", "2019-02-01") == ["2019", "02"]
    /// regex("^(?P<scheme>[^:/?#]+):", "https://example.com/") == { scheme = "https" }
    /// ```
    fn regex(
        /// The regular expression.
        pattern: Unchecked<Arc<str>, UNKNOWN>,
        /// The text.
        string: Unchecked<Arc<str>, UNKNOWN>
    ) -> Outcome {
        let Some(pattern) = compile(&pattern)? else { return Ok(unknown(Type::Dynamic)) };
        let Some(text) = string.as_str() else { return Ok(unknown(pattern.result_type())) };
        Ok(pattern.first(text).ok_or("no part of the text matches the pattern")?)
    }

    /// All parts of a text that match a pattern, one after the other, in a list; each is what
    /// `regex` makes of it.
    ///
    /// ```hcl
    /// regexall("[a-z]+", "1234abcd5678efgh9") == tolist(["abcd", "efgh"])
    /// length(regexall("[a-z]+", "123456789")) == 0
    /// ```
    fn regexall(
        /// The regular expression.
        pattern: Unchecked<Arc<str>, UNKNOWN>,
        /// The text.
        string: Unchecked<Arc<str>, UNKNOWN>
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
    /// Functions that replace what regular expressions match. (Feature `regex`.) Terraform has them
    /// in `replace`.
    pub replacement;

    /// The text with all matches of a pattern replaced. In the replacement, `$1`, `$name` and
    /// `${name}` stand for what the groups of the pattern match, and `$$` for a dollar sign.
    ///
    /// ```hcl
    /// regexreplace("2019-02", "(\\d+)-(\\d+)", "$2/$1") == "02/2019"
    /// ```
    fn regexreplace(
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

/// The pattern in the first argument; `None` if that is not known.
fn compile(text: &Value) -> Outcome<Option<Arc<Pattern>>> {
    let Some(text) = text.as_str() else { return Ok(None) };
    let pattern = cache::pattern(text).map_err(|reason| FunctionError::argument(0, reason))?;
    // Checked here because replacements may mix them.
    if pattern.mixes_groups() {
        let reason = "either all groups of a pattern have names, or none does";
        return Err(FunctionError::argument(0, reason));
    }
    Ok(Some(pattern))
}
