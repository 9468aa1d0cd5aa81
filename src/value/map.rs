//! [`Map`], its iterators, and the entry of a key.

use std::collections::{BTreeMap, btree_map};
use std::fmt;
use std::iter::FusedIterator;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

use super::shared::Shared;
use super::{NULL, Value, normalize, normalize_shared};

/// The elements of a map or the attributes of an object, in lexical order of their keys.
///
/// Cheap to clone: the contents are shared until one of the maps changes them. Keys are strings of
/// the language and therefore in Unicode normalization form C; every method normalizes the keys
/// that it gets.
///
/// ```
/// use serde_hcl::Map;
///
/// let map: Map = [("port", 80), ("backlog", 16)].into_iter().collect();
/// assert_eq!(map["port"].as_i64(), Some(80));
/// assert!(map.keys().eq(["backlog", "port"]));
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Map(Shared<BTreeMap<Arc<str>, Value>>);

/// So many entries are inserted one by one in less time than it takes to sort them.
const FEW: usize = 4;

/// The entry of a key. Its `or_default` inserts `null`.
pub type Entry<'m> = btree_map::Entry<'m, Arc<str>, Value>;

/// The entries of a map: [`Map::iter`].
pub type Iter<'m> = btree_map::Iter<'m, Arc<str>, Value>;

/// The entries of a map, with mutable values: [`Map::iter_mut`].
pub type IterMut<'m> = btree_map::IterMut<'m, Arc<str>, Value>;

/// The entries of a map, by value.
pub type IntoIter = btree_map::IntoIter<Arc<str>, Value>;

impl Map {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// A map of entries whose keys are in Unicode normalization form C already. Of entries with equal
    /// keys, the last one remains.
    pub(crate) fn from_normalized(entries: impl IntoIterator<Item = (Arc<str>, Value)>) -> Self {
        let entries = entries.into_iter();
        let mut map = BTreeMap::new();
        match entries.size_hint().1 {
            Some(0..=FEW) => entries.for_each(|(key, value)| drop(map.insert(key, value))),
            _ => map = entries.collect(),
        }
        Map(Shared::new(map))
    }

    /// The address of the entries, if another value shares them.
    pub(super) fn shared_address(&self) -> Option<*const ()> {
        self.0.shared_address()
    }

    /// The map with other values.
    pub(super) fn map_values(mut self, each: &mut dyn FnMut(Value) -> Value) -> Map {
        self.values_mut().for_each(|value| *value = each(value.take()));
        self
    }

    /// Whether both maps share one allocation.
    pub(super) fn is(&self, other: &Map) -> bool {
        self.0.is(&other.0)
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value under `key`.
    ///
    /// ```
    /// use serde_hcl::Map;
    ///
    /// let map = Map::from([("e\u{301}", 1)]);
    /// assert!(map.get("\u{e9}").is_some() && map.get("e\u{301}").is_some());
    /// assert!(map.get("e").is_none() && map["e"].is_null());
    /// ```
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(&*normalize(key))
    }

