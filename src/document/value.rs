//! The text of an expression that is given.

use serde::Serialize;

use super::root::Root;
use super::text::trimmed;
use crate::diagnostic::error::Result;
use crate::parser::{self, Grammar};
use crate::ser::to_expression_string;

/// A text that can be the value of an attribute.
#[derive(Clone)]
pub(crate) struct Value {
    pub(super) text: String,
    /// Whether its lines have the indentation of their place already.
    pub(super) is_in_place: bool,
}

impl Value {
    pub(crate) fn encode<T: Serialize + ?Sized>(value: &T) -> Result<Self> {
        let mut text = to_expression_string(value)?;
        text.truncate(text.trim_end_matches('\n').len());
        Ok(Value::moved(text))
    }

    /// A text whose lines have the indentation of another place.
    pub(crate) fn moved(text: impl Into<String>) -> Self {
        Value { text: text.into(), is_in_place: false }
    }

    /// A text whose lines have the indentation of their place.
    pub(crate) fn in_place(text: String) -> Self {
        Value { text, is_in_place: true }
    }

    /// A text that a caller gives. What ends an attribute gets parentheses.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let text = trimmed(text.trim_start_matches([' ', '\t', '\r', '\n', '\u{feff}']));
        let text = match attribute_of(text) {
            Some(_) => text.to_owned(),
            None => {
                parser::parse(&format!("{text}\n"), None, Grammar::Expression)?;
                format!("({text}\n)")
            }
        };
        Ok(Value::moved(text))
    }
}

/// The attribute whose whole value is the text.
pub(super) fn attribute_of(text: &str) -> Option<Root> {
    let root = Root::parse_item(&format!("_ = {text}\n")).ok()??;
    let is_whole = root.is_only_item() && root.attribute().expression().text() == text;
    is_whole.then_some(root)
}
