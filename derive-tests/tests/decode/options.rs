//! Options, also inside each other.

use std::collections::HashMap;

use serde::Deserialize;
use serde_hcl::{Context, Expression, Lazy, Value};

use crate::{decode, decode_with, error};

#[derive(Debug, Deserialize, PartialEq)]
struct Inner {
    x: Option<u8>,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Config {
    attribute: Option<u8>,
    block: Option<Inner>,
    blocks: Option<Vec<Inner>>,
    object: Option<Inner>,
}

#[test]
fn absent_or_null_is_none() {
    let none = Config { attribute: None, block: None, blocks: None, object: None };
    assert_eq!(decode::<Config>(""), none);
    assert_eq!(decode::<Config>("attribute = null\nobject = null\nblock = null\n"), none);
    assert_eq!(decode::<Config>("attribute = false ? 1 : null\n"), none);
}

#[test]
fn anything_else_is_some() {
    let config: Config =
        decode("attribute = 1\nblock {}\nblocks { x = 2 }\nobject = { x = 1 + 2 }\n");
    assert_eq!(config.attribute, Some(1));
    assert_eq!(config.block, Some(Inner { x: None }));
    assert_eq!(config.blocks, Some(vec![Inner { x: Some(2) }]));
    assert_eq!(config.object, Some(Inner { x: Some(3) }));
    assert!(
        error::<Config>("block {}\nblock {}\n").starts_with("2:1: block: Duplicate block block")
    );
}

#[test]
fn nested_options_as_in_json() {
    let options: HashMap<String, Option<Option<u8>>> =
        decode("a = null\nb = 1\nc = true ? null : 1\n");
    assert_eq!(options["a"], None);
    assert_eq!(options["b"], Some(Some(1)));
    assert_eq!(options["c"], None);
}

#[test]
fn nulls_in_tuples_and_objects() {
    let lists: HashMap<String, Vec<Option<u8>>> = decode("a = [1, null, true ? null : 1]\n");
    assert_eq!(lists["a"], [Some(1), None, None]);
    let maps: HashMap<String, HashMap<String, Option<u8>>> = decode("a = { x = null }\n");
    assert_eq!(maps["a"]["x"], None);
    assert!(error::<HashMap<String, HashMap<String, u8>>>("a = { x = null }\n").contains("null"));
}

#[test]
fn variables_that_are_null() {
    let context = Context::new().variable("none", Value::NULL).variable("one", 1);
    let config: HashMap<String, Option<u8>> = decode_with("a = none\nb = one\n", &context);
    assert_eq!((config["a"], config["b"]), (None, Some(1)));
}

#[test]
fn options_of_captured_parts_are_not_evaluated() {
    #[derive(Debug, Deserialize)]
    struct Config {
        a: Option<Expression>,
        b: Option<Lazy<u8>>,
        c: Option<Lazy<u8>>,
        d: Option<u8>,
    }
    let context = Context::new().variable("none", Value::NULL);
    let config: Config = decode_with("a = nope\nb = nope.x\nd = none\n", &context);
    assert_eq!(config.a.unwrap().to_string(), "nope");
    assert_eq!(config.b.unwrap().to_string(), "nope.x");
    assert!(config.c.is_none() && config.d.is_none());
}

#[test]
fn null_may_be_the_wanted_value() {
    #[derive(Debug, Deserialize)]
    struct Config {
        value: Value,
        unit: (),
        expression: Expression,
    }
    let config: Config = decode("value = null\nunit = null\nexpression = null\n");
    assert!(config.value.is_null());
    assert_eq!(config.expression.to_string(), "null");
}
