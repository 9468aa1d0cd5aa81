//! `deny_unknown_fields`.

use std::collections::HashMap;

use serde::Deserialize;

use crate::{decode, error};

#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
struct Strict {
    #[serde(rename = "$label")]
    label: Option<String>,
    region: String,
    server: Vec<Strict>,
}

#[test]
fn attributes() {
    assert_eq!(
        error::<Strict>("regoin = nope\n"),
        "1:1: Unsupported argument: An argument named \"regoin\" is not expected here; did you mean \"region\"?"
    );
}

#[test]
fn blocks() {
    assert_eq!(
        error::<Strict>("server {}\nserver {\n  servre {}\n}\n"),
        "3:3: server[1].servre: Unsupported block type: Blocks of type \"servre\" are not expected here; did you mean \"server\"?"
    );
}

#[test]
fn labels_are_no_unknown_fields() {
    let strict: HashMap<String, Vec<Strict>> = decode("s \"x\" { region = \"eu\" }\n");
    assert_eq!(strict["s"][0].label.as_deref(), Some("x"));
}

#[test]
fn objects() {
    assert!(
        error::<HashMap<String, Strict>>("o = { \"regoin\" = 1 }\n")
            .starts_with("1:7: o: Unsupported argument")
    );
}
