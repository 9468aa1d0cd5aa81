//! Errors of decoding one expression.

use super::advise;
use crate::de::input::Input;
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::cause::ErrorCause;
use crate::diagnostic::error::{Category, Error};
use crate::syntax::ExpressionRef;
use crate::value::disclosure::Disclosure;

/// Adds the place of the expression. Evaluates the expression again: if its value is sensitive or
/// unknown, replaces the error.
#[cold]
pub(super) fn explain_expression<'t>(
    error: Error,
    expression: ExpressionRef<'t>,
    input: &Input<'t, '_>,
) -> Error {
    let error = input.redact(error, expression.span());
    let error = advise(error, expression, None).or_at(expression.span());
    if error.category() != Category::Data || expression.is_written_out() {
        return error;
    }
    match input.evaluate(expression) {
        Ok(value) if Disclosure::of_marks(&value.marks()).is_hidden() => {
            error.hide(catalog::sensitive()).or_at(expression.span())
        }
        Ok(value) if Disclosure::of(&value).is_hidden() => {
            error.replace_diagnostic(catalog::sensitive()).or_at(expression.span())
        }
        Ok(_) if matches!(error.cause(), Some(ErrorCause::UnknownValue)) => {
            error.replace_diagnostic(input.unknown_value(expression))
        }
        _ => error,
    }
}
