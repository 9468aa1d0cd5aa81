//! Encoding into `Value`.

use std::collections::BTreeMap;

use serde::ser::{Error as _, Serialize};

use super::draft::{Kind, View};
use super::serializer::Serializer;
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::limits::stack::nest;
use crate::value::{Map, Value};

/// Encodes a value as a value of the language: structs and maps as objects, sequences as tuples,
/// variants with content as objects with one attribute.
///
/// # Errors
///
/// If a key is not a string, number or bool; if a float is not a number; if the content of an option is
/// null, which would be read as `None`; or if the value's own `Serialize` fails. Errors have a path.
///
/// ```
/// use serde_hcl::{to_value, value};
///
/// #[derive(serde::Serialize)]
/// struct Port {
///     number: u16,
///     public: Option<bool>,
/// }
///
/// let value = to_value(&[Port { number: 80, public: None }])?;
/// assert_eq!(value, value!([{ "number": 80, "public": null }]));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
///
/// A value of another format becomes the same value, with all digits of its numbers; dates of `toml` become text:
///
/// ```
/// use serde_hcl::{from_value, to_value, value};
///
/// let json = serde_json::json!({ "zones": ["a", "b"], "size": 0.5 });
/// let value = to_value(&json)?;
/// assert_eq!(value, value!({ "zones": ["a", "b"], "size": 0.5 }));
/// assert_eq!(from_value::<serde_json::Value>(value)?, json);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value> {
    let mut serializer = Serializer::of_values();
    value.serialize(&mut serializer)?;
    serializer.draft.check_size()?;
    serializer.draft.root().map_or(Ok(Value::NULL), of_draft)
}

fn of_draft(view: View<'_>) -> Result<Value> {
    Ok(match view.kind() {
        Kind::SomeNone => return Err(Error::encoding(catalog::empty_option())),
        kind if kind.is_null() => Value::NULL,
        Kind::Literal => match view.text() {
            "true" => true.into(),
            "false" => false.into(),
            digits => Value::Number(digits.parse().map_err(Error::custom)?),
        },
        Kind::Tuple => {
            let elements = view.elements().enumerate().map(|(index, element)| {
                nest(|| of_draft(element)).map_err(|error| error.in_element(index))
            });
            Value::Tuple(elements.collect::<Result<Vec<_>>>()?.into())
        }
        Kind::Object | Kind::Variant => {
            let mut map = Map::new();
            let mut earlier: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
            for (key, value) in view.entries() {
                let value = nest(|| of_draft(value)).map_err(|error| error.in_field(key))?;
                if let Some(value) = map.insert(key, value) {
                    earlier.entry(key).or_default().push(value);
                }
            }
            // A captured body can have several blocks of a type.
            for (key, mut values) in earlier {
                values.extend(map.remove(key));
                map.insert(key, Value::Tuple(values.into()));
            }
            Value::Object(map)
        }
        _ => view.text().into(),
    })
}
