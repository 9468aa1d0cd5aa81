//! Default values of optional attributes.

use std::sync::Arc;

use super::convert::unify_values;
use super::{Map, Set, Type, Value};
use crate::limits::stack::nest;

/// The defaults of a type at any depth.
#[derive(Clone, Debug, Default)]
struct Defaults {
    values: Vec<(Arc<str>, Value)>,
    /// The defaults inside attributes, in lexical order.
    attributes: Vec<(Arc<str>, Defaults)>,
    positions: Vec<Option<Defaults>>,
    elements: Option<Box<Defaults>>,
}

impl Type {
    /// The value with the [defaults](crate::value::ObjectType::insert_default) of its missing or null attributes.
    /// The value is not converted: parts that don't have the shape of the type stay unchanged.
    /// [`Value::convert`] does both.
    ///
    /// ```
    /// use serde_hcl::{Type, value};
    /// use serde_hcl::value::ObjectType;
    ///
    /// let mut server = ObjectType::from_iter([("name", Type::String)]);
    /// server.insert_default("port", Type::Number, 80);
    /// let filled = Type::from(server).apply_defaults(&value!({ "name": 1, "port": null }));
    /// // Only `convert` changes the name to a string.
    /// assert_eq!(filled, value!({ "name": 1, "port": 80 }));
    /// ```
    pub fn apply_defaults(&self, value: &Value) -> Value {
        Defaults::of(self).apply(value)
    }
}

impl Defaults {
    fn of(ty: &Type) -> Defaults {
        let mut defaults = Defaults::default();
        nest(|| match ty {
            Type::List(element) | Type::Set(element) | Type::Map(element) => {
                defaults.elements = Defaults::inside(element).map(Box::new);
            }
            Type::Tuple(elements) => {
                defaults.positions = elements.iter().map(Defaults::inside).collect();
            }
            Type::Object(object) => {
                for (name, ty) in object.iter() {
                    if let Some(value) = object.default_of(name) {
                        defaults.values.push((name.clone(), value.clone()));
                    }
                    if let Some(inside) = Defaults::inside(ty) {
                        defaults.attributes.push((name.clone(), inside));
                    }
                }
            }
            Type::Dynamic | Type::Bool | Type::Number | Type::String => {}
        });
        defaults
    }

    fn inside(ty: &Type) -> Option<Defaults> {
        Some(Defaults::of(ty)).filter(|defaults| !defaults.is_empty())
    }

    /// Whether there are no defaults at any depth.
    fn is_empty(&self) -> bool {
        self.values.is_empty()
            && self.attributes.is_empty()
            && self.positions.iter().all(Option::is_none)
            && self.elements.is_none()
    }

    /// The value with its missing attributes, not yet converted. Parts that don't have the shape of the
    /// type stay unchanged; the conversion reports them.
    fn apply(&self, value: &Value) -> Value {
        if self.is_empty() {
            return value.clone();
        }
        match value {
            Value::Marked(marked) => self.apply(marked.value()).with_marks(marked.marks()),
            Value::List(element, elements) => {
                self.collection(self.fill(elements), element, Value::list)
            }
            Value::Set(Set { element, elements }) => {
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
        let inside = |position| self.positions.get(position).and_then(Option::as_ref);
        elements
            .map(|(position, element)| fill(inside(position).or(self.elements.as_deref()), element))
            .collect()
    }

    fn attribute(&self, name: &str) -> Option<&Defaults> {
        let by_name = |(attribute, _): &(Arc<str>, _)| (**attribute).cmp(name);
        let index = self.attributes.binary_search_by(by_name).ok()?;
        self.attributes.get(index).map(|(_, inside)| inside)
    }

    fn fill_attributes(&self, map: &Map) -> Map {
        let inside = |name| self.attribute(name).or(self.elements.as_deref());
        let mut filled: Map =
            map.iter().map(|(name, value)| (name.clone(), fill(inside(name), value))).collect();
        for (name, default) in &self.values {
            let value = match filled.get(name) {
                Some(value) if !value.is_null() => value.clone(),
                _ => fill(self.attribute(name), default),
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
    use crate::value::ObjectType;

    #[test]
    fn missing_and_null_attributes_are_filled_in_at_any_depth() {
        let mut inner = ObjectType::new();
        inner.insert_default("port", Type::Number, 80);
        let mut outer = ObjectType::new();
        outer.insert_default("server", inner.into(), value!({}));
        let outer = Type::from(outer);
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
            assert_eq!(outer.apply_defaults(&given), expected, "{given}");
        }
        let list = Type::list(outer);
        let filled = list.apply_defaults(&value!([{}, 1]));
        assert_eq!(filled, value!([{ "server": { "port": 80 } }, 1]));
    }
}
