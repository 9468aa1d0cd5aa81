//! `SeqAccess` over tuples, lists and sets, blocks and labels.

use std::any::type_name;
use std::marker::PhantomData;
use std::mem::{self, Discriminant};

use serde::de::{Deserialize, DeserializeSeed, Error as _, SeqAccess, Visitor};

use super::attempt::{Attempt, Repeated, decode_slot, kept};
use super::decoder::Decoder;
use super::session::Session;
use super::slot::SlotBox;
use crate::de::buffering::{Site, is_content, take_revealed};
use crate::de::explain::{explain, is_of_texts};
use crate::de::input::{Elements, Node};
use crate::diagnostic::Segment;
use crate::diagnostic::cause::{ErrorCause, Found};
use crate::diagnostic::error::{Error, Result};
use crate::limits::stack::nest;
use crate::syntax::ExpressionRef;

/// Elements being read.
pub(super) struct Sequence<'t, 'de> {
    elements: Elements<'t>,
    /// The number of all elements, and of those that have been read in slots. JSON values in a row may become more.
    length: usize,
    read: usize,
    /// The site of the elements, if they may go into a buffer.
    site: Option<Site>,
    pub(super) slot: SlotBox<'t, 'de>,
    /// The last element that was read in a slot, if it is an expression.
    last: Option<ExpressionRef<'t>>,
    /// The kind of the last element of a wrong type. Further elements of this kind are the same mistake.
    refused: Option<Discriminant<Found>>,
    session: &'t Session<'t, 'de>,
}

impl<'t, 'de> Sequence<'t, 'de> {
    #[inline]
    pub(super) fn new(
        elements: Elements<'t>,
        site: Option<Site>,
        session: &'t Session<'t, 'de>,
    ) -> Self {
        let length = elements.len();
        let (slot, last, refused) = (SlotBox::default(), None, None);
        Sequence { elements, length, read: 0, site, slot, last, refused, session }
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
        match (&mut self.elements, &self.site) {
            (Elements::Tuple(elements), None) if !self.session.hints.converts_scalars() => {
                Some(elements.next())
            }
            _ => None,
        }
    }

    /// Puts the next element of any kind into the slot, for the type with this name. Returns whether there is one.
    #[inline(never)]
    fn next_slot(&mut self, target: &'static str) -> bool {
        let Some(node) = self.elements.next(&self.session.input) else { return false };
        self.read += 1;
        self.last = match &node {
            Node::Expression(expression) => Some(*expression),
            _ => None,
        };
        self.fill_slot(node, target);
        true
    }

    fn fill_slot(&mut self, node: Node<'t, 'de>, target: &'static str) {
        let is_expression = matches!(node, Node::Expression(_));
        let slot = self.slot.insert(node);
        match self.site {
            Some(site) if is_expression => {
                slot.site = Some(site.of_elements(self.session.hints));
            }
            Some(site) => slot.site = Some(site),
            None => slot.set_target(target, self.session),
        }
    }

    /// The last element; `expression` is set for an expression of a tuple.
    pub(super) fn last(&self, expression: Option<ExpressionRef<'t>>) -> Option<Node<'t, 'de>> {
        match expression {
            Some(expression) => Some(Node::Expression(expression)),
            None => self.elements.again(&self.session.input),
        }
    }

    /// Puts the last element into the slot again.
    pub(super) fn fill_slot_again(
        &mut self,
        expression: Option<ExpressionRef<'t>>,
        target: &'static str,
    ) {
        self.elements.rewind();
        if let Some(node) = self.last(expression) {
            self.fill_slot(node, target);
        }
    }

    /// Completes the error of the last element.
    #[cold]
    pub(super) fn refuse(
        &mut self,
        error: Error,
        expression: Option<ExpressionRef<'t>>,
        target: &'static str,
    ) -> Error {
        if self.site.is_none() && expression.is_none() {
            self.session.retry(target, &mut take_revealed());
        }
        let node = self.last(expression).unwrap_or_default();
        let error = explain(error, &node, &self.session.input);
        let found = match error.cause() {
            Some(ErrorCause::Refused { found, is_type: true, .. }) => {
                Some(mem::discriminant(found))
            }
            _ => None,
        };
        let is_again = found.is_some() && mem::replace(&mut self.refused, found) == found;
        match is_again && self.session.hints.reports() {
            true => error.with_cause(ErrorCause::Reported),
            false => error,
        }
    }

    /// Whether the error of the last element is about a whole list.
    pub(super) fn is_about_all(&self, error: &Error, last: Option<ExpressionRef<'t>>) -> bool {
        match (&self.elements, last) {
            (Elements::Tuple(others), Some(last)) if self.index() == 1 && !others.is_empty() => {
                is_of_texts(error, [last].into_iter().chain(others.clone()))
            }
            _ => false,
        }
    }

    /// The step to the last element in a path.
    pub(super) fn step(&self) -> Segment {
        Segment::Index(self.index().saturating_sub(1))
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

impl<'t, 'de> Sequence<'t, 'de> {
    #[cold]
    #[inline(never)]
    fn element_again<T: Deserialize<'de>>(
        &mut self,
        attempt: Attempt,
        expression: Option<ExpressionRef<'t>>,
        result: Result<T>,
    ) -> Result<T> {
        let (session, element) = (self.session, Repeated::Element(self, expression));
        kept(Some(result), |result, decode| session.repeat(element, attempt, result, decode))
    }

    #[inline(never)]
    fn next_other<T: Deserialize<'de>>(&mut self) -> Result<Option<T>> {
        let target = type_name::<T>();
        if is_content::<T>() {
            return self.next_element_seed(PhantomData);
        }
        if !self.next_slot(target) {
            return Ok(None);
        }
        let is_inside = self.site.is_some();
        let attempt = Attempt::begin(target, is_inside, self.session);
        let result = decode_slot(self.slot.decoder(self.session));
        match attempt.is_final(&result) {
            true => result.map(Some),
            false => self.element_again(attempt, self.last, result).map(Some),
        }
    }
}

impl<'de> SeqAccess<'de> for Sequence<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let target = type_name::<T>();
        let (expression, decoder) = match self.next_expression() {
            Some(None) => return Ok(None),
            Some(Some(expression)) => {
                (Some(expression), Decoder::of_expression(expression, self.session))
            }
            None if self.next_slot(target) => (self.last, self.slot.decoder(self.session)),
            None => return Ok(None),
        };
        match seed.deserialize(decoder) {
            Ok(value) => Ok(Some(value)),
            Err(error) => {
                let error = self.refuse(error, expression, target);
                Err(error.behind(self.step()))
            }
        }
    }

    /// Decodes the element again if an attempt has revealed something. Inlined into the loops of visitors.
    #[inline]
    fn next_element<T: Deserialize<'de>>(&mut self) -> Result<Option<T>> {
        match self.next_expression() {
            Some(Some(expression)) => {
                let attempt = Attempt::of_expression(type_name::<T>());
                let result = T::deserialize(Decoder::of_expression(expression, self.session));
                match attempt.is_final(&result) {
                    true => result.map(Some),
                    false => self.element_again(attempt, Some(expression), result).map(Some),
                }
            }
            Some(None) => Ok(None),
            None => self.next_other(),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.elements.len())
    }
}
