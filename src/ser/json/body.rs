//! Writes bodies as JSON objects.

use std::borrow::Cow;

use hashbrown::HashMap;

use super::expression::text_template;
use super::tree::Json;
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::limits::stack::nest;
use crate::parser::document::parse;
use crate::ser::blocks::{
    Labels, check_named_item, each_block, has_absent_label, inside_variants, is_typed_blocks,
    labels_of, typed_block,
};
use crate::ser::body::{check_names, is_attribute, is_written};
use crate::ser::draft::{Kind, Shape, View};
use crate::ser::writer::Options;
use crate::syntax::{BlockRef, BodyRef, json};

/// The properties of a body, or of the blocks with a label.
#[derive(Default)]
pub(super) struct Members {
    members: Vec<(String, Member)>,
    places: HashMap<String, usize>,
}

enum Member {
    Value(Json),
    Blocks(Blocks),
}

/// Blocks of one type, or those of them with the same first labels.
#[derive(Default)]
struct Blocks {
    /// The blocks without further labels.
    bodies: Vec<Json>,
    /// The other blocks, by their next label.
    labelled: Members,
    /// Whether one of the bodies could also be a level of labels for a field `$labels`.
    is_like_labels: bool,
    /// Whether this is one block and not a list of blocks. A reader with a buffer can't distinguish
    /// a block from an array of one.
    is_one: bool,
}

impl Members {
    /// Adds the entries of a struct or a map, or a variant as the only entry.
    pub(super) fn add_body(&mut self, body: View<'_>, options: &Options) -> Result<()> {
        check_names(body)?;
        for (name, value) in body.entries().filter(|(name, value)| {
            is_written(name, *value, options.nulls) && value.kind() != Kind::Comment
        }) {
            self.add_entry(name, value, options).map_err(|error| error.in_field(name))?;
        }
        Ok(())
    }

    fn add_entry(&mut self, name: &str, value: View<'_>, options: &Options) -> Result<()> {
        if is_typed_blocks(name, value) {
            for (index, block) in value.elements().enumerate() {
                self.add_typed_block(block, options).map_err(|error| error.in_element(index))?;
            }
            return Ok(());
        }
        if name == json::COMMENT {
            return Err(Error::encoding(catalog::no_identifier(name)));
        }
        if is_attribute(name, value) {
            let json = match value.kind() {
                Kind::SomeNone => Json::Raw("null".to_owned()),
                _ => Json::of_draft(value)?,
            };
            self.set(name, json);
            return Ok(());
        }
        match value.kind() {
            Kind::Item => self.add_item(value.text()),
            kind => {
                // The key of a map is a template, because the type that reads it is a map, whose keys are
                // templates also in an attribute. The label in a field `$label…` is its text.
                each_block(value, &mut Labels::new(), text_template, &mut |labels, block| {
                    self.add_one_block(name, labels, Some(block), options)
                })?;
                if kind != Kind::NamedItem && value.shape() != Shape::Blocks {
                    if let Some(blocks) = self.blocks(name) {
                        blocks.is_one = true;
                    }
                }
                Ok(())
            }
        }
    }

    fn set(&mut self, name: &str, value: Json) {
        let place = self.members.len();
        self.places.insert(name.to_owned(), place);
        self.members.push((name.to_owned(), Member::Value(value)));
    }

