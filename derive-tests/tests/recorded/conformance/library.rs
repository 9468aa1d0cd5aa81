//! The functions of the reference's Go package that differ from those of all products.

use serde_hcl::functions::{self, Accepts, FromArgument, FunctionError, IntoResult, Parameter};
use serde_hcl::value::Unknown;
use serde_hcl::{Function, Number, Type, Value};

type Outcome<T = Value> = Result<T, FunctionError>;

/// The functions of the Go package: those of OpenTofu and Nomad, and its own.
pub fn of_the_go_package() -> Vec<Function> {
    let mut functions = functions::opentofu();
    functions.retain(|function| !function.name().contains("::"));
    functions.extend(functions::get("type"));
    functions.extend(functions::nomad().into_iter().filter_map(|function| match function.name() {
        "coalesce" | "index" | "replace" | "strlen" => Some(function),
        "regex_replace" => Some(function.renamed("regexreplace")),
        _ => None,
    }));
    let unmarked = Accepts::NULL | Accepts::UNKNOWN | Accepts::UNTYPED;
    let conversions = ["tobool", "tolist", "tomap", "tonumber", "toset", "tostring"];
    functions.extend(conversions.into_iter().filter_map(functions::get).map(|convert| {
        // The marks of elements become marks of the result.
        convert.with_accepted(0, unmarked)
    }));
    let maybe_unknown = Accepts::UNKNOWN | Accepts::UNTYPED;
    let marked = Accepts::UNKNOWN | Accepts::MARKED;
    functions.extend([
        // The library has an operator as a function.
        Function::new("negate", |number: Number| -number),
        Function::new("assertnotnull", |value: Value| value.refine_not_null())
            .with_accepted(0, Accepts::UNKNOWN),
        Function::new("hasindex", has_index)
            .with_accepted(0, maybe_unknown)
            .with_accepted(1, maybe_unknown),
        Function::new("int", |number: Number| match number.is_infinite() {
            true => Err("infinity has no integer part"),
            false => Ok(number.trunc()),
        }),
        Function::new("length", length).with_accepted(0, marked | Accepts::UNTYPED),
        Function::new("lookup", look_up)
            .with_accepted(0, marked)
            .with_accepted(1, marked)
            .with_accepted(2, marked),
        Function::new("sethaselement", has_element)
            .with_accepted(0, maybe_unknown)
            .with_accepted(1, maybe_unknown),
        Function::variadic("setsymmetricdifference", symmetric_difference)
            .with_accepted(0, maybe_unknown)
            .with_accepted(1, maybe_unknown),
    ]);
    functions
}

/// A set of elements of one type. It may be unknown.
struct AnySet(Value);

impl FromArgument for AnySet {
    fn parameter() -> Parameter {
        Parameter::new(Type::set(Type::Dynamic))
    }

    fn from_argument(value: Value) -> Outcome<Self> {
        Ok(AnySet(value))
    }
}

/// A string, which may be unknown.
struct Text(Value);

impl FromArgument for Text {
    fn parameter() -> Parameter {
        Parameter::new(Type::String)
    }

    fn from_argument(value: Value) -> Outcome<Self> {
        Ok(Text(value))
    }
}

/// A bool, which may be unknown.
struct Truth(Option<bool>);

impl IntoResult for Truth {
    fn result_type() -> Type {
        Type::Bool
    }

    fn into_result(self) -> Outcome {
        Ok(self.0.map_or_else(Self::unknown_result, Value::from))
    }
}

fn is_untyped(value: &Value) -> bool {
    value.type_of() == Type::Dynamic
}

/// The type of the collection or tuple, known or not.
fn unknown_type(value: &Value) -> Option<&Type> {
    match value {
        Value::Unknown(unknown) => Some(Unknown::ty(unknown)),
        _ => None,
    }
}

/// Whether a list or tuple has an element at a position, or a map under a key.
fn has_index(collection: Value, key: Value) -> Outcome<Truth> {
    let ty = collection.type_of();
    if !matches!(ty, Type::List(_) | Type::Tuple(_) | Type::Map(_) | Type::Dynamic) {
        return Err("a list or map is required".into());
    }
    if !collection.is_known() || !key.is_known() || is_untyped(&key) {
        return Ok(Truth(None));
    }
    Ok(Truth(Some(match (&collection, &key) {
        (Value::List(..) | Value::Tuple(_), Value::Number(position)) => {
            let position = position.as_u64().and_then(|position| usize::try_from(position).ok());
            position.is_some_and(|position| collection.get(position).is_some())
        }
        (Value::Map(_, map), Value::String(name)) => map.contains_key(name),
        _ => false,
    })))
}

