//! Many files as one document: those files of the corpus in `SERDE_HCL_CORPUS` that are compatible
//! with each other, or generated files. `taskset -c 0` limits the benchmark to one processor.

#![allow(clippy::expect_used, reason = "a document that fails is a bug of the benchmark")]

mod support;

use std::collections::HashSet;
use std::fs;
use std::hint::black_box;
use std::path::PathBuf;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// The number of files that are merged.
const FILES: usize = 3_000;

fn merge(criterion: &mut Criterion) {
    let sources = sources();
    let mut group = criterion.benchmark_group(format!("merge/{} files", sources.len()));
    group.throughput(Throughput::Elements(sources.len() as u64));
    group.bench_function("serde_hcl", |bencher| {
        bencher.iter(|| {
            serde_hcl::configuration::parse_sources(black_box(sources.clone())).expect("valid")
        });
    });
    group.finish();
}

/// Names and texts.
fn sources() -> Vec<(String, &'static str)> {
    let folder =
        std::env::var_os("SERDE_HCL_CORPUS").map(|folder| PathBuf::from(folder).join("files"));
    let (mut sources, mut names) = (Vec::new(), HashSet::new());
    let mut waiting: Vec<PathBuf> = folder.into_iter().collect();
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).expect("the corpus can be read") {
            let path = entry.expect("the corpus can be read").path();
            if path.is_dir() {
                waiting.push(path);
            } else if let Ok(source) = fs::read_to_string(&path) {
                if sources.len() < FILES && fits(&source, &mut names) {
                    sources.push((path.to_string_lossy().into_owned(), &*source.leak()));
                }
            }
        }
    }
    if sources.is_empty() {
        let source = support::modules(4096).leak();
        sources = (0..FILES).map(|number| (format!("{number}.tf"), &*source)).collect();
    }
    sources
}

/// Whether the source is valid and sets no attribute that another file sets.
fn fits(source: &str, names: &mut HashSet<String>) -> bool {
    let Ok(document) = serde_hcl::parse(source) else { return false };
    let own: Vec<String> =
        document.body().attributes().map(|attribute| attribute.name().to_owned()).collect();
    let fits = own.iter().all(|name| !names.contains(name));
    if fits {
        names.extend(own);
    }
    fits
}

criterion_group! {
    name = benches;
    config = support::short();
    targets = merge
}
criterion_main!(benches);
