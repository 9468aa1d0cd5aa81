//! The values of a module, and their output.

use serde::Serialize;
use serde_hcl::value::Mark;
use serde_hcl::{Map, Value};

/// The text in place of a value that only a provider can compute.
const UNKNOWN: &str = "(known after apply)";
const SENSITIVE: &str = "(sensitive value)";

/// The values of a module.
#[derive(Debug, Default, Serialize)]
pub struct Plan {
    pub variables: Map,
    pub locals: Map,
    pub resource: Vec<Planned>,
    pub outputs: Map,
    /// Whether a local value or an output could not be evaluated.
    #[serde(skip)]
    pub is_incomplete: bool,
}

/// An instance of a resource.
#[derive(Debug, Serialize)]
pub struct Planned {
    #[serde(rename = "$label:type")]
    pub kind: String,
    #[serde(rename = "$label:name")]
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<Value>,
    pub arguments: Value,
}

impl Plan {
    /// The plan for display, with texts in place of unknown and sensitive values.
    #[must_use]
    pub fn shown(mut self) -> Self {
        for values in [&mut self.variables, &mut self.locals, &mut self.outputs] {
            *values = values.iter().map(|(name, value)| (&**name, shown(value, true))).collect();
        }
        for planned in &mut self.resource {
            planned.key = planned.key.as_ref().map(|key| shown(key, true));
            planned.arguments = shown(&planned.arguments, true);
        }
        self
    }

    /// The outputs that are not null, including the sensitive ones.
    pub fn outputs(&self) -> Map {
        let outputs = self.outputs.iter().filter(|(_, value)| !value.is_null());
        outputs.map(|(name, value)| (&**name, shown(value, false))).collect()
    }
}

fn shown(value: &Value, hides: bool) -> Value {
    let show = |value| shown(value, hides);
    match value {
        Value::Unknown(_) => Value::from(UNKNOWN),
        Value::Marked(marked) if hides && marked.marks().contains(&Mark::SENSITIVE) => {
            Value::from(SENSITIVE)
        }
        Value::Marked(marked) => show(marked.value()),
        Value::List(..) | Value::Set(_) | Value::Tuple(_) => {
            Value::tuple(value.as_elements().into_iter().flatten().map(show))
        }
        Value::Map(_, map) | Value::Object(map) => {
            Value::object(map.iter().map(|(name, value)| (&**name, show(value))))
        }
        _ => value.clone(),
    }
}
