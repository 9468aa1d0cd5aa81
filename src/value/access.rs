//! Methods that read the contents of values.

use std::mem;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

use self::sealed::Lookup;
use super::{Elements, Map, NULL, Number, Set, Value};

impl Value {
    /// The bool. Like all accessors, `None` for a value of another type and for a marked value, so that
    /// marks are not lost by accident (see [`unmarked`](Value::unmarked)).
    ///
    /// ```
    /// use serde_hcl::Value;
    /// use serde_hcl::value::Mark;
    ///
    /// assert_eq!(Value::from("true").as_bool(), None);
    /// assert_eq!(Value::from(true).as_bool(), Some(true));
    /// assert_eq!(Value::from(true).mark(Mark::SENSITIVE).as_bool(), None);
    /// ```
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
    ///
    /// ```
    /// use serde_hcl::value;
    ///
    /// assert_eq!(value!(2.0).as_i64(), Some(2));
    /// assert_eq!(value!(2.5).as_i64(), None);
    /// assert_eq!(value!("2").as_i64(), None);
    /// ```
    pub fn as_i64(&self) -> Option<i64> {
        self.as_number()?.as_i64()
    }

    /// The number, if it is an integer that fits.
    ///
    /// ```
    /// use serde_hcl::value;
    ///
    /// assert_eq!(value!(u64::MAX).as_u64(), Some(u64::MAX));
    /// assert_eq!(value!(-1).as_u64(), None);
    /// ```
    pub fn as_u64(&self) -> Option<u64> {
        self.as_number()?.as_u64()
    }

    /// The number, if it is an integer that fits.
    pub fn as_i128(&self) -> Option<i128> {
        self.as_number()?.as_i128()
    }

    /// The number, if it is an integer that fits.
    pub fn as_u128(&self) -> Option<u128> {
        self.as_number()?.as_u128()
    }

