//! Writes values as documents, in the style of the reference: strings in double quotes, folded at
//! spaces after column 80, or as literal blocks if they have several lines; all other values plain. The emitters of crates
//! write `a: x` for `"a": "x"`, which would change every file that a program wrote.

use std::fmt::Write;

use crate::limits::budget::{charge, charge_text};
use crate::limits::stack::nest;
use crate::value::{Elements, Map, Number, Set, Value};

const INDENT: usize = 2;
const WIDTH: usize = 80;
/// The bytes of indentation that are charged together.
const LINE: usize = 64;
/// The longest simple key in bytes. A longer key is written with `?`.
const MAX_KEY: usize = 128;

/// The value as a document; `None` if it is longer than the limit. The value is known and has no
/// marks. Lines are indented, so the text of a deeply nested value is much longer than its content.
pub(super) fn document(value: &Value, limit: usize) -> Option<String> {
    let mut emitter =
        Emitter { text: String::new(), limit, column: 0, is_separated: true, is_fresh: true };
    emitter.node(value, None, Place::Alone);
    emitter.start_line(0);
    if matches!(value, Value::Null(_) | Value::Bool(_) | Value::Number(_)) {
        // This marker separates a plain scalar from text that follows the document.
        emitter.text.push_str("...\n");
    }
    (!emitter.is_full()).then_some(emitter.text)
}

/// The place of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Alone,
    BehindKey,
}

struct Emitter {
    text: String,
    /// The maximum length of the text in bytes.
    limit: usize,
    /// The number of characters on the last line.
    column: usize,
    /// Whether the next token may follow without a space.
    is_separated: bool,
    /// Whether the last line is empty or has only indicators, which a collection can follow.
    is_fresh: bool,
}

impl Emitter {
    /// Writes a value inside a collection that is indented by `indent`.
    fn node(&mut self, value: &Value, indent: Option<usize>, place: Place) {
        if !charge(2) {
            return;
        }
        match value {
            Value::Bool(bool) => self.token(if *bool { "true" } else { "false" }),
            Value::Number(number) => self.number(number),
            Value::String(text) => self.string(text, indent.map_or(INDENT, |by| by + INDENT)),
            Value::List(_, elements)
            | Value::Set(Set { elements, .. })
            | Value::Tuple(elements) => {
                nest(|| self.sequence(elements, indent, place));
            }
            Value::Map(_, map) | Value::Object(map) => nest(|| self.mapping(map, indent)),
            _ => self.token("null"),
        }
    }

    fn sequence(&mut self, elements: &Elements, indent: Option<usize>, place: Place) {
        if elements.is_empty() {
            return self.token("[]");
        }
        // Below a key, the dashes are enough indentation.
        let is_below_key = place == Place::BehindKey && !self.is_fresh;
        let additional = if is_below_key { 0 } else { INDENT };
        let indent = indent.map_or(0, |indent| indent + additional);
        for element in elements {
            if self.is_full() {
                return;
            }
            self.start_line(indent);
            self.indicator("-");
            self.node(element, Some(indent), Place::Alone);
        }
    }

    fn mapping(&mut self, map: &Map, indent: Option<usize>) {
        if map.is_empty() {
            return self.token("{}");
        }
        let indent = indent.map_or(0, |indent| indent + INDENT);
        for (key, value) in map {
            if self.is_full() {
                return;
            }
            self.start_line(indent);
            if key.len() <= MAX_KEY && !key.contains(is_break) {
                self.quoted(key, None);
                self.push(':');
            } else {
                self.indicator("?");
                self.string(key, indent + INDENT);
                self.start_line(indent);
                self.indicator(":");
            }
            self.node(value, Some(indent), Place::BehindKey);
        }
    }

    fn is_full(&self) -> bool {
        self.text.len() > self.limit
    }

    fn number(&mut self, number: &Number) {
        match (number.is_infinite(), number.is_negative()) {
            (false, _) => self.token(&number.to_string()),
            (true, false) => self.token("+Inf"),
            (true, true) => self.token("-Inf"),
        }
    }

