//! serde's `SeqAccess` over tuples, lists and sets, blocks and labels.

use std::iter::{RepeatN, repeat_n};

use serde::de::Error as _;

use super::decoder::Decoder;
use super::general::GeneralNode;
use super::session::{Guesses, Session};
use crate::de::buffering::BufferPath;
use crate::de::explain::explain;
use crate::de::input::{Elements, ErrorOrigin, MadeUp, Node};
use crate::diagnostic::error::{Error, Result};

/// Elements being read. Large, so it is always boxed.
pub(super) struct Sequence<'t, 'de> {
    elements: Elements<'t>,
    /// The elements of a made-up value.
    made_up: RepeatN<MadeUp>,
    /// The number of elements that have been read.
    index: usize,
    /// The path of the elements, if they may go into a buffer.
    path: Option<BufferPath>,
    /// The origin of the last element, and the guesses before it unless it needed none.
    last: (ErrorOrigin<'t>, Option<Guesses>),
    /// The element that is being decoded.
    part: Option<GeneralNode<'t, 'de>>,
    session: &'t Session<'t, 'de>,
}

impl<'t, 'de> Sequence<'t, 'de> {
    pub(super) fn new(
        elements: Elements<'t>,
        path: Option<BufferPath>,
        session: &'t Session<'t, 'de>,
    ) -> Box<Self> {
        let (last, made_up) = ((ErrorOrigin::Unknown, None), repeat_n(MadeUp::new(), 0));
        Box::new(Sequence { elements, made_up, index: 0, path, last, part: None, session })
    }

    /// This number of made-up elements.
    pub(super) fn of_made_up(
        part: MadeUp,
        length: usize,
        session: &'t Session<'t, 'de>,
    ) -> Box<Self> {
        let mut sequence = Sequence::new(Elements::Values(Vec::new().into_iter()), None, session);
        sequence.made_up = repeat_n(part, length);
        sequence
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.elements.len() + self.made_up.len()
    }

    /// Fails if elements are left.
    pub(super) fn finish(&self) -> Result<()> {
        match self.len() {
            0 => Ok(()),
            left => Err(self.unread(left)),
        }
    }

    #[cold]
    fn unread(&self, left: usize) -> Error {
        Error::invalid_length(self.index + left, &"fewer elements")
    }

    /// A decoder for the next element; its target is the type with this name.
    #[inline(never)]
    pub(super) fn next(&mut self, target: &'static str) -> Option<Decoder<'_, 't, 'de>> {
        let is_simple = self.path.is_none() && !self.session.hints.converts_scalars();
        if let (Elements::Tuple(expressions), true) = (&mut self.elements, is_simple) {
            let expression = expressions.next()?;
            self.index += 1;
            self.last = (ErrorOrigin::Expression(expression), None);
            let node = GeneralNode::new(Node::Expression(expression));
            return Some(Decoder::new(self.part.insert(node), self.session));
        }
        let made_up = self.made_up.next().map(Node::MadeUp);
        let node = made_up.or_else(|| self.elements.next(&self.session.input))?;
        self.index += 1;
        self.last = (ErrorOrigin::of(&node), Some(self.session.guesses.get()));
        let is_expression = matches!(node, Node::Expression(_));
        let node = GeneralNode::new(node);
        let node = match self.path.clone() {
            Some(path) if is_expression => node.at_path(Some(path.of_elements())),
            Some(path) => node.at_path(Some(path)),
            None => node.for_target(target, self.session),
        };
        Some(Decoder::new(self.part.insert(node), self.session))
    }

    /// Completes the error of the last element.
    #[cold]
    pub(super) fn refuse(&self, error: Error, target: &'static str) -> Error {
        let (origin, before) = self.last;
        if let (Some(before), None) = (before, &self.path) {
            self.session.retry(target, before);
        }
        explain(error, origin, &self.session.input).in_element(self.index - 1)
    }
}
