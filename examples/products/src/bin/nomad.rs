//! Reads Nomad job files into types and prints their tasks: `cargo run --package products --bin nomad [-- FILE…]
//! [--var NAME=VALUE]…`
//!
//! Without files it reads a small built-in job. Values that only a Nomad client knows (`${attr.…}`,
//! `${env["…"]}`) are printed as they are written. Variables without a setting are unknown.

#![allow(dead_code, reason = "the program does not print all fields")]

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Duration;

use serde::{Deserialize, Deserializer};
use serde_hcl::configuration::{Setting, Variables, parse_path, parse_sources};
use serde_hcl::{Block, Body, Context, Decoder, Expression, Value};

const JOB: &str = r#"
variable "tag" {
  default = "7.4"
}

locals {
  image = "redis:${var.tag}"
}

job "cache" {
  datacenters = ["dc1"]

  constraint {
    attribute = "${attr.kernel.name}"
    value     = "linux"
  }

  group "cache" {
    count = 1 + 1

    network {
      port "db" {
        to = 6379
      }
    }

    task "redis" {
      driver = "docker"

      config {
        image = local.image
        ports = ["db"]
      }

      env {
        NODE = "${node.unique.name}"
      }

      kill_timeout = "1m30s"
    }
  }
}
"#;

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    locals: Vec<BTreeMap<String, Expression>>,
    job: Block,
}

/// The parts of a job that this program uses. Other attributes and blocks are skipped without
/// evaluation.
#[derive(Debug, Deserialize)]
struct Job {
    #[serde(rename = "$label")]
    name: String,
    #[serde(default, rename = "type")]
    kind: Option<String>,
    datacenters: Option<Vec<String>>,
    #[serde(default)]
    constraint: Vec<Constraint>,
    #[serde(default)]
    meta: BTreeMap<String, String>,
    #[serde(default)]
    group: Vec<Group>,
    /// A task outside of groups is a group of its own.
    #[serde(default)]
    task: Vec<Task>,
}

#[derive(Debug, Deserialize)]
struct Constraint {
    attribute: Option<String>,
    value: Option<String>,
    operator: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Group {
    #[serde(rename = "$label")]
    name: String,
    count: Option<u64>,
    #[serde(default)]
    network: Vec<Network>,
    #[serde(default)]
    service: Vec<Service>,
    #[serde(default)]
    task: Vec<Task>,
}

#[derive(Debug, Deserialize)]
struct Network {
    mode: Option<String>,
    #[serde(default)]
    port: BTreeMap<String, Port>,
}

#[derive(Debug, Deserialize)]
struct Port {
    r#static: Option<u16>,
    to: Option<i32>,
}

#[derive(Debug, Deserialize)]
struct Service {
    name: Option<String>,
    /// The name of a port, or its number.
    port: Option<String>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    check: Vec<Check>,
}

#[derive(Debug, Deserialize)]
struct Check {
    #[serde(rename = "type")]
    kind: Option<String>,
    #[serde(default, deserialize_with = "duration")]
    interval: Option<Duration>,
    #[serde(default, deserialize_with = "duration")]
    timeout: Option<Duration>,
}

#[derive(Debug, Deserialize)]
struct Task {
    #[serde(rename = "$label")]
    name: String,
    driver: Option<String>,
    /// The settings of the driver, which differ for each driver.
    #[serde(default)]
    config: BTreeMap<String, Value>,
    #[serde(default)]
    env: BTreeMap<String, String>,
    #[serde(default)]
    service: Vec<Service>,
    resources: Option<Resources>,
    #[serde(default, deserialize_with = "duration")]
    kill_timeout: Option<Duration>,
}

#[derive(Debug, Deserialize)]
struct Resources {
    cpu: Option<u64>,
    memory: Option<u64>,
}

/// `1m30s`: numbers with units, as in Go. The error gets the position of the attribute.
fn duration<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    // A value with `${` is computed later, by a Nomad client.
    if text.contains("${") {
        return Ok(None);
    }
    let wrong = || serde::de::Error::custom(format!("{text:?} is no duration, such as \"1m30s\""));
    let (mut rest, mut total) = (&*text, 0.0);
    while !rest.is_empty() {
        let unit =
            rest.find(|char: char| !char.is_ascii_digit() && char != '.').unwrap_or(rest.len());
        let (number, behind) = rest.split_at(unit);
        let end = behind.find(|char: char| char.is_ascii_digit()).unwrap_or(behind.len());
        let (unit, behind) = behind.split_at(end);
        let seconds = match unit {
            "h" => 3600.0,
            "m" => 60.0,
            "s" => 1.0,
            "ms" => 1e-3,
            "us" | "µs" => 1e-6,
            "ns" => 1e-9,
            // A number without a unit is in nanoseconds.
            "" => 1e-9,
            _ => return Err(wrong()),
        };
        total += number.parse::<f64>().map_err(|_| wrong())? * seconds;
        rest = behind;
    }
    Duration::try_from_secs_f64(total).map(Some).map_err(|_| wrong())
}

