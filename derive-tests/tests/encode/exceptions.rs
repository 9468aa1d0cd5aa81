//! Values that are not read as they were written, or that are refused: the rows of the table of round
//! trips in the documentation of `to_string`.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_hcl::{from_str, to_value};

use crate::{check, encode, error};

type Map<T> = BTreeMap<String, T>;

fn one<T>(value: T) -> Map<T> {
    BTreeMap::from([("a".to_owned(), value)])
}

/// Checks that the value is read as another one.
#[track_caller]
fn becomes<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, other: &T) {
    let decoded = from_str::<T>(&encode(value)).unwrap();
    assert_eq!(decoded, *other);
    assert_ne!(decoded, *value);
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct Port {
    number: u16,
}

#[derive(Debug, Serialize, Deserialize, PartialEq)]
struct Optional<T> {
    a: Option<T>,
}

#[derive(Debug, Serialize, Deserialize, PartialEq)]
struct Unit;

#[test]
fn text_is_read_in_a_normal_form() {
    becomes(&one("e\u{301}".to_owned()), &one("\u{e9}".to_owned()));
    let nested = |key: &str| one(BTreeMap::from([(key.to_owned(), 1)]));
    becomes(&nested("e\u{301}"), &nested("\u{e9}"));
    // The names of arguments and labels are read as they are.
    check(&BTreeMap::from([("e\u{301}".to_owned(), 1)]), "e\u{301} = 1\n");
    let both = one(BTreeMap::from([("e\u{301}", 1), ("\u{e9}", 2)]));
    assert!(error(&both).contains("Keys are equal"));
    assert!(to_value(&both).unwrap_err().to_string().contains("Keys are equal"));
}

#[test]
fn options_of_nothing_are_refused() {
    assert!(error(&Optional { a: Some(()) }).starts_with("a: Option of nothing"));
    assert!(error(&one(vec![Some(None::<u8>)])).starts_with("a[0]: Option of nothing"));
    check(&Optional { a: Some(None::<u8>) }, "a = null\n");
    check(&Optional { a: Some(Unit) }, "a {}\n");
    let value = |value: &Optional<_>| to_value(value).map(|value| value.to_string());
    assert_eq!(value(&Optional { a: Some(Some(1)) }).unwrap(), "{ a = 1 }");
    assert!(value(&Optional { a: Some(None) }).unwrap_err().to_string().contains("Option of no"));
    assert_eq!(to_value(&Optional { a: Some(Unit) }).unwrap().to_string(), "{ a = {} }");
    let decoded: Optional<Unit> =
        serde_hcl::from_value(to_value(&Optional { a: Some(Unit) }).unwrap()).unwrap();
    assert_eq!(decoded, Optional { a: Some(Unit) });
}

#[test]
fn options_of_nothing_in_buffers_are_none() {
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    #[serde(tag = "type")]
    enum Tagged {
        One { a: Option<Option<u8>> },
    }
    let tagged = |a| Tagged::One { a };
    becomes(&tagged(Some(None)), &tagged(None));
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    #[serde(untagged)]
    enum Untagged {
        One { a: Option<Option<u8>>, b: u8 },
    }
    let untagged = |a| Untagged::One { a, b: 1 };
    becomes(&untagged(Some(None)), &untagged(None));
}

#[test]
fn variants_of_blocks_have_bodies() {
    #[derive(Debug, Serialize)]
    enum Variant {
        Number(u8),
        Nothing(Option<Port>),
    }
    #[derive(Debug, Serialize)]
    struct Document {
        #[serde(rename = "$blocks")]
        blocks: Vec<Variant>,
    }
    for variant in [Variant::Number(1), Variant::Nothing(None)] {
        let error = error(&Document { blocks: vec![variant] });
        assert!(error.starts_with("$blocks[0]: Not a block"), "{error}");
    }
}

#[test]
fn flattened_variants_of_none_are_left_out() {
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    enum Variant {
        Port(Option<u16>),
    }
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Document {
        #[serde(flatten)]
        variant: Variant,
        b: u8,
    }
    check(&Document { variant: Variant::Port(Some(1)), b: 1 }, "Port = 1\nb    = 1\n");
    let document = encode(&Document { variant: Variant::Port(None), b: 1 });
    assert_eq!(document, "b = 1\n");
    assert!(from_str::<Document>(&document).is_err());
}

#[test]
fn one_block_may_be_two_things() {
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    #[serde(untagged)]
    enum Ports {
        One(Port),
        Many(Vec<Port>),
    }
    let port = Port { number: 80 };
    becomes(&one(Ports::Many(vec![port.clone()])), &one(Ports::One(port.clone())));
    check(&one(Ports::One(port)), "a {\n  number = 80\n}\n");
}

#[test]
fn whole_floats_may_be_integers() {
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    #[serde(untagged)]
    enum Number {
        Integer(i64),
        Float(f64),
    }
    becomes(&one(Number::Float(1.0)), &one(Number::Integer(1)));
    check(&one(Number::Float(1.5)), "a = 1.5\n");
    check(&one(1.0), "a = 1\n");
}

#[test]
fn an_empty_sequence_is_an_empty_document() {
    assert_eq!(encode(&Vec::<Port>::new()), "");
    assert_eq!(from_str::<Vec<serde_hcl::Block>>("").unwrap().len(), 0);
    becomes(&serde_json::json!([]), &serde_json::json!({}));
}

#[test]
fn characters_that_are_not_normal_are_refused() {
    for char in ['\u{fb1d}', '\u{212b}', '\u{1d15e}'] {
        assert!(error(&one(char)).starts_with("a: Character is not normal"));
        assert!(error(&one(BTreeMap::from([(char, 1)]))).contains("Character is not normal"));
        assert!(to_value(&char).unwrap_err().to_string().contains("Character is not normal"));
    }
    check(&one('\u{301}'), "a = \"\u{301}\"\n");
    check(&one('\u{c5}'), "a = \"\u{c5}\"\n");
}

#[test]
fn none_in_a_field_with_functions_is_missing() {
    mod text {
        use serde::{Deserialize, Deserializer, Serialize, Serializer};

        pub(super) fn serialize<S: Serializer>(it: &Option<u8>, to: S) -> Result<S::Ok, S::Error> {
            it.serialize(to)
        }

        pub(super) fn deserialize<'de, D>(from: D) -> Result<Option<u8>, D::Error>
        where
            D: Deserializer<'de>,
        {
            Option::deserialize(from)
        }
    }

    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Missing {
        #[serde(with = "text")]
        a: Option<u8>,
    }
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Absent {
        #[serde(default, with = "text")]
        a: Option<u8>,
    }
    assert_eq!(encode(&Missing { a: None }), "");
    assert!(from_str::<Missing>("").is_err());
    check(&Absent { a: None }, "");
    check(&Missing { a: Some(1) }, "a = 1\n");
}

#[test]
fn the_last_of_equal_keys_is_read() {
    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(transparent)]
    struct Pairs(Map<u8>);

    impl Serialize for Pairs {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map([("b", 1), ("b", 2)])
        }
    }

    let document = encode(&one(Pairs(Map::new())));
    assert_eq!(document, "a = {\n  b = 1\n  b = 2\n}\n");
    let read = from_str::<Map<Pairs>>(&document).unwrap();
    assert_eq!(read["a"].0, Map::from([("b".to_owned(), 2)]));
}
