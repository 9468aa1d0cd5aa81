//! Paths into values.

use std::sync::Arc;

/// One step into a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Step {
    /// To an attribute of an object.
    Attribute(Arc<str>),
    /// To an element of a map.
    Key(Arc<str>),
    /// To an element of a list, set or tuple.
    Index(usize),
    /// To any element of a collection.
    Element,
}
