//! The calls of the records with the schema `api`.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_hcl::{Block, Body, Document, Error, Expression, to_string};

const SOURCE: &str = r#"region = "eu"

module "vpc" {
  source  = "./vpc"
  version = "5.0"
  tags = {
    a = 1
  }
}

module "vpc" {
  source = "./other"
}
"#;

#[derive(Serialize)]
struct Outer {
    a: Inner,
    b: u8,
}

#[derive(Serialize)]
struct Inner {
    #[serde(rename = "$label")]
    name: Option<u8>,
    x: f64,
}

#[derive(Serialize)]
struct Keyed {
    m: BTreeMap<Vec<u8>, u8>,
}

#[derive(Serialize)]
struct Spaced {
    #[serde(rename = "max conn")]
    m: u8,
}

/// The error of the call.
pub(crate) fn run(call: &str) -> Option<Error> {
    let document = |source| Document::parse(source, Some("main.tf")).map(Document::into_body);
    let result: Result<(), Error> = match call {
        "set-text-bad" => document(SOURCE).and_then(|mut it| it.set_text("region", "\"eu")),
        "set-bad-address" => document(SOURCE).and_then(|mut it| it.set("module..version", &"1")),
        "set-missing-block" => {
            document(SOURCE).and_then(|mut it| it.set("module.vpn.version", &"1"))
        }
        "set-ambiguous" => document(SOURCE).and_then(|mut it| it.set("module.vpc.version", &"1")),
        "set-into-attribute" => document(SOURCE).and_then(|mut it| it.set("region.name", &"x")),
        "rename-bad-name" => {
            document(SOURCE).and_then(|mut it| it.rename_attribute("region", "my region").map(drop))
        }
        "rename-taken" => {
            document("a = 1\nb = 2\n").and_then(|mut it| it.rename_attribute("a", "b").map(drop))
        }
        "append-dup" => append_twice(),
        "insert-missing" => {
            document(SOURCE).and_then(|mut it| it.insert_before("nowhere", Block::new("x")))
        }
        "references-bad" => document(SOURCE)
            .and_then(|mut it| it.rename_references("var.region", "var.2nd").map(drop)),
        "block-bad-name" => Block::new("my block").with_attribute("a", 1).build().map(drop),
        "attr-bad-name" => Body::new().with_attribute("2nd", 1).build().map(drop),
        "dup-attr" => {
            to_string(&Body::new().with_attribute("a", 1).with_attribute("a", 2)).map(drop)
        }
        "reference-bad" => Expression::reference(["var", "my name"]).map(drop),
        "call-bad" => Expression::call("to-upper!", ("a",)).map(drop),
        "ser-nan" => to_string(&Outer { a: Inner { name: None, x: f64::NAN }, b: 1 }).map(drop),
        "ser-top-list" => to_string(&vec![1, 2]).map(drop),
        "ser-top-text" => to_string("x").map(drop),
        "ser-key" => to_string(&Keyed { m: [(vec![1], 2)].into() }).map(drop),
        "ser-name" => to_string(&Spaced { m: 1 }).map(drop),
        "push-not-list" => document(SOURCE).and_then(|mut it| it.push_to("region", &"x")),
        other => panic!("no call {other}"),
    };
    result.err()
}

fn append_twice() -> Result<(), Error> {
    let mut other = "a = 2\n".parse::<Body>()?;
    let item = other.take("a")?.expect("an item");
    "a = 1\n".parse::<Body>()?.push(item)
}
