//! Measures the speed of this crate beside others, prints a table, and fails if a promise of README.md does not hold.
//!
//! `cargo bench --package benches --bench figures` compiles with the default release profile. All figures are ratios
//! within one run. Each time is the shortest of many, so other load on the machine matters little. With
//! `SERDE_HCL_BLESS=1` it also draws `figures.svg`.

#![allow(clippy::expect_used, reason = "a document that fails is a bug of the benchmark")]

mod support;

use std::fmt::Write;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fs};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use self::support::{Data, Inventory, Task, modules, svg};

/// The other crates in the order of the columns.
const OTHERS: [&str; 4] = ["hcl-edit", "hcl-rs", "toml", "serde_json"];

/// The number of measurements of each task.
const ROUNDS: u32 = 200;

/// A busy system can make a single attempt too slow.
const ATTEMPTS: u32 = 4;

/// The size of a document. A task is so short that a busy system does not interrupt it; an
/// interruption would make the slower task seem even slower.
const SIZE: usize = 16 << 10;

/// A promise of README.md: how many times as fast as another crate a task is.
struct Promise {
    task: &'static str,
    other: &'static str,
    at_least: f64,
}

impl Promise {
    fn ratio(&self, tasks: &[Task]) -> f64 {
        let task = tasks.iter().find(|task| task.name == self.task);
        let mut ratios = task.into_iter().flat_map(Task::ratios);
        ratios.find(|(name, _)| *name == self.other).map_or(0.0, |(_, ratio)| ratio)
    }
}

/// The promises in the table of README.md: a row for each task, a column for each other crate.
fn promises() -> Vec<Promise> {
    let table = include_str!("../README.md").lines();
    let table = table.skip_while(|line| !line.starts_with("| Times as fast"));
    let table = table.take_while(|line| line.starts_with('|'));
    let mut rows = table.map(|row| row.trim_matches('|').split('|').map(str::trim));
    let others: Vec<&str> = rows.next().into_iter().flatten().skip(1).collect();
    let mut promises = Vec::new();
    for mut row in rows {
        let task = row.next().expect("a cell");
        promises.extend(row.zip(&others).filter_map(|(cell, other)| {
            Some(Promise { task, other, at_least: cell.parse().ok()? })
        }));
    }
    promises
}

/// Records with small fields only, which have the highest overhead per byte.
#[derive(Serialize, Deserialize)]
struct Points {
    point: Vec<Point>,
}

#[derive(Serialize, Deserialize)]
struct Point {
    x: i32,
    y: i32,
    on: bool,
}

/// Long strings, which have the lowest overhead per byte.
#[derive(Serialize, Deserialize)]
struct Hashes {
    hashes: Vec<String>,
}

fn points(count: i32) -> Data {
    let point = |n: i32| Point { x: n, y: n % 1000 - 500, on: n % 3 == 0 };
    let points = Points { point: (0..count).map(point).collect() };
    let mut hcl = String::new();
    for Point { x, y, on } in &points.point {
        let _ = write!(hcl, "point {{\n  x  = {x}\n  y  = {y}\n  on = {on}\n}}\n\n");
    }
    data(&points, hcl)
}