    /// The number, rounded to the nearest `f64`.
    ///
    /// ```
    /// use serde_hcl::{Context, parse_expression};
    ///
    /// let third = parse_expression("1 / 3")?.evaluate(&Context::new())?;
    /// assert_eq!(third.as_f64(), Some(1.0 / 3.0));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn as_f64(&self) -> Option<f64> {
        Some(self.as_number()?.as_f64())
    }

    /// The text of the string.
    ///
    /// ```
    /// use serde_hcl::value;
    ///
    /// assert_eq!(value!("80").as_str(), Some("80"));
    /// // No accessor converts.
    /// assert_eq!(value!(80).as_str(), None);
    /// ```
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The elements of the list, set or tuple.
    ///
    /// ```
    /// use serde_hcl::{Type, Value, value};
    ///
    /// let set = Value::set(Type::Number, [2, 1, 2]);
    /// assert_eq!(set.as_elements().unwrap().len(), 2);
    /// assert!(value!({ "a": 1 }).as_elements().is_none());
    /// ```
    pub fn as_elements(&self) -> Option<&Elements> {
        match self {
            Value::List(_, elements)
            | Value::Set(Set { elements, .. })
            | Value::Tuple(elements) => Some(elements),
            _ => None,
        }
    }

    /// The elements of the map, or the attributes of the object.
    ///
    /// ```
    /// use serde_hcl::{Type, Value, value};
    ///
    /// for value in [value!({ "a": 1 }), Value::map(Type::Number, [("a", 1)])] {
    ///     assert_eq!(value.as_map().unwrap()["a"], 1);
    /// }
    /// ```
    pub fn as_map(&self) -> Option<&Map> {
        match self {
            Value::Map(_, map) | Value::Object(map) => Some(map),
            _ => None,
        }
    }

    /// Whether the value is a string, known and not null, with or without marks.
    ///
    /// ```
    /// use serde_hcl::{Value, value};
    /// use serde_hcl::value::Mark;
    ///
    /// let value = value!({ "name": "web", "ports": [80], "on": true });
    /// assert!(value.is_object() && value["ports"].is_list() && value["on"].is_bool());
    /// assert!(value["ports"][0].is_number() && value["name"].clone().mark(Mark::SENSITIVE).is_string());
    /// ```
    pub fn is_string(&self) -> bool {
        matches!(self.unmarked(), Value::String(_))
    }

    /// Whether the value is a number, with or without marks.
    pub fn is_number(&self) -> bool {
        matches!(self.unmarked(), Value::Number(_))
    }

    /// Whether the value is a bool, with or without marks.
    pub fn is_bool(&self) -> bool {
        matches!(self.unmarked(), Value::Bool(_))
    }

    /// Whether the value has elements: it is a list, set or tuple, with or without marks.
    pub fn is_list(&self) -> bool {
        self.unmarked().as_elements().is_some()
    }

    /// Whether the value has keys: it is a map or object, with or without marks.
    pub fn is_object(&self) -> bool {
        self.unmarked().as_map().is_some()
    }

    /// The elements of the list or tuple, mutably. `None` for sets.
    ///
    /// ```
    /// use serde_hcl::{Value, value};
    ///
    /// let mut ports = value!([80]);
    /// ports.as_elements_mut().unwrap().push(Value::from(443));
    /// assert_eq!((ports.len(), ports), (2, value!([80, 443])));
    /// ```
    pub fn as_elements_mut(&mut self) -> Option<&mut Vec<Value>> {
        match self {
            Value::List(_, elements) | Value::Tuple(elements) => Some(elements.make_mut()),
            _ => None,
        }
    }

    /// The elements of the map, or the attributes of the object, mutably.
    ///
    /// ```
    /// use serde_hcl::value;
    ///
    /// let mut server = value!({ "port": 80 });
    /// server.as_map_mut().unwrap().insert("name", value!("web"));
    /// assert_eq!(server, value!({ "name": "web", "port": 80 }));
    /// ```
    pub fn as_map_mut(&mut self) -> Option<&mut Map> {
        match self {
            Value::Map(_, map) | Value::Object(map) => Some(map),
            _ => None,
        }
    }

    /// The number of elements or attributes; 0 for other values and for marked ones.
    pub fn len(&self) -> usize {
        self.children().map_or(0, |children| children.len())
    }

    /// Whether the value has no elements and no attributes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The elements, or the values of the attributes in the order of their names; none for other values and
    /// for marked ones.
    ///
    /// ```
    /// use serde_hcl::value;
    ///
    /// let ports = value!({ "https": 443, "http": 80 });
    /// assert_eq!(ports.iter().filter_map(|port| port.as_i64()).sum::<i64>(), 523);
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = &Value> {
        self.children().into_iter().flatten()
    }

    /// The element at an index, or under a key.
    ///
    /// ```
    /// use serde_hcl::value;
    ///
    /// let value = value!({ "ports": [80, 443] });
    /// assert_eq!(value.get("ports").and_then(|ports| ports.get(1)), Some(&value!(443)));
    /// assert_eq!(value.get("hosts"), None);
    /// ```
    pub fn get(&self, key: impl ValueIndex) -> Option<&Value> {
        key.find(self)
    }

    /// The element at an index or under a key, mutably. `None` for elements of sets.
    ///
    /// ```
    /// use serde_hcl::{Type, Value, value};
    ///
    /// let mut ports = value!([80, 443]);
    /// *ports.get_mut(0).unwrap() = 8080.into();
    /// assert_eq!(ports, value!([8080, 443]));
    /// assert!(Value::set(Type::Number, [80]).get_mut(0).is_none());
    /// ```
    pub fn get_mut(&mut self, key: impl ValueIndex) -> Option<&mut Value> {
        key.find_mut(self)
    }

    /// The value at a JSON pointer (RFC 6901), such as `/servers/0/name`.
    ///
    /// ```
    /// use serde_hcl::value;
    ///
    /// let value = value!({ "servers": [{ "name": "web" }] });
    /// assert_eq!(value.pointer("/servers/0/name"), Some(&value!("web")));
    /// assert_eq!(value.pointer("/servers/1"), None);
    /// ```
    pub fn pointer(&self, pointer: &str) -> Option<&Value> {
        steps(pointer)?.try_fold(self, |value, step| match value {
            Value::Map(..) | Value::Object(_) => value.get(step),
            _ => value.get(position(&step)?),
        })
    }

    /// The value at a JSON pointer, for changing. Elements of sets can't be changed.
    ///
    /// ```
    /// use serde_hcl::value;
    ///
    /// let mut value = value!({ "servers": [{ "name": "web" }] });
    /// *value.pointer_mut("/servers/0/name").unwrap() = "db".into();
    /// assert_eq!(value, value!({ "servers": [{ "name": "db" }] }));
    /// ```
    pub fn pointer_mut(&mut self, pointer: &str) -> Option<&mut Value> {
        steps(pointer)?.try_fold(self, |value, step| match value {
            Value::Map(..) | Value::Object(_) => value.get_mut(step),
            _ => value.get_mut(position(&step)?),
        })
    }

    /// Takes the value out and leaves `null`.
    ///
    /// ```
    /// use serde_hcl::{Value, value};
    ///
    /// let mut value = value!({ "name": "web" });
    /// assert_eq!(value["name"].take(), "web");
    /// assert_eq!(value["name"], Value::NULL);
    /// ```
    #[must_use]
    pub fn take(&mut self) -> Value {
        mem::replace(self, Value::NULL)
    }
}

