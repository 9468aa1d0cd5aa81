//! A schema of this crate for a description.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::body::BodyDescription;
use super::item::BlockDescription;
use super::node::Identity;
use super::value::Kind;
use crate::configuration::Schema;

/// Blocks inside blocks are known up to this depth: a schema is a tree.
const DEPTH: usize = 32;

pub(super) fn schema(root: &BodyDescription<'_>) -> Schema {
    (*body_schema(std::slice::from_ref(root), DEPTH, &mut HashMap::new())).clone()
}

/// Schemas by the type and the depth below it.
type Known = HashMap<(Identity, usize), Arc<Schema>>;

/// The schema of a body. If the body depends on a label there are several, and the schema permits the content
/// of each.
fn body_schema(bodies: &[BodyDescription<'_>], depth: usize, known: &mut Known) -> Arc<Schema> {
    let key = match bodies {
        [body] => Some((body.identity, depth)),
        _ => None,
    };
    if let Some(schema) = key.and_then(|key| known.get(&key)) {
        return schema.clone();
    }
    let mut schema = Schema::new();
    let mut types: BTreeMap<&str, Vec<&BlockDescription<'_>>> = BTreeMap::new();
    for block in bodies.iter().flat_map(BodyDescription::blocks) {
        types.entry(block.name()).or_default().push(block);
    }
    for attribute in bodies.iter().flat_map(BodyDescription::attributes) {
        let is_block = types.contains_key(attribute.name());
        let is_required = attribute.is_required() && attribute.variants().is_empty();
        schema = match attribute.value().kind() {
            Kind::Type => schema.static_attribute(attribute.name()),
            _ if is_required && !is_block && bodies.len() == 1 => {
                schema.required_attribute(attribute.name())
            }
            _ => schema.attribute(attribute.name()),
        };
    }
    for (name, same) in types {
        // Variants can have different numbers of labels.
        let labels = same.iter().map(|block| block.labels()).min_by_key(Vec::len);
        let labels = labels.unwrap_or_default();
        let labels: Vec<&str> = labels.iter().map(|it| it.name().unwrap_or("name")).collect();
        schema = schema.block(name, &labels);
        if let Some(depth) = depth.checked_sub(1) {
            let bodies: Vec<_> = same.iter().map(|block| block.body()).collect();
            schema = schema.block_body(name, body_schema(&bodies, depth, known));
        }
    }
    let schema = Arc::new(schema);
    if let Some(key) = key {
        known.insert(key, schema.clone());
    }
    schema
}
