//! Decides whether a message may show a value.
//!
//! - No other file decides how errors, reports and `Debug` show a sensitive value.
//! - No diagnostic quotes a part of a value except as a [`Quote`].
//! - No message tells a hidden value by its text, its keys or its length. Types and the names in
//!   a declared type are no secrets.

use std::fmt;

use super::{Mark, Marks, Value};

/// Stands in the place of what is not shown.
pub(crate) const HIDDEN: &str = "(sensitive)";

/// Whether a message may show what a value is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Disclosure {
    #[default]
    Shown,
    Hidden,
}

impl Disclosure {
    /// Of a value with everything in it.
    pub(crate) fn of(value: &Value) -> Self {
        let is_sensitive =
            |value: &Value| matches!(value, Value::Marked(marked) if marked.is_sensitive());
        Self::hidden_if(value.any(&mut { is_sensitive }))
    }

    /// Of a value with these marks.
    pub(crate) fn of_marks(marks: &Marks) -> Self {
        Self::hidden_if(marks.contains(&Mark::SENSITIVE))
    }

    pub(crate) fn hidden_if(is_hidden: bool) -> Self {
        if is_hidden { Disclosure::Hidden } else { Disclosure::Shown }
    }

    pub(crate) fn is_hidden(self) -> bool {
        self == Disclosure::Hidden
    }

    /// Of something that both decide on.
    #[must_use]
    pub(crate) fn and(self, other: Self) -> Self {
        Self::hidden_if(self.is_hidden() || other.is_hidden())
    }

    /// Returns the argument if it may be shown.
    pub(crate) fn show<T>(self, shown: T) -> Option<T> {
        Some(shown).filter(|_| !self.is_hidden())
    }

    /// A part of a value in quotes.
    pub(crate) fn quote(self, text: &str) -> Quote<'_> {
        Quote(self.show(text))
    }
}

/// A text in quotes, or the fact that it is not shown.
#[derive(Clone, Copy)]
pub(crate) struct Quote<'t>(Option<&'t str>);

impl fmt::Display for Quote<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(text) => write!(f, "\"{text}\""),
            None => f.write_str(HIDDEN),
        }
    }
}
