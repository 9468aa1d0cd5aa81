//! Writes bodies as JSON objects.

use std::borrow::Cow;

use hashbrown::HashMap;
use smallvec::SmallVec;

use super::expression::text_template;
use super::tree::Json;
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::Result;
use crate::limits::stack::nest;
use crate::parser::document::parse;
use crate::ser::body::{
    self, check_names, has_absent_label, is_attribute, is_typed_blocks, is_written, labels_of,
};
use crate::ser::draft::Shape;
use crate::ser::draft::{Kind, View};
use crate::ser::error::encoding;
use crate::ser::options::Options;
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

/// The labels of a block, outermost first, as names of properties.
///
/// The key of a map is a template there, because the type that reads it is a map, whose keys are
/// templates also in an attribute. The label in a field `$label…` is its text.
type Labels<'d> = SmallVec<[Cow<'d, str>; 4]>;

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
            return Err(encoding(catalog::no_identifier(name)));
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
                self.add_blocks(name, &mut Labels::new(), value, options)?;
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
        let taken = || encoding(catalog::name_taken(name)).in_field(name);
        let mut blocks = self.blocks(name).ok_or_else(taken)?;
        for label in labels {
            blocks = blocks.labelled.blocks(label).ok_or_else(taken)?;
        }
        blocks.bodies.push(body);
        blocks.is_like_labels |= is_like_labels;
        // A reader of all labels takes the first block of an array as it is, not the next ones.
        match blocks.is_like_labels && blocks.bodies.len() > 1 {
            true => Err(encoding(catalog::ambiguous_labels(name))),
            false => Ok(()),
        }
    }

    /// One block, or one for each element of a sequence or entry of a map.
    fn add_blocks<'d>(
        &mut self,
        name: &str,
        labels: &mut Labels<'d>,
        value: View<'d>,
        options: &Options,
    ) -> Result<()> {
        if value.shape() != Shape::Blocks {
            return self.add_one_block(name, labels, value, options);
        }
        if value.kind() == Kind::Tuple {
            for (index, element) in value.elements().enumerate() {
                self.add_blocks(name, labels, element, options)
                    .map_err(|error| error.in_element(index))?;
            }
            return Ok(());
        }
        for (key, element) in value.entries() {
            labels.push(text_template(key));
            nest(|| self.add_blocks(name, labels, element, options))
                .map_err(|error| error.in_field(key))?;
            labels.pop();
        }
        Ok(())
    }

    fn add_one_block<'d>(
        &mut self,
        name: &str,
        labels: &mut Labels<'d>,
        mut body: View<'d>,
        options: &Options,
    ) -> Result<()> {
        if body.kind() == Kind::NamedItem {
            return self.add_item(body.text());
        }
        let outer_labels = labels.len();
        // The name of a variant is a label, and so is that of a variant inside it.
        while let (Kind::Variant, Some((variant, content))) = (body.kind(), body.entries().next()) {
            labels.push(Cow::Borrowed(variant));
            body = content;
        }
        if has_absent_label(body) {
            return Err(encoding(catalog::absent_label()));
        }
        let mut own_labels = body::Labels::new();
        labels_of(body, &mut own_labels)?;
        let has_no_labels = own_labels.is_empty();
        labels.extend(own_labels.into_iter().map(Cow::Borrowed));
        let mut members = Members::default();
        nest(|| members.add_body(body, options))?;
        let json = members.into_json();
        let is_like_labels = takes_all_labels(body) && json.starts_with_array();
        if is_like_labels && has_no_labels {
            return Err(encoding(catalog::ambiguous_labels(name)));
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
        let (name, content) = match (block.kind(), block.entries().next()) {
            (Kind::String | Kind::UnitVariant, _) => (block.text(), block),
            (Kind::Variant, Some((name, content))) => (name, content),
            (Kind::Object, Some((name, content))) if block.len() == 1 => (name, content),
            _ => return Err(encoding(catalog::no_typed_block(block.description()))),
        };
        let is_body =
            content.kind().is_null() || matches!(content.kind(), Kind::UnitVariant | Kind::Object);
        if !is_body && content.shape() != Shape::Body {
            return Err(encoding(catalog::no_block(content.description())));
        }
        self.add_one_block(name, &mut Labels::new(), content, options)
    }

    /// An item with its original text in native syntax.
    pub(super) fn add_item(&mut self, item: &str) -> Result<()> {
        // The end marker of a heredoc needs its own line.
        self.add_items(parse(&format!("{item}\n"))?.body())
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
        let labels: Labels<'_> = block.labels().map(|label| label.value()).collect();
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

/// Whether the struct has a field with all labels, so that a reader has to find their number.
fn takes_all_labels(body: View<'_>) -> bool {
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
