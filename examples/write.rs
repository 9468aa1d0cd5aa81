//! Writes a configuration from types: `cargo run --example write`.
//!
//! A struct becomes a block. A list or a map of structs becomes one block each, with the keys of the map or the `$label`
//! fields as labels. Everything else becomes an attribute. The text decodes to an equal value.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_hcl::Expression;

#[derive(Serialize)]
struct Config {
    name: &'static str,
    tags: BTreeMap<&'static str, &'static str>,
    log: Option<Log>,
    service: BTreeMap<&'static str, Service>,
    step: Vec<Step>,
}

#[derive(Serialize)]
struct Log {
    level: &'static str,
}

#[derive(Serialize)]
struct Service {
    port: u16,
    hosts: Vec<String>,
}

#[derive(Serialize)]
struct Step {
    #[serde(rename = "$label:kind")]
    kind: &'static str,
    #[serde(rename = "$label:name")]
    name: &'static str,
    /// Written as an expression, and not as text.
    when: Expression,
    script: &'static str,
}

fn main() -> serde_hcl::Result<()> {
    let hosts = |names: [&str; 2]| names.map(|name| format!("{name}.example.com")).into();
    let config = Config {
        name: "shop",
        tags: BTreeMap::from([("owner", "storefront"), ("zone", "eu")]),
        log: Some(Log { level: "debug" }),
        service: BTreeMap::from([
            ("api", Service { port: 8080, hosts: hosts(["api", "api-2"]) }),
            ("web", Service { port: 443, hosts: hosts(["shop", "www"]) }),
        ]),
        step: vec![Step {
            kind: "shell",
            name: "build",
            when: "var.branch == \"main\"".parse()?,
            script: "cargo build\ncargo test\n",
        }],
    };
    print!("{}", serde_hcl::to_string(&config)?);
    Ok(())
}
