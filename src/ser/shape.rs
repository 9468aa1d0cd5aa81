//! Decides whether a value is written as an attribute or as blocks.
//!
//! A struct is the body of a block. Values that consist of bodies become blocks: a sequence becomes
//! one for each element, a map uses its keys as labels, a variant its name. Everything else is an
//! expression.

use super::draft::{Draft, Form, Id, Kind, Names, Shape, View};
use super::error::encoding;
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::Result;
use crate::limits::stack::nest;
use crate::text::distinct::NameFilter;
use crate::text::identifier::{is_ascii_identifier, is_identifier};

/// The possible forms of a value after the parts seen so far.
pub(super) struct Parts {
    container: Container,
    count: usize,
    are_blocks: bool,
    are_spread: bool,
    filter: NameFilter,
    names: Names,
}

/// The container of the parts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Container {
    Struct,
    Sequence,
    Map,
    /// A struct whose fields become known only while it is serialized, or a map of that kind.
    Flattened,
    Variant,
    /// The content of a variant that can't be a body.
    Expression,
}

impl Parts {
    pub(super) fn of(container: Container) -> Self {
        Parts {
            container,
            count: 0,
            are_blocks: true,
            are_spread: false,
            filter: NameFilter::default(),
            names: Names::DistinctWords,
        }
    }

    #[inline]
    pub(super) fn add(&mut self, part: View<'_>) {
        self.count += 1;
        self.are_spread |= part.is_spread();
        self.are_blocks &= match self.container {
            Container::Sequence | Container::Variant => part.shape() == Shape::Body,
            Container::Map => part.shape() != Shape::Expression,
            Container::Struct | Container::Flattened | Container::Expression => true,
        };
    }

    /// The name of a field.
    #[inline]
    pub(super) fn add_name(&mut self, name: &str) {
        let names = match self.filter.insert(name.as_bytes()) {
            _ if !is_ascii_identifier(name) || name == "for" => Names::Any,
            true => Names::Words,
            false => Names::DistinctWords,
        };
        self.names = self.names.min(names);
    }

    /// Adds a key. If no attribute and no block can have this key, only an object is possible.
    pub(super) fn add_key(&mut self, key: &str) {
        self.add_name(key);
        if self.container == Container::Flattened && !key.starts_with('$') && !is_identifier(key) {
            self.container = Container::Expression;
        }
    }

    #[inline]
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The form of the value.
    #[inline]
    pub(super) fn form(&self) -> Form {
        let shape = self.shape();
        Form { shape, count: self.count, are_spread: self.are_spread, names: self.names }
    }

    fn shape(&self) -> Shape {
        match self.container {
            Container::Struct | Container::Flattened => Shape::Body,
            Container::Variant if self.are_blocks => Shape::Body,
            // An empty collection must be an attribute.
            Container::Sequence | Container::Map if self.are_blocks && self.count > 0 => {
                Shape::Blocks
            }
            _ => Shape::Expression,
        }
    }
}

/// Changes a value that would be an attribute into a block, or a sequence of such values into
/// blocks.
pub(super) fn force_block(draft: &mut Draft, id: Id) -> Result<()> {
    let Some(value) = draft.get(id) else { return Ok(()) };
    let (shape, parts) = match value.kind() {
        kind if kind.is_null() => return Ok(()),
        Kind::Object => (Shape::Body, Vec::new()),
        Kind::Tuple => (Shape::Blocks, value.elements().map(View::id).collect()),
        Kind::Variant => (Shape::Body, value.entries().map(|(_, content)| content.id()).collect()),
        _ => return Err(encoding(catalog::no_block(value.description()))),
    };
    for (index, part) in parts.into_iter().enumerate() {
        force_single_block(draft, part).map_err(|error| match shape {
            Shape::Blocks => error.in_element(index),
            _ => error,
        })?;
    }
    draft.set_shape(id, shape);
    Ok(())
}

fn force_single_block(draft: &mut Draft, id: Id) -> Result<()> {
    match draft.get(id) {
        Some(part) if part.kind().is_null() || part.kind() == Kind::Tuple => {
            Err(encoding(catalog::no_block(part.description())))
        }
        _ => nest(|| force_block(draft, id)),
    }
}
