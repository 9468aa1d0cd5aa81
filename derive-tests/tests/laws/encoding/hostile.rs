//! Text that is code in some place: as a key, a label or a string, it is read as the same text, in
//! both syntaxes.

use std::collections::BTreeMap;
use std::fmt::Debug;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{Strategy, any};
use proptest::test_runner::TestCaseError;
use proptest::{prop_assert_eq, prop_oneof};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_hcl::ser::AsAttribute;
use serde_hcl::{Context, from_str, from_str_with, json, to_string};

use super::generate::{map, normal};
use super::hold;

type Map<T> = BTreeMap<String, T>;

/// Text with pieces that mean something in a template, a body or JSON.
fn text() -> impl Strategy<Value = String> + Clone {
    let pieces = [
        "${secret}",
        "%{if true}x%{endif}",
        "$${",
        "%%{",
        "${",
        "$",
        "%",
        "{secret}",
        "}",
        "~}",
        "\u{feff}",
        "//",
        "#",
        "$label",
        "$labels",
        "$label:x",
        "$blocks",
        "\"",
        "\\",
        "\\u0024",
        "\0",
        "\n",
        "\r\n",
        "\u{7f}",
        "\u{2028}",
        "é",
        "e\u{301}",
        "a",
        "dynamic",
        "null",
        "1",
    ];
    let piece = proptest::sample::select(pieces.to_vec());
    vec(piece, 0..4).prop_map(|pieces| normal(&pieces.concat()))
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct Body {
    text: Option<String>,
    inner: Option<Box<Body>>,
    inners: Map<Body>,
}

fn body() -> impl Strategy<Value = Body> + Clone {
    let leaf = option::of(text()).prop_map(|text| Body { text, inner: None, inners: Map::new() });
    leaf.prop_recursive(2, 4, 2, |inner| {
        (option::of(text()), option::of(inner.clone()), map(text(), inner))
            .prop_map(|(text, inner, inners)| Body { text, inner: inner.map(Box::new), inners })
    })
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, PartialOrd)]
struct Labelled {
    #[serde(rename = "$label")]
    name: String,
    size: Option<u8>,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, PartialOrd)]
struct TwoLabels {
    #[serde(rename = "$label:kind")]
    kind: String,
    #[serde(rename = "$label:name")]
    name: String,
    size: Option<u8>,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, PartialOrd)]
