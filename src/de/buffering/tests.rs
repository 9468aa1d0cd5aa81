//! Tests of the behaviour of serde and serde_derive that the hints rely on, in the order of the
//! cases of the [module](super).

use std::any::type_name;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use serde::Deserialize;
use serde::de::value::{BytesDeserializer, MapAccessDeserializer, MapDeserializer};
use serde::de::{DeserializeSeed, Deserializer, Error as _, Expected, MapAccess, Visitor};

use super::site::Sites;
use super::*;
use crate::diagnostic::cause::ErrorCause;
use crate::diagnostic::error::{Error, Result};
use crate::value::Value;
use crate::{Expression, from_str};

#[derive(Deserialize, Debug, PartialEq)]
struct Server {
    port: u16,
}

#[derive(Deserialize)]
struct Pair(#[allow(dead_code)] u8, #[allow(dead_code)] u8);

#[derive(Deserialize)]
struct Unit;

#[derive(Deserialize)]
struct Newtype(#[allow(dead_code)] Server);

#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord)]
enum External {
    #[allow(dead_code)]
    Server { port: u16 },
}

#[derive(Deserialize)]
#[serde(tag = "type")]
enum Internal {
    #[allow(dead_code)]
    Server { port: u16 },
}

#[derive(Deserialize)]
#[serde(tag = "type", content = "content")]
enum Adjacent {
    #[allow(dead_code)]
    Server(Server),
}

/// Decodes `T` from a serde buffer.
#[derive(Deserialize)]
#[serde(untagged)]
enum Buffered<T> {
    Only(#[allow(dead_code)] T),
}

#[derive(Deserialize, Debug)]
struct Flat<T> {
    #[allow(dead_code)]
    name: Option<String>,
    #[serde(flatten)]
    rest: T,
}

/// A deserializer that records the method called by a target, the name of the visitor, and its
/// description.
#[derive(Default)]
struct Recorder {
    method: Cell<&'static str>,
    visitor: Cell<&'static str>,
    expected: RefCell<String>,
}

macro_rules! record {
    ($($method:ident($($argument:ty),*))*) => {$(
        fn $method<V: Visitor<'de>>(self, $(_: $argument,)* visitor: V) -> Result<V::Value> {
            self.method.set(stringify!($method));
            self.visitor.set(type_name::<V>());
            self.expected.replace((&visitor as &dyn Expected).to_string());
            Err(Error::custom("recorded"))
        }
    )*};
}

impl<'de> Deserializer<'de> for &Recorder {
    type Error = Error;

    record! {
        deserialize_any() deserialize_bool() deserialize_i8() deserialize_i16()
        deserialize_i32() deserialize_i64() deserialize_u8() deserialize_u16()
        deserialize_u32() deserialize_u64() deserialize_f32() deserialize_f64()
        deserialize_char() deserialize_str() deserialize_string() deserialize_bytes()
        deserialize_byte_buf() deserialize_option() deserialize_unit()
        deserialize_unit_struct(&'static str) deserialize_newtype_struct(&'static str)
        deserialize_seq() deserialize_tuple(usize) deserialize_tuple_struct(&'static str, usize)
        deserialize_map() deserialize_struct(&'static str, &'static [&'static str])
        deserialize_enum(&'static str, &'static [&'static str])
        deserialize_identifier() deserialize_ignored_any()
    }
}

fn record<'de, T: Deserialize<'de>>() -> Recorder {
    let recorder = Recorder::default();
    assert!(T::deserialize(&recorder).is_err());
    recorder
}

/// The method that a target calls for the first key of a map.
fn method_for_key<'de, T: Deserialize<'de>>() -> &'static str {
    struct Keys<'a>(&'a Recorder);

    impl<'de> MapAccess<'de> for Keys<'_> {
        type Error = Error;

        fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
            seed.deserialize(self.0).map(Some)
        }

        fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, _seed: V) -> Result<V::Value> {
            Err(Error::custom("no value"))
        }
    }

    let recorder = Recorder::default();
    let keys = MapAccessDeserializer::new(Keys(&recorder));
    assert!(T::deserialize(keys).is_err());
    recorder.method.get()
}

/// Decodes `T` from a buffer with a placeholder. Returns the recorded facts.
fn outcome_of_placeholder<'de, T: Deserialize<'de>>() -> scope::Outcome {
    let scope = Scope::of_attempt();
    let site = Sites::default().of_target("target");
    let bytes = Placeholder::new(Purpose::Entry(site)).into_bytes(None);
    let result = Buffered::<T>::deserialize(BytesDeserializer::<Error>::new(&bytes));
    // The error of the target itself is lost.
    let error = result.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.contains("has none of the forms"), "{error}");
    scope.outcome()
}

fn form_wanted_by<'de, T: Deserialize<'de>>() -> Wanted {
    let outcome = outcome_of_placeholder::<T>();
    assert_eq!(outcome.refused.len(), 1);
    outcome.refused[0].1.form(false)
}

#[test]
fn buffered_targets_ask_for_anything() {
    assert_eq!(record::<Buffered<u8>>().method.get(), "deserialize_any");
    assert_eq!(record::<Internal>().method.get(), "deserialize_any");
    assert_eq!(record::<Server>().method.get(), "deserialize_struct");
    assert_eq!(record::<External>().method.get(), "deserialize_enum");
}

#[test]
fn buffers_of_other_crates_are_known_by_their_names() {
    use super::is_buffer;

    for (visitor, fills) in [
        ("serde_with::content::de::ContentVisitor<'_>", Fills::Buffer),
        ("typetag::content::ContentVisitor", Fills::Maybe),
        ("serde_path_to_error::WrappedVisitor<serde_with::content::de::C>", Fills::Maybe),
        ("serde_json::value::de::ValueVisitor", Fills::Nothing),
    ] {
        assert_eq!(Fills::of_name(visitor), fills, "{visitor}");
    }
    assert!(!is_buffer::<BytesDeserializer<'_, Error>>());
}

#[test]
fn case_1_a_target_that_captures_takes_the_placeholder_and_others_refuse_it() {
    let outcome = outcome_of_placeholder::<Expression>();
    assert!(outcome.refused.is_empty() && outcome.revealed.source_requested);
    assert_eq!(outcome_of_placeholder::<u16>().refused.len(), 1);
    assert_eq!(outcome_of_placeholder::<String>().refused.len(), 1);
    assert_eq!(outcome_of_placeholder::<Value>().refused.len(), 1);
    assert_eq!(outcome_of_placeholder::<serde_json::Value>().refused.len(), 1);

    let flat: Flat<HashMap<String, Expression>> = from_str("x = nope\n").unwrap();
    assert_eq!(flat.rest["x"].to_string(), "nope");
}

#[test]
fn case_1_the_buffer_of_flattened_fields_is_the_only_map_without_a_size_hint() {
    struct SizeHint(Option<usize>);

    impl<'de> Deserialize<'de> for SizeHint {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct HintVisitor;

            impl<'de> Visitor<'de> for HintVisitor {
                type Value = SizeHint;

                fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str("a map")
                }

                fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<SizeHint, A::Error> {
                    let hint = map.size_hint();
                    while map.next_entry::<String, u8>()?.is_some() {}
                    Ok(SizeHint(hint))
                }
            }

            deserializer.deserialize_map(HintVisitor)
        }
    }

    let entries = || MapDeserializer::<_, Error>::new([("x", 1)].into_iter());
    assert_eq!(Flat::<SizeHint>::deserialize(entries()).ok().unwrap().rest.0, None);
    let Buffered::Only(buffered) = Buffered::<SizeHint>::deserialize(entries()).ok().unwrap();
    assert_eq!(buffered.0, Some(1));
    assert_eq!(from_str::<SizeHint>("x = 1\n").unwrap().0, Some(1));
}

