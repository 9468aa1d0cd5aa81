//! A cache of recently used patterns.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use hashbrown::HashMap;

use super::pattern::Pattern;
use crate::limits::budget::charge;

/// In bytes, more than most configurations need. When it is exceeded, all patterns are dropped.
const CAPACITY: usize = 32 << 20;

#[derive(Default)]
struct Patterns {
    by_text: HashMap<Box<str>, Arc<Pattern>>,
    memory: usize,
}

static PATTERNS: LazyLock<Mutex<Patterns>> = LazyLock::new(Mutex::default);

/// The pattern, compiled unless it is in the cache. The charge is the same.
pub(super) fn pattern(text: &str) -> Result<Arc<Pattern>, String> {
    let unpaid = || Err("the budget is used up".to_owned());
    if !charge(text.len()) {
        return unpaid();
    }
    let lock = || PATTERNS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pattern) = lock().by_text.get(text) {
        return if pattern.pay_again() { Ok(Arc::clone(pattern)) } else { unpaid() };
    }
    let pattern = Arc::new(Pattern::compile(text)?);
    let memory = pattern.memory() + text.len();
    let mut patterns = lock();
    if patterns.memory + memory > CAPACITY {
        *patterns = Patterns::default();
    }
    if patterns.by_text.insert(text.into(), Arc::clone(&pattern)).is_none() {
        patterns.memory += memory;
    }
    Ok(pattern)
}
