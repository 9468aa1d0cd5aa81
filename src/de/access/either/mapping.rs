//! `MapAccess` for both passes.

use std::any::type_name;
use std::borrow::Cow;

use serde::de::{DeserializeSeed, MapAccess, Visitor};

use super::decoder::EitherDecoder;
use crate::de::access::key::KeyDecoder;
use crate::de::access::mapping::Mapping;
use crate::de::buffering::is_option_of_option;
use crate::de::plain::{PlainMapping, miss};
use crate::diagnostic::error::{Error, Result};
use crate::limits::stack::nest;

/// Entries being read.
pub(in crate::de::access) enum EitherMapping<'t, 'de> {
    Plain(PlainMapping<'t, 'de>),
    General(Box<Mapping<'t, 'de>>),
}

impl<'t, 'de> EitherMapping<'t, 'de> {
    /// Lets a visitor read the entries. It must read all of them.
    #[inline]
    pub(super) fn visit<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        match self {
            EitherMapping::Plain(_) => nest(|| visit_map(self, visitor)),
            EitherMapping::General(_) => self.visit_general(visitor),
        }
    }

    /// Not inlined, because the first pass does not need its code.
    #[inline(never)]
    fn visit_general<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        let value = nest(|| visit_map(self, visitor));
        match (value, self) {
            (Ok(value), EitherMapping::General(mapping)) => mapping.finish().map(|()| value),
            (Err(error), EitherMapping::General(mapping)) => Err(mapping.fail(error)),
            (value, EitherMapping::Plain(_)) => value,
        }
    }

    /// Moves on to the next entry, and returns its name.
    #[inline]
    fn next_name(&mut self) -> Result<Option<Cow<'de, str>>> {
        if let EitherMapping::Plain(mapping) = self {
            if let Some(name) = mapping.next_plain_name() {
                return Ok(Some(Cow::Borrowed(name)));
            }
            if mapping.has_ended {
                return Ok(None);
            }
        }
        self.next_name_of_any()
    }

    fn next_name_of_any(&mut self) -> Result<Option<Cow<'de, str>>> {
        match self {
            EitherMapping::Plain(mapping) => mapping.next_other_name(),
            EitherMapping::General(mapping) => Ok(mapping.next_name()),
        }
    }

    /// The target asks for the name of a field.
    #[inline]
    pub(in crate::de::access) fn begin_field(&mut self) -> Result<()> {
        match self {
            EitherMapping::Plain(mapping) if mapping.is_flattened => Err(miss()),
            EitherMapping::Plain(_) => Ok(()),
            EitherMapping::General(mapping) => {
                mapping.wants_field_names = true;
                Ok(())
            }
        }
    }

    /// Completes the decoding of a key.
    #[inline]
    fn after_key(&mut self) -> Result<()> {
        match self {
            EitherMapping::Plain(_) => Ok(()),
            EitherMapping::General(mapping) => mapping.after_key(),
        }
    }

    #[cold]
    fn refuse_key(&mut self, error: Error) -> Error {
        match self {
            EitherMapping::Plain(_) => error,
            EitherMapping::General(mapping) => match mapping.after_key() {
                Ok(()) => mapping.refuse_key(error),
                Err(error) => error,
            },
        }
    }

    /// A decoder for the value of the entry, if the first pass knows that it is an expression.
    #[inline(always)]
    fn plain_value<'a>(&self) -> Option<EitherDecoder<'a, 't, 'de>> {
        match self {
            EitherMapping::Plain(mapping) => mapping.plain_value().map(EitherDecoder::Plain),
            EitherMapping::General(_) => None,
        }
    }

    /// A decoder for the value of the entry; its target is the type with this name.
    fn next_value(
        &mut self,
        target: &'static str,
        is_option_of_option: bool,
    ) -> Result<EitherDecoder<'_, 't, 'de>> {
        match self {
            EitherMapping::Plain(mapping) => {
                mapping.next_value(is_option_of_option).map(EitherDecoder::Plain)
            }
            EitherMapping::General(mapping) => {
                mapping.next_value(target, is_option_of_option).map(EitherDecoder::General)
            }
        }
    }

    #[cold]
    fn refuse_value(&mut self, error: Error, target: &'static str) -> Error {
        match self {
            EitherMapping::Plain(_) => error,
            EitherMapping::General(mapping) => mapping.refuse_value(error, target),
        }
    }
}

/// Calls the visitor. Not inlined, because it is called both with and without a new stack segment.
#[inline(never)]
fn visit_map<'de, V: Visitor<'de>>(
    mapping: &mut EitherMapping<'_, 'de>,
    visitor: V,
) -> Result<V::Value> {
    visitor.visit_map(mapping)
}

impl<'de> MapAccess<'de> for EitherMapping<'_, 'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some(name) = self.next_name()? else { return Ok(None) };
        match seed.deserialize(KeyDecoder::new(name, self)) {
            Ok(key) => self.after_key().map(|()| Some(key)),
            Err(error) => Err(self.refuse_key(error)),
        }
    }

    /// Not inlined, so that all fields of one type share its code: a struct with many fields then fits into the
    /// processor's cache.
    #[inline(never)]
    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        let (target, is_option_of_option) = (type_name::<T>(), is_option_of_option::<T>());
        let decoder = match self.plain_value() {
            Some(decoder) if !is_option_of_option => decoder,
            _ => self.next_value(target, is_option_of_option)?,
        };
        seed.deserialize(decoder).map_err(|error| self.refuse_value(error, target))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(match self {
            EitherMapping::Plain(mapping) => mapping.len(),
            EitherMapping::General(mapping) => mapping.len(),
        })
    }
}
