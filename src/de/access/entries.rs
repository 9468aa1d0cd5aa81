//! Decides which entries a target of names and values gets: those of a body or an object, or blocks
//! by their labels.

use serde::de::Expected;

use super::decoder::Decoder;
use super::kinds::{entries_by_label, entries_of_value};
use super::mapping::{EntriesOf, MapTarget, Mapping};
use super::session::Session;
use crate::de::buffering::{self, Site};
use crate::de::input::{Entries, Node, Property};
use crate::diagnostic::error::Result;

impl<'t, 'de> Decoder<'_, 't, 'de> {
    /// The entries for a struct or a map whose visitor has this name.
    #[inline(never)]
    pub(super) fn any_mapping(
        self,
        target: MapTarget,
        visitor: &'static str,
        expected: &dyn Expected,
    ) -> Result<Mapping<'t, 'de>> {
        let session = self.session;
        // Structs and maps are not buffered; the values of their entries may be.
        let (mut node, _) = self.into_node();
        if let Node::MadeUp(made_up) = node {
            if let MapTarget::Struct(_) = target {
                session.hints.recovery().record_struct(made_up.field);
            }
            return Mapping::of_made_up(made_up, target, visitor, session);
        }
        if let Node::Property(property) = &node {
            if let Some(labels) = wanted_labels(target, visitor, property, session) {
                node = Node::Blocks(property.blocks(labels)?);
            }
        }
        let by_label = node.has_labels() && !is_struct(target, visitor, session, expected);
        let (entries, of) = entries_of(node, by_label, session, expected)?;
        let is_recovering = session.hints.is_recovering();
        if let (MapTarget::Struct(fields), EntriesOf::Body(body), true) =
            (target, &of, is_recovering)
        {
            session.hints.recovery().record_owner(*body, fields);
        }
        let mapping = Mapping::new(entries, of, target, visitor, session);
        mapping.check_labels()?;
        Ok(mapping)
    }
}

/// The entries of a node.
pub(super) fn entries_of<'t, 'de>(
    node: Node<'t, 'de>,
    by_label: bool,
    session: &'t Session<'t, 'de>,
    expected: &dyn Expected,
) -> Result<(Entries<'t, 'de>, EntriesOf<'t>)> {
    let input = &session.input;
    if by_label {
        return Ok((entries_by_label(node, input)?, EntriesOf::Labels));
    }
    node.require_single()?;
    if let Some(body) = node.single_body() {
        return Ok((Entries::of_body(body.body(), input)?, EntriesOf::Body(body)));
    }
    let of = EntriesOf::Object(node.expression());
    Ok((entries_of_value(node, input, expected)?, of))
}

/// Whether the visitor belongs to a struct, with or without flattened fields.
fn is_struct(
    target: MapTarget,
    visitor: &'static str,
    session: &Session<'_, '_>,
    expected: &dyn Expected,
) -> bool {
    match target {
        MapTarget::Struct(_) => true,
        MapTarget::Any => false,
        MapTarget::Map => match session.hints.about(visitor) {
            Some(hints) => hints.is_struct,
            None => session.hints.is_one_attempt() && buffering::is_struct(expected),
        },
    }
}

/// The number of labels of a property that is decoded into a struct. `None` for a map, whose keys
/// are the names.
fn wanted_labels(
    target: MapTarget,
    visitor: &'static str,
    property: &Property<'_>,
    session: &Session<'_, '_>,
) -> Option<usize> {
    let hints = session.hints;
    match target {
        MapTarget::Struct(fields) => Some(property.labels_for(fields)),
        MapTarget::Map if hints.has_any() => {
            let of_type = hints.about(visitor).unwrap_or_default();
            let is_struct = of_type.is_struct || !of_type.label_fields.is_empty();
            let takes_labels = is_struct || Site::of_target(visitor, hints).takes_all_blocks(hints);
            takes_labels.then(|| property.labels_for(&of_type.label_fields))
        }
        MapTarget::Map | MapTarget::Any => None,
    }
}
