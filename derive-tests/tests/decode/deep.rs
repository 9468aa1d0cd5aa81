//! Nesting as deep as the parser allows, on a small stack.

use std::collections::HashMap;
use std::thread;

use serde::Deserialize;
use serde_hcl::{Body, Value, from_str};

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

#[test]
fn too_deep_is_an_error() {
    on_a_small_stack(|| {
        let source = format!("a = {}\n", "[".repeat(100_000));
        assert!(from_str::<Value>(&source).is_err());
    });
}
