//! Parsing, changing and writing a document: one change, loops with ten thousand changes, a thousand changes of the
//! order, and changes that alternate with reading. For comparison, parsing alone and the same change by hcl-edit.

#![allow(clippy::expect_used, reason = "a document that fails is a bug of the benchmark")]

mod support;

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{
    BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main,
};
use hcl_edit::{Ident, expr, structure};
use serde_hcl::{Address, Block, Body, Result};

const STEPS: usize = 10_000;

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
        let hcl = services(count);
        let addresses: Vec<Address> = (0..count).map(|it| service(it).name("port")).collect();
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(BenchmarkId::from_parameter(count), |bencher| {
            bencher.iter(|| edited(&hcl, &addresses));
        });
    }
    group.finish();
}

/// A document of about 50 bytes for each service.
fn services(count: usize) -> String {
    let service =
        |it| format!("service \"s{it}\" {{\n  port  = {it} # public\n  image = \"x\"\n}}\n\n");
    (0..count).map(service).collect()
}

fn service(number: usize) -> Address {
    ["service", &format!("s{number}")].into()
}

/// Measures changes of a document. The text is parsed before and written behind them.
fn measure(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    hcl: &str,
    change: impl Fn(&mut Body) -> Result<()>,
) {
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            let mut body: Body = black_box(hcl).parse().expect("valid");
            change(&mut body).expect("can be changed");
            body.to_string()
        });
    });
}

/// The same with hcl-edit.
fn compare(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    hcl: &str,
    change: impl Fn(&mut structure::Body),
) {
    group.bench_function(format!("{name}/hcl-edit"), |bencher| {
        bencher.iter(|| {
            let mut body: structure::Body = black_box(hcl).parse().expect("valid");
            change(&mut body);
            body.to_string()
        });
    });
}

/// Loops with ten thousand changes, which take time for the document as a whole. hcl-edit has no addresses.
fn loops(criterion: &mut Criterion) {
    let hcl = &services(STEPS);
    let mut group = criterion.benchmark_group("edit/loops");
    group.throughput(Throughput::Elements(STEPS as u64));
    measure(&mut group, "new attribute by address", hcl, |body| {
        (0..STEPS).try_for_each(|it| body.set(service(it).name("zone"), "a"))
    });
    measure(&mut group, "new attribute by handle", hcl, |body| {
        body.blocks_mut()?.try_for_each(|mut block| block.set("zone", "a"))
    });
    compare(&mut group, "new attribute by handle", hcl, |body| {
        for block in body.blocks_mut() {
            block.body.push(structure::Attribute::new(Ident::new("zone"), "a"));
        }
    });
    measure(&mut group, "new block", "", |body| {
        let block = |it: usize| Block::new("service").with_label(it.to_string());
        (0..STEPS).try_for_each(|it| body.push(block(it).with_attribute("port", it)))
    });
    compare(&mut group, "new block", "", |body| {
        for it in 0..STEPS {
            let port = structure::Attribute::new(Ident::new("port"), it);
            let block = structure::Block::builder(Ident::new("service")).label(it.to_string());
            body.push(block.attribute(port).build());
        }
    });
    measure(&mut group, "new block that is changed", "", |body| {
        (0..STEPS).try_for_each(|it| {
            body.push(Block::new("service").with_label(format!("s{it}")))?;
            body.set(service(it).name("port"), &it)
        })
    });
    group.finish();
}

/// A thousand changes of about 100 KB. Each change of the order takes the time of parsing the document.
fn steps(criterion: &mut Criterion) {
    const STEPS: usize = 1_000;
    let hcl = &services(2 * STEPS);
    let keys: String = (0..8 * STEPS).map(|it| format!("  k{it} = {it}\n")).collect();
    let object = &format!("tags = {{\n{keys}}}\n");
    let mut group = criterion.benchmark_group("edit/steps");
    group.throughput(Throughput::Elements(STEPS as u64));
    measure(&mut group, "remove", hcl, |body| {
        (0..STEPS).try_for_each(|it| body.remove(service(it)).map(drop))
    });
    measure(&mut group, "move to the end", hcl, |body| {
        (0..STEPS).try_for_each(|it| body.move_to_end(service(it)).map(drop))
    });
    measure(&mut group, "new label and its address", hcl, |body| {
        (0..STEPS).try_for_each(|it| {
            body.block_mut(service(it))?.set_labels([format!("t{it}")])?;
            body.set(["service", &format!("t{it}"), "port"], &it)
        })
    });
    measure(&mut group, "new key", object, |body| {
        (0..STEPS).try_for_each(|it| body.set(["tags", &format!("n{it}")], &it))
    });
    measure(&mut group, "remove key", object, |body| {
        (0..STEPS).try_for_each(|it| body.remove(["tags", &format!("k{it}")]).map(drop))
    });
    compare(&mut group, "remove key", object, |body| {
        let mut tags = body.get_attribute_mut("tags").expect("is there");
        let expr::Expression::Object(tags) = tags.value_mut() else { return };
        for it in 0..STEPS {
            tags.remove(&expr::ObjectKey::from(Ident::new(format!("k{it}"))));
        }
    });
    group.finish();
}

/// Ten thousand changes of 100 KB, each of which is read at once.
fn alternations(criterion: &mut Criterion) {
    const SERVICES: usize = 2_000;
    let hcl = &services(SERVICES);
    let mut group = criterion.benchmark_group("edit/alternations");
    group.throughput(Throughput::Elements(STEPS as u64));
    measure(&mut group, "by address", hcl, |body| {
        (0..STEPS).try_for_each(|it| {
            let address = service(it % SERVICES).name("port");
            body.set(&address, &it)?;
            black_box(body.expression(&address).and_then(|port| port.as_i64()));
            Ok(())
        })
    });
    measure(&mut group, "in a handle", hcl, |body| {
        let mut block = body.block_mut(service(0))?;
        (0..STEPS).try_for_each(|it| {
            block.set("port", &it)?;
            black_box(block.expression("port").and_then(|port| port.as_i64()));
            Ok(())
        })
    });
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
        let steps = std::iter::once(block.block_type()).chain(labels.iter().map(String::as_str));
        Some(steps.chain([attribute.name()]).collect::<Address>())
    });
    let editable: Body = hcl.parse().expect("valid");
    addresses.filter(|address| editable.expression(address).is_some()).take(1).collect()
}

criterion_group! {
    name = benches;
    config = support::short();
    targets = one, many, loops, steps, alternations
}
criterion_main!(benches);
