//! Conversions between types.

use super::argument::{Outcome, pay, unknown};
use super::library::library;
use crate::diagnostic::catalog::evaluation::argument_fix;
use crate::eval::{Accepts, Function, FunctionError};
use crate::value::convert::{Conversion, ConversionError, Safety, unify};
use crate::value::{Type, Value};

library! {
    /// Functions on types, and the choice of a value.
    pub(super) types;

    /// The first of the values that is neither null nor an empty string, converted to their common
    /// type.
    ///
    /// ```hcl
    /// coalesce("", null, "b") == "b"
    /// ```
    fn coalesce(
        ;
        /// The values to choose from.
        vals: Value [NULL | UNTYPED | UNKNOWN]
    ) -> Outcome {
        let first = first_suitable(&vals, |ty, value| {
            !value.is_null() && (*ty != Type::String || value.as_str() != Some(""))
        })?;
        first.ok_or_else(|| "all arguments are null or empty strings".into())
    }

    /// No longer available: `tolist([...])` creates a list.
    ///
    /// ```hcl
    /// !can(list("a"))
    /// ```
    fn list(
        ;
        /// Ignored.
        vals: Value [NULL | UNTYPED | UNKNOWN]
    ) -> Outcome {
        drop(vals);
        Err("this function is not available any more; tolist([...]) writes a list".into())
    }

    /// No longer available: `tomap({...})` creates a map.
    ///
    /// ```hcl
    /// !can(map("a", "b"))
    /// ```
    fn map(
        ;
        /// Ignored.
        vals: Value [NULL | UNTYPED | UNKNOWN]
    ) -> Outcome {
        drop(vals);
        Err("this function is not available any more; tomap({...}) writes a map".into())
    }

    /// The type of a value as a type expression. It is unknown while a part of the type is. In Terraform and OpenTofu only the console has
    /// this function.
    ///
    /// ```hcl
    /// type(tolist([1, 2])) == "list(number)"
    /// ```
    fn r#type(
        /// The value.
        value: Value [NULL | UNKNOWN | UNTYPED]
    ) -> Outcome {
        if value.has_unknown_type() {
            return Ok(unknown(Type::String));
        }
        let ty = value.type_of();
        pay(4 * ty.size())?;
        Ok(ty.to_string().into())
    }
}

/// Functions that convert a value to one of another type: `tobool`, `tolist`, `tomap`, `tonumber`, `toset`
/// and `tostring`. Each mark stays at its part of a collection.
pub(super) fn converters() -> Vec<Function> {
    let any = Type::Dynamic;
    let accepted = Accepts::NULL | Accepts::UNKNOWN | Accepts::UNTYPED | Accepts::MARKED;
    let converters = [
        ("tobool", Type::Bool, "bool", r#"tobool("true")"#),
        (
            "tolist",
            Type::list(any.clone()),
            "list",
            r#"tolist(toset(["b", "a"])) == tolist(["a", "b"])"#,
        ),
        ("tomap", Type::map(any.clone()), "map", r#"tomap({ a = 1, b = "x" })["a"] == "1""#),
        ("tonumber", Type::Number, "number", r#"tonumber("80") == 80"#),
        ("toset", Type::set(any), "set", r#"length(toset(["a", "a"])) == 1"#),
        ("tostring", Type::String, "string", r#"tostring(1.50) == "1.5""#),
    ];
    converters
        .into_iter()
        .map(|(name, ty, kind, example)| {
            Function::new(name, move |v: Value| convert(&v, &ty))
                .with_accepted(0, accepted)
                .with_parameter_names(["v"])
                .with_parameter_descriptions(["The value to convert."])
                .with_description(format!("The value as a {kind}.\n\n```hcl\n{example}\n```"))
        })
        .collect()
}

fn convert(value: &Value, want: &Type) -> Outcome {
    let impossible = |error: Option<ConversionError>| {
        let (have, name) = (value.type_of().kind(), want.constraint_name());
        let reason = error.filter(|error| !error.is_of_whole());
        let reason = reason.map_or_else(String::new, |error| format!(": {error}"));
        let error =
            FunctionError::argument(0, format!("this {have} can't become a {name}{reason}"));
        match argument_fix(want, &value.type_of()) {
            Some(fix) => error
                .with_help(format!("{fix}; for a default when it fails, write try(…, default)")),
            None => error,
        }
    };
    if !value.unmarked().is_known() {
        let have = value.type_of();
        if have != *want && Conversion::plan(&have, want, Safety::Unsafe).is_none() {
            return Err(impossible(None));
        }
        return Ok(Value::unknown(want.clone()).with_marks(&value.marks()));
    }
    value.convert_to(want).map_err(|error| impossible(Some(error)))
}

/// The first suitable value, converted to the common type of all values. This type also determines
/// whether a value is suitable.
pub(super) fn first_suitable(
    values: &[Value],
    is_suitable: impl Fn(&Type, &Value) -> bool,
) -> Outcome<Option<Value>> {
    let types: Vec<Type> = values.iter().map(|value| value.type_of()).collect();
    let common = unify(&types, Safety::Unsafe).ok_or("all arguments must have the same type")?.ty;
    for value in values {
        if !value.is_known() {
            return Ok(Some(unknown(common)));
        }
        let value = value.convert_to(&common)?;
        // A set with unknown elements becomes an unknown list.
        if !value.is_known() {
            return Ok(Some(unknown(common)));
        }
        if is_suitable(&common, &value) {
            return Ok(Some(value.refine_not_null()));
        }
    }
    Ok(None)
}
