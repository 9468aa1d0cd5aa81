//! Facts about types that serde reveals only through a failed attempt, see the [module](super).

use std::cell::{Cell, RefCell};
use std::mem;
use std::rc::Rc;

use hashbrown::{HashMap, HashSet};

use super::placeholder::{Outcome, ShapeOfBlock};
use super::wording::BlockShape;

/// The number of hints that one decode may record.
const LIMIT: u32 = 128;

/// The shapes of up to this many blocks are found out one by one.
pub(super) const MANY_BLOCKS: usize = 32;

/// The hints of one decode. A type is known by the name of its visitor, which serde_derive makes
/// unique for each type.
#[derive(Default)]
pub(in crate::de) struct DecodeHints {
    by_visitor: RefCell<HashMap<&'static str, Rc<TypeHints>>>,
    count: Cell<u32>,
    has_new: Cell<bool>,
    is_one_attempt: bool,
}

/// The facts about the type behind one visitor. By default nothing is known.
#[derive(Clone, Default)]
pub(in crate::de) struct TypeHints {
    /// The type reads as a map, but is a struct with flattened fields.
    pub(in crate::de) is_struct: bool,
    /// The fields for labels and blocks of a struct with flattened fields.
    pub(in crate::de) label_fields: Vec<&'static str>,
    /// Fields that refuse null, so that a null counts as absent.
    null_is_absent_in: HashSet<String>,
    /// All fields or entries refuse null.
    null_is_absent: bool,
    /// The content of an `Option` is not captured, so it can be evaluated to see whether it is null.
    pub(in crate::de) is_evaluated: bool,
    pub(in crate::de) flattened_as: FlattenedAs,
    /// The type takes anything, but of a single block it wants the body.
    pub(in crate::de) single_block_is_body: bool,
    /// The shapes that are wanted of single blocks in the buffer, by their
    /// [paths](super::BufferPath).
    pub(super) block_shapes: HashMap<String, BlockShape>,
    /// The shape of all others, if there are too many.
    pub(super) shape_of_other_blocks: BlockShape,
}

/// What the flattened fields of a struct want.
#[derive(Clone, Default)]
pub(in crate::de) enum FlattenedAs {
    /// Not known yet: all entries are placeholders that nothing can be taken from.
    #[default]
    Undecided,
    /// Plain data: all entries are evaluated.
    Data,
    /// Expressions and bodies: all entries are placeholders, except for these names.
    Source(HashSet<String>),
}

impl TypeHints {
    /// Whether a null counts as absent for an entry of this name.
    pub(in crate::de) fn is_null_absent(&self, name: &str) -> bool {
        self.null_is_absent || self.null_is_absent_in.contains(name)
    }
}

impl DecodeHints {
    /// For a decode that can't start over. It makes the safest assumptions.
    pub(in crate::de) fn for_one_attempt() -> Self {
        DecodeHints { is_one_attempt: true, ..DecodeHints::default() }
    }

    #[inline]
    pub(in crate::de) fn is_one_attempt(&self) -> bool {
        self.is_one_attempt
    }

    /// What is known about the type behind a visitor.
    #[inline]
    pub(in crate::de) fn about(&self, visitor: &'static str) -> Option<Rc<TypeHints>> {
        if self.count.get() == 0 {
            return None;
        }
        self.by_visitor.borrow().get(visitor).cloned()
    }

    /// Whether a hint can be recorded and none has been recorded in this attempt. Guesses are made
    /// one at a time, for the next failure may have the same reason.
    pub(in crate::de) fn can_restart(&self) -> bool {
        !self.is_one_attempt && !self.has_new.get()
    }

    /// Whether the next attempt knows more than this one.
    pub(in crate::de) fn has_new(&self) -> bool {
        self.has_new.get()
    }

    /// The same, before the next attempt starts.
    pub(in crate::de) fn take_new(&self) -> bool {
        self.has_new.take()
    }

    /// A visitor that read labels as keys asked for the names of fields.
    pub(in crate::de) fn record_struct(&self, visitor: &'static str) {
        self.record(visitor, |hints| !mem::replace(&mut hints.is_struct, true));
    }

