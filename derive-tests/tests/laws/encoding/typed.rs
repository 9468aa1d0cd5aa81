//! A document with all features of the mapping.

use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_hcl::ser::{AsAttribute, AsBlock};
use serde_hcl::source::Span;
use serde_hcl::{Spanned, Value};

use super::generate::{finite, map, text, value};

type Map<T> = BTreeMap<String, T>;

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub(crate) struct Document {
    scalars: Scalars,
    collections: Collections,
    blocks: Blocks,
    enums: Enums,
    wrapped: Wrapped,
    #[serde(flatten)]
    flattened: Flattened,
    #[serde(flatten)]
    rest: Map<u8>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
struct Scalars {
    text: String,
    letter: char,
    yes: bool,
    small: u8,
    integer: i64,
    large: i128,
    larger: u128,
    float: f64,
    single: f32,
    option: Option<Option<String>>,
    newtype: Newtype,
    #[schemars(with = "Vec<u8>")]
    bytes: serde_bytes::ByteBuf,
    located: Located,
    value: Value,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
struct Newtype(f64);

/// Equal if the values are; spans don't matter.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
struct Located(Spanned<u16>);

impl PartialEq for Located {
    fn eq(&self, other: &Self) -> bool {
        self.0.get() == other.0.get()
    }
}

fn scalars() -> impl Strategy<Value = Scalars> {
    let primitives = (any::<bool>(), any::<u8>(), any::<i64>(), any::<i128>(), any::<u128>());
    let floats = (finite(), any::<f32>().prop_filter("finite", |float| float.is_finite()));
    let others = (option::of(text()), finite(), vec(any::<u8>(), 0..4), any::<u16>(), value());
    let letter = text().prop_map(|text| text.chars().next().unwrap_or('x'));
    (text(), letter, primitives, floats, others).prop_map(
        |(text, letter, (yes, small, integer, large, larger), (float, single), others)| {
            let (option, newtype, bytes, located, value) = others;
            Scalars {
                text,
                letter,
                yes,
                small,
                integer,
                large,
                larger,
                float,
                single,
                option: option.map(Some),
                newtype: Newtype(newtype),
                bytes: bytes.into(),
                located: Located(Spanned::new(located, Span::default())),
                value,
            }
        },
    )
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
struct Collections {
    elements: Vec<String>,
    options: Vec<Option<u8>>,
    nested: Vec<Vec<u8>>,
    tuple: (String, i8, Option<bool>),
    object: Map<Option<String>>,
    objects: Vec<Map<u8>>,
    deep: Map<Map<Vec<bool>>>,
    numbered: BTreeMap<i16, String>,
    switched: BTreeMap<bool, u8>,
}

fn collections() -> impl Strategy<Value = Collections> {
    let sequences = (
        vec(text(), 0..4),
        vec(option::of(any::<u8>()), 0..4),
        vec(vec(any::<u8>(), 0..3), 0..3),
        (text(), any::<i8>(), option::of(any::<bool>())),
    );
    let maps = (
        map(text(), option::of(text())),
        vec(map(text(), any::<u8>()), 0..3),
        map(text(), map(text(), vec(any::<bool>(), 0..3))),
        proptest::collection::btree_map(any::<i16>(), text(), 0..3),
        proptest::collection::btree_map(any::<bool>(), any::<u8>(), 0..3),
    );
    (sequences, maps).prop_map(
        |((elements, options, nested, tuple), (object, objects, deep, numbered, switched))| {
            Collections {
                elements,
                options,
                nested,
                tuple,
                object,
                objects,
                deep,
                numbered,
                switched,
            }
        },
    )
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
struct Blocks {
    one: Body,
    none_or_one: Option<Box<Body>>,
    many: Vec<Body>,
    two: (Body, Body),
    mixed: Vec<Option<Body>>,
    labelled: Vec<Labelled>,
    #[serde(default)]
    all_labels: Vec<AllLabels>,
    by_key: Map<Body>,
    by_keys: Map<Map<Body>>,
    repeated: Map<Vec<Labelled>>,
    script: Script,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
struct Script {
    shell: Option<String>,
    #[serde(rename = "$blocks")]
    steps: Vec<Step>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
struct Body {
    text: Option<String>,
    inner: Option<Box<Body>>,
    tags: Map<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
struct Labelled {
    #[serde(rename = "$label:kind")]
    kind: String,
    count: Option<u8>,
    #[serde(rename = "$label:name")]
    name: u16,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
struct AllLabels {
    #[serde(rename = "$labels")]
    labels: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Step {
    Wait,
    Run { command: String },
    Copy(Labelled),
}

fn body() -> impl Strategy<Value = Body> {
    let leaf = (option::of(text()), map(text(), text())).prop_map(|(text, tags)| Body {
        text,
        inner: None,
        tags,
    });
    leaf.prop_recursive(3, 4, 1, |inner| {
        (inner.clone(), inner)
            .prop_map(|(outer, inner)| Body { inner: Some(inner.into()), ..outer })
    })
}

fn labelled() -> impl Strategy<Value = Labelled> {
    (text(), option::of(any::<u8>()), any::<u16>()).prop_map(|(kind, count, name)| Labelled {
        kind,
        count,
        name,
    })
}

fn blocks() -> impl Strategy<Value = Blocks> {
    let plain = (
        body(),
        option::of(body()),
        vec(body(), 0..3),
        (body(), body()),
        vec(option::of(body()), 0..3),
    );
    let labelled_ones = (
        vec(labelled(), 0..3),
        vec(vec(text(), 0..3).prop_map(|labels| AllLabels { labels }), 0..3),
        map(text(), body()),
        map(text(), map(text(), body())),
        map(text(), vec(labelled(), 0..3)),
    );
    let step = prop_oneof![
        Just(Step::Wait),
        text().prop_map(|command| Step::Run { command }),
        labelled().prop_map(Step::Copy),
    ];
    let script = (option::of(text()), vec(step, 0..4));
    (plain, labelled_ones, script).prop_map(
        |((one, none_or_one, many, two, mixed), labelled_ones, (shell, steps))| {
            let (labelled, all_labels, by_key, by_keys, repeated) = labelled_ones;
            Blocks {
                one,
                none_or_one: none_or_one.map(Box::new),
                many,
                two,
                mixed,
                labelled,
                all_labels,
                by_key,
                by_keys,
                repeated,
                script: Script { shell, steps },
            }
        },
    )
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
struct Enums {
    external: External,
    externals: Vec<External>,
    by_key: Map<External>,
    internal: Internal,
    internals: Vec<Internal>,
    adjacent: Adjacent,
    adjacents: Vec<Adjacent>,
    untagged: Untagged,
    untaggeds: Vec<Untagged>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
enum External {
    Unit,
    Newtype(String),
    Tuple(u8, bool),
    Struct { text: String },
    Body(Body),
    Labelled(Labelled),
    Optional(Option<Body>),
    Nested(Box<External>),
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Internal {
    Unit,
    Struct { text: String, count: Option<u8> },
    Newtype(Inner),
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
struct Inner {
    names: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
#[serde(tag = "kind", content = "with")]
enum Adjacent {
    Unit,
    Newtype(u8),
    Tuple(u8, String),
    Struct { text: String },
    Body(Body),
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
#[serde(untagged)]
enum Untagged {
    Number(u64),
    Text(String),
    Struct { names: Vec<String> },
    Numbers(Vec<u64>),
}

fn external() -> impl Strategy<Value = External> {
    let leaf = prop_oneof![
        Just(External::Unit),
        text().prop_map(External::Newtype),
        (any::<u8>(), any::<bool>()).prop_map(|(count, yes)| External::Tuple(count, yes)),
        text().prop_map(|text| External::Struct { text }),
        body().prop_map(External::Body),
        labelled().prop_map(External::Labelled),
        option::of(body()).prop_map(External::Optional),
    ];
    leaf.prop_recursive(2, 2, 1, |inner| inner.prop_map(|inner| External::Nested(inner.into())))
}

fn internal() -> impl Strategy<Value = Internal> {
    prop_oneof![
        Just(Internal::Unit),
        (text(), option::of(any::<u8>()))
            .prop_map(|(text, count)| Internal::Struct { text, count }),
        vec(text(), 0..3).prop_map(|names| Internal::Newtype(Inner { names })),
    ]
}

fn adjacent() -> impl Strategy<Value = Adjacent> {
    prop_oneof![
        Just(Adjacent::Unit),
        any::<u8>().prop_map(Adjacent::Newtype),
        (any::<u8>(), text()).prop_map(|(count, text)| Adjacent::Tuple(count, text)),
        text().prop_map(|text| Adjacent::Struct { text }),
        body().prop_map(Adjacent::Body),
    ]
}

fn untagged() -> impl Strategy<Value = Untagged> {
    prop_oneof![
        any::<u64>().prop_map(Untagged::Number),
        text().prop_map(Untagged::Text),
        vec(text(), 0..3).prop_map(|names| Untagged::Struct { names }),
        vec(any::<u64>(), 0..3).prop_map(Untagged::Numbers),
    ]
}

fn enums() -> impl Strategy<Value = Enums> {
    let external = (external(), vec(external(), 0..3), map(text(), external()));
    let others = (
        (internal(), vec(internal(), 0..3)),
        (adjacent(), vec(adjacent(), 0..3)),
        (untagged(), vec(untagged(), 0..3)),
    );
    (external, others).prop_map(
        |((external, externals, by_key), (internal, adjacent, untagged))| Enums {
            external,
            externals,
            by_key,
            internal: internal.0,
            internals: internal.1,
            adjacent: adjacent.0,
            adjacents: adjacent.1,
            untagged: untagged.0,
            untaggeds: untagged.1,
        },
    )
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
struct Wrapped {
    attribute: AsAttribute<Body>,
    attributes: AsAttribute<Vec<Labelled>>,
    block: AsBlock<Map<u8>>,
    #[serde(default)]
    blocks: AsBlock<Vec<Map<String>>>,
}

fn name() -> impl Strategy<Value = String> {
    "[a-z_é][a-z0-9_-]{0,6}".prop_map(|name| super::generate::normal(&name))
}

fn wrapped() -> impl Strategy<Value = Wrapped> {
    let attributes = (body(), vec(labelled(), 0..3));
    let blocks = (map(name(), any::<u8>()), vec(map(name(), text()), 0..3));
    (attributes, blocks).prop_map(|((attribute, attributes), (block, blocks))| Wrapped {
        attribute: AsAttribute(attribute),
        attributes: AsAttribute(attributes),
        block: AsBlock(block),
        blocks: AsBlock(blocks),
    })
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
struct Flattened {
    flat: String,
    flat_block: Option<Body>,
    flat_blocks: Vec<Body>,
}

impl Document {
    /// The document without a feature that is ambiguous in JSON syntax: whether an object in a
    /// flattened field is a block.
    pub(crate) fn fit_for_json_syntax(mut self) -> Self {
        self.flattened.flat_block = None;
        self.flattened.flat_blocks = Vec::new();
        self
    }

    /// The document for a schema, which has no place for any number of labels, for a level of labels without
    /// a label, for a list of blocks without a block, and for names that are both attributes and blocks.
    pub(crate) fn fit_for_schema(mut self) -> Self {
        let Blocks { one, many, labelled, all_labels, by_key, by_keys, repeated, .. } =
            &mut self.blocks;
        let block = || Labelled { kind: "d".to_owned(), count: None, name: 1 };
        all_labels.clear();
        by_key.entry("a".to_owned()).or_insert_with(|| one.clone());
        by_keys.entry("b".to_owned()).or_default();
        by_keys.values_mut().for_each(|bodies| {
            bodies.entry("c".to_owned()).or_insert_with(|| one.clone());
        });
        // The keys of maps are templates in JSON syntax, and a schema reads labels as they are written. The labels
        // of fields are text for both.
        fn plain<T>(map: &mut Map<T>) {
            let letters = |text: &str| text.chars().filter(|char| char.is_alphanumeric()).collect();
            *map = std::mem::take(map).into_iter().map(|(key, it)| (letters(&key), it)).collect();
        }
        plain(by_key);
        plain(by_keys);
        by_keys.values_mut().for_each(plain);
        plain(repeated);
        repeated.retain(|_, blocks| !blocks.is_empty());
        repeated.entry("e".to_owned()).or_insert_with(|| vec![block()]);
        many.push(one.clone());
        labelled.push(block());
        self.flattened.flat_blocks.push(one.clone());
        self.enums.external = External::Unit;
        self.enums.externals.clear();
        self.enums.by_key.clear();
        self.enums.internals.push(Internal::Unit);
        self.enums.adjacents.push(Adjacent::Unit);
        self
    }

    /// The document with the blocks of each type in the order of their labels, because JSON syntax
    /// groups blocks by type and labels.
    pub(crate) fn in_order_of_labels(mut self) -> Self {
        let labels = |block: &Labelled| (block.kind.clone(), block.name);
        let blocks = &mut self.blocks;
        blocks.labelled.sort_by_key(labels);
        blocks.repeated.values_mut().for_each(|blocks| blocks.sort_by_key(labels));
        blocks.all_labels.sort_by_key(|block| block.labels.clone());
        blocks.script.steps.sort_by_key(|step| match step {
            Step::Wait => (0, None),
            Step::Run { .. } => (1, None),
            Step::Copy(block) => (2, Some(labels(block))),
        });
        self
    }
}

fn flattened() -> impl Strategy<Value = Flattened> {
    (text(), option::of(body()), vec(body(), 0..3))
        .prop_map(|(flat, flat_block, flat_blocks)| Flattened { flat, flat_block, flat_blocks })
}

pub(crate) fn document() -> impl Strategy<Value = Document> {
    let rest = map(name().prop_map(|name| format!("rest_{name}")), any::<u8>());
    (scalars(), collections(), blocks(), enums(), wrapped(), flattened(), rest).prop_map(
        |(scalars, collections, blocks, enums, wrapped, flattened, rest)| Document {
            scalars,
            collections,
            blocks,
            enums,
            wrapped,
            flattened,
            rest,
        },
    )
}