fn main() -> Result<(), Box<dyn Error>> {
    let (mut files, mut settings) = (Vec::new(), Vec::new());
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match (&*word, word.is_empty()) {
            ("--var", _) => {
                let setting = words.next().unwrap_or_default();
                let (name, value) = setting.split_once('=').ok_or("--var takes NAME=VALUE")?;
                settings.push((name.to_owned(), Setting::from(value)));
            }
            _ => files.push(word),
        }
    }
    if files.is_empty() {
        let body = parse_sources([("cache.nomad.hcl", JOB)])?.into_body();
        print(&load(&body, &settings)?);
        return Ok(());
    }
    let (mut loaded, mut failed) = (0, 0);
    for file in &files {
        let result = parse_path(file).and_then(|document| load(&document.into_body(), &settings));
        match result {
            Ok(job) => {
                loaded += 1;
                print(&job);
            }
            Err(error) => {
                failed += 1;
                eprintln!("{error:#}");
            }
        }
    }
    eprintln!("{loaded} of {} files are loaded", loaded + failed);
    if failed > 0 { Err("some files are not loaded".into()) } else { Ok(()) }
}

/// The job of a file.
fn load(body: &Body, settings: &[(String, Setting)]) -> serde_hcl::Result<Job> {
    let file: File = body.decode(&Context::new())?;
    let variables = Variables::from_body(body.view())?;
    let unset = variables.iter().filter(|variable| variable.default().is_none());
    let unset = unset.map(|variable| {
        (variable.name().to_owned(), Setting::from(Value::unknown(variable.ty().clone())))
    });
    let settings = unset.chain(settings.iter().cloned());
    let values = variables.values(settings, &Context::nomad())?;
    let context = Context::nomad()
        .variable("var", Value::Object(values))
        .lazy_object("local", file.locals.into_iter().flatten());
    file.job.decode(&Decoder::new().context(&context).expand_dynamic_blocks(true))
}

fn print(job: &Job) {
    let kind = job.kind.as_deref().unwrap_or("service");
    println!(
        "{kind} {} in {}",
        job.name,
        job.datacenters.as_deref().unwrap_or_default().join(", ")
    );
    for constraint in &job.constraint {
        let side = |text: &Option<String>| text.clone().unwrap_or_default();
        let operator = constraint.operator.as_deref().unwrap_or("=");
        println!("  where {} {operator} {}", side(&constraint.attribute), side(&constraint.value));
    }
    for group in &job.group {
        println!("  {} × {}", group.count.unwrap_or(1), group.name);
        for (port, about) in group.network.iter().flat_map(|network| &network.port) {
            println!("    port {port}: {:?} → {:?}", about.r#static, about.to);
        }
        group.task.iter().for_each(print_task);
    }
    job.task.iter().for_each(print_task);
}

fn print_task(task: &Task) {
    println!("    {} by {}", task.name, task.driver.as_deref().unwrap_or("?"));
    task.config.iter().for_each(|(name, value)| println!("      {name} = {value}"));
    task.env.iter().for_each(|(name, value)| println!("      env {name} = {value:?}"));
}
