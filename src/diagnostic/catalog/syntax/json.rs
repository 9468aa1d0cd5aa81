//! Diagnostics of JSON syntax.

use crate::diagnostic::Diagnostic;
use crate::lexer::{JsonKind, JsonToken, StringMistake, string_mistake};
use crate::text::span::Span;
use crate::text::suggest;

const VALUE: &str = "A value is an object, an array, a string, a number, true, false or null.";
const QUOTES: &str = "write strings and names in double quotes";

/// Help for common text that is not valid JSON.
fn habit(span: Span, source: &str) -> Option<&'static str> {
    let rest = source.get(span.start as usize..).unwrap_or_default();
    match rest.as_bytes() {
        [b'\'' | b'`', ..] => Some(QUOTES),
        [0xef, 0xbb, 0xbf, ..] => Some("remove the byte order mark"),
        [b',', ..] => Some("remove this comma, or write a value before it"),
        [b'}' | b']', ..] => Some("write a value before the bracket; null is the empty value"),
        _ => None,
    }
}

fn with_habit(diagnostic: Diagnostic, span: Span, source: &str) -> Diagnostic {
    match habit(span, source) {
        Some(help) => diagnostic.with_help(help),
        None => diagnostic,
    }
}

#[cold]
pub(crate) fn json_behind_value(span: Span, source: &str) -> Diagnostic {
    let diagnostic = Diagnostic::catalogued(
        "json-behind-value",
        "Extraneous data after value",
        "A source of JSON is one value. Nothing may follow it.",
    )
    .with_span(span);
    match source.as_bytes().get(span.start as usize) {
        Some(b'{' | b'[') => {
            diagnostic.with_help("put both into one, or put several objects into an array")
        }
        _ => with_habit(diagnostic, span, source),
    }
}

rows! {
    json_root(span: Span) at span:
        "json-root", "Root value must be object",
        "The root of a document in JSON syntax is an object, or an array of objects.",
        "write an object: {{ \"name\": value }}";
}

#[cold]
pub(crate) fn json_value(found: JsonKind, span: Span, source: &str) -> Diagnostic {
    let (summary, detail) = match found {
        JsonKind::CloseBrace => ("Missing JSON value", VALUE),
        JsonKind::CloseBracket => ("Missing array element value", VALUE),
        JsonKind::End => ("Missing value", "The source ends where a value is expected."),
        _ => ("Invalid start of value", VALUE),
    };
    with_habit(Diagnostic::catalogued("json-value", summary, detail).with_span(span), span, source)
}

/// The number of bytes before a word that may be the first one.
const FIRST_LINES: usize = 1_000;

#[cold]
pub(crate) fn json_keyword(word: &str, span: Span, source: &str) -> Diagnostic {
    let error = |detail: String| {
        Diagnostic::catalogued("json-keyword", "Invalid JSON keyword", detail).with_span(span)
    };
    if let "undefined" | "NaN" | "Infinity" = word {
        let help = if word == "undefined" { "write null" } else { "write a string, or null" };
        return error(format!("JSON has no {word}.")).with_help(help);
    }
    let (before, behind) = source.split_at_checked(span.end as usize).unwrap_or((source, ""));
    let error = error(format!("{word:?} is not one of the words true, false and null."));
    if before.len() < FIRST_LINES
        && before.trim() == word
        && behind.trim_start().starts_with(['=', '{', '"'])
    {
        return error.with_help(format!(
            "this is native syntax: in JSON, write {{ \"{word}\": … }}, or read the file as native syntax"
        ));
    }
    let lower = word.to_ascii_lowercase();
    match suggest::nearest(&lower, ["true", "false", "null"]) {
        Some(nearest) => error.with_help(format!("did you mean {nearest}?")),
        None => error.with_help(QUOTES),
    }
}

