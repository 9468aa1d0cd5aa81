//! `EnumAccess` and `VariantAccess` for both passes.

use std::any::type_name;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, EnumAccess, VariantAccess, Visitor};

use super::NodeStorage;
use super::decoder::EitherDecoder;
use crate::de::access::variant::{UNIT, Variant};
use crate::de::plain::{PlainPart, PlainVariant};
use crate::diagnostic::error::{Error, Result};

/// A variant: its name and its content.
#[allow(clippy::large_enum_variant, reason = "it is used at once")]
pub(super) enum EitherVariant<'t, 'de> {
    Plain(PlainVariant<'t, 'de>),
    General(Variant<'t, 'de>),
}

impl<'t, 'de> EitherVariant<'t, 'de> {
    /// A decoder for the content.
    fn content<'a>(
        &mut self,
        expected: &'static str,
        target: Option<&'static str>,
        storage: &'a mut NodeStorage<'t, 'de>,
    ) -> Result<EitherDecoder<'a, 't, 'de>> {
        match self {
            EitherVariant::Plain(variant) => {
                let content = PlainPart::Node(variant.content()?);
                Ok(EitherDecoder::of_part(content, variant.input, storage))
            }
            EitherVariant::General(variant) => {
                variant.content(expected, target, storage).map(EitherDecoder::General)
            }
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

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self)> {
        let mut storage = None;
        let decoder = match &self {
            EitherVariant::Plain(variant) => {
                EitherDecoder::of_part(PlainPart::Node(variant.name()), variant.input, &mut storage)
            }
            EitherVariant::General(variant) => EitherDecoder::General(variant.name(&mut storage)),
        };
        match (seed.deserialize(decoder), &self) {
            (Ok(variant), _) => Ok((variant, self)),
            (Err(error), EitherVariant::Plain(_)) => Err(error),
            (Err(error), EitherVariant::General(variant)) => Err(variant.refuse_name(error)),
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
        let mut storage = None;
        let content = self.content(UNIT, None, &mut storage)?;
        Deserialize::deserialize(content).map_err(|error| match &self {
            EitherVariant::Plain(_) => error,
            EitherVariant::General(variant) => variant.refuse_content(error),
        })
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(mut self, seed: T) -> Result<T::Value> {
        let (mut storage, target) = (None, Some(type_name::<T>()));
        let content = self.content("a newtype variant", target, &mut storage)?;
        seed.deserialize(content).map_err(|error| self.refuse(error, target))
    }

    fn tuple_variant<V: Visitor<'de>>(mut self, length: usize, visitor: V) -> Result<V::Value> {
        let mut storage = None;
        let content = self.content("a tuple variant", None, &mut storage)?;
        content.deserialize_tuple(length, visitor).map_err(|error| self.refuse(error, None))
    }

    fn struct_variant<V: Visitor<'de>>(
        mut self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let mut storage = None;
        let content = self.content("a struct variant", None, &mut storage)?;
        content.deserialize_struct("", fields, visitor).map_err(|error| self.refuse(error, None))
    }
}
