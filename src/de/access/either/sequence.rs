//! `SeqAccess` for both passes.

use std::any::type_name;

use serde::de::{DeserializeSeed, SeqAccess, Visitor};

use super::decoder::EitherDecoder;
use crate::de::access::sequence::Sequence;
use crate::de::input::Input;
use crate::de::plain::PlainSequence;
use crate::diagnostic::error::{Error, Result};
use crate::limits::stack::nest;
use crate::syntax::Expressions;

/// Elements being read.
pub(super) enum EitherSequence<'t, 'de> {
    Plain(PlainSequence<'t, 'de>),
    General(Box<Sequence<'t, 'de>>),
}

impl<'t, 'de> EitherSequence<'t, 'de> {
    /// Lets a visitor read the elements. It must read all of them.
    #[inline]
    pub(super) fn visit<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        match self {
            EitherSequence::Plain(_) => nest(|| visit_seq(self, visitor)),
            EitherSequence::General(_) => self.visit_general(visitor),
        }
    }

    /// Not inlined, because the first pass does not need its code.
    #[inline(never)]
    fn visit_general<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        let value = nest(|| visit_seq(self, visitor))?;
        if let EitherSequence::General(sequence) = self {
            sequence.finish()?;
        }
        Ok(value)
    }

    /// The elements, if they are expressions of the first pass.
    #[inline(always)]
    fn expressions(&mut self) -> Option<(&mut Expressions<'t>, &'t Input<'t, 'de>)> {
        match self {
            EitherSequence::Plain(sequence) => {
                let input = sequence.input;
                Some((sequence.expressions()?, input))
            }
            EitherSequence::General(_) => None,
        }
    }

    /// A decoder for the next element; its target is the type with this name.
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

    /// Inlined into the loops of visitors.
    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let decoder = match self.expressions() {
            Some((expressions, input)) => match expressions.next() {
                Some(expression) => EitherDecoder::of_expression(expression, input),
                None => return Ok(None),
            },
            None => match self.next_of_any(type_name::<T>()) {
                Some(decoder) => decoder,
                None => return Ok(None),
            },
        };
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