/// An expression of native syntax that is not in a string.
#[cold]
pub(crate) fn json_expression(text: &str, span: Span) -> Diagnostic {
    const LONGEST: usize = 60;
    let inner = text.strip_prefix("${").and_then(|text| text.strip_suffix('}')).unwrap_or(text);
    let help = if inner.len() > LONGEST || inner.contains(['\t', '\r', '\n']) {
        "write it in a string: \"${…}\"".to_owned()
    } else {
        format!("write \"${{{}}}\"", inner.replace('\\', "\\\\").replace('"', "\\\""))
    };
    Diagnostic::catalogued(
        "json-expression",
        "Expression outside of a string",
        "In JSON, an expression stands in a string, between ${ and }.",
    )
    .with_span(span)
    .with_help(help)
}

rows! {
    json_comment(span: Span) at span:
        "json-comment", "Comment in JSON",
        "JSON has no comments.",
        "remove all comments; in a body, a property \"//\" can hold one";
}

#[cold]
pub(crate) fn json_number(text: &str, span: Span) -> Diagnostic {
    let digits = text.trim_start_matches(['-', '+']);
    let sign = if text.starts_with('-') { "-" } else { "" };
    let help = match digits.as_bytes() {
        _ if text.len() > 40 => "write it as -1.5e10, or as a string in double quotes".to_owned(),
        _ if text.starts_with('+') => format!("remove the plus sign: {digits}"),
        [b'0', b'0'..=b'9', ..] => {
            let number = digits.trim_start_matches('0');
            let zero =
                if number.starts_with(|first: char| first.is_ascii_digit()) { "" } else { "0" };
            format!(
                "remove the leading zeros: {sign}{zero}{number}, or write the string \"{text}\""
            )
        }
        [b'.', b'0'..=b'9', ..] => format!("write a zero before the point: {sign}0{digits}"),
        [.., b'0'..=b'9', b'.'] => format!("write a digit after the point: {text}0"),
        _ => "write it as -1.5e10, or as a string in double quotes".to_owned(),
    };
    Diagnostic::catalogued(
        "json-number",
        "Invalid JSON number",
        format!("{text} is not a JSON number."),
    )
    .with_span(span)
    .with_help(help)
}

#[cold]
pub(crate) fn json_string(span: Span, source: &str) -> Diagnostic {
    let text = span.text(source);
    let (length, mistake) = string_mistake(text);
    let at = span.start + length as u32;
    let escape = text.get(..(at - span.start) as usize).and_then(|before| before.rfind('\\'));
    let escape = span.start + escape.unwrap_or(0) as u32;
    let (subject, detail, help) = match mistake {
        StringMistake::Escape => (
            Span::new(escape, at + 1),
            "There is no such escape.",
            "write \\\\ for a backslash; the other escapes are \\\" \\/ \\b \\f \\n \\r \\t and \\u with four digits",
        ),
        StringMistake::Digits => (
            Span::new(escape, at),
            "\\u is followed by four hexadecimal digits.",
            "write characters beyond \\uffff as they are, or as two escapes",
        ),
        StringMistake::Control => {
            let (detail, help) = match text.as_bytes().get(length) {
                Some(b'\n' | b'\r') => ("A string can't contain a line end.", "write it as \\n"),
                Some(b'\t') => ("A string can't contain a tab.", "write it as \\t"),
                _ => (
                    "A string can't contain a control character.",
                    "remove it, or write it as \\u with four digits",
                ),
            };
            (Span::new(at, at + 1), detail, help)
        }
        StringMistake::Unterminated => (
            Span::new(at, (at + 1).min(source.len() as u32)),
            "The string ends here without a closing quote.",
            "close the string; in it, write a line end as \\n and a tab as \\t",
        ),
    };
    Diagnostic::catalogued("json-string", "Invalid JSON string", detail)
        .with_span(subject)
        .with_context(span)
        .with_help(help)
}

#[cold]
pub(crate) fn json_name(span: Span, source: &str) -> Diagnostic {
    let error = Diagnostic::catalogued(
        "json-name",
        "Invalid object property name",
        "The name of a property is a string in double quotes.",
    )
    .with_span(span);
    match span.text(source).as_bytes().first() {
        Some(b',') => error.with_help("remove this comma"),
        Some(b'{' | b'[' | b'}' | b']' | b':') | None => error,
        Some(_) => with_habit(error.with_help("write names in double quotes"), span, source),
    }
}

