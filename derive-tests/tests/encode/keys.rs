//! Keys of maps.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_hcl::to_expression_string;

use crate::{check, encode, error};

fn one<T>(value: T) -> BTreeMap<String, T> {
    BTreeMap::from([("a".to_owned(), value)])
}

#[test]
fn keys_are_bare_if_they_can_be() {
    let keys = ["", "1a", "_", "a b", "a-b", "a.b", "for", "null", "${x}", "\"", "é", "a\u{301}"];
    let map: BTreeMap<_, _> = keys.into_iter().map(|key| (key, 1)).collect();
    assert_eq!(
        encode(&one(map)),
        r#"a = {
  ""      = 1
  "\""    = 1
  "$${x}" = 1
  "1a"    = 1
  _       = 1
  "a b"   = 1
  a-b     = 1
  "a.b"   = 1
  á       = 1
  for     = 1
  null    = 1
  é       = 1
}
"#
        .replace("  á ", "  a\u{301} ")
    );
}

#[test]
fn an_object_does_not_begin_with_for() {
    check(&one(BTreeMap::from([("for".to_owned(), 1_u8)])), "a = {\n  \"for\" = 1\n}\n");
}

#[test]
fn keys_convert() {
    #[derive(Debug, Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
    enum Level {
        High,
    }
    #[derive(Debug, Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
    struct Id(i128);
    check(&one(BTreeMap::from([(-1_i8, 1_u8)])), "a = {\n  \"-1\" = 1\n}\n");
    check(&one(BTreeMap::from([(true, 1_u8)])), "a = {\n  true = 1\n}\n");
    check(&one(BTreeMap::from([('x', 1_u8)])), "a = {\n  x = 1\n}\n");
    check(&one(BTreeMap::from([(Level::High, 1_u8)])), "a = {\n  High = 1\n}\n");
    check(&one(BTreeMap::from([(Id(7), 1_u8)])), "a = {\n  \"7\" = 1\n}\n");
}

#[test]
fn values_that_are_not_keys() {
    let map = BTreeMap::from([("ports", vec![BTreeMap::from([([1], 1)])])]);
    assert_eq!(
        error(&map),
        "ports[0]: Unsuitable map key: A map key must be a string, a number or a bool, not a sequence."
    );
    assert_eq!(
        to_expression_string(&BTreeMap::from([(None::<u8>, 1)])).unwrap_err().code(),
        "unsuitable-key"
    );
}
