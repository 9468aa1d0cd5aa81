//! Fields that become attributes.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Deserializer, Serialize};

use crate::{check, error};

#[derive(Debug, Serialize, Deserialize, PartialEq)]
struct Scalars {
    text: String,
    letter: char,
    yes: bool,
    count: u16,
    offset: i64,
    weight: f64,
}

#[test]
fn scalars() {
    let scalars =
        Scalars { text: "a".into(), letter: 'é', yes: true, count: 80, offset: -1, weight: 0.5 };
    check(
        &scalars,
        r#"text   = "a"
letter = "é"
yes    = true
count  = 80
offset = -1
weight = 0.5
"#,
    );
}

#[test]
fn options() {
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Options {
        none: Option<u8>,
        some: Option<Option<u8>>,
        elements: Vec<Option<u8>>,
        object: BTreeMap<String, Option<u8>>,
    }
    let options = Options {
        none: None,
        some: Some(Some(1)),
        elements: vec![None, Some(1)],
        object: BTreeMap::from([("a".into(), None)]),
    };
    check(&options, "some     = 1\nelements = [null, 1]\nobject = {\n  a = null\n}\n");
    // The entries of a map can't be left out.
    check(&BTreeMap::from([("a".to_owned(), None::<u8>)]), "a = null\n");
}

#[test]
fn an_option_without_content_is_null() {
    fn some<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<u8>>, D::Error> {
        Deserialize::deserialize(deserializer).map(Some)
    }
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Patch {
        #[serde(default, deserialize_with = "some")]
        limit: Option<Option<u8>>,
    }
    check(&Patch { limit: None }, "");
    check(&Patch { limit: Some(None) }, "limit = null\n");
    check(&Patch { limit: Some(Some(1)) }, "limit = 1\n");
}

#[test]
fn an_option_of_an_option() {
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Limits {
        soft: Option<Option<u8>>,
        hard: Option<Box<Option<u8>>>,
    }
    check(&Limits { soft: None, hard: None }, "");
    check(&Limits { soft: Some(None), hard: Some(None.into()) }, "soft = null\nhard = null\n");
    check(&Limits { soft: Some(Some(1)), hard: Some(Some(2).into()) }, "soft = 1\nhard = 2\n");
    let evaluated: Limits = serde_hcl::from_str("soft = true ? null : 1\n").unwrap();
    assert_eq!(evaluated, Limits { soft: Some(None), hard: None });

    // In an expression, `None` is already written as null.
    let refused = "Option of nothing: Some(None) and Some(()) can't be written: both are null, which is \
                   read as None.";
    assert_eq!(error(&BTreeMap::from([("a", Some(None::<u8>))])), format!("a: {refused}"));
    assert_eq!(error(&BTreeMap::from([("a", [Some(None::<u8>)])])), format!("a[0]: {refused}"));
    assert_eq!(error(&BTreeMap::from([("a", Some(Some(None::<u8>)))])), format!("a: {refused}"));
}

#[test]
fn units_are_null() {
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Nothing;
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Maybe(Option<u8>);
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Units {
        unit: (),
        nothing: Nothing,
        newtype: Maybe,
        elements: Vec<()>,
    }
    let units = Units { unit: (), nothing: Nothing, newtype: Maybe(None), elements: vec![()] };
    check(&units, "unit     = null\nnothing  = null\nnewtype  = null\nelements = [null]\n");
}

#[test]
fn an_option_of_a_unit_struct_is_an_empty_block() {
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Marker;
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Marked {
        marker: Option<Marker>,
        markers: Vec<Option<Marker>>,
    }
    check(&Marked { marker: None, markers: vec![] }, "markers = []\n");
    check(
        &Marked { marker: Some(Marker), markers: vec![None, Some(Marker)] },
        "marker {}\n\nmarkers = [null, {}]\n",
    );
    assert!(error(&BTreeMap::from([("a", Some(()))])).starts_with("a: Option of nothing"));
}

#[test]
fn sequences() {
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Pair(u8, String);
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Sequences {
        empty: Vec<u8>,
        tuple: (u8, bool),
        array: [String; 2],
        set: BTreeSet<u8>,
        pair: Pair,
        nested: Vec<Vec<u8>>,
    }
    let sequences = Sequences {
        empty: vec![],
        tuple: (1, true),
        array: ["a".into(), "b".into()],
        set: BTreeSet::from([2, 1]),
        pair: Pair(1, "x".into()),
        nested: vec![vec![1, 2], vec![]],
    };
    check(
        &sequences,
        r#"empty  = []
tuple  = [1, true]
array  = ["a", "b"]
set    = [1, 2]
pair   = [1, "x"]
nested = [[1, 2], []]
"#,
    );
}

#[test]
fn maps_are_objects() {
    type Map<T> = BTreeMap<String, T>;
    let empty = Map::<Map<u8>>::from([("empty".into(), Map::new())]);
    check(&empty, "empty = {}\n");
    let maps = Map::from([(
        "a".to_owned(),
        Map::from([("b".to_owned(), Map::from([("c".to_owned(), 1)]))]),
    )]);
    check(&maps, "a = {\n  b = {\n    c = 1\n  }\n}\n");
}

#[test]
fn objects_in_tuples_are_laid_out_as_the_reference_does() {
    let object = |n: u8| BTreeMap::from([("n".to_owned(), n)]);
    let maps = BTreeMap::from([
        ("a".to_owned(), vec![vec![object(1)], vec![object(2), BTreeMap::new(), object(3)]]),
        ("b".to_owned(), vec![vec![BTreeMap::new()]]),
        ("c".to_owned(), vec![]),
    ]);
    check(
        &maps,
        "a = [[{
  n = 1
  }], [{
  n = 2
  }, {}, {
  n = 3
}]]
b = [[{}]]
c = []
",
    );
}

#[test]
fn newtypes_are_encoded_as_their_content() {
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Meters(f64);
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Names(Vec<String>);
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Route {
        length: Meters,
        via: Names,
    }
    check(
        &Route { length: Meters(1.5), via: Names(vec!["a".into()]) },
        "length = 1.5\nvia    = [\"a\"]\n",
    );
}

#[test]
fn bytes_are_numbers() {
    let bytes = BTreeMap::from([("a".to_owned(), serde_bytes::ByteBuf::from(vec![0, 255]))]);
    check(&bytes, "a = [0, 255]\n");
}