#[test]
fn case_2_a_refusal_describes_the_form() {
    assert_eq!(form_wanted_by::<Server>(), Wanted::Struct);
    assert_eq!(form_wanted_by::<Option<Box<Server>>>(), Wanted::Struct);
    assert_eq!(form_wanted_by::<Newtype>(), Wanted::Struct);
    assert_eq!(form_wanted_by::<Unit>(), Wanted::Struct);
    assert_eq!(form_wanted_by::<()>(), Wanted::Struct);
    assert_eq!(form_wanted_by::<BTreeMap<String, u8>>(), Wanted::Map);
    assert_eq!(form_wanted_by::<Flat<Server>>(), Wanted::Struct);
    assert_eq!(form_wanted_by::<External>(), Wanted::Map);
    assert_eq!(form_wanted_by::<Internal>(), Wanted::Struct);
    assert_eq!(form_wanted_by::<Adjacent>(), Wanted::Struct);
    assert_eq!(form_wanted_by::<Buffered<Server>>(), Wanted::Struct);
    assert_eq!(form_wanted_by::<Vec<Server>>(), Wanted::Sequence);
    assert_eq!(form_wanted_by::<[Server; 1]>(), Wanted::Sequence);
    assert_eq!(form_wanted_by::<(Server,)>(), Wanted::Sequence);
    assert_eq!(form_wanted_by::<Pair>(), Wanted::Sequence);
    assert_eq!(form_wanted_by::<serde_json::Value>(), Wanted::Any);
    assert_eq!(form_wanted_by::<Value>(), Wanted::Any);
}