#[cold]
pub(crate) fn json_colon(found: JsonKind, span: Span) -> Diagnostic {
    let (summary, help) = match found {
        JsonKind::CloseBrace | JsonKind::Comma => {
            ("Missing object value", "for a list of values, write brackets instead of braces")
        }
        JsonKind::Assign => ("Missing property value colon", "write a colon instead"),
        _ => ("Missing property value colon", "write a colon before the value"),
    };
    Diagnostic::catalogued("json-colon", summary, "A property is a name, a colon and a value.")
        .with_span(span)
        .with_help(help)
}

rows! {
    json_comma_in_object(span: Span) at span:
        "json-comma", "Trailing comma in object",
        "No comma may follow the last property of an object.",
        "remove the comma";

    json_comma_in_array(span: Span) at span:
        "json-comma", "Trailing comma in array",
        "No comma may follow the last value of an array.",
        "remove the comma";
}

#[cold]
pub(crate) fn json_in_object(open: Span, found: JsonToken, span: Span, source: &str) -> Diagnostic {
    let unclosed = |summary, detail| Diagnostic::catalogued("json-object", summary, detail);
    match found.kind {
        JsonKind::End => unclosed("Unclosed object", "No brace closes this object.")
            .with_span(open)
            .with_help("add a closing brace"),
        JsonKind::CloseBracket => {
            unclosed("Mismatched braces", "An object is closed with a brace, not with a bracket.")
                .with_span(span)
                .with_label(open, "the object starts here")
                .with_help("write a closing brace here")
        }
        _ => without_comma(
            unclosed("Missing attribute separator comma", "Commas stand between properties."),
            found.span,
            source,
        ),
    }
}

/// The token in the place of a comma is a part of the value, or the next one.
fn without_comma(diagnostic: Diagnostic, found: Span, source: &str) -> Diagnostic {
    let bytes = source.as_bytes();
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    let (before, behind) = bytes.split_at(bytes.len().min(found.start as usize));
    let digits = before.iter().rev().take_while(|byte| is_word(byte)).count();
    let start = before.len() - digits;
    if !matches!(before.get(start), Some(b'0'..=b'9')) || !behind.first().is_some_and(is_word) {
        let is_operator = |byte: &u8| b"+-*/%<>=!&|?".contains(byte);
        let help = match behind.first().is_some_and(is_operator) {
            true => "an expression stands in a string: \"${one + other}\"",
            false => "write a comma before this",
        };
        let diagnostic = diagnostic.with_span(found).with_help(help);
        return with_habit(diagnostic, found, source);
    }
    let length = behind.iter().take_while(|byte| is_word(byte)).count();
    let number = source.get(start..before.len() + length).unwrap_or_default();
    let number: String = number.chars().take(40).collect();
    diagnostic
        .with_span(found)
        .with_help(format!("write a decimal number without letters, or a string: \"{number}\""))
}

rows! {
    json_object_closed_outside(open: Span, close: Span)
        at open label close "the indentation of this brace is that of an outer object":
        "json-object", "Unclosed object", "No brace closes this object.",
        "add a closing brace before this one";

    json_array_closed_outside(open: Span, close: Span)
        at open label close "the indentation of this bracket is that of an outer array":
        "json-array", "Unclosed object", "No bracket closes this array.",
        "add a closing bracket before this one";

    json_open_array(open: Span) at open:
        "json-array", "Unclosed object",
        "No bracket closes this array.",
        "add a closing bracket";
}

#[cold]
pub(crate) fn json_in_array(open: Span, found: JsonToken, span: Span, source: &str) -> Diagnostic {
    let unclosed = |summary, detail| Diagnostic::catalogued("json-array", summary, detail);
    match found.kind {
        JsonKind::End => json_open_array(open),
        JsonKind::CloseBrace => {
            unclosed("Mismatched brackets", "An array is closed with a bracket, not with a brace.")
                .with_span(span)
                .with_label(open, "the array starts here")
                .with_help("write a closing bracket here")
        }
        JsonKind::Colon => unclosed("Invalid array value", "The values of an array have no names.")
            .with_span(found.span)
            .with_help("write an object: braces instead of brackets"),
        _ => without_comma(
            unclosed("Missing attribute separator comma", "Commas stand between values."),
            found.span,
            source,
        ),
    }
}
