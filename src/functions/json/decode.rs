//! Decodes JSON text into values.
//!
//! This is not the reader of documents in `src/parser/json`: here strings are no templates, an object may
//! repeat an attribute, each value is charged to the budget before it exists, and no tree is needed.

use crate::eval::FunctionError;
use crate::functions::argument::{Outcome, pay};
use crate::limits::budget::{MAP, TEXT};
use crate::limits::stack::nest;
use crate::value::{Map, Number, Value};

/// The value of a JSON text.
pub(super) fn decode(text: &str) -> Outcome {
    let mut decoder = Decoder { text, at: 0, depth: 0 };
    let value = decoder.value()?;
    match decoder.next_byte() {
        None => Ok(value),
        Some(_) => Err(decoder.unexpected("there is more text behind the value")),
    }
}

/// The maximum nesting of JSON.
const MAX_DEPTH: u32 = 10_000;

struct Decoder<'t> {
    text: &'t str,
    at: usize,
    depth: u32,
}

impl Decoder<'_> {
    fn unexpected(&self, what: &str) -> FunctionError {
        let error = FunctionError::from(format!("{what}, at byte {}", self.at));
        error.help("check the text: names and texts of JSON are in double quotes, and every bracket is closed")
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
        pay(2)?;
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

    /// If attributes have the same name and type, the last one counts.
    fn object(&mut self) -> Outcome {
        pay(MAP)?;
        let mut attributes = Map::new();
        if self.eat(b'}') {
            return Ok(Value::Object(attributes));
        }
        loop {
            if self.next_byte() != Some(b'"') {
                return Err(self.unexpected("a name in quotes is expected"));
            }
            pay(4)?;
            let name = self.string()?;
            if !self.eat(b':') {
                return Err(self.unexpected("a colon is expected"));
            }
            let value = self.value()?;
            let ty = attributes.get(&name).map(Value::type_of);
            if ty.is_some_and(|ty| ty != value.type_of()) {
                return Err(self.unexpected("an attribute occurs twice, with different types"));
            }
            attributes.insert(name, value);
            if self.eat(b'}') {
                return Ok(Value::Object(attributes));
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
            pay(1 + end / TEXT)?;
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

    /// A character beyond U+FFFF needs two escapes (a surrogate pair). Half a pair is an error.
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

/// Whether the text is a number in JSON, which has a stricter grammar than HCL.
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
