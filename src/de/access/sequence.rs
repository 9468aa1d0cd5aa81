//! serde's `SeqAccess` over tuples, lists and sets, blocks and labels.

use serde::de::{DeserializeSeed, Error as _, SeqAccess, Visitor};

use super::decoder::Decoder;
use super::expression::ExpressionDecoder;
use super::session::Session;
use crate::de::buffering::BufferPath;
use crate::de::explain::explain;
use crate::de::input::{Elements, ErrorOrigin};
use crate::error::{Error, Result};
use crate::value::nest;

/// Lets a visitor read the elements. It must read all of them.
#[inline]
pub(super) fn visit<'t, 'de, V: Visitor<'de>>(
    elements: Elements<'t>,
    session: &'t Session<'t, 'de>,
    visitor: V,
) -> Result<V::Value> {
    visit_at(None, elements, session, visitor)
}

/// The same for elements that may go into a buffer.
#[inline]
pub(super) fn visit_at<'t, 'de, V: Visitor<'de>>(
    path: Option<BufferPath>,
    elements: Elements<'t>,
    session: &'t Session<'t, 'de>,
    visitor: V,
) -> Result<V::Value> {
    let mut sequence = Sequence { elements, index: 0, path, session };
    let value = nest(|| visitor.visit_seq(&mut sequence))?;
    match sequence.elements.len() {
        0 => Ok(value),
        left => Err(Error::invalid_length(sequence.index + left, &"fewer elements")),
    }
}

struct Sequence<'t, 'de> {
    elements: Elements<'t>,
    /// How many elements have been read.
    index: usize,
    path: Option<BufferPath>,
    session: &'t Session<'t, 'de>,
}

impl<'de> SeqAccess<'de> for Sequence<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let index = self.index;
        self.index += 1;
        // The fast path for nearly all elements: the node isn't built.
        let (result, origin) = if let Elements::Tuple(expressions) = &mut self.elements {
            let Some(expression) = expressions.next() else { return Ok(None) };
            let decoder = ExpressionDecoder::new(expression, self.session);
            (seed.deserialize(decoder), ErrorOrigin::Expression(expression))
        } else {
            let Some(node) = self.elements.next(&self.session.input) else { return Ok(None) };
            let origin = ErrorOrigin::of(&node);
            let decoder = Decoder::new(node, self.session);
            let result = match self.path.clone() {
                Some(path) => seed.deserialize(decoder.at_path(Some(path))),
                None => {
                    let before = self.session.guesses.get();
                    let result = seed.deserialize(decoder.for_target::<T>());
                    result.inspect_err(|_| self.session.retry::<T>(before))
                }
            };
            (result, origin)
        };
        match result {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(explain(error, origin, &self.session.input).in_element(index)),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.elements.len())
    }
}
