//! Function calls: ten thousand of each function. JSON functions are compared with serde_json.

#![allow(clippy::expect_used, reason = "a call that fails is a bug of the benchmark")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use serde_hcl::{Context, Value, parse_expression};

const CALLS: u64 = 10_000;

const FUNCTIONS: [(&str, &str); 4] = [
    ("upper", "upper(name)"),
    ("format", "format(\"%s-%03d.%s\", name, 7, domain)"),
    ("merge", "merge(defaults, { port = 8080 })"),
    ("regex", "regex(\"^([a-z]+)-([0-9]+)$\", name)"),
];

fn calls(criterion: &mut Criterion) {
    let context = Context::standard()
        .variable("calls", Value::tuple(0..CALLS))
        .variable("name", "web-12345")
        .variable("domain", "example.com")
        .variable("defaults", serde_hcl::value!({ "port": 80, "host": "localhost", "tls": false }));
    let mut group = criterion.benchmark_group("functions");
    group.throughput(Throughput::Elements(CALLS));
    for (name, call) in FUNCTIONS {
        if serde_hcl::functions::get(name).is_none() {
            continue;
        }
        let source = format!("[for _ in calls : {call}]");
        let expression = parse_expression(&source).expect("valid");
        group.bench_function(name, |bencher| {
            bencher.iter(|| black_box(&expression).evaluate(&context).expect("a value"));
        });
    }
    group.finish();
}

fn json(criterion: &mut Criterion) {
    let server = |index: u32| {
        let tags = Value::tuple(["a \"b\"", "c"]);
        serde_hcl::value!({ "name": format!("server-{index}"), "port": index, "tags": tags })
    };
    let servers = Value::tuple((0..16_000).map(server));
    let text = serde_json::to_string(&servers).expect("JSON");
    let plain: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let context = Context::standard().variable("servers", servers);
    let encode = parse_expression("jsonencode(servers)").expect("valid");

    let mut group = criterion.benchmark_group("jsonencode");
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("serde_hcl", |bencher| {
        bencher.iter(|| black_box(&encode).evaluate(&context).expect("a value"));
    });
    group.bench_function("serde_json", |bencher| {
        bencher.iter(|| serde_json::to_string(black_box(&plain)).expect("JSON"));
    });
    group.finish();
}

criterion_group!(benches, calls, json);
criterion_main!(benches);
