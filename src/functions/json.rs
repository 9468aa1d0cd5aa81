//! JSON text.

use std::fmt::Write;
use std::sync::Arc;

use super::argument::{Any, DYNAMIC, Kind, NULL, Outcome, Raw, UNKNOWN};
use super::library;
use super::string::{MAX_LENGTH, too_long};
use crate::eval::FunctionError;
use crate::value::{Elements, Map, Number, Type, Value, nest};

library! {
    /// Functions on JSON.
    pub json;

    /// The value that a JSON text denotes.
    ///
    /// ```hcl
    /// jsondecode("{\"a\": [1, null]}") == { a = [1, null] }
    /// ```
    fn jsondecode(str: Raw<Arc<str>, UNKNOWN>) -> Outcome {
        match str.as_str() {
            Some(text) => decode(text),
            None => guess(str.known_prefix()),
        }
    }

    /// The value as JSON text.
    ///
    /// ```hcl
    /// jsonencode({ a = [1, null] }) == "{\"a\":[1,null]}"
    /// ```
    fn jsonencode(val: Any<{ NULL | DYNAMIC | UNKNOWN }>) -> Outcome {
        if !val.is_wholly_known() {
            return Ok(unknown_text(&val));
        }
        let mut text = String::new();
        encode(&val, &mut text)?;
        Ok(Value::string(text))
    }
}

/// Unknown JSON text, with what the type of the value says about its start.
fn unknown_text(value: &Value) -> Value {
    let text = Value::unknown(Type::String).refine().not_null();
    if !value.is_surely_not_null() {
        return text.build();
    }
    let is_text = matches!(value, Value::Unknown(unknown) if *unknown.ty() == Type::String);
    match Kind::of(value) {
        Kind::Primitive if is_text => text.full_prefix("\""),
        Kind::Object | Kind::Map => text.full_prefix("{"),
        Kind::Tuple | Kind::List | Kind::Set => text.full_prefix("["),
        Kind::Primitive | Kind::Dynamic => text,
    }
    .build()
}

pub(super) fn encode(value: &Value, text: &mut String) -> Outcome<()> {
    if text.len() > MAX_LENGTH {
        return Err(too_long());
    }
    match value {
        Value::Null(_) => text.push_str("null"),
        Value::Bool(bool) => text.push_str(if *bool { "true" } else { "false" }),
        Value::Number(number) if number.is_infinite() => {
            return Err("infinity has no form in JSON".into());
        }
        // Writing to a string doesn't fail.
        Value::Number(number) => drop(write!(text, "{number}")),
        Value::String(string) => encode_string(string, text),
        Value::List(_, elements) | Value::Set(_, elements) | Value::Tuple(elements) => {
            nest(|| encode_elements(elements, text))?;
        }
        Value::Map(_, map) | Value::Object(map) => nest(|| encode_map(map, text))?,
        Value::Marked(marked) => encode(marked.value(), text)?,
        Value::Unknown(_) => return Err("the value is not known".into()),
    }
    Ok(())
}

fn encode_elements(elements: &Elements, text: &mut String) -> Outcome<()> {
    text.push('[');
    for (index, element) in elements.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        encode(element, text)?;
    }
    text.push(']');
    Ok(())
}

fn encode_map(map: &Map, text: &mut String) -> Outcome<()> {
    text.push('{');
    for (index, (key, value)) in map.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        encode_string(key, text);
        text.push(':');
        encode(value, text)?;
    }
    text.push('}');
    Ok(())
}

/// A JSON string that can also stand in HTML and in JavaScript.
pub(super) fn encode_string(string: &str, text: &mut String) {
    text.push('"');
    for character in string.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\u{8}' => text.push_str("\\b"),
            '\u{c}' => text.push_str("\\f"),
            '\0'..='\u{1f}' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                // Writing to a string doesn't fail.
                let _ = write!(text, "\\u{:04x}", u32::from(character));
            }
            _ => text.push(character),
        }
    }
    text.push('"');
}

/// What the start of an unknown JSON text says about its value.
fn guess(prefix: &str) -> Outcome {
    let ty = match prefix.trim_start().chars().next() {
        None | Some('{' | '[' | 'n') => Type::Dynamic,
        Some('"') => Type::String,
        Some('t' | 'f') => Type::Bool,
        Some('-' | '.' | '0'..='9') => Type::Number,
        Some(other) => {
            let reason = format!("no JSON starts with {other:?}");
            return Err(FunctionError::argument(0, reason));
        }
    };
    Ok(Value::unknown(ty))
}

fn decode(text: &str) -> Outcome {
    let mut decoder = Decoder { text, at: 0, depth: 0 };
    let value = decoder.value()?;
    match decoder.next_byte() {
        None => Ok(value),
        Some(_) => Err(decoder.unexpected("there is more text behind the value")),
    }
}

/// How deeply JSON may nest.
const MAX_DEPTH: u32 = 10_000;

struct Decoder<'t> {
    text: &'t str,
    at: usize,
    depth: u32,
}

