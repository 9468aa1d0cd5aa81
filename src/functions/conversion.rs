//! Conversions between types.

use super::argument::{Any, DYNAMIC, NULL, Outcome, UNKNOWN, unknown};
use super::library;
use crate::eval::FunctionError;
use crate::value::convert::{Conversion, Safety, unify};
use crate::value::{Type, Value};

/// A value of any kind, known or not.
type Anything = Any<{ NULL | DYNAMIC | UNKNOWN }>;

library! {
    /// Functions that convert values.
    conversion;

    /// The first of the values that is not null, converted to the type that all have in common.
    ///
    /// ```hcl
    /// coalesce(null, "a", "b") == "a"
    /// ```
    fn coalesce(; vals: Anything) -> Outcome {
        let types: Vec<Type> = vals.iter().map(|value| value.type_of()).collect();
        let Some(common) = unify(&types, Safety::Unsafe) else {
            return Err("all arguments must have the same type".into());
        };
        match vals.iter().find(|value| !value.is_null()) {
            Some(value) if value.is_known() => Ok(value.convert_to(&common.ty)?),
            Some(_) => Ok(unknown(common.ty)),
            None => Err("all arguments are null".into()),
        }
    }

    /// The value as a bool.
    ///
    /// ```hcl
    /// tobool("true")
    /// ```
    fn tobool(v: Anything) -> Outcome {
        to(&v, Type::Bool)
    }

    /// The value as a list.
    ///
    /// ```hcl
    /// tolist(toset(["b", "a"])) == tolist(["a", "b"])
    /// ```
    fn tolist(v: Anything) -> Outcome {
        to(&v, Type::list(Type::Dynamic))
    }

    /// The value as a map.
    ///
    /// ```hcl
    /// tomap({ a = 1, b = "x" })["a"] == "1"
    /// ```
    fn tomap(v: Anything) -> Outcome {
        to(&v, Type::map(Type::Dynamic))
    }

    /// The value as a number.
    ///
    /// ```hcl
    /// tonumber("80") == 80
    /// ```
    fn tonumber(v: Anything) -> Outcome {
        to(&v, Type::Number)
    }

    /// The value as a set.
    ///
    /// ```hcl
    /// length(toset(["a", "a"])) == 1
    /// ```
    fn toset(v: Anything) -> Outcome {
        to(&v, Type::set(Type::Dynamic))
    }

    /// The value as a string.
    ///
    /// ```hcl
    /// tostring(1.50) == "1.5"
    /// ```
    fn tostring(v: Anything) -> Outcome {
        to(&v, Type::String)
    }
}

fn to(value: &Value, want: Type) -> Outcome {
    let impossible = |reason: &dyn std::fmt::Display| {
        let want = want.constraint_name();
        FunctionError::argument(0, format!("the value can't become a {want}: {reason}"))
    };
    if !value.is_known() {
        let have = value.type_of();
        if have != want && Conversion::plan(&have, &want, Safety::Unsafe).is_none() {
            return Err(impossible(&have.friendly_name()));
        }
        return Ok(Value::unknown(want));
    }
    value.convert_to(&want).map_err(|error| impossible(&error))
}