    fn string(&mut self, text: &str, indent: usize) {
        if text.contains('\n') && can_be_block(text) {
            self.block(text, indent);
        } else {
            self.quoted(text, Some(indent));
        }
    }

    /// A text in double quotes. Unless it is a key, it may be folded into several indented lines.
    fn quoted(&mut self, text: &str, indent: Option<usize>) {
        self.token("\"");
        let mut follows_space = true;
        let mut chars = text.chars().peekable();
        while let Some(char) = chars.next() {
            let next = chars.peek();
            match indent {
                Some(indent) if char == ' ' && !follows_space && self.column > WIDTH => {
                    if let Some(next) = next {
                        self.start_line(indent);
                        // A space at the start of a line would be ignored.
                        if *next == ' ' {
                            self.push('\\');
                        }
                    } else {
                        self.push(' ');
                    }
                }
                _ if is_literal(char) => self.push(char),
                _ => self.escape(char),
            }
            follows_space = char == ' ';
        }
        self.push('"');
        self.is_separated = false;
        self.is_fresh = false;
    }

    fn escape(&mut self, char: char) {
        let code = u32::from(char);
        let short = match char {
            '\0' => '0',
            '\u{7}' => 'a',
            '\u{8}' => 'b',
            '\t' => 't',
            '\n' => 'n',
            '\u{b}' => 'v',
            '\u{c}' => 'f',
            '\r' => 'r',
            '\u{1b}' => 'e',
            '"' | '\\' => char,
            '\u{85}' => 'N',
            '\u{2028}' => 'L',
            '\u{2029}' => 'P',
            _ => {
                let escape = match code {
                    0..=0xff => format!("\\x{code:02X}"),
                    0x100..=0xffff => format!("\\u{code:04X}"),
                    _ => format!("\\U{code:08X}"),
                };
                return escape.chars().for_each(|char| self.push(char));
            }
        };
        self.push('\\');
        self.push(short);
    }

    /// A text of several lines without changes except indentation.
    fn block(&mut self, text: &str, indent: usize) {
        self.token("|");
        if text.starts_with(|first| first == ' ' || is_break(first)) {
            // Writing to a string can't fail.
            let _ = write!(self.text, "{INDENT}");
        }
        let mut last = text.chars().rev();
        match (last.next().is_some_and(is_break), last.next().is_none_or(is_break)) {
            (false, _) => self.text.push('-'),
            (true, true) => self.text.push('+'),
            (true, false) => {}
        }
        self.break_line('\n');
        for char in text.chars() {
            if is_break(char) {
                self.break_line(char);
            } else {
                if self.is_fresh {
                    self.start_line(indent);
                }
                self.push(char);
                self.is_fresh = false;
            }
        }
    }

    /// A token after which only the rest of its collection may follow on the line.
    fn token(&mut self, token: &str) {
        self.indicator(token);
        self.is_fresh = false;
    }

    fn indicator(&mut self, indicator: &str) {
        if !self.is_separated {
            self.push(' ');
        }
        self.text.push_str(indicator);
        self.column += indicator.len();
        self.is_separated = false;
    }

    fn push(&mut self, char: char) {
        self.text.push(char);
        self.column += 1;
    }

    fn break_line(&mut self, char: char) {
        self.text.push(char);
        self.column = 0;
        self.is_separated = true;
        self.is_fresh = true;
    }

    /// Moves to the column, on the same line if it contains only indicators.
    fn start_line(&mut self, indent: usize) {
        let is_beyond = self.column > indent || self.column == indent && !self.is_separated;
        if !self.is_fresh || is_beyond {
            self.break_line('\n');
        }
        while self.column < indent && (self.column & (LINE - 1) != 0 || charge_text(LINE)) {
            self.push(' ');
        }
        self.is_separated = true;
        self.is_fresh = true;
    }
}

