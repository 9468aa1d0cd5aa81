//! Compiled patterns, their cache and their matches.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use hashbrown::HashMap;
use regex::{Captures, Regex, RegexBuilder};
use regex_syntax::hir::{Class, Hir, HirKind};

use super::translate::translate;
use crate::limits::budget::{self, MAP, charge};
use crate::value::{Type, Value};

/// The maximum size of a compiled pattern in bytes.
const MAX_SIZE: usize = 10 << 20;

/// The maximum size in bytes of the states that a search keeps.
const MAX_AUTOMATON: usize = 512 << 10;

/// The number of bytes of a compiled pattern that cost as much as one element.
const COMPILED: usize = 32;

/// The number of simultaneous states of a pattern that cost as much as one element.
const STATES: usize = 8;

/// After each match the search continues. It usually does not look far ahead, so it costs less than
/// a search through the rest of the text by this factor.
const NEXT: usize = 16;

pub(super) struct Pattern {
    regex: Regex,
    /// The number of characters and classes after all repetitions are expanded. A search may have
    /// to follow this number of states at the same time.
    states: usize,
    /// The approximate compiled size in bytes.
    size: usize,
    /// The names of the groups, for those that have one.
    pub(super) groups: Vec<Option<Arc<str>>>,
}

impl Pattern {
    pub(super) fn compile(text: &str) -> Result<Pattern, String> {
        let translated = translate(text)?;
        let parsed = regex_syntax::parse(&translated);
        let (states, size) = parsed.map_or((0, 0), |pattern| measure(&pattern));
        let size = size.min(MAX_SIZE);
        if !charge_for(size) {
            return Err("the budget is used up".to_owned());
        }
        let mut builder = RegexBuilder::new(&translated);
        let builder = builder.size_limit(MAX_SIZE).dfa_size_limit(MAX_AUTOMATON);
        let regex = builder.build().map_err(|error| match error {
            regex::Error::CompiledTooBig(_) => "the pattern is too large".to_owned(),
            error => {
                let text = error.to_string();
                let reason = text.lines().last().unwrap_or_default();
                format!("the pattern is invalid: {}", reason.trim_start_matches("error: "))
            }
        })?;
        let groups = regex.capture_names().skip(1).map(|name| name.map(Arc::from)).collect();
        Ok(Pattern { regex, states, size, groups })
    }

    /// The approximate memory of the pattern in bytes, with the states that searches keep.
    fn memory(&self) -> usize {
        let automata = self.states.saturating_mul(16 << 10).min(2 * MAX_AUTOMATON);
        self.size + automata
    }

    fn cost(&self, bytes: usize) -> usize {
        let parallel = STATES + self.states.saturating_mul(1 + self.groups.len() / STATES);
        bytes.saturating_mul(parallel) / STATES
    }

