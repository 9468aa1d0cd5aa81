//! Where a block stands in a buffer, in terms of the type that is decoded from the buffer.

use std::rc::Rc;

use super::hints::{MANY_BLOCKS, TypeHints};
use super::placeholder::Placeholder;
use super::wording::BlockShape;

/// The block types that lead from a target to what is being buffered for it.
#[derive(Clone)]
pub(in crate::de) struct BufferPath {
    /// The type that is decoded from the buffer.
    target: &'static str,
    hints: Rc<TypeHints>,
    /// Labels have an empty name: the type is the same under all of them.
    names: Vec<Rc<str>>,
}

impl BufferPath {
    pub(in crate::de) fn new(target: &'static str, hints: Rc<TypeHints>) -> Self {
        BufferPath { target, hints, names: Vec::new() }
    }

    /// The path of the entry `name`. A name that comes a third time belongs to a type that contains
    /// itself; its path is that of the second time.
    pub(in crate::de) fn at(&self, name: &str) -> Self {
        let mut names = self.names.clone();
        let second = names.iter().enumerate().filter(|(_, other)| &***other == name).nth(1);
        match second.map(|(index, _)| index) {
            Some(index) => names.truncate(index + 1),
            None => names.push(Rc::from(name)),
        }
        BufferPath { names, hints: self.hints.clone(), ..*self }
    }

    /// The path of what stands under a label.
    pub(in crate::de) fn under_label(&self) -> Self {
        self.at("")
    }

    /// The shape that is wanted of a single block here, if it is known.
    pub(in crate::de) fn block_shape(&self) -> Option<BlockShape> {
        match self.hints.block_shapes.get(&self.key()) {
            None if self.hints.block_shapes.len() > MANY_BLOCKS => {
                Some(self.hints.shape_of_other_blocks)
            }
            shape => shape.copied(),
        }
    }

    /// A placeholder that finds out the shape.
    pub(in crate::de) fn ask_shape(&self) -> Placeholder {
        Placeholder::for_block(self.target, self.key())
    }

    /// No name contains the separator.
    fn key(&self) -> String {
        self.names.join(".")
    }
}
