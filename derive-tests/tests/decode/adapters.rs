//! Types inside the deserializers of other crates.

use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde_hcl::Expression;

use crate::decode;

/// An adapter that passes the targets of values on in a seed of its own, as crates for the paths of errors do.
struct Adapter<D>(D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Adapter<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(Adapter(visitor))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Adapter<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(Adapter(map))
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Adapter<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        self.0.next_key_seed(seed)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(Adapter(seed))
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Adapter<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(deserializer)
    }
}

#[test]
fn an_adapter_may_hide_what_fills_a_buffer() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Disk {
        size: u32,
    }

    #[derive(Deserialize, Debug)]
    struct Parts {
        disk: Disk,
        note: Expression,
    }

    #[derive(Deserialize, Debug)]
    struct Machine {
        name: String,
        #[serde(flatten)]
        parts: Parts,
    }

    #[derive(Debug)]
    struct Adapted(Machine);

    impl<'de> Deserialize<'de> for Adapted {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            Machine::deserialize(Adapter(deserializer)).map(Adapted)
        }
    }

    let source = "name = \"a${1}\"\ndisk {\n  size = \"2\"\n}\nnote = nope\n";
    for machine in [decode::<Machine>(source), decode::<Adapted>(source).0] {
        assert_eq!((&*machine.name, machine.parts.disk), ("a1", Disk { size: 2 }));
        assert_eq!(machine.parts.note.to_string(), "nope");
    }
}
