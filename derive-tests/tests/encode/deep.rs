//! Nesting as deep as the parser allows, on a small stack.

use std::collections::BTreeMap;
use std::thread;

use serde::{Deserialize, Serialize};
use serde_hcl::{Value, from_str, parse_expression, to_expression_string, to_string};

fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    thread::Builder::new().stack_size(2 * 1024 * 1024).spawn(test).unwrap().join().unwrap();
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Tree {
    #[serde(default)]
    next: Option<Box<Tree>>,
}

impl Tree {
    fn of_depth(depth: usize) -> Self {
        (0..depth).fold(Tree::default(), |tree, _| Tree { next: Some(Box::new(tree)) })
    }

    fn depth(&self) -> usize {
        let mut tree = self;
        let mut depth = 0;
        while let Some(next) = &tree.next {
            (tree, depth) = (next, depth + 1);
        }
        depth
    }
}

#[test]
fn blocks() {
    on_a_small_stack(|| {
        let document = to_string(&Tree::of_depth(1000)).unwrap();
        assert_eq!(from_str::<Tree>(&document).unwrap().depth(), 1000);
    });
}

/// Also the parts that the encoder itself builds and drops.
#[test]
fn json_syntax_on_a_stack_of_64_kilobytes() {
    let tree = Tree::of_depth(1000);
    let value = (0..1000).fold(Value::from(1), |value, _| Value::tuple([value]));
    let encode = move || {
        assert!(serde_hcl::json::to_string(&tree).unwrap().len() > 9000);
        assert!(serde_hcl::json::to_string(&BTreeMap::from([("a", &value)])).unwrap().len() > 2000);
        // Dropping a tree of one's own needs a deeper stack.
        tree
    };
    let thread = thread::Builder::new().stack_size(64 * 1024).spawn(encode).unwrap();
    assert_eq!(thread.join().unwrap().depth(), 1000);
}

#[test]
fn deep_output_can_be_read() {
    on_a_small_stack(|| {
        for depth in 1018..1026 {
            match to_string(&Tree::of_depth(depth)) {
                Ok(document) => drop(serde_hcl::parse(&document).unwrap()),
                Err(error) => assert!(depth > 1019 && error.code() == "too-deep"),
            }
            let tuple = (0..depth).fold(Value::from(-1), |value, _| Value::tuple([value]));
            let object = (0..depth).fold(Value::from(-1), |value, _| Value::object([("a", value)]));
            for value in [tuple, object] {
                match to_expression_string(&value) {
                    Ok(text) => drop(parse_expression(&text).unwrap()),
                    Err(error) => assert!(depth > 1019 && error.code() == "too-deep"),
                }
                match to_string(&BTreeMap::from([("a", &value)])) {
                    Ok(document) => drop(serde_hcl::parse(&document).unwrap()),
                    Err(error) => assert!(depth > 1019 && error.code() == "too-deep"),
                }
            }
        }
    });
}

#[test]
fn labels_count() {
    #[derive(Serialize)]
    struct Block {
        #[serde(rename = "$labels")]
        labels: Vec<u8>,
    }
    let error = to_string(&BTreeMap::from([("b", Block { labels: vec![0; 2000] })])).unwrap_err();
    assert_eq!(error.code(), "too-deep");
}

#[test]
fn too_deep_is_an_error() {
    #[derive(Serialize)]
    struct Newtype(Option<Box<Newtype>>);
    on_a_small_stack(|| {
        assert_eq!(to_string(&Tree::of_depth(3000)).unwrap_err().code(), "too-deep");
        let newtype = (0..10_000).fold(Newtype(None), |inner, _| Newtype(Some(Box::new(inner))));
        assert_eq!(to_expression_string(&newtype).unwrap_err().code(), "too-deep");
        let value = (0..100_000).fold(Value::NULL, |value, _| Value::tuple([value]));
        assert_eq!(to_expression_string(&value).unwrap_err().code(), "too-deep");
        assert_eq!(serde_hcl::to_value(&value).unwrap_err().code(), "too-deep");
        // Dropping nested boxes is recursive.
        std::mem::forget(newtype);
    });
}
