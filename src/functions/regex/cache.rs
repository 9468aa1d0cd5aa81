//! The patterns of late.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use hashbrown::HashMap;

use super::pattern::Pattern;

/// More patterns than a configuration has, in general. When there are so many, all are forgotten.
const CAPACITY: usize = 256;

static PATTERNS: LazyLock<Mutex<HashMap<Box<str>, Arc<Pattern>>>> = LazyLock::new(Mutex::default);

/// The pattern, compiled unless it was lately.
pub(super) fn pattern(text: &str) -> Result<Arc<Pattern>, String> {
    let lock = || PATTERNS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pattern) = lock().get(text) {
        return Ok(Arc::clone(pattern));
    }
    let pattern = Arc::new(Pattern::compile(text)?);
    let mut patterns = lock();
    if patterns.len() == CAPACITY {
        patterns.clear();
    }
    patterns.insert(text.into(), Arc::clone(&pattern));
    Ok(pattern)
}
