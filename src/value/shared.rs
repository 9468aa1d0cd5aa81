//! An [`Arc`] whose contents may be nested to any depth.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem;
use std::ops::Deref;
use std::sync::Arc;

use crate::limits::budget::charge;
use crate::limits::stack::{has_stack, nest};

/// The charge for comparing contents that are not shared: they may be wide.
const COMPARED: usize = 8;

/// A shared, immutable part of a [`Value`](crate::Value) or a [`Type`](crate::Type).
///
/// Cloning costs a reference count. Comparing, hashing, printing and dropping never overflow the
/// stack, however deep the nesting. Contents that are shared are compared by address first.
///
/// ```
/// use serde_hcl::Type;
/// use serde_hcl::value::Shared;
///
/// let element = Shared::new(Type::String);
/// assert_eq!(Type::List(element.clone()), Type::list(Type::String));
/// assert_eq!(*element, Type::String);
/// ```
#[derive(Clone, Default)]
pub struct Shared<T: Default>(Arc<T>);

impl<T: Default> Shared<T> {
    /// Shares `contents`.
    pub fn new(contents: T) -> Self {
        Shared(Arc::new(contents))
    }

    /// The contents, without a copy if nothing else shares them.
    pub fn take(mut self) -> T
    where
        T: Clone,
    {
        match Arc::get_mut(&mut self.0) {
            Some(contents) => mem::take(contents),
            None => T::clone(&self.0),
        }
    }

    /// The address of the contents, if something else shares them.
    pub(super) fn shared_address(&self) -> Option<*const ()> {
        (Arc::strong_count(&self.0) > 1).then(|| Arc::as_ptr(&self.0).cast())
    }

    /// Whether both share one allocation.
    pub(super) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The contents, mutably; copied first if they are shared.
    ///
    /// ```
    /// use serde_hcl::value::Shared;
    ///
    /// let mut text = Shared::new(String::from("a"));
    /// let before = text.clone();
    /// text.make_mut().push('b');
    /// assert_eq!((before.as_str(), text.as_str()), ("a", "ab"));
    /// ```
    pub fn make_mut(&mut self) -> &mut T
    where
        T: Clone,
    {
        Arc::make_mut(&mut self.0)
    }
}

impl<T: Default> Drop for Shared<T> {
    fn drop(&mut self) {
        // With enough stack, the contents are dropped after this in the usual way.
        if has_stack() {
            return;
        }
        if let Some(contents) = Arc::get_mut(&mut self.0) {
            nest(|| drop(mem::take(contents)));
        }
    }
}

impl<T: Default> Deref for Shared<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Default> From<T> for Shared<T> {
    fn from(contents: T) -> Self {
        Shared::new(contents)
    }
}

impl<T: Default + Eq> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        self.is(other) || charge(COMPARED) && nest(|| T::eq(self, other))
    }
}

impl<T: Default + Eq> Eq for Shared<T> {}

impl<T: Default + Ord> PartialOrd for Shared<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Default + Ord> Ord for Shared<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        if Arc::ptr_eq(&self.0, &other.0) {
            return Ordering::Equal;
        }
        nest(|| T::cmp(self, other))
    }
}

impl<T: Default + Hash> Hash for Shared<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if charge(1) {
            nest(|| T::hash(self, state));
        }
    }
}

impl<T: Default + fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        nest(|| T::fmt(self, f))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Map, Type, Value};

    const DEPTH: usize = 50_000;

    #[test]
    fn depth_never_overflows_the_stack() {
        let deep = || {
            (0..DEPTH).fold(Value::from(1), |value, level| match level % 2 {
                0 => Value::tuple([value]),
                _ => Value::Object(Map::from([("a", value)])),
            })
        };
        let (left, right) = (deep(), deep());
        assert_eq!(left, right);
        assert_eq!(left.type_of(), right.type_of());
        assert!(left.is_wholly_known() && !left.contains_marked());
        assert!(left.to_string().starts_with("{ a = [{ a = ["));
        assert!(format!("{left:?}").len() > DEPTH);
    }

    #[test]
    fn deep_types_compare_and_drop() {
        let deep = || (0..DEPTH).fold(Type::Bool, |ty, _| Type::list(ty));
        assert_eq!(deep().without_optional(), deep());
        assert!(!deep().has_dynamic());
    }
}
