//! Lexes HCL's JSON syntax, one token at a time.
//!
//! - No vector of tokens: the parser asks for the token at an offset. A token does not depend on
//!   its neighbours.
//! - No failure: a mistake is a kind of token.
//! - No string is decoded: a token says whether its text has escapes or template sequences.

use std::ops::Range;

use super::block16::Block16;
use super::words::{after_indentation, find};
use crate::text::span::Span;

/// The kind of a token of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JsonKind {
    OpenBrace,
    CloseBrace,
    OpenBracket,
    CloseBracket,
    Comma,
    Colon,
    /// `=`, which JSON does not have: a common mistake.
    Assign,
    String(TextFlags),
    /// A string with a mistake.
    InvalidString,
    Number,
    /// Signs, digits, dots and exponents that are not a number.
    InvalidNumber,
    /// A word: a keyword, or another name.
    Word,
    /// An expression of native syntax that is not in a string: a common mistake.
    Expression,
    /// A comment, which JSON does not have.
    Comment,
    InvalidCharacter,
    /// After the last token.
    End,
}

/// Whether the text of a string has to be decoded or parsed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TextFlags {
    /// The text has escapes.
    pub(crate) escapes: bool,
    /// The text may contain `${`, `%{` or a byte order mark.
    pub(crate) sequences: bool,
}

/// A token of JSON: kind and span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct JsonToken {
    pub(crate) kind: JsonKind,
    pub(crate) span: Span,
}

/// The first token at or after `at`.
#[inline(always)]
pub(crate) fn json_token(bytes: &[u8], at: usize) -> JsonToken {
    let start = after_space(bytes, at);
    let byte = bytes.get(start).copied().unwrap_or(0);
    let kind = match byte {
        b'"' => return string(bytes, start),
        b',' => JsonKind::Comma,
        b':' => JsonKind::Colon,
        b'{' => JsonKind::OpenBrace,
        b'}' => JsonKind::CloseBrace,
        b'[' => JsonKind::OpenBracket,
        b']' => JsonKind::CloseBracket,
        b'=' => JsonKind::Assign,
        b'0'..=b'9' | b'-' | b'+' | b'.' => return number(bytes, start),
        b'a'..=b'z' | b'A'..=b'Z' => return word(bytes, start),
        _ => return other_token(bytes, start),
    };
    token(kind, start, start + 1)
}

#[inline(always)]
fn token(kind: JsonKind, start: usize, end: usize) -> JsonToken {
    JsonToken { kind, span: Span::new(start as u32, end as u32) }
}

/// The first offset from `at` on without white space.
#[inline(always)]
fn after_space(bytes: &[u8], mut at: usize) -> usize {
    loop {
        match bytes.get(at) {
            Some(b'\n') => at = after_indentation(bytes, at + 1),
            Some(b' ' | b'\r' | b'\t') => at += 1,
            _ => return at,
        }
    }
}

#[cold]
fn other_token(bytes: &[u8], start: usize) -> JsonToken {
    if start >= bytes.len() {
        return token(JsonKind::End, bytes.len(), bytes.len());
    }
    match &bytes[start..] {
        [b'$', b'{', ..] => {
            return token(JsonKind::Expression, start, expression_end(bytes, start));
        }
        [b'#', rest @ ..] | [b'/', b'/', rest @ ..] => {
            let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
            return token(JsonKind::Comment, start, bytes.len() - rest.len() + end);
        }
        [b'/', b'*', rest @ ..] => {
            let end = rest.windows(2).position(|pair| pair == b"*/");
            let end = end.map_or(rest.len(), |end| end + 2);
            return token(JsonKind::Comment, start, start + 2 + end);
        }
        _ => {}
    }
    let continuation = bytes[start + 1..].iter().take_while(|byte| **byte & 0xc0 == 0x80).count();
    token(JsonKind::InvalidCharacter, start, start + 1 + continuation)
}

