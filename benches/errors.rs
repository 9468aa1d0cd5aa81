//! The cost of errors: finding them, describing them, and rendering the report.

#![allow(clippy::expect_used, reason = "a document that does not fail is a bug of the benchmark")]

mod support;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};

use self::support::{Inventory, MEGABYTE};

/// One mistake at the end of a megabyte, found by this parser and by hcl-edit.
fn late(criterion: &mut Criterion) {
    let hcl = support::modules(MEGABYTE) + "last = [1, 2\n";
    let mut group = criterion.benchmark_group("errors/late");
    group.bench_function("serde_hcl", |bencher| {
        bencher.iter(|| serde_hcl::parse(black_box(&hcl)).expect_err("invalid"));
    });
    group.bench_function("hcl-edit", |bencher| {
        bencher.iter(|| hcl_edit::parser::parse_body(black_box(&hcl)).expect_err("invalid"));
    });
    group.finish();
}

/// One mistake in the middle of a megabyte: the half before it is parsed once. Without the brace, the
/// block takes the other half, until the indentation shows its end.
fn middle(criterion: &mut Criterion) {
    let half = support::modules(MEGABYTE / 2);
    let mut group = criterion.benchmark_group("errors/middle");
    for (name, mistake) in [("comma", "x {\n  a = [1 2]\n}\n"), ("brace", "x {\n  a = 1\n")] {
        let hcl = format!("{half}{mistake}{half}");
        group.bench_function(name, |bencher| {
            bencher.iter(|| serde_hcl::parse(black_box(&hcl)).expect_err("invalid"));
        });
    }
    group.finish();
}

/// A thousand mistakes: the parser recovers from each.
fn many(criterion: &mut Criterion) {
    let hcl = "a = [1 2]\nb {\n  c = \n}\n".repeat(500);
    criterion.bench_function("errors/many", |bencher| {
        bencher.iter(|| serde_hcl::parse(black_box(&hcl)).expect_err("invalid"));
    });
}

/// A value that doesn't fit its field, in the middle of a document. A short document is decoded again, to
/// find more mistakes.
fn mismatch(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("errors/mismatch");
    for (name, length) in [("200 kB", 200_000), ("1 MB", MEGABYTE)] {
        let half = Inventory::generate(length / 2).hcl();
        let hcl = format!("{half}service \"odd\" {{\n  replicas = \"many\"\n}}\n{half}");
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                serde_hcl::from_str::<Inventory>(black_box(&hcl)).err().expect("a misfit")
            });
        });
    }
    group.finish();
}

fn report(criterion: &mut Criterion) {
    let hcl = support::modules(MEGABYTE) + "last = [1 2]\n";
    let error = serde_hcl::parse(&hcl).expect_err("invalid");
    let mut group = criterion.benchmark_group("errors/show");
    group.bench_function("line", |bencher| bencher.iter(|| black_box(&error).to_string()));
    group.bench_function("caret", |bencher| bencher.iter(|| format!("{:#}", black_box(&error))));
    group.bench_function("report", |bencher| bencher.iter(|| black_box(&error).report()));
    group.finish();
}

criterion_group! {
    name = benches;
    config = support::short();
    targets = late, middle, many, mismatch, report
}
criterion_main!(benches);
