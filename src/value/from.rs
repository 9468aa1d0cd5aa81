//! Values from Rust values.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;
use std::sync::Arc;

use super::{Elements, Map, NfcText, Number, Value};

impl From<()> for Value {
    fn from((): ()) -> Self {
        Value::NULL
    }
}

macro_rules! from_integers {
    ($($integer:ty)*) => {$(
        impl From<$integer> for Value {
            fn from(integer: $integer) -> Self {
                Value::Number(integer.into())
            }
        }
    )*};
}

from_integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

/// Not-a-number has no counterpart and becomes null.
impl From<f64> for Value {
    fn from(float: f64) -> Self {
        Number::from_f64(float).map_or(Value::NULL, Value::Number)
    }
}

/// Not-a-number has no counterpart and becomes null.
impl From<f32> for Value {
    fn from(float: f32) -> Self {
        f64::from(float).into()
    }
}

macro_rules! from_contents {
    ($($contents:ty: $make:path;)*) => {$(
        impl From<$contents> for Value {
            fn from(contents: $contents) -> Self {
                $make(contents)
            }
        }
    )*};
}

from_contents! {
    bool: Value::Bool;
    Number: Value::Number;
    &str: Value::string;
    String: Value::string;
    Arc<str>: Value::string;
    Cow<'_, str>: Value::string;
    NfcText: Value::String;
    Elements: Value::Tuple;
    Map: Value::Object;
}

impl From<char> for Value {
    fn from(char: char) -> Self {
        Value::from(&*char.encode_utf8(&mut [0; 4]))
    }
}

/// `None` becomes null.
impl<V: Into<Value>> From<Option<V>> for Value {
    fn from(value: Option<V>) -> Self {
        value.map_or(Value::NULL, Into::into)
    }
}

impl<V: Into<Value>> From<Vec<V>> for Value {
    fn from(elements: Vec<V>) -> Self {
        Value::tuple(elements)
    }
}

impl<V: Into<Value>, const N: usize> From<[V; N]> for Value {
    fn from(elements: [V; N]) -> Self {
        Value::tuple(elements)
    }
}

impl<V: Clone + Into<Value>> From<&[V]> for Value {
    fn from(elements: &[V]) -> Self {
        Value::tuple(elements.iter().cloned())
    }
}

impl<K: Into<Arc<str>>, V: Into<Value>> From<BTreeMap<K, V>> for Value {
    fn from(attributes: BTreeMap<K, V>) -> Self {
        Value::object(attributes)
    }
}

impl<K: Into<Arc<str>>, V: Into<Value>, S: BuildHasher> From<HashMap<K, V, S>> for Value {
    fn from(attributes: HashMap<K, V, S>) -> Self {
        Value::object(attributes)
    }
}

/// Collects into a tuple.
impl<V: Into<Value>> FromIterator<V> for Value {
    fn from_iter<I: IntoIterator<Item = V>>(elements: I) -> Self {
        Value::tuple(elements)
    }
}

/// Collects into an object.
impl<K: Into<Arc<str>>, V: Into<Value>> FromIterator<(K, V)> for Value {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(attributes: I) -> Self {
        Value::object(attributes)
    }
}

/// Builds a [`Value`] from a notation like JSON. Values and keys can be Rust expressions.
///
/// ```
/// use serde_hcl::{Type, value};
///
/// let zone = "b";
/// let server = value!({
///     "name": "web",
///     "ports": [80, 443],
///     "owner": null,
///     (format!("zone_{zone}")): true,
/// });
/// assert_eq!(
///     server.to_string(),
///     r#"{ name = "web", owner = null, ports = [80, 443], zone_b = true }"#,
/// );
/// ```
#[macro_export]
macro_rules! value {
    (null) => { $crate::Value::NULL };
    ([ $($elements:tt)* ]) => { $crate::value!(@elements [] $($elements)*) };
    ({ $($attributes:tt)* }) => {{
        #[allow(unused_mut)]
        let mut map = $crate::Map::new();
        $crate::value!(@attributes map $($attributes)*);
        $crate::Value::Object(map)
    }};
    (@elements [$($done:expr),*]) => { $crate::Value::Tuple(::std::vec![$($done),*].into()) };
    (@elements [$($done:expr),*] null $(, $($rest:tt)*)?) => {
        $crate::value!(@elements [$($done,)* $crate::value!(null)] $($($rest)*)?)
    };
    (@elements [$($done:expr),*] [$($nested:tt)*] $(, $($rest:tt)*)?) => {
        $crate::value!(@elements [$($done,)* $crate::value!([$($nested)*])] $($($rest)*)?)
    };
    (@elements [$($done:expr),*] {$($nested:tt)*} $(, $($rest:tt)*)?) => {
        $crate::value!(@elements [$($done,)* $crate::value!({$($nested)*})] $($($rest)*)?)
    };
    (@elements [$($done:expr),*] $next:expr $(, $($rest:tt)*)?) => {
        $crate::value!(@elements [$($done,)* $crate::value!($next)] $($($rest)*)?)
    };
    (@attributes $map:ident) => {};
    (@attributes $map:ident $key:tt : null $(, $($rest:tt)*)?) => {
        $map.insert($key, $crate::value!(null));
        $crate::value!(@attributes $map $($($rest)*)?);
    };
    (@attributes $map:ident $key:tt : [$($nested:tt)*] $(, $($rest:tt)*)?) => {
        $map.insert($key, $crate::value!([$($nested)*]));
        $crate::value!(@attributes $map $($($rest)*)?);
    };
    (@attributes $map:ident $key:tt : {$($nested:tt)*} $(, $($rest:tt)*)?) => {
        $map.insert($key, $crate::value!({$($nested)*}));
        $crate::value!(@attributes $map $($($rest)*)?);
    };
    (@attributes $map:ident $key:tt : $next:expr $(, $($rest:tt)*)?) => {
        $map.insert($key, $crate::value!($next));
        $crate::value!(@attributes $map $($($rest)*)?);
    };
    ($value:expr) => { $crate::Value::from($value) };
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::{Map, Value};

    #[test]
    fn rust_values_become_values() {
        let cases = [
            (Value::from(()), "null"),
            (Value::from(None::<bool>), "null"),
            (Value::from(Some('x')), r#""x""#),
            (Value::from(f64::NAN), "null"),
            (Value::from(1.5_f32), "1.5"),
            (Value::from(i128::MIN), "-170141183460469231731687303715884105728"),
            (Value::from("e\u{301}"), r#""é""#),
            (Value::from(vec![1, 2]), "[1, 2]"),
            (Value::from([Some(true), None]), "[true, null]"),
            (Value::from(&["a", "b"][..]), r#"["a", "b"]"#),
            (Value::from(BTreeMap::from([("a", 1)])), "{ a = 1 }"),
            (Value::from(Map::from([("a", "b")])), r#"{ a = "b" }"#),
            ([1, 2].into_iter().collect(), "[1, 2]"),
            ([("a", 1)].into_iter().collect(), "{ a = 1 }"),
        ];
        for (value, text) in cases {
            assert_eq!(value.to_string(), text);
        }
    }

    #[test]
    fn the_macro_nests_and_takes_expressions() {
        let (name, ports) = ("web", vec![1, 2]);
        let value = value!({
            name: { "ports": ports, "sum": 1 + 2, },
            ("x".repeat(2)): [[], {}, [null], name,],
        });
        assert_eq!(
            value.to_string(),
            r#"{ web = { ports = [1, 2], sum = 3 }, xx = [[], {}, [null], "web"] }"#,
        );
    }
}
