//! Blocks for targets that take anything: by their labels, as a body, or as a sequence.

use std::any::type_name;

use serde::de::Visitor;

use super::decoder::{Decoder, visit_kind};
use super::mapping::{EntriesOf, MapTarget, Mapping};
use super::sequence;
use crate::de::buffering::{BufferPath, Placeholder, Wanted, fills_buffer, fills_tagged_buffer};
use crate::de::input::{BodyOf, Elements, Entries, Node, Part, ValueKind};
use crate::error::Result;

/// The form in which blocks are given.
enum BlocksAs {
    /// Entries with the next labels as keys.
    Labels,
    /// The body of the only block, with fields for its labels.
    Body,
    Sequence,
    /// Not known yet: the target is asked.
    Placeholder(Placeholder),
}

impl<'t, 'de> Decoder<'t, 'de> {
    /// Gives a visitor that takes anything the blocks of the node, or its body.
    pub(super) fn visit_blocks<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        match self.blocks_as::<V>() {
            BlocksAs::Placeholder(placeholder) => {
                visitor.visit_bytes(&placeholder.into_bytes(Part::of(&self.node)))
            }
            BlocksAs::Labels => {
                if let Node::Blocks(blocks) = &self.node {
                    blocks.require_equal_label_counts()?;
                }
                self.session.guess(|guesses| guesses.by_label += 1);
                self.visit_entries(MapTarget::Any, visitor)
            }
            BlocksAs::Body => match self.node.single_body() {
                Some(body) => self.visit_body(body, visitor),
                None => self.visit_entries(MapTarget::Any, visitor),
            },
            BlocksAs::Sequence => match self.node {
                Node::Blocks(blocks) => {
                    if blocks.as_slice().len() == 1 {
                        self.session.guess(|guesses| guesses.sequences_of_one += 1);
                    }
                    let path = self.path.take();
                    sequence::visit_at(path, Elements::of_blocks(blocks), self.session, visitor)
                }
                _ => self.visit_entries(MapTarget::Any, visitor),
            },
        }
    }

    /// Gives a visitor that takes anything the value of a single block: a tuple of one object.
    pub(super) fn visit_value_of_block<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let session = self.session;
        let form = match fills_tagged_buffer::<V>() {
            true => Ok(Some(Wanted::Struct)),
            // Any other value may be such a tuple as well, so it is one until that is refused.
            false if self.path.is_none() => Ok(None),
            false => self.block_form::<V>(false),
        };
        let has_entries = match form {
            Err(placeholder) => return visitor.visit_bytes(&placeholder.into_bytes(None)),
            Ok(wanted) => wanted.is_some_and(Wanted::has_entries),
        };
        let path = self.path.clone();
        match self.value_kind(&visitor)? {
            ValueKind::Elements(elements) if has_entries => {
                let kind = elements.into_block_or_self(&session.input);
                visit_kind(kind, path, session, visitor)
            }
            kind => {
                session.guess(|guesses| guesses.sequences_of_one += 1);
                visit_kind(kind, path, session, visitor)
            }
        }
    }

    fn visit_body<V: Visitor<'de>>(self, body: BodyOf<'t>, visitor: V) -> Result<V::Value> {
        if body.block().is_some() {
            self.session.guess(|guesses| guesses.label_fields += 1);
        }
        let entries = Entries::of_body(body.body(), &self.session.input)?;
        let (of, target) = (EntriesOf::Body(body), MapTarget::Any);
        Mapping::new(entries, of, target, type_name::<V>(), self.session)
            .at_path(self.path)
            .visit(visitor)
    }

    fn blocks_as<V>(&self) -> BlocksAs {
        let (is_list, is_single, has_labels) = match &self.node {
            Node::Blocks(blocks) => (true, blocks.as_slice().len() == 1, blocks.has_labels()),
            node => (false, true, node.has_labels()),
        };
        if fills_tagged_buffer::<V>() && is_single || !is_list && !has_labels {
            return BlocksAs::Body;
        }
        if !is_single && !has_labels {
            return BlocksAs::Sequence;
        }
        match (self.block_form::<V>(has_labels), has_labels) {
            (Err(placeholder), _) => BlocksAs::Placeholder(placeholder),
            (Ok(Some(Wanted::Struct)), _) | (Ok(Some(Wanted::Map)), false) if is_single => {
                BlocksAs::Body
            }
            // An element of a sequence of blocks.
            (Ok(Some(Wanted::Sequence)), _) if !is_list => BlocksAs::Body,
            (Ok(Some(Wanted::Struct | Wanted::Sequence)), _) | (Ok(_), false) => BlocksAs::Sequence,
            (Ok(_), true) => BlocksAs::Labels,
        }
    }

    /// The form that is wanted, if anything is known, or a placeholder that finds out.
    fn block_form<V>(&self, has_labels: bool) -> Result<Option<Wanted>, Placeholder> {
        let hints = self.session.hints;
        let path = match (&self.path, self.target) {
            (Some(path), _) => path.clone(),
            (None, Some(target))
                if fills_buffer::<V>() && !has_labels && !hints.is_one_attempt() =>
            {
                BufferPath::new(target, hints.about(target).unwrap_or_default())
            }
            _ => return Ok(None),
        };
        match path.block_form() {
            Some(wanted) => Ok(Some(wanted)),
            None if has_labels && !path.asks_labels() => Ok(None),
            None => Err(path.ask_form()),
        }
    }
}