fn word(bytes: &[u8], start: usize) -> JsonToken {
    let is_letter = |byte: &&u8| byte.is_ascii_alphabetic() || **byte == b'_';
    let length = bytes[start..].iter().take_while(is_letter).count();
    match bytes.get(start + length) {
        Some(b'.' | b'[' | b'(') => {
            token(JsonKind::Expression, start, expression_end(bytes, start))
        }
        _ => token(JsonKind::Word, start, start + length),
    }
}

/// The end of an expression of native syntax: before a comma, a closing bracket or a line end that
/// does not belong to it.
#[cold]
fn expression_end(bytes: &[u8], start: usize) -> usize {
    let (mut depth, mut end, mut at) = (0_usize, start, start);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => at = string(bytes, at).span.end as usize - 1,
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth > 0 => depth -= 1,
            b']' | b'}' | b'\n' => break,
            b',' if depth == 0 => break,
            _ => {}
        }
        at += 1;
        if !matches!(byte, b' ' | b'\t' | b'\r') {
            end = at;
        }
    }
    end
}

/// `"…"`. The text is examined where a byte is a quote, a backslash, a control character, or the
/// brace of a template sequence.
#[inline(always)]
fn string(bytes: &[u8], start: usize) -> JsonToken {
    let mut at = start + 1;
    // A template removes a byte order mark at its start.
    let starts_with_mark = bytes.get(at..).is_some_and(|text| text.starts_with(b"\xef\xbb\xbf"));
    let mut text = TextFlags { escapes: false, sequences: starts_with_mark };
    loop {
        at = plain_end(bytes, at);
        match bytes.get(at) {
            Some(b'"') => return token(JsonKind::String(text), start, at + 1),
            Some(b'{') => {
                text.sequences |= matches!(bytes[at - 1], b'$' | b'%');
                at += 1;
            }
            Some(b'\\') => match escape(bytes, at) {
                Some(length) => {
                    // An escape may also be a part of `${`.
                    text.escapes = true;
                    text.sequences |=
                        bytes[at + 1] == b'u' || bytes.get(at + length) == Some(&b'{');
                    at += length;
                }
                None => return invalid_string(bytes, start),
            },
            _ => return invalid_string(bytes, start),
        }
    }
}

/// The first offset where the text of a string has to be examined.
#[inline(always)]
fn plain_end(bytes: &[u8], start: usize) -> usize {
    let special =
        |it: Block16| it.is(b'"').or(it.is(b'\\')).or(it.is(b'{')).or(it.is_within(0, 0x1f));
    find(bytes, start, special)
}

/// The length of the escape at `at`, if it is a valid one.
fn escape(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at + 1)? {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(2),
        b'u' => {
            let digits = bytes.get(at + 2..at + 6)?;
            digits.iter().all(u8::is_ascii_hexdigit).then_some(6)
        }
        _ => None,
    }
}

/// A string with a mistake ends at its closing quote. If that is missing, it ends at a control
/// character.
#[cold]
fn invalid_string(bytes: &[u8], start: usize) -> JsonToken {
    let mut is_escaped = false;
    for (at, byte) in bytes.iter().enumerate().skip(start + 1) {
        match byte {
            b'\\' => is_escaped = !is_escaped,
            b'"' if !is_escaped => return token(JsonKind::InvalidString, start, at + 1),
            0..=0x1f => {
                let end = end_after_control(bytes, at).unwrap_or(at);
                return token(JsonKind::InvalidString, start, end);
            }
            _ => is_escaped = false,
        }
    }
    token(JsonKind::InvalidString, start, bytes.len())
}

