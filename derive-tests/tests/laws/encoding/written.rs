//! A value that has a form only in some places, or none: it is refused, or it is read as it was
//! written.

use std::collections::BTreeMap;
use std::fmt::Debug;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{Just, Strategy, any};
use proptest::test_runner::TestCaseError;
use proptest::{prop_assert_eq, prop_oneof};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_hcl::{from_str, from_value, json, to_string, to_value};

use super::hold;

type Map<T> = BTreeMap<String, T>;

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct Labelled {
    #[serde(rename = "$labels")]
    labels: Vec<String>,
    parts: Vec<In<u8>>,
    sizes: Vec<u8>,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct OneLabel {
    #[serde(rename = "$label")]
    label: Option<char>,
    size: u8,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct OneAndAllLabels {
    #[serde(rename = "$label")]
    first: String,
    #[serde(rename = "$labels")]
    all: Vec<String>,
}

/// One body or several.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
#[serde(untagged)]
enum Bodies {
    One(In<u8>),
    Several(Vec<In<u8>>),
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
#[serde(untagged)]
enum Data {
    Null(()),
    Bool(bool),
    Integer(i64),
    Text(String),
    List(Vec<Data>),
    Object(Map<Data>),
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
enum Variant {
    Nothing,
    Unit(()),
    Char(char),
    Text(String),
    List(Vec<u8>),
    Tuple(u8, char),
    Struct { size: u8 },
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct Flat<T> {
    own: u8,
    #[serde(flatten)]
    flattened: T,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct In<T> {
    content: T,
}

impl Data {
    /// In JSON syntax, an object and an array with only this object are the same blocks.
    fn in_json(&self) -> Self {
        match self {
            Data::List(elements) => match &elements[..] {
                [object @ Data::Object(_)] => object.in_json(),
                elements => Data::List(elements.iter().map(Data::in_json).collect()),
            },
            Data::Object(entries) => Data::Object(in_json(entries)),
            data => data.clone(),
        }
    }
}

fn in_json(entries: &Map<Data>) -> Map<Data> {
    entries.iter().map(|(name, data)| (name.clone(), data.in_json())).collect()
}

fn data() -> impl Strategy<Value = Data> + Clone {
    let leaf = prop_oneof![
        Just(Data::Null(())),
        any::<bool>().prop_map(Data::Bool),
        any::<i64>().prop_map(Data::Integer),
        "[a-z${]{0,3}".prop_map(Data::Text),
    ];
    leaf.prop_recursive(3, 10, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Data::List),
            proptest::collection::btree_map("[a-z]{0,2}", inner, 0..3).prop_map(Data::Object),
        ]
    })
}

/// Characters that change in normalization form C are more likely than by chance.
fn char() -> impl Strategy<Value = char> + Clone {
    prop_oneof![
        any::<char>(),
        proptest::char::range('\u{f900}', '\u{fb4f}'),
        proptest::char::range('\u{300}', '\u{36f}'),
        Just('\u{212b}'),
        Just('a'),
    ]
}

fn variant() -> impl Strategy<Value = Variant> + Clone {
    prop_oneof![
        Just(Variant::Nothing),
        Just(Variant::Unit(())),
        char().prop_map(Variant::Char),
        "[a-z]".prop_map(Variant::Text),
        vec(any::<u8>(), 0..3).prop_map(Variant::List),
        (any::<u8>(), char()).prop_map(|(size, char)| Variant::Tuple(size, char)),
        any::<u8>().prop_map(|size| Variant::Struct { size }),
    ]
}

/// If the value is written, it is read as an equal one.
fn is_refused_or_comes_back<T>(original: &T) -> Result<(), TestCaseError>
where
    T: Clone + Serialize + DeserializeOwned + Debug + PartialEq,
{
    is_refused_or_comes_back_from_json(original, T::clone)
}

/// The same for values of which some are the same in JSON syntax.
fn is_refused_or_comes_back_from_json<T>(
    original: &T,
    in_json: impl Fn(&T) -> T,
) -> Result<(), TestCaseError>
where
    T: Serialize + DeserializeOwned + Debug + PartialEq,
{
    let fail = |error: serde_hcl::Error, text: &str| {
        TestCaseError::fail(format!("{error:#}\n{text:?}\n{original:?}"))
    };
    if let Ok(text) = to_string(original) {
        let decoded: T = from_str(&text).map_err(|error| fail(error, &text))?;
        prop_assert_eq!(&decoded, original, "{}", text);
    }
    if let Ok(text) = json::to_string(original) {
        let decoded: T = json::from_str(&text).map_err(|error| fail(error, &text))?;
        prop_assert_eq!(in_json(&decoded), in_json(original), "{}", text);
    }
    if let Ok(value) = to_value(original) {
        let text = value.to_string();
        let decoded: T = from_value(value).map_err(|error| fail(error, &text))?;
        prop_assert_eq!(&decoded, original, "{}", text);
    }
    Ok(())
}

#[test]
fn data_of_any_kind_is_refused_or_comes_back() {
    hold(200, data(), |data| {
        // As a document, an empty sequence is the same as an empty map.
        if data != Data::List(Vec::new()) {
            is_refused_or_comes_back_from_json(&data, Data::in_json)?;
        }
        is_refused_or_comes_back_from_json(&Map::from([("a".to_owned(), data.clone())]), in_json)?;
        is_refused_or_comes_back_from_json(&In { content: data }, |data| In {
            content: data.content.in_json(),
        })
    });
}

#[test]
fn labels_are_refused_or_come_back() {
    let labels = vec("[a-z]{0,2}", 0..3);
    let parts = (vec(any::<u8>().prop_map(|content| In { content }), 0..2), vec(any::<u8>(), 0..2));
    hold(100, (labels, parts, option::of(char())), |(labels, (parts, sizes), label)| {
        let size = sizes.len() as u8;
        let labelled = Labelled { labels, parts, sizes };
        is_refused_or_comes_back(&labelled)?;
        is_refused_or_comes_back(&In { content: labelled.clone() })?;
        let more = Labelled { labels: vec!["more".to_owned()], ..labelled.clone() };
        is_refused_or_comes_back(&In { content: vec![labelled.clone(), more.clone()] })?;
        is_refused_or_comes_back(&In { content: vec![labelled.clone(), labelled.clone()] })?;
        let keys = [("one".to_owned(), vec![labelled]), ("other".to_owned(), vec![more])];
        is_refused_or_comes_back(&In { content: Map::from(keys) })?;
        let labelled = OneLabel { label, size };
        is_refused_or_comes_back(&labelled)?;
        is_refused_or_comes_back(&Map::from([("key".to_owned(), labelled)]))
    });
}

#[test]
fn one_label_and_all_labels_are_refused_or_come_back() {
    let labels = || vec("[ab]", 0..3);
    hold(500, ("[ab]", labels()), |(first, all)| {
        let labels = OneAndAllLabels { first, all };
        is_refused_or_comes_back(&In { content: labels.clone() })?;
        is_refused_or_comes_back(&In { content: vec![labels.clone(), labels.clone()] })?;
        is_refused_or_comes_back(&Map::from([("key".to_owned(), labels)]))
    });
    let all = vec!["a".to_owned(), "b".to_owned()];
    let labels = OneAndAllLabels { first: "a".to_owned(), all };
    assert_eq!(to_string(&In { content: labels }).unwrap(), "content \"a\" \"b\" {}\n");
}

#[test]
fn maps_of_one_body_or_several_are_refused_or_come_back() {
    let body = || any::<u8>().prop_map(|content| In { content });
    let bodies =
        prop_oneof![body().prop_map(Bodies::One), vec(body(), 0..3).prop_map(Bodies::Several)];
    // In JSON syntax, a list of one body is this body.
    let in_json = |bodies: &In<Map<Bodies>>| {
        let one = |bodies: &Bodies| match bodies {
            Bodies::Several(bodies) if bodies.len() == 1 => Bodies::One(bodies[0].clone()),
            bodies => bodies.clone(),
        };
        bodies.content.iter().map(|(key, bodies)| (key.clone(), one(bodies))).collect::<Map<_>>()
    };
    hold(500, proptest::collection::btree_map("[a-c]", bodies, 0..4), |bodies| {
        // If all are lists, each of their bodies is a block, and one block is the first variant.
        if bodies.values().all(|bodies| matches!(bodies, Bodies::Several(_))) {
            return Ok(());
        }
        is_refused_or_comes_back_from_json(&In { content: bodies }, |bodies| In {
            content: in_json(bodies),
        })
    });
}

#[test]
fn characters_are_refused_or_come_back() {
    hold(300, (char(), char()), |(char, other)| {
        is_refused_or_comes_back(&In { content: char })?;
        is_refused_or_comes_back(&In { content: vec![Some(char)] })?;
        is_refused_or_comes_back(&In { content: BTreeMap::from([(char, other)]) })?;
        let body = BTreeMap::from([(char, In { content: other })]);
        is_refused_or_comes_back(&body)?;
        is_refused_or_comes_back(&In { content: body })
    });
}

#[test]
fn variants_are_refused_or_come_back() {
    hold(200, variant(), |variant| {
        is_refused_or_comes_back(&variant)?;
        is_refused_or_comes_back(&In { content: variant.clone() })?;
        is_refused_or_comes_back(&In { content: vec![variant.clone(), variant.clone()] })?;
        is_refused_or_comes_back(&Flat { own: 1, flattened: variant })
    });
}
