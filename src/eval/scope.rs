//! Names that an expression introduces for what is inside it.

use smallvec::SmallVec;

use crate::value::Value;

/// Variables by name; inner ones hide outer ones.
#[derive(Default)]
pub(super) struct Scope<'a> {
    variables: SmallVec<[(&'a str, Value); 4]>,
}

/// How many variables there were.
#[derive(Clone, Copy)]
pub(super) struct Level(usize);

impl<'a> Scope<'a> {
    pub(super) fn level(&self) -> Level {
        Level(self.variables.len())
    }

    pub(super) fn push(&mut self, name: &'a str, value: Value) {
        self.variables.push((name, value));
    }

    /// Drops what was pushed since.
    pub(super) fn restore(&mut self, level: Level) {
        self.variables.truncate(level.0);
    }

    pub(super) fn find(&self, name: &str) -> Option<&Value> {
        self.variables.iter().rev().find(|(own, _)| *own == name).map(|(_, value)| value)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.variables.is_empty()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> {
        self.variables.iter().rev().map(|(name, _)| *name)
    }
}
