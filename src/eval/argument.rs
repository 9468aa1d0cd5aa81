//! Rust types as parameters and results of functions.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::sync::Arc;

use super::parameter::{Accepts, FunctionError, Parameter};
use crate::limits::budget::{self, MAP};
use crate::value::{Elements, Map, Number, Set, Type, Value};

/// A Rust type that a [`Function`](crate::Function) can take.
///
/// These are `bool`, integers, floats, `String`, `Arc<str>`, [`Number`], `Vec`, `BTreeSet`, maps with
/// string keys, `Option` for values that may be null, [`Value`] for any value, and your own types.
///
/// ```
/// use serde_hcl::functions::{FromArgument, FunctionError, Parameter};
/// use serde_hcl::{Context, Function, Type, Value, parse_expression};
///
/// struct Port(u16);
///
/// impl FromArgument for Port {
///     fn parameter() -> Parameter {
///         Parameter::new(Type::Number)
///     }
///
///     fn from_argument(value: Value) -> Result<Self, FunctionError> {
///         match u16::from_argument(value)? {
///             0 => Err("port 0 is reserved".into()),
///             port => Ok(Port(port)),
///         }
///     }
/// }
///
/// let context = Context::new().function(Function::new("next", |port: Port| port.0 + 1));
/// assert_eq!(parse_expression("next(80)")?.evaluate(&context)?.as_i64(), Some(81));
/// assert!(parse_expression("next(0)")?.evaluate(&context).is_err());
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be the parameter of a function in HCL",
    label = "not an argument",
    note = "parameters are owned: bool, integers, floats, String, Number, Value, and Option, Vec, BTreeSet \
            and maps with String keys of them; other types implement `FromArgument`"
)]
pub trait FromArgument: Sized {
    /// The parameter as declared in the language.
    fn parameter() -> Parameter;

    /// Converts a value of the parameter's type to the argument. The value is known, unmarked and, unless
    /// the parameter accepts null, not null.
    ///
    /// # Errors
    ///
    /// The value doesn't fit the Rust type, such as a number out of range.
    fn from_argument(value: Value) -> Result<Self, FunctionError>;
}

/// A Rust type that a [`Function`](crate::Function) can return: the types of [`FromArgument`], and a
/// `Result` of any of them.
///
/// ```
/// use serde_hcl::functions::{FunctionError, IntoResult};
/// use serde_hcl::{Context, Function, Type, Value, parse_expression};
///
/// struct Celsius(i64);
///
/// impl IntoResult for Celsius {
///     fn result_type() -> Type {
///         Type::String
///     }
///
///     fn into_result(self) -> Result<Value, FunctionError> {
///         Ok(Value::from(format!("{} °C", self.0)))
///     }
/// }
///
/// let context = Context::new().function(Function::new("degrees", |number: i64| Celsius(number)));
/// assert_eq!(parse_expression("degrees(21)")?.evaluate(&context)?.as_str(), Some("21 °C"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be the result of a function in HCL",
    label = "not a result",
    note = "results are bool, integers, floats, String, Number, Value, Option, Vec, BTreeSet and maps with String \
            keys of them, and a Result of these; other types implement `IntoResult`"
)]
pub trait IntoResult {
    /// The type of the values in the language.
    fn result_type() -> Type;

    /// The result of a call with an unknown argument.
    fn unknown_result() -> Value {
        Value::unknown(Self::result_type()).refine_not_null()
    }

    /// The value in the language.
    ///
    /// # Errors
    ///
    /// The result is an `Err`, or a float that is not a number.
    fn into_result(self) -> Result<Value, FunctionError>;
}

macro_rules! plain {
    ($($rust:ty: $ty:expr, $value:pat => $content:expr;)*) => {$(
        impl FromArgument for $rust {
            fn parameter() -> Parameter {
                Parameter::new($ty)
            }

            fn from_argument(value: Value) -> Result<Self, FunctionError> {
                match value {
                    $value => Ok($content),
                    other => Err(unfit(&other, &$ty)),
                }
            }
        }
    )*};
}

plain! {
    bool: Type::Bool, Value::Bool(bool) => bool;
    Number: Type::Number, Value::Number(number) => number;
    Arc<str>: Type::String, Value::String(text) => text.into();
    String: Type::String, Value::String(text) => (*text).to_owned();
}

