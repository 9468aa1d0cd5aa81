//! Equality by the rules of the language, with unknown operands.

use super::set::Members;
use super::{Elements, Set, Type, Unknown, Value};
use crate::limits::budget::charge;
use crate::limits::stack::nest;

impl Value {
    /// Whether both have the same data, whatever their types: lists, sets and tuples are equal if their elements
    /// are, maps and objects if their entries are, and nulls always. Marks must be the same.
    ///
    /// ```
    /// use serde_hcl::{Type, Value, value};
    ///
    /// let list = Value::list(Type::String, ["a", "b"]);
    /// assert!(list != value!(["a", "b"]) && list.has_data_of(&value!(["a", "b"])));
    /// assert!(!value!(1).has_data_of(&value!("1")));
    /// ```
    pub fn has_data_of(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Null(_), Value::Null(_)) => true,
            (Value::Marked(left), Value::Marked(right)) => {
                left.marks() == right.marks() && left.value().has_data_of(right.value())
            }
            _ => match (self.as_map(), other.as_map(), self.as_elements(), other.as_elements()) {
                (Some(left), Some(right), ..) => {
                    let mut entries = left.iter().zip(right);
                    left.len() == right.len()
                        && nest(|| entries.all(|(l, r)| l.0 == r.0 && l.1.has_data_of(r.1)))
                }
                (.., Some(left), Some(right)) => {
                    let mut elements = left.iter().zip(right);
                    left.len() == right.len() && nest(|| elements.all(|(l, r)| l.has_data_of(r)))
                }
                _ => self == other,
            },
        }
    }

    /// The result of `self == other`: a bool, or an unknown bool if it depends on unknown values. Nulls
    /// of any type are equal. The result has all marks of both values.
    ///
    /// ```
    /// use serde_hcl::{Type, Value, value};
    ///
    /// let pair = Value::tuple([Value::from(1), Value::unknown(Type::Number)]);
    /// assert!(!pair.equals(&value!([1, 2])).is_known());
    /// assert_eq!(pair.equals(&value!([3, 2])), false);
    /// assert_eq!(value!(1).equals(&value!("1")), false);
    /// ```
    pub fn equals(&self, other: &Value) -> Value {
        let (left, right) = (self.survey(), other.survey());
        if left.is_marked || right.is_marked {
            let (left, mut marks) = self.clone().unmark_deep();
            let (right, more) = other.clone().unmark_deep();
            marks.merge(&more);
            return left.equals(&right).with_marks(&marks);
        }
        let is_known = !left.is_unknown && !right.is_unknown;
        bool_or_unknown(if is_known { compare_known(self, other) } else { compare(self, other) })
    }
}

/// A bool, or an unknown bool for `None`.
pub(crate) fn bool_or_unknown(answer: Option<bool>) -> Value {
    answer.map_or_else(|| Value::unknown(Type::Bool).refine_not_null(), Value::Bool)
}

fn compare_known(left: &Value, right: &Value) -> Option<bool> {
    match (left, right) {
        (Value::Null(_), Value::Null(_)) => Some(true),
        (Value::Null(_), _) | (_, Value::Null(_)) => Some(false),
        _ => Some(same(left, right)),
    }
}

/// Whether unmarked values are equal; `None` if this is unknown.
pub(crate) fn compare(left: &Value, right: &Value) -> Option<bool> {
    match (left, right) {
        (Value::Null(_), Value::Null(_)) => Some(true),
        (Value::Null(_), other) | (other, Value::Null(_)) if other.is_definitely_not_null() => {
            Some(false)
        }
        (Value::Unknown(_), Value::Unknown(_)) => None,
        (Value::Unknown(unknown), known) | (known, Value::Unknown(unknown)) => {
            compare_unknown(unknown, known)
        }
        _ if left.is_wholly_known() && right.is_wholly_known() => compare_known(left, right),
        _ => compare_partly_known(left, right),
    }
}

fn compare_unknown(unknown: &Unknown, known: &Value) -> Option<bool> {
    let is_any = known.is_null() || unknown.ty().has_dynamic();
    let possible = !unknown.excludes(known) && (is_any || known.type_of() == *unknown.ty());
    if possible { None } else { Some(false) }
}

fn compare_partly_known(left: &Value, right: &Value) -> Option<bool> {
    let (left_type, right_type) = (left.type_of(), right.type_of());
    if left.has_unknown_type() || right.has_unknown_type() {
        let conform = left_type.conforms_to(&right_type) || right_type.conforms_to(&left_type);
        return if conform { None } else { Some(false) };
    }
    if left_type == right_type { compare_alike(left, right) } else { Some(false) }
}

/// Compares values of the same type.
fn compare_alike(left: &Value, right: &Value) -> Option<bool> {
    match (left, right) {
        (Value::List(_, left), Value::List(_, right))
        | (Value::Tuple(left), Value::Tuple(right)) => {
            if left.len() != right.len() {
                return Some(false);
            }
            all_equal(left.iter().zip(right))
        }
        (Value::Set(Set { elements: left, .. }), Value::Set(Set { elements: right, .. })) => {
            compare_sets(left, right)
        }
        (Value::Map(_, left), Value::Map(_, right))
        | (Value::Object(left), Value::Object(right)) => {
            if !left.keys().eq(right.keys()) {
                return Some(false);
            }
            all_equal(left.values().zip(right.values()))
        }
        (Value::Unknown(_), _) | (_, Value::Unknown(_)) => compare(left, right),
        _ => Some(left == right),
    }
}

/// Compares pairs up to the first that is unequal or undecided.
fn all_equal<'v>(pairs: impl IntoIterator<Item = (&'v Value, &'v Value)>) -> Option<bool> {
    for (left, right) in pairs {
        if !charge(1) {
            return None;
        }
        match nest(|| compare_alike(left, right)) {
            Some(true) => {}
            other => return other,
        }
    }
    Some(true)
}

fn compare_sets(left: &Elements, right: &Elements) -> Option<bool> {
    if left.iter().chain(right).any(|element| !element.is_known()) {
        return None;
    }
    let (left_members, right_members) = (Members::of(left), Members::of(right));
    let equal = left.iter().all(|element| right_members.contains(element))
        && right.iter().all(|element| left_members.contains(element));
    Some(equal)
}

/// Whether wholly known values have the same type and the same contents.
fn same(left: &Value, right: &Value) -> bool {
    nest(|| match (left, right) {
        (Value::List(left_type, left), Value::List(right_type, right)) => {
            left_type == right_type && same_elements(left, right)
        }
        (Value::Tuple(left), Value::Tuple(right)) => same_elements(left, right),
        (
            Value::Set(Set { element: left_type, elements: left }),
            Value::Set(Set { element: right_type, elements: right }),
        ) => {
            left_type == right_type
                && left.len() == right.len()
                && (left.is(right) || {
                    let members = Members::of(right);
                    left.iter().all(|element| members.contains(element))
                })
        }
        (Value::Map(left_type, _), Value::Map(right_type, _)) if left_type != right_type => false,
        (Value::Map(_, left), Value::Map(_, right))
        | (Value::Object(left), Value::Object(right)) => {
            left.is(right)
                || left.len() == right.len()
                    && charge(left.len())
                    && left.iter().zip(right).all(|((left_key, left), (right_key, right))| {
                        left_key == right_key && same(left, right)
                    })
        }
        _ => left == right,
    })
}

fn same_elements(left: &Elements, right: &Elements) -> bool {
    left.is(right)
        || left.len() == right.len()
            && charge(left.len())
            && left.iter().zip(right).all(|(left, right)| same(left, right))
}
