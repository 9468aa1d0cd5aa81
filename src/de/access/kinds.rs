//! The scalar, the elements or the entries that a node is.

use serde::de::{Error as _, Expected, Unexpected};

use crate::de::input::{Elements, Entries, Input, MadeUp, Node, PropertyNames, Scalar, ValueKind};
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::cause::{ErrorCause, Wants};
use crate::diagnostic::error::{Category, Error, Result};

/// The kind of a node with a value.
pub(super) fn kind_of<'t, 'de>(
    node: Node<'t, 'de>,
    input: &Input<'t, 'de>,
    expected: &dyn Expected,
) -> Result<ValueKind<'t, 'de>> {
    match node {
        Node::Expression(expression) => {
            let kind = input.value_kind(expression);
            if let Ok(ValueKind::Scalar(Scalar::Null)) = kind {
                input.record_null();
            }
            kind.map_err(|error| without_value(error, expected))
        }
        Node::Property(property) => {
            property.require_one()?;
            input.value_kind(property.expression())
        }
        Node::Value(value) => ValueKind::of_value(value, input),
        Node::Scalar(scalar, _) => Ok(ValueKind::Scalar(scalar)),
        Node::MadeUp(_) => Ok(ValueKind::Scalar(MadeUp::scalar())),
        node => Err(node.mismatch(expected)),
    }
}

/// Adds the expected type to the error of an expression without a value.
#[cold]
pub(super) fn without_value(error: Error, expected: &dyn Expected) -> Error {
    if error.category() != Category::Evaluation || error.cause().is_some() {
        return error;
    }
    let wants = Wants { expected: expected.to_string(), variants: &[] };
    error.with_cause(ErrorCause::NoValue(wants))
}

/// The value as a scalar.
pub(super) fn scalar_of_kind<'de>(
    kind: ValueKind<'_, 'de>,
    expected: &dyn Expected,
) -> Result<Scalar<'de>> {
    match kind {
        ValueKind::Scalar(scalar) => Ok(scalar),
        ValueKind::Elements(_) => Err(Error::invalid_type(Unexpected::Seq, expected)),
        ValueKind::Entries(_) => Err(Error::invalid_type(Unexpected::Map, expected)),
    }
}

/// The elements of a node: those of a value, or blocks, or labels.
pub(super) fn elements_of<'t>(
    node: Node<'t, '_>,
    input: &Input<'t, '_>,
    expected: &dyn Expected,
) -> Result<Elements<'t>> {
    match node {
        Node::Blocks(blocks) => Ok(Elements::Blocks(blocks, 0)),
        Node::AllBlocks(body) => Ok(Elements::of_body(body)),
        Node::Labels(body) => Ok(Elements::Labels(body.labels().collect(), 0)),
        Node::Body(body) => {
            body.require_no_labels()?;
            match body.body().attributes().next() {
                Some(attribute) => Err(Error::data(catalog::attribute_among_blocks(attribute))),
                None => Ok(Elements::of_body(body.body())),
            }
        }
        Node::Item(_) => Err(node.mismatch(expected)),
        Node::Property(property) => Ok(property.elements()),
        node => match kind_of(node, input, expected)? {
            ValueKind::Elements(elements) => Ok(elements),
            ValueKind::Scalar(scalar) => Err(scalar.mismatch(expected)),
            ValueKind::Entries(_) => Err(Error::invalid_type(Unexpected::Map, expected)),
        },
    }
}

/// Blocks with their next labels as keys.
pub(super) fn entries_by_label<'t, 'de>(
    node: Node<'t, 'de>,
    input: &Input<'t, 'de>,
) -> Result<Entries<'t, 'de>> {
    match node {
        Node::Blocks(blocks) => Entries::by_label(&blocks, input),
        Node::Body(body) => Entries::by_label(&body.as_blocks(), input),
        Node::Item(block) => Ok(Entries::of_item(block, input)),
        node => Err(node.mismatch(&"a block")),
    }
}

/// The entries of a node with a value.
pub(super) fn entries_of_value<'t, 'de>(
    node: Node<'t, 'de>,
    input: &Input<'t, 'de>,
    expected: &dyn Expected,
) -> Result<Entries<'t, 'de>> {
    if let Node::Property(property) = &node {
        let values: Vec<_> = property.values().iter().map(|each| each.value).collect();
        return Entries::of_json(&values, PropertyNames::OfObject, input);
    }
    match kind_of(node, input, expected)? {
        ValueKind::Entries(entries) => Ok(entries),
        ValueKind::Scalar(scalar) => Err(scalar.mismatch(expected)),
        ValueKind::Elements(elements) => match elements.into_block_or_self(input) {
            ValueKind::Entries(entries) => Ok(entries),
            _ => Err(Error::invalid_type(Unexpected::Seq, expected)),
        },
    }
}
