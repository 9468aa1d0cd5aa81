//! Bodies of attributes, blocks and comments.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_hcl::{Attribute, Block, Body, Context, Expression, Item, parse, value};

use super::check;

#[test]
fn bodies_are_laid_out_canonically() {
    let service = |name: &str| Block::new("service").with_label(name).with_attribute("port", 80);
    let body = Body::new()
        .with_attribute("a", 1)
        .with_attribute("long_name", "x")
        .with_block(service("web"))
        .with_block(
            service("api").with_attribute("hosts", ["a", "b"]).with_block(Block::new("empty")),
        )
        .with_attribute("last", true);
    let document = r#"a         = 1
long_name = "x"

service "web" {
  port = 80
}

service "api" {
  port  = 80
  hosts = ["a", "b"]

  empty {}
}

last = true
"#;
    check(&body, document);
}

#[test]
fn values_are_anything_that_can_be_serialized() {
    #[derive(Serialize)]
    struct Tag {
        key: &'static str,
        value: Option<u8>,
    }
    let body = Body::new()
        .with_attribute("number", 1.5)
        .with_attribute("none", None::<u8>)
        .with_attribute("unit", ())
        .with_attribute("tag", Tag { key: "a", value: None })
        .with_attribute("tags", vec![Tag { key: "b", value: Some(1) }])
        .with_attribute("map", BTreeMap::from([("x y", 1)]))
        .with_attribute("value", value!({ "a": [1, null] }))
        .with_attribute("text", "${x}\n")
        .with_attribute("lines", "a\nb\n")
        .with_attribute("expression", "var.x + 1".parse::<Expression>().unwrap());
    let document = r#"number = 1.5
none   = null
unit   = null
tag = {
  key   = "a"
  value = null
}
tags = [{
  key   = "b"
  value = 1
}]
map = {
  "x y" = 1
}
value = {
  a = [1, null]
}
text       = "$${x}\n"
lines      = <<EOT
a
b
EOT
expression = var.x + 1
"#;
    check(&body, document);
}

#[test]
fn labels_are_any_text() {
    let labels = ["", "a b", "\"", "${x}", "%{ if }", "\\", "\n", "é", "\u{0}", "#", "}"];
    let body = Body::from(Block::new("b").with_labels(labels));
    check(
        &body,
        "b \"\" \"a b\" \"\\\"\" \"$${x}\" \"%%{ if }\" \"\\\\\" \"\\n\" \"é\" \"\\u0000\" \"#\" \"}\" {}\n",
    );
    let document = body.to_string();
    let block = parse(&document).unwrap();
    let block = block.body().blocks().next().unwrap();
    assert!(block.labels().map(|label| label.value().into_owned()).eq(labels));
}

#[test]
fn comments_are_written_next_to_their_items() {
    let body = Body::new()
        .with_comment("Generated.\n\nDon't edit.")
        .with_item(Attribute::new("a", 1).with_comment("one").with_trailing_comment("two"))
        .with_item(Attribute::new("b", [1]).with_trailing_comment(""))
        .with_block(
            Block::new("c").with_comment("second").with_comment("first").with_attribute("d", 1),
        )
        .with_block(Block::new("e").with_body(Body::new().with_comment("Empty.")))
        .with_comment("The end.");
    let document = r#"# Generated.
#
# Don't edit.

# one
a = 1   # two
b = [1] #

# first
# second
c {
  d = 1
}

e {
  # Empty.
}

# The end.
"#;
    assert_eq!(body.to_string(), document);
    assert_eq!(document.parse::<Body>().unwrap(), body);
}

