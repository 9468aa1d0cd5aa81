//! A field `$blocks` with a default takes the blocks wherever its struct stands.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::{Block, Body, from_str, json};

macro_rules! types {
    ($($item:item)*) => { $(
        #[derive(Deserialize, Debug, PartialEq, Clone)]
        $item
    )* };
}

types! {
    struct Disk { size: u8 }
    #[serde(rename_all = "lowercase")]
    enum Item {
        Disk(Disk),
        Net { #[serde(rename = "$label")] name: String, mask: Option<u8> },
        Group(Items),
        #[serde(untagged)] Other(Block),
    }
    struct Items {
        x: Option<i64>,
        #[serde(default, rename = "$blocks")] blocks: Vec<Item>,
    }
    struct Optional { #[serde(rename = "$blocks")] blocks: Option<Vec<Item>> }
    struct WithField { #[serde(default)] disk: Vec<Disk>, #[serde(default, rename = "$blocks")] blocks: Vec<Item> }

    struct Flattened<T> { #[serde(flatten)] inner: T }
    struct Beside<T> { z: Option<i64>, #[serde(flatten)] inner: T }
    struct Own<T> { #[serde(default, rename = "$blocks")] blocks: Vec<Item>, #[serde(flatten)] rest: T }
    struct Maybe<T> { #[serde(flatten)] inner: Option<T> }
    struct Required { required: i64 }
    #[serde(untagged)] enum Untagged<T> { Other(Required), Numbers(BTreeMap<String, i64>), Inner(T) }
    #[serde(untagged)] enum AfterTag<T> { Tagged(Tag), Inner(T) }
    #[serde(tag = "kind")] enum Internal<T> { Nothing, Inner(T) }
    #[serde(tag = "kind", content = "content")] enum Adjacent<T> { Nothing, Inner(T) }
    struct Outer<T> { outer: T }
    struct Pairs<A, B> { #[serde(flatten)] first: A, #[serde(flatten)] second: B }
    enum Tag { One, Two(Disk) }
}

const DISKS: &[&str] = &[
    "disk {\n  size = 1\n}\n",
    "net \"a\" {\n}\n",
    "group {\n  x = 2\n  disk {\n    size = 1 + 1\n  }\n  group {\n    net \"b\" {\n      mask = \"8\"\n    }\n  }\n}\n",
    "unknown \"a\" \"b\" {\n  y = 1\n}\n",
];

/// Documents with none to all of these blocks, and some of them twice.
fn documents() -> Vec<String> {
    let mut documents = Vec::new();
    for bits in 0..1 << DISKS.len() {
        let blocks: String = (0..DISKS.len())
            .filter(|index| bits & (1 << index) != 0)
            .map(|index| DISKS[index])
            .collect();
        documents.push(blocks.clone());
        documents.push(format!("x = 1\n{blocks}{blocks}"));
    }
    documents
}

#[track_caller]
fn read<T: DeserializeOwned>(source: &str) -> T {
    from_str(source).unwrap_or_else(|error| panic!("{source}\n{error:#}"))
}

#[test]
fn every_position_takes_the_blocks() {
    let mut count = 0;
    for source in documents() {
        let plain: Items = read(&source);
        macro_rules! check {
            ($($ty:ty, $source:expr => $pattern:pat => $inner:expr;)*) => { $(
                match read::<$ty>(&$source) {
                    $pattern => assert_eq!($inner, plain, "{}\n{}", stringify!($ty), $source),
                    #[allow(unreachable_patterns)]
                    other => panic!("{other:?}\n{}", $source),
                }
                count += 1;
            )* };
        }
        let tagged = format!("kind = \"Inner\"\n{source}");
        let inside = |header: &str| format!("{header} {{\n{source}}}\n");
        check! {
            Flattened<Items>, source => Flattened { inner } => inner;
            Flattened<Flattened<Items>>, source => Flattened { inner: Flattened { inner } } => inner;
            Beside<Items>, format!("z = 1\n{source}") => Beside { inner, .. } => inner;
            Beside<Flattened<Items>>, source => Beside { inner: Flattened { inner }, .. } => inner;
            Untagged<Items>, format!("s = \"\"\n{source}") => Untagged::Inner(inner) => inner;
            AfterTag<Items>, format!("s = 1\nt = 2\n{source}") => AfterTag::Inner(inner) => inner;
            Internal<Items>, tagged => Internal::Inner(inner) => inner;
            Flattened<Internal<Items>>, tagged => Flattened { inner: Internal::Inner(inner) } => inner;
            Flattened<Untagged<Items>>, format!("s = \"\"\n{source}") => Flattened { inner: Untagged::Inner(inner) } => inner;
            Outer<Flattened<Items>>, inside("outer") => Outer { outer: Flattened { inner } } => inner;
            Outer<Internal<Items>>, inside("outer").replacen("{\n", "{\nkind = \"Inner\"\n", 1) => Outer { outer: Internal::Inner(inner) } => inner;
            Flattened<Outer<Items>>, inside("outer") => Flattened { inner: Outer { outer: inner } } => inner;
            Flattened<Outer<Vec<Items>>>, inside("outer") => Flattened { inner: Outer { outer: inner } } => inner[0];
            Flattened<HashMap<String, HashMap<String, Items>>>, inside("outer \"l\"") => Flattened { inner } => inner["outer"]["l"];
            Pairs<Items, BTreeMap<String, serde_json::Value>>, source => Pairs { first, .. } => first;
            Own<BTreeMap<String, serde_json::Value>>, source => Own { blocks, .. } => Items { x: plain.x, blocks };
            Own<Beside<BTreeMap<String, serde_json::Value>>>, source => Own { blocks, .. } => Items { x: plain.x, blocks };
            Outer<Own<BTreeMap<String, serde_json::Value>>>, inside("outer") => Outer { outer: Own { blocks, .. } } => Items { x: plain.x, blocks };
            Flattened<Own<BTreeMap<String, serde_json::Value>>>, source => Flattened { inner: Own { blocks, .. } } => Items { x: plain.x, blocks };
        }
    }
    assert!(count > 400, "{count}");
}

/// In JSON syntax serde's buffers hide which properties are blocks. No block is lost silently.
#[test]
fn every_position_in_json_syntax_takes_the_blocks_or_refuses_them() {
    let mut counts = [0, 0];
    for native in documents().iter().filter(|source| !source.contains("unknown")) {
        let plain: Items = read(native);
        let source = json::to_string(&native.parse::<Body>().unwrap()).unwrap();
        // A body of several objects is one block only inside an array.
        let inside = match source.starts_with('[') {
            true => format!("{{\"outer\": [{source}]}}"),
            false => format!("{{\"outer\": {source}}}"),
        };
        let tagged = source.replacen('{', "{\"kind\": \"Inner\", ", 1);
        macro_rules! check {
            ($($ty:ty, $source:expr => $pattern:pat => $inner:expr;)*) => { $(
                match json::from_str::<$ty>(&$source) {
                    Ok($pattern) => {
                        assert_eq!($inner, plain, "{}\n{}", stringify!($ty), $source);
                        counts[0] += 1;
                    }
                    #[allow(unreachable_patterns)]
                    Ok(other) => panic!("{other:?}\n{}", $source),
                    Err(_) if !plain.blocks.is_empty() => counts[1] += 1,
                    Err(error) => panic!("{}\n{}\n{error:#}", stringify!($ty), $source),
                }
            )* };
        }
        check! {
            Flattened<Items>, source => Flattened { inner } => inner;
            Flattened<Flattened<Items>>, source => Flattened { inner: Flattened { inner } } => inner;
            Own<Beside<BTreeMap<String, serde_json::Value>>>, source => Own { blocks, .. } => Items { x: plain.x, blocks };
            Outer<Items>, inside => Outer { outer: inner } => inner;
            Outer<Own<BTreeMap<String, serde_json::Value>>>, inside => Outer { outer: Own { blocks, .. } } => Items { x: plain.x, blocks };
            Outer<Flattened<Items>>, inside => Outer { outer: Flattened { inner } } => inner;
            Flattened<Outer<Items>>, inside => Flattened { inner: Outer { outer: inner } } => inner;
            Flattened<Outer<Vec<Items>>>, inside => Flattened { inner: Outer { outer: inner } } => inner[0];
            Flattened<Outer<Flattened<Items>>>, inside => Flattened { inner: Outer { outer: Flattened { inner } } } => inner;
        }
        if source.len() > 4 {
            check! {
                Internal<Items>, tagged => Internal::Inner(inner) => inner;
                Flattened<Internal<Items>>, tagged => Flattened { inner: Internal::Inner(inner) } => inner;
            }
        }
    }
    assert!(counts[0] > 20 && counts[1] > 100, "{counts:?}");
}

/// An optional flattened field hides errors, so neither labels nor conversions in a variant are found.
#[test]
fn an_optional_flattened_field_takes_the_blocks() {
    for source in documents().iter().filter(|source| !source.contains("group")) {
        let maybe: Maybe<Items> = read(source);
        assert_eq!(maybe.inner, Some(read::<Items>(source)), "{source}");
    }
}