/// The number of elements of a list, set, map or tuple: not of objects and texts.
fn length(collection: Value) -> Outcome {
    match collection.type_of() {
        Type::Dynamic => {
            let length = Value::unknown(Type::Number).refine().not_null();
            Ok(length.at_least(0.into()).at_most(i64::MAX.into()).build())
        }
        Type::Object(_) | Type::String => Err("a list, set or map is required".into()),
        _ => functions::get("length").expect("a function").call([collection.clone()]).map_err(
            |error| FunctionError::argument(0, error.diagnostics()[0].detail().to_owned()),
        ),
    }
}

/// The element of a map or object under a key, or a default, which is required.
fn look_up(map: Value, key: Text, default: Value) -> Outcome {
    let Text(key) = key;
    let name = key.unmarked().as_str();
    let ty = match map.type_of() {
        Type::Object(object) => match name {
            None => Type::Dynamic,
            Some(name) => object.get(name).cloned().unwrap_or_else(|| default.type_of()),
        },
        Type::Map(element) => {
            let invalid = |error: serde_hcl::value::ConversionError| {
                FunctionError::argument(2, format!("the default is of another type: {error}"))
            };
            default.convert(&element).map_err(invalid)?;
            Type::clone(&element)
        }
        _ => return Err(FunctionError::argument(0, "a map or object is required")),
    };
    let is_known = default.is_known() && map.is_wholly_known();
    let found = match name.filter(|_| is_known) {
        None => Value::unknown(ty),
        Some(name) => match map.unmarked().get(name) {
            Some(element) => element.clone(),
            None => default.convert(&ty)?,
        },
    };
    Ok(found.with_marks(&map.marks()).with_marks(&key.marks()))
}

/// Whether a set has an element.
fn has_element(set: AnySet, element: Value) -> Truth {
    let AnySet(set) = set;
    Truth(match &set {
        Value::Set(_) if is_untyped(&element) => None,
        Value::Set(elements) if element.type_of() != *elements.element_type() => Some(false),
        Value::Set(_) if !element.is_known() => None,
        Value::Set(elements) if elements.contains(&element) => Some(true),
        Value::Set(_) => set.is_wholly_known().then_some(false),
        _ => unknown_type(&set).map_or(Some(false), |_| None),
    })
}

/// The elements that are in only one of two sets. More sets are combined from left to right.
fn symmetric_difference(first: AnySet, others: Vec<AnySet>) -> Outcome {
    let sets: Vec<Value> = [first].into_iter().chain(others).map(|AnySet(set)| set).collect();
    // An empty set without an element type is compatible with any other.
    let is_typed = |set: &&Value| !matches!(set, Value::Set(set) if set.is_empty() && *set.element_type() == Type::Dynamic);
    let types = sets.iter().filter(is_typed).filter_map(|set| set.type_of().element().cloned());
    let types: Vec<Type> = types.collect();
    let element = match types.is_empty() {
        true => Type::Dynamic,
        false => Type::unify_loosely(&types).ok_or("the elements have no type in common")?,
    };
    let ty = Type::set(element.clone());
    if !sets.iter().all(Value::is_known) {
        return Ok(Value::unknown(ty).refine_not_null());
    }
    let converted = sets.iter().enumerate().map(|(index, set)| {
        set.convert(&ty).map_err(|error| FunctionError::argument(index, error))
    });
    let sets = converted.collect::<Outcome<Vec<_>>>()?;
    if !sets.iter().all(Value::is_wholly_known) {
        return Ok(Value::unknown(ty).refine_not_null());
    }
    if sets.iter().any(|set| set.type_of() != sets[0].type_of()) {
        return Err("the sets have elements of different types".into());
    }
    let mut sets = sets.iter().filter_map(Value::as_elements).map(|set| set.to_vec());
    let first = sets.next().unwrap_or_default();
    let without = |left: &[Value], right: &[Value]| {
        left.iter().filter(|element| !right.contains(element)).cloned().collect::<Vec<_>>()
    };
    let combined =
        sets.fold(first, |left, right| [without(&left, &right), without(&right, &left)].concat());
    Ok(Value::set(element, combined))
}