#[test]
fn parsed_bodies_can_be_extended() {
    let mut body: Body = "# c\na = 1 # d\n\n# e\nb \"x\" { # f\n  c = 2\n} # g\n".parse().unwrap();
    body.push(Attribute::new("z", 3)).unwrap();
    let expected = "# c\na = 1 # d\n\n# e\nb \"x\" { # f\n  c = 2\n} # g\n\nz = 3\n";
    assert_eq!(body.to_string(), expected);

    let block: Block = "# above\nb x { c = 1 } # behind\n".parse().unwrap();
    let block = block.with_label("y").with_attribute("d", 2);
    assert_eq!(block.to_string(), "# above\nb \"x\" \"y\" {\n  c = 1\n  d = 2\n} # behind\n");

    let block = Block::new("c").with_body(body);
    assert_eq!(block.view().body().items().len(), 3);
    assert_eq!(block.clone().into_body().into_iter().count(), 3);
}

#[test]
fn generated_blocks_can_be_extended() {
    let source =
        "dynamic \"port\" {\n  for_each = [80]\n  content {\n    number = port.value\n  }\n}\n";
    let body = parse(source).unwrap().body().expand(&Context::new()).unwrap();
    let expected = "port {\n  number = 80\n}\n\na = 1\n";
    assert_eq!(body.clone().with_attribute("a", 1).to_string(), expected);
    let blocks: Body = body.into_iter().collect();
    assert_eq!(blocks.to_string(), "port {\n  number = 80\n}\n");
}

#[test]
fn items_are_read_through_views_and_moved() {
    let body =
        Body::new().with_attribute("a", 1).with_block(Block::new("b").with_labels(["x", "y"]));
    let block = body.view().blocks().next().unwrap();
    assert_eq!(block.labels().len(), 2);
    let (mut attributes, mut blocks) = (Body::new(), Body::new());
    for item in body.clone() {
        match item {
            Item::Attribute(_) => attributes.push(item).unwrap(),
            Item::Block(block) => blocks.push(block.with_label("z")).unwrap(),
            _ => {}
        }
    }
    check(&attributes, "a = 1\n");
    check(&blocks, "b \"x\" \"y\" \"z\" {}\n");
    assert_ne!(attributes, blocks);
    // Changing a clone does not change the original.
    check(&body, "a = 1\n\nb \"x\" \"y\" {}\n");
}

#[test]
fn equality_is_that_of_structure() {
    let equal = |one: &str, other: &str| one.parse::<Body>().unwrap() == other.parse().unwrap();
    assert!(equal("a=1 # x\nb c { d = [1,2] }\n", "a = 1\n\nb \"c\" {\n  d = [1, 2,\n  ]\n}\n"));
    for (one, other) in [
        ("a = 1\n", "a = 2\n"),
        ("a = 1\n", "b = 1\n"),
        ("a = 1 + 2\n", "a = 1 - 2\n"),
        ("a = true\n", "a = false\n"),
        ("a = [1]\n", "a = [1, 2]\n"),
        ("a = b.c\n", "a = b.d\n"),
        ("a = \"x\"\n", "a = \"y\"\n"),
        ("a = f(b...)\n", "a = f(b)\n"),
        ("a = b::c()\n", "a = b::d()\n"),
        ("a = \"${x} \"\n", "a = \"${x}  \"\n"),
        ("a {}\n", "b {}\n"),
        ("a x {}\n", "a y {}\n"),
        ("a {}\n", "a {}\na {}\n"),
    ] {
        assert!(!equal(one, other), "{one}{other}");
        assert!(equal(one, one));
    }
}

#[test]
fn built_bodies_are_decoded_and_evaluated() {
    let body = Body::new()
        .with_attribute("size", "2 * unit".parse::<Expression>().unwrap())
        .with_block(Block::new("disk").with_label("data").with_attribute("size", 1));
    let value = body.evaluate(&Context::new().variable("unit", 1024)).unwrap();
    assert_eq!(value, value!({ "size": 2048, "disk": { "data": [{ "size": 1 }] } }));
    assert_eq!(body.references().len(), 1);
}

#[test]
fn many_items_take_time_in_proportion() {
    let mut body = Body::new();
    for index in 0..20_000 {
        body = body.with_attribute(format!("a{index}"), index);
    }
    assert_eq!(body.view().items().len(), 20_000);
}
