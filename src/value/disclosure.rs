//! Decides whether a message may show a value.
//!
//! - No other file decides how errors, reports and `Debug` show a sensitive value.
//! - No diagnostic quotes a part of a value except as a [`Quote`].
//! - No message contains the text, the keys or the length of a hidden value. Types and the names in
//!   a declared type are not secret.

use std::fmt;

use super::marks::HIDDEN;
use super::{Mark, Marks, Value};

/// Whether a message may show the content of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Disclosure {
    #[default]
    Shown,
    Hidden,
}

impl Disclosure {
    /// The disclosure of a value and its parts.
    pub(crate) fn of(value: &Value) -> Self {
        let is_sensitive =
            |value: &Value| matches!(value, Value::Marked(marked) if marked.is_sensitive());
        Self::hidden_if(value.any(&mut { is_sensitive }))
    }

    /// The disclosure of a value with these marks.
    pub(crate) fn of_marks(marks: &Marks) -> Self {
        Self::hidden_if(marks.contains(&Mark::SENSITIVE))
    }

    pub(crate) fn hidden_if(is_hidden: bool) -> Self {
        if is_hidden { Disclosure::Hidden } else { Disclosure::Shown }
    }

    pub(crate) fn is_hidden(self) -> bool {
        self == Disclosure::Hidden
    }

    /// Shown only if both allow it.
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

/// A quoted text, or a placeholder if it is hidden.
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
