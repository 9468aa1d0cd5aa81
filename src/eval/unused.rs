//! Items of documents that no field takes, and their treatment by a context.

use super::context::Context;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::error::{Category, Error, Result};

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
