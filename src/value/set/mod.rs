//! Sets: the identity of elements and their order.
//!
//! Strings, numbers and bools have their natural order. All other elements are ordered by their
//! text from [`key()`], because existing configurations depend on this order. Unknown elements come
//! after known ones and are never identical to others; nulls come last.

mod key;

use std::cmp::Ordering;
use std::ops::Deref;
use std::{fmt, slice, vec};

use hashbrown::HashSet;

use self::key::key;
use super::marks::Marks;
use super::shared::Shared;
use super::{Elements, Number, Type, Value};
use crate::limits::budget::{self, charge};

impl Value {
    /// A set of the distinct elements among `elements`, which are all of type `element`.
    ///
    /// Nulls and unknown values of dynamic type get that type. A set keeps no marks inside: the
    /// result has all marks of the elements.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    ///
    /// let set = Value::set(Type::String, ["b", "a", "b"]);
    /// assert_eq!(set, Value::set(Type::String, ["a", "b"]));
    /// assert_eq!(set[0].as_str(), Some("a"));
    /// ```
    pub fn set<V: Into<Value>>(element: Type, elements: impl IntoIterator<Item = V>) -> Value {
        let mut marks = Marks::new();
        let elements = elements.into_iter().map(|value| {
            let (value, own) = value.into().unmark_deep();
            marks.merge(&own);
            value.or_type(&element)
        });
        let elements = arrange(elements.collect(), &element);
        Value::Set(Set { element: Shared::new(element), elements }).with_marks(&marks)
    }
}

/// The content of [`Value::Set`]: distinct elements of one type, without marks, in the order of iteration.
///
/// Only [`Value::set`] and conversions make it, so equal sets are equal values. It is a slice of its elements,
/// and an iterator over a set by value takes them out.
///
/// ```
/// use serde_hcl::{Type, Value};
///
/// let Value::Set(set) = Value::set(Type::String, ["b", "a", "b"]) else { unreachable!("a set") };
/// assert_eq!(set.len(), 2);
/// assert_eq!(set[0].as_str(), Some("a"));
/// assert_eq!(*set.element_type(), Type::String);
/// ```
///
/// ```compile_fail
/// use serde_hcl::value::{Elements, Shared};
/// use serde_hcl::{Type, Value};
///
/// Value::Set(Shared::new(Type::String), Elements::from_iter(["a", "a"]));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Set {
    pub(crate) element: Shared<Type>,
    pub(crate) elements: Elements,
}

impl Set {
    /// The type of the elements.
    pub fn element_type(&self) -> &Type {
        &self.element
    }
}

impl Deref for Set {
    type Target = [Value];

    #[inline]
    fn deref(&self) -> &[Value] {
        &self.elements
    }
}

impl IntoIterator for Set {
    type Item = Value;
    type IntoIter = vec::IntoIter<Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.elements.into_iter()
    }
}

impl<'a> IntoIterator for &'a Set {
    type Item = &'a Value;
    type IntoIter = slice::Iter<'a, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.elements.iter()
    }
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Value::Set(self.clone()).fmt(f)
    }
}

/// The distinct elements in their order.
fn arrange(mut elements: Vec<Value>, element: &Type) -> Elements {
    if !charge_for_order(&elements) {
        return Elements::new();
    }
    match element {
        Type::Dynamic | Type::Bool | Type::Number | Type::String => {
            elements.sort_by(compare_primitive);
            elements.dedup_by(|left, right| {
                left.is_known() && compare_primitive(left, right) == Ordering::Equal
            });
            elements.into()
        }
        _ => {
            let mut elements: Vec<_> =
                elements.into_iter().map(|element| (key(&element), element)).collect();
            elements.sort_by(|(left, left_value), (right, right_value)| {
                rank(left_value).cmp(&rank(right_value)).then_with(|| left.cmp(right))
            });
            let distinct = distinct(&elements);
            let elements = elements.into_iter().zip(distinct).filter(|(_, distinct)| *distinct);
            elements.map(|((_, element), _)| element).collect()
        }
    }
}

/// Charges for sorting and for the texts that determine the order.
fn charge_for_order(elements: &[Value]) -> bool {
    let before = budget::left();
    for element in elements {
        element.survey();
    }
    let size = usize::try_from(before - budget::left()).unwrap_or(usize::MAX) + elements.len();
    let steps = elements.len().checked_ilog2().unwrap_or(0) as usize;
    charge(size.saturating_mul(2 + steps / 4))
}

/// For each element, whether no earlier element is identical.
fn distinct(elements: &[(String, Value)]) -> Vec<bool> {
    let mut seen = HashSet::with_capacity(elements.len());
    let mut is_new = |element| seen.insert(element);
    elements.iter().map(|element| !element.1.is_wholly_known() || is_new(element)).collect()
}