/// The end of a string that has a control character at `at`, if a closing quote follows: a quote
/// after which a name or a value can end. At the end of a line it may as well open another string.
fn end_after_control(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?;
    let mut is_escaped = false;
    let quote = rest.iter().position(|byte| {
        let is_end = *byte == b'"' && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        is_end
    })?;
    let line = rest[..quote].iter().rposition(|byte| *byte == b'\n');
    let opens = line.is_some_and(|line| rest[line..quote].trim_ascii().is_empty());
    let behind = rest[quote + 1..].iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
    let ends = match behind {
        Some(b',' | b':' | b'}' | b']') => true,
        None | Some(b'\n') => !opens,
        Some(_) => false,
    };
    ends.then_some(at + quote + 1)
}

/// A mistake in a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StringMistake {
    /// An unknown escape.
    Escape,
    /// `\u` without four hexadecimal digits.
    Digits,
    /// No closing quote.
    Unterminated,
    /// A control character, which is written as an escape.
    Control,
}

/// The first mistake in the text of an invalid string, and its bytes in the text. Where the quote is missing, they are
/// those after the text.
pub(crate) fn string_mistake(text: &str) -> (Range<usize>, StringMistake) {
    let bytes = text.as_bytes();
    let mut at = 1;
    loop {
        at = plain_end(bytes, at);
        if bytes.get(at) == Some(&b'{') {
            at += 1;
            continue;
        }
        if bytes.get(at) != Some(&b'\\') {
            let is_control = at + 1 < bytes.len();
            let mistake =
                if is_control { StringMistake::Control } else { StringMistake::Unterminated };
            let at = at.min(bytes.len());
            return (at..at + 1, mistake);
        }
        match (escape(bytes, at), bytes.get(at + 1)) {
            (Some(length), _) => at += length,
            (None, Some(b'u')) => {
                let is_digit = |byte: &&u8| byte.is_ascii_hexdigit();
                let digits = bytes[at + 2..].iter().take_while(is_digit).count();
                return (at..at + 2 + digits, StringMistake::Digits);
            }
            (None, None) => return (at + 1..at + 2, StringMistake::Unterminated),
            (None, Some(_)) => {
                let selector = text.get(at + 1..).and_then(|rest| rest.chars().next());
                let length = 1 + selector.map_or(0, char::len_utf8);
                return (at..at + length, StringMistake::Escape);
            }
        }
    }
}

