//! Compiled patterns, and what they match.

use std::sync::Arc;

use regex::{Captures, Regex, RegexBuilder};

use super::translate::translate;
use crate::value::{Type, Value};

/// In bytes, what a pattern may compile to.
const MAX_SIZE: usize = 10 << 20;

pub(super) struct Pattern {
    pub(super) regex: Regex,
    /// The names of the groups, for those that have one.
    pub(super) groups: Vec<Option<Arc<str>>>,
}

impl Pattern {
    pub(super) fn compile(text: &str) -> Result<Pattern, String> {
        let translated = translate(text)?;
        let regex = RegexBuilder::new(&translated.pattern).size_limit(MAX_SIZE).build().map_err(
            |error| match error {
                regex::Error::CompiledTooBig(_) => "the pattern is too large".to_owned(),
                error => {
                    let text = error.to_string();
                    let reason = text.lines().last().unwrap_or_default();
                    format!("the pattern is invalid: {}", reason.trim_start_matches("error: "))
                }
            },
        )?;
        Ok(Pattern { regex, groups: translated.groups })
    }

    /// Whether some groups have names and others don't.
    pub(super) fn mixes_groups(&self) -> bool {
        let named = self.groups.iter().flatten().count();
        named != 0 && named != self.groups.len()
    }

    /// The type of what a match becomes.
    pub(super) fn result_type(&self) -> Type {
        let mut groups = self.groups.iter().peekable();
        match groups.peek() {
            None => Type::String,
            Some(None) => Type::tuple(groups.map(|_| Type::String)),
            Some(Some(_)) => {
                Type::object(groups.flatten().map(|name| (name.clone(), Type::String)))
            }
        }
    }

    pub(super) fn first(&self, text: &str) -> Option<Value> {
        if self.groups.is_empty() {
            return self.regex.find(text).map(|found| Value::string(found.as_str()));
        }
        self.regex.captures(text).map(|captures| self.parts(&captures))
    }

    pub(super) fn all(&self, text: &str) -> Vec<Value> {
        if self.groups.is_empty() {
            return self.regex.find_iter(text).map(|found| Value::string(found.as_str())).collect();
        }
        self.regex.captures_iter(text).map(|captures| self.parts(&captures)).collect()
    }

    /// What the groups match; null for those that took no part.
    fn parts(&self, captures: &Captures<'_>) -> Value {
        let parts = captures.iter().skip(1).map(|part| match part {
            Some(part) => Value::string(part.as_str()),
            None => Value::Null(Type::String),
        });
        match self.groups.first() {
            Some(Some(_)) => Value::object(self.groups.iter().flatten().cloned().zip(parts)),
            _ => Value::tuple(parts),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value;

    fn first(pattern: &str, text: &str) -> Option<Value> {
        Pattern::compile(pattern).unwrap().first(text)
    }

    #[test]
    fn letters_are_those_of_ascii_unless_asked_for() {
        assert_eq!(first(r"\w+", "été"), Some(value!("t")));
        assert_eq!(first(r"\pL+", "été"), Some(value!("été")));
        assert_eq!(first(r"\bt\b", "été"), Some(value!("t")));
        assert_eq!(first(r"\d", "٣"), None);
        assert_eq!(first(r"\s", "\u{b}\u{a0}"), None);
        assert_eq!(first("(?i)É.", "éa"), Some(value!("éa")));
    }

    #[test]
    fn groups_decide_on_the_result() {
        assert_eq!(first("a(?:b)", "ab"), Some(value!("ab")));
        assert_eq!(
            first("(a)|(b)", "b"),
            Some(value!([null, "b"])).map(|value| {
                value.convert_to(&Type::tuple([Type::String, Type::String])).unwrap()
            })
        );
        assert_eq!(first("(?P<x>a)(?P<y>b)", "ab"), Some(value!({ "x": "a", "y": "b" })));
    }

    #[test]
    fn patterns_are_limited() {
        let error = |pattern: &str| Pattern::compile(pattern).err().unwrap();
        assert_eq!(error(r"(\pL{900}|\pN{900}){1}"), "the pattern is too large");
        assert!(error(&"(".repeat(1_000)).contains("parenthesis"));
        assert!(error(&("(".repeat(1_000) + &")".repeat(1_000))).contains("nested"));
        assert!(error(r"\p{Klingon}").contains("property"));
    }
}