/// The steps of a JSON pointer that is not empty.
fn steps(pointer: &str) -> Option<impl Iterator<Item = String>> {
    let mut steps = pointer.split('/');
    let is_valid = steps.next()?.is_empty();
    is_valid.then(|| steps.map(|step| step.replace("~1", "/").replace("~0", "~")))
}

/// The position that a step of a JSON pointer means.
fn position(step: &str) -> Option<usize> {
    let is_other = step.starts_with('+') || (step.len() > 1 && step.starts_with('0'));
    if is_other { None } else { step.parse().ok() }
}

/// An index into a [`Value`]: a position, or a key or name.
///
/// It has no methods of its own, so that `use serde_hcl::*` adds none to strings and numbers.
///
/// ```
/// use serde_hcl::{Value, value};
/// use serde_hcl::value::ValueIndex;
///
/// fn text(value: &Value, index: impl ValueIndex) -> &str {
///     value.get(index).and_then(Value::as_str).unwrap_or("?")
/// }
/// assert_eq!((text(&value!(["a"]), 0), text(&value!({ "k": "b" }), "k")), ("a", "b"));
/// ```
pub trait ValueIndex: sealed::Lookup {}

impl<K: sealed::Lookup + ?Sized> ValueIndex for K {}

mod sealed {
    use super::Value;

    pub trait Lookup {
        fn find<'v>(&self, value: &'v Value) -> Option<&'v Value>;
        fn find_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value>;
        /// Adds a missing attribute to the value.
        fn make_room(&self, value: &mut Value);
    }
}

impl Lookup for usize {
    fn find<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        value.as_elements()?.get(*self)
    }

    fn find_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value> {
        value.as_elements_mut()?.get_mut(*self)
    }

    fn make_room(&self, _value: &mut Value) {}
}

impl Lookup for str {
    fn find<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        value.as_map()?.get(self)
    }

    fn find_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value> {
        value.as_map_mut()?.get_mut(self)
    }

    fn make_room(&self, value: &mut Value) {
        if value.is_null() {
            *value = Value::Object(Map::new());
        }
        if let Value::Object(map) = value {
            if map.get(self).is_none() {
                map.insert(Arc::<str>::from(self), Value::NULL);
            }
        }
    }
}

impl Lookup for String {
    fn find<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        Lookup::find(self.as_str(), value)
    }

    fn find_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value> {
        Lookup::find_mut(self.as_str(), value)
    }

    fn make_room(&self, value: &mut Value) {
        self.as_str().make_room(value);
    }
}

impl<K: Lookup + ?Sized> Lookup for &K {
    fn find<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        (**self).find(value)
    }

    fn find_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value> {
        (**self).find_mut(value)
    }

    fn make_room(&self, value: &mut Value) {
        (**self).make_room(value);
    }
}

/// Returns `null` where there is nothing. Unlike [`Value::get`], it looks into marked values; the result
/// doesn't have the marks of the value around it, which [`Value::marks`] has.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl::value::Mark;
///
/// let config = value!({ "db": { "password": "hunter2" } }).mark(Mark::SENSITIVE);
/// assert_eq!(config["db"]["password"], "hunter2");
/// assert_eq!(config.get("db"), None);
/// ```
impl<K: ValueIndex> Index<K> for Value {
    type Output = Value;

