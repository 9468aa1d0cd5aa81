//! The names that the crate uses inside, in documents: they mean nothing there.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::{Body, Context, Expression, Lazy, Map, Number, Spanned, Value};

/// The names in the source of the crate, and texts like the placeholders that it puts into buffers.
static NAMES: LazyLock<BTreeSet<String>> =
    LazyLock::new(|| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut names: BTreeSet<String> = ["$serde_json::private::Number".to_owned()].into();
        names.extend((0..3).flat_map(|scope| {
            (0..2).map(move |index| format!("\u{fffd}serde_hcl:{scope}:{index}"))
        }));
        collect(&source, &mut names);
        assert!(names.len() > 15, "{names:?}");
        names
    });

fn collect(folder: &Path, names: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, names);
        } else {
            let text = fs::read_to_string(&path).unwrap_or_default();
            names.extend(
                text.split('"').filter(|text| text.starts_with("$serde_hcl::")).map(String::from),
            );
        }
    }
}

/// Documents with `NAME` in each place where a document can have a text.
const DOCUMENTS: [&str; 12] = [
    "a = { \"NAME\" = \"5\" }\n",
    "a = { \"NAME\" = \"5\", zz = 1 }\n",
    "a = { b = { \"NAME\" = 5 } }\n",
    "a = [{ \"NAME\" = \"ordinary\" }, 1 + 1]\n",
    "a = { (join(\"\", [\"NAME\"])) = \"5\" }\n",
    "a = \"NAME\"\n",
    "a = \"NAME\"\nb = [1 + 1]\n",
    "a = join(\"\", [\"NAME\"])\nb = [1 + 1]\n",
    "a = jsondecode(\"{\\\"NAME\\\":\\\"5\\\"}\")\n",
    "a \"NAME\" {\n  b = 1 + 1\n}\n",
    "a \"NAME\" {}\na \"x\" {}\n",
    "a {\n  b = { \"NAME\" = [1] }\n}\n",
];

const JSON_DOCUMENTS: [&str; 4] = [
    r#"{"a": {"NAME": "5"}}"#,
    r#"{"a": {"NAME": {"b": 1}}}"#,
    r#"{"NAME": "5"}"#,
    r#"{"a": ["NAME", {"NAME": 1}]}"#,
];

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Plain {
    Number(f64),
    Text(String),
    List(Vec<Plain>),
    Object(BTreeMap<String, Plain>),
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mode {
    On,
    Off,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum ModeOr<T> {
    Mode(Mode),
    Other(T),
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum NumberOr<T> {
    Number(Number),
    Other(T),
}

#[derive(Debug, Deserialize)]
enum Variants {
    A(Value),
    B { c: Value },
}

#[derive(Debug, Deserialize)]
struct Flat<T> {
    #[serde(flatten)]
    rest: T,
}

#[derive(Debug, Deserialize)]
struct FlatTwice<A, B> {
    a: A,
    #[serde(flatten)]
    rest: BTreeMap<String, B>,
}

type Named<T> = BTreeMap<String, T>;

fn check<T: DeserializeOwned + Debug>() {
    let context = Context::standard();
    let compare = |source: &str, decode: &dyn Fn(&str) -> Result<T, serde_hcl::Error>| {
        for name in NAMES.iter() {
            // An ordinary name of the same length and order.
            let ordinary = name.replace("$s", "$x").replace("\u{fffd}s", "\u{fffd}x");
            let show = |name: &str| match decode(&source.replace("NAME", name)) {
                Ok(decoded) => format!("{decoded:?}"),
                Err(error) => format!("{error:#}"),
            };
            let (found, expected) = (show(name), show(&ordinary));
            let target = std::any::type_name::<T>();
            assert_eq!(found.replace(name, &ordinary), expected, "{source} into {target}");
        }
    };
    for document in DOCUMENTS {
        compare(document, &|source| serde_hcl::from_str_with(source, &context));
        compare(document, &|source| {
            serde_hcl::from_value(serde_hcl::from_str_with::<Value>(source, &context)?)
        });
    }
    for document in JSON_DOCUMENTS {
        compare(document, &|source| serde_hcl::json::from_str(source));
    }
}

#[test]
fn values_and_captures() {
    check::<Value>();
    check::<Named<Value>>();
    check::<Named<Map>>();
    check::<Named<Number>>();
    check::<Named<Expression>>();
    check::<Named<Lazy<Value>>>();
    check::<Named<Spanned<Value>>>();
    check::<Body>();
    check::<serde_json::Value>();
    check::<Named<Named<String>>>();
}

#[test]
fn buffers() {
    check::<Plain>();
    check::<Named<Plain>>();
    check::<Named<ModeOr<Value>>>();
    check::<Named<ModeOr<Expression>>>();
    check::<Named<NumberOr<Expression>>>();
    check::<Named<NumberOr<Value>>>();
    check::<Named<NumberOr<Body>>>();
    check::<Named<Variants>>();
}

#[test]
fn flattened_fields() {
    check::<Flat<Named<Value>>>();
    check::<Flat<Named<Expression>>>();
    check::<Flat<Named<NumberOr<Expression>>>>();
    check::<Flat<Body>>();
    check::<Flat<serde_json::Value>>();
    check::<Flat<FlatTwice<ModeOr<Value>, Expression>>>();
    check::<Flat<FlatTwice<ModeOr<String>, Expression>>>();
    check::<FlatTwice<Plain, Expression>>();
}
