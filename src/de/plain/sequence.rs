//! Elements in the first pass.

use super::decoder::{Part, PlainDecoder};
use super::miss;
use crate::de::input::{Elements, Input};
use crate::diagnostic::error::Result;
use crate::syntax::ExpressionRef;

pub(in crate::de) struct PlainSequence<'t, 'de> {
    elements: Elements<'t>,
    part: Part<'t, 'de>,
    pub(in crate::de) input: &'t Input<'t, 'de>,
}

impl<'t, 'de> PlainSequence<'t, 'de> {
    #[inline]
    pub(super) fn new(elements: Elements<'t>, input: &'t Input<'t, 'de>) -> Self {
        PlainSequence { elements, part: Part::default(), input }
    }

    /// The next element, if all elements are expressions.
    #[inline]
    pub(in crate::de) fn next_expression(&mut self) -> Option<ExpressionRef<'t>> {
        match &mut self.elements {
            Elements::Tuple(elements) => elements.next(),
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

    /// Fails if elements are left.
    #[inline]
    pub(in crate::de) fn finish(&self) -> Result<()> {
        match self.len() {
            0 => Ok(()),
            _ => Err(miss()),
        }
    }
}
