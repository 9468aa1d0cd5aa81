//! `SeqAccess` for both passes.

use std::any::type_name;

use serde::de::{DeserializeSeed, SeqAccess, Visitor};

use super::decoder::EitherDecoder;
use crate::de::access::sequence::Sequence;
use crate::de::plain::PlainSequence;
use crate::diagnostic::error::{Error, Result};
use crate::limits::stack::nest;

/// Elements being read.
pub(super) enum EitherSequence<'t, 'de> {
    Plain(PlainSequence<'t, 'de>),
    General(Box<Sequence<'t, 'de>>),
}

impl<'t, 'de> EitherSequence<'t, 'de> {
    /// Lets a visitor read the elements. It must read all of them.
    pub(super) fn visit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let value = nest(|| visit_seq(&mut self, visitor))?;
        match self.finish() {
            Ok(()) => Ok(value),
            Err(error) => Err(error),
        }
    }

    /// Fails if elements are left.
    fn finish(&self) -> Result<()> {
        match self {
            EitherSequence::Plain(sequence) => sequence.finish(),
            EitherSequence::General(sequence) => sequence.finish(),
        }
    }

    /// A decoder for the next element; its target is the type with this name.
    #[inline]
    fn next(&mut self, target: &'static str) -> Option<EitherDecoder<'_, 't, 'de>> {
        if let EitherSequence::Plain(sequence) = self {
            if let Some(expression) = sequence.next_expression() {
                return Some(EitherDecoder::of_expression(expression, sequence.input));
            }
        }
        self.next_of_any(target)
    }

    fn next_of_any(&mut self, target: &'static str) -> Option<EitherDecoder<'_, 't, 'de>> {
        match self {
            EitherSequence::Plain(sequence) => sequence.next().map(EitherDecoder::Plain),
            EitherSequence::General(sequence) => sequence.next(target).map(EitherDecoder::General),
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
        let Some(decoder) = self.next(type_name::<T>()) else { return Ok(None) };
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
