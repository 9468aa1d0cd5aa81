//! Bodies in JSON syntax ("Bodies" and "Blocks" in its specification): the schema decides which
//! properties are blocks, and how many levels of them are labels.

use hashbrown::HashMap;

use super::{Schema, rejected};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::json as catalog;
use crate::diagnostic::catalog::schema::Hint;
use crate::diagnostic::error::{Error, Result};
use crate::syntax::unpack::unpack;
use crate::syntax::{AttributeRef, BodyRef, ItemRef};

/// See [`BodyRef::attributes_only`].
pub(super) fn attributes_only(body: BodyRef<'_>) -> Result<Vec<AttributeRef<'_>>> {
    if !body.0.is_json_object() {
        return Err(rejected(body, vec![catalog::no_body(body.0, false, false)]));
    }
    let mut diagnostics = Vec::new();
    let mut attributes = Vec::new();
    let mut first: HashMap<&str, AttributeRef<'_>> = HashMap::new();
    for attribute in body.attributes() {
        match first.get(attribute.name()) {
            Some(first) => diagnostics.push(catalog::duplicate(attribute, *first, false)),
            None => {
                first.insert(attribute.name(), attribute);
                attributes.push(attribute);
            }
        }
    }
    if diagnostics.is_empty() { Ok(attributes) } else { Err(rejected(body, diagnostics)) }
}

/// The mistakes in a property that the schema doesn't have.
pub(super) fn extraneous(item: ItemRef<'_>, hint: Hint<'_>) -> Vec<Diagnostic> {
    if !item.0.is_unexpanded_dynamic() {
        return vec![catalog::extraneous_property(item, hint)];
    }
    let labels = ["type".to_owned()];
    let required = Schema::new().required_attribute("for_each");
    let unpacked = unpack(item.0, labels.len());
    let mistakes = unpacked.mistakes.into_iter();
    let mistakes = mistakes.map(|mistake| catalog::no_blocks(mistake, "dynamic", &labels));
    let contents = unpacked.blocks.into_iter().map(|block| block.body().partial_content(&required));
    mistakes.chain(contents.filter_map(Result::err).flat_map(Error::into_diagnostics)).collect()
}
