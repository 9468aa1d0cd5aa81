//! The order of items changes no value: the items of a body, and the blocks of one type.
//!
//! Blocks of one type keep their order where a type reads them as a list. A list in another order has the
//! same elements.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::{Body, Expression, Value};

macro_rules! types {
    ($($item:item)*) => { $(
        #[derive(Deserialize, Debug)]
        $item
    )* };
}

types! {
    #[serde(untagged)]
    enum Any { Bool(bool), Number(f64), Text(String), List(Vec<Any>), Map(BTreeMap<String, Any>) }

    #[serde(untagged)]
    enum OneOrMany<T> { One(T), Many(Vec<T>) }

    #[serde(untagged)]
    enum Key { Number(u16), Bool(bool), Text(String) }

    #[serde(untagged)]
    enum Part { Disk(Disk), Labelled { #[serde(rename = "$label")] name: String, x: Key }, Other(BTreeMap<String, Key>) }

    #[serde(tag = "type", rename_all = "lowercase")]
    enum Tagged { A { x: u8, #[serde(default)] y: Vec<String> }, B { #[serde(rename = "$label")] name: String, z: Option<i8> } }

    #[serde(tag = "type", content = "content", rename_all = "lowercase")]
    enum Adjacent { A(Disk), B(Vec<Disk>) }

    #[serde(rename_all = "lowercase")]
    enum Named { Disk(Disk), Net(Vec<Net>), #[serde(untagged)] Other(serde_hcl::Block) }

    struct Disk { size: u32, #[serde(default)] kind: String }

    struct Net { cidr: String, #[serde(default)] public: bool }

    struct Parts { #[serde(default)] disk: Option<Disk>, #[serde(default)] net: Vec<Net>, port: Option<u16> }

    struct Flattened<T> { #[serde(default)] name: Option<String>, #[serde(flatten)] rest: T }

    struct Two { #[serde(flatten)] parts: Parts, #[serde(flatten)] rest: BTreeMap<String, Value> }

    struct Fields<T> { part: Option<T>, #[serde(default = "Vec::new")] item: Vec<T>, #[serde(default)] disk: Option<Disk> }

    struct Items { item: Vec<Tagged> }

    struct Contents { item: Vec<Adjacent> }

    struct Blocks { #[serde(rename = "$blocks", default)] blocks: Vec<Named>, #[serde(default)] port: Option<Key> }

    struct Elements<T> { item: Vec<T> }
}

/// Items of bodies.
const ITEMS: &[&str] = &[
    "name = \"x\"\n",
    "name = 5\n",
    "port = 80\n",
    "port = \"80\"\n",
    "port = null\n",
    "port = 1 + 1\n",
    "tags = [\"a\", 1]\n",
    "limit = { size = 1, kind = \"k\" }\n",
    "backend {\n}\n",
    "backend \"s3\" {\n}\n",
    "backend \"s3\" \"eu\" {\n  x = 1\n}\n",
    "part {\n  size = 1\n}\n",
    "part {\n  size = \"1\"\n}\n",
    "part \"a\" {\n  x = 1\n}\n",
    "part \"a\" {\n  x = true\n}\npart \"b\" {\n  x = \"2\"\n}\n",
    "disk {\n  size = 5\n}\n",
    "disk {\n  size = \"5\"\n  kind = 2\n}\n",
    "disk \"a\" {\n  size = 5\n}\n",
    "net {\n  cidr = 1\n}\n",
    "net {\n  cidr   = \"a\"\n  public = true\n}\nnet {\n  cidr = 2\n}\n",
    "item {\n  type = \"a\"\n  x    = \"7\"\n}\n",
    "item \"n\" {\n  type = \"b\"\n  z    = 3\n}\n",
    "item {\n  type = \"a\"\n  content {\n    size = 1\n  }\n}\n",
    "outer {\n  inner {\n    deep \"l\" {\n    }\n  }\n}\n",
];

/// Blocks of one type, which lists read.
const BLOCKS: &[&str] = &[
    "item {\n}\n",
    "item {\n  x = 1\n}\n",
    "item {\n  x = \"1\"\n}\n",
    "item {\n  size = 1\n}\n",
    "item {\n  size = \"2\"\n  kind = 3\n}\n",
    "item {\n  inner {\n    x = 1\n  }\n}\n",
    "item {\n  inner {\n    x = \"1\"\n  }\n  inner {\n    x = 2\n  }\n}\n",
    "item {\n  inner \"a\" {\n    x = 1\n  }\n}\n",
    "item {\n  type = \"a\"\n  x    = 1\n}\n",
    "item {\n  type = \"a\"\n  x    = \"1\"\n  y    = [2]\n}\n",
    "item {\n  type = \"a\"\n  content {\n    size = \"1\"\n  }\n}\n",
    "item {\n  type = \"b\"\n  content {\n    size = 1\n  }\n}\n",
    "item {\n  disk {\n    size = \"1\"\n  }\n  port = \"80\"\n}\n",
    "item {\n  disk {\n    size = 1\n  }\n  net {\n    cidr = 5\n  }\n}\n",
    "item {\n  name = 1\n  port = null\n}\n",
    "item {\n  name = \"a\"\n  rest = 1 + 1\n}\n",
];

/// The value of a document, or that there is none.
fn shown<T: DeserializeOwned + Debug>(source: &str) -> Option<String> {
    serde_hcl::from_str::<T>(source).ok().map(|value| format!("{value:?}"))
}

/// All orders of these.
fn orders<'a>(parts: &[&'a str]) -> Vec<Vec<&'a str>> {
    match parts {
        [] | [_] => vec![parts.to_vec()],
        _ => (0..parts.len())
            .flat_map(|first| {
                let mut rest = parts.to_vec();
                let first = rest.remove(first);
                orders(&rest).into_iter().map(move |rest| [&[first], &rest[..]].concat())
            })
            .collect(),
    }
}

/// Documents with two, and some with three of these.
fn documents<'a>(of: &[&'a str]) -> Vec<Vec<&'a str>> {
    let mut documents = Vec::new();
    for (i, first) in of.iter().enumerate() {
        for (j, second) in of.iter().enumerate().skip(i + 1) {
            documents.push(vec![*first, *second]);
            let third = (i * 7 + j * 3) % of.len();
            if third > j && (i + j) % 3 == 0 {
                documents.push(vec![*first, *second, of[third]]);
            }
        }
    }
    documents
}

/// The name of an item.
fn name(item: &str) -> &str {
    item.split([' ', '{']).next().unwrap()
}

/// The orders of the items of a body. Items of one name keep theirs.
#[track_caller]
fn items_in_any_order<T: DeserializeOwned + Debug>() -> (usize, Vec<String>) {
    let (mut decoded, mut failures) = (0, Vec::new());
    for items in documents(ITEMS) {
        if items.iter().enumerate().any(|(i, it)| items[..i].iter().any(|of| name(of) == name(it)))
        {
            continue;
        }
        let source = items.concat();
        let expected = shown::<T>(&source);
        decoded += usize::from(expected.is_some());
        for order in orders(&items) {
            let source = order.concat();
            let found = shown::<T>(&source);
            if found != expected {
                failures.push(format!("{source}{found:?}\nand not {expected:?}\n"));
            }
        }
    }
    (decoded, failures)
}

/// The orders of the elements of a list: the value of an element is that of the element alone.
fn elements_in_any_order<T: DeserializeOwned + Debug>() -> (usize, Vec<String>) {
    let elements = |blocks: &[&str]| {
        let decoded = serde_hcl::from_str::<Elements<T>>(&blocks.concat()).ok()?;
        Some(decoded.item.iter().map(|item| format!("{item:?}")).collect::<Vec<_>>())
    };
    let (mut decoded, mut failures) = (0, Vec::new());
    for blocks in documents(BLOCKS) {
        let expected = elements(&blocks);
        decoded += usize::from(expected.is_some());
        for order in orders(&blocks) {
            let found = elements(&order).map(|mut found| {
                let mut sorted: Vec<_> = order.iter().copied().zip(found.drain(..)).collect();
                sorted.sort_by_key(|(block, _)| blocks.iter().position(|it| it == block));
                sorted.into_iter().map(|(_, value)| value).collect::<Vec<_>>()
            });
            if found != expected {
                failures.push(format!("{}{found:?}\nand not {expected:?}\n", order.concat()));
            }
        }
    }
    (decoded, failures)
}

/// Checks each type, and that at least this many documents have a value of it.
macro_rules! hold {
    ($law:ident: $($ty:ty, $least:literal;)*) => {{
        let mut all: Vec<String> = Vec::new();
        $(
            let (decoded, failures) = $law::<$ty>();
            if decoded < $least {
                all.push(format!("{}: only {decoded} documents are decoded", stringify!($ty)));
            }
            all.extend(failures.iter().map(|it| format!("{}\n{it}", stringify!($ty))));
        )*
        assert!(all.is_empty(), "{} failures, the first:\n{}", all.len(), all[..all.len().min(12)].join("\n"));
    }};
}

#[test]
fn the_order_of_items_changes_no_value() {
    hold! { items_in_any_order:
        Value, 275;
        BTreeMap<String, Any>, 275;
        BTreeMap<String, OneOrMany<BTreeMap<String, Any>>>, 144;
        BTreeMap<String, Option<OneOrMany<Any>>>, 275;
        BTreeMap<String, Key>, 8;
        BTreeMap<String, Part>, 71;
        BTreeMap<String, Expression>, 21;
        Parts, 252;
        Fields<Part>, 209;
        Fields<OneOrMany<Part>>, 229;
        Fields<Any>, 252;
        Flattened<BTreeMap<String, Any>>, 275;
        Flattened<BTreeMap<String, Value>>, 275;
        Flattened<BTreeMap<String, String>>, 8;
        Flattened<BTreeMap<String, OneOrMany<Any>>>, 275;
        Flattened<BTreeMap<String, Expression>>, 21;
        Flattened<Parts>, 252;
        Flattened<Fields<Part>>, 213;
        Flattened<Fields<Any>>, 229;
        Flattened<Option<Items>>, 275;
        Flattened<Two>, 252;
        Items, 47;
        Contents, 25;
    }
}

#[test]
fn the_value_of_an_element_does_not_depend_on_its_neighbours() {
    hold! { elements_in_any_order:
        Value, 134;
        Any, 118;
        Part, 22;
        OneOrMany<Any>, 118;
        BTreeMap<String, Any>, 134;
        BTreeMap<String, Key>, 29;
        BTreeMap<String, OneOrMany<BTreeMap<String, Key>>>, 6;
        Tagged, 1;
        Adjacent, 1;
        Parts, 134;
        Two, 134;
        Flattened<BTreeMap<String, Any>>, 134;
        Flattened<BTreeMap<String, Key>>, 29;
        Flattened<Parts>, 134;
        Flattened<Option<Parts>>, 134;
        Flattened<Fields<Any>>, 134;
        Flattened<BTreeMap<String, Expression>>, 38;
        Flattened<Body>, 134;
        Blocks, 116;
    }
}

/// Documents as they are written for Terraform, and their values: as a map of a recursive untagged enum, and as a map of one
/// map or of several.
const REAL: &[(&str, &str, Option<&str>)] = &[
    (
        "terraform {\n  backend \"s3\" {\n  }\n}\n",
        r#"{"terraform": List([Map({"backend": Map({"s3": List([Map({})])})})])}"#,
        Some(r#"{"terraform": One({"backend": Object({"s3": Tuple([Object({})])})})}"#),
    ),
    (
        "terraform {\n  backend \"s3\" {\n  }\n}\nprovider \"aws\" {\n  region = \"eu\"\n}\n",
        r#"{"provider": Map({"aws": List([Map({"region": Text("eu")})])}), "terraform": List([Map({"backend": Map({"s3": List([Map({})])})})])}"#,
        Some(
            r#"{"provider": One({"aws": Tuple([Object({"region": String("eu")})])}), "terraform": One({"backend": Object({"s3": Tuple([Object({})])})})}"#,
        ),
    ),
    (
        "port = \"80\"\ntls {\n  cert = \"c\"\n}\n",
        r#"{"port": Text("80"), "tls": List([Map({"cert": Text("c")})])}"#,
        None,
    ),
    (
        "name = null\ndisk \"a\" {\n  size = 1\n}\n",
        r#"{"disk": Map({"a": List([Map({"size": Number(1.0)})])})}"#,
        Some(r#"{"disk": One({"a": Tuple([Object({"size": Number(Number(1))})])})}"#),
    ),
    (
        "resource \"a\" \"b\" {\n  count = 2\n  rule {\n    port = \"80\"\n  }\n  rule {\n    port = 81\n  }\n}\n",
        r#"{"resource": Map({"a": Map({"b": List([Map({"count": Number(2.0), "rule": List([Map({"port": Text("80")}), Map({"port": Number(81.0)})])})])})})}"#,
        Some(
            r#"{"resource": One({"a": Object({"b": Tuple([Object({"count": Number(Number(2)), "rule": Tuple([Object({"port": String("80")}), Object({"port": Number(Number(81))})])})])})})}"#,
        ),
    ),
    (
        "tls {\n  cert = \"c\"\n}\nitem \"n\" {\n  type = \"b\"\n  z    = \"300\"\n}\n",
        r#"{"item": Map({"n": List([Map({"type": Text("b"), "z": Text("300")})])}), "tls": List([Map({"cert": Text("c")})])}"#,
        Some(
            r#"{"item": One({"n": Tuple([Object({"type": String("b"), "z": String("300")})])}), "tls": One({"cert": String("c")})}"#,
        ),
    ),
    (
        "terraform {\n  required_providers {\n    a = { source = \"b\" }\n  }\n}\nresource \"a\" \"b\" {\n}\n",
        r#"{"resource": Map({"a": Map({"b": List([Map({})])})}), "terraform": List([Map({"required_providers": List([Map({"a": Map({"source": Text("b")})})])})])}"#,
        Some(
            r#"{"resource": One({"a": Object({"b": Tuple([Object({})])})}), "terraform": One({"required_providers": Tuple([Object({"a": Object({"source": String("b")})})])})}"#,
        ),
    ),
    (
        "variable \"a\" {\n  type = \"string\"\n}\nvariable \"b\" {\n}\noutput \"c\" {\n  value = 1\n}\n",
        r#"{"output": Map({"c": List([Map({"value": Number(1.0)})])}), "variable": Map({"a": List([Map({"type": Text("string")})]), "b": List([Map({})])})}"#,
        Some(
            r#"{"output": One({"c": Tuple([Object({"value": Number(Number(1))})])}), "variable": One({"a": Tuple([Object({"type": String("string")})]), "b": Tuple([Object({})])})}"#,
        ),
    ),
];

#[test]
fn blocks_of_real_documents_in_untagged_enums() {
    for (source, any, one_or_many) in REAL {
        assert_eq!(shown::<BTreeMap<String, Any>>(source).as_deref(), Some(*any), "{source}");
        let found = shown::<BTreeMap<String, OneOrMany<BTreeMap<String, Value>>>>(source);
        assert_eq!(found.as_deref(), *one_or_many, "{source}");
    }
}
