//! Suggests a replacement for a value that doesn't fit.

use super::quoted;
pub(crate) use super::syntax::in_quotes;
use super::wanted::WantedValue;
use crate::syntax::{ExpressionKind, ExpressionRef};

/// The maximum length of texts that are repeated in a help.
const LONGEST: usize = 40;

pub(crate) fn write(what: &str) -> String {
    format!("write {what}")
}

pub(crate) fn quote_text(text: &str) -> String {
    match shown(text) {
        Some(text) => format!("put text in double quotes: {}", in_quotes(text)),
        None => QUOTE_TEXT.to_owned(),
    }
}

/// The fix for a list of texts without quotes.
pub(crate) fn quote_all(texts: &[&str]) -> Option<String> {
    let list: Vec<_> = texts.iter().map(|text| in_quotes(text)).collect();
    let list = list.join(", ");
    shown(&list).map(|list| format!("put each text in double quotes: [{list}]"))
}

/// The description of a block in the place of a value.
pub(crate) const A_BLOCK: &str = "a block";

/// The start of the fix for a word that is no variable.
pub(super) const IF_TEXT: &str = "if this is text, put quotes around it:";

/// The fix for contexts without variables.
pub(crate) const QUOTE_TEXT: &str = "put text in double quotes";

pub(crate) fn one_of(names: &[&str]) -> String {
    format!("write one of {}", quoted(names))
}

/// The fix for a block in the place of a value.
pub(crate) fn argument_instead(name: &str) -> String {
    format!("\"{name}\" is an argument: write {name} = …")
}

/// The word of the language for a word of other languages.
pub(crate) fn bool_word(word: &str) -> Option<&'static str> {
    match word.to_lowercase().as_str() {
        "true" | "yes" | "y" | "on" | "enabled" | "enable" | "t" | "1" => Some("true"),
        "false" | "no" | "n" | "off" | "disabled" | "disable" | "f" | "0" => Some("false"),
        _ => None,
    }
}

/// Whether the word stands for true, false or null in other languages.
pub(crate) fn is_word_of_values(word: &str) -> bool {
    is_null_word(word) || word.len() > 1 && bool_word(word).is_some()
}

pub(crate) fn is_null_word(word: &str) -> bool {
    matches!(&*word.to_lowercase(), "null" | "none" | "nil" | "undefined")
}

/// An entry of a body or an object: its name, and the name of the Rust type that it is decoded
/// into.
pub(crate) struct Entry<'n> {
    pub(crate) name: &'n str,
    pub(crate) target: &'static str,
}

/// Whether the type contains no structs, according to its name.
fn is_of_scalars(target: &str) -> bool {
    const SCALARS: [&str; 18] = [
        "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize",
        "f32", "f64", "bool", "char", "str", "String",
    ];
    let words = target.trim_end_matches('>').rsplit(['<', ':', ' ', '&', ',']);
    words.take(1).any(|word| SCALARS.contains(&word) || matches!(word, "PathBuf" | "IpAddr"))
}

