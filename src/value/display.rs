//! Values as expressions on one line.

use std::fmt::{self, Display, Formatter, Write};

use super::shared::nest;
use super::{Elements, Map, ObjectType, Value};

/// The value as an expression of the language, on one line. What has no expression is in
/// parentheses: `(unknown)`, and `(sensitive)` instead of values with that mark.
impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null(_) => f.write_str("null"),
            Value::Bool(bool) => bool.fmt(f),
            Value::Number(number) => number.fmt(f),
            Value::String(text) => quote(text, f),
            Value::List(_, elements) | Value::Set(_, elements) | Value::Tuple(elements) => {
                elements.fmt(f)
            }
            Value::Map(_, map) | Value::Object(map) => map.fmt(f),
            Value::Unknown(_) => f.write_str("(unknown)"),
            Value::Marked(marked) if marked.is_sensitive() => f.write_str("(sensitive)"),
            Value::Marked(marked) => marked.value().fmt(f),
        }
    }
}

impl Display for Elements {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('[')?;
        for (index, element) in self.iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            nest(|| element.fmt(f))?;
        }
        f.write_char(']')
    }
}

impl Display for Map {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        braces(f, self.iter(), |f, (key, value)| {
            name(key, f)?;
            f.write_str(" = ")?;
            nest(|| value.fmt(f))
        })
    }
}

impl Display for ObjectType {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        braces(f, self.iter(), |f, (key, ty)| {
            name(key, f)?;
            match self.default_of(key) {
                Some(default) => write!(f, " = optional({ty}, {default})"),
                None if self.is_optional(key) => write!(f, " = optional({ty})"),
                None => write!(f, " = {ty}"),
            }
        })
    }
}

fn braces<T>(
    f: &mut Formatter<'_>,
    items: impl Iterator<Item = T>,
    mut write: impl FnMut(&mut Formatter<'_>, T) -> fmt::Result,
) -> fmt::Result {
    let mut empty = true;
    for item in items {
        f.write_str(if empty { "{ " } else { ", " })?;
        write(f, item)?;
        empty = false;
    }
    f.write_str(if empty { "{}" } else { " }" })
}

/// A key: bare if it is an identifier that means nothing else in this place.
fn name(key: &str, f: &mut Formatter<'_>) -> fmt::Result {
    let mut rest = key.chars();
    let starts =
        rest.next().is_some_and(|first| first == '_' || unicode_ident::is_xid_start(first));
    let continues = rest.all(|next| next == '-' || unicode_ident::is_xid_continue(next));
    if starts && continues && key != "for" {
        return f.write_str(key);
    }
    quote(key, f)
}

/// A quoted template that stands for exactly this text.
fn quote(text: &str, f: &mut Formatter<'_>) -> fmt::Result {
    f.write_char('"')?;
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            '$' | '%' if chars.peek() == Some(&'{') => write!(f, "{char}{char}")?,
            char if char.is_control() => write!(f, "\\u{:04x}", u32::from(char))?,
            char => f.write_char(char)?,
        }
    }
    f.write_char('"')
}

#[cfg(test)]
mod tests {
    use crate::{Type, Value, value};

    #[test]
    fn values_read_as_expressions() {
        let cases = [
            (value!({}), "{}"),
            (value!([]), "[]"),
            (value!([null, true, -1.5]), "[null, true, -1.5]"),
            (
                value!({ "a-b": 1, "for": 2, "1": 3, "": 4 }),
                r#"{ "" = 4, "1" = 3, a-b = 1, "for" = 2 }"#,
            ),
            (value!("a\"b\\\n\r\t\u{7}é"), r#""a\"b\\\n\r\t\u0007é""#),
            (value!("${a} %{b} $ $x"), r#""$${a} %%{b} $ $x""#),
            (Value::unknown(Type::Bool), "(unknown)"),
        ];
        for (value, text) in cases {
            assert_eq!(value.to_string(), text);
        }
    }
}
