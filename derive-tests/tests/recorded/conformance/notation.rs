//! The notation of types and values in the records: a type, and JSON that has a meaning for that
//! type only.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_hcl::value::{Mark, ObjectType};
use serde_hcl::{Number, Type, Value};
use serde_json::Value as Json;
use serde_json::value::RawValue;

use super::record::{MarkRecord, Step, Variable};

/// `"string"`, `["list", T]`, `["tuple", [T, …]]`, `["object", {name: T, …}, [optional, …]]` …
pub fn read_type(json: &RawValue) -> Type {
    type_of(&parse(json.get())).unwrap_or_else(|| panic!("no such type: {json}"))
}

fn type_of(json: &Json) -> Option<Type> {
    if let Some(name) = json.as_str() {
        return Some(match name {
            "string" => Type::String,
            "number" => Type::Number,
            "bool" => Type::Bool,
            "dynamic" => Type::Dynamic,
            _ => return None,
        });
    }
    let of = &json[1];
    Some(match json[0].as_str()? {
        "list" => Type::list(type_of(of)?),
        "set" => Type::set(type_of(of)?),
        "map" => Type::map(type_of(of)?),
        "tuple" => Type::tuple(of.as_array()?.iter().map(type_of).collect::<Option<Vec<_>>>()?),
        "object" => {
            let mut object = ObjectType::new();
            let optional: Vec<_> = json[2].as_array().into_iter().flatten().collect();
            for (name, ty) in of.as_object()? {
                let ty = type_of(ty)?;
                match optional.iter().any(|optional| **optional == name.as_str()) {
                    true => object.insert_optional(name.as_str(), ty),
                    false => object.insert(name.as_str(), ty),
                }
            }
            object.into()
        }
        _ => return None,
    })
}

/// The defaults of a type, at any depth.
#[derive(Deserialize, Default)]
#[serde(default)]
struct DefaultsNotation<'a> {
    #[serde(borrow)]
    values: BTreeMap<String, Variable<'a>>,
    /// By name, by position, or by the empty string for all elements.
    #[serde(borrow)]
    children: BTreeMap<String, &'a RawValue>,
}

/// A type with defaults in a separate notation.
pub fn read_type_with_defaults(json: &RawValue, defaults: Option<&RawValue>) -> Type {
    with_defaults(&read_type(json), defaults)
}

