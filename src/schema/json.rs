//! What differs for bodies in JSON syntax ("Bodies" and "Blocks" in its specification): the schema
//! says which properties are blocks, and how many levels of them are labels.

use hashbrown::HashMap;

use super::BlockSchema;
use super::content::{Reading, rejected};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::json as catalog;
use crate::error::Result;
use crate::syntax::json::unpack;
use crate::syntax::{AttributeRef, BodyRef, ItemRef, Kind};

/// See [`BodyRef::attributes_only`].
pub(super) fn attributes_only(body: BodyRef<'_>) -> Result<Vec<AttributeRef<'_>>> {
    if !body.0.is_json_object() {
        return Err(rejected(body, vec![catalog::no_attributes(body.0)]));
    }
    let mut diagnostics = Vec::new();
    let mut attributes = Vec::new();
    let mut first: HashMap<&str, AttributeRef<'_>> = HashMap::new();
    for attribute in body.attributes() {
        match first.get(attribute.name()) {
            Some(first) => diagnostics.push(catalog::duplicate_attribute(attribute, *first)),
            None => {
                first.insert(attribute.name(), attribute);
                attributes.push(attribute);
            }
        }
    }
    if diagnostics.is_empty() { Ok(attributes) } else { Err(rejected(body, diagnostics)) }
}

/// What is wrong with the value of JSON that should be a body.
pub(crate) fn body_mistakes(body: BodyRef<'_>) -> Vec<Diagnostic> {
    let value = body.0;
    if value.is_json_array() {
        let others = value.children().filter(|element| !element.is_json_object());
        return others.map(catalog::no_body_element).collect();
    }
    match value.is_json_object() || value.kind() == Kind::Null {
        true => Vec::new(),
        false => vec![catalog::no_body(value)],
    }
}

impl<'a> Reading<'a, '_> {
    /// Takes a property that the schema says is blocks.
    pub(super) fn take_property(&mut self, item: ItemRef<'a>, schema: &BlockSchema) {
        let unpacked = unpack(item.0, schema.labels.len());
        self.content.blocks.extend(unpacked.blocks);
        let mistakes = unpacked.mistakes.into_iter();
        self.diagnostics
            .extend(mistakes.map(|each| catalog::no_blocks(each, &schema.name, &schema.labels)));
    }
}