fn hashes(count: u64) -> Data {
    let hash = |n: u64| format!("h1:{:064x}", u128::from(n).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let hashes = Hashes { hashes: (0..count).map(hash).collect() };
    let elements: String = hashes.hashes.iter().map(|hash| format!("  {hash:?},\n")).collect();
    data(&hashes, format!("hashes = [\n{elements}]\n"))
}

fn data<T: Serialize>(value: &T, hcl: String) -> Data {
    Data {
        name: String::new(),
        hcl,
        json: serde_json::to_string_pretty(value).expect("plain data"),
        toml: toml::to_string(value).expect("plain data"),
    }
}

/// The shortest time of each crate. The crates take turns, and each runs twice: the first run brings its code and
/// its memory back to the caches of the processor, which the others had filled.
fn shortest<const N: usize>(
    name: &'static str,
    mut runs: [(&'static str, &mut dyn FnMut()); N],
) -> Task {
    let mut times = runs.each_ref().map(|(name, _)| (*name, Duration::MAX));
    for _ in 0..ROUNDS {
        for ((_, run), (_, shortest)) in runs.iter_mut().zip(&mut times) {
            run();
            let start = Instant::now();
            run();
            *shortest = start.elapsed().min(*shortest);
        }
    }
    Task { name, times: times.into() }
}

fn parsing() -> Task {
    let source = modules(SIZE);
    let source = source.as_str();
    shortest(
        "parse source code",
        [
            ("serde_hcl", &mut || {
                drop(black_box(serde_hcl::parse(black_box(source)).expect("valid")));
            }),
            ("hcl-edit", &mut || {
                drop(black_box(hcl_edit::parser::parse_body(black_box(source)).expect("valid")));
            }),
            ("hcl-rs", &mut || drop(black_box(hcl::parse(black_box(source)).expect("valid")))),
        ],
    )
}

fn decoding<T: DeserializeOwned>(name: &'static str, document: &Data) -> Task {
    let Data { hcl, json, toml, .. } = document;
    shortest(
        name,
        [
            ("serde_hcl", &mut || {
                drop(black_box(serde_hcl::from_str::<T>(black_box(hcl)).expect("valid")));
            }),
            ("hcl-rs", &mut || {
                drop(black_box(hcl::from_str::<T>(black_box(hcl)).expect("valid")));
            }),
            ("toml", &mut || {
                drop(black_box(toml::from_str::<T>(black_box(toml)).expect("valid")));
            }),
            ("serde_json", &mut || {
                drop(black_box(serde_json::from_str::<T>(black_box(json)).expect("valid")));
            }),
        ],
    )
}

fn encoding<T: Serialize>(name: &'static str, value: &T) -> Task {
    shortest(
        name,
        [
            ("serde_hcl", &mut || {
                drop(black_box(serde_hcl::to_string(black_box(value)).expect("plain data")));
            }),
            ("hcl-rs", &mut || {
                drop(black_box(hcl::to_string(black_box(value)).expect("plain data")));
            }),
            ("toml", &mut || {
                drop(black_box(toml::to_string_pretty(black_box(value)).expect("plain data")));
            }),
            ("serde_json", &mut || {
                drop(black_box(
                    serde_json::to_string_pretty(black_box(value)).expect("plain data"),
                ));
            }),
        ],
    )
}

fn measure() -> Vec<Task> {
    let inventory = Inventory::generate(SIZE);
    vec![
        parsing(),
        decoding::<Inventory>("decode a file of 20 lines", &Inventory::generate(411).documents()),
        decoding::<Inventory>("decode records of all kinds", &inventory.documents()),
        decoding::<Points>("decode records of small fields", &points(400)),
        decoding::<Hashes>("decode long strings", &hashes(210)),
        encoding("encode records of all kinds", &inventory),
    ]
}

/// The shortest times. If some promises don't hold at first, the best of several attempts.
fn best_of_attempts(promises: &[Promise]) -> Vec<Task> {
    let mut tasks = measure();
    for _ in 1..ATTEMPTS {
        if promises.iter().all(|promise| promise.ratio(&tasks) >= promise.at_least) {
            break;
        }
        for (task, again) in tasks.iter_mut().zip(measure()) {
            for ((_, time), (_, again)) in task.times.iter_mut().zip(again.times) {
                *time = again.min(*time);
            }
        }
    }
    tasks
}

fn main() -> ExitCode {
    let promises = promises();
    let tasks = best_of_attempts(&promises);
    println!("Times as fast as another crate, and at least as README.md promises\n");
    println!("| | {} |\n|---|{}", OTHERS.join(" | "), "---|".repeat(OTHERS.len()));
    for task in &tasks {
        let cells = OTHERS.map(|name| {
            let of_cell = |it: &&Promise| it.task == task.name && it.other == name;
            promises.iter().find(of_cell).map_or("–".to_owned(), |promise| {
                format!("{:.2} (at least {})", promise.ratio(&tasks), promise.at_least)
            })
        });
        println!("| {} | {} |", task.name, cells.join(" | "));
    }
    assert_eq!(promises.len(), tasks.iter().map(|task| task.times.len() - 1).sum::<usize>());
    if env::var_os("SERDE_HCL_BLESS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/figures.svg");
        fs::write(path, svg(&tasks)).expect("the folder of the benchmarks can be written");
    }
    let holds = promises.iter().all(|promise| promise.ratio(&tasks) >= promise.at_least);
    ExitCode::from(u8::from(!holds))
}
