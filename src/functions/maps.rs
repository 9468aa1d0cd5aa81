//! Functions on maps and objects.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::argument::{Kind, Outcome, no_list, no_map, pay, pay_for_text, unknown};
use super::library::library;
use crate::eval::FunctionError;
use crate::limits::budget::MAP;
use crate::value::{Map, Marks, ObjectType, Type, Value, lookup};

library! {
    /// Functions on maps and objects.
    pub(super) maps;

    /// The keys of a map or object in lexical order.
    ///
    /// ```hcl
    /// keys({ b = 1, a = 2 }) == ["a", "b"]
    /// ```
    fn keys(
        /// The map or object.
        map: Value [UNKNOWN | MARKED]
    ) -> Outcome {
        pay(2 * map.unmarked().as_map().map_or(0, Map::len))?;
        let names = |map: &Map| map.iter().map(|(name, _)| Value::normalized(Arc::clone(name))).collect();
        let keys = match map.unmarked() {
            Value::Map(_, map) => Value::List(Type::String.into(), names(map)),
            Value::Object(map) => Value::Tuple(names(map)),
            other => match other.type_of() {
                Type::Map(_) => unknown(Type::list(Type::String)),
                Type::Object(object) => {
                    Value::tuple(object.iter().map(|(name, _)| Value::normalized(Arc::clone(name))))
                }
                _ => return Err(no_map(&map).or_argument(0)),
            },
        };
        Ok(keys.with_marks(&map.marks()))
    }

    /// The element of a map or object under a key, or a default if there is none.
    ///
    /// ```hcl
    /// lookup({ a = "x" }, "a") == "x"
    /// lookup({ a = "x" }, "b", "none") == "none"
    /// ```
    fn lookup(
        /// The map or object.
        input_map: Value [CHOSEN | UNKNOWN],
        /// The key.
        key: Value as Arc<str> [CHOSEN | UNKNOWN];
        /// The value if there is no such key.
        default: Value [CHOSEN | UNKNOWN | UNTYPED | NULL]
    ) -> Outcome {
        match &*default {
            [] => look_up(&input_map, &key, None),
            [default] => look_up(&input_map, &key, Some(default)),
            more => Err(format!("there can be one default, but there are {}", more.len()).into()),
        }
    }

    /// The entries of all maps and objects together; later ones replace earlier ones of the same
    /// key.
    ///
    /// ```hcl
    /// merge({ a = 1, b = 2 }, { b = 3 }) == { a = 1, b = 3 }
    /// ```
    fn merge(
        ;
        /// The maps and objects; later ones have precedence.
        maps: Value [NULL | UNKNOWN | UNTYPED | MARKED]
    ) -> Outcome {
        let element = if maps.iter().all(|map| matches!(map.unmarked(), Value::Object(_))) {
            None
        } else {
            let ty = merged_type(&maps)?;
            if !maps.iter().all(|map| map.is_known()) {
                return Ok(unknown(ty));
            }
            match ty {
                Type::Map(element) => Some(element),
                _ => None,
            }
        };
        let mut merged = Map::new();
        let mut marks = Marks::new();
        for map in maps.iter().filter(|map| !map.is_null()) {
            pay(MAP + 4 * map.unmarked().as_map().map_or(0, Map::len))?;
            marks.merge(&map.marks());
            match map.unmarked() {
                Value::Map(_, map) | Value::Object(map) if merged.is_empty() => {
                    merged = map.clone();
                }
                Value::Map(_, map) | Value::Object(map) => {
                    merged.extend(map.iter().map(|(key, value)| (Arc::clone(key), value.clone())));
                }
                // If an argument is a null without a type, empty sequences are accepted, too.
                other if other.as_elements().is_some_and(|elements| elements.is_empty()) => {}
                other => return Err(no_map(other)),
            }
        }
        Ok(match element {
            Some(element) => Value::Map(element, merged),
            None => Value::Object(merged),
        }
        .with_marks(&marks))
    }

    /// The inverse of a map of lists: each element becomes a key, with the list of its keys as the
    /// value.
    ///
    /// ```hcl
    /// transpose({ a = ["1", "2"], b = ["2"] })["2"] == tolist(["a", "b"])
    /// ```
    fn transpose(
        /// The map of lists.
        values: BTreeMap<String, Vec<String>>
    ) -> Outcome<BTreeMap<String, Vec<String>>> {
        let mut transposed = BTreeMap::<String, Vec<String>>::new();
        for (key, elements) in values {
            for element in elements {
                pay(4)?;
                pay_for_text(key.len())?;
                transposed.entry(element).or_default().push(key.clone());
            }
        }
        Ok(transposed)
    }

    /// The values of a map or object, in lexical order of their keys.
    ///
    /// ```hcl
    /// values({ b = 1, a = 2 }) == [2, 1]
    /// ```
    fn values(
        /// The map or object.
        mapping: Value [MARKED | UNKNOWN]
    ) -> Outcome {
        pay(2 * mapping.unmarked().as_map().map_or(0, Map::len))?;
        let values = |map: &Map| map.values().cloned().collect();
        let values = match mapping.unmarked() {
            Value::Map(element, map) => Value::List(element.clone(), values(map)),
            Value::Object(map) => Value::Tuple(values(map)),
            other => {
                return Ok(unknown(match other.type_of() {
                    Type::Map(element) => Type::List(element),
                    Type::Object(object) => Type::tuple(object.iter().map(|(_, ty)| ty.clone())),
                    _ => return Err(no_map(other)),
                }));
            }
        };
        Ok(values.with_marks(&mapping.marks()))
    }

    /// The map, or object, of keys from one list with values from another one or a tuple.
    ///
    /// ```hcl
    /// zipmap(["a", "b"], [1, 2]) == { a = 1, b = 2 }
    /// ```
    fn zipmap(
        /// The keys.
        keys: Value as Vec<Arc<str>> [MARKED | UNKNOWN],
        /// The values, in the order of their keys.
        values: Value [MARKED | UNKNOWN]
    ) -> Outcome {
        zip(&keys, &values)
    }
}

