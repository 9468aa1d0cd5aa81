//! The text of bools, numbers and strings.

use crate::value::Value;

/// The length in bytes of a value if it is a string.
pub(super) fn text_length(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        _ => 0,
    }
}

/// Appends the text of a bool, number or string.
pub(super) fn push_primitive(text: &mut String, value: &Value) {
    match value {
        Value::String(own) => text.push_str(own),
        Value::Bool(bool) => text.push_str(if *bool { "true" } else { "false" }),
        Value::Number(number) => number.append_to(text),
        _ => {}
    }
}
