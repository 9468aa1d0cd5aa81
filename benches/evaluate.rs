//! Evaluating expressions, compared with hcl-rs.

#![allow(clippy::expect_used, reason = "an expression that fails is a bug of the benchmark")]

mod support;

use std::hint::black_box;

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use hcl::eval::Evaluate;

const EXPRESSIONS: [(&str, &str); 6] = [
    ("arithmetic", "(1 + 2) * 3 - 4 / 5 + 6 % 4"),
    ("conditional", "count > 2 && name != \"\" ? name : \"none\""),
    ("traversal", "servers[1].address.host"),
    ("template", "\"${name}-${count}.${servers[0].address.host}:${1 + 1}\""),
    ("for", "[for server in servers : \"${server.name}:${server.port}\" if server.port > 80]"),
    ("object", "{ name = name, ports = [80, 443], nested = { count = count } }"),
];

/// For each case its name, its number of steps, and its expression.
const LARGE: [(&str, u64, &str); 6] = [
    ("for over numbers", 1_000_000, "[for n in numbers : n * 2 + 1 if n % 3 == 0]"),
    ("for over objects", 100_000, "[for user in users : user.age * 2 + 1 if user.age % 3 == 0]"),
    ("templates", 100_000, "[for user in users : \"${user.name}, ${user.age}: ${greeting}\"]"),
    ("for to an object", 100_000, "{for user in users : user.name => user.age}"),
    ("objects", 100_000, "[for user in users : { name = user.name, age = user.age }]"),
    ("traversal of a megabyte", 1, "megabyte.services[\"name-500\"].ports[3]"),
];

fn small(criterion: &mut Criterion) {
    let (ours, theirs) = (context(), context_of_hcl_rs());
    for (name, source) in EXPRESSIONS {
        compare(criterion, name, 1, source, &ours, &theirs);
    }
}

fn large(criterion: &mut Criterion) {
    let (ours, theirs) = (large_context(), large_context_of_hcl_rs());
    for (name, count, source) in LARGE {
        compare(criterion, name, count, source, &ours, &theirs);
    }
}

fn compare(
    criterion: &mut Criterion,
    name: &str,
    count: u64,
    source: &str,
    context: &serde_hcl::Context,
    context_of_hcl_rs: &hcl::eval::Context<'_>,
) {
    let mut group = criterion.benchmark_group(format!("evaluate/{name}"));
    group.sampling_mode(SamplingMode::Flat).throughput(Throughput::Elements(count));
    let ours = serde_hcl::parse_expression(source).expect("valid");
    group.bench_function("serde_hcl", |bencher| {
        bencher.iter(|| black_box(&ours).evaluate(context).expect("a value"));
    });
    let theirs: hcl::Expression = source.parse().expect("valid");
    group.bench_function("hcl-rs", |bencher| {
        bencher.iter(|| black_box(&theirs).evaluate(context_of_hcl_rs).expect("a value"));
    });
    group.finish();
}

fn large_context() -> serde_hcl::Context {
    let user = |age: u64| serde_hcl::value!({ "name": format!("user-{age}"), "age": age });
    let service = |index: u64| {
        let ports: serde_hcl::Value = (index..index + 20).collect();
        (format!("name-{index}"), serde_hcl::value!({ "ports": ports, "host": "10.0.0.1" }))
    };
    let services: serde_hcl::Map = (0..2_000).map(service).collect();
    serde_hcl::Context::new()
        .variable("greeting", "hello")
        .variable("numbers", (0..1_000_000).collect::<serde_hcl::Value>())
        .variable("users", (0..100_000).map(user).collect::<serde_hcl::Value>())
        .variable("megabyte", serde_hcl::value!({ "services": services }))
}

fn large_context_of_hcl_rs() -> hcl::eval::Context<'static> {
    let user = |age: u64| hcl::value!({ "name" = (format!("user-{age}")), "age" = age });
    let service = |index: u64| {
        let ports: Vec<hcl::Value> = (index..index + 20).map(hcl::Value::from).collect();
        (format!("name-{index}"), hcl::value!({ "ports" = ports, "host" = "10.0.0.1" }))
    };
    let services: hcl::Map<String, hcl::Value> = (0..2_000).map(service).collect();
    let mut context = hcl::eval::Context::new();
    context.declare_var("greeting", "hello");
    context.declare_var("numbers", (0..1_000_000_u64).map(hcl::Value::from).collect::<Vec<_>>());
    context.declare_var("users", (0..100_000).map(user).collect::<Vec<_>>());
    context.declare_var("megabyte", hcl::value!({ "services" = services }));
    context
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
    targets = small, large
}
criterion_main!(benches);
