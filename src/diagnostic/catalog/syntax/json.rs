//! Diagnostics of JSON syntax.

use super::foreign::in_quotes;
use crate::lexer::{JsonKind, JsonToken, StringMistake, string_mistake};
use crate::text::span::{Span, floor_char_boundary};
use crate::text::suggest;

const VALUE: &str = "A value is an object, an array, a string, a number, true, false or null.";
/// The number of bytes of a line that are read for one mistake: there may be many mistakes on one line.
const NEAR: usize = 1_000;
const EXAMPLE: &str = "write it as -1.5e10, or as a string in double quotes";

rows! {
    json_behind_value(span: Span, source: &str) at span:
        "json-behind-value", "Extraneous data after value", "A source of JSON is one value. Nothing may follow it.",
        match (rest(span, source)) {
            [b'{' | b'[', ..] => "put both into one, or put several objects into an array";
            [b'\'' | b'`', ..] => "write strings and names in double quotes";
            [b',', ..] => "remove this comma, or write a value before it" => replaced("");
            [b'}' | b']', ..] => "remove this bracket, or add the opening one" => replaced("");
            [0xef, 0xbb, 0xbf, ..] => "remove the byte order mark";
            _ => ;
        };

    json_root(span: Span) at span:
        "json-root", "Root value must be object",
        "The root of a document in JSON syntax is an object, or an array of objects.",
        "write an object: {{ \"name\": value }}";

    json_value(found: JsonKind, span: Span, source: &str; quoted = in_double_quotes(span, source)) at span:
        "json-value", "Invalid start of value", "{VALUE}",
        match (found, rest(span, source)) {
            (JsonKind::CloseBrace, _) => "Missing JSON value", "{VALUE}",
                "write a value before the bracket; null is the empty value";
            (JsonKind::CloseBracket, _) => "Missing array element value", "{VALUE}",
                "write a value before the bracket; null is the empty value";
            (JsonKind::End, _) => "Missing value", "The source ends where a value is expected.", "";
            (_, [b'\'' | b'`', ..]) => "write strings and names in double quotes" => edited(quoted.0, quoted.1);
            (_, [b',', ..]) => "remove this comma, or write a value before it" => replaced("");
            (_, [0xef, 0xbb, 0xbf, ..]) => "remove the byte order mark" => replaced("");
            _ => ;
        };

    json_keyword(word: &str, span: Span, source: &str;
        is_native = starts_native_syntax(word, span, source), lower = word.to_ascii_lowercase(),
        nearest = suggest::nearest(&lower, ["true", "false", "null"]))
        at span:
        "json-keyword", "Invalid JSON keyword", "{word:?} is not one of the words true, false and null.",
        match (word, nearest) {
            ("undefined", _) => "JSON has no {word}.", "write null" => replaced("null");
            ("NaN" | "Infinity", _) => "JSON has no {word}.", "write a string, or null";
            _ if is_native => "this is native syntax: in JSON, write {{ \"{word}\": … }}, or read the file as native syntax";
            (_, Some(nearest)) => "did you mean {nearest}?" => replaced(nearest);
            _ => "write strings and names in double quotes" => replaced(format!("\"{word}\""));
        };

    /// An expression of native syntax that is not in a string.
    json_expression(text: &str, span: Span; inner = inner(text)) at span:
        "json-expression", "Expression outside of a string",
        "In JSON, an expression stands in a string, between ${{ and }}.",
        match inner {
            _ if text.trim_end().ends_with(['{', '[']) => "remove what stands before the bracket";
            Some(inner) => "write \"${{{inner}}}\"" => replaced(format!("\"${{{inner}}}\""));
            None => "write it in a string: \"${{…}}\"";
        };

    json_comment(span: Span) at span:
        "json-comment", "Comment in JSON", "JSON has no comments.",
        "remove all comments; in a body, a property \"//\" can hold one" => replaced("");

    json_number(text: &str, span: Span;
        digits = text.trim_start_matches(['-', '+']), sign = if text.starts_with('-') { "-" } else { "" },
        number = without_zeros(digits))
        at span:
        "json-number", "Invalid JSON number", "{text} is not a JSON number.",
        match (digits.as_bytes()) {
            _ if text.len() > 40 => "{EXAMPLE}";
            _ if text.starts_with('+') => "remove the plus sign: {digits}" => replaced(digits);
            [b'0', b'0'..=b'9', ..] => "remove the leading zeros: {sign}{number}, or write the string \"{text}\""
                => replaced(format!("{sign}{number}"));
            [b'.', b'0'..=b'9', ..] => "write a zero before the point: {sign}0{digits}"
                => replaced(format!("{sign}0{digits}"));
            [.., b'0'..=b'9', b'.'] => "write a digit after the point: {text}0" => replaced(format!("{text}0"));
            _ => "{EXAMPLE}";
        };

    json_string(span: Span, source: &str; text = span.text(source), (bytes, mistake) = string_mistake(text),
        first = text.as_bytes().get(bytes.start), end = (span.start + bytes.end as u32).min(source.len() as u32),
        place = Span::new(span.start + bytes.start as u32, end))
        at place within (span):
        "json-string", "Invalid JSON string",
        match (mistake, first) {
            (StringMistake::Escape, _) => "There is no such escape.",
                "write \\\\ for a backslash; the other escapes are \\\" \\/ \\b \\f \\n \\r \\t and \\u with four digits"
                => with_fix(Span::empty(place.start), "\\");
            (StringMistake::Digits, _) => "\\u is followed by four hexadecimal digits.",
                "write characters beyond \\uffff as they are, or as two escapes";
            (StringMistake::Control, Some(b'\n' | b'\r')) => "A string can't contain a line end.", "write it as \\n"
                => replaced("\\n");
            (StringMistake::Control, Some(b'\t')) => "A string can't contain a tab.", "write it as \\t"
                => replaced("\\t");
            (StringMistake::Control, _) => "A string can't contain a control character.",
                "remove it, or write it as \\u with four digits";
            (StringMistake::Unterminated, _) => "The string ends here without a closing quote.",
                "close the string; in it, write a line end as \\n and a tab as \\t";
        };

    json_name(span: Span, source: &str; quoted = in_double_quotes(span, source)) at span:
        "json-name", "Invalid object property name", "The name of a property is a string in double quotes.",
        match (span.text(source).as_bytes()) {
            [b',', ..] => "remove this comma" => replaced("");
            [b'{' | b'[' | b'}' | b']' | b':', ..] | [] => ;
            [b'\'' | b'`', ..] => "write strings and names in double quotes" => edited(quoted.0, quoted.1);
            [0xef, 0xbb, 0xbf, ..] => "remove the byte order mark" => replaced("");
            _ => "write names in double quotes" => edited(quoted.0, quoted.1);
        };

    heredoc_in_json(span: Span) at span:
        "json-value", "Invalid start of value", "JSON has no heredocs.",
        "write a string in double quotes, with \\n for each line end";

    json_colon(found: JsonKind, span: Span; start = Span::empty(span.start)) at span:
        "json-colon", "Missing property value colon", "A property is a name, a colon and a value.",
        match found {
            JsonKind::CloseBrace | JsonKind::Comma => "Missing object value",
                "A property is a name, a colon and a value.", "for a list of values, write brackets instead of braces";
            JsonKind::Assign => "write a colon instead" => replaced(":");
            _ => "write a colon before the value" => edited(start, ": ");
        };

    json_last_comma(container: JsonKind, span: Span) at span:
        "json-comma",
        match container {
            JsonKind::OpenBrace => "Trailing comma in object", "No comma may follow the last property of an object.";
            _ => "Trailing comma in array", "No comma may follow the last value of an array.";
        }, "remove the comma" => replaced("");

    /// An object or an array whose closing bracket stands further left than its line.
    json_closed_outside(open: JsonToken, close: JsonToken; end = close.span, start = end.start,
        (bracket, container) = if open.kind == JsonKind::OpenBrace { ("brace", "object") } else { ("bracket", "array") })
        at open.span label end "the indentation of this {bracket} is that of an outer {container}":
        match (open.kind) {
            JsonKind::OpenBrace => "json-object", "Unclosed object", "No brace closes this object.",
                "add a closing brace before this one" => with_closing("}", open.span, start);
            _ => "json-array", "Unclosed object", "No bracket closes this array.",
                "add a closing bracket before this one" => with_closing("]", open.span, start);
        };

    /// An array that a property follows, perhaps after a comma.
    json_open_array(open: Span, name: JsonToken, comma: Option<JsonToken>;
        (bracket, end) = match comma {
            Some(comma) => ("]", comma.span.start),
            None => ("],", name.span.start),
        })
        at open:
        "json-array", "Unclosed object", "No bracket closes this array.",
        "add a closing bracket" => with_closing(bracket, open, end);

    /// Another token than a comma or the closing bracket in an object or an array; `is_outer` if it closes an outer one.
    json_separator(open: JsonToken, found: JsonToken, is_outer: bool, source: &str; (help, comma) = separator(found.span, source),
        bracket = if is_outer { Span::empty(found.span.start) } else { found.span },
        is_object = open.kind == JsonKind::OpenBrace, place = if found.kind == JsonKind::End { open.span } else { found.span },
        start = matches!(found.kind, JsonKind::CloseBrace | JsonKind::CloseBracket).then_some(open.span),
        of = if is_object { "object" } else { "array" })
        at place label start "the {of} starts here":
        match (found.kind) {
            JsonKind::End if is_object => "json-object", "Unclosed object", "No brace closes this object.",
                "add a closing brace" => with_closing("}", open.span, u32::MAX);
            JsonKind::CloseBracket if is_object => "json-object", "Mismatched braces",
                "An object is closed with a brace, not with a bracket.", "write a closing brace here" => edited(bracket, "}");
            _ if is_object => "json-object", "Missing attribute separator comma", "Commas stand between properties.",
                "{help}" => edited(comma, ",");
            JsonKind::End => "json-array", "Unclosed object", "No bracket closes this array.", "add a closing bracket"
                => with_closing("]", open.span, u32::MAX);
            JsonKind::CloseBrace => "json-array", "Mismatched brackets",
                "An array is closed with a bracket, not with a brace.", "write a closing bracket here" => edited(bracket, "]");
            JsonKind::Colon => "json-array", "Invalid array value", "The values of an array have no names.",
                "values with names stand in an object: {{ \"name\": value }}";
            _ => "json-array", "Missing attribute separator comma", "Commas stand between values.",
                "{help}" => edited(comma, ",");
        };
}

