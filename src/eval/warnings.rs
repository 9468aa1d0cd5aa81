//! Warnings that decodes with one context collect.

use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use crate::diagnostic::Diagnostic;

/// The warnings of the decodes with one context.
#[derive(Clone, Debug, Default)]
pub(crate) struct Warnings(Arc<Mutex<Vec<Diagnostic>>>);

impl Warnings {
    pub(crate) fn take(&self) -> Vec<Diagnostic> {
        self.with(mem::take)
    }

    pub(super) fn with<T>(&self, act: impl FnOnce(&mut Vec<Diagnostic>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
