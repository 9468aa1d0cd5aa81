//! The settings of a context that are no names.

use super::context::Context;

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
        self.settings.budget = budget;
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
        self.settings.decode_budget = budget;
        self
    }

    /// Whether strings in [JSON syntax](crate::json) are plain text instead of templates; see
    /// [`Decoder::literal_json_strings`](crate::Decoder::literal_json_strings).
    ///
    /// ```
    /// use serde_hcl::{Context, json};
    ///
    /// let document = json::parse(r#"{ "price": "${5}" }"#)?;
    /// let price = document.body().attribute("price").unwrap().expression();
    /// assert_eq!(price.evaluate(&Context::new())?, 5);
    /// assert_eq!(price.evaluate(&Context::new().literal_json_strings(true))?, "${5}");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn literal_json_strings(mut self, literal: bool) -> Self {
        self.settings.has_literal_json_strings = literal;
        self
    }

    pub(crate) fn has_literal_json_strings(&self) -> bool {
        self.settings.has_literal_json_strings
    }

    pub(crate) fn evaluation_budget(&self) -> u64 {
        self.settings.budget
    }

    /// The budget for decoding a source with a length in bytes.
    pub(crate) fn budget_of(&self, source: usize) -> u64 {
        self.settings.decode_budget.saturating_add((source as u64).saturating_mul(PER_BYTE))
    }
}
