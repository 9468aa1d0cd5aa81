//! Items of documents that no field takes, and their treatment by a context.

use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use super::Context;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::error::{Category, Error, Result};

/// The warnings of the decodes in one context.
#[derive(Clone, Debug, Default)]
pub(super) struct Warnings(Arc<Mutex<Vec<Diagnostic>>>);

impl Warnings {
    fn with<T>(&self, act: impl FnOnce(&mut Vec<Diagnostic>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Context {
    /// Calls `decode` with a context that collects a warning for each argument and block that no
    /// field takes. Returns the result of `decode`, and the warnings in the order of the source.
    ///
    /// Each warning has the place of a name and the path to it, and suggests a similar name. `decode`
    /// can be anything that decodes in the given context: a function of this crate or of its JSON
    /// syntax, [`Body::decode`](crate::Body::decode), a whole application.
    ///
    /// An item is unused if the type does not ask for it. This applies to arguments, to blocks, and to
    /// the attributes of object constructors, at any depth. A part that a field captures, as
    /// [`Expression`](crate::Expression) or [`Body`](crate::Body), is used; its items are checked when
    /// it is decoded. Labels that no field takes are always errors.
    ///
    /// serde buffers the data of flattened fields and of enums with `#[serde(untagged)]` or `#[serde(tag
    /// = "…")]`. To find out which entries they read, the document is decoded again, as often as these
    /// types have fields. For an enum, an item is used if one of its variants that occur in the document
    /// reads it. A [`Deserializer`](crate::Deserializer) decodes once, and reports no items in buffers.
    ///
    /// There is a limit: a field of bytes (`#[serde(with = "serde_bytes")]`) counts as unused in such a
    /// type, although it is read. The entries that are read are found by placeholders of bytes, and only
    /// this field accepts them.
    ///
    /// ```
    /// use serde_hcl::{Context, from_str_with};
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Config {
    ///     service: Vec<Service>,
    /// }
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Service {
    ///     #[serde(rename = "$label")]
    ///     name: String,
    ///     port: Option<u16>,
    /// }
    ///
    /// let source = "service \"web\" {\n  prot = 80\n}\nlog {}\n";
    /// let (config, warnings) = Context::standard()
    ///     .collect_unused(|context| from_str_with::<Config>(source, context));
    /// assert_eq!(config?.service[0].name, "web");
    /// assert_eq!(warnings.len(), 2);
    /// assert_eq!(warnings[0].path().as_deref(), Some("service[\"web\"].prot"));
    /// assert_eq!(warnings[0].help_text(), Some("did you mean \"port\"?"));
    /// assert_eq!(warnings[1].position().unwrap().line, 4);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn collect_unused<T>(&self, decode: impl FnOnce(&Context) -> T) -> (T, Vec<Diagnostic>) {
        let warnings = Warnings::default();
        let mut context = self.clone();
        context.names_mut().warnings = Some(warnings.clone());
        let result = decode(&context);
        (result, warnings.with(mem::take))
    }

    /// Whether items that no field takes are recorded.
    pub(crate) fn watches_unused(&self) -> bool {
        self.denies_unused() || self.warnings().is_some()
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
        if self.denies_unused() {
            return Err(Error::new(Category::Data, unused));
        }
        if let Some(warnings) = self.warnings() {
            let unused = unused.into_iter().map(Diagnostic::into_warning);
            warnings.with(|warnings| warnings.extend(unused));
        }
        Ok(())
    }
}
