//! Finds the blocks in JSON values.
//!
//! - No decision here how many levels of labels there are: readers say it.

use super::body::BlockRef;
use super::json::{Properties, block_type};
use super::node::{Kind, NodeId};
use super::tree::Tree;
use super::view::View;

/// The blocks in a JSON value, and its mistakes.
pub(crate) struct Unpacked<'a> {
    pub(crate) blocks: Vec<BlockRef<'a>>,
    pub(crate) mistakes: Vec<Mistake<'a>>,
}

/// A JSON value of the wrong kind. The numbers are the indexes of labels.
#[derive(Clone, Copy)]
pub(crate) enum Mistake<'a> {
    /// A level of labels is neither an object nor an array of objects.
    Labels(View<'a>, usize),
    /// An array of labels contains something else than objects.
    LabelsElement(View<'a>, usize),
    /// There is no property for the name of a label.
    NoLabel(View<'a>, usize),
    /// A body is neither an object nor an array. The second view is the name of its property, the number
    /// that of its labels.
    Body(View<'a>, View<'a>, usize),
}

/// A JSON value that may contain blocks, with the name of its property. Some of the surrounding names are
/// labels.
#[derive(Clone, Copy)]
pub(crate) struct PropertyValue<'a> {
    pub(crate) name: View<'a>,
    pub(crate) value: View<'a>,
    pub(crate) labels: usize,
    /// Whether this is an element of an array of bodies: one body, even if it is itself an array.
    pub(crate) is_body: bool,
}

/// A value without a reference to its tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PropertyValueId {
    name: NodeId,
    value: NodeId,
    labels: usize,
    is_body: bool,
}

impl PropertyValueId {
    pub(crate) fn within<'a>(self, tree: &'a Tree<'a>) -> PropertyValue<'a> {
        let PropertyValueId { name, value, labels, is_body } = self;
        PropertyValue {
            name: View::new(tree, name),
            value: View::new(tree, value),
            labels,
            is_body,
        }
    }
}

impl<'a> PropertyValue<'a> {
    pub(crate) fn to_id(self) -> PropertyValueId {
        let PropertyValue { name, value, labels, is_body } = self;
        PropertyValueId { name: name.id, value: value.id, labels, is_body }
    }

    pub(crate) fn of_name(name: View<'a>) -> Self {
        PropertyValue { name, value: name.next(), labels: 0, is_body: false }
    }

    /// The value of a property of this one, whose name is one more label.
    pub(crate) fn inside(self, name: View<'a>) -> Self {
        PropertyValue { name, value: name.next(), labels: self.labels + 1, is_body: false }
    }

    /// One value for each element of an array, with the same name.
    pub(crate) fn elements(self) -> impl Iterator<Item = PropertyValue<'a>> {
        self.value.children().map(move |value| PropertyValue { value, is_body: true, ..self })
    }

    /// The block type.
    pub(crate) fn head(self) -> View<'a> {
        block_type(self.name, self.labels as u32)
    }
}

/// Whether the value is an array that contains only objects.
pub(crate) fn is_array_of_objects(value: View<'_>) -> bool {
    value.is_json_array() && value.children().all(View::is_json_object)
}

/// The blocks that a property is if they have this many labels.
pub(crate) fn unpack(name: View<'_>, labels: usize) -> Unpacked<'_> {
    Unpacked::of(&[PropertyValue::of_name(name)], labels)
}

impl<'a> Unpacked<'a> {
    /// The blocks in these values, with this many labels.
    pub(crate) fn of(levels: &[PropertyValue<'a>], labels: usize) -> Self {
        let mut unpacked = Unpacked { blocks: Vec::new(), mistakes: Vec::new() };
        // The next level is the last one in the vector.
        let mut levels: Vec<PropertyValue<'a>> = levels.iter().rev().copied().collect();
        while let Some(level) = levels.pop() {
            if level.labels == labels {
                unpacked.take_bodies(level, labels as u32);
                continue;
            }
            unpacked.check_labels(level);
            let before = levels.len();
            levels.extend(Properties::of(level.value).map(|name| level.inside(name)));
            levels[before..].reverse();
            if levels.len() == before {
                unpacked.mistakes.push(Mistake::NoLabel(level.value, level.labels));
            }
        }
        unpacked
    }

    fn check_labels(&mut self, level: PropertyValue<'a>) {
        let value = level.value;
        if value.is_json_array() {
            let others = value.children().filter(|element| !element.is_json_object());
            self.mistakes.extend(others.map(|other| Mistake::LabelsElement(other, level.labels)));
        } else if !value.is_json_object() && value.kind() != Kind::Null {
            self.mistakes.push(Mistake::Labels(value, level.labels));
        }
    }

    fn take_bodies(&mut self, level: PropertyValue<'a>, labels: u32) {
        let PropertyValue { name, value, is_body, .. } = level;
        if value.is_json_array() && !is_body {
            let bodies = value.children();
            self.blocks.extend(bodies.map(|body| BlockRef::of_json(name, body, labels)));
        } else if value.is_json_container() {
            self.blocks.push(BlockRef::of_json(name, value, labels));
        } else if value.kind() != Kind::Null {
            self.mistakes.push(Mistake::Body(value, name, labels as usize));
        }
    }
}
