//! Nesting as deep as the parser allows, on a small stack.

use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;
use std::thread;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer as _};
use serde_hcl::diagnostic::Diagnostic;
use serde_hcl::{Body, Deserializer, Error, Value, from_str, json, parse, parse_expression};

const DEPTH: usize = 1000;

fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    thread::Builder::new().stack_size(2 * 1024 * 1024).spawn(test).unwrap().join().unwrap();
}

#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Tree {
    next: Option<Box<Tree>>,
    name: String,
}

#[derive(Deserialize)]
struct Flat {
    #[serde(flatten)]
    rest: HashMap<String, serde_json::Value>,
}

#[derive(Deserialize)]
struct Recursive {
    #[serde(flatten)]
    inner: Inner,
}

#[derive(Deserialize)]
struct Inner {
    next: Option<Box<Recursive>>,
    #[serde(default)]
    name: String,
}

fn depth(mut tree: &Tree) -> usize {
    let mut depth = 0;
    while let Some(next) = &tree.next {
        tree = next;
        depth += 1;
    }
    depth
}

#[test]
fn blocks() {
    on_a_small_stack(|| {
        let source = "next {\n".repeat(DEPTH) + &"}\n".repeat(DEPTH);
        let tree: Tree = from_str(&source).unwrap();
        assert_eq!(depth(&tree), DEPTH);
        from_str::<Value>(&source).unwrap();
        from_str::<serde_json::Value>(&source).unwrap();
        from_str::<Flat>(&source).unwrap();
        from_str::<Body>(&source).unwrap();
    });
}

#[test]
fn objects_and_tuples() {
    on_a_small_stack(|| {
        let source =
            format!("next = {}{}\n", "{ next = ".repeat(DEPTH) + "null", "}".repeat(DEPTH));
        let tree: Tree = from_str(&source).unwrap();
        assert_eq!(depth(&tree), DEPTH);
        let source = format!("a = {}{}\n", "[".repeat(DEPTH), "]".repeat(DEPTH));
        from_str::<Value>(&source).unwrap();
        from_str::<serde_json::Value>(&source).unwrap();
        from_str::<Flat>(&source).unwrap();
        let source = format!("a = {}1{}\n", "(".repeat(DEPTH), ")".repeat(DEPTH));
        assert_eq!(from_str::<HashMap<String, u8>>(&source).unwrap()["a"], 1);
    });
}

#[test]
fn flattened_at_every_level() {
    on_a_small_stack(|| {
        let source =
            format!("next = {}{}\n", "{ next = ".repeat(DEPTH) + "null", "}".repeat(DEPTH));
        let mut recursive: Recursive = from_str(&source).unwrap();
        let mut depth = 0;
        while let Some(next) = recursive.inner.next.take() {
            recursive = *next;
            depth += 1;
        }
        assert_eq!(depth, DEPTH);
    });
}

fn codes(result: Result<(), Error>) -> Vec<&'static str> {
    result.unwrap_err().diagnostics().iter().map(Diagnostic::code).collect()
}

/// A seed can't be used again with a larger stack.
#[test]
fn values_for_seeds_nest_less_deep() {
    struct Only;

    impl<'de> Visitor<'de> for Only {
        type Value = serde_json::Value;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("one entry")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
            access.next_key::<String>()?;
            let value = access.next_value_seed(PhantomData)?;
            access.next_key::<String>().map(|_| value)
        }
    }

    let source = |depth: usize| {
        format!("a = [for x in [{}1{}] : x]\n", "[".repeat(depth), "]".repeat(depth))
    };
    let decode = |depth: usize| Deserializer::from_str(&source(depth)).deserialize_map(Only);
    assert!(decode(63).is_ok());
    assert_eq!(codes(decode(64).map(drop)), ["too-deep"]);
    on_a_small_stack(move || {
        let source = source(DEPTH);
        let deserializer = Deserializer::from_str(&source);
        HashMap::<String, serde_json::Value>::deserialize(deserializer).unwrap();
    });
}

#[test]
fn too_deep_is_an_error() {
    on_a_small_stack(|| {
        let source = format!("a = {}\n", "[".repeat(100_000));
        assert!(from_str::<Value>(&source).is_err());
        for (open, close) in [("[", "]"), ("(", ")"), ("-", "")] {
            let nested =
                |depth: usize| format!("a = {}1{}\n", open.repeat(depth), close.repeat(depth));
            assert!(parse(&nested(1024)).is_ok());
            assert_eq!(codes(parse(&nested(1025)).map(drop)), ["too-deep"]);
            let alone =
                |depth: usize| [open.repeat(depth), "1".into(), close.repeat(depth)].concat();
            assert!(parse_expression(&alone(1024)).is_ok());
            assert_eq!(codes(parse_expression(&alone(1025)).map(drop)), ["too-deep"]);
        }
        for (open, close) in [("[", "]"), ("{\"a\": ", "}")] {
            let nested = |depth: usize| [&open.repeat(depth), "1", &close.repeat(depth)].concat();
            assert!(json::parse_expression(&nested(1024)).is_ok());
            assert_eq!(codes(json::parse_expression(&nested(1025)).map(drop)), ["too-deep"]);
        }
    });
}