fn with_defaults(ty: &Type, defaults: Option<&RawValue>) -> Type {
    let defaults: DefaultsNotation<'_> =
        defaults.map_or_else(Default::default, |defaults| parse(defaults.get()));
    let inside = |ty: &Type, key: &str| with_defaults(ty, defaults.children.get(key).copied());
    match ty {
        Type::List(element) => Type::list(inside(element, "")),
        Type::Set(element) => Type::set(inside(element, "")),
        Type::Map(element) => Type::map(inside(element, "")),
        Type::Tuple(elements) => {
            let elements = elements.iter().enumerate();
            Type::tuple(elements.map(|(index, ty)| inside(ty, &index.to_string())))
        }
        Type::Object(object) => {
            let mut filled = ObjectType::new();
            for (name, ty) in object.iter() {
                let inner = inside(ty, name);
                match defaults.values.get(&**name) {
                    Some(default) => {
                        let ty = read_type(default.ty);
                        let value = read_value(&ty, default.value, &default.marks);
                        filled.insert_default(name.clone(), inner, value);
                    }
                    None if object.is_optional(name) => filled.insert_optional(name.clone(), inner),
                    None => filled.insert(name.clone(), inner),
                }
            }
            filled.into()
        }
        ty => ty.clone(),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnknownNotation<'a> {
    #[serde(rename = "unknown")]
    _unknown: bool,
    #[serde(default, borrow)]
    refinements: Refinements<'a>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Refinements<'a> {
    not_null: bool,
    prefix: Option<String>,
    #[serde(borrow)]
    num_min: Option<&'a RawValue>,
    num_min_incl: bool,
    #[serde(borrow)]
    num_max: Option<&'a RawValue>,
    num_max_incl: bool,
    len_min: Option<usize>,
    len_max: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum HugeNumber {
    Infinity(i8),
    Bignum(String),
}

/// The value of `json` as type `ty`; `None` is null.
pub fn read_value(ty: &Type, json: Option<&RawValue>, marks: &[MarkRecord]) -> Value {
    let mut value = match json {
        Some(json) => read(ty, json.get()),
        None => Value::Null(ty.clone()),
    };
    let mut marks: Vec<_> = marks.iter().collect();
    // Deeper places are marked first: a place inside a marked value is harder to reach.
    marks.sort_by_key(|mark| std::cmp::Reverse(mark.path.len()));
    for mark in marks {
        attach(&mut value, &mark.path, &mark.marks);
    }
    value
}

fn read(ty: &Type, json: &str) -> Value {
    if json == "null" {
        return Value::Null(ty.clone());
    }
    // Serde would also accept a sequence as the fields of a struct.
    if json.starts_with('{') {
        if let Ok(unknown) = serde_json::from_str::<UnknownNotation<'_>>(json) {
            return refine(ty, unknown.refinements);
        }
    }
    let element = ty.element().cloned().unwrap_or_default();
    match ty {
        Type::Bool => Value::Bool(parse(json)),
        Type::Number => Value::Number(read_number(json)),
        Type::String => Value::string(parse::<String>(json)),
        Type::List(_) => Value::list(element.clone(), elements(json, |_| element.clone())),
        Type::Set(_) => Value::set(element.clone(), elements(json, |_| element.clone())),
        Type::Map(_) => Value::map(element.clone(), attributes(json, |_| element.clone())),
        Type::Tuple(types) => Value::tuple(elements(json, |index| types[index].clone())),
        Type::Object(object) => Value::object(attributes(json, |name| {
            object.get(name).unwrap_or_else(|| panic!("attribute {name} has no type")).clone()
        })),
        other => panic!("no value of type {other} is written as {json}"),
    }
}

fn elements(json: &str, ty: impl Fn(usize) -> Type) -> impl Iterator<Item = Value> {
    let elements = parse::<Vec<&RawValue>>(json).into_iter().enumerate();
    elements.map(move |(index, json)| read(&ty(index), json.get()))
}

fn attributes(json: &str, ty: impl Fn(&str) -> Type) -> impl Iterator<Item = (String, Value)> {
    let attributes = parse::<BTreeMap<String, &RawValue>>(json).into_iter();
    attributes.map(move |(name, json)| {
        let value = read(&ty(&name), json.get());
        (name, value)
    })
}

fn parse<'a, T: Deserialize<'a>>(json: &'a str) -> T {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    // Types nest as deeply as their values.
    deserializer.disable_recursion_limit();
    T::deserialize(&mut deserializer).unwrap_or_else(|error| panic!("{json}: {error}"))
}

fn read_number(json: &str) -> Number {
    match serde_json::from_str::<HugeNumber>(json) {
        Ok(HugeNumber::Infinity(1)) => Number::infinity(),
        Ok(HugeNumber::Infinity(_)) => -Number::infinity(),
        Ok(HugeNumber::Bignum(digits)) => digits.parse().expect("a number"),
        Err(_) => json.parse().expect("a number"),
    }
}

fn refine(ty: &Type, refinements: Refinements<'_>) -> Value {
    let mut value = Value::unknown(ty.clone()).refine();
    if refinements.not_null {
        value = value.not_null();
    }
    if let Some(prefix) = &refinements.prefix {
        value = value.full_prefix(prefix);
    }
    if let Some(bound) = refinements.num_min {
        let bound = read_number(bound.get());
        value = if refinements.num_min_incl { value.at_least(bound) } else { value.above(bound) };
    }
    if let Some(bound) = refinements.num_max {
        let bound = read_number(bound.get());
        value = if refinements.num_max_incl { value.at_most(bound) } else { value.below(bound) };
    }
    if let Some(length) = refinements.len_min {
        value = value.min_length(length);
    }
    if let Some(length) = refinements.len_max {
        value = value.max_length(length);
    }
    value.build()
}

/// Terraform's names of marks are not in lower case.
fn mark(name: &str) -> Mark {
    Mark::new(name.to_lowercase())
}

fn attach(value: &mut Value, path: &[Step], marks: &[String]) {
    let Some((first, rest)) = path.split_first() else {
        let marks = marks.iter().map(|name| mark(name)).collect();
        *value = std::mem::take(value).with_marks(&marks);
        return;
    };
    let child = match first {
        Step::Index(index) => value.get_mut(*index),
        Step::Key(key) => value.get_mut(key.as_str()),
    };
    attach(child.expect("a place in the value"), rest, marks);
}
