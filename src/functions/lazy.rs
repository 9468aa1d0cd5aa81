//! Functions that take expressions instead of values.

use super::argument::pay;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::error::Error;
use crate::eval::{Function, FunctionError, LazyArguments};
use crate::value::{Type, Value};

/// Functions that evaluate their arguments themselves: `can`, `convert` and `try`.
pub(super) fn lazy() -> Vec<Function> {
    vec![
        Function::lazy("can", can)
            .arity(1)
            .parameter_names(["expression"])
            .parameter_descriptions(["The expression to try."])
            .describe(
                "Whether an expression can be evaluated without mistakes.\n\n\
                 ```hcl\ncan(1 + 1) && !can([][0])\n```",
            ),
        Function::lazy("convert", convert)
            .arity(2)
            .parameter_names(["value", "type"])
            .parameter_descriptions(["The value.", "The type, such as `list(string)`."])
            .describe(
                "The value as one of a type.\n\n\
                 ```hcl\nconvert({ a = 1 }, map(string)) == tomap({ a = \"1\" })\n```",
            ),
        Function::lazy("try", first_success)
            .parameter_names(["expressions"])
            .parameter_descriptions(["The expressions to try in turn."])
            .describe(
                "The value of the first expression that can be evaluated without mistakes.\n\n\
                 ```hcl\ntry([][0], {}.name, \"none\") == \"none\"\n```",
            ),
    ]
}

fn can(arguments: &mut LazyArguments<'_>) -> Value {
    match arguments.evaluate_or_diagnose(0) {
        Err(_) => Value::Bool(false),
        // An unknown value may still be an error later.
        Ok(value) if !value.is_wholly_known() => Value::unknown(Type::Bool),
        Ok(_) => Value::Bool(true),
    }
}

fn convert(arguments: &mut LazyArguments<'_>) -> Result<Value, FunctionError> {
    let value = arguments.evaluate_or_diagnose(0);
    let ty = match arguments.expression(1) {
        Some(expression) => {
            pay(expression.span().len() / 4)?;
            expression.to_type_constraint().map_err(Error::into_diagnostics)
        }
        None => return Err(FunctionError::argument(1, "a type is required")),
    };
    let (value, ty) = match (value, ty) {
        (Ok(value), Ok(ty)) => (value, ty),
        (value, ty) => {
            let found = value.err().into_iter().chain(ty.err());
            return Err(FunctionError::found(found.flatten().collect()));
        }
    };
    let (value, marks) = value.unmark_deep();
    let unsuitable = |error| FunctionError::argument(0, error);
    // The value is converted to a type that follows from the constraint. In the constraint
    // attributes can be optional; in the type of the converted value they are required.
    let ty = value.convert_to(&ty).map_err(unsuitable)?.type_of();
    let converted = match value.is_known() {
        true => value.convert_to(&ty).map_err(unsuitable)?,
        false => Value::unknown(ty),
    };
    Ok(converted.with_marks(&marks))
}

fn first_success(arguments: &mut LazyArguments<'_>) -> Result<Value, FunctionError> {
    if arguments.is_empty() {
        return Err("at least one argument is required".into());
    }
    let mut found = Vec::new();
    for index in 0..arguments.len() {
        match arguments.evaluate_or_diagnose(index) {
            Ok(value) if !value.is_wholly_known() => return Ok(Value::unknown(Type::Dynamic)),
            Ok(value) => return Ok(value),
            Err(mistakes) => found.extend(mistakes),
        }
    }
    Err(no_success(&found))
}

fn no_success(found: &[Diagnostic]) -> FunctionError {
    const SHOWN: usize = 10;
    let reasons = found.iter().take(SHOWN).map(|diagnostic| match diagnostic.detail() {
        "" => diagnostic.summary(),
        detail => detail.trim_end_matches('.'),
    });
    let reasons = reasons.collect::<Vec<_>>().join("; ");
    FunctionError::from(format!("no expression succeeded: {reasons}"))
        .with_help("add a last argument that always has a value: try(…, null)")
}
