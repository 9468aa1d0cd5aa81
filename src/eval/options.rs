//! The settings of a context that are no names: limits, and the options of decoding, such as the treatment of items
//! that no field takes.

use super::context::{Context, Decoding};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::error::{Category, Error, Result};

/// The addition to that budget for each byte of the source: literals charge less.
const PER_BYTE: u64 = 16;

impl Context {
    /// Limits the cost of evaluating one expression. By default the budget is 20 million.
    ///
    /// A small source can describe endless work, or a value that is larger than any memory. The
    /// unit is about one visited element: some 50 nanoseconds on average and 250 at most, and some
    /// 25 bytes if it is kept. Work is charged before it is done. When the budget is used up, the
    /// evaluation fails, also inside `try` and `can`.
    ///
    /// The [prices](crate::prices) of all operations are on a page of their own.
    ///
    /// ```
    /// use serde_hcl::{Context, parse_expression};
    ///
    /// let pairs = parse_expression("[for a in range(1000) : [for b in range(1000) : [a, b]]]")?;
    /// assert!(pairs.evaluate(&Context::standard()).is_ok());
    /// let error = pairs.evaluate(&Context::standard().budget(1_000_000)).unwrap_err();
    /// assert_eq!(error.code(), "too-expensive");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn budget(mut self, budget: u64) -> Self {
        self.limits.budget = budget;
        self
    }

    /// Limits the cost of a whole decode: of the evaluations of all expressions, and of reading
    /// their values. By default 30 million, and 16 more for each byte of the source.
    ///
    /// Each evaluation is also limited by its own [`budget`](Context::budget); see there for the
    /// prices. Literals cost nothing: their time and memory are linear in the source. The limit also
    /// applies to the values of all [`Variables`](crate::configuration::Variables) together, and to the parts of an
    /// expression that [`reduce`](crate::Expression::reduce) evaluates and writes.
    ///
    /// ```
    /// use serde_hcl::{Context, Value, from_str_with};
    ///
    /// let source = "a = [for x in range(1000) : x]\nb = [for x in range(1000) : x]\n";
    /// let context = Context::standard();
    /// assert!(from_str_with::<Value>(source, &context).is_ok());
    /// let error = from_str_with::<Value>(source, &context.decode_budget(3_000)).unwrap_err();
    /// assert_eq!(error.code(), "too-expensive");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn decode_budget(mut self, budget: u64) -> Self {
        self.limits.decode_budget = budget;
        self
    }

    /// The options of decoding.
    pub(crate) fn decoding(&self) -> &Decoding {
        &self.decoding
    }

    pub(crate) fn decoding_mut(&mut self) -> &mut Decoding {
        &mut self.decoding
    }

    /// The context for strings in JSON syntax that are plain text.
    pub(crate) fn with_literal_json_strings(&self) -> Self {
        let mut context = self.clone();
        context.decoding.has_literal_json_strings = true;
        context
    }

    pub(crate) fn evaluation_budget(&self) -> u64 {
        self.limits.budget
    }

    /// The budget for decoding a source with a length in bytes.
    pub(crate) fn budget_of(&self, source: usize) -> u64 {
        self.limits.decode_budget.saturating_add((source as u64).saturating_mul(PER_BYTE))
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
