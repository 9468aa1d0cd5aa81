//! Elements in the first pass.

use super::decoder::{Part, PlainDecoder};
use super::record_miss;
use crate::de::input::{Elements, Input};
use crate::syntax::Expressions;

pub(in crate::de) struct PlainSequence<'t, 'de> {
    elements: Elements<'t>,
    part: Part<'t, 'de>,
    pub(in crate::de) input: &'t Input<'t, 'de>,
}

impl<'t, 'de> PlainSequence<'t, 'de> {
    #[inline]
    pub(in crate::de) fn new(elements: Elements<'t>, input: &'t Input<'t, 'de>) -> Self {
        PlainSequence { elements, part: Part::default(), input }
    }

    /// The elements, if all are expressions.
    #[inline]
    pub(in crate::de) fn expressions(&mut self) -> Option<&mut Expressions<'t>> {
        match &mut self.elements {
            Elements::Tuple(elements) => Some(elements),
            _ => None,
        }
    }

    /// A decoder for the next element.
    pub(in crate::de) fn next(&mut self) -> Option<PlainDecoder<'_, 't, 'de>> {
        let node = self.part.insert(self.elements.next(self.input)?);
        Some(PlainDecoder::of_node(node, self.input))
    }

    #[inline]
    pub(in crate::de) fn len(&self) -> usize {
        self.elements.len()
    }
}

impl Drop for PlainSequence<'_, '_> {
    /// Misses if a visitor has left elements; see [`PlainMapping`](super::PlainMapping).
    #[inline]
    fn drop(&mut self) {
        if self.len() != 0 {
            record_miss();
        }
    }
}
