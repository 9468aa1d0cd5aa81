//! Indentation, alignment, blank lines, and the options of the layout.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_hcl::Serializer;

use crate::encode;

#[derive(Serialize)]
struct Config {
    a: u8,
    long_name: u8,
    object: BTreeMap<&'static str, Vec<u8>>,
    b: u8,
    text: &'static str,
    empty: BTreeMap<u8, u8>,
    none: Option<Block>,
    one: Block,
    c: u8,
    two: Block,
}

#[derive(Serialize)]
struct Block {
    x: Option<u8>,
    inner: Option<Box<Block>>,
}

fn config() -> Config {
    let block = |inner| Block { x: Some(1), inner };
    Config {
        a: 1,
        long_name: 2,
        object: BTreeMap::from([("x", vec![1]), ("é y", vec![])]),
        b: 3,
        text: "x\ny\n",
        empty: BTreeMap::new(),
        none: None,
        one: block(Some(Box::new(block(None)))),
        c: 4,
        two: Block { x: None, inner: None },
    }
}

#[test]
fn canonical() {
    assert_eq!(
        encode(&config()),
        r#"a         = 1
long_name = 2
object = {
  x     = [1]
  "é y" = []
}
b     = 3
text  = <<EOT
x
y
EOT
empty = {}

one {
  x = 1

  inner {
    x = 1
  }
}

c = 4

two {}
"#
    );
}

#[test]
fn with_options() {
    let mut serializer = Serializer::new().indent(4).heredocs(false).blank_lines(false).nulls(true);
    config().serialize(&mut serializer).unwrap();
    assert_eq!(
        serializer.into_document().unwrap(),
        r#"a         = 1
long_name = 2
object = {
    x     = [1]
    "é y" = []
}
b     = 3
text  = "x\ny\n"
empty = {}
none  = null
one {
    x = 1
    inner {
        x     = 1
        inner = null
    }
}
c = 4
two {
    x     = null
    inner = null
}
"#
    );
}
