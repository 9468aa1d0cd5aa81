//! Items of documents that no field takes, and their treatment by a context.

use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use super::Context;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::error::{Category, Error, Result};

/// The warnings of the decodes with one context.
#[derive(Clone, Debug, Default)]
pub(crate) struct Warnings(Arc<Mutex<Vec<Diagnostic>>>);

impl Warnings {
    pub(crate) fn take(&self) -> Vec<Diagnostic> {
        self.with(mem::take)
    }

    fn with<T>(&self, act: impl FnOnce(&mut Vec<Diagnostic>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Context {
    /// Whether items that no field takes are recorded.
    pub(crate) fn watches_unused(&self) -> bool {
        self.decoding().denies_unused || self.decoding().warnings.is_some()
    }

    /// Passes items of a document that no field has taken.
    ///
    /// # Errors
    ///
    /// If they are denied.
    pub(crate) fn report_unused(&self, unused: Vec<Diagnostic>) -> Result<()> {
        if unused.is_empty() {
            return Ok(());
        }
        if self.decoding().denies_unused {
            return Err(Error::new(Category::Data, unused));
        }
        if let Some(warnings) = &self.decoding().warnings {
            let unused = unused.into_iter().map(Diagnostic::into_warning);
            warnings.with(|warnings| warnings.extend(unused));
        }
        Ok(())
    }
}
