//! The kind of an expression or a value: a scalar, elements or entries.

use super::elements::Elements;
use super::entries::Entries;
use super::scalar::{Literal, Scalar, magnitude};
use super::source::Input;
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::cause::ErrorCause;
use crate::diagnostic::error::{Error, Result};
use crate::syntax::{ExpressionKind, ExpressionRef};
use crate::value::disclosure::Disclosure;
use crate::value::{Set, Value};

/// The kind of a value. Its parts are not examined.
pub(in crate::de) enum ValueKind<'t, 'de> {
    Scalar(Scalar<'de>),
    Elements(Elements<'t>),
    Entries(Entries<'t, 'de>),
}

impl ValueKind<'_, '_> {
    /// The number of parts, if it is that of an evaluated value.
    pub(in crate::de) fn evaluated_parts(&self) -> Option<usize> {
        match self {
            ValueKind::Elements(Elements::Values(values, _)) => Some(values.len()),
            ValueKind::Entries(entries) => entries.are_evaluated().then(|| entries.len()),
            _ => None,
        }
    }

    /// # Errors
    ///
    /// If the value is unknown.
    pub(in crate::de) fn of_value(value: Value, input: &Input<'_, '_>) -> Result<Self> {
        let (value, marks) = value.unmark();
        if Disclosure::of_marks(&marks).is_hidden() {
            input.record_secret();
        }
        Ok(match value {
            Value::Null(_) => ValueKind::Scalar(Scalar::Null),
            Value::Bool(bool) => ValueKind::Scalar(Scalar::Bool(bool)),
            Value::Number(number) => ValueKind::Scalar(Scalar::Number(number)),
            Value::String(text) => ValueKind::Scalar(Scalar::String(String::from(&*text).into())),
            Value::List(_, elements)
            | Value::Set(Set { elements, .. })
            | Value::Tuple(elements) => {
                input.require_room()?;
                ValueKind::Elements(Elements::Values(elements, 0))
            }
            Value::Map(_, map) | Value::Object(map) => {
                input.require_room()?;
                ValueKind::Entries(Entries::of_map(map))
            }
            _ => {
                return Err(
                    Error::data(catalog::unknown_value()).with_cause(ErrorCause::UnknownValue)
                );
            }
        })
    }
}

/// Whether the value is a single block in the value of a body: a tuple of one object.
pub(in crate::de) fn value_is_block(value: &Value, input: &Input<'_, '_>) -> bool {
    match value.unmarked() {
        Value::Tuple(elements) => input.has_blocks_as_tuples() && is_block(elements),
        _ => false,
    }
}

fn is_block(elements: &[Value]) -> bool {
    matches!(elements, [Value::Object(_) | Value::Map(..)])
}

impl<'t> Elements<'t> {
    /// The entries of the block, if the elements are a single block in the value of a body.
    pub(in crate::de) fn into_block_or_self<'de>(
        self,
        input: &Input<'t, 'de>,
    ) -> ValueKind<'t, 'de> {
        match self {
            Elements::Values(values, 0) if input.has_blocks_as_tuples() => match &values[..] {
                [Value::Object(map) | Value::Map(_, map)] => {
                    ValueKind::Entries(Entries::of_map(map.clone()))
                }
                _ => ValueKind::Elements(Elements::Values(values, 0)),
            },
            elements => ValueKind::Elements(elements),
        }
    }
}

impl<'t, 'de> Input<'t, 'de> {
    /// The kind of an expression. Literals, tuples and objects are not evaluated.
    #[inline]
    pub(in crate::de) fn value_kind(
        &self,
        expression: ExpressionRef<'t>,
    ) -> Result<ValueKind<'t, 'de>> {
        if let Some(literal) = self.literal(expression) {
            return Ok(ValueKind::Scalar(Scalar::Literal(literal)));
        }
        Ok(match expression.kind() {
            ExpressionKind::Null => ValueKind::Scalar(Scalar::Null),
            ExpressionKind::Bool(bool) => ValueKind::Scalar(Scalar::Bool(bool)),
            ExpressionKind::String(string) => {
                ValueKind::Scalar(Scalar::String(self.string(string)))
            }
            ExpressionKind::Tuple(elements) => ValueKind::Elements(Elements::Tuple(elements)),
            ExpressionKind::Object(object) => ValueKind::Entries(Entries::of_object(object, self)?),
            ExpressionKind::Parenthesized(_) => {
                return self.value_kind(expression.without_parentheses());
            }
            _ => ValueKind::of_value(self.evaluate_for_target(expression)?, self)?,
        })
    }

    /// The number literal that the expression is, with its sign.
    #[inline(always)]
    pub(in crate::de) fn literal(&self, expression: ExpressionRef<'t>) -> Option<Literal<'de>> {
        let (is_negative, digits) = expression.number_literal()?;
        Some(Literal::new(is_negative, self.text(digits)))
    }

    /// The integer within the range, in two's complement, if the expression is a literal of few digits.
    #[inline(always)]
    pub(in crate::de) fn integer(
        &self,
        expression: ExpressionRef<'t>,
        min: i64,
        max: u64,
    ) -> Option<u64> {
        let (is_negative, digits) = expression.number_literal()?;
        let magnitude = magnitude(self.bytes(digits))?;
        match is_negative {
            true => (magnitude <= min.unsigned_abs()).then(|| magnitude.wrapping_neg()),
            false => (magnitude <= max).then_some(magnitude),
        }
    }

    /// Whether the expression is null, or evaluates to null.
    pub(in crate::de) fn is_null(&self, expression: ExpressionRef<'t>) -> bool {
        match expression.without_parentheses().kind() {
            ExpressionKind::Null => true,
            _ if expression.is_written_out() => false,
            _ => self.evaluate(expression).is_ok_and(|value| value.is_null()),
        }
    }
}
