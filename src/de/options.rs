//! The options of a decode, and its warnings.

use std::mem;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use crate::diagnostic::Diagnostic;
use crate::diagnostic::error::{Category, Error, Result};
use crate::eval::Context;
use crate::extension::Expand;

/// A context and the options of a [`Decoder`](crate::Decoder).
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    pub(crate) context: Context,
    /// The expansion of `dynamic` blocks.
    pub(crate) expansion: Option<Expand>,
    pub(crate) unwraps_single_blocks: bool,
    pub(crate) denies_unused: bool,
    pub(crate) warnings: Option<Warnings>,
}

impl Options {
    /// No variables, functions and options, made only once: making an empty context took a twentieth of the
    /// time of decoding a small document.
    pub(crate) fn empty() -> &'static Options {
        static EMPTY: LazyLock<Options> = LazyLock::new(Options::default);
        &EMPTY
    }

    /// Whether items that no field takes are recorded.
    pub(crate) fn watches_unused(&self) -> bool {
        self.denies_unused || self.warnings.is_some()
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
        if self.denies_unused {
            return Err(Error::new(Category::Data, unused));
        }
        if let Some(warnings) = &self.warnings {
            let unused = unused.into_iter().map(Diagnostic::into_warning);
            warnings.with(|warnings| warnings.extend(unused));
        }
        Ok(())
    }
}

impl From<&Context> for Options {
    fn from(context: &Context) -> Self {
        Options { context: context.clone(), ..Options::default() }
    }
}

/// The warnings of the decodes with one decoder.
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
