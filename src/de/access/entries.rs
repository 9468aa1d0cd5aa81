//! Decides which entries a target of names and values gets: those of a body or an object, or blocks
//! by their labels.

use serde::de::Expected;

use super::decoder::Decoder;
use super::general::kind_of;
use super::mapping::{EntriesOf, Mapping};
use super::session::Session;
use crate::de::buffering;
use crate::de::input::{Entries, Node, Property};
use crate::de::plain::{MapTarget, entries_by_label, entries_of_kind, entries_of_value};
use crate::diagnostic::error::Result;

impl<'t, 'de> Decoder<'_, 't, 'de> {
    /// The entries for a target whose visitor has this name.
    pub(super) fn mapping(
        self,
        target: MapTarget,
        visitor: &'static str,
        expected: &dyn Expected,
    ) -> Result<Box<Mapping<'t, 'de>>> {
        let session = self.session;
        let (mut node, path) = self.into_node();
        if let Node::MadeUp(made_up) = node {
            if let MapTarget::Struct(_) = target {
                session.hints.recovery().record_struct(made_up.field);
            }
            return Mapping::of_made_up(made_up, target, visitor, session);
        }
        // Structs and maps are not buffered; the values of their entries may be.
        let path = path.filter(|_| matches!(target, MapTarget::Any));
        if let Node::Property(property) = &node {
            if let Some(labels) = wanted_labels(target, visitor, property, session) {
                node = Node::Blocks(property.blocks(labels)?);
            }
        }
        let object = match &node {
            Node::Expression(expression) => Some(expression.without_parentheses().span()),
            _ => None,
        };
        let by_label = node.has_labels() && !is_struct(target, visitor, session, expected);
        let (entries, of) = if by_label {
            (entries_by_label(node, &session.input)?, EntriesOf::Labels)
        } else {
            node.require_single()?;
            match node.single_body() {
                Some(body) => {
                    (Entries::of_body(body.body(), &session.input)?, EntriesOf::Body(body))
                }
                None => (entries_of_node(node, session, expected)?, EntriesOf::Value),
            }
        };
        let mut mapping = Mapping::new(entries, of, target, visitor, session).at_path(path);
        mapping.object = object;
        Ok(mapping)
    }
}

/// The entries of a node with a value.
fn entries_of_node<'t, 'de>(
    node: Node<'t, 'de>,
    session: &Session<'t, 'de>,
    expected: &dyn Expected,
) -> Result<Entries<'t, 'de>> {
    match node {
        Node::Property(_) => entries_of_value(node, &session.input, expected),
        node => entries_of_kind(kind_of(node, session, expected)?, &session.input, expected),
    }
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
    let hints = session.hints.about(visitor);
    let fields = match (target, &hints) {
        (MapTarget::Struct(fields), _) => fields,
        (MapTarget::Map, Some(hints))
            if hints.is_struct || hints.takes_all_blocks() || !hints.label_fields.is_empty() =>
        {
            &hints.label_fields[..]
        }
        _ => return None,
    };
    Some(property.labels_for(fields))
}
