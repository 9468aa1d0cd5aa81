//! Any sequence of calls that serde's data model allows, also pointless ones.

use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use super::generate::text;

/// A call of a serializer.
#[derive(Clone, Debug)]
pub(super) enum Anything {
    Bool(bool),
    Integer(i64),
    Large(u128),
    Float(f64),
    Char(char),
    Text(String),
    Bytes(Vec<u8>),
    None,
    Some(Box<Anything>),
    Unit,
    UnitVariant(&'static str),
    Newtype(&'static str, Box<Anything>),
    NewtypeVariant(&'static str, Box<Anything>),
    Sequence(Vec<Anything>),
    Tuple(Vec<Anything>),
    TupleStruct(Vec<Anything>),
    TupleVariant(&'static str, Vec<Anything>),
    Map(Vec<(Anything, Anything)>, bool),
    Struct(Vec<(&'static str, Anything)>),
    StructVariant(&'static str, Vec<(&'static str, Anything)>),
}

pub(super) fn anything() -> impl Strategy<Value = Anything> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Anything::Bool),
        any::<i64>().prop_map(Anything::Integer),
        any::<u128>().prop_map(Anything::Large),
        any::<f64>().prop_map(Anything::Float),
        any::<char>().prop_map(Anything::Char),
        text().prop_map(Anything::Text),
        name().prop_map(|name| Anything::Text(name.to_owned())),
        vec(any::<u8>(), 0..3).prop_map(Anything::Bytes),
        Just(Anything::None),
        Just(Anything::Unit),
        name().prop_map(Anything::UnitVariant),
    ];
    leaf.prop_recursive(6, 40, 4, |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        let parts = || vec(inner.clone(), 0..4);
        let fields = || vec((name(), inner.clone()), 0..5);
        let key = prop_oneof![
            8 => name().prop_map(|name| Anything::Text(name.to_owned())),
            1 => inner.clone(),
        ];
        prop_oneof![
            1 => boxed().prop_map(Anything::Some),
            1 => (wrapper(), boxed()).prop_map(|(name, inner)| Anything::Newtype(name, inner)),
            1 => (name(), boxed()).prop_map(|(name, inner)| Anything::NewtypeVariant(name, inner)),
            1 => parts().prop_map(Anything::Sequence),
            1 => parts().prop_map(Anything::Tuple),
            1 => parts().prop_map(Anything::TupleStruct),
            1 => (name(), parts()).prop_map(|(name, parts)| Anything::TupleVariant(name, parts)),
            1 => (vec((key, inner.clone()), 0..5), any::<bool>())
                .prop_map(|(entries, is_sized)| Anything::Map(entries, is_sized)),
            4 => fields().prop_map(Anything::Struct),
            1 => (name(), fields()).prop_map(|(name, fields)| Anything::StructVariant(name, fields)),
        ]
    })
}

fn name() -> impl Strategy<Value = &'static str> {
    let names = [
        "a",
        "b",
        "cd",
        "longer-name",
        "é",
        "for",
        "null",
        "",
        "a b",
        "1",
        "$label",
        "$label:x",
        "$labels",
        "$blocks",
        "$other",
        "\"",
        "${",
    ];
    prop_oneof![
        3 => proptest::sample::select(names[..7].to_vec()),
        1 => proptest::sample::select(names.to_vec()),
    ]
}

/// Names of newtypes, with those that have a meaning for the crate.
fn wrapper() -> impl Strategy<Value = &'static str> {
    let names = ["Newtype", "$serde_hcl::Attribute", "$serde_hcl::Block", "$serde_hcl::Number"];
    proptest::sample::select(names.to_vec())
}

impl Serialize for Anything {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const NAME: &str = "Anything";
        match self {
            Anything::Bool(bool) => serializer.serialize_bool(*bool),
            Anything::Integer(integer) => serializer.serialize_i64(*integer),
            Anything::Large(integer) => serializer.serialize_u128(*integer),
            Anything::Float(float) => serializer.serialize_f64(*float),
            Anything::Char(char) => serializer.serialize_char(*char),
            Anything::Text(text) => serializer.serialize_str(text),
            Anything::Bytes(bytes) => serializer.serialize_bytes(bytes),
            Anything::None => serializer.serialize_none(),
            Anything::Some(inner) => serializer.serialize_some(inner),
            Anything::Unit => serializer.serialize_unit(),
            Anything::UnitVariant(name) => serializer.serialize_unit_variant(NAME, 0, name),
            Anything::Newtype(name, inner) => serializer.serialize_newtype_struct(name, inner),
            Anything::NewtypeVariant(name, inner) => {
                serializer.serialize_newtype_variant(NAME, 0, name, inner)
            }
            Anything::Sequence(parts) => {
                let mut sequence = serializer.serialize_seq(None)?;
                parts.iter().try_for_each(|part| sequence.serialize_element(part))?;
                sequence.end()
            }
            Anything::Tuple(parts) => {
                let mut tuple = serializer.serialize_tuple(parts.len())?;
                parts.iter().try_for_each(|part| tuple.serialize_element(part))?;
                tuple.end()
            }
            Anything::TupleStruct(parts) => {
                let mut tuple = serializer.serialize_tuple_struct(NAME, parts.len())?;
                parts.iter().try_for_each(|part| tuple.serialize_field(part))?;
                tuple.end()
            }
            Anything::TupleVariant(name, parts) => {
                let mut tuple = serializer.serialize_tuple_variant(NAME, 0, name, parts.len())?;
                parts.iter().try_for_each(|part| tuple.serialize_field(part))?;
                tuple.end()
            }
            Anything::Map(entries, is_sized) => {
                let mut map = serializer.serialize_map(is_sized.then_some(entries.len()))?;
                entries.iter().try_for_each(|(key, value)| map.serialize_entry(key, value))?;
                map.end()
            }
            Anything::Struct(fields) => {
                let mut fields_of = serializer.serialize_struct(NAME, fields.len())?;
                fields
                    .iter()
                    .try_for_each(|(name, value)| fields_of.serialize_field(name, value))?;
                fields_of.end()
            }
            Anything::StructVariant(name, fields) => {
                let mut fields_of =
                    serializer.serialize_struct_variant(NAME, 0, name, fields.len())?;
                fields
                    .iter()
                    .try_for_each(|(name, value)| fields_of.serialize_field(name, value))?;
                fields_of.end()
            }
        }
    }
}