    /// The matches in order.
    pub(super) fn matches<'t>(&self, text: &'t str) -> impl Iterator<Item = Captures<'t>> {
        let is_paid = charge(self.cost(text.len()));
        let matches = is_paid.then(|| self.regex.captures_iter(text)).into_iter().flatten();
        matches.take_while(move |captures| {
            let end = captures.get(0).map_or(0, |found| found.end());
            charge(4 + 4 * captures.len() + self.cost(text.len() - end) / NEXT)
        })
    }

    /// Whether some groups have names and others don't.
    pub(super) fn mixes_groups(&self) -> bool {
        let named = self.groups.iter().flatten().count();
        named != 0 && named != self.groups.len()
    }

    /// The type of the value of a match.
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
        if !charge(self.cost(text.len())) {
            return None;
        }
        if self.groups.is_empty() {
            return self.regex.find(text).map(|found| Value::string(found.as_str()));
        }
        self.regex.captures(text).map(|captures| self.parts(&captures))
    }

    pub(super) fn all(&self, text: &str) -> Vec<Value> {
        let all = self.matches(text);
        if self.groups.is_empty() {
            let found = all.filter_map(|captures| captures.get(0));
            return found.map(|found| Value::string(found.as_str())).collect();
        }
        all.map(|captures| self.parts(&captures)).collect()
    }

    /// The matches of the groups; null for groups without a match.
    fn parts(&self, captures: &Captures<'_>) -> Value {
        charge(if matches!(self.groups.first(), Some(Some(_))) { MAP } else { 0 });
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

fn charge_for(size: usize) -> bool {
    charge(size / COMPILED)
}

/// The number of states of a pattern, and its approximate compiled size in bytes.
fn measure(pattern: &Hir) -> (usize, usize) {
    const STATE: usize = 32;
    const RANGE: usize = 64;
    let sum = |parts: &[Hir]| {
        parts.iter().map(measure).fold((1_usize, STATE), |(states, size), (more, larger)| {
            (states.saturating_add(more), size.saturating_add(larger))
        })
    };
    match pattern.kind() {
        HirKind::Empty | HirKind::Look(_) => (1, STATE),
        HirKind::Literal(literal) => (literal.0.len(), literal.0.len().saturating_mul(STATE)),
        HirKind::Class(Class::Unicode(class)) => (1, class.ranges().len().saturating_mul(RANGE)),
        HirKind::Class(Class::Bytes(_)) => (1, STATE),
        HirKind::Repetition(repetition) => {
            let (states, size) = measure(&repetition.sub);
            let times = repetition.max.unwrap_or(0).max(repetition.min).saturating_add(1) as usize;
            (states.saturating_mul(times), size.saturating_mul(times))
        }
        HirKind::Capture(capture) => {
            let (states, size) = measure(&capture.sub);
            (states.saturating_add(2), size.saturating_add(2 * STATE))
        }
        HirKind::Concat(parts) | HirKind::Alternation(parts) => sum(parts),
    }
}

/// In bytes, more than most configurations need. When it is exceeded, all patterns are dropped.
const CAPACITY: usize = 32 << 20;

/// A cache of recently used patterns, and of the errors of wrong ones.
#[derive(Default)]
struct Patterns {
    by_text: HashMap<Box<str>, Result<Arc<Pattern>, String>>,
    memory: usize,
}

static PATTERNS: LazyLock<Mutex<Patterns>> = LazyLock::new(Mutex::default);

/// The pattern, compiled unless it is in the cache. The charge is the same.
pub(super) fn cached(text: &str) -> Result<Arc<Pattern>, String> {
    let unpaid = || Err("the budget is used up".to_owned());
    if !charge(text.len() + cost_of_classes(text)) {
        return unpaid();
    }
    let lock = || PATTERNS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = lock().by_text.get(text) {
        return match known {
            Ok(pattern) if !charge_for(pattern.size) => unpaid(),
            known => known.clone(),
        };
    }
    let pattern = Pattern::compile(text).map(Arc::new);
    if budget::is_spent() {
        return unpaid();
    }
    let memory = pattern.as_ref().map_or(text.len(), |pattern| pattern.memory()) + text.len();
    let mut patterns = lock();
    if patterns.memory + memory > CAPACITY {
        *patterns = Patterns::default();
    }
    if patterns.by_text.insert(text.into(), pattern.clone()).is_none() {
        patterns.memory += memory;
    }
    pattern
}

/// The charge for reading the classes of a pattern, before it is parsed. With `(?i)`, each character of a
/// class is looked up.
fn cost_of_classes(text: &str) -> usize {
    /// For a class of Unicode, such as `\pL`.
    const NAMED: usize = 512;
    /// The same if upper and lower case are the same.
    const FOLDED: usize = 4096;
    /// For a class that may have most characters, if upper and lower case are the same.
    const WIDE: usize = 8192;
    let flags = text.split("(?").skip(1).filter_map(|rest| rest.split([':', ')']).next());
    let is_folded = flags.into_iter().any(|flags| flags.contains('i'));
    let named = text.matches("\\p").count() + text.matches("\\P").count();
    if !is_folded {
        return named.saturating_mul(NAMED);
    }
    let is_wide = |class: &&str| {
        let content = class.split(']').next().unwrap_or_default();
        content.starts_with('^')
            || !content.is_ascii()
            || ["\\x", "\\P", "\\W", "\\D", "\\S", "[:^"].iter().any(|it| content.contains(it))
    };
    let negated = ["\\P", "\\W", "\\D", "\\S"].iter().map(|it| text.matches(it).count());
    let wide = text.split('[').skip(1).filter(is_wide).count() + negated.sum::<usize>();
    named.saturating_mul(FOLDED).saturating_add(wide.saturating_mul(WIDE))
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
        assert!(error(&"(".repeat(100)).contains("unclosed group"));
        assert!(error(&("(".repeat(1_000) + &")".repeat(1_000))).contains("nested"));
        assert!(error(r"\p{Klingon}").contains("property"));
    }
}
