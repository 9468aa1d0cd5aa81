//! Formatting text in the canonical layout. For comparison, parsing it.

#![allow(clippy::expect_used, reason = "a document that fails is a bug of the benchmark")]

mod support;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn format(criterion: &mut Criterion) {
    for document in support::code() {
        let hcl = document.hcl.as_str();
        let mut group = criterion.benchmark_group(format!("format/{}", document.name));
        group.throughput(Throughput::Bytes(hcl.len() as u64));
        group.bench_function("serde_hcl", |bencher| {
            bencher.iter(|| serde_hcl::format::format(black_box(hcl)).expect("small"));
        });
        group.bench_function("parse", |bencher| {
            bencher.iter(|| serde_hcl::parse(black_box(hcl)).expect("valid"));
        });
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = support::short();
    targets = format
}
criterion_main!(benches);
