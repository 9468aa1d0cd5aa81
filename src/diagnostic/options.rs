//! The appearance of reports.

/// Options for [`Error::report_with`](crate::Error::report_with).
///
/// ```
/// use serde_hcl::ReportOptions;
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
    /// A report of ten diagnostics, without colours, that shows source lines in 140 columns.
    pub fn new() -> Self {
        ReportOptions { limit: 10, width: 140, color: false, ascii: false }
    }

    /// Limits the number of drawn diagnostics; the others are counted.
    #[must_use]
    pub fn limit(mut self, limit: usize) -> Self {
        self.limit = limit;
        self
    }

    /// Limits the shown columns of a source line to those around the place; in a report they are
    /// never more than 200, nor fewer than 20. Messages are not broken.
    #[must_use]
    pub fn width(mut self, columns: usize) -> Self {
        self.width = columns;
        self
    }

    /// Whether to draw in ANSI colours, for a terminal.
    #[must_use]
    pub fn color(mut self, color: bool) -> Self {
        self.color = color;
        self
    }

    /// Whether to draw with ASCII characters only. What the source and the messages say stays as it
    /// is.
    #[must_use]
    pub fn ascii(mut self, ascii: bool) -> Self {
        self.ascii = ascii;
        self
    }

    /// Stands for what is left out.
    pub(super) fn ellipsis(&self) -> &'static str {
        if self.ascii { "..." } else { "…" }
    }
}

impl Default for ReportOptions {
    fn default() -> Self {
        ReportOptions::new()
    }
}
