//! Structs, and types that contain them, as blocks.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_hcl::Value;

use crate::{check, encode};

#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
struct Port {
    number: u16,
    tags: Option<Vec<String>>,
}

type Map<T> = BTreeMap<String, T>;

fn port(number: u16) -> Port {
    Port { number, tags: None }
}

fn map<T, const N: usize>(entries: [(&str, T); N]) -> Map<T> {
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

#[test]
fn a_struct_is_a_block() {
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Service {
        name: String,
        port: Port,
        other: Option<Port>,
        third: Option<Port>,
        last: bool,
    }
    let service = Service {
        name: "a".into(),
        port: Port { number: 80, tags: Some(vec!["x".into()]) },
        other: None,
        third: Some(port(1)),
        last: true,
    };
    check(
        &service,
        r#"name = "a"

port {
  number = 80
  tags   = ["x"]
}

third {
  number = 1
}

last = true
"#,
    );
}

#[test]
fn blocks_may_be_empty() {
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Empty {}
    check(&map([("a", vec![Empty {}, Empty {}])]), "a {}\n\na {}\n");
}

#[test]
fn sequences_of_structs_are_blocks() {
    let ports = map([("port", vec![port(1), port(2)])]);
    check(&ports, "port {\n  number = 1\n}\n\nport {\n  number = 2\n}\n");
    check(&map([("port", (port(1), port(2)))]), &encode(&ports));
    check(&map([("port", Vec::<Port>::new())]), "port = []\n");
    check(&map([("port", vec![Some(port(1))])]), "port {\n  number = 1\n}\n");
}

#[test]
fn a_sequence_with_another_element_than_structs_is_an_attribute() {
    let ports = map([("port", vec![Some(port(1)), None])]);
    let expected = "port = [{\n  number = 1\n  tags   = null\n}, null]\n";
    check(&ports, expected);
    check(&map([("port", (port(1), 2_u8))]), &expected.replace("null]", "2]"));
    check(
        &map([("port", vec![vec![port(1)]])]),
        "port = [[{\n  number = 1\n  tags   = null\n}]]\n",
    );
}

#[test]
fn keys_are_labels() {
    let ports = map([("port", map([("a", port(1)), ("b c", port(2))]))]);
    check(&ports, "port \"a\" {\n  number = 1\n}\n\nport \"b c\" {\n  number = 2\n}\n");
    let ports = map([("port", map([("a", map([("x", port(1))])), ("", map([("y", port(2))]))]))]);
    check(&ports, "port \"\" \"y\" {\n  number = 2\n}\n\nport \"a\" \"x\" {\n  number = 1\n}\n");
    let ports = map([("port", map([("a", vec![port(1), port(2)])]))]);
    check(&ports, "port \"a\" {\n  number = 1\n}\n\nport \"a\" {\n  number = 2\n}\n");
}

#[test]
fn an_empty_collection_under_a_key_makes_a_map_an_attribute() {
    let ports = map([("port", map([("a", vec![port(1)]), ("b", vec![])]))]);
    check(&ports, "port = {\n  a = [{\n    number = 1\n    tags   = null\n  }]\n  b = []\n}\n");
    let ports = map([("port", map([("a", map([("x", port(1))])), ("b", map([]))]))]);
    check(
        &ports,
        "port = {\n  a = {\n    x = {\n      number = 1\n      tags   = null\n    }\n  }\n  b = {}\n}\n",
    );
    check(&map([("port", Map::<Port>::new())]), "port = {}\n");
}

#[test]
fn a_map_may_be_the_document() {
    check(
        &map([("http", port(80)), ("https", port(443))]),
        "http {\n  number = 80\n}\n\nhttps {\n  number = 443\n}\n",
    );
}

#[test]
fn objects_contain_no_blocks() {
    let source = "a = 1\nb \"x\" {\n  c = [0.5]\n}\n";
    let value: Value = serde_hcl::from_str(source).unwrap();
    check(&value, "a = 1\nb = {\n  x = [{\n    c = [0.5]\n  }]\n}\n");
}

#[test]
fn all_blocks_in_order() {
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    #[serde(rename_all = "snake_case")]
    enum Step {
        Run { command: String },
        Copy(Copy),
        Wait,
        With(Map<u8>),
    }
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Copy {
        #[serde(rename = "$label")]
        from: String,
    }
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Script {
        shell: String,
        #[serde(rename = "$blocks")]
        steps: Vec<Step>,
    }
    let script = Script {
        shell: "sh".into(),
        steps: vec![
            Step::Run { command: "a".into() },
            Step::Copy(Copy { from: "x".into() }),
            Step::Wait,
            Step::With(map([("a", 1)])),
            Step::Run { command: "b".into() },
        ],
    };
    check(
        &script,
        r#"shell = "sh"

run {
  command = "a"
}

copy "x" {}

wait {}

with {
  a = 1
}

run {
  command = "b"
}
"#,
    );
}
