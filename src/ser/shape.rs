//! Decides whether a value is written as an attribute or as blocks.
//!
//! A struct is the body of a block. Values that consist of bodies become blocks: a sequence becomes
//! one for each element, a map uses its keys as labels, a variant its name. Everything else is an
//! expression.

use super::draft::{Draft, Extent, Id, Kind, Names, Node, Shape};
use super::field_names::{FieldName, is_word};
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::limits::stack::nest;
use crate::text::distinct::NameFilter;
use crate::text::identifier::is_identifier;

/// The key of the comments of a captured body.
const COMMENTS: &str = "#";

/// The possible forms of a value after the parts seen so far.
pub(super) struct Parts {
    container: Container,
    count: usize,
    are_blocks: bool,
    /// The shape of the first part. Blocks of one type have one form: each is one block, or each is a list.
    first: Option<Shape>,
    extent: Extent,
    filter: NameFilter,
    names: Names,
    /// Whether the last key is that of comments, which an attribute can't have.
    is_key_of_comments: bool,
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
            first: None,
            extent: if container == Container::Sequence { Extent::Ready } else { Extent::OneLine },
            filter: NameFilter::default(),
            names: Names::DistinctWords,
            is_key_of_comments: false,
        }
    }

    #[inline]
    pub(super) fn add(&mut self, part: Node) {
        self.count += 1;
        if std::mem::take(&mut self.is_key_of_comments) && part.kind != Kind::Comment {
            self.container = Container::Expression;
        }
        // Other kinds can be ready, too: tuples, and strings that became the text of a captured part.
        let is_plain = matches!(part.kind, Kind::Literal | Kind::String | Kind::UnitVariant);
        if is_plain && part.extent == Extent::Ready {
            self.are_blocks = false;
            return;
        }
        self.extent = self.extent.max(part.extent).max(Extent::OneLine);
        self.are_blocks &= match self.container {
            Container::Sequence | Container::Variant => part.shape == Shape::Body,
            Container::Map => {
                let first = *self.first.get_or_insert(part.shape);
                part.shape == first && first != Shape::Expression
            }
            Container::Struct | Container::Flattened | Container::Expression => true,
        };
    }

    /// Adds the name of a field or of a variant.
    #[inline]
    pub(super) fn add_name(&mut self, name: FieldName) {
        let may_be_repeated = self.filter.insert_slot(name.slot);
        self.limit_names(name.is_word, may_be_repeated);
    }

    #[inline]
    fn limit_names(&mut self, is_word: bool, may_be_repeated: bool) {
        let names = match may_be_repeated {
            _ if !is_word => Names::Any,
            true => Names::Words,
            false => Names::DistinctWords,
        };
        self.names = self.names.min(names);
    }

    /// Adds a key. If no attribute and no block can have this key, only an object is possible.
    pub(super) fn add_key(&mut self, key: &str) {
        let may_be_repeated = self.filter.insert(key.as_bytes());
        self.limit_names(is_word(key), may_be_repeated);
        if self.container == Container::Flattened && !key.starts_with('$') && !is_identifier(key) {
            match key {
                COMMENTS => self.is_key_of_comments = true,
                _ => self.container = Container::Expression,
            }
        }
    }

    /// Whether all parts are ready, and have no parts.
    #[inline]
    pub(super) fn are_ready(&self) -> bool {
        self.extent == Extent::Ready
    }

    #[inline]
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Completes the value.
    #[inline]
    pub(super) fn close(&self, draft: &mut Draft, id: Id) {
        draft.close(id, self.shape(), self.extent, self.names);
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
        Kind::Tuple => (Shape::Blocks, draft.part_ids(id)),
        Kind::Variant => (Shape::Body, draft.part_ids(id)),
        _ => return Err(Error::encoding(catalog::no_block(value.description()))),
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
            Err(Error::encoding(catalog::no_block(part.description())))
        }
        _ => nest(|| force_block(draft, id)),
    }
}
