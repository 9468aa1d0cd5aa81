//! The diagnostics of an evaluation, which can be withdrawn.

use hashbrown::HashSet;

use crate::diagnostic::Diagnostic;
use crate::limits::budget;

/// The maximum number of diagnostics that one evaluation keeps. An iteration can produce any
/// number.
const KEPT: usize = 1_000;

/// The charge for a diagnostic, which contains several texts.
const COST: usize = 16;

/// Diagnostics in the order of their report. Those above the limit are only counted.
#[derive(Default)]
pub(super) struct Diagnostics {
    kept: Vec<Diagnostic>,
    dropped: usize,
}

/// A position in the list of diagnostics.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Checkpoint(usize);

impl Checkpoint {
    /// The position after the next diagnostic.
    pub(super) fn next(self) -> Checkpoint {
        Checkpoint(self.0 + 1)
    }
}

impl Diagnostics {
    pub(super) fn checkpoint(&self) -> Checkpoint {
        Checkpoint(self.kept.len() + self.dropped)
    }

    /// Whether there are diagnostics since the checkpoint.
    pub(super) fn any_since(&self, point: Checkpoint) -> bool {
        self.checkpoint() != point
    }

    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        budget::charge(COST);
        if self.kept.len() < KEPT {
            self.kept.push(diagnostic);
        } else {
            self.dropped += 1;
        }
    }

    /// Inserts a diagnostic before those since the checkpoint.
    pub(super) fn insert(&mut self, point: Checkpoint, diagnostic: Diagnostic) {
        if self.kept.len() < KEPT && point.0 < self.kept.len() {
            self.kept.insert(point.0, diagnostic);
        } else {
            self.push(diagnostic);
        }
    }

    /// Withdraws the diagnostics since the checkpoint.
    pub(super) fn withdraw_since(&mut self, point: Checkpoint) {
        self.dropped = point.0.saturating_sub(self.kept.len());
        self.kept.truncate(point.0);
    }

    /// Withdraws the diagnostics between two checkpoints.
    pub(super) fn withdraw_between(&mut self, from: Checkpoint, to: Checkpoint) {
        let kept = self.kept.len();
        let (start, end) = (from.0.min(kept), to.0.min(kept));
        self.kept.drain(start..end);
        self.dropped -= (to.0 - from.0) - (end - start);
    }

    /// Removes and returns the diagnostics since the checkpoint.
    pub(super) fn take_since(&mut self, point: Checkpoint) -> Diagnostics {
        let found = self.checkpoint().0 - point.0;
        let kept = self.kept.split_off(point.0.min(self.kept.len()));
        let dropped = found - kept.len();
        self.dropped -= dropped;
        Diagnostics { kept, dropped }
    }

    /// Adds removed diagnostics again.
    pub(super) fn append(&mut self, taken: Diagnostics) {
        for diagnostic in taken.kept {
            self.push(diagnostic);
        }
        self.dropped += taken.dropped;
    }

    /// The diagnostics in source order, without copies, which come from lazy variables with several readers.
    pub(super) fn into_diagnostics(mut self) -> Vec<Diagnostic> {
        let mut seen = HashSet::new();
        self.kept.retain(|diagnostic| {
            diagnostic.excerpt().is_none_or(|excerpt| seen.insert(std::ptr::from_ref(excerpt)))
        });
        // The mistake of a lazy variable is in another expression; its last reader is in this one.
        self.kept.sort_by_key(|diagnostic| match diagnostic.excerpt() {
            None => diagnostic.span().map(|subject| subject.start),
            Some(_) => diagnostic.labels().last().map(|reader| reader.span().start),
        });
        self.kept
    }
}
