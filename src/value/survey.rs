//! Walks over all parts of a value. The budget is charged for the visited parts.

use std::collections::btree_map;
use std::slice;
use std::sync::Arc;

use hashbrown::HashMap;

use super::{Elements, Map, Set, Type, Value};
use crate::limits::budget::{charge, charge_text};
use crate::limits::stack::nest;

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
    pub(crate) fn first_part(&self) -> Option<*const Value> {
        self.children()?.next().map(std::ptr::from_ref)
    }

    /// The value with other elements or attributes. A set, and what has no parts, stays the same.
    pub(crate) fn map_parts(self, each: &mut dyn FnMut(Value) -> Value) -> Value {
        if !self.children().is_some_and(|parts| charge(parts.len())) {
            return self;
        }
        nest(|| match self {
            Value::List(ty, elements) => Value::List(ty, elements.into_iter().map(each).collect()),
            Value::Tuple(elements) => Value::Tuple(elements.into_iter().map(each).collect()),
            Value::Map(ty, map) => Value::Map(ty, map.map_values(each)),
            Value::Object(map) => Value::Object(map.map_values(each)),
            value => value,
        })
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

/// The results of one walk over a value.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Survey {
    /// Whether the value or anything in it is marked.
    pub(crate) is_marked: bool,
    /// Whether the value or anything in it is unknown.
    pub(crate) is_unknown: bool,
}

impl Survey {
    fn visit(&mut self, value: &Value) {
        match value {
            Value::String(text) => drop(charge_text(text.len())),
            Value::Unknown(_) => self.is_unknown = true,
            Value::Marked(marked) => {
                self.is_marked = true;
                self.visit(marked.value());
            }
            _ => {
                if let Some(children) = value.children().filter(|all| charge(all.len())) {
                    nest(|| children.for_each(|value| self.visit(value)));
                }
            }
        }
    }
}

impl Value {
    /// Visits all parts of the value once, including texts, and charges for it: one for each
    /// element and for each 16 bytes.
    #[inline]
    pub(crate) fn survey(&self) -> Survey {
        let mut survey = Survey::default();
        survey.visit(self);
        survey
    }

    /// The number of levels of tuples, collections and objects.
    pub(crate) fn depth(&self) -> u32 {
        if let Value::Marked(marked) = self {
            return marked.value().depth();
        }
        let Some(children) = self.children().filter(|all| charge(all.len())) else { return 0 };
        nest(|| children.map(Value::depth).max()).unwrap_or(0) + 1
    }

    /// Whether `test` holds for the value or a part of it. Also true if the budget is used up.
    pub(crate) fn any(&self, test: &mut dyn FnMut(&Value) -> bool) -> bool {
        test(self)
            || match (self, self.children()) {
                (_, Some(mut children)) => {
                    !charge(children.len()) || nest(|| children.any(|value| value.any(test)))
                }
                (Value::Marked(marked), None) => marked.value().any(test),
                _ => false,
            }
    }

    /// Whether the other value has the same type. Unlike a comparison of both types, this makes none of them.
    pub(crate) fn has_type_of(&self, other: &Value) -> bool {
        match (self.unmarked(), other.unmarked()) {
            (Value::Tuple(left), Value::Tuple(right)) => {
                let mut parts = left.iter().zip(right);
                left.is(right)
                    || left.len() == right.len()
                        && charge(left.len())
                        && nest(|| parts.all(|(left, right)| left.has_type_of(right)))
            }
            (Value::Object(left), Value::Object(right)) => {
                let mut parts = left.iter().zip(right);
                left.is(right)
                    || left.len() == right.len()
                        && charge(left.len())
                        && nest(|| parts.all(|(l, r)| l.0 == r.0 && l.1.has_type_of(r.1)))
            }
            (left, right) => left.type_of() == right.type_of(),
        }
    }

    /// The type of the value. For tuples and objects the work is linear in their size; shared parts
    /// share their types.
    ///
    /// ```
    /// use serde_hcl::{Type, Value, value};
    ///
    /// assert_eq!(value!([1, "a"]).type_of(), Type::tuple([Type::Number, Type::String]));
    /// assert_eq!(Value::unknown(Type::Bool).type_of(), Type::Bool);
    /// assert_eq!(Value::NULL.type_of(), Type::Dynamic);
    /// ```
    pub fn type_of(&self) -> Type {
        match self {
            Value::Tuple(_) | Value::Object(_) | Value::Marked(_) => Typing::default().of(self),
            Value::Null(ty) => ty.clone(),
            Value::Bool(_) => Type::Bool,
            Value::Number(_) => Type::Number,
            Value::String(_) => Type::String,
            Value::List(element, _) => Type::List(element.clone()),
            Value::Set(Set { element, .. }) => Type::Set(element.clone()),
            Value::Map(element, _) => Type::Map(element.clone()),
            Value::Unknown(unknown) => unknown.ty().clone(),
        }
    }
}

/// The number of tuples and objects that are typed before the types of shared ones are stored.
const FEW: usize = 64;

/// The computation of the type of one value.
#[derive(Default)]
struct Typing {
    visited: usize,
    /// The types of shared tuples and objects, by their addresses.
    known: HashMap<*const (), Type>,
}

impl Typing {
    fn of(&mut self, value: &Value) -> Type {
        match value {
            Value::Tuple(elements) => {
                self.shared(elements.shared_address(), |this| this.tuple(elements))
            }
            Value::Object(map) => self.shared(map.shared_address(), |this| this.object(map)),
            Value::Marked(marked) => self.of(marked.value()),
            simple => simple.type_of(),
        }
    }

    fn shared(
        &mut self,
        address: Option<*const ()>,
        compute: impl FnOnce(&mut Self) -> Type,
    ) -> Type {
        self.visited += 1;
        let address = address.filter(|_| self.visited > FEW);
        let Some(address) = address else { return compute(self) };
        if let Some(ty) = self.known.get(&address) {
            return ty.clone();
        }
        let ty = compute(self);
        self.known.insert(address, ty.clone());
        ty
    }

    fn tuple(&mut self, elements: &Elements) -> Type {
        if !charge(elements.len()) {
            return Type::Dynamic;
        }
        nest(|| Type::tuple(elements.iter().map(|value| self.of(value))))
    }

    fn object(&mut self, map: &Map) -> Type {
        if !charge(map.len()) {
            return Type::Dynamic;
        }
        nest(|| Type::object(map.iter().map(|(name, value)| (name.clone(), self.of(value)))))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Type, Value};

    #[test]
    fn types_share_the_shared_parts_of_values() {
        let doubled = |value: Value| Value::tuple([value.clone(), value]);
        let value = (0..100).fold(Value::from(1), |value, _| doubled(value));
        let Type::Tuple(types) = value.type_of() else { panic!("no tuple") };
        assert_eq!(types.len(), 2);
        assert_eq!(types[0], types[1]);
        let named = |value: Value| Value::object([("a", value.clone()), ("b", value)]);
        let value = (0..100).fold(Value::from(1), |value, _| named(value));
        assert_eq!(value.type_of().friendly_name(), "object");
    }
}
