//! The mistakes found so far, and taking back those that turned out not to matter.

use crate::budget;
use crate::diagnostic::Diagnostic;

/// More than this many findings of one evaluation help nobody, but an iteration could make them.
const KEPT: usize = 1_000;

/// What a finding costs: several texts.
const COST: usize = 16;

/// Findings in the order in which they are reported. Those beyond the first thousand are counted,
/// not kept.
#[derive(Default)]
pub(super) struct Findings {
    kept: Vec<Diagnostic>,
    dropped: usize,
}

/// A point between findings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Point(usize);

impl Point {
    /// The point behind the next finding.
    pub(super) fn next(self) -> Point {
        Point(self.0 + 1)
    }
}

impl Findings {
    pub(super) fn now(&self) -> Point {
        Point(self.kept.len() + self.dropped)
    }

    /// Whether anything was found since.
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

    /// Reports a finding before those that were made since `point`.
    pub(super) fn insert(&mut self, point: Point, diagnostic: Diagnostic) {
        if self.kept.len() < KEPT && point.0 < self.kept.len() {
            self.kept.insert(point.0, diagnostic);
        } else {
            self.push(diagnostic);
        }
    }

    /// Forgets what was found since `point`.
    pub(super) fn forget_since(&mut self, point: Point) {
        self.dropped = point.0.saturating_sub(self.kept.len());
        self.kept.truncate(point.0);
    }

    /// Forgets what was found between two points.
    pub(super) fn forget_between(&mut self, from: Point, to: Point) {
        let kept = self.kept.len();
        let (start, end) = (from.0.min(kept), to.0.min(kept));
        self.kept.drain(start..end);
        self.dropped -= (to.0 - from.0) - (end - start);
    }

    /// Takes out what was found since `point`.
    pub(super) fn take_since(&mut self, point: Point) -> Findings {
        let found = self.now().0 - point.0;
        let kept = self.kept.split_off(point.0.min(self.kept.len()));
        let dropped = found - kept.len();
        self.dropped -= dropped;
        Findings { kept, dropped }
    }

    /// Adds what was taken out.
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
