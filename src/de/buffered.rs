//! What serde buffers for a type, in the shape that the type wants.
//!
//! A single block in a buffer is a body to a struct and an element to a sequence. Which of them it
//! meets is known when it comes out of the buffer, so the first time a handle stands for it and
//! asks. The answer is a lesson about the block types that lead to the block.

use std::rc::Rc;

use super::capture::handle::Handle;
use super::lessons::Lesson;

/// Up to this many blocks of a type are asked for one by one as what they are wanted.
pub(super) const MANY_BLOCKS: usize = 32;

/// A place in a buffer, as far as a type can tell it from others.
#[derive(Clone)]
pub(super) struct Buffered {
    /// The type that wants what is in the buffer.
    target: &'static str,
    lesson: Rc<Lesson>,
    /// The names of the block types on the way. Labels have no name.
    path: Vec<Rc<str>>,
}

impl Buffered {
    pub(super) fn new(target: &'static str, lesson: Rc<Lesson>) -> Self {
        Buffered { target, lesson, path: Vec::new() }
    }

    /// The place of what is called `name` here. A name that comes a third time belongs to a type
    /// that contains itself, and is where it was the second time.
    pub(super) fn at(&self, name: &str) -> Self {
        let mut path = self.path.clone();
        let second = path.iter().enumerate().filter(|(_, other)| &***other == name).nth(1);
        match second.map(|(index, _)| index) {
            Some(index) => path.truncate(index + 1),
            None => path.push(Rc::from(name)),
        }
        Buffered { path, lesson: self.lesson.clone(), ..*self }
    }

    /// The place of what stands under the labels of a block.
    pub(super) fn under_label(&self) -> Self {
        self.at("")
    }

    /// Whether the body of a single block is wanted, if that is known.
    pub(super) fn wants_body(&self) -> Option<bool> {
        match self.lesson.blocks.get(&self.key()) {
            None if self.lesson.blocks.len() > MANY_BLOCKS => Some(self.lesson.other_block_is_body),
            wants_body => wants_body.copied(),
        }
    }

    /// A handle that finds out.
    pub(super) fn ask(&self) -> Handle {
        Handle::for_block(self.target, self.key())
    }

    /// No name contains what separates them.
    fn key(&self) -> String {
        self.path.join(".")
    }
}