macro_rules! integers {
    ($($integer:ty: $get:ident)*) => {$(
        impl FromArgument for $integer {
            fn parameter() -> Parameter {
                Parameter::new(Type::Number)
            }

            fn from_argument(value: Value) -> Result<Self, FunctionError> {
                let number = Number::from_argument(value)?;
                let integer = number.$get().and_then(|integer| integer.try_into().ok());
                integer.ok_or_else(|| {
                    let (min, max) = (<$integer>::MIN, <$integer>::MAX);
                    format!("an integer from {min} to {max} is required, but this is {number}").into()
                })
            }
        }
    )*};
}

integers! {
    i8: as_i64 i16: as_i64 i32: as_i64 i64: as_i64 isize: as_i64
    u8: as_u64 u16: as_u64 u32: as_u64 u64: as_u64 usize: as_u64
}

macro_rules! results {
    ($($ty:expr => $($rust:ty)+;)*) => {$($(
        impl IntoResult for $rust {
            fn result_type() -> Type {
                $ty
            }

            fn into_result(self) -> Result<Value, FunctionError> {
                Ok(Value::from(self))
            }
        }
    )+)*};
}

results! {
    Type::Dynamic => Value;
    Type::Bool => bool;
    Type::Number => Number i8 i16 i32 i64 isize u8 u16 u32 u64 usize;
    Type::String => String Arc<str> &'static str;
}

macro_rules! floats {
    ($($float:ty)*) => {$(
        impl FromArgument for $float {
            fn parameter() -> Parameter {
                Parameter::new(Type::Number)
            }

            fn from_argument(value: Value) -> Result<Self, FunctionError> {
                Ok(Number::from_argument(value)?.as_f64() as $float)
            }
        }

        impl IntoResult for $float {
            fn result_type() -> Type {
                Type::Number
            }

            fn into_result(self) -> Result<Value, FunctionError> {
                let number = Number::from_binary(self.into());
                number.map(Value::Number).ok_or_else(|| "the result is not a number".into())
            }
        }
    )*};
}

floats! { f32 f64 }

/// Any value except null. It may contain unknown values.
impl FromArgument for Value {
    fn parameter() -> Parameter {
        Parameter::new(Type::Dynamic).accepting(Accepts::PARTS)
    }

    fn from_argument(value: Value) -> Result<Self, FunctionError> {
        Ok(value)
    }
}

impl<T: FromArgument> FromArgument for Option<T> {
    fn parameter() -> Parameter {
        T::parameter().nullable()
    }

    fn from_argument(value: Value) -> Result<Self, FunctionError> {
        if value.is_null() { Ok(None) } else { T::from_argument(value).map(Some) }
    }
}

impl<T: IntoResult> IntoResult for Option<T> {
    fn result_type() -> Type {
        T::result_type()
    }

    fn unknown_result() -> Value {
        Value::unknown(T::result_type())
    }

    fn into_result(self) -> Result<Value, FunctionError> {
        self.map_or_else(|| Ok(Value::Null(T::result_type())), T::into_result)
    }
}

impl<T: FromArgument> FromArgument for Vec<T> {
    fn parameter() -> Parameter {
        T::parameter().of_elements(Type::list)
    }

    fn from_argument(value: Value) -> Result<Self, FunctionError> {
        match value {
            Value::List(_, elements) if budget::charge(COPIED * elements.len()) => {
                elements_from_argument(elements)
            }
            other => Err(unfit(&other, Self::parameter().ty())),
        }
    }
}

impl<T: FromArgument + Ord> FromArgument for BTreeSet<T> {
    fn parameter() -> Parameter {
        T::parameter().of_elements(Type::set)
    }

    fn from_argument(value: Value) -> Result<Self, FunctionError> {
        match value {
            Value::Set(Set { elements, .. }) if budget::charge(COPIED * elements.len()) => {
                elements_from_argument(elements)
            }
            other => Err(unfit(&other, Self::parameter().ty())),
        }
    }
}

fn elements_from_argument<T, C>(elements: Elements) -> Result<C, FunctionError>
where
    T: FromArgument,
    C: FromIterator<T>,
{
    let element = T::parameter();
    let elements = elements.into_iter().enumerate();
    elements.map(|(index, value)| from_element(value, &element, &index)).collect()
}

