//! Looking into values.

use std::ops::Index;

use super::{Elements, Map, NULL, Number, Value};

impl Value {
    /// The bool. Like all accessors: `None` for a value of another type, and for a marked one, so
    /// that marks don't get lost by accident; see [`unmarked`](Value::unmarked).
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(bool) => Some(*bool),
            _ => None,
        }
    }

    /// The number.
    pub fn as_number(&self) -> Option<&Number> {
        match self {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The number, if it is an integer that fits.
    pub fn as_i64(&self) -> Option<i64> {
        self.as_number()?.as_i64()
    }

    /// The number, if it is an integer that fits.
    pub fn as_u64(&self) -> Option<u64> {
        self.as_number()?.as_u64()
    }

    /// The number, rounded to the nearest `f64`.
    pub fn as_f64(&self) -> Option<f64> {
        Some(self.as_number()?.to_f64())
    }

    /// The text of the string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The elements of the list, set or tuple.
    pub fn as_elements(&self) -> Option<&Elements> {
        match self {
            Value::List(_, elements) | Value::Set(_, elements) | Value::Tuple(elements) => {
                Some(elements)
            }
            _ => None,
        }
    }

    /// The elements of the map, or the attributes of the object.
    pub fn as_map(&self) -> Option<&Map> {
        match self {
            Value::Map(_, map) | Value::Object(map) => Some(map),
            _ => None,
        }
    }

    /// The element at an index, or under a key.
    pub fn get(&self, key: impl Key) -> Option<&Value> {
        key.find(self)
    }

    /// The element at an index, or under a key, for changing. Elements of sets can't be changed.
    pub fn get_mut(&mut self, key: impl Key) -> Option<&mut Value> {
        key.find_mut(self)
    }

    /// The value at a JSON pointer (RFC 6901), such as `/servers/0/name`.
    pub fn pointer(&self, pointer: &str) -> Option<&Value> {
        if pointer.is_empty() {
            return Some(self);
        }
        pointer.strip_prefix('/')?.split('/').try_fold(self, |value, step| {
            let step = step.replace("~1", "/").replace("~0", "~");
            match value {
                Value::Map(..) | Value::Object(_) => value.get(&*step),
                _ if step.starts_with('+') || (step.len() > 1 && step.starts_with('0')) => None,
                _ => value.get(step.parse::<usize>().ok()?),
            }
        })
    }
}

/// What a [`Value`] can be indexed with: a position or a name.
pub trait Key: sealed::Sealed {
    #[doc(hidden)]
    fn find<'v>(&self, value: &'v Value) -> Option<&'v Value>;
    #[doc(hidden)]
    fn find_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for usize {}
    impl Sealed for str {}
    impl Sealed for String {}
    impl<T: Sealed + ?Sized> Sealed for &T {}
}

impl Key for usize {
    fn find<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        value.as_elements()?.get(*self)
    }

    fn find_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value> {
        match value {
            Value::List(_, elements) | Value::Tuple(elements) => elements.make_mut().get_mut(*self),
            _ => None,
        }
    }
}

impl Key for str {
    fn find<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        value.as_map()?.get(self)
    }

    fn find_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value> {
        match value {
            Value::Map(_, map) | Value::Object(map) => map.get_mut(self),
            _ => None,
        }
    }
}

impl Key for String {
    fn find<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        Key::find(self.as_str(), value)
    }

    fn find_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value> {
        Key::find_mut(self.as_str(), value)
    }
}

impl<K: Key + ?Sized> Key for &K {
    fn find<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        (**self).find(value)
    }

    fn find_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value> {
        (**self).find_mut(value)
    }
}

/// Yields `null` where [`Value::get`] finds nothing.
impl<K: Key> Index<K> for Value {
    type Output = Value;

    fn index(&self, key: K) -> &Value {
        key.find(self).unwrap_or(&NULL)
    }
}
