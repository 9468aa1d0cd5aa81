//! Suggests a replacement for a value that doesn't fit.

use std::borrow::Cow;

use super::quoted;
pub(crate) use super::syntax::in_quotes;
use super::wanted::WantedValue;
use crate::diagnostic::cause::Found;
use crate::syntax::{ExpressionKind, ExpressionRef};
use crate::text::identifier::is_identifier;

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

/// The word of the language for one that other languages write in another way, and that hardly is a text.
pub(super) fn word_in_other_case(word: &str) -> Option<&'static str> {
    let is_bool = matches!(word, "True" | "TRUE" | "False" | "FALSE");
    bool_word(word).filter(|_| is_bool).or(is_null_word(word).then_some("null"))
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

/// A help, and the text that it puts in the place of a value.
pub(crate) type Replacement = (String, Option<String>);

/// A replacement for an expression, written as in the source.
pub(crate) fn instead_of(
    expression: ExpressionRef<'_>,
    wanted: WantedValue,
    entry: Option<&Entry<'_>>,
) -> Option<Replacement> {
    use WantedValue::{Body, Bool, Character, List, Name, Number, Object, Whole};
    let (expression, name) = (expression.without_parentheses(), entry.map_or("name", |it| it.name));
    let of_scalars = entry.is_none_or(|entry| is_of_scalars(entry.target));
    let mut kind = expression.kind();
    let written = match &kind {
        ExpressionKind::String(string) => string.value(),
        ExpressionKind::Number(digits) => Cow::Borrowed(*digits),
        _ => Cow::Borrowed(""),
    };
    let (number, digits) = number_in(&written, matches!(wanted, Whole(_)));
    let ((list, elements), text) = (list_of(&written), shown(expression.text()));
    let (bracketed, text) = (text.map(|text| format!("[{text}]")), text.unwrap_or("…"));
    let (only, element) = match &mut kind {
        ExpressionKind::Tuple(elements) => match (elements.next(), elements.next()) {
            (Some(only), None) => match shown(only.text()) {
                Some(text) => (format!("remove the brackets: {text}"), Some(text)),
                None => ("remove the brackets".to_owned(), Some(only.text())),
            },
            _ => ("write a single value, without brackets".to_owned(), None),
        },
        _ => (String::new(), None),
    };
    let is_single = wanted.is_scalar();
    help! { (wanted, expression.kind(), bool_word(&written)) {
        (Bool, ExpressionKind::String(_) | ExpressionKind::Number(_), Some(meant)) => "write {meant}" => Some(meant.to_owned());
        (Bool, ExpressionKind::String(_), _) => "write true or false, without quotes";
        (Bool, ExpressionKind::Number(_), _) => "write true or false";
        (Number | Whole(_), ExpressionKind::String(_), _) => "{number}" => digits;
        (Number | Whole(_), ExpressionKind::Bool(_), _) => "write a number in digits";
        (_, ExpressionKind::Tuple(_), _) if is_single || matches!(wanted, Body | Name) =>
            "{only}" => element.map(str::to_owned);
        (_, ExpressionKind::Object(_), _) if is_single => "write a single value, without braces";
        (_, ExpressionKind::Null, _) => "write a value instead of null";
        (List(_), ExpressionKind::Tuple(_), _) => ;
        (List(None), ExpressionKind::Object(_), _) if !of_scalars =>
            "write a block, without =: {name} {{ … }}, or {name} \"label\" {{ … }}";
        (List(None), ..) if !of_scalars =>
            "write blocks: {name} {{ … }}, or {name} \"label\" {{ … }}; a list of plain values takes brackets";
        (List(_), ExpressionKind::String(_), _) => "{list}" => elements;
        (List(_), ExpressionKind::Object(_), _) => "write a list: [\"…\"]";
        (List(_), ..) => "write it in brackets: [{text}]" => bracketed;
        (Object, ..) => "write {name} = {{ key = value }}";
        (Body, ..) => "write a block: {name} {{ … }}";
        (Character, ExpressionKind::String(_), _) => "write a single character";
        _ => ;
    } }
}

/// A replacement for an expression with this value.
pub(crate) fn part_of(wanted: WantedValue, found: &Found) -> Option<&'static str> {
    let is_number = matches!(wanted, WantedValue::Number | WantedValue::Whole(_));
    match found {
        Found::List if wanted.is_scalar() => Some("select one element: list[0]"),
        Found::Object if wanted.is_scalar() => Some("select one attribute: object.name"),
        _ if is_number => Some("write a number in digits"),
        _ => None,
    }
}

/// Whether the description of the found value may describe the value of the whole expression, and
/// not only of a part.
pub(crate) fn may_be(found: &Found, expression: ExpressionRef<'_>) -> bool {
    match expression.without_parentheses().kind() {
        ExpressionKind::Tuple(_) => *found == Found::List,
        ExpressionKind::Object(_) => *found == Found::Object,
        ExpressionKind::String(_) => matches!(found, Found::Text(_)),
        _ => true,
    }
}

/// The replacement for a string in the place of a number.
fn number_in(text: &str, is_whole: bool) -> Replacement {
    let text = text.trim();
    let digits: String = text.chars().filter(|char| !matches!(char, '_' | ' ' | '\'')).collect();
    let number = decimal(&digits.replace(',', if is_whole { "" } else { "." }));
    let end = text.find(|char: char| !char.is_ascii_digit() && char != '.').unwrap_or(text.len());
    let start = decimal(text.get(..end).unwrap_or_default());
    let help = help! { (variable_in(text), hexadecimal(&digits), number, start) {
        (Some(name), ..) => "a variable is written without quotes and other signs: {name}";
        (_, Some(number), ..) => "write it as a decimal number: {number}" => Some(number.to_string());
        (_, _, Some(number), _) => "write {number}" => Some(number);
        (.., Some(number)) => "write the number alone, without the unit: {number}";
        _ => "write a number in digits";
    } };
    help.unwrap_or_default()
}

/// The variable in a text such as `$name` and `{{ name }}`.
fn variable_in(text: &str) -> Option<&str> {
    let braces = text.strip_prefix("{{").and_then(|text| text.strip_suffix("}}"));
    let name = text.strip_prefix(['$', '@']).or(braces)?.trim();
    name.split('.').all(is_identifier).then_some(name)
}

fn decimal(text: &str) -> Option<String> {
    let has_digits = text.chars().any(|char| char.is_ascii_digit());
    let is_number = text.chars().all(|char| char.is_ascii_digit() || char == '.' || char == '-');
    (has_digits && is_number && text.parse::<f64>().is_ok()).then(|| text.to_owned())
}

/// The number in hexadecimal, octal or binary digits after `0x`, `0o` or `0b`.
pub(crate) fn hexadecimal(text: &str) -> Option<u64> {
    let (prefix, digits) = text.split_at_checked(2)?;
    let radix = match prefix {
        "0x" | "0X" => 16,
        "0o" | "0O" => 8,
        "0b" | "0B" => 2,
        _ => return None,
    };
    u64::from_str_radix(digits, radix).ok()
}

/// The replacement for a string in the place of a list.
fn list_of(text: &str) -> Replacement {
    let elements: Vec<_> = text.split(',').map(|element| in_quotes(element.trim())).collect();
    match shown(&elements.join(", ")) {
        Some(list) => (format!("write it in brackets: [{list}]"), Some(format!("[{list}]"))),
        None => ("write the elements in brackets, with commas between them".to_owned(), None),
    }
}

/// The text, if it is short enough to be repeated.
fn shown(text: &str) -> Option<&str> {
    (text.len() <= LONGEST && !text.contains('\n')).then_some(text)
}
