//! Decoding text into structs and into values of any type, compared with hcl-rs and with other
//! formats for the same data.

#![allow(clippy::expect_used, reason = "a document that fails is a bug of the benchmark")]

mod support;

use std::collections::BTreeMap;
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_hcl::Decoder;

use self::support::{Data, Inventory, MEGABYTE, Measure, Mixed};

/// A dependency lock file. Everything is borrowed where the format allows it.
#[derive(Deserialize)]
struct Locks {
    #[serde(rename = "provider")]
    _provider: BTreeMap<String, Provider>,
}

#[derive(Deserialize)]
struct Provider {
    #[serde(rename = "version")]
    _version: String,
    #[serde(rename = "constraints")]
    _constraints: Option<String>,
    #[serde(rename = "hashes", default)]
    _hashes: Vec<String>,
}

#[derive(Deserialize)]
struct BorrowedLocks<'a> {
    #[serde(rename = "provider", borrow)]
    _provider: BTreeMap<&'a str, BorrowedProvider<'a>>,
}

#[derive(Deserialize)]
struct BorrowedProvider<'a> {
    #[serde(rename = "version")]
    _version: &'a str,
    #[serde(rename = "constraints")]
    _constraints: Option<&'a str>,
    #[serde(rename = "hashes", default, borrow)]
    _hashes: Vec<&'a str>,
}

fn structs(criterion: &mut Criterion) {
    for document in support::data() {
        match document.name.as_str() {
            "generated" => compare::<Inventory>(criterion, "structs", &document),
            "locks-1m" => {
                compare::<Locks>(criterion, "structs", &document);
                borrowed(criterion, &document);
            }
            "mixed-1m" => compare::<Mixed>(criterion, "structs", &document),
            _ => {}
        }
    }
}

/// The same, with all strings borrowed from the text.
fn borrowed(criterion: &mut Criterion, document: &Data) {
    let (hcl, json) = (&*document.hcl, &*document.json);
    let mut group = criterion.benchmark_group(format!("decode-borrowed/{}", document.name));
    group.bench_function("serde_hcl", |bencher| {
        bencher.iter(|| serde_hcl::from_str::<BorrowedLocks<'_>>(black_box(hcl)).expect("valid"));
    });
    group.bench_function("serde_hcl, JSON syntax", |bencher| {
        bencher.iter(|| {
            serde_hcl::json::from_str::<BorrowedLocks<'_>>(black_box(json)).expect("valid")
        });
    });
    group.bench_function("serde_json", |bencher| {
        bencher.iter(|| serde_json::from_str::<BorrowedLocks<'_>>(black_box(json)).expect("valid"));
    });
    group.finish();
}

fn values(criterion: &mut Criterion) {
    for document in support::data() {
        compare::<serde_json::Value>(criterion, "values", &document);
    }
}

struct Shapes<'a>(&'a mut Criterion);

impl Measure for Shapes<'_> {
    fn measure<T: Serialize + DeserializeOwned>(&mut self, documents: &Data, _: &T) {
        compare::<T>(self.0, "shapes", documents);
    }
}

fn shapes(criterion: &mut Criterion) {
    support::shapes(MEGABYTE / 2, &mut Shapes(criterion));
}

fn compare<T: DeserializeOwned>(criterion: &mut Criterion, target: &str, document: &Data) {
    let (hcl, json, toml) = (&*document.hcl, &*document.json, &*document.toml);
    let mut group = criterion.benchmark_group(format!("decode-{target}/{}", document.name));
    group.bench_function("serde_hcl", |bencher| {
        bencher.iter(|| serde_hcl::from_str::<T>(black_box(hcl)).expect("valid"));
    });
    // hcl-rs rejects keys that are numbers.
    if hcl::from_str::<T>(hcl).is_ok() {
        group.bench_function("hcl-rs", |bencher| {
            bencher.iter(|| hcl::from_str::<T>(black_box(hcl)).expect("valid"));
        });
    }
    if json.is_empty() {
        return group.finish();
    }
    // The strings of the data are not templates.
    let literal = Decoder::new().json(true).literal_json_strings(true);
    group.bench_function("serde_hcl, JSON syntax", |bencher| {
        bencher.iter(|| literal.from_str::<T>(black_box(json)).expect("valid"));
    });
    group.bench_function("serde_json", |bencher| {
        bencher.iter(|| serde_json::from_str::<T>(black_box(json)).expect("valid"));
    });
    group.bench_function("toml", |bencher| {
        bencher.iter(|| toml::from_str::<T>(black_box(toml)).expect("valid"));
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = support::short();
    targets = structs, values, shapes
}
criterion_main!(benches);