/// `number = "-"? ("0" | [1-9][0-9]*) ("." [0-9]+)? ([eE] [+-]? [0-9]+)?`
#[inline(always)]
fn number(bytes: &[u8], start: usize) -> JsonToken {
    let digits = |at: usize| {
        let count = bytes.get(at..).unwrap_or_default().iter().take_while(|b| b.is_ascii_digit());
        at + count.count()
    };
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    let whole = start + usize::from(byte(start) == b'-');
    let mut end = digits(whole);
    let mut is_valid = end > whole && (byte(whole) != b'0' || end == whole + 1);
    if byte(end) == b'.' {
        let fraction = digits(end + 1);
        is_valid &= fraction > end + 1;
        end = fraction;
    }
    if matches!(byte(end), b'e' | b'E') {
        let exponent = end + 1 + usize::from(matches!(byte(end + 1), b'+' | b'-'));
        let exponent_end = digits(exponent);
        is_valid &= exponent_end > exponent;
        end = exponent_end;
    }
    let goes_on = matches!(byte(end), b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9');
    if is_valid && !goes_on { token(JsonKind::Number, start, end) } else { no_number(bytes, start) }
}

#[cold]
fn no_number(bytes: &[u8], start: usize) -> JsonToken {
    let is_part = |byte: &&u8| matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9');
    let length = bytes[start..].iter().take_while(is_part).count();
    token(JsonKind::InvalidNumber, start, start + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(source: &str) -> Vec<JsonKind> {
        let mut at = 0;
        let next = || {
            let token = json_token(source.as_bytes(), at);
            at = token.span.end as usize;
            (token.kind != JsonKind::End).then_some(token.kind)
        };
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn white_space_ends_where_it_ends() {
        for length in 0..70 {
            for space in [" ", "\t", "\r\n ", "\n    "] {
                let source = format!("\n{}{space}1", " ".repeat(length));
                let token = json_token(source.as_bytes(), 0);
                assert_eq!(token.kind, JsonKind::Number);
                assert_eq!(token.span.start as usize, source.len() - 1, "{source:?}");
            }
            assert_eq!(kinds(&format!("\n{}", " ".repeat(length))), []);
        }
    }

    #[test]
    fn a_number_is_one_of_json() {
        for number in ["0", "-0", "10", "1.5", "1e9", "-1.5E+9", "1e-400"] {
            assert_eq!(kinds(number), [JsonKind::Number], "{number}");
        }
        for number in ["01", "-", "+1", ".5", "1.", "1e", "1e+", "1.2.3", "--1", "1-1", "-01"] {
            assert_eq!(kinds(number), [JsonKind::InvalidNumber], "{number}");
        }
    }

    #[test]
    fn a_string_has_flags_for_escapes_and_sequences() {
        let text = |escapes, sequences| JsonKind::String(TextFlags { escapes, sequences });
        assert_eq!(kinds(r#""plain {text} $ % $x""#), [text(false, false)]);
        assert_eq!(kinds(r#""a \n b""#), [text(true, false)]);
        assert_eq!(kinds(r#""a ${b}""#), [text(false, true)]);
        assert_eq!(kinds(r#""a %{ if \"b\" == c }""#), [text(true, true)]);
        assert_eq!(kinds(r#""\u0024{a}""#), [text(true, true)]);
        assert_eq!(kinds(r#""\d""#), [JsonKind::InvalidString]);
        assert_eq!(kinds("\"a\nb"), [JsonKind::InvalidString, JsonKind::Word]);
    }

    #[test]
    fn a_string_with_a_line_end_ends_at_its_quote_if_there_is_one() {
        assert_eq!(kinds("\"a\nb\","), [JsonKind::InvalidString, JsonKind::Comma]);
        assert_eq!(
            kinds("\"a\tb\": 1"),
            [JsonKind::InvalidString, JsonKind::Colon, JsonKind::Number]
        );
        let is_invalid = |kind: &JsonKind| *kind == JsonKind::InvalidString;
        assert_eq!(kinds("\"a,\n  \"b\": 1").iter().filter(|kind| is_invalid(kind)).count(), 1);
    }

    #[test]
    fn an_expression_outside_of_a_string_is_one_token() {
        for source in ["var.a[\"}\"].b", "f(1, {a = 2}) + 3", "${var.a}"] {
            assert_eq!(kinds(source), [JsonKind::Expression], "{source}");
            assert_eq!(kinds(&format!("{source} , 1")).len(), 3, "{source}");
        }
    }

    #[test]
    fn a_comment_is_one_token() {
        for comment in ["// a", "# a", "/* a\n*/"] {
            assert_eq!(kinds(&format!("{comment}\n1")), [JsonKind::Comment, JsonKind::Number]);
        }
        assert_eq!(kinds("/* a"), [JsonKind::Comment]);
    }

    #[test]
    fn long_strings_end_at_their_quote() {
        for length in 0..70 {
            for end in ["\"", "\\n\"", "${\"", "\u{1}"] {
                let source = format!("\"{}{end}", "é".repeat(length));
                let token = json_token(source.as_bytes(), 0);
                let expected = if end == "\u{1}" { source.len() - 1 } else { source.len() };
                assert_eq!(token.span.end as usize, expected, "{source}");
            }
        }
    }

    #[test]
    fn the_first_mistake_of_a_string_has_a_place() {
        let cases = [
            (r#""a\d""#, 2..4, StringMistake::Escape),
            (r#""\u12g4""#, 1..5, StringMistake::Digits),
            ("\"abc", 4..5, StringMistake::Unterminated),
            ("\"a{\\", 4..5, StringMistake::Unterminated),
        ];
        for (text, at, mistake) in cases {
            assert_eq!(string_mistake(text), (at, mistake), "{text}");
        }
    }
}
