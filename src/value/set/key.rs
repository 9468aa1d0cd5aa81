//! The text that determines the order of set elements without a natural order.

use crate::limits::stack::nest;
use crate::text::quote::is_printable;
use crate::value::Value;

/// The text of an element. Distinct elements nearly always have distinct texts.
pub(super) fn key(value: &Value) -> String {
    let mut key = String::new();
    write_value(value, &mut key);
    key
}

fn write_value(value: &Value, key: &mut String) {
    match value {
        Value::Null(_) => key.push('~'),
        Value::Unknown(_) => key.push('?'),
        Value::Bool(true) => key.push('T'),
        Value::Bool(false) => key.push('F'),
        Value::Number(number) => key.push_str(&number.to_general(Some(10))),
        Value::String(text) => write_string(text, key),
        Value::List(..) | Value::Set(_) => {
            key.push('[');
            write_elements(value.as_elements().into_iter().flatten(), key);
            key.push(']');
        }
        Value::Tuple(elements) => {
            key.push('<');
            write_elements(elements, key);
            key.push('>');
        }
        Value::Object(map) => {
            key.push('<');
            write_elements(map.values(), key);
            key.push('>');
        }
        Value::Map(_, map) => {
            key.push('{');
            for (name, value) in map {
                write_string(name, key);
                key.push(':');
                nest(|| write_value(value, key));
                key.push(';');
            }
            key.push('}');
        }
        Value::Marked(marked) => write_value(marked.value(), key),
    }
}

fn write_elements<'v>(elements: impl IntoIterator<Item = &'v Value>, key: &mut String) {
    for element in elements {
        nest(|| write_value(element, key));
        key.push(';');
    }
}

fn write_string(text: &str, key: &mut String) {
    key.push('"');
    for char in text.chars() {
        match char {
            '"' => key.push_str("\\\""),
            '\\' => key.push_str("\\\\"),
            '\x07' => key.push_str("\\a"),
            '\x08' => key.push_str("\\b"),
            '\x0c' => key.push_str("\\f"),
            '\n' => key.push_str("\\n"),
            '\r' => key.push_str("\\r"),
            '\t' => key.push_str("\\t"),
            '\x0b' => key.push_str("\\v"),
            '\0'..=' ' | '\x7f' if char != ' ' => {
                key.push_str(&format!("\\x{:02x}", u32::from(char)));
            }
            char if is_printable(char) => key.push(char),
            '\0'..='\u{ffff}' => key.push_str(&format!("\\u{:04x}", u32::from(char))),
            char => key.push_str(&format!("\\U{:08x}", u32::from(char))),
        }
    }
    key.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value;

    #[test]
    fn every_kind_has_its_brackets() {
        let value = value!({ "a": [1, "x\"\n\u{301}\u{200b}"], "b": null, "c": true });
        assert_eq!(key(&value), "<<1;\"x\\\"\\n\u{301}\\u200b\";>;~;T;>");
    }
}
