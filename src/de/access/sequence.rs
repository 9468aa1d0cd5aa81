//! `SeqAccess` over tuples, lists and sets, blocks and labels.

use std::any::type_name;

use serde::de::{DeserializeSeed, Error as _, SeqAccess, Visitor};

use super::decoder::Decoder;
use super::session::{Guesses, Session};
use super::slot::{Slot, SlotBox};
use crate::de::buffering::BufferPath;
use crate::de::explain::explain;
use crate::de::input::{Elements, ErrorOrigin, Node};
use crate::diagnostic::error::{Error, Result};
use crate::limits::stack::nest;
use crate::syntax::ExpressionRef;

/// Elements being read.
pub(super) struct Sequence<'t, 'de> {
    elements: Elements<'t>,
    /// The number of all elements, and of those that have been read in slots. JSON values in a row may become more.
    length: usize,
    read: usize,
    /// The path of the elements, if they may go into a buffer.
    path: Option<BufferPath>,
    slot: SlotBox<'t, 'de>,
    session: &'t Session<'t, 'de>,
}

/// The facts about an element that is being decoded.
struct Given<'t> {
    origin: ErrorOrigin<'t>,
    /// The guesses before it, unless it needs none.
    guesses: Option<Guesses>,
}

impl<'t, 'de> Sequence<'t, 'de> {
    #[inline]
    pub(super) fn new(
        elements: Elements<'t>,
        path: Option<BufferPath>,
        session: &'t Session<'t, 'de>,
    ) -> Self {
        let length = elements.len();
        Sequence { elements, length, read: 0, path, slot: SlotBox::default(), session }
    }

    /// Lets a visitor read the elements. It must read all of them.
    #[inline]
    pub(super) fn visit<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        let result = nest(|| visit_seq(self, visitor));
        match self.elements.len() {
            0 => result,
            left => result.and_then(|_| Err(self.unread(left))),
        }
    }

    /// The position behind the last element.
    fn index(&self) -> usize {
        match &self.elements {
            Elements::Tuple(elements) => self.length - elements.len(),
            _ => self.read,
        }
    }

    #[cold]
    fn unread(&self, left: usize) -> Error {
        Error::invalid_length(self.index() + left, &"fewer elements")
    }

    /// The next element, if it is an expression and nothing else must be known about it.
    #[inline(always)]
    fn next_expression(&mut self) -> Option<Option<ExpressionRef<'t>>> {
        match (&mut self.elements, &self.path) {
            (Elements::Tuple(elements), None) if !self.session.hints.converts_scalars() => {
                Some(elements.next())
            }
            _ => None,
        }
    }

    /// The next element of any kind; its target is the type with this name.
    #[inline(never)]
    fn next_slot(&mut self, target: &'static str) -> Option<(Slot<'t, 'de>, Given<'t>)> {
        let node = self.elements.next(&self.session.input)?;
        self.read += 1;
        let guesses = Some(self.session.guesses.get());
        let given = Given { origin: ErrorOrigin::of(&node), guesses };
        let is_expression = matches!(node, Node::Expression(_));
        let slot = Slot::new(node);
        let slot = match self.path.clone() {
            Some(path) if is_expression => slot.at_path(Some(path.of_elements())),
            Some(path) => slot.at_path(Some(path)),
            None => slot.for_target(target, self.session),
        };
        Some((slot, given))
    }

    /// Completes the error of the last element.
    #[cold]
    fn refuse(&self, error: Error, given: &Given<'t>, target: &'static str) -> Error {
        if let (Some(before), None) = (given.guesses, &self.path) {
            self.session.retry(target, before);
        }
        explain(error, given.origin, &self.session.input).in_element(self.index().saturating_sub(1))
    }
}

/// Calls the visitor. Not inlined, because it is called both with and without a new stack segment.
#[inline(never)]
fn visit_seq<'de, V: Visitor<'de>>(
    sequence: &mut Sequence<'_, 'de>,
    visitor: V,
) -> Result<V::Value> {
    visitor.visit_seq(sequence)
}

impl<'de> SeqAccess<'de> for Sequence<'_, 'de> {
    type Error = Error;

    /// Inlined into the loops of visitors.
    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let target = type_name::<T>();
        match self.next_expression() {
            Some(Some(expression)) => {
                match seed.deserialize(Decoder::of_expression(expression, self.session)) {
                    Ok(value) => Ok(Some(value)),
                    Err(error) => {
                        let origin = ErrorOrigin::Expression(expression);
                        Err(self.refuse(error, &Given { origin, guesses: None }, target))
                    }
                }
            }
            Some(None) => Ok(None),
            None => {
                let Some((slot, given)) = self.next_slot(target) else { return Ok(None) };
                match seed.deserialize(self.slot.decoder(slot, self.session)) {
                    Ok(value) => Ok(Some(value)),
                    Err(error) => Err(self.refuse(error, &given, target)),
                }
            }
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.elements.len())
    }
}