    /// A struct with flattened fields missed a field such as `$label` that there is something for.
    pub(in crate::de) fn record_label_field(&self, visitor: &'static str, field: &'static str) {
        self.record(visitor, |hints| {
            let is_new = !hints.label_fields.contains(&field);
            if is_new {
                hints.label_fields.push(field);
            }
            is_new
        });
    }

    /// A field refused a null.
    pub(in crate::de) fn record_null_is_absent_in(&self, visitor: &'static str, field: &str) {
        self.record(visitor, |hints| hints.null_is_absent_in.insert(field.to_owned()));
    }

    /// A value refused a null, and the other entries are of the same type; or it is not known which
    /// field refused it.
    pub(in crate::de) fn record_null_is_absent(&self, visitor: &'static str) {
        self.record(visitor, |hints| !mem::replace(&mut hints.null_is_absent, true));
    }

    /// The content of an `Option` refused an expression that is null.
    pub(in crate::de) fn record_evaluated(&self, visitor: &'static str) {
        self.record(visitor, |hints| !mem::replace(&mut hints.is_evaluated, true));
    }

    /// A type that takes anything, such as an untagged enum, refused a sequence of one block.
    pub(in crate::de) fn record_single_block_is_body(&self, target: &'static str) {
        self.record(target, |hints| !mem::replace(&mut hints.single_block_is_body, true));
    }

    /// Targets refused placeholders for single blocks.
    pub(in crate::de) fn record_block_shapes(&self, shapes: Vec<ShapeOfBlock>) {
        for ShapeOfBlock { target, path, shape } in shapes {
            self.record(target, |hints| hints.block_shapes.insert(path, shape).is_none());
        }
    }

    /// Flattened fields refused what they got, and there are so many blocks that they have been
    /// given as sequences without asking.
    pub(in crate::de) fn record_other_blocks_are_bodies(&self, visitor: &'static str) {
        self.record(visitor, |hints| {
            hints.block_shapes.len() > MANY_BLOCKS
                && mem::replace(&mut hints.shape_of_other_blocks, BlockShape::Body)
                    != BlockShape::Body
        });
    }

    /// The flattened fields of a struct have been decoded, with or without success.
    pub(in crate::de) fn record_flattened(
        &self,
        visitor: &'static str,
        outcome: &mut Outcome,
        has_succeeded: bool,
    ) {
        self.record_block_shapes(mem::take(&mut outcome.block_shapes));
        let (refused, has_unused) = (mem::take(&mut outcome.refused), outcome.has_unused);
        if !outcome.source_requested && refused.is_empty() && !(has_succeeded && has_unused) {
            return;
        }
        let source_requested = outcome.source_requested;
        self.record(visitor, |hints| match &mut hints.flattened_as {
            FlattenedAs::Undecided | FlattenedAs::Data if source_requested => {
                hints.flattened_as = FlattenedAs::Source(HashSet::new());
                true
            }
            // Unused entries become data as well: bytes that were read are not told from these.
            FlattenedAs::Undecided => {
                hints.flattened_as = FlattenedAs::Data;
                hints.block_shapes.extend(refused);
                true
            }
            FlattenedAs::Data => insert_all(&mut hints.block_shapes, refused),
            FlattenedAs::Source(data) => {
                let mut is_new = false;
                for (name, _) in &refused {
                    is_new |= data.insert(name.clone());
                }
                insert_all(&mut hints.block_shapes, refused) || is_new
            }
        });
    }

    /// Records a hint; `change` tells whether it is new.
    #[cold]
    fn record(&self, visitor: &'static str, change: impl FnOnce(&mut TypeHints) -> bool) {
        if self.is_one_attempt || self.count.get() == LIMIT {
            return;
        }
        let mut by_visitor = self.by_visitor.borrow_mut();
        if change(Rc::make_mut(by_visitor.entry(visitor).or_default())) {
            self.count.set(self.count.get() + 1);
            self.has_new.set(true);
        }
    }
}

/// Whether one of the paths was new.
fn insert_all(
    shapes: &mut HashMap<String, BlockShape>,
    refused: Vec<(String, BlockShape)>,
) -> bool {
    let mut is_new = false;
    for (path, shape) in refused {
        is_new |= shapes.insert(path, shape).is_none();
    }
    is_new
}