/// A replacement for an expression, written as in the source.
pub(crate) fn instead_of(
    expression: ExpressionRef<'_>,
    wanted: WantedValue,
    entry: Option<&Entry<'_>>,
) -> Option<String> {
    let expression = expression.without_parentheses();
    let name = entry.map_or("name", |entry| entry.name);
    let of_scalars = entry.is_none_or(|entry| is_of_scalars(entry.target));
    match (wanted, expression.kind()) {
        (WantedValue::Bool, ExpressionKind::String(string)) => {
            Some(write(bool_word(&string.value()).unwrap_or("true or false, without quotes")))
        }
        (WantedValue::Bool, ExpressionKind::Number(digits)) => {
            Some(write(bool_word(digits).unwrap_or("true or false")))
        }
        (WantedValue::Number | WantedValue::Whole(_), ExpressionKind::String(string)) => {
            Some(number_in(&string.value(), matches!(wanted, WantedValue::Whole(_))))
        }
        (WantedValue::Number | WantedValue::Whole(_), ExpressionKind::Bool(_)) => {
            Some(write("a number in digits"))
        }
        (_, ExpressionKind::Tuple(mut elements))
            if wanted.is_scalar() || matches!(wanted, WantedValue::Body | WantedValue::Name) =>
        {
            Some(match (elements.next(), elements.next()) {
                (Some(only), None) => match shown(only.text()) {
                    Some(text) => format!("remove the brackets: {text}"),
                    None => "remove the brackets".to_owned(),
                },
                _ => "write a single value, without brackets".to_owned(),
            })
        }
        (_, ExpressionKind::Object(_)) if wanted.is_scalar() => {
            Some("write a single value, without braces".to_owned())
        }
        (_, ExpressionKind::Null) => Some("write a value instead of null".to_owned()),
        (WantedValue::List(_), ExpressionKind::Tuple(_)) => None,
        (WantedValue::List(None), ExpressionKind::Object(_)) if !of_scalars => {
            Some(format!("write a block, without =: {name} {{ … }}, or {name} \"label\" {{ … }}"))
        }
        (WantedValue::List(None), _) if !of_scalars => Some(format!(
            "write blocks: {name} {{ … }}, or {name} \"label\" {{ … }}; a list of plain values takes brackets"
        )),
        (WantedValue::List(_), ExpressionKind::String(string)) => Some(list_of(&string.value())),
        (WantedValue::List(_), ExpressionKind::Object(_)) => {
            Some("write a list: [\"…\"]".to_owned())
        }
        (WantedValue::List(_), _) => {
            Some(format!("write it in brackets: [{}]", shown(expression.text()).unwrap_or("…")))
        }
        (WantedValue::Object, _) => Some(format!("write {name} = {{ key = value }}")),
        (WantedValue::Body, _) => Some(format!("write a block: {name} {{ … }}")),
        (WantedValue::Character, ExpressionKind::String(_)) => Some(write("a single character")),
        _ => None,
    }
}

/// A replacement for an expression with this value.
pub(crate) fn part_of(wanted: WantedValue, found: &str) -> Option<&'static str> {
    let is_number = matches!(wanted, WantedValue::Number | WantedValue::Whole(_));
    match found {
        "a list" if wanted.is_scalar() => Some("select one element: list[0]"),
        "an object" if wanted.is_scalar() => Some("select one attribute: object.name"),
        _ if is_number => Some("write a number in digits"),
        _ => None,
    }
}

/// Whether the description of the found value may describe the value of the whole expression, and
/// not only of a part.
pub(crate) fn may_be(found: &str, expression: ExpressionRef<'_>) -> bool {
    match expression.without_parentheses().kind() {
        ExpressionKind::Tuple(_) => found == "a list",
        ExpressionKind::Object(_) => found == "an object",
        ExpressionKind::String(_) => found.starts_with("the string "),
        _ => true,
    }
}

/// The replacement for a string in the place of a number.
fn number_in(text: &str, is_whole: bool) -> String {
    let text = text.trim();
    let digits: String = text.chars().filter(|char| !matches!(char, '_' | ' ' | '\'')).collect();
    if let Some(number) = hexadecimal(&digits) {
        return format!("write it as a decimal number: {number}");
    }
    if let Some(number) = decimal(&digits.replace(',', if is_whole { "" } else { "." })) {
        return write(&number);
    }
    let end = text.find(|char: char| !char.is_ascii_digit() && char != '.').unwrap_or(text.len());
    match decimal(text.get(..end).unwrap_or_default()) {
        Some(number) => format!("write the number alone, without the unit: {number}"),
        None => "write a number in digits".to_owned(),
    }
}

fn decimal(text: &str) -> Option<String> {
    let has_digits = text.chars().any(|char| char.is_ascii_digit());
    let is_number = text.chars().all(|char| char.is_ascii_digit() || char == '.' || char == '-');
    (has_digits && is_number && text.parse::<f64>().is_ok()).then(|| text.to_owned())
}

fn hexadecimal(text: &str) -> Option<u64> {
    let (radix, digits) = match text.get(..2)? {
        "0x" | "0X" => (16, &text[2..]),
        "0o" | "0O" => (8, &text[2..]),
        "0b" | "0B" => (2, &text[2..]),
        _ => return None,
    };
    u64::from_str_radix(digits, radix).ok()
}

/// The replacement for a string in the place of a list.
fn list_of(text: &str) -> String {
    let elements: Vec<_> = text.split(',').map(|element| in_quotes(element.trim())).collect();
    match shown(&elements.join(", ")) {
        Some(list) => format!("write it in brackets: [{list}]"),
        None => "write the elements in brackets, with commas between them".to_owned(),
    }
}

/// The text, if it is short enough to be repeated.
fn shown(text: &str) -> Option<&str> {
    (text.len() <= LONGEST && !text.contains('\n')).then_some(text)
}