    /// The value under `key`, mutably.
    ///
    /// ```
    /// use serde_hcl::{Map, Value};
    ///
    /// let mut map = Map::from([("a", 1)]);
    /// let before = map.clone();
    /// *map.get_mut("a").unwrap() = Value::from(2);
    /// assert_eq!((before["a"].as_i64(), map["a"].as_i64()), (Some(1), Some(2)));
    /// ```
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        let key = normalize(key);
        self.0.get(&*key)?;
        self.0.make_mut().get_mut(&*key)
    }

    /// The stored key and the value under `key`.
    ///
    /// ```
    /// use serde_hcl::Map;
    ///
    /// let map = Map::from([("e\u{301}", 1)]);
    /// assert_eq!(&**map.get_key_value("e\u{301}").unwrap().0, "\u{e9}");
    /// ```
    pub fn get_key_value(&self, key: &str) -> Option<(&Arc<str>, &Value)> {
        self.0.get_key_value(&*normalize(key))
    }

    /// Whether there is an entry for `key`.
    pub fn contains_key(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Sets the value under `key` and returns the previous one.
    ///
    /// ```
    /// use serde_hcl::{Map, Value};
    ///
    /// let mut map = Map::new();
    /// assert_eq!(map.insert("a", 1), None);
    /// assert_eq!(map.insert("a", "x"), Some(Value::from(1)));
    /// ```
    pub fn insert(&mut self, key: impl Into<Arc<str>>, value: impl Into<Value>) -> Option<Value> {
        self.0.make_mut().insert(normalize_shared(key.into()), value.into())
    }

    /// Removes the entry of `key` and returns its value.
    ///
    /// ```
    /// use serde_hcl::{Map, Value};
    ///
    /// let mut map = Map::from([("a", Value::NULL)]);
    /// assert_eq!(map.remove("a"), Some(Value::NULL));
    /// assert_eq!(map.remove("a"), None);
    /// ```
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        let key = normalize(key);
        self.0.get(&*key)?;
        self.0.make_mut().remove(&*key)
    }

    /// The entry of `key`, for inserting or changing in place.
    ///
    /// ```
    /// use serde_hcl::Map;
    ///
    /// let mut map = Map::from([("a", 1)]);
    /// map.entry("a").or_insert(9.into());
    /// map.entry("b").or_insert(2.into());
    /// assert_eq!(map, Map::from([("a", 1), ("b", 2)]));
    /// ```
    pub fn entry(&mut self, key: impl Into<Arc<str>>) -> Entry<'_> {
        self.0.make_mut().entry(normalize_shared(key.into()))
    }

    /// Moves all entries of `other` into this map; they replace entries of the same key.
    ///
    /// ```
    /// use serde_hcl::Map;
    ///
    /// let mut map = Map::from([("a", 1), ("b", 2)]);
    /// map.append(Map::from([("b", 3), ("c", 4)]));
    /// assert_eq!(map, Map::from([("a", 1), ("b", 3), ("c", 4)]));
    /// ```
    pub fn append(&mut self, other: Map) {
        self.extend(other);
    }

    /// Keeps the entries for which `keep` returns true.
    ///
    /// ```
    /// use serde_hcl::{Map, Value};
    ///
    /// let mut map = Map::from([("a", Value::NULL), ("b", Value::from(2))]);
    /// map.retain(|_, value| !value.is_null());
    /// assert_eq!(map, Map::from([("b", 2)]));
    /// ```
    pub fn retain(&mut self, mut keep: impl FnMut(&str, &mut Value) -> bool) {
        self.0.make_mut().retain(|key, value| keep(key, value));
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        *self = Map::new();
    }

    /// The entries in lexical order of the keys.
    ///
    /// ```
    /// let map = serde_hcl::value::Map::from_iter([("b", 2), ("a", 1)]);
    /// let keys: Vec<&str> = map.iter().map(|(key, _)| &**key).collect();
    /// assert_eq!(keys, ["a", "b"]);
    /// ```
    pub fn iter(&self) -> Iter<'_> {
        self.0.iter()
    }

    /// The entries with mutable values, in lexical order of the keys.
    pub fn iter_mut(&mut self) -> IterMut<'_> {
        self.0.make_mut().iter_mut()
    }

    /// The keys in lexical order.
    pub fn keys(
        &self,
    ) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator + FusedIterator + Clone {
        self.iter().map(|(key, _)| &**key)
    }

    /// The values in lexical order of their keys.
    pub fn values(&self) -> btree_map::Values<'_, Arc<str>, Value> {
        self.0.values()
    }

    /// The values, mutably.
    ///
    /// ```
    /// use serde_hcl::{Map, Value};
    /// use serde_hcl::value::Mark;
    ///
    /// let mut secrets = Map::from([("token", "abc")]);
    /// for secret in secrets.values_mut() {
    ///     *secret = secret.take().mark(Mark::SENSITIVE);
    /// }
    /// assert_eq!(secrets["token"].to_string(), "(sensitive)");
    /// ```
    pub fn values_mut(
        &mut self,
    ) -> impl DoubleEndedIterator<Item = &mut Value> + ExactSizeIterator + FusedIterator {
        self.0.make_mut().values_mut()
    }

    /// Consumes the map and returns the values in lexical order of their keys.
    ///
    /// ```
    /// use serde_hcl::Map;
    ///
    /// let map = Map::from([("b", 1), ("a", 2)]);
    /// let values: Vec<_> = map.into_values().filter_map(|value| value.as_i64()).collect();
    /// assert_eq!(values, [2, 1]);
    /// ```
    pub fn into_values(
        self,
    ) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator + FusedIterator {
        self.0.take().into_values()
    }
}

/// Returns `null` for a missing key, as [`Value`] does.
impl Index<&str> for Map {
    type Output = Value;

    fn index(&self, key: &str) -> &Value {
        self.get(key).unwrap_or(&NULL)
    }
}

/// Inserts `null` for a missing key.
impl IndexMut<&str> for Map {
    fn index_mut(&mut self, key: &str) -> &mut Value {
        self.entry(key).or_default()
    }
}

impl<K: Into<Arc<str>>, V: Into<Value>> FromIterator<(K, V)> for Map {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let entries = entries.into_iter();
        let entries = entries.map(|(key, value)| (normalize_shared(key.into()), value.into()));
        Map::from_normalized(entries)
    }
}

impl<K: Into<Arc<str>>, V: Into<Value>, const N: usize> From<[(K, V); N]> for Map {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<K: Into<Arc<str>>, V: Into<Value>> Extend<(K, V)> for Map {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl IntoIterator for Map {
    type Item = (Arc<str>, Value);
    type IntoIter = IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        self.0.take().into_iter()
    }
}

impl<'a> IntoIterator for &'a Map {
    type Item = (&'a Arc<str>, &'a Value);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a> IntoIterator for &'a mut Map {
    type Item = (&'a Arc<str>, &'a mut Value);
    type IntoIter = IterMut<'a>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_normalized_everywhere() {
        let mut map = Map::from([("e\u{301}", 1)]);
        assert_eq!(map.keys().collect::<Vec<_>>(), ["é"]);
        assert_eq!(map.insert("e\u{301}", 2), Some(Value::from(1)));
        assert_eq!(map["e\u{301}"], 2);
        assert_eq!(map.remove("e\u{301}"), Some(Value::from(2)));
        assert!(map.is_empty());
    }

    #[test]
    fn clones_share_until_one_changes() {
        let mut map = Map::from([("a", 1)]);
        let before = map.clone();
        map["b"] = Value::from(2);
        map.retain(|key, _| key != "a");
        map.extend([("c", 3)]);
        assert_eq!(before, Map::from([("a", 1)]));
        assert_eq!(map, Map::from([("b", 2), ("c", 3)]));
    }
}
