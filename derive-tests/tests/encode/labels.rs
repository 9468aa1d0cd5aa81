//! Labels from fields.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{check, encode, error};

#[derive(Debug, Serialize, Deserialize, PartialEq)]
struct Resource {
    #[serde(rename = "$label:type")]
    kind: String,
    count: u8,
    #[serde(rename = "$label:name")]
    name: String,
}

#[derive(Debug, Serialize, Deserialize, PartialEq)]
struct Config {
    resource: Vec<Resource>,
}

#[test]
fn named_labels_in_order() {
    let resource = Resource { kind: "aws".into(), count: 1, name: "a \"b\" ${c}\n".into() };
    check(
        &Config { resource: vec![resource] },
        "resource \"aws\" \"a \\\"b\\\" $${c}\\n\" {\n  count = 1\n}\n",
    );
}

#[derive(Debug, Serialize, Deserialize, PartialEq)]
struct One<T> {
    #[serde(rename = "$label")]
    label: T,
}

#[test]
fn labels_convert() {
    type Blocks<T> = BTreeMap<String, Vec<One<T>>>;
    let blocks = |label| Blocks::from([("b".to_owned(), vec![One { label }])]);
    check(&blocks(80_u16), "b \"80\" {}\n");
    check(&Blocks::from([("b".into(), vec![One { label: true }])]), "b \"true\" {}\n");
    let optional = vec![One { label: None }, One { label: Some('x') }];
    check(&Blocks::from([("b".into(), optional)]), "b {}\n\nb \"x\" {}\n");
}

#[test]
fn all_labels() {
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct All {
        #[serde(rename = "$labels")]
        labels: Vec<String>,
    }
    type Blocks = BTreeMap<String, Vec<All>>;
    let all = vec![All { labels: vec!["a".into(), "b".into()] }, All { labels: vec![] }];
    check(&Blocks::from([("b".into(), all)]), "b \"a\" \"b\" {}\n\nb {}\n");
}

/// At the top there is no block that the labels could be of, also if there are none.
#[test]
fn the_top_has_no_labels() {
    #[derive(Serialize)]
    struct All {
        #[serde(rename = "$labels")]
        labels: Vec<String>,
        size: u8,
    }
    for labels in [vec![], vec!["a".to_owned()]] {
        let error = error(&All { labels, size: 1 });
        assert!(error.starts_with("Label without a block"), "{error}");
    }
}

#[test]
fn keys_come_before_fields() {
    type Blocks = BTreeMap<String, BTreeMap<String, One<String>>>;
    let one = One { label: "y".into() };
    check(&Blocks::from([("b".into(), [("x".into(), one)].into())]), "b \"x\" \"y\" {}\n");
}

#[test]
fn objects_have_no_labels() {
    let mixed = BTreeMap::from([("b", (Some(One { label: "x" }), None::<()>))]);
    assert_eq!(encode(&mixed), "b = [{\n  \"$label\" = \"x\"\n}, null]\n");
}

#[test]
fn values_that_are_not_labels() {
    assert_eq!(
        error(
            &BTreeMap::from([("b", vec![One { label: "x" }]), ("c", vec![])])
                .values()
                .next()
                .unwrap()[0]
        ),
        "Label without a block: The top of a document is not a block, so it can't have labels."
    );
    assert_eq!(
        error(&BTreeMap::from([("b", vec![One { label: vec![1] }])])),
        "b[0].$label: Unsuitable label: A label must be a string, a number or a bool, not a sequence."
    );
}
