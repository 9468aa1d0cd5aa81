//! Values as expressions on one line.

use std::fmt::{self, Display, Formatter, Write};
use std::sync::Arc;

use super::marks::HIDDEN;
use super::{Elements, Map, ObjectType, Set, Type, Value};
use crate::limits::stack::nest;
use crate::text::quote::{is_bare_key, quoted};

/// The value as an expression on one line. Values without an expression are in parentheses:
/// `(unknown)`, and `(sensitive)` for every value with that mark. Infinities, which have no
/// expression either, are `+Inf` and `-Inf`.
///
/// With `{:#}`, each attribute of an object and each element that is not a scalar is on its own
/// line.
///
/// ```
/// let value = serde_hcl::value!({ "ports": [80, 443], "name": "web" });
/// assert_eq!(value.to_string(), "{ name = \"web\", ports = [80, 443] }");
/// assert_eq!(format!("{value:#}"), "{\n  name = \"web\"\n  ports = [80, 443]\n}");
/// ```
impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return pretty(self, 0, f);
        }
        match self {
            Value::Null(_) => f.write_str("null"),
            Value::Bool(bool) => bool.fmt(f),
            Value::Number(number) => number.fmt(f),
            Value::String(text) => quote(text, f),
            Value::List(_, elements)
            | Value::Set(Set { elements, .. })
            | Value::Tuple(elements) => elements.fmt(f),
            Value::Map(_, map) | Value::Object(map) => map.fmt(f),
            Value::Unknown(_) => f.write_str("(unknown)"),
            Value::Marked(marked) if marked.is_sensitive() => f.write_str(HIDDEN),
            Value::Marked(marked) => marked.value().fmt(f),
        }
    }
}

/// Like the derived form, but without sensitive values and without the names of their attributes in
/// types.
impl fmt::Debug for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let collection = |f: &mut Formatter<'_>, name, ty: &Type, content: &dyn fmt::Debug| {
            nest(|| f.debug_tuple(name).field(&InWords(ty)).field(content).finish())
        };
        match self {
            Value::Null(ty) => f.debug_tuple("Null").field(&InWords(ty)).finish(),
            Value::Bool(bool) => f.debug_tuple("Bool").field(bool).finish(),
            Value::Number(number) => f.debug_tuple("Number").field(number).finish(),
            Value::String(text) => f.debug_tuple("String").field(text).finish(),
            Value::List(ty, elements) => collection(f, "List", ty, elements),
            Value::Set(Set { element: ty, elements }) => collection(f, "Set", ty, elements),
            Value::Map(ty, map) => collection(f, "Map", ty, map),
            Value::Tuple(elements) => nest(|| f.debug_tuple("Tuple").field(elements).finish()),
            Value::Object(map) => nest(|| f.debug_tuple("Object").field(map).finish()),
            Value::Unknown(unknown) => unknown.fmt(f),
            Value::Marked(marked) => f.debug_tuple("Marked").field(marked).finish(),
        }
    }
}

/// A type without the names of attributes: the key of an object can be secret, and the type of the object
/// can become that of another value, as in `true ? null : { (var.secret) = 1 }`.
pub(super) struct InWords<'t>(pub(super) &'t Type);

impl fmt::Debug for InWords<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.friendly_name())
    }
}

/// Writes a value over several lines, indented by a number of levels.
fn pretty(value: &Value, level: usize, f: &mut Formatter<'_>) -> fmt::Result {
    let line = |f: &mut Formatter<'_>, level: usize| write!(f, "\n{:1$}", "", 2 * level);
    match value {
        Value::Marked(marked) if !marked.is_sensitive() => pretty(marked.value(), level, f),
        Value::List(_, elements) | Value::Set(Set { elements, .. }) | Value::Tuple(elements)
            if elements.iter().any(has_parts) =>
        {
            f.write_char('[')?;
            for element in elements.iter() {
                line(f, level + 1)?;
                nest(|| pretty(element, level + 1, f))?;
                f.write_char(',')?;
            }
            line(f, level)?;
            f.write_char(']')
        }
        Value::Map(_, map) | Value::Object(map) if !map.is_empty() => {
            f.write_char('{')?;
            for (index, (key, element)) in map.iter().enumerate() {
                line(f, level + 1)?;
                write_key(key, index == 0, f)?;
                nest(|| pretty(element, level + 1, f))?;
            }
            line(f, level)?;
            f.write_char('}')
        }
        value => write!(f, "{value}"),
    }
}

fn has_parts(value: &Value) -> bool {
    let value = value.unmarked();
    value.as_elements().is_some_and(|elements| !elements.is_empty())
        || value.as_map().is_some_and(|map| !map.is_empty())
}

fn write_key(key: &str, is_first: bool, f: &mut Formatter<'_>) -> fmt::Result {
    match is_bare_key(key, is_first) {
        true => f.write_str(key)?,
        false => quote(key, f)?,
    }
    f.write_str(" = ")
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
        braces(f, self.iter(), |f, _, value| nest(|| value.fmt(f)))
    }
}

impl Display for ObjectType {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        braces(f, self.iter(), |f, key, ty| match self.default_of(key) {
            Some(default) => write!(f, "optional({ty}, {default})"),
            None if self.is_optional(key) => write!(f, "optional({ty})"),
            None => ty.fmt(f),
        })
    }
}

fn braces<'a, T>(
    f: &mut Formatter<'_>,
    items: impl Iterator<Item = (&'a Arc<str>, T)>,
    mut write: impl FnMut(&mut Formatter<'_>, &str, T) -> fmt::Result,
) -> fmt::Result {
    let mut empty = true;
    for (key, item) in items {
        f.write_str(if empty { "{ " } else { ", " })?;
        write_key(key, empty, f)?;
        write(f, key, item)?;
        empty = false;
    }
    f.write_str(if empty { "{}" } else { " }" })
}

fn quote(text: &str, f: &mut Formatter<'_>) -> fmt::Result {
    let mut out = String::with_capacity(text.len() + 2);
    quoted(text, &mut out);
    f.write_str(&out)
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
            (value!({ "for": 1 }), r#"{ "for" = 1 }"#),
            (
                value!({ "a-b": 1, "for": 2, "1": 3, "": 4 }),
                r#"{ "" = 4, "1" = 3, a-b = 1, for = 2 }"#,
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