fn is_break(char: char) -> bool {
    matches!(char, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn is_printable(char: char) -> bool {
    matches!(char, '\n' | ' '..='~' | '\u{a0}'..='\u{fefe}' | '\u{ff00}'..='\u{fffd}')
}

/// Whether the character needs no escape in quotes.
fn is_literal(char: char) -> bool {
    is_printable(char) && !is_break(char) && char != '"' && char != '\\'
}

/// Whether a literal block can represent exactly this text: it must not have spaces at line ends.
fn can_be_block(text: &str) -> bool {
    let mut follows_space = false;
    let is_safe = text.chars().all(|char| {
        let is_safe = is_printable(char) && !(follows_space && is_break(char));
        follows_space = char == ' ';
        is_safe
    });
    is_safe && !follows_space
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Type, value};

    #[test]
    fn values_have_one_style() {
        let cases = [
            (value!("hello"), "\"hello\"\n"),
            (value!(""), "\"\"\n"),
            (value!(-1.5), "-1.5\n...\n"),
            (Value::from(-Number::infinity()), "-Inf\n...\n"),
            (Value::Null(Type::String), "null\n...\n"),
            (value!([]), "[]\n"),
            (value!([[1, []], {}]), "- - 1\n  - []\n- {}\n"),
            (
                value!({ "a": [[1], { "b": 2, "c": [] }] }),
                "\"a\":\n- - 1\n- \"b\": 2\n  \"c\": []\n",
            ),
            (value!({ "a": { "b": [1] } }), "\"a\":\n  \"b\":\n  - 1\n"),
            (
                value!("\u{1f600}\t\u{85}\u{feff}\u{1}é\u{2028}"),
                "\"\\U0001F600\\t\\N\\uFEFF\\x01é\\L\"\n",
            ),
        ];
        for (value, expected) in cases {
            assert_eq!(document(&value, usize::MAX).unwrap(), expected);
        }
    }

    #[test]
    fn several_lines_are_a_block_where_that_is_exact() {
        let cases = [
            ("a\nb", "|-\n  a\n  b\n"),
            ("a\nb\n", "|\n  a\n  b\n"),
            ("a\n\n", "|+\n  a\n\n"),
            ("\n", "|2+\n\n"),
            (" a\n", "|2\n   a\n"),
            ("a \nb", "\"a \\nb\"\n"),
            ("a\nb ", "\"a\\nb \"\n"),
            ("a\n\tb", "\"a\\n\\tb\"\n"),
            ("a\r\nb", "\"a\\r\\nb\"\n"),
        ];
        for (text, expected) in cases {
            assert_eq!(document(&value!(text), usize::MAX).unwrap(), expected, "{text:?}");
        }
        let nested = value!({ "k": ["x\ny\n", 1] });
        assert_eq!(document(&nested, usize::MAX).unwrap(), "\"k\":\n- |\n  x\n  y\n- 1\n");
    }

    #[test]
    fn long_texts_are_folded() {
        let word = "x".repeat(79);
        let cases = [
            (format!("{word} y z"), format!("\"{word} y\n  z\"\n")),
            (format!("{word}y  z"), format!("\"{word}y\n  \\ z\"\n")),
            (format!("{word}y "), format!("\"{word}y \"\n")),
        ];
        for (text, expected) in cases {
            assert_eq!(document(&value!(text.as_str()), usize::MAX).unwrap(), expected, "{text:?}");
        }
    }

    #[test]
    fn unwieldy_keys_have_their_own_lines() {
        let long = "k".repeat(129);
        let value = value!({ "a\nb": [1], (long.as_str()): { "c": 2 } });
        let expected = format!("? |-\n  a\n  b\n: - 1\n? \"{long}\"\n: \"c\": 2\n");
        assert_eq!(document(&value, usize::MAX).unwrap(), expected);
    }

    #[test]
    fn depth_is_no_problem() {
        let value = (0..20_000).fold(value!(1), |value, _| Value::tuple([value]));
        assert_eq!(document(&value, usize::MAX).unwrap().matches('-').count(), 20_000);
    }

    #[test]
    fn length_is_limited() {
        let deep = (0..1_000).fold(Value::from(1), |value, _| value!({ "a": value }));
        assert_eq!(document(&deep, 1_000_000), None);
        assert!(document(&deep, 2_000_000).is_some());
    }
}
