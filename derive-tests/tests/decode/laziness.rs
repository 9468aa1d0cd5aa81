//! Expressions that no target needs are not evaluated.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_hcl::{Body, Context, Expression, Function, Lazy};

use crate::decode_with;

/// The number of calls of `f()` while the source is decoded.
fn calls<T: DeserializeOwned>(source: &str) -> usize {
    let count = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&count);
    let context = Context::new().function(Function::new("f", move || {
        counter.fetch_add(1, Ordering::Relaxed);
        1
    }));
    decode_with::<T>(source, &context);
    count.load(Ordering::Relaxed)
}

#[derive(Deserialize)]
struct Reads {
    #[serde(default)]
    read: u8,
}

#[test]
fn unknown_fields() {
    assert_eq!(calls::<Reads>("read = f()\n"), 1);
    assert_eq!(calls::<Reads>("other = f()\nblock {\n  read = f()\n}\n"), 0);
    assert_eq!(calls::<HashMap<String, Reads>>("o = { read = f(), other = f() }\n"), 1);
    assert_eq!(calls::<HashMap<String, IgnoredAny>>("o = f()\n"), 0);
}

#[test]
fn captured_fields() {
    #[derive(Deserialize)]
    struct Captures {
        a: Expression,
        b: Option<Lazy<u8>>,
        #[serde(default)]
        c: Vec<Lazy<u8>>,
        d: Option<Body>,
        read: u8,
    }
    assert_eq!(
        calls::<Captures>("a = f()\nb = f()\nc = [f()]\nd {\n  x = f()\n}\nread = f()\n"),
        1
    );
}

#[test]
fn flattened_rest() {
    #[derive(Deserialize)]
    struct Rest<T> {
        #[serde(default)]
        read: u8,
        #[serde(flatten)]
        rest: T,
    }
    let source = "a = f()\nb {\n  c = f()\n}\n";
    assert_eq!(calls::<Rest<Body>>(source), 0);
    assert_eq!(calls::<Vec<Rest<Body>>>("x {\n  a = f()\n}\ny {\n  b = f()\n}\n"), 0);
    assert_eq!(calls::<Rest<HashMap<String, Expression>>>("a = f()\n"), 0);
    assert_eq!(calls::<Rest<HashMap<String, u8>>>("a = f()\n"), 1);
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Untagged {
    A { read: u8 },
    B { other: u8 },
}

#[derive(Deserialize)]
#[serde(tag = "t")]
enum Tagged {
    A { read: u8 },
    B { nested: Reads },
}

#[derive(Deserialize)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    A { read: u8 },
}

#[derive(Deserialize)]
struct Flattened {
    #[serde(flatten)]
    first: Reads,
    #[serde(flatten)]
    second: Option<Second>,
}

#[derive(Deserialize)]
struct Second {
    second: u8,
}

/// serde reads all entries into its buffers. If that fails, it doesn't matter.
#[test]
fn unread_attributes_in_buffers_may_fail() {
    let context = Context::standard();
    let attributes = "read = 1\nx = nope\ny = 1 / \"a\"\nz = [{ a = nope() }]\n";
    decode_with::<Reads>(attributes, &context);
    decode_with::<Untagged>(attributes, &context);
    decode_with::<Flattened>(attributes, &context);
    decode_with::<Tagged>(&format!("t = \"A\"\n{attributes}"), &context);
    decode_with::<Adjacent>(&format!("t = \"A\"\nc {{\n{attributes}}}\n"), &context);
    let block = format!("b {{\n{attributes}}}\n");
    decode_with::<HashMap<String, Untagged>>(&block, &context);
    decode_with::<HashMap<String, Flattened>>(&block, &context);
    decode_with::<Tagged>(&format!("t = \"B\"\nnested {{\n{attributes}}}\n"), &context);
}
