//! Encoding Rust values as text, compared with hcl-rs and with other formats for the same data.

#![allow(clippy::expect_used, reason = "data that fails is a bug of the benchmark")]

mod support;

use std::collections::BTreeMap;
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use self::support::{Data, Inventory, MEGABYTE, Measure, Mixed};

/// A dependency lock file.
#[derive(Serialize, Deserialize)]
struct Locks {
    provider: BTreeMap<String, Provider>,
}

#[derive(Serialize, Deserialize)]
struct Provider {
    version: String,
    constraints: Option<String>,
    #[serde(default)]
    hashes: Vec<String>,
}

fn structs(criterion: &mut Criterion) {
    for document in support::data() {
        match document.name.as_str() {
            "generated" => compare::<Inventory>(criterion, "structs", &document),
            "locks-1m" => compare::<Locks>(criterion, "structs", &document),
            "mixed-1m" => compare::<Mixed>(criterion, "structs", &document),
            _ => {}
        }
    }
}

fn values(criterion: &mut Criterion) {
    for document in support::data() {
        compare::<serde_json::Value>(criterion, "values", &document);
    }
}

fn compare<T: Serialize + DeserializeOwned>(
    criterion: &mut Criterion,
    target: &str,
    document: &Data,
) {
    let data: T = serde_json::from_str(&document.json).expect("valid");
    compare_data(criterion, target, document, &data);
}

struct Shapes<'a>(&'a mut Criterion);

impl Measure for Shapes<'_> {
    fn measure<T: Serialize + DeserializeOwned>(&mut self, documents: &Data, value: &T) {
        compare_data(self.0, "shapes", documents, value);
    }
}

fn shapes(criterion: &mut Criterion) {
    support::shapes(MEGABYTE / 2, &mut Shapes(criterion));
}

fn compare_data<T: Serialize>(criterion: &mut Criterion, target: &str, document: &Data, data: &T) {
    let mut group = criterion.benchmark_group(format!("encode-{target}/{}", document.name));
    group.bench_function("serde_hcl", |bencher| {
        bencher.iter(|| serde_hcl::to_string(black_box(data)).expect("plain data"));
    });
    if document.json.is_empty() {
        return group.finish();
    }
    group.bench_function("hcl-rs", |bencher| {
        bencher.iter(|| hcl::to_string(black_box(data)).expect("plain data"));
    });
    group.bench_function("serde_json", |bencher| {
        bencher.iter(|| serde_json::to_string_pretty(black_box(data)).expect("plain data"));
    });
    group.bench_function("toml", |bencher| {
        bencher.iter(|| toml::to_string_pretty(black_box(data)).expect("plain data"));
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = support::short();
    targets = structs, values, shapes
}
criterion_main!(benches);
