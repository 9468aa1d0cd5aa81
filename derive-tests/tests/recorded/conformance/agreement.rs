//! The degree to which an answer agrees with the recorded one.

use std::ops::BitAnd;

use serde_hcl::diagnostic::{Diagnostic, Severity};

use super::record::{Diag, Range};

/// The points in which an answer agrees with the recorded one.
#[derive(Clone, Copy)]
pub struct Agreement {
    /// Both accept, or both reject.
    pub ok: bool,
    /// Equal type and value.
    pub value: bool,
    /// The same diagnostics by severity and summary, in the same order.
    pub summary: bool,
    /// The same diagnostics in the same places.
    pub ranges: bool,
}

/// A level of agreement; each level includes the lower ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    Nothing,
    Ok,
    Value,
    Summary,
    Ranges,
}

impl Agreement {
    pub const FULL: Self = Agreement { ok: true, value: true, summary: true, ranges: true };

    /// Compares the diagnostics. An accepted source counts as having an equal value until values
    /// are compared.
    pub fn on_diagnostics(expected: &[Diag], found: &[Diagnostic]) -> Self {
        let (expected_ok, found_ok) = (
            !expected.iter().any(|diag| diag.severity == "error"),
            !found.iter().any(|diagnostic| diagnostic.severity() == Severity::Error),
        );
        let expected: Vec<Compared<'_>> = expected.iter().map(Compared::recorded).collect();
        let found: Vec<Compared<'_>> = found.iter().map(Compared::reported).collect();
        let same_kind = |(a, b): (&Compared<'_>, &Compared<'_>)| a.is_like(b);
        let same_place = |(a, b): (&Compared<'_>, &Compared<'_>)| a.is_at(b);
        let same_count = expected.len() == found.len();
        Agreement {
            ok: expected_ok == found_ok,
            value: true,
            summary: same_count && expected.iter().zip(&found).all(same_kind),
            ranges: same_count && expected.iter().zip(&found).all(same_place),
        }
    }

    pub fn and_value(self, value: bool) -> Self {
        Agreement { value: self.value && value, ..self }
    }

    pub fn and_ranges(self, ranges: bool) -> Self {
        Agreement { ranges: self.ranges && ranges, ..self }
    }

    /// The highest level that holds together with all lower ones.
    pub fn level(self) -> Level {
        match self {
            Agreement { ok: false, .. } => Level::Nothing,
            Agreement { value: false, .. } => Level::Ok,
            Agreement { summary: false, .. } => Level::Value,
            Agreement { ranges: false, .. } => Level::Summary,
            _ => Level::Ranges,
        }
    }
}

impl BitAnd for Agreement {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Agreement {
            ok: self.ok && other.ok,
            value: self.value && other.value,
            summary: self.summary && other.summary,
            ranges: self.ranges && other.ranges,
        }
    }
}

/// The title of the reference for one that is plainer here.
fn recorded_title(summary: &str) -> &str {
    match summary {
        "Unterminated string" | "Unterminated heredoc" => "Unterminated template string",
        "Invalid parameter" => "Invalid param element",
        "Invalid variadic parameter" => "Invalid variadic_param",
        summary => summary,
    }
}

/// The facts of a diagnostic that are compared.
struct Compared<'a> {
    severity: &'a str,
    summary: &'a str,
    /// The first and the last byte; not all recordings have them.
    subject: Option<(u32, u32)>,
    /// The line and the column of the first byte.
    position: Option<(usize, usize)>,
}

impl<'a> Compared<'a> {
    fn recorded(diag: &'a Diag) -> Self {
        Compared {
            severity: &diag.severity,
            summary: &diag.summary,
            subject: diag.subject.map(Range::bytes),
            position: diag.subject.map(Range::position),
        }
    }

    fn reported(diagnostic: &'a Diagnostic) -> Self {
        Compared {
            severity: if diagnostic.severity() == Severity::Error { "error" } else { "warning" },
            summary: recorded_title(diagnostic.summary()),
            subject: diagnostic.span().map(|span| (span.start, span.end)),
            position: diagnostic.position().map(|position| (position.line, position.column)),
        }
    }

    fn is_like(&self, other: &Self) -> bool {
        (self.severity, self.summary) == (other.severity, other.summary)
    }

    fn is_at(&self, other: &Self) -> bool {
        let same_place = (self.subject, self.position) == (other.subject, other.position);
        self.is_like(other) && (self.subject.is_none() || same_place)
    }
}
