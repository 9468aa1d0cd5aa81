//! Fields that begin with `$`: they take labels, or all blocks, and no item of the body.

use super::decoder::data;
use super::mapping::{Mapping, Reader};
use super::node::{HeadedBody, Node};
use super::scalar::Scalar;
use crate::diagnostic::catalog::decoding as catalog;
use crate::error::{Complaint, Error, Result};

impl<'t, 'de> Mapping<'t, 'de> {
    /// Fields that stand for no item of the body begin with `$`; these are the known ones.
    pub(super) fn fields(&self) -> &[&'static str] {
        match (self.reader, &self.lesson) {
            (Reader::Struct(fields), _) => fields,
            (Reader::Map, Some(lesson)) => &lesson.virtual_fields,
            _ => &[],
        }
    }

    /// Fails if there are more labels than fields for them.
    #[inline]
    pub(super) fn check_labels(&self) -> Result<()> {
        let Some(body) = &self.body else { return Ok(()) };
        if body.label_count() == 0 || self.fields().contains(&"$labels") {
            return Ok(());
        }
        let wanted = self.fields().iter().filter(|field| is_label_field(field)).count();
        match body.labels().nth(wanted) {
            Some(label) if matches!(self.reader, Reader::Struct(_)) => {
                Err(data(catalog::extraneous_label(body.block(), label)))
            }
            _ => Ok(()),
        }
    }

    /// The next field that begins with `$`, with what it takes.
    #[inline]
    pub(super) fn next_virtual_field(&mut self) -> Option<(&'static str, Node<'t, 'de>)> {
        let body = self.body?;
        loop {
            let field = *self.fields().get(self.fields_seen)?;
            self.fields_seen += 1;
            if !field.starts_with('$') {
                continue;
            }
            let node = match field {
                "$labels" => Node::Labels(body),
                "$blocks" => Node::AllBlocks(body.body()),
                _ if is_label_field(field) => {
                    let Some(label) = body.labels().nth(self.labels_given) else { continue };
                    self.labels_given += 1;
                    Node::Scalar(Scalar::String(self.session.label(label)), Some(label.span()))
                }
                _ => continue,
            };
            return Some((field, node));
        }
    }

    /// Whether the blocks are read by way of `$blocks` and by no field of their own.
    #[inline]
    pub(super) fn is_among_all_blocks(&mut self) -> bool {
        if !self.entries.is_blocks() || !self.fields().contains(&"$blocks") {
            return false;
        }
        let key = self.entries.key(self.session);
        let is_field = key.is_some_and(|key| self.fields().contains(&&*key.text));
        matches!(self.reader, Reader::Struct(_)) && !is_field
    }

    /// Fails if the fields of a struct with flattened fields took fewer labels than there are.
    pub(super) fn require_all_labels_given(&self) -> Result<()> {
        let Some(body) = self.body else { return Ok(()) };
        match body.labels().nth(self.labels_given) {
            Some(label) if !self.fields().contains(&"$labels") => {
                Err(data(catalog::extraneous_label(body.block(), label)))
            }
            _ => Ok(()),
        }
    }

    /// The field beginning with `$` that a struct with flattened fields misses although there is
    /// something for it.
    pub(super) fn missed_virtual_field(&self, error: &Error) -> Option<&'static str> {
        let Some(Complaint::MissingField(field)) = error.complaint() else { return None };
        (field.starts_with('$') && self.has_something_for(field)).then_some(*field)
    }

    /// Whether this is a struct with flattened fields that could be given the virtual field.
    fn has_something_for(&self, field: &str) -> bool {
        let labels = self.body.as_ref().map_or(0, HeadedBody::label_count);
        let is_there = !is_label_field(field) || self.labels_given < labels;
        matches!(self.reader, Reader::Map) && is_there
    }

    pub(super) fn learn_virtual_field(&self, field: &'static str) {
        self.session.lessons.learn(self.visitor, |lesson| {
            let is_new = !lesson.virtual_fields.contains(&field);
            if is_new {
                lesson.virtual_fields.push(field);
            }
            is_new
        });
    }

    /// Learns of virtual fields that flattened targets missed although there is something for them.
    /// Of a target that is optional nobody else hears.
    pub(super) fn reconsider_missed(&self, missed: &[&'static str]) {
        for field in missed.iter().filter(|field| self.has_something_for(field)) {
            self.learn_virtual_field(field);
        }
    }
}

fn is_label_field(field: &str) -> bool {
    field == "$label" || field.starts_with("$label:")
}
