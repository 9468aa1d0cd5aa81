//! `MapAccess` for both passes.

use std::any::type_name;
use std::borrow::Cow;

use serde::de::{DeserializeSeed, MapAccess, Visitor};

use super::NodeStorage;
use super::decoder::EitherDecoder;
use crate::de::access::key::KeyDecoder;
use crate::de::access::mapping::Mapping;
use crate::de::buffering::is_option_of_option;
use crate::de::plain::{PlainDecoder, PlainMapping, miss};
use crate::diagnostic::error::{Error, Result};
use crate::limits::stack::nest;

/// Entries being read.
#[allow(clippy::large_enum_variant, reason = "it stays where it is made")]
pub(in crate::de::access) enum EitherMapping<'t, 'de> {
    Plain(PlainMapping<'t, 'de>),
    General(Mapping<'t, 'de>),
}

impl<'t, 'de> EitherMapping<'t, 'de> {
    /// Lets a visitor read the entries. It must read all of them.
    pub(super) fn visit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let result = nest(|| visit_map(&mut self, visitor));
        match (&mut self, result) {
            (EitherMapping::Plain(mapping), Ok(value)) => mapping.finish().map(|()| value),
            (EitherMapping::Plain(_), Err(error)) => Err(error),
            (EitherMapping::General(mapping), Ok(value)) => mapping.finish().map(|()| value),
            (EitherMapping::General(mapping), Err(error)) => Err(mapping.fail(error)),
        }
    }

    /// Moves on to the next entry, and returns its name.
    #[inline(always)]
    fn next_name(&mut self) -> Result<Option<Cow<'de, str>>> {
        match self {
            EitherMapping::Plain(mapping) => match mapping.next_plain_name() {
                Some(name) => name.map(|name| name.map(Cow::Borrowed)),
                None => Ok(mapping.next_name()),
            },
            EitherMapping::General(mapping) => Ok(mapping.next_name()),
        }
    }

    /// The target asks for the name of a field.
    #[inline]
    pub(in crate::de::access) fn begin_field(&mut self) -> Result<()> {
        match self {
            EitherMapping::Plain(mapping) if mapping.is_flattened() => Err(miss()),
            EitherMapping::Plain(_) => Ok(()),
            EitherMapping::General(mapping) => {
                mapping.wants_field_names = true;
                Ok(())
            }
        }
    }

    /// Completes the decoding of a key.
    fn after_key<K>(&mut self, key: Result<K>) -> Result<Option<K>> {
        match self {
            EitherMapping::Plain(_) => key.map(Some),
            EitherMapping::General(mapping) => {
                mapping.after_key()?;
                key.map(Some).map_err(|error| mapping.refuse_key(error))
            }
        }
    }

    /// A decoder for the value of the entry; its target is the type with this name.
    #[inline(always)]
    fn next_value<'a>(
        &mut self,
        target: &'static str,
        is_option_of_option: bool,
        storage: &'a mut NodeStorage<'t, 'de>,
    ) -> Result<EitherDecoder<'a, 't, 'de>> {
        match self {
            EitherMapping::Plain(mapping) => {
                if let Some(expression) = mapping.next_expression(is_option_of_option) {
                    let decoder = PlainDecoder::of_expression(expression, mapping.input);
                    return Ok(EitherDecoder::Plain(decoder));
                }
                let part = mapping.next_value(is_option_of_option)?;
                Ok(EitherDecoder::of_part(part, mapping.input, storage))
            }
            EitherMapping::General(mapping) => {
                mapping.next_value(target, is_option_of_option, storage).map(EitherDecoder::General)
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
        let key = seed.deserialize(KeyDecoder::new(name, self));
        self.after_key(key)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        let (target, is_option_of_option) = (type_name::<T>(), is_option_of_option::<T>());
        let mut storage = None;
        let decoder = self.next_value(target, is_option_of_option, &mut storage)?;
        seed.deserialize(decoder).map_err(|error| self.refuse_value(error, target))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(match self {
            EitherMapping::Plain(mapping) => mapping.len(),
            EitherMapping::General(mapping) => mapping.len(),
        })
    }
}