/// The text in other quotes, or the name, that starts at a place, and how it is written in double quotes.
fn in_double_quotes(span: Span, source: &str) -> (Option<Span>, String) {
    let behind = source.get(span.start as usize..).unwrap_or_default();
    let near = behind.get(..floor_char_boundary(behind, NEAR)).unwrap_or_default();
    let line = near.split('\n').next().unwrap_or_default();
    let open = line.chars().next().unwrap_or_default();
    let (length, text) = match open {
        '\'' | '`' => match line.get(1..).and_then(|rest| rest.split_once(open)) {
            Some((text, _)) => (text.len() + 2, text),
            None => (0, ""),
        },
        _ => {
            let is_name = |it: char| it.is_alphanumeric() || matches!(it, '_' | '-' | '.');
            let length = line.find(|it| !is_name(it)).unwrap_or(line.len());
            (length, line.get(..length).unwrap_or_default())
        }
    };
    let place = Span::new(span.start, span.start + length as u32);
    ((length > 0).then_some(place), in_quotes(text))
}

/// Whether the text ends with a quote that stands in an interpolation.
fn is_inside_interpolation(before: &str) -> bool {
    let near = floor_char_boundary(before, before.len().saturating_sub(NEAR));
    let near = before.get(near..).unwrap_or_default();
    let line = near.rsplit('\n').next().unwrap_or_default();
    let open = line.rfind("${").and_then(|at| line.get(at..));
    before.ends_with('"') && open.is_some_and(|text| !text.contains('}'))
}