/// The error of an argument that can't be merged. The elements of a list can be.
fn not_merged(value: &Value) -> FunctionError {
    let is_object = |element: &Value| element.unmarked().as_map().is_some();
    let elements = value.unmarked().as_elements();
    match elements.is_some_and(|it| !it.is_empty() && it.iter().all(is_object)) {
        true => {
            no_map(value).with_help("write ... after a list to merge its elements: merge(list...)")
        }
        false => no_map(value),
    }
}

/// The type of merged maps: the common type if they have one, otherwise the type of an object.
fn merged_type(maps: &[Value]) -> Outcome<Type> {
    let mut first = None;
    let mut is_same = true;
    let mut names_known = true;
    let mut attributes = ObjectType::new();
    for map in maps {
        pay(2 * map.unmarked().as_map().map_or(0, Map::len))?;
        let mut ty = map.type_of();
        match &ty {
            Type::Dynamic => return Ok(Type::Dynamic),
            Type::Object(_) if map.is_null() => ty = Type::from(ObjectType::new()),
            Type::Object(object) => {
                object
                    .iter()
                    .for_each(|(name, ty)| attributes.insert(Arc::clone(name), ty.clone()));
            }
            Type::Map(element) if map.is_known() => {
                for name in map.unmarked().as_map().into_iter().flat_map(Map::keys) {
                    attributes.insert(name, Type::clone(element));
                }
            }
            Type::Map(_) => names_known = false,
            _ => return Err(not_merged(map)),
        }
        is_same &= *first.get_or_insert_with(|| ty.clone()) == ty;
    }
    Ok(match first {
        None => Type::from(ObjectType::new()),
        Some(first) if is_same => first,
        Some(_) if names_known => Type::from(attributes),
        Some(_) => Type::Dynamic,
    })
}

