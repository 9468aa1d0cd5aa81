//! Texts for the values that a diagnostic refers to.

use super::start;
use crate::diagnostic::Diagnostic;
use crate::value::disclosure::Disclosure;
use crate::value::{Set, Type, Value};

/// The maximum number of shown characters of a text or a number.
const SHOWN: usize = 60;

#[cold]
pub(crate) fn with_value(
    diagnostic: Diagnostic,
    reference: &str,
    value: &Value,
    disclosure: Disclosure,
) -> Diagnostic {
    let words = disclosure.show(value).map_or_else(|| A_SECRET.to_owned(), in_words);
    diagnostic.with_note(format!("{reference} is {words}"))
}

/// The text for a hidden value.
const A_SECRET: &str = "a sensitive value";

fn in_words(value: &Value) -> String {
    match value {
        Value::Marked(marked) => {
            let disclosure = Disclosure::of_marks(marked.marks());
            disclosure.show(marked.value()).map_or_else(|| A_SECRET.to_owned(), in_words)
        }
        Value::Unknown(_) => "not known yet".into(),
        Value::Null(_) => "null".into(),
        Value::String(text) => shortened(&Value::from(start(text, SHOWN + 1).0).to_string()),
        Value::Bool(_) | Value::Number(_) => shortened(&value.to_string()),
        Value::List(_, elements) | Value::Set(Set { elements, .. }) | Value::Tuple(elements) => {
            counted(&value.type_of(), elements.len(), "element")
        }
        Value::Map(_, map) => counted(&value.type_of(), map.len(), "element"),
        Value::Object(map) => counted(&value.type_of(), map.len(), "attribute"),
    }
}

fn counted(ty: &Type, count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} with {count} {what}{plural}", ty.noun())
}

fn shortened(text: &str) -> String {
    let (text, cut) = start(text, SHOWN);
    format!("{text}{cut}")
}
