//! Default values of optional attributes.

use super::convert::unify_values;
use super::{Map, Set, Type, Value};
use crate::limits::budget::charge;
use crate::limits::stack::nest;

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
        fill(self, value)
    }
}

/// The value, filled in by a type.
fn fill(ty: &Type, value: &Value) -> Value {
    if has_defaults(ty) { fill_in(ty, value) } else { value.clone() }
}

/// The value, filled in by a type with defaults.
fn fill_in(ty: &Type, value: &Value) -> Value {
    nest(|| match value {
        Value::Marked(marked) => fill_in(ty, marked.value()).with_marks(marked.marks()),
        Value::List(element, elements) => collection(ty, elements, element, Value::list),
        Value::Set(Set { element, elements }) => collection(ty, elements, element, Value::set),
        Value::Tuple(elements) => Value::tuple(fill_elements(ty, elements)),
        Value::Map(_, map) => {
            let (keys, elements): (Vec<_>, Vec<_>) = fill_attributes(ty, map).into_iter().unzip();
            if elements.is_empty() {
                return value.clone();
            }
            match unify_values(&elements) {
                Some((element, elements)) => Value::map(element, keys.into_iter().zip(elements)),
                None => Value::object(keys.into_iter().zip(elements)),
            }
        }
        Value::Object(map) => Value::Object(fill_attributes(ty, map)),
        value => value.clone(),
    })
}

fn has_defaults(ty: &Type) -> bool {
    let has_own = match ty {
        Type::Object(object) => object.iter().any(|(name, _)| object.default_of(name).is_some()),
        _ => false,
    };
    charge(ty.width()) && (has_own || nest(|| ty.parts().any(has_defaults)))
}

/// The elements as a collection, or as a tuple if they have no type in common any more.
fn collection(
    ty: &Type,
    elements: &[Value],
    element: &Type,
    collect: impl Fn(Type, Vec<Value>) -> Value,
) -> Value {
    let elements = fill_elements(ty, elements);
    if elements.is_empty() {
        return collect(element.clone(), elements);
    }
    match unify_values(&elements) {
        Some((element, elements)) => collect(element, elements),
        None => Value::tuple(elements),
    }
}

fn fill_elements(ty: &Type, elements: &[Value]) -> Vec<Value> {
    let elements = elements.iter().enumerate();
    elements
        .map(|(position, element)| match ty {
            Type::Tuple(types) => fill_part(types.get(position), element),
            ty => fill_element(ty, element),
        })
        .collect()
}

fn fill_attributes(ty: &Type, map: &Map) -> Map {
    let Type::Object(object) = ty else {
        return map.iter().map(|(name, value)| (name.clone(), fill_element(ty, value))).collect();
    };
    let filled = map.iter().map(|(name, value)| (name.clone(), fill_part(object.get(name), value)));
    let mut filled: Map = filled.collect();
    for (name, ty) in object.iter() {
        let Some(default) = object.default_of(name) else { continue };
        let value = match filled.get(name) {
            Some(value) if !value.is_null() => value.clone(),
            _ => fill(ty, default),
        };
        let value = if default.is_null() { value } else { value.refine_not_null() };
        filled.insert(name.clone(), value);
    }
    filled
}

fn fill_part(ty: Option<&Type>, value: &Value) -> Value {
    ty.map_or_else(|| value.clone(), |ty| fill(ty, value))
}

/// The element of a collection type with defaults, which are in the type of its elements.
fn fill_element(collection: &Type, value: &Value) -> Value {
    collection.element().map_or_else(|| value.clone(), |ty| fill_in(ty, value))
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
