//! The values directly inside a value.

use std::collections::btree_map;
use std::slice;
use std::sync::Arc;

use super::{Set, Value};

impl Value {
    /// The elements of a tuple or a collection, or the values of the attributes of an object. `None`
    /// for other values, also for marked ones.
    #[inline]
    pub(crate) fn children(&self) -> Option<Children<'_>> {
        Some(match self {
            Value::List(_, elements)
            | Value::Set(Set { elements, .. })
            | Value::Tuple(elements) => Children::Elements(elements.iter()),
            Value::Map(_, map) | Value::Object(map) => Children::Entries(map.values()),
            _ => return None,
        })
    }

    /// The address of the first element or attribute: the same for all values that share the elements.
    pub(crate) fn address(&self) -> Option<*const Value> {
        self.children()?.next().map(std::ptr::from_ref)
    }
}

/// The iterator of [`Value::children`].
pub(crate) enum Children<'v> {
    Elements(slice::Iter<'v, Value>),
    Entries(btree_map::Values<'v, Arc<str>, Value>),
}

impl<'v> Iterator for Children<'v> {
    type Item = &'v Value;

    #[inline]
    fn next(&mut self) -> Option<&'v Value> {
        match self {
            Children::Elements(elements) => elements.next(),
            Children::Entries(values) => values.next(),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Children::Elements(elements) => elements.size_hint(),
            Children::Entries(values) => values.size_hint(),
        }
    }
}

impl ExactSizeIterator for Children<'_> {}
