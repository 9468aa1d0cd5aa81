//! Types that can be written as a document, and types that can't.

use std::collections::BTreeMap;
use std::io;

use serde::Serialize;
use serde_hcl::diagnostic::Category;
use serde_hcl::{Serializer, Value, to_expression_string, to_vec, to_writer};

use crate::{encode, error};

#[test]
fn structs_and_maps() {
    #[derive(Serialize)]
    struct Empty {}
    #[derive(Serialize)]
    struct Newtype<T>(T);
    assert_eq!(encode(&Empty {}), "");
    assert_eq!(encode(&Some(Newtype(BTreeMap::from([("a", 1)])))), "a = 1\n");
    assert_eq!(encode(&serde_json::json!({ "b": [1, null], "a": {} })), "a = {}\nb = [1, null]\n");
}

#[test]
fn other_values_are_not_documents() {
    let message = |found: &str| {
        format!("Not a document: The top of a document must be a struct or a map, not {found}.")
    };
    assert_eq!(error(&1), message("a number or a bool"));
    assert_eq!(error("a"), message("a string"));
    assert_eq!(error(&None::<u8>), message("null"));
    assert_eq!(error(&[BTreeMap::from([("a", 1)])]), message("a sequence"));
    let nothing = Serializer::new().into_document().unwrap_err();
    assert_eq!((nothing.category(), nothing.code()), (Category::Encoding, "nothing-to-write"));
}

#[test]
fn names_are_identifiers() {
    assert_eq!(
        error(&BTreeMap::from([("a b", 1)])),
        "a b: Invalid argument name: \"a b\" can't be the name of an argument or a block: a name has letters, digits, _ and -, and starts with a letter or _."
    );
    assert!(error(&BTreeMap::from([("", BTreeMap::from([("x", Empty {})]))])).contains("Invalid"));
    #[derive(Serialize)]
    struct Empty {}
    assert_eq!(encode(&BTreeMap::from([("é-1", 1), ("for", 2)])), "for = 2\né-1 = 1\n");
}

/// A map in which keys repeat.
struct Repeated<T>(Vec<(String, T)>);

impl<T: Serialize> Serialize for Repeated<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

#[test]
fn names_are_not_repeated() {
    let repeated = |count: usize, last: &str| {
        let names = (0..count).map(|index| (format!("a{index}"), 1));
        Repeated(names.chain([(last.to_owned(), 2)]).collect())
    };
    for count in [1, 8, 100] {
        encode(&repeated(count, "b"));
        assert!(error(&repeated(count, "a0")).starts_with("a0: Duplicate argument"));
    }
    #[derive(Serialize)]
    struct Empty {}
    let blocks = Repeated(vec![("a".into(), Empty {}), ("a".into(), Empty {})]);
    assert_eq!(encode(&blocks), "a {}\n\na {}\n");
    #[derive(Serialize)]
    #[serde(untagged)]
    enum Either {
        Attribute(u8),
        Block(Empty),
    }
    let both = vec![("a".into(), Either::Block(Empty {})), ("a".into(), Either::Attribute(1))];
    assert!(error(&Repeated(both)).starts_with("a: Duplicate argument"));
}

#[test]
fn bytes_and_writers() {
    let map = BTreeMap::from([("a", 1)]);
    assert_eq!(to_vec(&map).unwrap(), b"a = 1\n");
    let mut written = Vec::new();
    to_writer(&mut written, &map).unwrap();
    assert_eq!(written, b"a = 1\n");

    struct Full;
    impl io::Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::other("no room"))
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let error = to_writer(Full, &map).unwrap_err();
    assert_eq!(error.category(), Category::Io);
    assert_eq!(error.to_string(), "Document can't be written: no room");
}

#[test]
fn expressions() {
    assert_eq!(to_expression_string(&()).unwrap(), "null");
    assert_eq!(to_expression_string("a\nb\n").unwrap(), r#""a\nb\n""#);
    assert_eq!(to_expression_string(&Value::tuple([1, 2])).unwrap(), "[1, 2]");
    #[derive(Serialize)]
    struct Port {
        number: u16,
        public: Option<bool>,
    }
    assert_eq!(
        to_expression_string(&Port { number: 1, public: None }).unwrap(),
        "{\n  number = 1\n  public = null\n}"
    );
}

#[test]
fn errors_have_a_path() {
    #[derive(Serialize)]
    struct Service {
        ports: BTreeMap<Vec<u8>, u8>,
    }
    let service = |ports| Service { ports };
    let bad = [(vec![1], 1)].into();
    let services =
        BTreeMap::from([("service", [service([].into()), service([].into()), service(bad)])]);
    let error = serde_hcl::to_string(&services).unwrap_err();
    assert_eq!(error.path().as_deref(), Some("service[2].ports"));
    assert_eq!(error.category(), Category::Encoding);
    assert!(error.to_string().starts_with("service[2].ports: Unsuitable map key"));

    struct Own;
    impl Serialize for Own {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("not today"))
        }
    }
    #[derive(Serialize)]
    enum Variant {
        Newtype(Own),
        Tuple(u8, Own),
        Struct { own: Own },
    }
    let one = |variant| crate::error(&BTreeMap::from([("a", [variant])]));
    assert_eq!(one(Variant::Newtype(Own)), "a[0].Newtype: not today");
    assert_eq!(one(Variant::Tuple(1, Own)), "a[0].Tuple[1]: not today");
    assert_eq!(one(Variant::Struct { own: Own }), "a[0].Struct.own: not today");
}
