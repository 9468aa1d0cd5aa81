//! Conversions between types.

use super::argument::{Any, DYNAMIC, NULL, Outcome, UNKNOWN, pay, unknown};
use super::library::library;
use crate::diagnostic::catalog::evaluation::argument_fix;
use crate::eval::{Function, FunctionError};
use crate::value::convert::{Conversion, ConversionError, Safety, unify};
use crate::value::{Type, Value};

library! {
    /// Functions on types.
    pub(super) types;

    /// The type of a value as a type expression. It is unknown while a part of the type is. In Terraform and OpenTofu only the console has
    /// this function.
    ///
    /// ```hcl
    /// type(tolist([1, 2])) == "list(number)"
    /// ```
    fn r#type(
        /// The value.
        value: Any<{ NULL | UNKNOWN | DYNAMIC }>
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
/// and `tostring`.
pub(super) fn conversion() -> Vec<Function> {
    converters::<{ NULL | DYNAMIC | UNKNOWN }>()
}

/// The conversion functions. If they accept marks, each mark stays at its part of a collection.
pub(super) fn converters<const ACCEPTED: u8>() -> Vec<Function> {
    let any = Type::Dynamic;
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
            Function::new(name, move |v: Any<ACCEPTED>| convert(&v, &ty))
                .parameter_names(["v"])
                .parameter_descriptions(["The value to convert."])
                .describe(format!("The value as a {kind}.\n\n```hcl\n{example}\n```"))
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
pub(super) fn first_suitable<const ACCEPTED: u8>(
    values: &[Any<ACCEPTED>],
    is_suitable: impl Fn(&Type, &Value) -> bool,
) -> Outcome<Option<Value>> {
    let types: Vec<Type> = values.iter().map(|value| value.type_of()).collect();
    let common = unify(&types, Safety::Unsafe).ok_or("all arguments must have the same type")?.ty;
    for value in values {
        if !value.is_known() {
            return Ok(Some(unknown(common)));
        }
        let value = value.convert_to(&common)?;
        if is_suitable(&common, &value) {
            return Ok(Some(value.refine_not_null()));
        }
    }
    Ok(None)
}
