//! Describes a configuration from its types: `cargo run --example describe --features schemars [-- manual|sample|schema]`.
//!
//! The comments of the fields are the documentation. A manual is for people, a sample is a file to start from, and
//! editors complete and check files in JSON syntax with a JSON Schema. The package `language-server` serves the same
//! types to editors of native syntax.

#![allow(dead_code, reason = "nothing is read here")]

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_hcl::describe::Description;

#[derive(Deserialize, JsonSchema)]
struct Config {
    /// The name of the shop, as customers see it.
    name: String,
    /// How many requests are served at the same time.
    #[serde(default = "four")]
    #[schemars(range(min = 1))]
    workers: u16,
    /// A server for each label.
    #[serde(default)]
    service: BTreeMap<String, Service>,
}

#[derive(Deserialize, JsonSchema)]
struct Service {
    /// The names under which the service is found.
    hosts: Vec<String>,
    /// How much is logged.
    #[serde(default)]
    log: Level,
}

#[derive(Default, Deserialize, JsonSchema, serde::Serialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    Debug,
    #[default]
    Info,
}

fn four() -> u16 {
    4
}

fn main() {
    let description = Description::of::<Config>();
    match std::env::args().nth(1).as_deref() {
        Some("sample") => print!("{}", description.skeleton()),
        Some("schema") => println!("{:#}", description.to_json_schema()),
        _ => print!("{}", description.to_markdown()),
    }
}
