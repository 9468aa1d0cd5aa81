//! The appearance of reports.

/// Options for [`Error::report_with`](crate::Error::report_with).
///
/// ```
/// use serde_hcl::diagnostic::ReportOptions;
///
/// let error = serde_hcl::parse("a = \nb = \nc = \n").unwrap_err();
/// let report = error.report_with(&ReportOptions::new().limit(1).ascii(true));
/// assert!(report.is_ascii() && report.ends_with("... and 2 more\n"));
/// ```
#[derive(Clone, Debug)]
pub struct ReportOptions {
    pub(super) limit: usize,
    pub(super) width: usize,
    pub(super) color: bool,
    pub(super) ascii: bool,
}

impl ReportOptions {
    /// A report of ten diagnostics, without colours, with source lines of 140 columns.
    pub fn new() -> Self {
        ReportOptions { limit: 10, width: 140, color: false, ascii: false }
    }

    /// Limits the number of drawn diagnostics; the others are counted.
    ///
    /// ```
    /// use serde_hcl::diagnostic::ReportOptions;
    ///
    /// let error = serde_hcl::parse("a = \nb = \nc = \n").unwrap_err();
    /// let report = error.report_with(&ReportOptions::new().limit(2));
    /// assert!(report.ends_with("… and 1 more\n"));
    /// ```
    #[must_use]
    pub fn limit(mut self, limit: usize) -> Self {
        self.limit = limit;
        self
    }

    /// Limits the shown columns of a source line to those around the place; at most 200, and at
    /// least 20. Longer notes and helps are on several lines of about this width.
    ///
    /// ```
    /// use serde_hcl::diagnostic::ReportOptions;
    ///
    /// let source = format!("a = [{}, *]\n", ["1"; 300].join(", "));
    /// let error = serde_hcl::parse(&source).unwrap_err();
    /// let report = error.report_with(&ReportOptions::new().width(40));
    /// assert!(report.lines().all(|line| line.chars().count() < 80));
    /// ```
    #[must_use]
    pub fn width(mut self, columns: usize) -> Self {
        self.width = columns;
        self
    }

    /// Whether the report contains ANSI colours, for a terminal.
    #[must_use]
    pub fn color(mut self, color: bool) -> Self {
        self.color = color;
        self
    }

    /// Whether the report uses only ASCII characters of its own. The text of the source and of the
    /// messages is not changed.
    #[must_use]
    pub fn ascii(mut self, ascii: bool) -> Self {
        self.ascii = ascii;
        self
    }

    /// The text in place of omitted parts.
    pub(super) fn ellipsis(&self) -> &'static str {
        if self.ascii { "..." } else { "…" }
    }
}

impl Default for ReportOptions {
    fn default() -> Self {
        ReportOptions::new()
    }
}
