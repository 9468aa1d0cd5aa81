//! Lookup in values by the rules of the language: by index, by attribute, by membership.

use std::sync::Arc;

use super::convert::ConversionError;
use super::{Number, Type, Value};

/// The reason why `collection[key]` has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum IndexError {
    /// The collection is null.
    NullCollection,
    /// The key is null.
    NullKey,
    /// The key doesn't convert to the type of the collection's keys.
    Key(ConversionError),
    /// A position must be an integer.
    Fraction,
    /// A position must not be negative.
    Negative,
    /// The position is greater than that of the last of `length` elements.
    OutOfRange { length: usize },
    /// The map has no such key.
    MissingKey(Arc<str>),
    /// The object has no such attribute. The key may be meant for a list.
    MissingAttribute { name: Arc<str>, is_numeric: bool },
    /// Elements of a set have neither position nor key.
    Set,
    /// Values of this type have no elements.
    NotIndexable(Type),
}

/// The reason why `value.name` has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AttributeError {
    /// The value is null.
    Null,
    /// The object has no such attribute.
    MissingAttribute,
    /// The map has no such key.
    MissingKey,
    /// The collection has no such attribute, but its elements may have it.
    OfElements { collection: Type, exists: bool },
    /// Values of this type have no attributes.
    NotAnObject(Type),
}

/// `collection[key]`. The result carries the marks of the collection, and those of a key that
/// selected an element.
pub(crate) fn index(collection: &Value, key: &Value) -> Result<Value, IndexError> {
    if collection.is_null() {
        return Err(IndexError::NullCollection);
    }
    if key.is_null() {
        return Err(IndexError::NullKey);
    }
    let found = match find(collection.unmarked(), key.unmarked())? {
        Found::Element(element) => element.with_marks(&key.marks()),
        Found::Attribute(attribute) => attribute,
        Found::Unknown(ty) => Value::unknown(ty),
    };
    Ok(found.with_marks(&collection.marks()))
}

enum Found {
    Element(Value),
    Attribute(Value),
    /// An unknown value of this type.
    Unknown(Type),
}

fn find(collection: &Value, key: &Value) -> Result<Found, IndexError> {
    if is_dynamic(collection) || is_dynamic(key) {
        return Ok(Found::Unknown(Type::Dynamic));
    }
    match collection {
        Value::List(element, elements) => match number_key(key)? {
            None => Ok(Found::Unknown(Type::clone(element))),
            Some(number) => Ok(Found::Element(at(elements, &number)?.clone())),
        },
        Value::Tuple(elements) => match number_key(key)? {
            None => Ok(Found::Unknown(Type::Dynamic)),
            Some(number) => Ok(Found::Element(at(elements, &number)?.clone())),
        },
        Value::Map(element, map) => match string_key(key)? {
            None => Ok(Found::Unknown(Type::clone(element))),
            Some(name) => match map.get(&name) {
                Some(value) => Ok(Found::Element(value.clone())),
                None => Err(IndexError::MissingKey(name)),
            },
        },
        Value::Object(map) => match string_key(key)? {
            None => Ok(Found::Unknown(Type::Dynamic)),
            Some(name) => match map.get(&name) {
                Some(value) => Ok(Found::Attribute(value.clone())),
                None => Err(missing_attribute(name, key)),
            },
        },
        Value::Set(..) => Err(IndexError::Set),
        Value::Unknown(unknown) => find_unknown(unknown.ty(), key),
        other => Err(IndexError::NotIndexable(other.type_of())),
    }
}

/// The element under `key` of an unknown value of type `ty`.
fn find_unknown(ty: &Type, key: &Value) -> Result<Found, IndexError> {
    match ty {
        Type::List(element) => {
            number_key(key)?;
            Ok(Found::Unknown(Type::clone(element)))
        }
        Type::Map(element) => {
            string_key(key)?;
            Ok(Found::Unknown(Type::clone(element)))
        }
        Type::Tuple(elements) => match number_key(key)? {
            None => Ok(Found::Unknown(Type::Dynamic)),
            Some(number) => Ok(Found::Element(Value::unknown(at(elements, &number)?.clone()))),
        },
        Type::Object(object) => match string_key(key)? {
            None => Ok(Found::Unknown(Type::Dynamic)),
            Some(name) => match object.get(&name) {
                Some(ty) => Ok(Found::Unknown(ty.clone())),
                None => Err(missing_attribute(name, key)),
            },
        },
        Type::Set(_) => Err(IndexError::Set),
        ty => Err(IndexError::NotIndexable(ty.clone())),
    }
}