struct AllLabels {
    #[serde(rename = "$labels")]
    labels: Vec<String>,
    size: Option<u8>,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
enum Variant {
    Nothing,
    #[serde(rename = "//")]
    Body(Body),
    Text(String),
}

fn variant() -> impl Strategy<Value = Variant> {
    prop_oneof![
        proptest::strategy::Just(Variant::Nothing),
        body().prop_map(Variant::Body),
        text().prop_map(Variant::Text),
    ]
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct Labels {
    one: Vec<Labelled>,
    two: Vec<TwoLabels>,
    all: Vec<AllLabels>,
    under_keys: Map<Vec<Labelled>>,
    single: Option<TwoLabels>,
}

impl Labels {
    /// JSON syntax groups blocks by their labels.
    fn in_order(mut self) -> Self {
        fn sort<T: PartialOrd>(blocks: &mut [T]) {
            blocks.sort_by(|one, other| one.partial_cmp(other).unwrap());
        }
        sort(&mut self.one);
        sort(&mut self.two);
        sort(&mut self.all);
        self.under_keys.values_mut().for_each(|blocks| sort(blocks));
        self
    }
}

fn labels() -> impl Strategy<Value = Labels> {
    let size = || option::of(any::<u8>());
    let one = (text(), size()).prop_map(|(name, size)| Labelled { name, size });
    let two =
        (text(), text(), size()).prop_map(|(kind, name, size)| TwoLabels { kind, name, size });
    // Blocks of one type with different numbers of labels have no common form in JSON.
    let all = (text(), text(), size())
        .prop_map(|(one, other, size)| AllLabels { labels: vec![one, other], size });
    let under_keys = map(text(), vec(one.clone(), 1..3));
    (vec(one, 0..4), vec(two.clone(), 0..4), vec(all, 0..4), under_keys, option::of(two)).prop_map(
        |(one, two, all, under_keys, single)| Labels { one, two, all, under_keys, single },
    )
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct Keys {
    bodies: Map<Body>,
    more_bodies: Map<Map<Body>>,
    lists: Map<Vec<Body>>,
    option: Option<Map<Body>>,
    maps: Vec<Map<Body>>,
    attribute: AsAttribute<Map<Body>>,
    texts: Map<String>,
    variants: Map<Variant>,
    some_variants: Vec<Variant>,
}

fn keys() -> impl Strategy<Value = Keys> {
    let bodies = || map(text(), body());
    let maps = (bodies(), map(text(), bodies()), map(text(), vec(body(), 0..3)));
    let others = (option::of(bodies()), vec(bodies(), 0..3), bodies(), map(text(), text()));
    let variants = (map(text(), variant()), vec(variant(), 0..3));
    (maps, others, variants).prop_map(
        |(
            (bodies, more_bodies, lists),
            (option, maps, attribute, texts),
            (variants, some_variants),
        )| Keys {
            bodies,
            more_bodies,
            lists,
            option,
            maps,
            attribute: AsAttribute(attribute),
            texts,
            variants,
            some_variants,
        },
    )
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct Flat<T> {
    own: Option<String>,
    #[serde(flatten)]
    flattened: T,
}

/// Reads the output in both syntaxes, with a variable that no value may contain.
fn comes_back<T>(original: &T, in_order: impl Fn(T) -> T) -> Result<(), TestCaseError>
where
    T: Clone + Serialize + DeserializeOwned + Debug + PartialEq,
{
    let context = Context::standard().variable("secret", "told");
    let fail = |error: serde_hcl::Error, text: &str| {
        TestCaseError::fail(format!("{error:#}\n{text}\n{original:?}"))
    };
    let native = to_string(original).map_err(super::fail)?;
    let decoded: T = from_str_with(&native, &context).map_err(|error| fail(error, &native))?;
    prop_assert_eq!(&decoded, original, "{}", native);
    for json in [json::to_string(original), json::to_string_pretty(original)] {
        let json = json.map_err(super::fail)?;
        let decoded: T =
            json::from_str_with(&json, &context).map_err(|error| fail(error, &json))?;
        prop_assert_eq!(in_order(decoded), in_order(original.clone()), "{}", json);
    }
    Ok(())
}

#[test]
fn keys_are_read_as_text() {
    hold(80, keys(), |keys| comes_back(&keys, |keys| keys));
}

#[test]
fn labels_are_read_as_text() {
    hold(150, labels(), |labels| comes_back(&labels, Labels::in_order));
}

#[test]
fn labels_of_captured_bodies_are_read_as_text() {
    // The body does not know which labels were keys of maps.
    let labels = labels().prop_map(|labels| Labels { under_keys: Map::new(), ..labels });
    hold(100, labels, |labels| {
        let body: serde_hcl::Body =
            to_string(&labels).and_then(|text| from_str(&text)).map_err(super::fail)?;
        let json = json::to_string(&body).map_err(super::fail)?;
        let decoded: Labels = json::from_str(&json).map_err(super::fail)?;
        prop_assert_eq!(decoded.in_order(), labels.in_order(), "{}", json);
        Ok(())
    });
}

#[test]
fn keys_in_flattened_fields_are_read_as_text() {
    let flattened = map("[a-z]".prop_map(String::from), map(text(), text()));
    hold(80, (option::of(text()), flattened), |(own, flattened)| {
        comes_back(&Flat { own, flattened }, |flat| flat)
    });
}