impl Decoder<'_> {
    fn unexpected(&self, what: &str) -> FunctionError {
        format!("{what}, at byte {}", self.at).into()
    }

    /// The next byte that is not white space.
    fn next_byte(&mut self) -> Option<u8> {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let blanks = rest.iter().take_while(|byte| b" \t\r\n".contains(byte)).count();
        self.at += blanks;
        rest.get(blanks).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let is_next = self.next_byte() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn value(&mut self) -> Outcome {
        match self.next_byte() {
            Some(b'{') => self.nested(Self::object),
            Some(b'[') => self.nested(Self::array),
            Some(b'"') => Ok(Value::string(self.string()?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::NULL),
            Some(_) => Err(self.unexpected("a value can't start like this")),
            None => Err(self.unexpected("the text ends where a value is expected")),
        }
    }

    fn nested(&mut self, level: fn(&mut Self) -> Outcome) -> Outcome {
        if self.depth == MAX_DEPTH {
            return Err(self.unexpected("the text nests too deeply"));
        }
        self.depth += 1;
        self.at += 1;
        let value = nest(|| level(self));
        self.depth -= 1;
        value
    }

    fn array(&mut self) -> Outcome {
        let mut elements = Vec::new();
        if self.eat(b']') {
            return Ok(Value::Tuple(elements.into()));
        }
        loop {
            elements.push(self.value()?);
            if self.eat(b']') {
                return Ok(Value::Tuple(elements.into()));
            }
            if !self.eat(b',') {
                return Err(self.unexpected("a comma or a closing bracket is expected"));
            }
        }
    }

    fn object(&mut self) -> Outcome {
        let mut attributes = Vec::new();
        if self.eat(b'}') {
            return Ok(Value::Object(Map::new()));
        }
        loop {
            if self.next_byte() != Some(b'"') {
                return Err(self.unexpected("a name in quotes is expected"));
            }
            let name = self.string()?;
            if !self.eat(b':') {
                return Err(self.unexpected("a colon is expected"));
            }
            attributes.push((name, self.value()?));
            if self.eat(b'}') {
                return Ok(Value::Object(attributes.into_iter().collect()));
            }
            if !self.eat(b',') {
                return Err(self.unexpected("a comma or a closing brace is expected"));
            }
        }
    }

    fn word(&mut self, word: &str, value: Value) -> Outcome {
        let is_word = self.text.get(self.at..).is_some_and(|rest| rest.starts_with(word));
        if !is_word {
            return Err(self.unexpected("a value can't start like this"));
        }
        self.at += word.len();
        Ok(value)
    }

    fn number(&mut self) -> Outcome {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let end = rest.find(|character: char| !"+-.eE0123456789".contains(character));
        let literal = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        if !is_json_number(literal) {
            return Err(self.unexpected("this is no number"));
        }
        let number = Number::parse(literal).ok_or_else(|| self.unexpected("this is no number"))?;
        self.at += literal.len();
        Ok(Value::Number(number))
    }

    /// A string; the next byte is its opening quote.
    fn string(&mut self) -> Outcome<String> {
        self.at += 1;
        let mut decoded = String::new();
        loop {
            let rest = self.text.get(self.at..).unwrap_or_default();
            let special = |character: char| matches!(character, '"' | '\\' | '\0'..='\u{1f}');
            let Some(end) = rest.find(special) else {
                return Err(self.unexpected("a string is not closed"));
            };
            decoded.push_str(rest.get(..end).unwrap_or_default());
            self.at += end;
            match rest.as_bytes().get(end) {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(decoded);
                }
                Some(b'\\') => decoded.push(self.escape()?),
                _ => return Err(self.unexpected("a string holds a control character")),
            }
        }
    }

    fn escape(&mut self) -> Outcome<char> {
        let selector = self.text.as_bytes().get(self.at + 1).copied();
        self.at += 2;
        Ok(match selector {
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(character @ (b'"' | b'\\' | b'/')) => char::from(character),
            Some(b'u') => {
                let first = self.code_unit()?;
                self.code_point(first)?
            }
            _ => return Err(self.unexpected("there is no such escape")),
        })
    }

    /// Four hexadecimal digits.
    fn code_unit(&mut self) -> Outcome<u16> {
        let digits = self.text.get(self.at..self.at + 4).unwrap_or_default();
        let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let unit = u16::from_str_radix(digits, 16).ok().filter(|_| is_hex);
        let unit = unit.ok_or_else(|| self.unexpected("four hexadecimal digits are expected"))?;
        self.at += 4;
        Ok(unit)
    }

    /// A character beyond the first 65,536 takes two escapes; half of one stands for nothing.
    fn code_point(&mut self, first: u16) -> Outcome<char> {
        let before = self.at;
        let mut units = [first, 0];
        let takes_two = (0xd800..0xdc00).contains(&first);
        if takes_two && self.text.get(self.at..).is_some_and(|rest| rest.starts_with("\\u")) {
            self.at += 2;
            units[1] = self.code_unit()?;
        }
        Ok(match char::decode_utf16(units).next() {
            Some(Ok(character)) => character,
            _ => {
                self.at = before;
                char::REPLACEMENT_CHARACTER
            }
        })
    }
}

/// Whether the text is a number in JSON, whose grammar is stricter than that of the language.
fn is_json_number(text: &str) -> bool {
    fn digits(text: &str) -> Option<&str> {
        let rest = text.trim_start_matches(|character: char| character.is_ascii_digit());
        (rest.len() < text.len()).then_some(rest)
    }
    fn behind_number(text: &str) -> Option<&str> {
        let text = text.strip_prefix('-').unwrap_or(text);
        let rest = text.strip_prefix('0').or_else(|| digits(text))?;
        let rest = match rest.strip_prefix('.') {
            Some(fraction) => digits(fraction)?,
            None => rest,
        };
        match rest.strip_prefix(['e', 'E']) {
            Some(exponent) => digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)),
            None => Some(rest),
        }
    }
    behind_number(text) == Some("")
}