fn entries_from_argument<T, M>(value: Value) -> Result<M, FunctionError>
where
    T: FromArgument,
    M: Default + Extend<(String, T)>,
{
    let element = T::parameter();
    let Value::Map(_, map) = value else {
        return Err(unfit(&value, element.of_elements(Type::map).ty()));
    };
    if !budget::charge(MAP + 2 * COPIED * map.len()) {
        return Err("the budget is used up".into());
    }
    let mut entries = M::default();
    for (key, value) in map {
        entries.extend([(key.as_ref().into(), from_element(value, &element, &key)?)]);
    }
    Ok(entries)
}

/// An element, which may be null only if its type says so.
fn from_element<T: FromArgument>(
    value: Value,
    element: &Parameter,
    place: &dyn fmt::Display,
) -> Result<T, FunctionError> {
    if value.is_null() && !element.accepts.has(Accepts::NULL) {
        return Err(format!("the element {place} is null").into());
    }
    T::from_argument(value)
}

#[cold]
fn unfit(value: &Value, want: &Type) -> FunctionError {
    format!("{} is required, but this is {}", want.wanted_noun(), value.type_of().noun()).into()
}

/// The charge for copying an element from a value or into one.
const COPIED: usize = 2;

impl<T: IntoResult> IntoResult for Vec<T> {
    fn result_type() -> Type {
        collection_type(T::result_type(), Type::list)
    }

    fn into_result(self) -> Result<Value, FunctionError> {
        elements_into_result(self.into_iter(), Value::list)
    }
}

impl<T: IntoResult> IntoResult for BTreeSet<T> {
    fn result_type() -> Type {
        collection_type(T::result_type(), Type::set)
    }

    fn into_result(self) -> Result<Value, FunctionError> {
        elements_into_result(self.into_iter(), Value::set)
    }
}

/// The type of a collection, unless the types of its elements can differ.
fn collection_type(element: Type, of: fn(Type) -> Type) -> Type {
    match element {
        Type::Dynamic => Type::Dynamic,
        element => of(element),
    }
}

fn elements_into_result<T: IntoResult>(
    elements: impl ExactSizeIterator<Item = T>,
    collection: fn(Type, Vec<Value>) -> Value,
) -> Result<Value, FunctionError> {
    budget::charge(COPIED * elements.len());
    let elements: Vec<Value> = elements.map(T::into_result).collect::<Result<_, _>>()?;
    Ok(match T::result_type() {
        Type::Dynamic => Value::Tuple(elements.into()),
        element => collection(element, elements),
    })
}

macro_rules! maps {
    ($($map:ident)*) => { $(
        impl<T: FromArgument> FromArgument for $map<String, T> {
            fn parameter() -> Parameter {
                T::parameter().of_elements(Type::map)
            }

            fn from_argument(value: Value) -> Result<Self, FunctionError> {
                entries_from_argument(value)
            }
        }

        impl<T: IntoResult> IntoResult for $map<String, T> {
            fn result_type() -> Type {
                collection_type(T::result_type(), Type::map)
            }

            fn into_result(self) -> Result<Value, FunctionError> {
                entries_into_result(self)
            }
        }
    )* };
}

maps! { BTreeMap HashMap }

fn entries_into_result<T: IntoResult>(
    entries: impl IntoIterator<Item = (String, T)>,
) -> Result<Value, FunctionError> {
    let entries = entries.into_iter().map(|(key, value)| {
        budget::charge(2 * COPIED);
        Ok((key, value.into_result()?))
    });
    let entries: Map = entries.collect::<Result<_, FunctionError>>()?;
    Ok(match T::result_type() {
        Type::Dynamic => Value::Object(entries),
        element => Value::map(element, entries),
    })
}

impl<T: IntoResult, E: fmt::Display + 'static> IntoResult for Result<T, E> {
    fn result_type() -> Type {
        T::result_type()
    }

    fn unknown_result() -> Value {
        T::unknown_result()
    }

    fn into_result(self) -> Result<Value, FunctionError> {
        self.map_err(FunctionError::of_closure)?.into_result()
    }
}