#[test]
fn case_2_variants_for_scalars_do_not_decide() {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Mixed {
        Text(#[allow(dead_code)] String),
        Server(#[allow(dead_code)] Server),
        Number(#[allow(dead_code)] u8),
    }
    assert_eq!(form_wanted_by::<Mixed>(), Wanted::Struct);

    let source = "one {\n  port = 1\n}\nmany {\n  port = 2\n}\n";
    #[derive(Deserialize)]
    struct Both {
        one: Server,
        many: Vec<Server>,
    }
    let both = from_str::<Flat<Both>>(source).unwrap().rest;
    assert_eq!((both.one, both.many), (Server { port: 1 }, vec![Server { port: 2 }]));
}

#[test]
fn case_3_a_failure_that_no_target_takes_is_ignored() {
    let source = "name = \"a\"\nport = 40 * 2\nbroken = nope\n";
    assert_eq!(from_str::<Flat<Server>>(source).unwrap().rest, Server { port: 80 });
    let error = from_str::<Flat<HashMap<String, u16>>>(source).unwrap_err();
    assert_eq!((error.code(), error.line()), ("no-variables", Some(3)));
}

#[test]
fn case_4_a_buffer_has_no_places() {
    let error = from_str::<Flat<Server>>("port = \"x\"\n").unwrap_err();
    assert_eq!(error.to_string().split(": Unsuitable").next(), Some("1:8: port"));
}

#[test]
fn case_5_a_refusal_of_a_scalar_describes_the_value_and_the_kind() {
    use crate::diagnostic::cause::Found;

    fn kind_wanted_by<'de, T: Deserialize<'de>>() -> Wanted {
        Wanted::of(&record::<T>().expected.borrow())
    }
    assert_eq!(kind_wanted_by::<String>(), Wanted::Text);
    assert_eq!(kind_wanted_by::<&str>(), Wanted::Text);
    assert_eq!(kind_wanted_by::<char>(), Wanted::Text);
    assert_eq!(kind_wanted_by::<std::path::PathBuf>(), Wanted::Text);
    assert_eq!(kind_wanted_by::<u16>(), Wanted::Number);
    assert_eq!(kind_wanted_by::<std::num::NonZeroU8>(), Wanted::Number);
    assert_eq!(kind_wanted_by::<f32>(), Wanted::Number);
    assert_eq!(kind_wanted_by::<bool>(), Wanted::Bool);
    assert_eq!(kind_wanted_by::<External>(), Wanted::Other);
    assert_eq!(kind_wanted_by::<Vec<u8>>(), Wanted::Sequence);

    let number = MapDeserializer::<_, Error>::new([("port", "80")].into_iter());
    let scope = Scope::of_attempt();
    assert!(Buffered::<Server>::deserialize(number).is_err());
    let refused = scope.outcome().revealed.refused_scalars;
    assert_eq!(refused, [Found::Text("80".into())]);
}

#[test]
fn case_6_an_unknown_variant_has_the_names_of_the_others() {
    let scope = Scope::of_attempt();
    let unknown = MapDeserializer::<_, Error>::new([("Other", 1)].into_iter());
    assert!(Buffered::<External>::deserialize(unknown).is_err());
    assert_eq!(scope.outcome().revealed.variants, Some(&["Server"][..]));
}

#[test]
fn case_7_structs_with_flattened_fields_read_maps_by_identifiers() {
    let flat = record::<Flat<Server>>();
    assert_eq!(flat.method.get(), "deserialize_map");
    assert!(flat.expected.borrow().starts_with("struct "));
    assert_eq!(method_for_key::<Flat<Server>>(), "deserialize_identifier");
    let map = record::<BTreeMap<String, u8>>();
    assert_eq!(map.method.get(), "deserialize_map");
    assert_eq!(*map.expected.borrow(), "a map");
    assert_eq!(method_for_key::<BTreeMap<String, u8>>(), "deserialize_string");
    assert_eq!(method_for_key::<BTreeMap<External, u8>>(), "deserialize_enum");
}

#[test]
fn case_8_an_error_names_the_missing_field() {
    #[derive(Deserialize, Debug)]
    struct Named {
        #[serde(rename = "$label")]
        label: String,
    }
    let empty = || MapDeserializer::<_, Error>::new(std::iter::empty::<(&str, u8)>());
    let error = Named::deserialize(empty()).unwrap_err();
    assert!(matches!(error.cause(), Some(ErrorCause::MissingField("$label"))));

    // An optional target hides the error.
    let scope = Scope::of_attempt();
    scope.fill();
    assert!(Flat::<Option<Named>>::deserialize(empty()).unwrap().rest.is_none());
    assert_eq!(scope.outcome().revealed.missing_fields, ["$label"]);

    let blocks: HashMap<String, Flat<Named>> = from_str("server \"a\" {}\n").unwrap();
    assert_eq!(blocks["server"].rest.label, "a");
}

#[test]
fn case_9_a_refused_null_counts_as_absent() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Ports {
        #[serde(default)]
        port: u16,
        value: Value,
    }
    let ports: Ports = from_str("port = null\nvalue = null\n").unwrap();
    assert_eq!(ports, Ports { port: 0, value: Value::NULL });
}

#[test]
fn case_10_the_content_of_an_option_decides_whether_it_is_evaluated() {
    let captured: HashMap<String, Option<Expression>> = from_str("x = true ? null : 1\n").unwrap();
    assert_eq!(captured["x"].as_ref().unwrap().to_string(), "true ? null : 1");
    let evaluated: HashMap<String, Option<u16>> = from_str("x = true ? null : 1\n").unwrap();
    assert_eq!(evaluated["x"], None);
}

#[test]
fn every_visitor_has_its_own_name() {
    let names = [
        record::<Server>(),
        record::<Flat<Server>>(),
        record::<Flat<Unit>>(),
        record::<Option<u8>>(),
        record::<Option<u16>>(),
        record::<BTreeMap<String, u8>>(),
    ]
    .map(|recorder| recorder.visitor.get());
    let distinct: HashSet<_> = names.iter().collect();
    assert_eq!(distinct.len(), names.len(), "{names:?}");
    assert_eq!(record::<Server>().visitor.get(), names[0]);
}

#[test]
fn the_number_of_attempts_depends_on_the_type_alone() {
    thread_local! {
        static ATTEMPTS: Cell<u32> = const { Cell::new(0) };
    }
    #[derive(Debug)]
    struct Counted<T>(#[allow(dead_code)] T);

    impl<'de, T: Deserialize<'de>> Deserialize<'de> for Counted<T> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            ATTEMPTS.set(ATTEMPTS.get() + 1);
            T::deserialize(deserializer).map(Counted)
        }
    }

    fn attempts<T: for<'de> Deserialize<'de>>(count: usize) -> u32 {
        ATTEMPTS.set(0);
        let blocks = (0..count).map(|index| format!("b{index} {{\n  port = {index}\n}}\n"));
        from_str::<Counted<T>>(&blocks.collect::<String>()).map(drop).unwrap();
        ATTEMPTS.get()
    }

    assert_eq!(attempts::<BTreeMap<String, Server>>(100), 1);
    assert_eq!(attempts::<Flat<BTreeMap<String, Expression>>>(0), 1);
    for count in [1, 40, 1000] {
        let blocks = [
            attempts::<Flat<BTreeMap<String, Value>>>(count),
            attempts::<Flat<BTreeMap<String, Vec<Server>>>>(count),
        ];
        assert!(blocks.iter().all(|attempts| *attempts <= 70), "{blocks:?}");
    }
}

/// A document whose first item has all that must be learnt is decoded once, and one item again for each fact.
#[test]
fn a_part_is_decoded_again_and_not_the_document() {
    thread_local! {
        static DECODES: Cell<[u32; 2]> = const { Cell::new([0; 2]) };
    }
    /// A type that counts how often it is decoded: 0 for the document, 1 for an item.
    #[derive(Debug)]
    struct Counted<T, const PART: usize>(#[allow(dead_code)] T);

    impl<'de, T: Deserialize<'de>, const PART: usize> Deserialize<'de> for Counted<T, PART> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let mut decodes = DECODES.get();
            decodes[PART] += 1;
            DECODES.set(decodes);
            T::deserialize(deserializer).map(Counted)
        }
    }

    type Document<T> = Counted<BTreeMap<String, Vec<Counted<T, 1>>>, 0>;

    const ITEMS: u32 = 50;

    /// The numbers of decodes of the document, and of repetitions of items.
    fn decodes<T: for<'de> Deserialize<'de>>(first: &str, others: &str) -> (u32, u32) {
        DECODES.set([0; 2]);
        let others = format!("item {{\n{others}}}\n").repeat(ITEMS as usize - 1);
        let source = format!("item {{\n{first}}}\n{others}");
        from_str::<Document<T>>(&source).map(drop).unwrap();
        // The order of the items does not matter.
        let [document, items] = DECODES.get();
        let source = format!("{others}item {{\n{first}}}\n");
        DECODES.set([0; 2]);
        from_str::<Document<T>>(&source).map(drop).unwrap();
        assert_eq!(DECODES.get()[0], document);
        (document, items - ITEMS)
    }

    #[derive(Deserialize, Debug)]
    struct Parts {
        #[allow(dead_code)]
        disk: Server,
        #[allow(dead_code)]
        net: Vec<Server>,
    }
    let same = |text| (text, text);
    let block = same("disk {\n  port = 1\n}\nnet {\n  port = 2\n}\n");
    let kinds: String = (0..30).map(|index| format!("b{index} {{\n  port = 1\n}}\n")).collect();
    let texts: String = (0..10).map(|index| format!("k{index} = {}\n", 100 + index)).collect();
    let tagged = same("type = \"Server\"\nport = 1\n");
    for ((document, items), name, most) in [
        (decodes::<Server>("port = 1\n", "port = 2\n"), "a struct", 0),
        (decodes::<Buffered<Server>>("port = 1\n", "port = 2\n"), "an untagged enum", 0),
        (decodes::<Internal>(tagged.0, tagged.1), "a tagged enum", 0),
        (decodes::<Flat<Server>>("port = 1\n", "port = 1\n"), "a flattened struct", 1),
        (decodes::<Flat<Server>>("port = \"1\"\n", "port = 1\n"), "a conversion", 4),
        (decodes::<Flat<Parts>>(block.0, block.1), "flattened blocks", 3),
        (decodes::<Flat<Option<Parts>>>(block.0, ""), "blocks in one item", 3),
        (decodes::<Flat<crate::Body>>("a = nope\n", "b = 1\n"), "a flattened body", 1),
        (decodes::<Flat<BTreeMap<String, Expression>>>("a = b\n", "b = 1\n"), "expressions", 1),
        (decodes::<Flat<BTreeMap<String, Server>>>(&kinds, &kinds), "30 kinds of blocks", 33),
        (decodes::<Flat<BTreeMap<String, String>>>(&texts, &texts), "ten conversions", 21),
    ] {
        assert_eq!(document, 1, "{name}");
        assert!(items <= most, "{name}: {items} items again");
    }
}
