//! Converts scalars to values.

use ::base64::Engine;
use ::base64::prelude::BASE64_STANDARD;
use saphyr_parser::ScalarStyle;

use crate::functions::time::parse_loosely;
use crate::value::{Number, Type, Value};

/// The prefix of the standard tags of YAML.
const PREFIX: &str = "tag:yaml.org,2002:";

/// The value of a scalar with this tag. The tag is empty if there is none.
pub(super) fn resolve(tag: &str, text: &str, style: ScalarStyle) -> Result<Value, String> {
    let tag = match tag.strip_prefix(PREFIX) {
        Some(kind @ ("str" | "bool" | "int" | "float" | "null" | "timestamp" | "binary")) => kind,
        None if tag.is_empty() => "",
        _ => return Err(format!("the tag {tag:?} is not supported")),
    };
    let value = match (tag, style) {
        ("str", _) => Value::string(text),
        ("binary", _) => binary(text)?,
        // As in the reference, quotes have precedence over a tag that would allow other types than
        // strings.
        (_, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted)
            if tag.is_empty() || text.is_empty() || starts_like_no_string(text) =>
        {
            Value::string(text)
        }
        _ => plain(tag, text)?,
    };
    match style {
        // The reference resolves block scalars like plain ones first.
        ScalarStyle::Literal | ScalarStyle::Folded if tag.is_empty() => {
            value.convert_to(&Type::String).map_err(|error| error.to_string())
        }
        _ => Ok(value),
    }
}

fn starts_like_no_string(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit() || "+-.~yYnNtTfFoO".contains(first))
}

fn binary(text: &str) -> Result<Value, String> {
    match BASE64_STANDARD.decode(text.replace(['\r', '\n'], "")) {
        Ok(_) => Ok(Value::string(text)),
        Err(_) => Err(format!("{text:?} is not Base64, as its tag says")),
    }
}

/// The value of a scalar, according to its tag or else to its form.
fn plain(tag: &str, text: &str) -> Result<Value, String> {
    if let Some(value) = keyword(text) {
        return Ok(value);
    }
    if matches!(text, ".nan" | ".NaN" | ".NAN") && tag.is_empty() {
        return Err("there is no value for what is not a number".to_owned());
    }
    if matches!(tag, "" | "timestamp") {
        if let Some(timestamp) = parse_loosely(text) {
            return Ok(Value::string(timestamp.to_string()));
        }
    }
    match tag {
        "int" | "float" => number(text),
        _ if is_integer(text) || is_float(text) => number(text),
        "" => Some(Value::string(text)),
        "null" => Some(Value::NULL),
        _ => None,
    }
    .ok_or_else(|| {
        let kind = if tag.is_empty() { "number" } else { tag };
        format!("{text:?} can't be read as a {kind}")
    })
}

fn keyword(text: &str) -> Option<Value> {
    Some(match text {
        "y" | "Y" | "yes" | "Yes" | "YES" => Value::Bool(true),
        "true" | "True" | "TRUE" | "on" | "On" | "ON" => Value::Bool(true),
        "n" | "N" | "no" | "No" | "NO" => Value::Bool(false),
        "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => Value::Bool(false),
        "" | "~" | "null" | "Null" | "NULL" => Value::NULL,
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Value::from(Number::infinity()),
        "-.inf" | "-.Inf" | "-.INF" => Value::from(-Number::infinity()),
        _ => return None,
    })
}

/// Decimal, octal or hexadecimal.
fn is_integer(text: &str) -> bool {
    let consists_of = |digits: &str, radix| {
        !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix))
    };
    match text.get(..2) {
        Some("0o") => consists_of(&text[2..], 8),
        Some("0x") => consists_of(&text[2..], 16),
        _ => consists_of(text.strip_prefix(['+', '-']).unwrap_or(text), 10),
    }
}

/// Decimal, perhaps with a fraction and an exponent.
fn is_float(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (significand, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((significand, exponent)) => (significand, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = significand.split_once('.').unwrap_or((significand, ""));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    are_digits(whole)
        && are_digits(fraction)
        && !(whole.is_empty() && fraction.is_empty())
        && exponent.is_none_or(|exponent| {
            let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            !digits.is_empty() && are_digits(digits)
        })
}

fn number(text: &str) -> Option<Value> {
    let text = text.replace('_', "");
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(&text);
    let radix = match unsigned.get(..2) {
        Some("0b" | "0B") => 2,
        Some("0o" | "0O") => 8,
        Some("0x" | "0X") => 16,
        _ => 10,
    };
    if radix == 10 {
        let text = text.strip_prefix('+').unwrap_or(&text);
        return text.parse::<Number>().ok().map(Value::Number);
    }
    let magnitude = i128::from(u64::from_str_radix(unsigned.get(2..)?, radix).ok()?);
    let number = if text.starts_with('-') { -magnitude } else { magnitude };
    Some(Value::from(Number::from(number)))
}