fn zip(keys: &Value, values: &Value) -> Outcome {
    let lengths = |keys: usize, values: usize| {
        if keys == values {
            return Ok(());
        }
        Err(FunctionError::from(format!("the number of keys is {keys}, that of values {values}")))
    };
    let names = match keys.unmarked() {
        Value::List(_, names) if keys.is_wholly_known() => Some(names),
        _ => None,
    };
    let is_tuple = match Kind::of(values) {
        Kind::List => false,
        Kind::Tuple => true,
        _ => return Err(no_list("a list", values)),
    };
    let Some(names) = names.filter(|_| is_tuple || values.is_known()) else {
        let ty = if is_tuple {
            Type::Dynamic
        } else {
            Type::map(values.type_of().element().cloned().unwrap_or_default())
        };
        let unknown = unknown(ty);
        // If some keys of a list are unknown, its elements are examined, so the result gets its
        // marks.
        return Ok(match keys.is_known() && values.is_known() {
            true => unknown.with_marks(&keys.marks()).with_marks(&values.marks()),
            false => unknown,
        });
    };
    pay(MAP + 4 * names.len())?;
    let mut marks = keys.marks();
    marks.merge(&values.marks());
    let mut attributes = Vec::with_capacity(names.len());
    for (index, name) in names.iter().enumerate() {
        marks.merge(&name.marks());
        match name.unmarked().as_str() {
            Some(name) => attributes.push(name),
            None => return Err(format!("the key at position {index} is null").into()),
        }
    }
    if let Some(elements) = values.unmarked().as_elements() {
        lengths(names.len(), elements.len())?;
        let map = attributes.into_iter().zip(elements.iter().cloned()).collect();
        let zipped = match values.unmarked() {
            Value::List(element, _) => Value::Map(element.clone(), map),
            _ => Value::Object(map),
        };
        return Ok(zipped.with_marks(&marks));
    }
    Ok(unknown(match values.type_of() {
        Type::Tuple(types) => {
            lengths(names.len(), types.len())?;
            Type::object(attributes.into_iter().zip(types.iter().cloned()))
        }
        ty => Type::map(ty.element().cloned().unwrap_or_default()),
    }))
}

fn look_up(map: &Value, key: &Value, default: Option<&Value>) -> Outcome {
    const DEFAULT: &str = "a third argument is the default: lookup(map, key, default)";
    let (own, is_known) = (map.unmarked(), map.is_known());
    let name = key.unmarked().as_str();
    let found = match Kind::of(map) {
        Kind::Object => match (name.map(|name| lookup::attribute(own, name)), default) {
            (None, _) => Value::unknown(Type::Dynamic),
            (Some(Ok(attribute)), _) => attribute,
            (Some(Err(_)), Some(default)) if is_known => default.clone(),
            (Some(Err(_)), Some(default)) => Value::unknown(default.type_of()),
            (Some(Err(_)), None) => {
                let reason = format!("the object has no attribute {:?}", name.unwrap_or_default());
                return Err(FunctionError::argument(0, reason).with_help(DEFAULT));
            }
        },
        Kind::Map => {
            let element = own.type_of().element().cloned().unwrap_or_default();
            let default = default.map(|default| default.convert_to(&element)).transpose();
            let default = default.map_err(|error| {
                let reason = "the default must be of the type of the elements";
                FunctionError::argument(2, format!("{reason}: {error}"))
            })?;
            match name.filter(|_| is_known) {
                None => Value::unknown(element),
                Some(name) => own.get(name).cloned().or(default).ok_or_else(|| {
                    FunctionError::new(format!("there is no element {name:?}")).with_help(DEFAULT)
                })?,
            }
        }
        _ => return Err(no_map(map).or_argument(0)),
    };
    Ok(found.with_marks(&map.marks()).with_marks(&key.marks()))
}
