//! Lists of which a layer has only one element.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};

/// A value from merged configurations, in which one block stands for a list of one.
///
/// A single block `rule { … }` is a map for the crates `config` and `figment`, because they don't know
/// the type of the settings when they read a file. So a field `rule: Vec<Rule>` is an error: "found map,
/// expected a sequence". This type asks the settings which fields are lists, at any depth:
///
/// ```
/// # #[cfg(feature = "figment")] {
/// use figment::Figment;
/// use figment::providers::Format;
/// use serde_hcl::{Hcl, Layered};
///
/// #[derive(serde::Deserialize)]
/// struct Settings {
///     rule: Vec<Rule>,
/// }
///
/// #[derive(serde::Deserialize)]
/// struct Rule {
///     path: String,
/// }
///
/// let figment = Figment::from(Hcl::string("rule {\n  path = \"/\"\n}\n"));
/// assert!(figment.extract::<Settings>().is_err());
/// let Layered(settings) = figment.extract::<Layered<Settings>>().unwrap();
/// assert_eq!(settings.rule[0].path, "/");
/// # }
/// ```
///
/// Fields of flattened structs and of untagged or internally tagged enums can't be asked: serde buffers
/// them. Put `Layered` around their own lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Layered<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Layered<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(Asked(deserializer)).map(Layered)
    }
}

/// A deserializer, seed, visitor or access of another format that passes a map as a list of one, if a
/// list is asked for.
struct Asked<X>(X);

macro_rules! forward {
    ($visitor:ident: $($method:ident ($($argument:ident: $ty:ty),*))*) => { $(
        fn $method<V: Visitor<'de>>(
            self $(, $argument: $ty)*, visitor: V
        ) -> Result<V::Value, D::Error> {
            self.0.$method($($argument,)* $visitor(visitor))
        }
    )* };
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Asked<D> {
    type Error = D::Error;

    forward! { Asked:
        deserialize_any() deserialize_bool() deserialize_i8() deserialize_i16() deserialize_i32()
        deserialize_i64() deserialize_i128() deserialize_u8() deserialize_u16() deserialize_u32()
        deserialize_u64() deserialize_u128() deserialize_f32() deserialize_f64() deserialize_char()
        deserialize_str() deserialize_string() deserialize_bytes() deserialize_byte_buf()
        deserialize_option() deserialize_unit() deserialize_unit_struct(name: &'static str)
        deserialize_newtype_struct(name: &'static str) deserialize_map()
        deserialize_struct(name: &'static str, fields: &'static [&'static str])
        deserialize_enum(name: &'static str, variants: &'static [&'static str])
        deserialize_identifier() deserialize_ignored_any()
    }

    forward! { AskedForList:
        deserialize_seq() deserialize_tuple(length: usize)
        deserialize_tuple_struct(name: &'static str, length: usize)
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Asked<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(Asked(deserializer))
    }
}

/// The visitor of a list.
struct AskedForList<V>(V);

/// Implements a visitor. It passes a map to the inner visitor with this method, in this form.
macro_rules! visitor {
    ($visitor:ident, $visit_map:ident($form:path), $($method:ident($ty:ty))*) => {
        impl<'de, V: Visitor<'de>> Visitor<'de> for $visitor<V> {
            type Value = V::Value;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.expecting(f)
            }

            $(fn $method<E: Error>(self, value: $ty) -> Result<V::Value, E> {
                self.0.$method(value)
            })*

            fn visit_none<E: Error>(self) -> Result<V::Value, E> {
                self.0.visit_none()
            }

            fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
                self.0.visit_unit()
            }

            fn visit_some<D: Deserializer<'de>>(self, content: D) -> Result<V::Value, D::Error> {
                self.0.visit_some(Asked(content))
            }

            fn visit_newtype_struct<D: Deserializer<'de>>(
                self,
                content: D,
            ) -> Result<V::Value, D::Error> {
                self.0.visit_newtype_struct(Asked(content))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, access: A) -> Result<V::Value, A::Error> {
                self.0.visit_seq(Asked(access))
            }

            fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<V::Value, A::Error> {
                self.0.$visit_map($form(access))
            }

            fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<V::Value, A::Error> {
                self.0.visit_enum(Asked(access))
            }
        }
    };
    ($visitor:ident, $visit_map:ident($form:path)) => {
        visitor! {
            $visitor, $visit_map($form),
            visit_bool(bool) visit_i8(i8) visit_i16(i16) visit_i32(i32) visit_i64(i64)
            visit_i128(i128) visit_u8(u8) visit_u16(u16) visit_u32(u32) visit_u64(u64)
            visit_u128(u128) visit_f32(f32) visit_f64(f64) visit_char(char) visit_str(&str)
            visit_borrowed_str(&'de str) visit_string(String) visit_bytes(&[u8])
            visit_borrowed_bytes(&'de [u8]) visit_byte_buf(Vec<u8>)
        }
    };
}

visitor! { Asked, visit_map(Asked) }
visitor! { AskedForList, visit_seq(One::new) }

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Asked<A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.0.next_element_seed(Asked(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Asked<A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.0.next_key_seed(seed)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(Asked(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: EnumAccess<'de>> EnumAccess<'de> for Asked<A> {
    type Error = A::Error;
    type Variant = Asked<A::Variant>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Asked<A::Variant>), A::Error> {
        self.0.variant_seed(seed).map(|(value, variant)| (value, Asked(variant)))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Asked<A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.0.unit_variant()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.0.newtype_variant_seed(Asked(seed))
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.0.tuple_variant(length, Asked(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.0.struct_variant(fields, Asked(visitor))
    }
}

/// A list of one, which is a map.
struct One<A> {
    map: Option<A>,
}

impl<A> One<A> {
    fn new(map: A) -> Self {
        One { map: Some(map) }
    }
}

impl<'de, A: MapAccess<'de>> SeqAccess<'de> for One<A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        // The element itself is no list of one: a type that is a list of itself would have no end.
        let map = self.map.take().map(|map| MapAccessDeserializer::new(Asked(map)));
        map.map(|map| seed.deserialize(map)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(usize::from(self.map.is_some()))
    }
}
