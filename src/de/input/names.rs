//! The keys of entries: those that the source contains literally, and all others.

use std::borrow::Cow;
use std::sync::Arc;

use super::source::Input;
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::syntax::{Kind, ObjectItemRef, View};
use crate::text::span::Span;
use crate::value::HIDDEN;
use crate::value::disclosure::Disclosure;

/// The name of a JSON property, if the source contains it literally.
#[inline]
pub(super) fn plain_property_name<'t, 'de>(
    name: View<'t>,
    names: PropertyNames,
    input: &Input<'t, 'de>,
) -> Option<&'de str> {
    if name.kind() != Kind::String {
        return None;
    }
    let span = name.span();
    let text = input.text(Span::new(span.start + 1, span.end - 1));
    let is_plain = names == PropertyNames::OfBody || name.tree.is_normal(text);
    is_plain.then_some(text)
}

pub(super) fn property_key<'t, 'de>(
    name: View<'t>,
    names: PropertyNames,
    input: &Input<'t, 'de>,
) -> Result<(Cow<'de, str>, Disclosure)> {
    if let Some(text) = plain_property_name(name, names, input) {
        return Ok((Cow::Borrowed(text), Disclosure::Shown));
    }
    if names == PropertyNames::OfBody {
        return Ok((Cow::Owned(name.property_name().to_owned()), Disclosure::Shown));
    }
    let (key, disclosure) = input.object_key(ObjectItemRef::of_property(name))?;
    Ok((Cow::Owned(key), disclosure))
}

/// The key of an item, if the source contains it literally.
#[inline(always)]
pub(super) fn plain_key<'t, 'de>(
    item: ObjectItemRef<'t>,
    input: &Input<'t, 'de>,
) -> Option<&'de str> {
    input.normal_text(item.key_span()?, item.key().tree())
}

impl<'t> Input<'t, '_> {
    /// The key of an item as the name of an attribute, if the key is a literal.
    pub(in crate::de) fn attribute_name(&self, item: ObjectItemRef<'t>) -> Option<Arc<str>> {
        Some(self.names.borrow_mut().get(self.text(item.key_span()?)))
    }
}

/// The key of an item, and whether errors may show it.
pub(super) fn key<'t, 'de>(
    item: ObjectItemRef<'t>,
    input: &Input<'t, 'de>,
) -> Result<(Cow<'de, str>, Disclosure)> {
    match plain_key(item, input) {
        Some(key) => Ok((Cow::Borrowed(key), Disclosure::Shown)),
        None => input.object_key(item).map(|(key, disclosure)| (Cow::Owned(key), disclosure)),
    }
}

/// The name of an entry.
#[derive(Clone)]
pub(in crate::de) struct Key<'de> {
    pub(in crate::de) text: Cow<'de, str>,
    pub(in crate::de) span: Option<Span>,
    /// Whether errors may show it.
    pub(super) disclosure: Disclosure,
}

impl<'de> Key<'de> {
    /// A key that errors may show, and its place, if it is in the source.
    pub(in crate::de) fn new(
        text: impl Into<Cow<'de, str>>,
        span: impl Into<Option<Span>>,
    ) -> Self {
        Key { text: text.into(), span: span.into(), disclosure: Disclosure::Shown }
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
