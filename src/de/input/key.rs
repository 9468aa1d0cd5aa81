//! The keys of entries.

use std::borrow::Cow;

use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::error::Error;
use crate::text::span::Span;
use crate::value::HIDDEN;
use crate::value::disclosure::Disclosure;

/// The name of an entry.
#[derive(Clone)]
pub(in crate::de) struct Key<'de> {
    pub(in crate::de) text: Cow<'de, str>,
    pub(in crate::de) span: Option<Span>,
    /// Whether errors may show it.
    pub(super) disclosure: Disclosure,
}

impl<'de> Key<'de> {
    pub(super) fn new(text: impl Into<Cow<'de, str>>, span: Span) -> Self {
        Key::somewhere(text, Some(span))
    }

    /// A key that may be missing in the source, and that errors may show.
    pub(in crate::de) fn somewhere(text: impl Into<Cow<'de, str>>, span: Option<Span>) -> Self {
        Key { text: text.into(), span, disclosure: Disclosure::Shown }
    }

    /// The text of the key in errors.
    pub(in crate::de) fn shown(&self) -> &str {
        self.disclosure.show(&*self.text).unwrap_or(HIDDEN)
    }

    /// An error about the key, without the key if errors must not show it.
    #[cold]
    pub(in crate::de) fn refused(&self, error: Error) -> Error {
        match self.disclosure.is_hidden() {
            true => error.replace_diagnostic(catalog::sensitive()),
            false => error,
        }
    }
}

/// Whether the field takes one label.
pub(in crate::de) fn is_label_field(field: &str) -> bool {
    field == "$label" || field.starts_with("$label:")
}

/// Whether the names of JSON properties are evaluated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::de) enum PropertyNames {
    /// The names of attributes and blocks are not evaluated, and some properties are comments.
    OfBody,
    OfObject,
}
