//! Blocks in blocks of a flattened struct, in every wrapper.

use super::*;

#[derive(Debug, Deserialize, PartialEq)]
struct Rest<T> {
    #[serde(flatten)]
    rest: T,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Block<T> {
    block: T,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Outer<T> {
    a: u8,
    inner: T,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Inner {
    b: u8,
}

fn nested<T: for<'de> Deserialize<'de>>(source: &str) -> T {
    decode::<Rest<Block<T>>>(source).rest.block
}

fn outer<T>(inner: T) -> Outer<T> {
    Outer { a: 1, inner }
}

const ONE: &str = "block {\n  a = 1\n  inner {\n    b = 2\n  }\n}\n";
const TWO: &str = "block {\n  a = 1\n  inner {\n    b = 2\n  }\n}\nblock {\n  a = 1\n  inner {\n    b = 3\n  }\n}\n";
const TWO_INNER: &str =
    "block {\n  a = 1\n  inner {\n    b = 2\n  }\n  inner {\n    b = 3\n  }\n}\n";

#[test]
fn in_a_struct() {
    assert_eq!(nested::<Outer<Inner>>(ONE), outer(Inner { b: 2 }));
    assert_eq!(nested::<Outer<Option<Inner>>>(ONE), outer(Some(Inner { b: 2 })));
    assert_eq!(nested::<Outer<Vec<Inner>>>(ONE), outer(vec![Inner { b: 2 }]));
    assert_eq!(nested::<Outer<Vec<Inner>>>(TWO_INNER), outer(vec![Inner { b: 2 }, Inner { b: 3 }]));
    assert_eq!(nested::<Outer<HashMap<String, u8>>>(ONE).inner["b"], 2);
    assert_eq!(nested::<Outer<Vec<HashMap<String, u8>>>>(ONE).inner[0]["b"], 2);
}

#[test]
fn in_an_option() {
    assert_eq!(nested::<Option<Outer<Inner>>>(ONE), Some(outer(Inner { b: 2 })));
    assert_eq!(
        nested::<Option<Outer<Option<Vec<Inner>>>>>(ONE),
        Some(outer(Some(vec![Inner { b: 2 }])))
    );
    assert_eq!(
        decode::<Rest<Option<Block<Outer<Inner>>>>>(ONE).rest.unwrap().block,
        outer(Inner { b: 2 })
    );
}

#[test]
fn in_a_sequence() {
    assert_eq!(nested::<Vec<Outer<Inner>>>(ONE), [outer(Inner { b: 2 })]);
    assert_eq!(nested::<Vec<Outer<Inner>>>(TWO), [outer(Inner { b: 2 }), outer(Inner { b: 3 })]);
    assert_eq!(nested::<Vec<Outer<Vec<Inner>>>>(TWO)[1].inner, [Inner { b: 3 }]);
    // Even if one body has one block and the other has two, both are sequences.
    assert_eq!(nested::<Vec<Outer<Vec<Inner>>>>(&format!("{ONE}{TWO_INNER}"))[1].inner.len(), 2);
}

#[test]
fn in_a_map() {
    let labelled = ONE.replace("block", "block \"x\"");
    let map: HashMap<String, Outer<Inner>> = nested(&labelled);
    assert_eq!(map["x"], outer(Inner { b: 2 }));
    let map: HashMap<String, Vec<Outer<Inner>>> = nested(&labelled);
    assert_eq!(map["x"], [outer(Inner { b: 2 })]);
    let twice = ONE.replace("block", "block \"x\" \"y\"");
    let map: HashMap<String, HashMap<String, Outer<Vec<Inner>>>> = nested(&twice);
    assert_eq!(map["x"]["y"], outer(vec![Inner { b: 2 }]));
    let inner = ONE.replace("inner", "inner \"z\"");
    assert_eq!(nested::<Outer<HashMap<String, Inner>>>(&inner).inner["z"], Inner { b: 2 });
    assert_eq!(nested::<Outer<HashMap<String, Vec<Inner>>>>(&inner).inner["z"], [Inner { b: 2 }]);
}

#[test]
fn in_maps_of_different_things() {
    #[derive(Debug, Deserialize)]
    struct Maps {
        one: HashMap<String, Inner>,
        many: HashMap<String, Vec<Inner>>,
    }
    let maps = decode::<Rest<Maps>>("one x {\n  b = 1\n}\nmany x {\n  b = 2\n}\n").rest;
    assert_eq!(maps.one["x"], Inner { b: 1 });
    assert_eq!(maps.many["x"], [Inner { b: 2 }]);
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
enum External {
    Inner(Inner),
    Outer { a: u8, inner: Inner },
    Nothing,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Internal {
    Outer { a: u8, inner: Inner },
    Many { inner: Vec<Inner> },
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(tag = "type", content = "content", rename_all = "snake_case")]
enum Adjacent {
    Outer(Outer<Inner>),
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(untagged)]
enum Untagged {
    Text(String),
    Outer { a: u8, inner: Inner },
    Many { many: Vec<Inner> },
    Number(f64),
}

const TAGGED: &str = "block {\n  type = \"outer\"\n  a = 1\n  inner {\n    b = 2\n  }\n}\n";
const CONTENT: &str = "block {\n  type = \"outer\"\n  content {\n    a = 1\n    inner {\n      b = 2\n    }\n  }\n}\n";

#[test]
fn in_an_enum() {
    let inner = Inner { b: 2 };
    let labelled = ONE.replace("block", "block \"outer\"");
    assert_eq!(nested::<External>(&labelled), External::Outer { a: 1, inner });
    assert_eq!(nested::<External>("block inner {\n  b = 2\n}\n"), External::Inner(Inner { b: 2 }));
    assert_eq!(nested::<External>("block nothing {\n}\n"), External::Nothing);
    let inner = Inner { b: 2 };
    assert_eq!(nested::<Internal>(TAGGED), Internal::Outer { a: 1, inner });
    assert_eq!(nested::<Adjacent>(CONTENT), Adjacent::Outer(outer(Inner { b: 2 })));
    let inner = Inner { b: 2 };
    assert_eq!(nested::<Untagged>(ONE), Untagged::Outer { a: 1, inner });
    let many = vec![Inner { b: 2 }];
    let source = "block {\n  many {\n    b = 2\n  }\n}\n";
    assert_eq!(nested::<Untagged>(source), Untagged::Many { many });
    let inner = Inner { b: 2 };
    assert_eq!(nested::<Vec<Internal>>(TAGGED), [Internal::Outer { a: 1, inner }]);
}

#[test]
fn in_an_enum_that_is_not_flattened() {
    let outer = || Internal::Outer { a: 1, inner: Inner { b: 2 } };
    assert_eq!(decode::<Block<Internal>>(TAGGED).block, outer());
    assert_eq!(decode::<Block<Option<Internal>>>(TAGGED).block, Some(outer()));
    assert_eq!(decode::<Block<Vec<Internal>>>(TAGGED).block, [outer()]);
    assert_eq!(decode::<Block<Vec<Internal>>>(&TAGGED.repeat(2)).block, [outer(), outer()]);
    let labelled = TAGGED.replace("block", "block x");
    assert_eq!(decode::<Block<HashMap<String, Internal>>>(&labelled).block["x"], outer());
    let many: Block<Internal> =
        decode("block {\n  type = \"many\"\n  inner {\n    b = 2\n  }\n}\n");
    assert_eq!(many.block, Internal::Many { inner: vec![Inner { b: 2 }] });
    let untagged = Untagged::Outer { a: 1, inner: Inner { b: 2 } };
    assert_eq!(decode::<Block<Untagged>>(ONE).block, untagged);
    let document = "type = \"outer\"\na = 1\ninner {\n  b = 2\n}\n";
    assert_eq!(decode::<Internal>(document), outer());
}

#[test]
fn many_levels_down() {
    #[derive(Debug, Deserialize, PartialEq)]
    struct First {
        second: Vec<Second>,
    }
    #[derive(Debug, Deserialize, PartialEq)]
    struct Second {
        third: Option<Third>,
    }
    #[derive(Debug, Deserialize, PartialEq)]
    struct Third {
        fourth: HashMap<String, Outer<Outer<Inner>>>,
    }
    let source = "block {\n  second {\n    third {\n      fourth x {\n        a = 1\n        inner {\n          a = 1\n          inner {\n            b = 2\n          }\n        }\n      }\n    }\n  }\n}\n";
    let first: First = nested(source);
    let third = first.second[0].third.as_ref().unwrap();
    assert_eq!(third.fourth["x"], outer(outer(Inner { b: 2 })));
}

#[test]
fn flattened_in_a_flattened_block() {
    let rest: Rest<Block<Rest<Outer<Rest<Inner>>>>> = decode(ONE);
    assert_eq!(rest.rest.block.rest.inner.rest, Inner { b: 2 });
    let rest: Rest<Rest<Block<Outer<Rest<Inner>>>>> = decode(ONE);
    assert_eq!(rest.rest.rest.block.inner.rest, Inner { b: 2 });
}

#[test]
fn a_type_in_itself() {
    #[derive(Debug, Deserialize)]
    struct Chain {
        link: Option<Box<Chain>>,
    }
    let length =
        |chain: &Chain| std::iter::successors(Some(chain), |chain| chain.link.as_deref()).count();
    let source = format!("{}{}", "link {\n".repeat(100), "}\n".repeat(100));
    assert_eq!(length(&decode::<Rest<Chain>>(&source).rest), 101);
}

#[test]
fn captured_parts_next_to_blocks() {
    #[derive(Debug, Deserialize)]
    struct Mixed {
        inner: Inner,
        body: Body,
        value: Value,
    }
    let source = "block {\n  inner {\n    b = 1\n  }\n  body {\n    x = nope\n  }\n  value {\n    y = 1\n  }\n}\n";
    let mixed: Mixed = nested(source);
    assert_eq!(mixed.inner, Inner { b: 1 });
    assert_eq!(mixed.body.view().attribute("x").unwrap().expression().text(), "nope");
    assert_eq!(mixed.value[0]["y"].to_string(), "1");
}

#[test]
fn more_blocks_than_are_asked_for() {
    let source: String = (0..200).map(|index| format!("b{index} {{\n  b = 1\n}}\n")).collect();
    let map: BTreeMap<String, Inner> = decode::<Rest<_>>(&source).rest;
    assert_eq!(map["b199"], Inner { b: 1 });
    let map: BTreeMap<String, Vec<Inner>> = decode::<Rest<_>>(&source).rest;
    assert_eq!(map["b199"], [Inner { b: 1 }]);
}
