//! Types for which the choice between attributes and blocks is not obvious. The output of
//! `to_string` must decode to an equal value.

use std::collections::BTreeMap;
use std::fmt::Debug;

use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::{Just, any};
use proptest::strategy::Strategy;
use proptest::test_runner::TestCaseError;
use proptest::{prop_assert_eq, prop_oneof};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_hcl::{Spanned, Value, from_str, from_value, to_string};

use super::{fail, hold, require_canonical};

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct Server {
    port: u16,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct Labelled {
    #[serde(rename = "$label")]
    name: String,
    size: Option<u8>,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct TwoLabels {
    #[serde(rename = "$label:kind")]
    kind: String,
    #[serde(rename = "$label:name")]
    name: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct AllLabels {
    #[serde(rename = "$labels")]
    labels: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct Unit;

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct Optional(Option<u8>);

/// Equal if the values are; spans don't matter.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Located<T>(Spanned<T>);

impl<T: PartialEq> PartialEq for Located<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0.get() == other.0.get()
    }
}

/// All forms of an absent value.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct Nothing {
    unit: (),
    unit_struct: Unit,
    marker: Option<Unit>,
    optional: Optional,
    nested: Option<Option<u8>>,
    units: Vec<()>,
    markers: Vec<Option<Unit>>,
    none: BTreeMap<String, Option<u8>>,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
#[serde(tag = "type")]
enum Internal {
    Nothing,
    Server(Server),
    Labelled(Labelled),
    TwoLabels(TwoLabels),
    AllLabels(AllLabels),
    Blocks { one: Server, many: Vec<Server>, named: BTreeMap<String, Server>, disk: Vec<Labelled> },
    Place { port: Located<u16>, name: Located<String>, plain: Vec<u8> },
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
#[serde(tag = "$label")]
enum TaggedByLabel {
    Server(Server),
    Place { port: Located<u16> },
    Nothing,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
#[serde(untagged)]
enum Untagged {
    Null(()),
    Number(f64),
    Text(String),
    Server(Server),
    Servers(Vec<Server>),
    Labelled {
        #[serde(rename = "$label")]
        name: String,
        limit: u8,
    },
    Object(BTreeMap<String, u8>),
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
enum Typed {
    Nothing,
    Unit(()),
    Server(Server),
    Boxed(Box<Typed>),
    Labelled(Labelled),
    Struct { port: u16, inner: Option<Server> },
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct Blocks {
    #[serde(rename = "$blocks")]
    blocks: Vec<Typed>,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct Flat<T> {
    own: Option<u8>,
    #[serde(flatten)]
    flattened: T,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct In<T> {
    content: T,
}

fn server() -> impl Strategy<Value = Server> + Clone {
    any::<u16>().prop_map(|port| Server { port })
}

fn text() -> impl Strategy<Value = String> + Clone {
    prop_oneof!["[a-z]{1,3}", Just("${x}\n".to_owned()), Just("1".to_owned()), Just(String::new())]
}

fn labelled() -> impl Strategy<Value = Labelled> + Clone {
    (text(), option::of(any::<u8>())).prop_map(|(name, size)| Labelled { name, size })
}

fn two_labels() -> impl Strategy<Value = TwoLabels> + Clone {
    (text(), text()).prop_map(|(kind, name)| TwoLabels { kind, name })
}

fn nothing() -> impl Strategy<Value = Nothing> + Clone {
    let unit = || option::of(Just(Unit));
    let optional = option::of(any::<u8>()).prop_map(Optional);
    let nested = option::of(option::of(any::<u8>()));
    let units = vec(Just(()), 0..3);
    let none = btree_map("[a-z]", option::of(any::<u8>()), 0..3);
    (unit(), optional, nested, units, vec(unit(), 0..3), none).prop_map(
        |(marker, optional, nested, units, markers, none)| Nothing {
            unit: (),
            unit_struct: Unit,
            marker,
            optional,
            nested,
            units,
            markers,
            none,
        },
    )
}

fn internal() -> impl Strategy<Value = Internal> + Clone {
    let named = btree_map("[a-z]{1,2}", server(), 0..3);
    prop_oneof![
        Just(Internal::Nothing),
        server().prop_map(Internal::Server),
        labelled().prop_map(Internal::Labelled),
        two_labels().prop_map(Internal::TwoLabels),
        vec(text(), 0..4).prop_map(|labels| Internal::AllLabels(AllLabels { labels })),
        (server(), vec(server(), 0..3), named, vec(labelled(), 0..3))
            .prop_map(|(one, many, named, disk)| Internal::Blocks { one, many, named, disk }),
        (any::<u16>(), text(), vec(any::<u8>(), 0..3)).prop_map(|(port, name, plain)| {
            Internal::Place { port: Located(port.into()), name: Located(name.into()), plain }
        }),
    ]
}

fn tagged_by_label() -> impl Strategy<Value = TaggedByLabel> + Clone {
    prop_oneof![
        server().prop_map(TaggedByLabel::Server),
        any::<u16>().prop_map(|port| TaggedByLabel::Place { port: Located(port.into()) }),
        Just(TaggedByLabel::Nothing),
    ]
}

fn untagged() -> impl Strategy<Value = Untagged> + Clone {
    let several = prop_oneof![Just(Vec::new()), vec(server(), 2..4)];
    prop_oneof![
        Just(Untagged::Null(())),
        prop_oneof![any::<f32>().prop_map(f64::from), Just(1e23), Just(-1e300), Just(0.5)]
            .prop_filter("finite", |number| number.is_finite())
            .prop_map(Untagged::Number),
        text().prop_map(Untagged::Text),
        server().prop_map(Untagged::Server),
        // A single block is decoded as the variant above.
        several.prop_map(Untagged::Servers),
        (text(), any::<u8>()).prop_map(|(name, limit)| Untagged::Labelled { name, limit }),
        btree_map("[a-z]{1,2}", any::<u8>(), 1..3).prop_map(Untagged::Object),
    ]
}

fn typed() -> impl Strategy<Value = Typed> {
    let leaf = prop_oneof![
        Just(Typed::Nothing),
        Just(Typed::Unit(())),
        server().prop_map(Typed::Server),
        labelled().prop_map(Typed::Labelled),
        (any::<u16>(), option::of(server()))
            .prop_map(|(port, inner)| Typed::Struct { port, inner }),
    ];
    leaf.prop_recursive(3, 4, 1, |inner| inner.prop_map(|inner| Typed::Boxed(inner.into())))
}

/// `from_str` reads the output of `to_string` as an equal value.
fn comes_back<T>(original: &T) -> Result<(), TestCaseError>
where
    T: Serialize + DeserializeOwned + Debug + PartialEq,
{
    let document = to_string(original).map_err(fail)?;
    require_canonical(&document)?;
    let decoded: T = from_str(&document)
        .map_err(|error| TestCaseError::fail(format!("{error:#}\n{document}\n{original:?}")))?;
    prop_assert_eq!(&decoded, original, "{}", document);
    Ok(())
}

/// The same in all places that can contain such values.
fn comes_back_everywhere<T>(original: &T) -> Result<(), TestCaseError>
where
    T: Clone + Serialize + DeserializeOwned + Debug + PartialEq,
{
    let content = || In { content: original.clone() };
    comes_back(&content())?;
    comes_back(&In { content: vec![original.clone(), original.clone()] })?;
    comes_back(&In { content: BTreeMap::from([("key".to_owned(), original.clone())]) })?;
    comes_back(&Flat { own: None, flattened: content() })?;
    let map = BTreeMap::from([("key".to_owned(), original.clone())]);
    comes_back(&Flat { own: Some(1), flattened: map })
}

#[test]
fn absent_values_survive_the_round_trip() {
    hold(200, nothing(), |nothing| comes_back(&nothing));
}

#[test]
fn internally_tagged_enums_survive_the_round_trip() {
    hold(200, internal(), |internal| {
        comes_back_everywhere(&internal)?;
        comes_back(&In { content: Some(internal) })
    });
    hold(100, vec(internal(), 0..4), |content| comes_back(&In { content }));
}

#[test]
fn enums_tagged_by_a_label_survive_the_round_trip() {
    hold(50, vec(tagged_by_label(), 0..4), |content| {
        comes_back(&In { content: content.clone() })?;
        comes_back(&Flat { own: None, flattened: In { content } })
    });
}

#[test]
fn untagged_enums_survive_the_round_trip() {
    hold(300, untagged(), |untagged| {
        comes_back(&In { content: untagged.clone() })?;
        let map = BTreeMap::from([("key".to_owned(), untagged.clone())]);
        comes_back(&Flat { own: None, flattened: map })?;
        comes_back(&Flat { own: None, flattened: In { content: untagged } })
    });
}

#[test]
fn typed_blocks_survive_the_round_trip() {
    hold(200, vec(typed(), 0..4), |blocks| comes_back(&Blocks { blocks }));
}

/// Decoding a value of a document gives the same as decoding the document, if no labels of blocks
/// are fields.
#[test]
fn values_of_documents_are_read_as_documents() {
    fn agree<T>(original: &T) -> Result<(), TestCaseError>
    where
        T: Serialize + DeserializeOwned + Debug + PartialEq,
    {
        let document = to_string(original).map_err(fail)?;
        let value: Value = from_str(&document).map_err(fail)?;
        let decoded: T = from_value(value).map_err(fail)?;
        prop_assert_eq!(&decoded, original, "{}", document);
        Ok(())
    }

    hold(200, (server(), vec(server(), 0..3), btree_map("[a-z]{1,2}", server(), 0..3)), |all| {
        let (one, many, named) = all;
        let tagged = Internal::Blocks {
            one: one.clone(),
            many: many.clone(),
            named: named.clone(),
            disk: vec![],
        };
        agree(&In { content: tagged })?;
        agree(&In { content: one.clone() })?;
        agree(&In { content: Some(Flat { own: None, flattened: one }) })?;
        agree(&In { content: many })?;
        agree(&Flat { own: Some(1), flattened: In { content: named } })
    });
    let labels = |typed: &Typed| format!("{typed:?}").contains("Labelled");
    hold(200, typed().prop_filter("labels", move |typed| !labels(typed)), |content| {
        agree(&In { content })
    });
    hold(200, nothing(), |nothing| {
        let nested = nothing.nested.filter(Option::is_some);
        agree(&Nothing { marker: None, nested, ..nothing })
    });
}
