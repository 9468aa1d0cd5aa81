//! `EnumAccess` and `VariantAccess` for both passes.

use std::any::type_name;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, EnumAccess, VariantAccess, Visitor};

use super::decoder::EitherDecoder;
use crate::de::access::variant::{UNIT, Variant};
use crate::de::plain::PlainVariant;
use crate::diagnostic::error::{Error, Result};

/// A variant: its name and its content.
pub(super) enum EitherVariant<'t, 'de> {
    Plain(PlainVariant<'t, 'de>),
    General(Box<Variant<'t, 'de>>),
}

impl<'t, 'de> EitherVariant<'t, 'de> {
    /// A decoder for the name.
    fn name(&mut self) -> EitherDecoder<'_, 't, 'de> {
        match self {
            EitherVariant::Plain(variant) => EitherDecoder::Plain(variant.name()),
            EitherVariant::General(variant) => EitherDecoder::General(variant.name()),
        }
    }

    /// A decoder for the content.
    fn content(
        &mut self,
        expected: &'static str,
        target: Option<&'static str>,
    ) -> Result<EitherDecoder<'_, 't, 'de>> {
        match self {
            EitherVariant::Plain(variant) => variant.content().map(EitherDecoder::Plain),
            EitherVariant::General(variant) => {
                variant.content(expected, target).map(EitherDecoder::General)
            }
        }
    }

    #[cold]
    fn refuse_name(&self, error: Error) -> Error {
        match self {
            EitherVariant::Plain(_) => error,
            EitherVariant::General(variant) => variant.refuse_name(error),
        }
    }

    #[cold]
    fn refuse(&self, error: Error, target: Option<&'static str>) -> Error {
        match self {
            EitherVariant::Plain(_) => error,
            EitherVariant::General(variant) => variant.refuse(error, target),
        }
    }
}

impl<'de> EnumAccess<'de> for EitherVariant<'_, 'de> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'de>>(mut self, seed: T) -> Result<(T::Value, Self)> {
        match seed.deserialize(self.name()) {
            Ok(variant) => Ok((variant, self)),
            Err(error) => Err(self.refuse_name(error)),
        }
    }
}

impl<'de> VariantAccess<'de> for EitherVariant<'_, 'de> {
    type Error = Error;

    fn unit_variant(mut self) -> Result<()> {
        match &mut self {
            EitherVariant::Plain(variant) => return variant.require_unit(),
            EitherVariant::General(variant) => {
                if variant.is_unit() {
                    return Ok(());
                }
            }
        }
        let content = self.content(UNIT, None)?;
        Deserialize::deserialize(content).map_err(|error| match &self {
            EitherVariant::Plain(_) => error,
            EitherVariant::General(variant) => variant.refuse_content(error),
        })
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(mut self, seed: T) -> Result<T::Value> {
        let target = Some(type_name::<T>());
        let content = self.content("a newtype variant", target)?;
        seed.deserialize(content).map_err(|error| self.refuse(error, target))
    }

    fn tuple_variant<V: Visitor<'de>>(mut self, length: usize, visitor: V) -> Result<V::Value> {
        let content = self.content("a tuple variant", None)?;
        content.deserialize_tuple(length, visitor).map_err(|error| self.refuse(error, None))
    }

    fn struct_variant<V: Visitor<'de>>(
        mut self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let content = self.content("a struct variant", None)?;
        content.deserialize_struct("", fields, visitor).map_err(|error| self.refuse(error, None))
    }
}
