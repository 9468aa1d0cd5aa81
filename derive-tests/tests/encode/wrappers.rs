//! Wrappers with which users choose between attribute and block.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_hcl::ser::{AsAttribute, AsBlock};

use crate::{check, encode, error};

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct Port {
    number: u16,
}

type Map<T> = BTreeMap<String, T>;

fn one<T>(value: T) -> Map<T> {
    BTreeMap::from([("a".to_owned(), value)])
}

const PORT: Port = Port { number: 80 };

#[test]
fn attributes() {
    check(&one(AsAttribute(PORT)), "a = {\n  number = 80\n}\n");
    check(&one(AsAttribute(vec![PORT])), "a = [{\n  number = 80\n}]\n");
    check(&one(vec![AsAttribute(PORT)]), "a = [{\n  number = 80\n}]\n");
    check(&one(AsAttribute(one(PORT))), "a = {\n  a = {\n    number = 80\n  }\n}\n");
    check(&one(AsAttribute(1)), "a = 1\n");
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Optional {
        a: AsAttribute<Option<Port>>,
    }
    check(&Optional { a: AsAttribute(None) }, "");
}

#[test]
fn blocks() {
    check(&one(AsBlock(one(1))), "a {\n  a = 1\n}\n");
    check(&one(AsBlock(vec![one(1), one(2)])), "a {\n  a = 1\n}\n\na {\n  a = 2\n}\n");
    check(&one(AsBlock(one(PORT))), "a {\n  a {\n    number = 80\n  }\n}\n");
    check(&one(AsBlock(PORT)), "a {\n  number = 80\n}\n");
    check(&one(AsBlock(Map::<u8>::new())), "a {}\n");
    assert_eq!(encode(&one(AsBlock(Vec::<Port>::new()))), "");
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    enum Variant {
        Map(Map<u8>),
    }
    check(&one(AsBlock(Variant::Map(one(1)))), "a \"Map\" {\n  a = 1\n}\n");
}

#[test]
fn values_that_are_not_blocks() {
    assert_eq!(
        error(&one(AsBlock(1))),
        "a: Not a block: A block is written from a struct or a map, not from a number or a bool; serialize it without ser::AsBlock, as an attribute"
    );
    assert!(error(&one(AsBlock(vec![Some(one(1)), None]))).starts_with("a[1]: Not a block: "));
}

#[test]
fn functions() {
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Config {
        #[serde(serialize_with = "serde_hcl::ser::attribute")]
        port: Port,
        #[serde(serialize_with = "serde_hcl::ser::block")]
        tags: Map<String>,
    }
    let config = Config { port: PORT, tags: one("x".into()) };
    check(&config, "port = {\n  number = 80\n}\n\ntags {\n  a = \"x\"\n}\n");
}

#[test]
fn other_formats_get_the_content_alone() {
    assert_eq!(
        serde_json::to_string(&one(AsBlock(AsAttribute(PORT)))).unwrap(),
        r#"{"a":{"number":80}}"#
    );
}
