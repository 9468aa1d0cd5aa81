//! Reads Nomad job files into types and prints their tasks: `cargo run --package products --bin nomad [-- FILE…]
//! [--var NAME=VALUE]…`
//!
//! Without files it reads a small built-in job. Values that only a Nomad client knows (`${attr.…}`,
//! `${env["…"]}`) are printed as they are written. Variables without a setting are unknown.

#![allow(dead_code, reason = "the program does not print all fields")]

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use serde_hcl::configuration::{Setting, Variables, parse_sources};
use serde_hcl::{Block, Body, Context, Decoder, Document, Expression, Value};

pub const JOB: &str = r#"
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

/// A unit of work for the scheduler.
///
/// These are the parts of a job that this program uses. Other attributes and blocks are skipped without
/// evaluation.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Job {
    /// The id of the job in its namespace.
    #[serde(rename = "$label")]
    name: String,
    /// The scheduler: `service`, `batch`, `system` or `sysbatch`. The default is `service`.
    #[serde(default, rename = "type")]
    kind: Option<String>,
    /// The datacenters in which the job may run.
    datacenters: Option<Vec<String>>,
    /// Restricts the nodes on which the job may run.
    #[serde(default)]
    constraint: Vec<Constraint>,
    /// Metadata for other programs.
    #[serde(default)]
    meta: BTreeMap<String, String>,
    /// Tasks that run on the same node.
    #[serde(default)]
    group: Vec<Group>,
    /// A task outside of groups is a group of its own.
    #[serde(default)]
    task: Vec<Task>,
}

/// A rule about the properties of a node.
#[derive(Debug, Deserialize, JsonSchema)]
struct Constraint {
    /// A property, such as `${attr.kernel.name}`.
    attribute: Option<String>,
    /// The value that the property is compared with.
    value: Option<String>,
    /// The operator of the comparison. The default is equality.
    operator: Option<String>,
}

/// Tasks that run on the same node.
#[derive(Debug, Deserialize, JsonSchema)]
struct Group {
    /// The name of the group in the job.
    #[serde(rename = "$label")]
    name: String,
    /// The number of instances.
    count: Option<u64>,
    /// The network that the tasks of the group share.
    #[serde(default)]
    network: Vec<Network>,
    /// Registers the group for discovery.
    #[serde(default)]
    service: Vec<Service>,
    /// The tasks. A group without tasks is refused by the scheduler.
    #[serde(default)]
    task: Vec<Task>,
}

/// A network and its ports.
#[derive(Debug, Deserialize, JsonSchema)]
struct Network {
    /// `none`, `bridge`, `host` or a plugin.
    mode: Option<String>,
    /// A port, under the name by which tasks and services refer to it.
    #[serde(default)]
    port: BTreeMap<String, Port>,
}

/// A port of the node. Without `static`, the scheduler chooses it.
#[derive(Debug, Deserialize, JsonSchema)]
struct Port {
    /// The port of the node.
    r#static: Option<u16>,
    /// The port inside the network of the group.
    to: Option<i32>,
}

/// A service for discovery.
#[derive(Debug, Deserialize, JsonSchema)]
struct Service {
    /// The name of the service in the registry.
    name: Option<String>,
    /// The name of a port, or its number.
    port: Option<String>,
    /// Tags for the selection of services.
    #[serde(default)]
    tags: Vec<String>,
    /// Health checks.
    #[serde(default)]
    check: Vec<Check>,
}

/// A health check.
#[derive(Debug, Deserialize, JsonSchema)]
struct Check {
    /// `http`, `tcp`, `grpc` or `script`.
    #[serde(rename = "type")]
    kind: Option<String>,
    /// The time between two checks, such as `30s`.
    #[serde(default, deserialize_with = "duration")]
    #[schemars(with = "Option<String>")]
    interval: Option<Duration>,
    /// The time after which a check has failed.
    #[serde(default, deserialize_with = "duration")]
    #[schemars(with = "Option<String>")]
    timeout: Option<Duration>,
}

/// A program that a driver starts.
#[derive(Debug, Deserialize, JsonSchema)]
struct Task {
    /// The name of the task in its group.
    #[serde(rename = "$label")]
    name: String,
    /// The driver that starts the program, such as `docker` or `exec`.
    driver: Option<String>,
    /// The settings of the driver, which differ for each driver.
    #[serde(default)]
    #[schemars(extend("x-hcl" = "block"))]
    config: BTreeMap<String, Value>,
    /// Environment variables of the program.
    #[serde(default)]
    #[schemars(extend("x-hcl" = "block"))]
    env: BTreeMap<String, String>,
    /// Registers the task for discovery.
    #[serde(default)]
    service: Vec<Service>,
    /// The resources that the task needs on its node.
    resources: Option<Resources>,
    /// How long the driver waits after it asked the program to stop, such as `1m30s`.
    #[serde(default, deserialize_with = "duration")]
    #[schemars(with = "Option<String>")]
    kill_timeout: Option<Duration>,
}

/// The resources that a task needs on its node.
#[derive(Debug, Deserialize, JsonSchema)]
struct Resources {
    /// CPU in MHz.
    cpu: Option<u64>,
    /// Memory in MB.
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
        let result =
            Document::from_path(file).and_then(|document| load(&document.into_body(), &settings));
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
    file.job.decode(Decoder::new().context(&context).expand_dynamic_blocks(true))
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
