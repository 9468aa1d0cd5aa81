//! The entries of a body without blocks, or of an object whose keys are literals and differ. Nearly
//! all bodies and objects are of this kind. They are read directly from the tree.

use super::names::plain_key;
use super::source::Input;
use crate::distinct::are_few_and_distinct;
use crate::source::Span;
use crate::syntax::{BodyRef, ExpressionRef, Items, ObjectItems, ObjectRef};

/// Entries in source order; a cursor is before one of them.
pub(in crate::de) struct PlainEntries<'t, 'de> {
    next: Option<PlainEntry<'t, 'de>>,
    rest: Rest<'t>,
}

/// An entry that is an expression.
#[derive(Clone, Copy)]
pub(super) struct PlainEntry<'t, 'de> {
    pub(super) name: &'de str,
    /// The span of the name.
    pub(super) key: Span,
    pub(super) value: ExpressionRef<'t>,
}

/// The entries after the next one.
enum Rest<'t> {
    Attributes(Items<'t>),
    Object(ObjectItems<'t>),
}

impl<'t, 'de> PlainEntries<'t, 'de> {
    pub(super) fn of_body(body: BodyRef<'t>, input: &Input<'t, 'de>) -> Self {
        Self::new(Rest::Attributes(body.items()), input)
    }

    /// The entries of an object whose keys are few, are literals, and differ.
    pub(super) fn of_object(object: ObjectRef<'t>, input: &Input<'t, 'de>) -> Option<Self> {
        let items = object.items();
        let names = items.clone().map(|item| plain_key(item, input));
        are_few_and_distinct(names).then(|| Self::new(Rest::Object(items), input))
    }

    fn new(rest: Rest<'t>, input: &Input<'t, 'de>) -> Self {
        let mut entries = PlainEntries { next: None, rest };
        entries.skip(input);
        entries
    }

    #[inline]
    pub(super) fn next(&self) -> Option<&PlainEntry<'t, 'de>> {
        self.next.as_ref()
    }

    /// Moves past the next entry.
    #[inline]
    pub(super) fn skip(&mut self, input: &Input<'t, 'de>) {
        let next = match &mut self.rest {
            Rest::Attributes(items) => items.next().and_then(|item| {
                Some((item.name_span(), item.name_span(), item.as_attribute()?.expression()))
            }),
            Rest::Object(items) => items
                .next()
                .and_then(|item| Some((item.key_span()?, item.key().span(), item.value()))),
        };
        self.next =
            next.map(|(name, key, value)| PlainEntry { name: input.text(name), key, value });
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        let rest = match &self.rest {
            Rest::Attributes(items) => items.len(),
            Rest::Object(items) => items.len(),
        };
        rest + usize::from(self.next.is_some())
    }
}
