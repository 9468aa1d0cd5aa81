//! The table of limits on the page "What serde hides": each row has a test.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::{Expression, json};

use crate::{decode, error};

const DOCUMENTATION: &str = include_str!("../../../src/serde_limits.md");

/// The first cells of the rows.
fn rows() -> Vec<&'static str> {
    let (_, table) = DOCUMENTATION.split_once("| in a buffer |").expect("there is a table");
    let rows = table.lines().skip(2).map_while(|line| line.strip_prefix("| "));
    rows.map(|row| row.split_once(" | ").expect("two cells").0).collect()
}

macro_rules! types {
    ($($item:item)*) => { $(
        #[derive(Deserialize, Debug, PartialEq)]
        $item
    )* };
}

types! {
    struct Flattened<T> { #[serde(flatten)] inner: T }
    #[serde(tag = "kind")] enum Tagged<T> { Inner(T) }
    #[serde(tag = "kind", content = "content")] enum Adjacent<T> { Inner(T) }
    #[serde(untagged)] enum Untagged<T> { Inner(T) }
    struct A<T> { a: T }
    struct Disk { size: u8 }
    #[serde(rename_all = "lowercase")] enum Item { Disk(Disk) }
    struct Required { #[serde(rename = "$blocks")] blocks: Vec<Item> }
    struct Defaulted { #[serde(default, rename = "$blocks")] blocks: Vec<Item> }
    #[serde(rename_all = "lowercase")] enum OrOther { Disk(Disk), #[serde(other)] Other }
    struct OrOthers { #[serde(rename = "$blocks")] blocks: Vec<OrOther> }
    struct Labelled { #[serde(rename = "$label")] name: String }
    struct MaybeLabelled { #[serde(rename = "$label")] name: Option<String> }
    struct Group { #[serde(default, rename = "$blocks")] blocks: Vec<Member> }
    #[serde(rename_all = "lowercase")] enum Member { Net(Labelled), Disk(Disk), Group(Group) }
    struct Maybe<T> { #[serde(flatten)] inner: Option<T> }
    struct Maps { #[serde(flatten)] map: BTreeMap<String, serde_json::Value>, #[serde(flatten)] inner: Defaulted }
    enum Named { X(Disk) }
    #[serde(untagged)] enum EnumFirst { Enum(Named), Struct(Labelled) }
}

/// Checks that a buffered type has an error that starts like this.
#[track_caller]
fn fails<T: DeserializeOwned>(source: &str, expected: &str) {
    let found = error::<T>(source);
    assert!(found.starts_with(expected), "{found}");
}

#[track_caller]
fn reads<T: DeserializeOwned + PartialEq + Debug>(source: &str, expected: T) {
    assert_eq!(decode::<T>(source), expected);
}

#[derive(Deserialize, Debug)]
#[serde(untagged)]
enum Tree {
    A { left: Option<Box<Tree>>, a: u8 },
    B { left: Option<Box<Tree>>, b: u8 },
}

const TESTS: &[(&str, fn())] = &[
    ("a map with keys that are numbers or bools", || {
        reads("a = { 1 = 2 }\n", A { a: HashMap::from([(1u8, 2u8)]) });
        fails::<Flattened<A<HashMap<u8, u8>>>>("a = { 1 = 2 }\n", "1:");
        fails::<Flattened<A<HashMap<bool, u8>>>>("a = { true = 2 }\n", "1:");
    }),
    (
        "an integer of type `i128` or `u128`, or one of more than 64 bits that is no float, as a `String`",
        || {
            fails::<Flattened<A<u128>>>("a = 170141183460469231731687303715884105727\n", "1:");
            fails::<Flattened<A<String>>>(
                "a = 123456789012345678901234567890\n",
                "1:5: a: Number out",
            );
            for number in ["18446744073709551616", "0.12345678901234567890123"] {
                let source = format!("a = {number}\n");
                reads(&source, Flattened { inner: A { a: number.to_owned() } });
            }
        },
    ),
    ("elements of a tuple of several types that need conversions to different types", || {
        reads("a = [1, \"2\"]\n", A { a: ("1".to_owned(), 2u8) });
        fails::<Flattened<A<(String, u8)>>>("a = [1, \"2\"]\n", "1:");
    }),
    (
        "a type that contains itself in several variants of an untagged enum that are structs",
        || {
            let tree: Tree = decode("left {\n  left {\n    b = 1\n  }\n  b = 2\n}\nb = 3\n");
            let Tree::B { left: Some(left), b: 3 } = tree else { panic!("{tree:?}") };
            assert!(matches!(*left, Tree::B { left: Some(_), b: 2 }), "{left:?}");
        },
    ),
    ("an entry of a flattened `Option<T>` that needs a conversion", || {
        reads("size = 1\n", Maybe { inner: Some(Disk { size: 1 }) });
        reads("size = \"1\"\n", Maybe::<Disk> { inner: None });
        reads("size = \"x\"\n", Maybe::<Disk> { inner: None });
    }),
    ("a conversion in a block of a variant of an enum, in a flattened `Option<T>`", || {
        let source = "disk {\n  size = \"1\"\n}\ngroup {\n  disk {\n    size = \"1\"\n  }\n}\n";
        let plain: Group = decode(source);
        assert_eq!(plain.blocks.len(), 2);
        reads(source, Maybe::<Group> { inner: None });
    }),
    ("null for an `Option<Option<T>>`", || {
        reads("a = null\n", A { a: Some(None::<u8>) });
        reads("a = null\n", Flattened { inner: A { a: None::<Option<u8>> } });
    }),
    ("[`Expression`] and [`Lazy`], except in flattened fields", || {
        let flattened: Flattened<A<Expression>> = decode("a = 1 + 1\n");
        assert_eq!(flattened.inner.a.to_string(), "1 + 1");
        let Untagged::Inner(A { a }): Untagged<A<Expression>> = decode("a = 1 + 1\n");
        assert_eq!(a.to_string(), "2");
    }),
    (
        "labels and `$blocks` in the content of an adjacently tagged enum, if a block is before its tag",
        || {
            fails::<Adjacent<Required>>(
                "content {\n  disk {\n    size = 1\n  }\n}\nkind = \"Inner\"\n",
                "",
            );
        },
    ),
    ("a field `$blocks` with a default in a struct that is flattened after a map", || {
        let maps: Maps = decode("disk {\n  size = 1\n}\n");
        assert_eq!((maps.map.len(), maps.inner.blocks.len()), (1, 0));
    }),
    ("a field `$blocks` for properties in JSON syntax", || {
        let source = r#"{"disk": {"size": 1}}"#;
        assert_eq!(json::from_str::<Defaulted>(source).unwrap().blocks.len(), 1);
        let code = |error: serde_hcl::Error| error.code().to_owned();
        let found = json::from_str::<Flattened<Defaulted>>(source).map_err(code);
        assert_eq!(found.unwrap_err(), "blocks-out-of-reach");
        let nested = format!(r#"{{"a": {source}}}"#);
        let found = json::from_str::<A<Flattened<Defaulted>>>(&nested).map_err(code);
        assert_eq!(found.unwrap_err(), "blocks-out-of-reach");
    }),
    ("a `$blocks` enum with a variant marked `other`, for a block with content", || {
        reads("net {}\n", OrOthers { blocks: vec![OrOther::Other] });
        fails::<Flattened<OrOthers>>("net {\n  a = 1\n}\n", "1:");
    }),
    ("a label for an optional `$label` field", || {
        let name = Some("x".to_owned());
        reads("a \"x\" {}\n", A { a: MaybeLabelled { name } });
        fails::<Flattened<A<MaybeLabelled>>>("a \"x\" {}\n", "1:");
    }),
    (
        "a block with a label, for a flattened list of an untagged enum whose variants are an enum and, after it, a struct",
        || {
            let source = "a \"X\" {\n  size = 1\n}\n";
            reads(source, A { a: vec![EnumFirst::Enum(Named::X(Disk { size: 1 }))] });
            let name = "X".to_owned();
            let a = vec![EnumFirst::Struct(Labelled { name })];
            reads(source, Flattened { inner: A { a } });
        },
    ),
];

#[test]
fn each_row_of_the_table_has_a_test() {
    let tested: Vec<&str> = TESTS.iter().map(|(row, _)| *row).collect();
    assert_eq!(rows(), tested);
    let mut failed = 0;
    for (row, test) in TESTS {
        println!("{row}");
        failed += usize::from(std::panic::catch_unwind(test).is_err());
    }
    assert_eq!(failed, 0, "failed rows");
}
