//! Measures the speed of this crate beside others, prints a table, and fails if a promise of README.md does not hold.
//!
//! `cargo bench --package benches --bench figures` compiles with the default release profile. All figures are ratios
//! within one run. Each time is the shortest of many, so other load on the machine matters little. With
//! `SERDE_HCL_BLESS=1` it also draws `examples/figures.svg`. With `-- flattened` only the tasks are measured whose name contains
//! this word.

#![allow(clippy::expect_used, reason = "a document that fails is a bug of the benchmark")]

mod support;

use std::fmt::Write;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fs};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use self::support::{Data, Inventory, Measure, Task, modules, shapes, svg};

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

/// The runs of the crates for one task; `false` if a crate can't do it.
type Runs<'a> = Vec<(&'static str, Box<dyn FnMut() -> bool + 'a>)>;

/// The tasks whose name contains the given text, with the shortest time of each crate.
struct Figures {
    only: String,
    tasks: Vec<Task>,
}

impl Figures {
    /// The crates take turns, and each runs twice: the first run brings its code and its memory back to the caches of
    /// the processor, which the others had filled.
    fn measure(&mut self, name: &str, mut runs: Runs<'_>) {
        if !name.contains(&self.only) {
            return;
        }
        runs.retain_mut(|(_, run)| run());
        assert!(runs.first().is_some_and(|(name, _)| *name == "serde_hcl"), "{name}");
        let mut times: Vec<_> = runs.iter().map(|(name, _)| (*name, Duration::MAX)).collect();
        for _ in 0..ROUNDS {
            for ((_, run), (_, shortest)) in runs.iter_mut().zip(&mut times) {
                run();
                let start = Instant::now();
                run();
                *shortest = start.elapsed().min(*shortest);
            }
        }
        self.tasks.push(Task { name: name.to_owned(), times });
    }

    fn parsing(&mut self) {
        let source = modules(SIZE);
        let source = source.as_str();
        self.measure(
            "parse source code",
            vec![
                ("serde_hcl", Box::new(|| black_box(serde_hcl::parse(black_box(source))).is_ok())),
                (
                    "hcl-edit",
                    Box::new(|| black_box(hcl_edit::parser::parse_body(black_box(source))).is_ok()),
                ),
                ("hcl-rs", Box::new(|| black_box(hcl::parse(black_box(source))).is_ok())),
            ],
        );
    }

    fn decoding<T: DeserializeOwned>(&mut self, name: &str, documents: &Data) {
        let Data { hcl, json, toml, .. } = documents;
        let mut runs: Runs<'_> = vec![(
            "serde_hcl",
            Box::new(|| black_box(serde_hcl::from_str::<T>(black_box(hcl))).is_ok()),
        )];
        if !json.is_empty() {
            runs.extend::<Runs<'_>>(vec![
                ("hcl-rs", Box::new(|| black_box(hcl::from_str::<T>(black_box(hcl))).is_ok())),
                ("toml", Box::new(|| black_box(toml::from_str::<T>(black_box(toml))).is_ok())),
                (
                    "serde_json",
                    Box::new(|| black_box(serde_json::from_str::<T>(black_box(json))).is_ok()),
                ),
            ]);
        }
        self.measure(&format!("decode {name}"), runs);
    }

    fn encoding<T: Serialize>(&mut self, name: &str, value: &T, with_others: bool) {
        let mut runs: Runs<'_> = vec![(
            "serde_hcl",
            Box::new(|| black_box(serde_hcl::to_string(black_box(value))).is_ok()),
        )];
        if with_others {
            runs.extend::<Runs<'_>>(vec![
                ("hcl-rs", Box::new(|| black_box(hcl::to_string(black_box(value))).is_ok())),
                ("toml", Box::new(|| black_box(toml::to_string_pretty(black_box(value))).is_ok())),
                (
                    "serde_json",
                    Box::new(|| black_box(serde_json::to_string_pretty(black_box(value))).is_ok()),
                ),
            ]);
        }
        self.measure(&format!("encode {name}"), runs);
    }
}

impl Measure for Figures {
    fn measure<T: Serialize + DeserializeOwned>(&mut self, documents: &Data, value: &T) {
        self.decoding::<T>(&documents.name, documents);
        self.encoding(&documents.name, value, !documents.json.is_empty());
    }
}

fn measure(only: &str) -> Vec<Task> {
    let inventory = Inventory::generate(SIZE);
    let mut figures = Figures { only: only.to_owned(), tasks: Vec::new() };
    figures.parsing();
    figures.decoding::<Inventory>("a file of 20 lines", &Inventory::generate(411).documents());
    figures.decoding::<Inventory>("records of all kinds", &inventory.documents());
    figures.decoding::<Points>("records of small fields", &points(400));
    figures.decoding::<Hashes>("long strings", &hashes(210));
    figures.encoding("records of all kinds", &inventory, true);
    shapes(SIZE, &mut figures);
    figures.tasks
}

/// The shortest times. If some promises don't hold at first, the best of several attempts.
fn best_of_attempts(promises: &[Promise], only: &str) -> Vec<Task> {
    let mut tasks = measure(only);
    for _ in 1..ATTEMPTS {
        if promises.iter().all(|promise| promise.ratio(&tasks) >= promise.at_least) {
            break;
        }
        for (task, again) in tasks.iter_mut().zip(measure(only)) {
            for ((_, time), (_, again)) in task.times.iter_mut().zip(again.times) {
                *time = again.min(*time);
            }
        }
    }
    tasks
}

fn main() -> ExitCode {
    let only = env::args().skip(1).find(|argument| argument != "--bench").unwrap_or_default();
    let mut promises = promises();
    promises.retain(|promise| promise.task.contains(&only));
    let tasks = best_of_attempts(&promises, &only);
    println!("Times as fast as another crate, and at least as README.md promises\n");
    println!("| | {} |\n|---|{}", OTHERS.join(" | "), "---|".repeat(OTHERS.len()));
    for task in &tasks {
        let cells = OTHERS.map(|other| {
            let ratio = task.ratios().find(|(name, _)| *name == other);
            let promise = promises.iter().find(|it| it.task == task.name && it.other == other);
            match (ratio, promise) {
                (Some((_, ratio)), Some(Promise { at_least, .. })) => {
                    format!("{ratio:.2} (at least {at_least})")
                }
                (Some((_, ratio)), None) => format!("{ratio:.2}"),
                (None, _) => "–".to_owned(),
            }
        });
        println!("| {} | {} |", task.name, cells.join(" | "));
    }
    let holds = promises.iter().all(|promise| promise.ratio(&tasks) >= promise.at_least);
    if env::var_os("SERDE_HCL_BLESS").is_some() {
        let is_promised = |task: &Task| promises.iter().any(|promise| promise.task == task.name);
        let promised: Vec<Task> = tasks.into_iter().filter(is_promised).collect();
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/figures.svg");
        fs::write(path, svg(&promised)).expect("the folder of the benchmarks can be written");
    }
    ExitCode::from(u8::from(!holds))
}
