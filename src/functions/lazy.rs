//! Functions that take expressions instead of values.

use super::argument::{Outcome, pay};
use super::library::library;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::error::Error;
use crate::eval::FunctionError;
use crate::value::{Type, Value};

library! {
    /// Functions that evaluate their arguments themselves.
    pub(super) lazy: lazy call;

    /// Whether an expression can be evaluated without mistakes.
    ///
    /// ```hcl
    /// can(1 + 1) && !can([][0])
    /// ```
    fn can(
        /// The expression to try.
        expression: Value
    ) -> Value {
        match call.evaluate_or_diagnose(0) {
            Err(_) => Value::Bool(false),
            // An unknown value may still be an error later.
            Ok(value) if !value.is_wholly_known() => Value::unknown(Type::Bool),
            Ok(_) => Value::Bool(true),
        }
    }

    /// The value as one of a type.
    ///
    /// ```hcl
    /// convert({ a = 1 }, map(string)) == tomap({ a = "1" })
    /// ```
    fn convert(
        /// The value.
        value: Value,
        /// The type, such as `list(string)`.
        r#type: Value
    ) -> Outcome {
        let value = call.evaluate_or_diagnose(0);
        let ty = match call.expression(1) {
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

    /// The value of the first expression that can be evaluated without mistakes.
    ///
    /// ```hcl
    /// try([][0], {}.name, "none") == "none"
    /// ```
    fn r#try(
        ;
        /// The expressions to try in turn.
        expressions: Value
    ) -> Outcome {
        if call.is_empty() {
            return Err("at least one argument is required".into());
        }
        let mut found = Vec::new();
        for index in 0..call.len() {
            match call.evaluate_or_diagnose(index) {
                Ok(value) if !value.is_wholly_known() => return Ok(Value::unknown(Type::Dynamic)),
                Ok(value) => return Ok(value),
                Err(mistakes) => found.extend(mistakes),
            }
        }
        Err(no_success(&found))
    }
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
