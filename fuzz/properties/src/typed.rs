//! The same types in different positions.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::str;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_hcl::{Context, Decoder};

use crate::checked;
use crate::contexts::BUDGET;
use crate::positions::{Adjacent, Flat, Internal, Untagged};

/// A struct, the same struct flattened, and the same struct as a variant decode a document to the same
/// value. All of them read what `to_string` writes, in both syntaxes. A decode that collects
/// unknown fields gives the same value, also for a document in JSON syntax.
pub fn typed(data: &[u8]) {
    let Ok(source) = str::from_utf8(data) else { return };
    in_all_positions::<Scalars>(source);
    in_all_positions::<Lists>(source);
    in_all_positions::<Maps>(source);
    in_all_positions::<Blocks>(source);
    in_all_positions::<Steps>(source);
    collecting_from_json::<Scalars>(source);
    collecting_from_json::<Lists>(source);
    collecting_from_json::<Maps>(source);
    collecting_from_json::<Blocks>(source);
    collecting_from_json::<Steps>(source);
}

fn collecting_from_json<T: DeserializeOwned + PartialEq + Debug>(source: &str) {
    let decoder = Decoder::new().json(true);
    let plain = checked(decoder.clone().context(&context(BUDGET)).from_str::<T>(source));
    if plain.is_some() {
        let decoder = decoder.context(&context(16 * BUDGET));
        let (collecting, _) = decoder.collect_unknown_fields(|decoder| decoder.from_str(source));
        assert_eq!(plain, checked(collecting), "{source}");
    }
}

const BEFORE_TAG: &str = "adjacently tagged, before the tag";

fn in_all_positions<T: DeserializeOwned + Serialize + PartialEq + Debug>(source: &str) {
    let Some(plain) = read::<T>(source) else { return };
    assert_eq!(Some(&plain), read_collecting(source).as_ref(), "{source}");
    for (position, found) in positions::<T>(source) {
        if let Some(found) = found {
            assert_eq!(plain, found, "{position}: {source}");
        }
    }
    // Text of functions and escapes can be in another normalization form.
    if !unicode_normalization::is_nfc(&format!("{plain:?}")) {
        return;
    }
    let Some(text) = checked(serde_hcl::to_string(&plain)) else { return };
    for (position, found) in positions::<T>(&text) {
        // Before the tag, labels and `$blocks` may be an error; without blocks, `$blocks` is one.
        if found.is_none() && (position == BEFORE_TAG || !text.contains('{')) {
            continue;
        }
        assert_eq!(found.as_ref(), Some(&plain), "{position}: {source}\nis written as\n{text}");
    }
    if let Some(json) = checked(serde_hcl::json::to_string(&plain)) {
        let found = checked(serde_hcl::json::from_str::<T>(&json));
        assert_eq!(found, Some(plain), "{source}\nis written as\n{json}");
    }
}

/// The values of a document in each position.
fn positions<T: DeserializeOwned>(source: &str) -> Vec<(&'static str, Option<T>)> {
    let body = source.trim_start_matches('\u{feff}');
    let tagged = format!("type = \"Only\"\n{body}");
    let block = format!("content {{\n{body}\n}}\n");
    let (before, after) =
        (format!("type = \"Only\"\n{block}"), format!("{block}type = \"Only\"\n"));
    let adjacent = |source: &str| read(source).map(|Adjacent::Only(found)| found);
    vec![
        ("flattened", read(source).map(|Flat { rest }| rest)),
        ("untagged", read(source).map(|Untagged::Only(found)| found)),
        ("flattened, untagged", read(source).map(|Flat { rest: Untagged::Only(found) }| found)),
        ("internally tagged", read(&tagged).map(|Internal::Only(found)| found)),
        ("adjacently tagged, after the tag", adjacent(&before)),
        (BEFORE_TAG, adjacent(&after)),
    ]
}

fn read<T: DeserializeOwned>(source: &str) -> Option<T> {
    checked(serde_hcl::from_str_with(source, &context(BUDGET)))
}

/// Collecting unknown fields takes more work.
fn read_collecting<T: DeserializeOwned>(source: &str) -> Option<T> {
    let decoder = Decoder::new().context(&context(16 * BUDGET));
    checked(decoder.collect_unknown_fields(|decoder| decoder.from_str(source)).0)
}

fn context(budget: u64) -> Context {
    Context::standard().budget(budget).variable("n", 5).variable("s", "text")
}

#[derive(Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
struct Scalars {
    a: i8,
    b: u64,
    c: String,
    x: bool,
    name: Option<String>,
    count: Option<f64>,
    port: Option<u16>,
}

#[derive(Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
struct Lists {
    a: Vec<i64>,
    b: Vec<Vec<String>>,
    c: Vec<Option<bool>>,
    x: Option<Vec<f64>>,
}

#[derive(Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
struct Maps {
    a: BTreeMap<String, String>,
    b: BTreeMap<String, Vec<u8>>,
    c: BTreeMap<String, BTreeMap<String, bool>>,
    x: Option<Level>,
}

#[derive(Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    A,
    B,
}

#[derive(Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
struct Blocks {
    a: Option<String>,
    b: Vec<Block>,
    c: Option<Scalars>,
    x: Vec<Labelled>,
}

#[derive(Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
struct Block {
    a: Option<u32>,
    c: Lists,
    b: Vec<Block>,
}

#[derive(Debug, PartialEq, Deserialize, Serialize)]
struct Labelled {
    #[serde(rename = "$label")]
    label: String,
    #[serde(default)]
    a: String,
}

#[derive(Debug, PartialEq, Deserialize, Serialize)]
struct Steps {
    #[serde(default)]
    a: u16,
    #[serde(rename = "$blocks")]
    steps: Vec<Step>,
}

#[derive(Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Step {
    A(Block),
    B { x: String },
    X(Labelled),
}
