//! `SeqAccess` for both passes.

use std::any::type_name;

use serde::de::{DeserializeSeed, SeqAccess, Visitor};

use super::NodeStorage;
use super::decoder::EitherDecoder;
use crate::de::access::sequence::Sequence;
use crate::de::input::Elements;
use crate::de::plain::{PlainDecoder, PlainSequence};
use crate::diagnostic::error::{Error, Result};
use crate::limits::stack::nest;

/// Elements being read.
#[allow(clippy::large_enum_variant, reason = "it stays where it is made")]
pub(super) enum EitherSequence<'t, 'de> {
    Plain(PlainSequence<'t, 'de>),
    General(Sequence<'t, 'de>),
}

impl<'t, 'de> EitherSequence<'t, 'de> {
    /// Lets a visitor read the elements. It must read all of them.
    pub(super) fn visit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let value = nest(|| visit_seq(&mut self, visitor))?;
        match &self {
            EitherSequence::Plain(sequence) => sequence.finish()?,
            EitherSequence::General(sequence) => sequence.finish()?,
        }
        Ok(value)
    }

    /// A decoder for the next element; its target is the type with this name.
    #[inline(always)]
    fn next<'a>(
        &mut self,
        target: &'static str,
        storage: &'a mut NodeStorage<'t, 'de>,
    ) -> Option<EitherDecoder<'a, 't, 'de>> {
        match self {
            EitherSequence::Plain(sequence) => {
                if let Elements::Tuple(elements) = &mut sequence.elements {
                    let expression = elements.next()?;
                    let decoder = PlainDecoder::of_expression(expression, sequence.input);
                    return Some(EitherDecoder::Plain(decoder));
                }
                Some(EitherDecoder::of_part(sequence.next()?, sequence.input, storage))
            }
            EitherSequence::General(sequence) => {
                sequence.next(target, storage).map(EitherDecoder::General)
            }
        }
    }

    /// Completes the error of the last element.
    #[cold]
    fn refuse(&self, error: Error, target: &'static str) -> Error {
        match self {
            EitherSequence::Plain(_) => error,
            EitherSequence::General(sequence) => sequence.refuse(error, target),
        }
    }
}

/// Calls the visitor. Not inlined, because it is called both with and without a new stack segment.
#[inline(never)]
fn visit_seq<'de, V: Visitor<'de>>(
    sequence: &mut EitherSequence<'_, 'de>,
    visitor: V,
) -> Result<V::Value> {
    visitor.visit_seq(sequence)
}

impl<'de> SeqAccess<'de> for EitherSequence<'_, 'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let mut storage = None;
        let Some(decoder) = self.next(type_name::<T>(), &mut storage) else { return Ok(None) };
        match seed.deserialize(decoder) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(self.refuse(error, type_name::<T>())),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(match self {
            EitherSequence::Plain(sequence) => sequence.len(),
            EitherSequence::General(sequence) => sequence.len(),
        })
    }
}