    /// The blocks with this type or this label.
    fn blocks(&mut self, name: &str) -> Option<&mut Blocks> {
        let next = self.members.len();
        let place = *self.places.entry_ref(name).or_insert(next);
        if place == next {
            self.members.push((name.to_owned(), Member::Blocks(Blocks::default())));
        }
        match &mut self.members.get_mut(place)?.1 {
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
        let taken = || Error::encoding(catalog::name_taken(name)).in_field(name);
        let mut blocks = self.blocks(name).ok_or_else(taken)?;
        for label in labels {
            blocks = blocks.labelled.blocks(label).ok_or_else(taken)?;
        }
        blocks.bodies.push(body);
        blocks.is_like_labels |= is_like_labels;
        // A reader of all labels takes the first block of an array as it is, not the next ones.
        match blocks.is_like_labels && blocks.bodies.len() > 1 {
            true => Err(Error::encoding(catalog::ambiguous_labels(name))),
            false => Ok(()),
        }
    }

    fn add_one_block<'d>(
        &mut self,
        name: &str,
        labels: &mut Labels<Cow<'d, str>>,
        content: Option<View<'d>>,
        options: &Options,
    ) -> Result<()> {
        if let Some(item) = content.filter(|content| content.kind() == Kind::NamedItem) {
            return self.add_named_item(name, labels, item.text());
        }
        let outer_labels = labels.len();
        let body = inside_variants(content, |label| labels.push(Cow::Borrowed(label)));
        let labels_before = labels.len();
        let mut members = Members::default();
        let mut takes_all_labels = false;
        if let Some(body) = body {
            if has_absent_label(body) {
                return Err(Error::encoding(catalog::absent_label()));
            }
            labels_of(body, |label| labels.push(Cow::Borrowed(label)))?;
            nest(|| members.add_body(body, options))?;
            takes_all_labels = has_field_of_all_labels(body);
        }
        let has_no_labels = labels.len() == labels_before;
        let json = members.into_json();
        let is_like_labels = takes_all_labels && json.starts_with_array();
        if is_like_labels && has_no_labels {
            return Err(Error::encoding(catalog::ambiguous_labels(name)));
        }
        self.add_block(name, labels, is_like_labels, json)?;
        labels.truncate(outer_labels);
        Ok(())
    }

    /// A block with a type of its own.
    fn add_typed_block(&mut self, block: View<'_>, options: &Options) -> Result<()> {
        if block.kind() == Kind::NamedItem {
            return self.add_item(block.text());
        }
        let (name, content) = typed_block(block)?;
        self.add_one_block(name, &mut Labels::new(), content, options)
    }

    /// An item with its original text in native syntax.
    pub(super) fn add_item(&mut self, item: &str) -> Result<()> {
        self.add_items(parse(&with_line_end(item))?.body())
    }

    /// An item with its own name and labels, in a place that requires a name and labels.
    fn add_named_item(
        &mut self,
        name: &str,
        labels: &Labels<Cow<'_, str>>,
        item: &str,
    ) -> Result<()> {
        let source = with_line_end(item);
        let document = parse(&source)?;
        if let Some(found) = document.body().items().next() {
            check_named_item(found, name, labels, text_template)?;
        }
        self.add_items(document.body())
    }

    fn add_items(&mut self, body: BodyRef<'_>) -> Result<()> {
        for item in body.items() {
            match (item.as_attribute(), item.as_block()) {
                (Some(attribute), _) => {
                    self.set(attribute.name(), Json::of_expression(attribute.expression())?);
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
        let labels: Labels<Cow<'_, str>> = block.labels().map(|label| label.value()).collect();
        self.add_block(block.name(), &labels, false, members.into_json())
    }

    pub(super) fn into_json(self) -> Json {
        let members = self.members.into_iter().map(|(name, member)| {
            let json = match member {
                Member::Value(json) => json,
                Member::Blocks(blocks) => nest(|| blocks.into_json()),
            };
            (name, json)
        });
        Json::Object(members.collect())
    }
}

/// The end marker of a heredoc needs its own line.
fn with_line_end(item: &str) -> String {
    format!("{item}\n")
}

/// Whether the struct has a field with all labels, so that a reader has to find their number.
fn has_field_of_all_labels(body: View<'_>) -> bool {
    body.kind() == Kind::Object && body.entries().any(|(name, _)| name == "$labels")
}

impl Blocks {
    /// A body, an array of bodies, an object of labels, or both in one array.
    fn into_json(mut self) -> Json {
        if self.labelled.members.is_empty() {
            return match (self.bodies.pop(), self.is_one && self.bodies.is_empty()) {
                (Some(body), true) => body,
                (last, _) => Json::Array(self.bodies.into_iter().chain(last).collect()),
            };
        }
        let labelled = self.labelled.into_json();
        if self.bodies.is_empty() {
            return labelled;
        }
        self.bodies.push(labelled);
        Json::Array(self.bodies)
    }
}
