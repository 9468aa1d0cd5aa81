//! Parsing, changing and writing a document, with one change and with ten thousand. For comparison,
//! parsing alone and the same change by hcl-edit.

#![allow(clippy::expect_used, reason = "a document that fails is a bug of the benchmark")]

mod support;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use serde_hcl::{Address, Body};

fn one(criterion: &mut Criterion) {
    for document in support::code() {
        let hcl = document.hcl.as_str();
        // Some documents have no blocks with attributes.
        let Some(address) = &addresses(hcl).pop() else { continue };
        let mut group = criterion.benchmark_group(format!("edit/{}", document.name));
        group.throughput(Throughput::Bytes(hcl.len() as u64));
        group.bench_function("parse", |bencher| {
            bencher.iter(|| serde_hcl::parse(black_box(hcl)).expect("valid"));
        });
        group.bench_function("serde_hcl", |bencher| {
            bencher.iter(|| edited(black_box(hcl), std::slice::from_ref(address)));
        });
        group.bench_function("hcl-edit", |bencher| {
            bencher.iter(|| {
                let mut body: hcl_edit::structure::Body = black_box(hcl).parse().expect("valid");
                let mut changed = body.blocks_mut().filter_map(|block| {
                    let mut attributes = block.body.attributes_mut();
                    let mut attribute = attributes.next()?;
                    *attribute.value_mut() = hcl_edit::expr::Expression::from("changed");
                    Some(())
                });
                changed.next().expect("an attribute");
                drop(changed);
                body.to_string()
            });
        });
        group.finish();
    }
}

fn many(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("edit/many");
    for count in [100, 1_000, 10_000] {
        let hcl: String = (0..count)
            .map(|it| {
                format!("service \"s{it}\" {{\n  port  = {it} # public\n  image = \"x\"\n}}\n\n")
            })
            .collect();
        let addresses: Vec<Address> = (0..count)
            .map(|it| ["service", &format!("s{it}"), "port"].into_iter().collect())
            .collect();
        group.throughput(Throughput::Elements(count));
        group.bench_function(BenchmarkId::from_parameter(count), |bencher| {
            bencher.iter(|| edited(&hcl, &addresses));
        });
    }
    group.finish();
}

fn edited(hcl: &str, addresses: &[Address]) -> String {
    let mut document: Body = hcl.parse().expect("valid");
    for address in addresses {
        document.set(address, "changed").expect("is there");
    }
    document.to_string()
}

/// The addresses of attributes in top-level blocks, from the middle of the document on.
fn addresses(hcl: &str) -> Vec<Address> {
    let document = serde_hcl::parse(hcl).expect("valid");
    let blocks: Vec<_> = document.body().blocks().collect();
    let (before, after) = blocks.split_at(blocks.len() / 2);
    let addresses = after.iter().chain(before).filter_map(|block| {
        let labels: Vec<_> = block.labels().map(|label| label.value().into_owned()).collect();
        let attribute = block.body().attributes().next()?;
        let steps = std::iter::once(block.name()).chain(labels.iter().map(String::as_str));
        Some(steps.chain([attribute.name()]).collect::<Address>())
    });
    let editable: Body = hcl.parse().expect("valid");
    addresses.filter(|address| editable.expression(address).is_some()).take(1).collect()
}

criterion_group! {
    name = benches;
    config = support::short();
    targets = one, many
}
criterion_main!(benches);
