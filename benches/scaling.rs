//! Time is linear: twice the text takes twice the time, from 64 KiB to 64 MiB, and so do twice the
//! elements.

#![allow(clippy::expect_used, reason = "a document that fails is a bug of the benchmark")]

mod support;

use std::collections::BTreeMap;
use std::hint::black_box;

use criterion::{
    BatchSize, BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group, criterion_main,
};

use serde_hcl::{Context, Expression};

use self::support::{Inventory, MEGABYTE};

const SIZES: [usize; 6] =
    [MEGABYTE / 16, MEGABYTE / 4, MEGABYTE, 4 * MEGABYTE, 16 * MEGABYTE, 64 * MEGABYTE];

/// The size of the largest document for formats that are ten times slower.
const LARGEST_OF_OTHERS: usize = 4 * MEGABYTE;

fn parse(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("scaling/parse");
    group.sampling_mode(SamplingMode::Flat);
    for size in SIZES {
        let hcl = support::modules(size);
        group.throughput(Throughput::Bytes(hcl.len() as u64));
        group.bench_with_input(BenchmarkId::new("serde_hcl", size), &*hcl, |bencher, hcl| {
            bencher.iter(|| serde_hcl::parse(black_box(hcl)).expect("valid"));
        });
        if size <= LARGEST_OF_OTHERS {
            group.bench_with_input(BenchmarkId::new("hcl-edit", size), &*hcl, |bencher, hcl| {
                bencher.iter(|| hcl_edit::parser::parse_body(black_box(hcl)).expect("valid"));
            });
        }
    }
    group.finish();
}

fn decode(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("scaling/decode");
    group.sampling_mode(SamplingMode::Flat);
    for size in SIZES {
        let documents = Inventory::generate(size).documents();
        let (hcl, json) = (&*documents.hcl, &*documents.json);
        group.throughput(Throughput::Bytes(hcl.len() as u64));
        group.bench_with_input(BenchmarkId::new("serde_hcl", size), hcl, |bencher, hcl| {
            bencher.iter(|| serde_hcl::from_str::<Inventory>(black_box(hcl)).expect("valid"));
        });
        group.bench_with_input(BenchmarkId::new("serde_json", size), json, |bencher, json| {
            bencher.iter(|| serde_json::from_str::<Inventory>(black_box(json)).expect("valid"));
        });
        if size <= LARGEST_OF_OTHERS {
            group.bench_with_input(BenchmarkId::new("hcl-rs", size), hcl, |bencher, hcl| {
                bencher.iter(|| hcl::from_str::<Inventory>(black_box(hcl)).expect("valid"));
            });
        }
    }
    group.finish();
}

fn encode(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("scaling/encode");
    group.sampling_mode(SamplingMode::Flat);
    for size in SIZES {
        let data = Inventory::generate(size);
        let hcl = serde_hcl::to_string(&data).expect("plain data");
        group.throughput(Throughput::Bytes(hcl.len() as u64));
        group.bench_with_input(BenchmarkId::new("serde_hcl", size), &data, |bencher, data| {
            bencher.iter(|| serde_hcl::to_string(black_box(data)).expect("plain data"));
        });
        group.bench_with_input(BenchmarkId::new("serde_json", size), &data, |bencher, data| {
            bencher.iter(|| serde_json::to_string_pretty(black_box(data)).expect("plain data"));
        });
        if size <= LARGEST_OF_OTHERS {
            group.bench_with_input(BenchmarkId::new("hcl-rs", size), &data, |bencher, data| {
                bencher.iter(|| hcl::to_string(black_box(data)).expect("plain data"));
            });
        }
    }
    group.finish();
}

fn format(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("scaling/format");
    group.sampling_mode(SamplingMode::Flat);
    for size in SIZES {
        let hcl = support::modules(size);
        group.throughput(Throughput::Bytes(hcl.len() as u64));
        group.bench_with_input(BenchmarkId::new("serde_hcl", size), &*hcl, |bencher, hcl| {
            bencher.iter(|| serde_hcl::format::format(black_box(hcl)).expect("small"));
        });
    }
    group.finish();
}

fn evaluate(criterion: &mut Criterion) {
    const SOURCE: &str = "[for n in numbers : \"item ${n * 2}\" if n % 3 == 0]";
    let expression = serde_hcl::parse_expression(SOURCE).expect("valid");
    let mut group = criterion.benchmark_group("scaling/evaluate");
    group.sampling_mode(SamplingMode::Flat);
    for count in [1_000, 10_000, 100_000, 1_000_000, 4_000_000] {
        let numbers: serde_hcl::Value = (0..count).collect();
        let context = serde_hcl::Context::new().variable("numbers", numbers).budget(u64::MAX);
        group.throughput(Throughput::Elements(count));
        group.bench_with_input(
            BenchmarkId::new("serde_hcl", count),
            &context,
            |bencher, context| {
                bencher.iter(|| black_box(&expression).evaluate(context).expect("a value"));
            },
        );
    }
    group.finish();
}

/// A function of the number of definitions and of an index.
type Definition<'a> = &'a dyn Fn(usize, usize) -> String;

/// Definitions that refer to each other in a chain, in a tree, and in a circle.
fn definitions(criterion: &mut Criterion) {
    let chain = |count: usize, number: usize| match number + 1 < count {
        true => format!("v{number} = local.v{} + 1\n", number + 1),
        false => format!("v{number} = 1\n"),
    };
    let tree = |count: usize, number: usize| match number * 2 + 2 < count {
        true => format!("v{number} = local.v{} + local.v{}\n", number * 2 + 1, number * 2 + 2),
        false => format!("v{number} = 1\n"),
    };
    let circle =
        |count: usize, number: usize| format!("v{number} = local.v{}\n", (number + 1) % count);
    let first = serde_hcl::parse_expression("local.v0").expect("valid");
    let mut group = criterion.benchmark_group("scaling/definitions");
    group.sampling_mode(SamplingMode::Flat);
    for count in [1_000, 10_000, 100_000] {
        group.throughput(Throughput::Elements(count as u64));
        let shapes: [(&str, Definition<'_>); 3] =
            [("chain", &chain), ("tree", &tree), ("circle", &circle)];
        for (name, definition) in shapes {
            let source: String = (0..count).map(|number| definition(count, number)).collect();
            let all: BTreeMap<String, Expression> = serde_hcl::from_str(&source).expect("valid");
            let context = Context::new().lazy_object("local", all);
            group.bench_with_input(BenchmarkId::new(name, count), &context, |bencher, context| {
                // A changed context has no cached values.
                let change = || context.clone().variable("changed", true);
                bencher.iter_batched(
                    change,
                    |context| black_box(&first).evaluate(&context).is_ok(),
                    BatchSize::LargeInput,
                );
            });
        }
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = support::short();
    targets = parse, decode, encode, format, evaluate, definitions
}
criterion_main!(benches);