/// The source from a place on.
fn rest(span: Span, source: &str) -> &[u8] {
    source.as_bytes().get(span.start as usize..).unwrap_or_default()
}

/// Whether the word is the first one, and followed as in native syntax.
fn starts_native_syntax(word: &str, span: Span, source: &str) -> bool {
    /// The number of bytes before a word that may be the first one.
    const FIRST_LINES: usize = 1_000;
    let (before, behind) = source.split_at_checked(span.end as usize).unwrap_or((source, ""));
    before.len() < FIRST_LINES
        && before.trim() == word
        && behind.trim_start().starts_with(['=', '{', '"'])
}

/// The expression in a text, as it is written in a string of JSON.
fn inner(text: &str) -> Option<String> {
    const LONGEST: usize = 60;
    let inner = text.strip_prefix("${").and_then(|text| text.strip_suffix('}')).unwrap_or(text);
    let is_short = inner.len() <= LONGEST && !inner.contains(['\t', '\r', '\n']);
    is_short.then(|| inner.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The number without the zeros at its start.
fn without_zeros(digits: &str) -> String {
    let number = digits.trim_start_matches('0');
    let zero = if number.starts_with(|first: char| first.is_ascii_digit()) { "" } else { "0" };
    format!("{zero}{number}")
}

/// The help where a comma is missing before a token, and the place of the comma if it is all that is missing. The token
/// may be a part of the value before it.
fn separator(found: Span, source: &str) -> (String, Option<Span>) {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    let at = source.len().min(found.start as usize);
    let (before, behind) = source.as_bytes().split_at(at);
    let digits = before.iter().rev().take_while(|byte| is_word(byte)).count();
    let start = before.len() - digits;
    if matches!(before.get(start), Some(b'0'..=b'9')) && behind.first().is_some_and(is_word) {
        let length = behind.iter().take_while(|byte| is_word(byte)).count();
        let number = source.get(start..at + length).unwrap_or_default();
        let number: String = number.chars().take(40).collect();
        return (
            format!("write a decimal number without letters, or a string: \"{number}\""),
            None,
        );
    }
    let end = source.get(..at).unwrap_or_default().trim_end().len();
    let help = help! { behind {
        [b'\'' | b'`', ..] => "write strings and names in double quotes";
        [b'}' | b']', ..] => "write a value before the bracket; null is the empty value";
        [b'+' | b'-' | b'*' | b'/' | b'%' | b'<' | b'>' | b'=' | b'!' | b'&' | b'|' | b'?', ..] =>
            "an expression stands in a string: \"${{one + other}}\"";
        [0xef, 0xbb, 0xbf, ..] => "remove the byte order mark";
        _ if is_inside_interpolation(source.get(..at).unwrap_or_default()) => "a quote between ${{ and }} is written \\\"";
        _ => "write a comma before this" => Some(Span::empty(end as u32));
    } };
    help.unwrap_or_default()
}