fn is_dynamic(value: &Value) -> bool {
    matches!(value, Value::Unknown(unknown) if *unknown.ty() == Type::Dynamic)
}

/// The key as a number; `None` if it is unknown.
fn number_key(key: &Value) -> Result<Option<Number>, IndexError> {
    match key.convert_to(&Type::Number).map_err(IndexError::Key)? {
        Value::Number(number) => Ok(Some(number)),
        _ => Ok(None),
    }
}

/// The key as a string; `None` if it is unknown.
fn string_key(key: &Value) -> Result<Option<Arc<str>>, IndexError> {
    match key.convert_to(&Type::String).map_err(IndexError::Key)? {
        Value::String(text) => Ok(Some(text.into())),
        _ => Ok(None),
    }
}

fn at<'v, T>(elements: &'v [T], position: &Number) -> Result<&'v T, IndexError> {
    let out_of_range = IndexError::OutOfRange { length: elements.len() };
    match position.as_u64() {
        Some(position) => {
            usize::try_from(position).ok().and_then(|at| elements.get(at)).ok_or(out_of_range)
        }
        None if !position.is_integer() => Err(IndexError::Fraction),
        None if position.is_sign_negative() => Err(IndexError::Negative),
        None => Err(out_of_range),
    }
}

fn missing_attribute(name: Arc<str>, key: &Value) -> IndexError {
    IndexError::MissingAttribute { name, is_numeric: key.as_number().is_some() }
}

/// `value.name`. The result carries the marks of the value.
pub(crate) fn attribute(value: &Value, name: &str) -> Result<Value, AttributeError> {
    let found = match value.unmarked() {
        Value::Null(_) => return Err(AttributeError::Null),
        Value::Object(map) => map.get(name).cloned().ok_or(AttributeError::MissingAttribute)?,
        Value::Map(_, map) => map.get(name).cloned().ok_or(AttributeError::MissingKey)?,
        Value::Unknown(unknown) => match unknown.ty() {
            Type::Dynamic => Value::unknown(Type::Dynamic),
            Type::Map(element) => Value::unknown(Type::clone(element)),
            Type::Object(object) => {
                Value::unknown(object.get(name).cloned().ok_or(AttributeError::MissingAttribute)?)
            }
            ty => return Err(without_attributes(ty, name)),
        },
        other => return Err(without_attributes(&other.type_of(), name)),
    };
    Ok(found.with_marks(&value.marks()))
}

fn without_attributes(ty: &Type, name: &str) -> AttributeError {
    match (ty, ty.element()) {
        (Type::List(_) | Type::Set(_), Some(Type::Object(object))) => AttributeError::OfElements {
            collection: ty.clone(),
            exists: object.get(name).is_some(),
        },
        _ => AttributeError::NotAnObject(ty.clone()),
    }
}

/// The number of elements or attributes; `None` for null and for values without elements.
pub(crate) fn length(value: &Value) -> Option<Value> {
    match value.unmarked() {
        Value::Null(_) | Value::Bool(_) | Value::Number(_) | Value::String(_) => return None,
        Value::Unknown(unknown) if unknown.ty().is_primitive() => return None,
        _ => {}
    }
    let (min, max) = value.length_bounds();
    // No collection has more elements than an integer of 64 bits can count.
    let max = max.map_or_else(|| i64::MAX.into(), Number::from);
    let length = Value::unknown(Type::Number).refine().not_null().at_least(min.into()).at_most(max);
    Some(length.build().with_marks(&value.marks()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value;
    use crate::value::Mark;

    #[test]
    fn marks_of_selecting_keys_are_kept() {
        let (a, b) = (Mark::new("a"), Mark::new("b"));
        let both = [a.clone(), b.clone()].into_iter().collect();
        let key = value!(0).mark(b);
        assert_eq!(index(&value!([1]).mark(a.clone()), &key), Ok(value!(1).with_marks(&both)));
        assert_eq!(index(&value!({ "0": 1 }).mark(a.clone()), &key), Ok(value!(1).mark(a.clone())));
        assert_eq!(attribute(&value!({ "x": 1 }).mark(a.clone()), "x"), Ok(value!(1).mark(a)));
    }

    #[test]
    fn a_length_is_unknown_with_unknown_elements() {
        let open = Value::set(Type::String, [value!("a"), Value::unknown(Type::String)]);
        let between = Value::unknown(Type::Number).refine().not_null();
        let between = between.at_least(1.into()).at_most(2.into()).build();
        assert_eq!(length(&open), Some(between));
        assert_eq!(length(&value!({ "a": 1 })), Some(value!(1)));
        assert_eq!(length(&value!("text")), None);
    }
}
