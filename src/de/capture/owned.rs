//! `Expression`, `Block` and `Body` as types of fields.

use serde::de::{Deserialize, Deserializer, Error as _};

use super::names;
use super::visitor::{Data, Received, receive};
use crate::de::input::Part;
use crate::document::{Block, Body, Expression, parse_expression};

/// In any place of a value. The expression is kept as it was written, not evaluated.
impl<'de> Deserialize<'de> for Expression {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let data = Data::LastResort;
        let expression = match receive(deserializer, names::EXPRESSION, "an expression", data)? {
            Received::Part(part) => part.into_expression(),
            // A value that was already evaluated becomes an expression with this value.
            Received::Value(value) => {
                let (value, _) = value.unmark_deep();
                let source = value.is_wholly_known().then(|| value.to_string());
                source.and_then(|source| parse_expression(&source).ok())
            }
        };
        expression.ok_or_else(|| D::Error::custom("expected an expression"))
    }
}

/// As the type of a field for a block. The block has all its labels, also those that are keys of
/// maps around it.
impl<'de> Deserialize<'de> for Block {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let part = receive(deserializer, names::BLOCK, "a block", Data::Refused)?.into_part();
        part.and_then(Part::into_block).ok_or_else(|| D::Error::custom("expected a block"))
    }
}

/// As the type of a block, or of a flattened field that takes the entries that other fields don't
/// take.
impl<'de> Deserialize<'de> for Body {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (expected, data) = ("a body, as of a block", Data::Refused);
        let part = receive(deserializer, names::BODY, expected, data)?.into_part();
        let unexpected = || D::Error::custom(format_args!("expected {expected}"));
        part.and_then(Part::into_body).ok_or_else(unexpected)
    }
}
