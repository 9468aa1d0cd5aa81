//! Functions on JSON text.
//!
//! - No conversion of numbers to floats: all digits of a text count.
//! - No unlimited text: its length and its nesting are limited.
//! - No second pass over a value: encoding also collects its marks.

mod decode;
mod encode;

use std::sync::Arc;

use self::decode::decode;
pub(super) use self::encode::{Encoder, write_string};
use super::argument::{Kind, Outcome};
use super::library::library;
use crate::eval::FunctionError;
use crate::value::{Type, Value};

library! {
    /// Functions on JSON.
    pub(super) json;

    /// The value of a JSON text.
    ///
    /// ```hcl
    /// jsondecode("{\"a\": [1, null]}") == { a = [1, null] }
    /// ```
    fn jsondecode(
        /// The text in JSON.
        str: Value as Arc<str> [UNKNOWN]
    ) -> Outcome {
        match str.as_str() {
            Some(text) => decode(text),
            None => guess(str.known_prefix()),
        }
    }

    /// The value as JSON text.
    ///
    /// ```hcl
    /// jsonencode({ a = [1, null] }) == "{\"a\":[1,null]}"
    /// ```
    fn jsonencode(
        /// The value.
        val: Value [NULL | UNTYPED | UNKNOWN | MARKED]
    ) -> Outcome {
        let mut encoder = Encoder::default();
        match encoder.value(&val) {
            Ok(()) => Ok(Value::string(encoder.text).with_marks(&encoder.marks)),
            Err(error) if val.is_wholly_known() => Err(error),
            Err(_) => {
                let (value, marks) = val.unmark_deep();
                Ok(unknown_text(&value).with_marks(&marks))
            }
        }
    }
}

/// Unknown JSON text, with the prefix that the type of the value implies.
fn unknown_text(value: &Value) -> Value {
    let text = Value::unknown(Type::String).refine().not_null();
    if !value.is_definitely_not_null() {
        return text.build();
    }
    let is_text = matches!(value, Value::Unknown(unknown) if *unknown.ty() == Type::String);
    match Kind::of(value) {
        Kind::Primitive if is_text => text.full_prefix("\""),
        Kind::Object | Kind::Map => text.full_prefix("{"),
        Kind::Tuple | Kind::List | Kind::Set => text.full_prefix("["),
        Kind::Primitive | Kind::Dynamic => text,
    }
    .build()
}

/// The type of the value that the prefix of an unknown JSON text implies.
fn guess(prefix: &str) -> Outcome {
    let ty = match prefix.trim_start().chars().next() {
        None | Some('{' | '[' | 'n') => Type::Dynamic,
        Some('"') => Type::String,
        Some('t' | 'f') => Type::Bool,
        Some('-' | '.' | '0'..='9') => Type::Number,
        Some(other) => {
            let reason = format!("no JSON starts with {other:?}");
            return Err(FunctionError::argument(0, reason));
        }
    };
    Ok(Value::unknown(ty))
}