    fn index(&self, key: K) -> &Value {
        key.find(self.unmarked()).unwrap_or(&NULL)
    }
}

/// Adds a missing attribute as `null` to an object; a `null` becomes an object first.
///
/// # Panics
///
/// If there is no such element, or it can't be changed. In these cases [`Value::get_mut`] returns
/// `None`.
///
/// ```
/// use serde_hcl::{Value, value};
///
/// let mut value = Value::NULL;
/// value["ports"] = value!([80]);
/// value["ports"][0] = 8080.into();
/// assert_eq!(value, value!({ "ports": [8080] }));
/// ```
impl<K: ValueIndex> IndexMut<K> for Value {
    #[allow(clippy::panic)]
    fn index_mut(&mut self, key: K) -> &mut Value {
        key.make_room(self);
        match key.find_mut(self) {
            Some(element) => element,
            None => panic!("the value has no such element"),
        }
    }
}

macro_rules! equal_to {
    ($($other:ty: |$value:ident, $primitive:ident| $is_equal:expr;)*) => {$(
        impl PartialEq<$other> for Value {
            fn eq(&self, $primitive: &$other) -> bool {
                let $value = self;
                $is_equal
            }
        }

        impl PartialEq<Value> for $other {
            fn eq(&self, value: &Value) -> bool {
                value == self
            }
        }
    )*};
    ($accessor:ident: $($other:ty)+) => {$(
        equal_to! { $other: |value, other| value.$accessor() == Some((*other).into()); }
    )+};
}

equal_to! { as_i64: i8 i16 i32 i64 u8 u16 u32 }
equal_to! {
    bool: |value, other| value.as_bool() == Some(*other);
    u64: |value, other| value.as_u64() == Some(*other);
    i128: |value, other| value.as_i128() == Some(*other);
    u128: |value, other| value.as_u128() == Some(*other);
    isize: |value, other| i64::try_from(*other).is_ok_and(|other| value == &other);
    usize: |value, other| u64::try_from(*other).is_ok_and(|other| value == &other);
    f32: |value, other| value == &f64::from(*other);
    f64: |value, other| value.as_f64() == Some(*other);
    str: |value, other| value.as_str() == Some(other);
    &str: |value, other| value.as_str() == Some(*other);
    String: |value, other| value.as_str() == Some(other.as_str());
}

#[cfg(test)]
mod tests {
    use crate::value::Mark;
    use crate::{Value, value};

    #[test]
    fn pointers_follow_names_and_positions() {
        let value = value!({ "a": [{ "b/c": 1 }, 2], "~": "t" });
        let cases = [
            ("", Some(&value)),
            ("/a/1", Some(&value["a"][1])),
            ("/a/0/b~1c", Some(&value["a"][0]["b/c"])),
            ("/~0", Some(&value["~"])),
            ("/a/01", None),
            ("/a/2", None),
            ("a", None),
            ("/a/-", None),
        ];
        for (pointer, expected) in cases {
            assert_eq!(value.pointer(pointer), expected, "{pointer}");
        }
    }

    #[test]
    fn accessors_return_none_for_marked_values() {
        let secret = Value::from("x").mark(Mark::SENSITIVE);
        assert_eq!(secret.as_str(), None);
        assert_eq!(secret.unmarked().as_str(), Some("x"));
    }

    #[test]
    fn primitives_compare() {
        let value = value!({ "name": "web", "port": 80, "share": 0.5, "on": true });
        assert!(value["name"] == "web" && value["port"] == 80 && value["share"] == 0.5);
        assert!(value["on"] == true && value["none"] != true && value["port"] != "80");
    }

    #[test]
    fn elements_change_in_place() {
        let mut value = value!({ "a": [1, 2] });
        let before = value.clone();
        if let Some(element) = value.get_mut("a").and_then(|list| list.get_mut(1)) {
            *element = Value::from(3);
        }
        assert_eq!(value, value!({ "a": [1, 3] }));
        assert_eq!(before, value!({ "a": [1, 2] }));
    }
}
