//! The four representations of enums.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::check;

type Map<T> = BTreeMap<String, T>;

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
enum External {
    Unit,
    Newtype(u8),
    Tuple(u8, String),
    Struct { x: u8 },
    Nested(Nested),
    Body(Body),
    Map(Map<u8>),
    Optional(Option<Body>),
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
enum Nested {
    Deep { y: Option<u8> },
    Flat(bool),
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct Body {
    #[serde(rename = "$label")]
    name: String,
}

fn one<T>(value: T) -> Map<T> {
    BTreeMap::from([("a".to_owned(), value)])
}

#[test]
fn externally_tagged() {
    let body = Body { name: "n".into() };
    check(&one(External::Unit), "a = \"Unit\"\n");
    check(&one(External::Newtype(1)), "a = {\n  Newtype = 1\n}\n");
    check(&one(External::Tuple(1, "x".into())), "a = {\n  Tuple = [1, \"x\"]\n}\n");
    check(&one(External::Struct { x: 1 }), "a \"Struct\" {\n  x = 1\n}\n");
    check(
        &one(External::Nested(Nested::Deep { y: Some(1) })),
        "a \"Nested\" \"Deep\" {\n  y = 1\n}\n",
    );
    check(
        &one(External::Nested(Nested::Flat(true))),
        "a = {\n  Nested = {\n    Flat = true\n  }\n}\n",
    );
    check(&one(External::Body(body.clone())), "a \"Body\" \"n\" {}\n");
    check(&one(External::Map(one(1))), "a = {\n  Map = {\n    a = 1\n  }\n}\n");
    check(&one(External::Optional(Some(body))), "a \"Optional\" \"n\" {}\n");
    check(&one(External::Optional(None)), "a = {\n  Optional = null\n}\n");
}

#[test]
fn sequences_of_variants() {
    let bodies = vec![External::Struct { x: 1 }, External::Nested(Nested::Deep { y: None })];
    check(&one(bodies), "a \"Struct\" {\n  x = 1\n}\n\na \"Nested\" \"Deep\" {}\n");
    let mixed = vec![External::Struct { x: 1 }, External::Unit];
    check(&one(mixed), "a = [{\n  Struct = {\n    x = 1\n  }\n}, \"Unit\"]\n");
    check(&one(one(External::Struct { x: 1 })), "a \"a\" \"Struct\" {\n  x = 1\n}\n");
}

#[test]
fn a_variant_is_a_document_of_one_entry() {
    check(&External::Newtype(1), "Newtype = 1\n");
    check(&External::Struct { x: 1 }, "Struct {\n  x = 1\n}\n");
}

#[derive(Debug, Serialize, Deserialize, PartialEq)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Internal {
    Local { path: String },
    Remote(Remote),
    None,
}

#[derive(Debug, Serialize, Deserialize, PartialEq)]
struct Remote {
    url: String,
}

#[test]
fn internally_tagged() {
    check(
        &one(Internal::Local { path: "p".into() }),
        "a {\n  type = \"local\"\n  path = \"p\"\n}\n",
    );
    let rows = vec![Internal::Remote(Remote { url: "u".into() }), Internal::None];
    check(&one(rows), "a {\n  type = \"remote\"\n  url  = \"u\"\n}\n\na {\n  type = \"none\"\n}\n");
}

#[derive(Debug, Serialize, Deserialize, PartialEq)]
#[serde(tag = "kind", content = "with")]
enum Adjacent {
    Unit,
    Newtype(u8),
    Struct { x: u8 },
}

#[test]
fn adjacently_tagged() {
    check(&one(Adjacent::Unit), "a {\n  kind = \"Unit\"\n}\n");
    check(&one(Adjacent::Newtype(1)), "a {\n  kind = \"Newtype\"\n  with = 1\n}\n");
    check(
        &one(Adjacent::Struct { x: 1 }),
        "a {\n  kind = \"Struct\"\n\n  with {\n    x = 1\n  }\n}\n",
    );
}

#[derive(Debug, Serialize, Deserialize, PartialEq)]
#[serde(untagged)]
enum Untagged {
    Number(u64),
    Text(String),
    List(Vec<Untagged>),
    Port { port: u16 },
    Null,
}

#[test]
fn untagged() {
    check(&one(Untagged::Number(1)), "a = 1\n");
    check(&one(Untagged::List(vec![Untagged::Text("x".into())])), "a = [\"x\"]\n");
    check(&one(vec![Untagged::Port { port: 80 }]), "a {\n  port = 80\n}\n");
    check(&one(Untagged::Null), "a = null\n");
}
