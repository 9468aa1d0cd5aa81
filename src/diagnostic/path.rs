//! The path from the top of a document to a value, as in `job.group[0].task["web"].port`.

use std::fmt;

use crate::value::HIDDEN;

/// The steps of a path, from the inside out: errors collect them on their way to the caller.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path(Vec<Segment>);

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Segment {
    /// An argument, a block type, or an attribute of an object.
    Field(String),
    /// The label of a block.
    Label(String),
    /// The position of an element or of a block.
    Index(usize),
}

impl Path {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a step at the start of the path.
    pub(crate) fn lead_by(&mut self, segment: Segment) {
        self.0.push(segment);
    }
}

/// Whether the name needs no quotes in a path.
fn is_plain(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_alphabetic() || matches!(first, '_' | '$'))
        && letters.all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-' | ':'))
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, segment) in self.0.iter().rev().enumerate() {
            match segment {
                Segment::Field(name) if number == 0 || name == HIDDEN || is_plain(name) => {
                    write!(f, "{}{name}", if number == 0 { "" } else { "." })?;
                }
                Segment::Field(name) | Segment::Label(name) => write!(f, "[{name:?}]")?,
                Segment::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}
