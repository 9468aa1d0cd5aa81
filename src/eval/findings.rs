//! The diagnostics of an evaluation, which can be withdrawn.

use crate::budget;
use crate::diagnostic::Diagnostic;

/// The limit for kept diagnostics of one evaluation. An iteration can produce any number.
const KEPT: usize = 1_000;

/// What a finding costs: several texts.
const COST: usize = 16;

/// Diagnostics in the order of their report. Those beyond the limit are counted, not kept.
#[derive(Default)]
pub(super) struct Findings {
    kept: Vec<Diagnostic>,
    dropped: usize,
}

/// A position in the list of diagnostics.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Point(usize);

impl Point {
    /// The position after the next diagnostic.
    pub(super) fn next(self) -> Point {
        Point(self.0 + 1)
    }
}

impl Findings {
    pub(super) fn now(&self) -> Point {
        Point(self.kept.len() + self.dropped)
    }

    /// Whether there are diagnostics since the mark.
    pub(super) fn any_since(&self, point: Point) -> bool {
        self.now() != point
    }

    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        budget::charge(COST);
        if self.kept.len() < KEPT {
            self.kept.push(diagnostic);
        } else {
            self.dropped += 1;
        }
    }

    /// Inserts a diagnostic before those since the mark.
    pub(super) fn insert(&mut self, point: Point, diagnostic: Diagnostic) {
        if self.kept.len() < KEPT && point.0 < self.kept.len() {
            self.kept.insert(point.0, diagnostic);
        } else {
            self.push(diagnostic);
        }
    }

    /// Withdraws the diagnostics since the mark.
    pub(super) fn forget_since(&mut self, point: Point) {
        self.dropped = point.0.saturating_sub(self.kept.len());
        self.kept.truncate(point.0);
    }

    /// Withdraws the diagnostics between two marks.
    pub(super) fn forget_between(&mut self, from: Point, to: Point) {
        let kept = self.kept.len();
        let (start, end) = (from.0.min(kept), to.0.min(kept));
        self.kept.drain(start..end);
        self.dropped -= (to.0 - from.0) - (end - start);
    }

    /// Removes and returns the diagnostics since the mark.
    pub(super) fn take_since(&mut self, point: Point) -> Findings {
        let found = self.now().0 - point.0;
        let kept = self.kept.split_off(point.0.min(self.kept.len()));
        let dropped = found - kept.len();
        self.dropped -= dropped;
        Findings { kept, dropped }
    }

    /// Adds removed diagnostics again.
    pub(super) fn append(&mut self, taken: Findings) {
        for diagnostic in taken.kept {
            self.push(diagnostic);
        }
        self.dropped += taken.dropped;
    }

    pub(super) fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.kept
    }
}
