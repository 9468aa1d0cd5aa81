//! Fields that capture blocks.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_hcl::{Attribute, Block, Body, Context, from_str, from_value, to_string, value};

type Map<T> = BTreeMap<String, T>;

const DOCUMENT: &str =
    "# The first.\nservice \"api\" {\n  port = p # behind\n}\n\nservice \"web\" {}\n";

#[derive(Debug, PartialEq, Deserialize, Serialize)]
struct Blocks {
    #[serde(rename = "$blocks")]
    blocks: Vec<Block>,
}

#[test]
fn blocks_keep_type_labels_and_body() {
    let config: Blocks = from_str(&format!("{DOCUMENT}\nother {{}}\n")).unwrap();
    let names: Vec<_> = config.blocks.iter().map(|block| block.view().block_type()).collect();
    assert_eq!(names, ["service", "service", "other"]);
    let label = config.blocks[0].view().labels().next().unwrap();
    assert_eq!(label.value(), "api");
    let body: Map<u8> =
        config.blocks[0].clone().into_body().decode(&Context::new().variable("p", 80)).unwrap();
    assert_eq!(body["port"], 80);
}

#[test]
fn blocks_are_captured_and_written_again() {
    #[track_caller]
    fn unchanged<T: Serialize + for<'de> Deserialize<'de>>(document: &str) {
        match from_str::<T>(document) {
            Ok(captured) => assert_eq!(to_string(&captured).unwrap(), document),
            Err(error) => panic!("{error:#}"),
        }
    }
    unchanged::<Blocks>(DOCUMENT);
    unchanged::<Map<Vec<Block>>>(DOCUMENT);
    unchanged::<Map<Map<Block>>>(DOCUMENT);
    unchanged::<Vec<Block>>(DOCUMENT);
    unchanged::<Vec<Block>>("");
    unchanged::<Map<Block>>("a {\n  b = 1\n}\n");
    unchanged::<Map<Option<Block>>>("a \"x\" \"y\" {}\n");
}

#[test]
fn blocks_pass_through_buffers() {
    #[derive(Deserialize)]
    struct Flattened {
        name: String,
        #[serde(flatten)]
        rest: Map<Block>,
    }
    let config: Flattened = from_str("name = \"n\"\na \"x\" {\n  b = c\n}\n").unwrap();
    assert_eq!(config.name, "n");
    assert_eq!(config.rest["a"].to_string(), "a \"x\" {\n  b = c\n}\n");
}

#[test]
fn anything_but_a_single_block_is_refused() {
    let error = |source| from_str::<Map<Block>>(source).unwrap_err();
    assert_eq!(error("a {}\na {}\n").code(), "duplicate-block");
    assert_eq!(error("a = 1\n").line(), Some(1));
    assert!(error("a = {}\n").to_string().contains("Expected a block"));
    assert!(from_value::<Block>(value!({ "a": {} })).is_err());
    assert!(from_str::<Block>("a = 1\n").is_err());
    assert!(serde_json::from_str::<Block>("{}").is_err());
}

#[test]
fn blocks_are_written_in_places_with_their_name_and_labels() {
    let map = |name: &'static str, block: Block| BTreeMap::from([(name, block)]);
    assert_eq!(to_string(&map("a", Block::new("a").with_label("x"))).unwrap(), "a \"x\" {}\n");
    let error = to_string(&map("a", Block::new("b"))).unwrap_err();
    assert_eq!((error.code(), error.path().as_deref()), ("other-name", Some("a")));
    let keyed = |label: &'static str| {
        to_string(&BTreeMap::from([("a", map(label, Block::new("a").with_labels(["x", "y"])))]))
    };
    assert_eq!(keyed("x").unwrap(), "a \"x\" \"y\" {}\n");
    assert_eq!(keyed("y").unwrap_err().code(), "other-label");

    let attribute = BTreeMap::from([("a", Attribute::new("a", 1))]);
    assert_eq!(to_string(&attribute).unwrap(), "a = 1\n");
    assert_eq!(to_string(&Attribute::new("a", 1)).unwrap(), "a = 1\n");
    let in_expression = Body::new().with_attribute("a", [Block::new("b")]);
    assert_eq!(in_expression.build().unwrap_err().code(), "block-in-expression");
}

#[test]
fn other_formats_get_the_text() {
    let json = serde_json::to_value(Block::new("a").with_attribute("b", 1)).unwrap();
    assert_eq!(json, serde_json::json!("a {\n  b = 1\n}"));
}
