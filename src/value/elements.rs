//! The elements of a list, set or tuple.

use std::fmt;
use std::ops::Deref;
use std::{slice, vec};

use super::Value;
use super::shared::Shared;

/// The elements of a list, set or tuple: a slice that is cheap to clone.
///
/// ```
/// use serde_hcl::Value;
/// use serde_hcl::value::Elements;
///
/// let elements: Elements = ["a", "b"].into_iter().collect();
/// assert_eq!(elements.len(), 2);
/// assert_eq!(elements[0].as_str(), Some("a"));
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Elements(Shared<Vec<Value>>);

impl Elements {
    /// No elements.
    pub fn new() -> Self {
        Self::default()
    }

    /// The address of the elements, if another value shares them.
    pub(super) fn shared_address(&self) -> Option<*const ()> {
        self.0.shared_address()
    }

    /// Whether both share one allocation.
    pub(super) fn is(&self, other: &Elements) -> bool {
        self.0.is(&other.0)
    }

    /// The elements, mutably; copied first if another value shares them.
    ///
    /// ```
    /// use serde_hcl::value::Elements;
    ///
    /// let mut elements = Elements::from_iter([1, 2]);
    /// let before = elements.clone();
    /// elements.make_mut().push(3.into());
    /// assert_eq!((before.len(), elements.len()), (2, 3));
    /// ```
    pub fn make_mut(&mut self) -> &mut Vec<Value> {
        self.0.make_mut()
    }
}

impl Deref for Elements {
    type Target = [Value];

    #[inline]
    fn deref(&self) -> &[Value] {
        &self.0
    }
}

impl From<Vec<Value>> for Elements {
    fn from(elements: Vec<Value>) -> Self {
        Elements(Shared::new(elements))
    }
}

impl From<Elements> for Vec<Value> {
    fn from(elements: Elements) -> Self {
        elements.0.take()
    }
}

impl<V: Into<Value>> FromIterator<V> for Elements {
    fn from_iter<I: IntoIterator<Item = V>>(elements: I) -> Self {
        elements.into_iter().map(Into::into).collect::<Vec<_>>().into()
    }
}

impl<V: Into<Value>> Extend<V> for Elements {
    fn extend<I: IntoIterator<Item = V>>(&mut self, elements: I) {
        self.make_mut().extend(elements.into_iter().map(Into::into));
    }
}

impl IntoIterator for Elements {
    type Item = Value;
    type IntoIter = vec::IntoIter<Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.take().into_iter()
    }
}

impl<'a> IntoIterator for &'a Elements {
    type Item = &'a Value;
    type IntoIter = slice::Iter<'a, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Elements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