/// Known elements before unknown ones before nulls.
fn rank(element: &Value) -> u8 {
    match element {
        Value::Null(_) => 2,
        Value::Unknown(_) => 1,
        _ => 0,
    }
}

/// Puts primitive values in their order.
pub(crate) fn sort(elements: &mut [Value]) {
    if charge_for_order(elements) {
        elements.sort_by(compare_primitive);
    }
}

/// Negative zero is a separate element, before zero.
fn compare_primitive(left: &Value, right: &Value) -> Ordering {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => {
            left.cmp(right).then_with(|| is_negative_zero(right).cmp(&is_negative_zero(left)))
        }
        (Value::Unknown(_), Value::Unknown(_)) => Ordering::Equal,
        _ => rank(left).cmp(&rank(right)).then_with(|| left.cmp(right)),
    }
}

fn is_negative_zero(number: &Number) -> bool {
    number.is_zero() && number.is_sign_negative()
}

/// The known members of sets, for looking values up.
pub(crate) struct Members<'v>(HashSet<(String, &'v Value)>);

impl<'v> Members<'v> {
    pub(crate) fn of(elements: &'v [Value]) -> Self {
        if !charge_for_order(elements) {
            return Members(HashSet::new());
        }
        let known = elements.iter().filter(|element| element.is_wholly_known());
        Members(known.map(|element| (identity(element), element)).collect())
    }

    /// Whether `value` is definitely a member.
    pub(crate) fn contains(&self, value: &Value) -> bool {
        value.survey();
        charge(2) && self.0.contains(&(identity(value), value))
    }
}

/// Distinguishes equal values that are different elements: negative zero and zero.
fn identity(value: &Value) -> String {
    match value {
        Value::Bool(_) | Value::String(_) => String::new(),
        _ => key(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value;
    use crate::value::Mark;

    fn order(element: Type, elements: Value) -> Vec<Value> {
        let elements = elements.as_elements().cloned().unwrap_or_default();
        Value::set(element, elements).as_elements().cloned().unwrap_or_default().into()
    }

    #[test]
    fn elements_come_in_the_order_of_their_type() {
        let object = Type::object([("a", Type::Number)]);
        let cases = [
            (
                Type::String,
                value!(["b", "é", "a", "B", "10", "9", ""]),
                value!(["", "10", "9", "B", "a", "b", "é"]),
            ),
            (Type::Number, value!([10, 9, -1.5, 0, 9]), value!([-1.5, 0, 9, 10])),
            (Type::Bool, value!([true, false, true]), value!([false, true])),
            (
                object,
                value!([{ "a": 2 }, { "a": 10 }, { "a": 2 }]),
                value!([{ "a": 10 }, { "a": 2 }]),
            ),
        ];
        for (element, given, expected) in cases {
            assert_eq!(Value::Tuple(order(element, given).into()), expected);
        }
        let lists = [vec![2], vec![], vec![1, 2]].map(|list| Value::list(Type::Number, list));
        let ordered = order(Type::list(Type::Number), Value::tuple(lists.clone()));
        assert_eq!(ordered, [2, 0, 1].map(|index: usize| lists[index].clone()));
    }

    #[test]
    fn unknown_elements_are_kept_apart_before_one_null() {
        let unknown = || Value::unknown(Type::Dynamic);
        let elements =
            Value::tuple([value!(null), unknown(), value!("a"), unknown(), value!(null)]);
        let expected = [
            value!("a"),
            Value::unknown(Type::String),
            Value::unknown(Type::String),
            Value::Null(Type::String),
        ];
        assert_eq!(order(Type::String, elements), expected);
        let open = || Value::tuple([Value::unknown(Type::String)]);
        let tuples = Value::tuple([open(), value!(["a"]), open(), value!(["a"])]);
        assert_eq!(order(Type::tuple([Type::String]), tuples), [value!(["a"]), open(), open()]);
    }

    #[test]
    fn negative_zero_is_an_element_of_its_own() {
        let negative = || Value::from(-0.0);
        assert_eq!(order(Type::Number, Value::tuple([value!(0), negative(), value!(0)])).len(), 2);
        let tuples = Value::tuple([value!([0]), Value::tuple([negative()])]);
        assert_eq!(order(Type::tuple([Type::Number]), tuples).len(), 2);
        let zero = [value!(0)];
        assert!(
            Members::of(&zero).contains(&value!(0)) && !Members::of(&zero).contains(&negative())
        );
    }

    #[test]
    fn marks_move_to_the_set() {
        let set =
            Value::set(Type::String, [Value::from("a").mark(Mark::SENSITIVE), Value::from("a")]);
        assert_eq!(set, Value::set(Type::String, ["a"]).mark(Mark::SENSITIVE));
    }
}
