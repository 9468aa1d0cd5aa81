//! What a Rust type can't say before it is decoded, and says by failing.
//!
//! serde tells a format what a type wants by the method that the type calls, and some things it
//! never tells: which fields a struct with `#[serde(flatten)]` has, whether a `default` stands in
//! for a null, whether an `Option` holds something that is to be captured unevaluated. Evaluating
//! everything beforehand would answer that, but then nothing were lazy. So the first attempt
//! assumes that no more is wanted than was said. Where that turns out wrong, the attempt ends, the
//! lesson is noted for the type, and decoding starts over.
//!
//! - No lesson is about a place in the document: lessons are about types, so their number, and that
//!   of the attempts, does not grow with the input. A limit holds where a type has endless fields.
//! - No lesson changes what a successful attempt yields; lessons make attempts succeed.
//! - No attempt is repeated without a new lesson.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use hashbrown::{HashMap, HashSet};

use super::capture::handle::BlockWish;

/// How many lessons one decode may learn.
const LIMIT: u32 = 128;

/// The lessons of one decode, by the name of the visitor that reads.
#[derive(Default)]
pub(super) struct Lessons {
    by_visitor: RefCell<HashMap<&'static str, Rc<Lesson>>>,
    count: Cell<u32>,
    is_new: Cell<bool>,
    /// Whether nobody is there to start over.
    is_final: bool,
}

/// What was learned about the type behind one visitor.
#[derive(Clone, Default)]
pub(super) struct Lesson {
    /// The type is a struct, although it asks for a map as structs with flattened fields do.
    pub(super) is_struct: bool,
    /// Fields for labels and blocks that a struct with flattened fields misses.
    pub(super) virtual_fields: Vec<&'static str>,
    /// Fields that take no null, so that null means that they are absent.
    pub(super) absent_if_null: HashSet<String>,
    /// No entry takes null.
    pub(super) no_entry_takes_null: bool,
    /// The content of an `Option` has to be evaluated, it is not captured.
    pub(super) content_is_evaluated: bool,
    /// What flattened content is wanted as.
    pub(super) flattened: Flattened,
    /// The type takes anything, but of a single block it wants the body.
    pub(super) single_block_is_body: bool,
    /// Whether the body of a single block in a buffer is wanted, by the block types that lead to it.
    pub(super) blocks: HashMap<String, bool>,
    /// The same, of blocks that are too many to be asked for one by one.
    pub(super) other_block_is_body: bool,
}

/// What the entries are wanted as that a struct passes on to its flattened fields.
#[derive(Clone, Default)]
pub(super) enum Flattened {
    /// Not known yet: nothing is evaluated.
    #[default]
    Unknown,
    /// Plain data.
    Data,
    /// Expressions and bodies, except these.
    Source(HashSet<String>),
}

impl Lessons {
    /// For a decode that is not repeated, which makes the safest assumptions.
    pub(super) fn none() -> Self {
        Lessons { is_final: true, ..Lessons::default() }
    }

    /// Whether nobody is there to start over.
    #[inline]
    pub(super) fn is_final(&self) -> bool {
        self.is_final
    }

    /// What was learned about the type behind `visitor`.
    #[inline]
    pub(super) fn about(&self, visitor: &'static str) -> Option<Rc<Lesson>> {
        if self.count.get() == 0 {
            return None;
        }
        self.by_visitor.borrow().get(visitor).cloned()
    }

    /// Notes a lesson; `change` says whether it is new. Whether the decode is going to start over.
    #[cold]
    pub(super) fn learn(
        &self,
        visitor: &'static str,
        change: impl FnOnce(&mut Lesson) -> bool,
    ) -> bool {
        if self.is_final || self.count.get() == LIMIT {
            return false;
        }
        let mut by_visitor = self.by_visitor.borrow_mut();
        let is_new = change(Rc::make_mut(by_visitor.entry(visitor).or_default()));
        if is_new {
            self.count.set(self.count.get() + 1);
            self.is_new.set(true);
        }
        is_new
    }

    /// Notes of single blocks whether their bodies are wanted.
    pub(super) fn learn_blocks(&self, blocks: Vec<BlockWish>) {
        for BlockWish { target, path, wants_body } in blocks {
            self.learn(target, |lesson| lesson.blocks.insert(path, wants_body).is_none());
        }
    }

    /// Whether there is no reason yet to start over. One at a time: what fails next may fail for
    /// the same reason.
    pub(super) fn wants_more(&self) -> bool {
        !self.is_final && !self.is_new.get()
    }

    /// Whether there is a reason to start over.
    pub(super) fn has_new(&self) -> bool {
        self.is_new.get()
    }

    /// The same, once.
    pub(super) fn take_new(&self) -> bool {
        self.is_new.take()
    }
}
