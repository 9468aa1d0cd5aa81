//! From expressions to values, against hcl-rs.

#![allow(clippy::expect_used, reason = "an expression that fails is a bug of the benchmark")]

mod support;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use hcl::eval::Evaluate;

const EXPRESSIONS: [(&str, &str); 6] = [
    ("arithmetic", "(1 + 2) * 3 - 4 / 5 + 6 % 4"),
    ("conditional", "count > 2 && name != \"\" ? name : \"none\""),
    ("traversal", "servers[1].address.host"),
    ("template", "\"${name}-${count}.${servers[0].address.host}:${1 + 1}\""),
    ("for", "[for server in servers : \"${server.name}:${server.port}\" if server.port > 80]"),
    ("object", "{ name = name, ports = [80, 443], nested = { count = count } }"),
];

fn evaluate(criterion: &mut Criterion) {
    for (name, source) in EXPRESSIONS {
        let mut group = criterion.benchmark_group(format!("evaluate/{name}"));
        let ours = serde_hcl::parse_expression(source).expect("valid");
        let context = context();
        group.bench_function("serde_hcl", |bencher| {
            bencher.iter(|| black_box(&ours).evaluate(&context).expect("a value"));
        });
        let theirs: hcl::Expression = source.parse().expect("valid");
        let context = context_of_hcl_rs();
        group.bench_function("hcl-rs", |bencher| {
            bencher.iter(|| black_box(&theirs).evaluate(&context).expect("a value"));
        });
        group.finish();
    }
}

fn context() -> serde_hcl::Context {
    let server = |index: u16| {
        serde_hcl::value!({
            "name": format!("server-{index}"),
            "port": 80 + index,
            "address": { "host": format!("10.0.0.{index}") },
        })
    };
    serde_hcl::Context::new()
        .variable("name", "web")
        .variable("count", 3)
        .variable("servers", (0..100).map(server).collect::<serde_hcl::Value>())
}

fn context_of_hcl_rs() -> hcl::eval::Context<'static> {
    let server = |index: u16| {
        hcl::value!({
            "name" = (format!("server-{index}"))
            "port" = (80 + index)
            "address" = { "host" = (format!("10.0.0.{index}")) }
        })
    };
    let mut context = hcl::eval::Context::new();
    context.declare_var("name", "web");
    context.declare_var("count", 3);
    context.declare_var("servers", (0..100).map(server).collect::<Vec<_>>());
    context
}

criterion_group! {
    name = benches;
    config = support::short();
    targets = evaluate
}
criterion_main!(benches);
