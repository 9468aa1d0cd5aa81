//! Reads a configuration into types: `cargo run --example config [-- FILE]`. Without a file, reads the one below.
//!
//! Attributes and blocks become fields, labels become keys or `$label` fields, expressions are computed. A mistake is
//! reported with its place.

use std::collections::BTreeMap;

use serde::Deserialize;

const SOURCE: &str = r#"
name    = "shop"
workers = 2 * 4

log {
  level = "debug"
}

service "web" {
  hosts = [for zone in ["a", "b"] : "web-${zone}.example.com"]
  port  = "443"
}

service "api" {
  hosts = ["api.example.com"]
}
"#;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Config {
    name: String,
    workers: u32,
    /// One block, or none.
    log: Option<Log>,
    /// Any number of blocks, by their label.
    #[serde(default)]
    service: BTreeMap<String, Service>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Log {
    level: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Service {
    hosts: Vec<String>,
    #[serde(default = "http")]
    port: u16,
}

fn http() -> u16 {
    80
}

fn main() {
    let config: serde_hcl::Result<Config> = match std::env::args().nth(1) {
        Some(file) => serde_hcl::from_path(file),
        None => serde_hcl::from_str(SOURCE),
    };
    match config {
        Ok(config) => {
            let level = config.log.map_or("info".to_owned(), |log| log.level);
            println!("{} with {} workers, log level {level}", config.name, config.workers);
            for (name, service) in config.service {
                println!("{name}: {} on port {}", service.hosts.join(", "), service.port);
            }
        }
        Err(error) => {
            eprint!("{}", error.report_in_color());
            std::process::exit(1);
        }
    }
}
