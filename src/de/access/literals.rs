//! The values of literals, without evaluation.

use crate::de::input::Input;
use crate::limits::stack::nest;
use crate::syntax::{ExpressionKind, ExpressionRef};
use crate::value::{Map, Value};

/// The value of a literal, or of a tuple or an object of literals. Otherwise the expression must be
/// evaluated.
pub(super) fn of_literal(expression: ExpressionRef<'_>, input: &Input<'_, '_>) -> Option<Value> {
    if let Some(literal) = input.literal(expression) {
        return literal.to_number().map(Value::Number);
    }
    Some(match expression.kind() {
        ExpressionKind::Null => Value::NULL,
        ExpressionKind::Bool(bool) => Value::Bool(bool),
        ExpressionKind::String(string) => Value::normalized(&*input.string(string)),
        ExpressionKind::Tuple(elements) => {
            let mut values = Vec::with_capacity(elements.len());
            nest(|| {
                for element in elements {
                    values.push(of_literal(element, input)?);
                }
                Some(())
            })?;
            Value::Tuple(values.into())
        }
        ExpressionKind::Object(object) if !object.is_json() => {
            let mut entries = Vec::with_capacity(object.items().len());
            nest(|| {
                for item in object.items() {
                    let name = input.attribute_name(item)?;
                    entries.push((name, of_literal(item.value(), input)?));
                }
                Some(())
            })?;
            Value::Object(Map::from_normalized(entries))
        }
        _ => return None,
    })
}
