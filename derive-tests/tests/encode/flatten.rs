//! Flattened fields.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{check, encode};

#[derive(Debug, Serialize, Deserialize, PartialEq)]
struct Common {
    region: String,
    port: Option<u16>,
}

#[derive(Debug, Serialize, Deserialize, PartialEq)]
struct With<T> {
    name: Option<String>,
    #[serde(flatten)]
    flattened: T,
}

fn with<T>(flattened: T) -> With<T> {
    With { name: None, flattened }
}

#[test]
fn a_struct() {
    let common = || Common { region: "eu".into(), port: None };
    check(&with(common()), "region = \"eu\"\n");
    let nested = BTreeMap::from([("b".to_owned(), vec![with(common()), with(common())])]);
    check(&nested, "b {\n  region = \"eu\"\n}\n\nb {\n  region = \"eu\"\n}\n");
}

#[test]
fn a_map() {
    let map = BTreeMap::from([("a".to_owned(), None), ("b".to_owned(), Some(1_u8))]);
    check(&with(map), "a = null\nb = 1\n");
    // The name of an attribute can't contain a space; the key of an object can.
    let map = BTreeMap::from([("a b".to_owned(), 1_u8)]);
    let nested = BTreeMap::from([("b".to_owned(), with(map))]);
    check(&nested, "b = {\n  name  = null\n  \"a b\" = 1\n}\n");
}

#[test]
fn blocks() {
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Security {
        tls: Option<Tls>,
        #[serde(default)]
        rule: Vec<Tls>,
    }
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Tls {
        cert: String,
    }
    let tls = || Tls { cert: "c".into() };
    check(
        &with(Security { tls: Some(tls()), rule: vec![tls()] }),
        "tls {\n  cert = \"c\"\n}\n\nrule {\n  cert = \"c\"\n}\n",
    );
    // All entries are structs, but the type is not a map.
    let nested =
        BTreeMap::from([("b".to_owned(), with(Security { tls: Some(tls()), rule: vec![tls()] }))]);
    check(&nested, "b {\n  tls {\n    cert = \"c\"\n  }\n\n  rule {\n    cert = \"c\"\n  }\n}\n");
}

#[test]
fn labels() {
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Block {
        #[serde(rename = "$label")]
        name: String,
        #[serde(flatten)]
        rest: BTreeMap<String, u8>,
    }
    let block = Block { name: "x".into(), rest: BTreeMap::from([("a".into(), 1)]) };
    check(&BTreeMap::from([("b".to_owned(), vec![block])]), "b \"x\" {\n  a = 1\n}\n");
}

#[test]
fn enums() {
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    enum Store {
        Unit,
        Newtype(u8),
        Struct { path: String },
    }
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    #[serde(tag = "type")]
    enum Tagged {
        Local { path: String },
    }
    check(&with(Store::Newtype(1)), "Newtype = 1\n");
    assert_eq!(encode(&with(Store::Unit)), "Unit = null\n");
    assert_eq!(encode(&with(Store::Struct { path: "p".into() })), "Struct {\n  path = \"p\"\n}\n");
    check(&with(Tagged::Local { path: "p".into() }), "type = \"Local\"\npath = \"p\"\n");
}
