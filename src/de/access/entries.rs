//! Decides which entries a target of names and values gets: those of a body or an object, or blocks
//! by their labels.

use serde::de::{Error as _, Expected, Unexpected};

use super::decoder::{Decoder, Subject};
use super::general::{expression_kind, kind_of};
use super::label_fields::is_label_field;
use super::mapping::{EntriesOf, MapTarget, Mapping};
use super::session::Session;
use crate::de::buffering;
use crate::de::input::{Entries, Names, Node, Property, ValueKind};
use crate::error::{Error, Result};

impl<'t, 'de> Decoder<'_, 't, 'de> {
    /// The entries for a target whose visitor has this name.
    pub(super) fn mapping(
        self,
        target: MapTarget,
        visitor: &'static str,
        expected: &dyn Expected,
    ) -> Result<Mapping<'t, 'de>> {
        let session = self.session;
        if let Subject::Expression(expression) = self.subject {
            let kind = expression_kind(expression, session, expected)?;
            let entries = entries_of_kind(kind, session, expected)?;
            return Ok(Mapping::new(entries, EntriesOf::Value, target, visitor, session));
        }
        let (mut node, path) = self.into_node();
        if let Node::MadeUp(made_up) = node {
            let fields = match target {
                MapTarget::Struct(fields) => fields,
                MapTarget::Map | MapTarget::Any => &[],
            };
            let entries = Entries::of_made_up(fields, made_up.inside()?);
            return Ok(Mapping::new(entries, EntriesOf::Value, target, visitor, session));
        }
        // Structs and maps are not buffered; the values of their entries may be.
        let path = path.filter(|_| matches!(target, MapTarget::Any));
        if let Node::Property(property) = &node {
            if let Some(labels) = wanted_labels(target, visitor, property, session) {
                node = Node::Blocks(property.blocks(labels)?);
            }
        }
        let by_label = node.has_labels() && !is_struct(target, visitor, session, expected);
        let (entries, of) = if by_label {
            (entries_by_label(node, session)?, EntriesOf::Labels)
        } else {
            node.require_single()?;
            match node.single_body() {
                Some(body) => {
                    (Entries::of_body(body.body(), &session.input)?, EntriesOf::Body(body))
                }
                None => (entries_of_value(node, session, expected)?, EntriesOf::Value),
            }
        };
        Ok(Mapping::new(entries, of, target, visitor, session).at_path(path))
    }
}

fn entries_by_label<'t, 'de>(
    node: Node<'t, 'de>,
    session: &Session<'t, 'de>,
) -> Result<Entries<'t, 'de>> {
    match node {
        Node::Blocks(blocks) => Entries::by_label(&blocks, &session.input),
        Node::Body(body) => Entries::by_label(&body.as_blocks(), &session.input),
        Node::Item(block) => Ok(Entries::of_item(block, &session.input)),
        node => Err(node.mismatch(&"a block")),
    }
}

fn entries_of_value<'t, 'de>(
    node: Node<'t, 'de>,
    session: &Session<'t, 'de>,
    expected: &dyn Expected,
) -> Result<Entries<'t, 'de>> {
    if let Node::Property(property) = &node {
        let values: Vec<_> = property.levels().iter().map(|level| level.value).collect();
        return Entries::of_json(&values, Names::OfObject, &session.input);
    }
    entries_of_kind(kind_of(node, session, expected)?, session, expected)
}

fn entries_of_kind<'t, 'de>(
    kind: ValueKind<'t, 'de>,
    session: &Session<'t, 'de>,
    expected: &dyn Expected,
) -> Result<Entries<'t, 'de>> {
    match kind {
        ValueKind::Entries(entries) => Ok(entries),
        ValueKind::Scalar(scalar) => Err(scalar.mismatch(expected)),
        ValueKind::Elements(elements) => match elements.into_block_or_self(&session.input) {
            ValueKind::Entries(entries) => Ok(entries),
            _ => Err(Error::invalid_type(Unexpected::Seq, expected)),
        },
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
        (MapTarget::Map, Some(hints)) if hints.is_struct || !hints.label_fields.is_empty() => {
            &hints.label_fields[..]
        }
        _ => return None,
    };
    let labels = fields.iter().filter(|field| is_label_field(field)).count();
    Some(match fields.contains(&"$labels") {
        _ if labels > 0 && property.writes_labels_out() => 0,
        true => property.probable_labels(),
        false => labels,
    })
}
