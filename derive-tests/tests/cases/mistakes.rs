//! Common mistakes in the values of a configuration: the target type of `reports/mistakes.hcl`, and
//! its variables.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::num::NonZeroU8;

use serde::Deserialize;
use serde_hcl::{Context, Error, Value, from_str_with, value};

/// Decodes a configuration with a mistake.
pub(crate) fn decode(source: &str) -> Result<(), Error> {
    let servers = value!([{ "name": "a", "port": 80 }, { "name": "b", "port": 81 }]);
    let variable = value!({
        "name": "web",
        "word": "eighty",
        "list": ["a", "b"],
        "tags": { "owner": "ops" },
        "servers": servers,
        "nothing": Value::NULL,
        "long": "north-".repeat(20),
    });
    let map = BTreeMap::from([("a", 1), ("b", 2)]);
    let mut variable: BTreeMap<String, Value> = serde_hcl::from_value(variable)?;
    variable.insert("map".to_owned(), serde_hcl::to_value(&map)?);
    let context = Context::standard().variable("var", serde_hcl::to_value(&variable)?);
    from_str_with::<Configuration>(source, &context).map(drop)
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
#[allow(dead_code)]
struct Configuration {
    region: String,
    debug: bool,
    port: u16,
    ratio: f64,
    small: Option<i8>,
    offset: Option<i64>,
    wait: Option<u32>,
    nonzero: Option<NonZeroU8>,
    letter: Option<char>,
    address: Option<IpAddr>,
    tags: BTreeMap<String, String>,
    zones: Vec<String>,
    numbers: Vec<i64>,
    pair: Option<(u8, u8)>,
    level: Option<Level>,
    service: Vec<Service>,
    backend: Option<Backend>,
    listener: BTreeMap<String, Listener>,
    resource: BTreeMap<String, BTreeMap<String, Resource>>,
    owner: Option<Owner>,
    action: Option<Action>,
    steps: Vec<Action>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    Info,
    Warn,
    Error,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Service {
    #[serde(rename = "$label")]
    name: String,
    port: u16,
    #[serde(default)]
    hosts: Vec<String>,
    probe: Option<Probe>,
    timeout: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Probe {
    path: String,
    every: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Backend {
    url: String,
    #[serde(default)]
    pool: u8,
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Listener {
    address: String,
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Resource {
    size: u32,
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Owner {
    #[serde(rename = "$label:team")]
    team: String,
    #[serde(rename = "$label:person")]
    person: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code)]
enum Action {
    Copy { from: String },
    Run(Command),
    Stop,
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Command {
    program: String,
}
