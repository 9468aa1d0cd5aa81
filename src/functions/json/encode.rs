//! Encodes values as JSON text.
//!
//! This is not the printer of documents in `src/ser/json`: here characters that mean something in HTML are
//! escaped, the text is charged to the budget while it grows, and the marks of the value are collected.

use std::fmt::Write;

use crate::functions::argument::{MAX_LENGTH, too_long};
use crate::functions::argument::{Outcome, pay, pay_for_text};
use crate::limits::stack::nest;
use crate::value::{Elements, Map, Marks, Set, Value};

/// Writes values as JSON, and collects their marks.
#[derive(Default)]
pub(in super::super) struct Encoder {
    pub(in super::super) text: String,
    pub(super) marks: Marks,
    depth: u32,
}

/// The number of nesting levels between two checks of the stack.
const LEVELS: u32 = 8;

impl Encoder {
    pub(in super::super) fn value(&mut self, value: &Value) -> Outcome<()> {
        if self.text.len() > MAX_LENGTH {
            return Err(too_long());
        }
        pay(1)?;
        match value {
            Value::Null(_) => self.text.push_str("null"),
            Value::Bool(bool) => self.text.push_str(if *bool { "true" } else { "false" }),
            Value::Number(number) if number.is_infinite() => {
                return Err("infinity has no form in JSON".into());
            }
            // Writing to a string can't fail.
            Value::Number(number) => drop(write!(self.text, "{number}")),
            Value::String(string) => {
                pay_for_text(string.len())?;
                write_string(string, &mut self.text);
            }
            Value::List(_, elements)
            | Value::Set(Set { elements, .. })
            | Value::Tuple(elements) => {
                self.nested(|encoder| encoder.elements(elements))?;
            }
            Value::Map(_, map) | Value::Object(map) => self.nested(|encoder| encoder.map(map))?,
            Value::Marked(marked) => {
                self.marks.merge(marked.marks());
                self.value(marked.value())?;
            }
            Value::Unknown(_) => return Err("the value is not known".into()),
        }
        Ok(())
    }

    fn nested(&mut self, level: impl FnOnce(&mut Self) -> Outcome<()>) -> Outcome<()> {
        self.depth += 1;
        let outcome = match self.depth % LEVELS {
            0 => nest(|| level(self)),
            _ => level(self),
        };
        self.depth -= 1;
        outcome
    }

    fn elements(&mut self, elements: &Elements) -> Outcome<()> {
        let mut separator = '[';
        for element in elements {
            self.text.push(separator);
            self.value(element)?;
            separator = ',';
        }
        self.text.push_str(if elements.is_empty() { "[]" } else { "]" });
        Ok(())
    }

    fn map(&mut self, map: &Map) -> Outcome<()> {
        let mut separator = '{';
        for (key, value) in map {
            pay_for_text(key.len())?;
            self.text.push(separator);
            write_string(key, &mut self.text);
            self.text.push(':');
            self.value(value)?;
            separator = ',';
        }
        self.text.push_str(if map.is_empty() { "{}" } else { "}" });
        Ok(())
    }
}

/// A JSON string that is also safe in HTML and JavaScript.
pub(in super::super) fn write_string(string: &str, text: &mut String) {
    text.push('"');
    let mut rest = string;
    while let Some(at) = rest.bytes().position(is_special) {
        let (plain, special) = rest.split_at(at);
        text.push_str(plain);
        let mut characters = special.chars();
        if let Some(character) = characters.next() {
            write_special(character, text);
        }
        rest = characters.as_str();
    }
    text.push_str(rest);
    text.push('"');
}

/// Whether a character that starts with this byte may need an escape. Two line separators outside ASCII start
/// with the last one.
fn is_special(byte: u8) -> bool {
    matches!(byte, ..0x20 | b'"' | b'\\' | b'<' | b'>' | b'&' | 0xe2)
}

fn write_special(character: char, text: &mut String) {
    match character {
        '"' => text.push_str("\\\""),
        '\\' => text.push_str("\\\\"),
        '\n' => text.push_str("\\n"),
        '\r' => text.push_str("\\r"),
        '\t' => text.push_str("\\t"),
        '\u{8}' => text.push_str("\\b"),
        '\u{c}' => text.push_str("\\f"),
        '\0'..='\u{1f}' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
            // Writing to a string can't fail.
            let _ = write!(text, "\\u{:04x}", u32::from(character));
        }
        _ => text.push(character),
    }
}
