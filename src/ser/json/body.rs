//! Writes bodies as JSON objects.

use std::borrow::Cow;

use hashbrown::HashMap;

use super::blocks::Blocks;
use super::expression::text_template;
use super::tree::Json;
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::limits::stack::nest;
use crate::parser::document::parse;
use crate::ser::blocks::{
    Labels, Written, each_block, has_absent_label, is_typed_blocks, with_line_end,
};
use crate::ser::body::{is_attribute, is_written};
use crate::ser::draft::{Kind, Shape, View};
use crate::ser::writer::Options;
use crate::syntax::{BlockRef, BodyRef, json};

/// A body: one object, or an array of several, if only these keep the order of the blocks.
#[derive(Default)]
pub(super) struct Members {
    members: Vec<(String, Member)>,
    /// The last member of each name.
    places: HashMap<String, usize>,
    /// The place of the last blocks.
    last_blocks: Option<usize>,
    /// The first member of each object but the first.
    starts: Vec<usize>,
}

enum Member {
    Value(Json),
    Blocks(Blocks),
}

impl Members {
    /// Adds the entries of a struct or a map, or a variant as the only entry.
    pub(super) fn add_body(&mut self, body: View<'_>, options: &Options) -> Result<()> {
        for (name, value) in body.entries().filter(|(name, value)| {
            is_written(name, *value, options.nulls) && value.kind() != Kind::Comment
        }) {
            self.add_entry(name, value, options).map_err(|error| error.in_field(name))?;
        }
        Ok(())
    }

    fn add_entry(&mut self, name: &str, value: View<'_>, options: &Options) -> Result<()> {
        if name == json::COMMENT {
            return Err(Error::encoding(catalog::no_identifier(name)));
        }
        if is_attribute(name, value) {
            let json = match value.kind() {
                Kind::SomeNone => Json::null(),
                _ => Json::of_draft(value, text_template)?,
            };
            return self.set(name, value.kind() == Kind::Source, json);
        }
        match value.kind() {
            Kind::Item => self.add_item(value.text()),
            kind => {
                // The key of a map is a template, because the type that reads it is a map, whose keys are
                // templates also in an attribute. The label in a field `$label…` is its text.
                each_block(name, value, text_template, &mut |written| match written {
                    Written::Item(text) => self.add_item(text),
                    Written::Block { name, labels, outer_labels, body } => {
                        self.add_draft_block(name, labels, outer_labels, body, options)
                    }
                })?;
                let is_list = value.shape() == Shape::Blocks || is_typed_blocks(name, value);
                if kind != Kind::NamedItem && !is_list {
                    if let Some(blocks) = self.blocks(name) {
                        blocks.is_one = true;
                    }
                }
                Ok(())
            }
        }
    }

    /// Adds an attribute. A body in JSON syntax may have several properties of one name: they are captured.
    fn set(&mut self, name: &str, is_captured: bool, value: Json) -> Result<()> {
        let next = self.members.len();
        if let Some(place) = self.places.insert(name.to_owned(), next) {
            let member = self.members.get(place);
            if !is_captured || matches!(member, Some((_, Member::Blocks(_)))) {
                return Err(Error::encoding(catalog::name_taken(name)));
            }
            if place >= self.starts.last().copied().unwrap_or_default() {
                self.starts.push(next);
            }
        }
        self.members.push((name.to_owned(), Member::Value(value)));
        Ok(())
    }

    /// The last blocks of this type. If other blocks are behind them in the same object, a new object starts.
    fn blocks(&mut self, name: &str) -> Option<&mut Blocks> {
        let place = self.places.get(name).copied();
        if place.is_none() || place != self.last_blocks {
            let next = self.members.len();
            let member = place.and_then(|place| self.members.get(place));
            if matches!(member, Some((_, Member::Value(_)))) {
                return None;
            }
            let start = self.starts.last().copied().unwrap_or_default();
            if place.is_some_and(|place| place >= start) {
                self.starts.push(next);
            }
            self.places.insert(name.to_owned(), next);
            self.last_blocks = Some(next);
            self.members.push((name.to_owned(), Member::Blocks(Blocks::default())));
        }
        match &mut self.members.get_mut(self.last_blocks?)?.1 {
            Member::Blocks(blocks) => Some(blocks),
            Member::Value(_) => None,
        }
    }

    fn add_block(
        &mut self,
        name: &str,
        labels: &[Cow<'_, str>],
        is_like_labels: bool,
        body: Json,
    ) -> Result<()> {
        let taken = || Error::encoding(catalog::name_taken(name));
        self.blocks(name).ok_or_else(taken)?.add(labels, is_like_labels, body);
        Ok(())
    }

    fn add_draft_block(
        &mut self,
        name: &str,
        labels: &Labels<'_>,
        outer_labels: usize,
        body: Option<View<'_>>,
        options: &Options,
    ) -> Result<()> {
        let mut members = Members::default();
        let mut takes_all_labels = false;
        if let Some(body) = body {
            if has_absent_label(body) {
                return Err(Error::encoding(catalog::absent_label()));
            }
            nest(|| members.add_body(body, options))?;
            takes_all_labels = has_field_of_all_labels(body);
        }
        let json = members.into_json();
        let is_like_labels = takes_all_labels && json.starts_with_array();
        if is_like_labels && labels.len() == outer_labels {
            return Err(Error::encoding(catalog::ambiguous_labels(name)));
        }
        self.add_block(name, labels, is_like_labels, json)
    }

    /// An item with its original text in native syntax.
    pub(super) fn add_item(&mut self, item: &str) -> Result<()> {
        self.add_items(parse(&with_line_end(item))?.body())
    }

    fn add_items(&mut self, body: BodyRef<'_>) -> Result<()> {
        for item in body.items() {
            match (item.as_attribute(), item.as_block()) {
                (Some(attribute), _) => {
                    self.set(attribute.name(), true, Json::of_expression(attribute.expression())?)?;
                }
                (_, Some(block)) => self.add_written_block(block)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn add_written_block(&mut self, block: BlockRef<'_>) -> Result<()> {
        let mut members = Members::default();
        nest(|| members.add_items(block.body()))?;
        let labels: Labels<'_> = block.labels().map(|label| label.value()).collect();
        self.add_block(block.block_type(), &labels, false, members.into_json())
    }

    pub(super) fn into_json(mut self) -> Json {
        let mut objects = Vec::new();
        for start in self.starts.into_iter().rev().chain([0]) {
            let members = self.members.drain(start..).map(|(name, member)| match member {
                Member::Value(json) => (name, json),
                Member::Blocks(blocks) => (name, blocks.into_json()),
            });
            objects.push(Json::Object(members.collect()));
        }
        objects.reverse();
        match objects.len() {
            1 => objects.swap_remove(0),
            _ => Json::Array(objects),
        }
    }
}

/// Whether the struct has a field with all labels, so that a reader has to find their number.
fn has_field_of_all_labels(body: View<'_>) -> bool {
    body.kind() == Kind::Object && body.entries().any(|(name, _)| name == "$labels")
}
