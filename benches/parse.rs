//! Parsing text into a tree without decoding it: source code compared with other HCL parsers, plain
//! data compared with the parsers of other formats.

#![allow(clippy::expect_used, reason = "a document that fails is a bug of the benchmark")]

mod support;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn code(criterion: &mut Criterion) {
    for document in support::code() {
        let hcl = document.hcl.as_str();
        let mut group = criterion.benchmark_group(format!("parse/{}", document.name));
        group.throughput(Throughput::Bytes(hcl.len() as u64));
        group.bench_function("serde_hcl", |bencher| {
            bencher.iter(|| serde_hcl::parse(black_box(hcl)).expect("valid"));
        });
        group.bench_function("hcl-edit", |bencher| {
            bencher.iter(|| hcl_edit::parser::parse_body(black_box(hcl)).expect("valid"));
        });
        group.bench_function("hcl-rs", |bencher| {
            bencher.iter(|| hcl::parse(black_box(hcl)).expect("valid"));
        });
        group.finish();
    }
}

fn data(criterion: &mut Criterion) {
    for document in support::data() {
        let (hcl, json, toml) = (&*document.hcl, &*document.json, &*document.toml);
        let mut group = criterion.benchmark_group(format!("parse-data/{}", document.name));
        group.bench_function("serde_hcl", |bencher| {
            bencher.iter(|| serde_hcl::parse(black_box(hcl)).expect("valid"));
        });
        group.bench_function("hcl-edit", |bencher| {
            bencher.iter(|| hcl_edit::parser::parse_body(black_box(hcl)).expect("valid"));
        });
        group.bench_function("serde_json", |bencher| {
            bencher.iter(|| {
                serde_json::from_str::<serde_json::Value>(black_box(json)).expect("valid")
            });
        });
        group.bench_function("toml", |bencher| {
            bencher.iter(|| toml::from_str::<toml::Table>(black_box(toml)).expect("valid"));
        });
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = support::short();
    targets = code, data
}
criterion_main!(benches);
