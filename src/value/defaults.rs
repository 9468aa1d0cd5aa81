//! Default values of optional attributes.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::convert::unify_values;
use super::{Map, Type, Value, nest};

/// What a type constraint says about attributes that are missing, at any depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Defaults {
    values: BTreeMap<Arc<str>, Value>,
    attributes: BTreeMap<Arc<str>, Defaults>,
    positions: BTreeMap<usize, Defaults>,
    elements: Option<Box<Defaults>>,
}

impl Defaults {
    /// The defaults of a collection whose elements have these.
    pub(crate) fn of_elements(elements: Defaults) -> Self {
        let elements = (!elements.is_empty()).then(|| Box::new(elements));
        Defaults { elements, ..Defaults::default() }
    }

    /// Makes `value` the default of the attribute `name`.
    pub(crate) fn set_value(&mut self, name: Arc<str>, value: Value) {
        self.values.insert(name, value);
    }

    /// The defaults inside the attribute `name`.
    pub(crate) fn set_attribute(&mut self, name: Arc<str>, inside: Defaults) {
        if !inside.is_empty() {
            self.attributes.insert(name, inside);
        }
    }

    /// The defaults inside the tuple element at `position`.
    pub(crate) fn set_position(&mut self, position: usize, inside: Defaults) {
        if !inside.is_empty() {
            self.positions.insert(position, inside);
        }
    }

    /// Whether there are no defaults at any depth.
    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty()
            && self.attributes.is_empty()
            && self.positions.is_empty()
            && self.elements.is_none()
    }

    /// The value with the missing attributes filled in, still to be converted. What doesn't have
    /// the shape of the type stays as it is: the conversion is going to say so.
    pub(crate) fn apply(&self, value: &Value) -> Value {
        if self.is_empty() {
            return value.clone();
        }
        match value {
            Value::Marked(marked) => self.apply(marked.value()).with_marks(marked.marks()),
            Value::List(element, elements) => {
                self.collection(self.fill(elements), element, Value::list)
            }
            Value::Set(element, elements) => {
                self.collection(self.fill(elements), element, Value::set)
            }
            Value::Tuple(elements) => Value::tuple(self.fill(elements)),
            Value::Map(_, map) => {
                let (keys, elements): (Vec<_>, Vec<_>) =
                    self.fill_attributes(map).into_iter().unzip();
                if elements.is_empty() {
                    return value.clone();
                }
                match unify_values(&elements) {
                    Some((element, elements)) => {
                        Value::map(element, keys.into_iter().zip(elements))
                    }
                    None => Value::object(keys.into_iter().zip(elements)),
                }
            }
            Value::Object(map) => Value::Object(self.fill_attributes(map)),
            value => value.clone(),
        }
    }

    fn collection(
        &self,
        elements: Vec<Value>,
        element: &Type,
        collect: impl Fn(Type, Vec<Value>) -> Value,
    ) -> Value {
        if elements.is_empty() {
            return collect(element.clone(), elements);
        }
        match unify_values(&elements) {
            Some((element, elements)) => collect(element, elements),
            None => Value::tuple(elements),
        }
    }

    fn fill(&self, elements: &[Value]) -> Vec<Value> {
        let elements = elements.iter().enumerate();
        elements
            .map(|(position, element)| {
                fill(self.positions.get(&position).or(self.elements.as_deref()), element)
            })
            .collect()
    }

    fn fill_attributes(&self, map: &Map) -> Map {
        let inside = |name| self.attributes.get(name).or(self.elements.as_deref());
        let mut filled: Map =
            map.iter().map(|(name, value)| (name.clone(), fill(inside(name), value))).collect();
        for (name, default) in &self.values {
            let value = match filled.get(name) {
                Some(value) if !value.is_null() => value.clone(),
                _ => fill(self.attributes.get(name), default),
            };
            let value = if default.is_null() { value } else { value.refine_not_null() };
            filled.insert(name.clone(), value);
        }
        filled
    }
}

fn fill(defaults: Option<&Defaults>, value: &Value) -> Value {
    match defaults {
        Some(defaults) => nest(|| defaults.apply(value)),
        None => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value;

    #[test]
    fn missing_and_null_attributes_are_filled_in_at_any_depth() {
        let mut inner = Defaults::default();
        inner.set_value("port".into(), value!(80));
        let mut outer = Defaults::default();
        outer.set_value("server".into(), value!({}));
        outer.set_attribute("server".into(), inner);
        let cases = [
            (value!({}), value!({ "server": { "port": 80 } })),
            (value!({ "server": null }), value!({ "server": { "port": 80 } })),
            (
                value!({ "server": { "port": 1 }, "x": 2 }),
                value!({ "server": { "port": 1 }, "x": 2 }),
            ),
            (value!({ "server": "text" }), value!({ "server": "text" })),
            (value!(null), value!(null)),
        ];
        for (given, expected) in cases {
            assert_eq!(outer.apply(&given), expected, "{given}");
        }
        let list = Defaults::of_elements(outer);
        assert_eq!(list.apply(&value!([{}, 1])), value!([{ "server": { "port": 80 } }, 1]));
        assert!(Defaults::of_elements(Defaults::default()).is_empty());
    }
}
