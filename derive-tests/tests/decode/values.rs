//! Decoding from values, and values as deserializers.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use serde::Deserialize;
use serde::de::value::MapDeserializer;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor};
use serde_hcl::value::Mark;
use serde_hcl::{Map, Number, Type, Value, from_value, value};

#[derive(Debug, Deserialize, PartialEq)]
struct Server {
    name: String,
    #[serde(default)]
    port: u16,
    tags: Option<Vec<String>>,
}

#[test]
fn a_struct_from_an_object() {
    let server: Server = from_value(value!({ "name": 1, "port": "80", "tags": ["a"] })).unwrap();
    assert_eq!(server, Server { name: "1".into(), port: 80, tags: Some(vec!["a".into()]) });
    let server: Server = from_value(value!({ "name": "x", "port": null, "tags": null })).unwrap();
    assert_eq!(server, Server { name: "x".into(), port: 0, tags: None });
}

#[test]
fn errors_have_a_path() {
    let error =
        from_value::<HashMap<String, Vec<Server>>>(value!({ "s": [{ "name": [] }] })).unwrap_err();
    assert_eq!(
        error.to_string(),
        "s[0].name: Unsuitable value type: Expected a string, found a list."
    );
    let error = from_value::<Server>(value!({})).unwrap_err();
    assert!(error.to_string().starts_with("Missing required argument"));
    assert!(from_value::<u8>(Value::unknown(Type::Number)).is_err());
    assert_eq!(from_value::<u8>(Value::from(1).mark(Mark::SENSITIVE)).unwrap(), 1);
    let secret = value!([Value::from("hunter2").mark(Mark::SENSITIVE)]);
    for error in [
        from_value::<Vec<u8>>(secret.clone()).unwrap_err(),
        Vec::<u8>::deserialize(secret).unwrap_err(),
    ] {
        assert_eq!(error.code(), "sensitive-value");
        assert!(!format!("{error:#} {error:?}").contains("hunter2"));
    }
}

#[test]
fn values_are_deserializers() {
    assert_eq!(Vec::<u8>::deserialize(value!([1, 2])).unwrap(), [1, 2]);
    assert_eq!(Vec::<u8>::deserialize(&value!([1, 2])).unwrap(), [1, 2]);
    let json = serde_json::Value::deserialize(&value!({ "a": [null, true, 0.5] })).unwrap();
    assert_eq!(json, serde_json::json!({ "a": [null, true, 0.5] }));
    let ports = value!({ "http": 80, "https": "443" });
    let ports = ports.as_map().unwrap().iter().map(|(name, port)| (&**name, port));
    let ports: BTreeMap<String, u16> =
        Deserialize::deserialize(MapDeserializer::new(ports)).unwrap();
    assert_eq!(ports["https"], 443);
}

#[test]
fn values_from_values() {
    let value = value!({ "a": [0.1] });
    assert_eq!(from_value::<Value>(value.clone()).unwrap(), value);
    let parts: BTreeMap<String, Vec<Number>> = from_value(value.clone()).unwrap();
    assert_eq!(parts["a"][0].to_string(), "0.1");
    assert_eq!(Value::Object(from_value::<Map>(value.clone()).unwrap()), value);
}

#[test]
fn collections() {
    let list = Value::list(Type::Number, [1, 2]);
    let set = Value::set(Type::String, ["b", "a"]);
    let map = Value::map(Type::Bool, [("x", true)]);
    assert_eq!(from_value::<(u8, u8)>(list).unwrap(), (1, 2));
    assert_eq!(from_value::<Vec<String>>(set).unwrap(), ["a", "b"]);
    assert!(from_value::<HashMap<String, bool>>(map).unwrap()["x"]);
}

#[test]
fn enums() {
    #[derive(Debug, Deserialize, PartialEq)]
    enum Choice {
        A,
        B(u8),
        C { x: u8 },
    }
    let choices: Vec<Choice> = from_value(value!(["A", { "B": 1 }, { "C": { "x": 2 } }])).unwrap();
    assert_eq!(choices, [Choice::A, Choice::B(1), Choice::C { x: 2 }]);
}

/// A block in the value of a body is a tuple of one object.
#[test]
fn visitors_of_any_type_get_a_block_in_the_form_of_their_description() {
    #[derive(Debug, PartialEq)]
    struct Entries<const TAKES_LISTS: bool>(Vec<String>);

    impl<'de, const TAKES_LISTS: bool> Visitor<'de> for Entries<TAKES_LISTS> {
        type Value = Self;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(if TAKES_LISTS { "a map or a list" } else { "a map" })
        }

        fn visit_map<A: MapAccess<'de>>(mut self, mut access: A) -> Result<Self, A::Error> {
            while let Some((key, IgnoredAny)) = access.next_entry::<String, IgnoredAny>()? {
                self.0.push(key);
            }
            Ok(self)
        }

        fn visit_seq<A: SeqAccess<'de>>(mut self, mut access: A) -> Result<Self, A::Error> {
            if !TAKES_LISTS {
                return Err(A::Error::invalid_type(Unexpected::Seq, &self));
            }
            while let Some(IgnoredAny) = access.next_element()? {
                self.0.push("element".to_owned());
            }
            Ok(self)
        }
    }

    impl<'de, const TAKES_LISTS: bool> Deserialize<'de> for Entries<TAKES_LISTS> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_any(Entries(Vec::new()))
        }
    }

    let block = value!({ "limits": [{ "cpu": 1 }] });
    let maps: HashMap<String, Entries<false>> = from_value(block.clone()).unwrap();
    assert_eq!(maps["limits"].0, ["cpu"]);
    let lists: HashMap<String, Entries<true>> = from_value(block).unwrap();
    assert_eq!(lists["limits"].0, ["element"]);
}
