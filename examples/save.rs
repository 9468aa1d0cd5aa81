//! Changes a value and saves its file, with all comments: `cargo run --example save [-- FILE NAME PORT]`.
//!
//! `File<T>` is a value together with its document. Only the parts whose values have changed are written anew.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_hcl::edit::File;
use serde_hcl::{Body, Result};

const SOURCE: &str = r#"# Edited by hand and by a program.
region = "eu-${1 + 1}"

service "web" { # in front
  port = 80
}
"#;

#[derive(Serialize, Deserialize)]
struct Config {
    #[serde(default)]
    service: BTreeMap<String, Service>,
    /// Everything else, as it is written.
    #[serde(flatten)]
    rest: Body,
}

#[derive(Serialize, Deserialize)]
struct Service {
    port: u16,
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [file, name, port] => {
            let mut config: File<Config> = File::from_path(file)?;
            set_port(&mut config, name, port.parse().unwrap_or(80));
            config.save()
        }
        _ => {
            let mut config: File<Config> = SOURCE.parse()?;
            set_port(&mut config, "web", 8080);
            set_port(&mut config, "api", 9000);
            print!("{}", config.to_string()?);
            Ok(())
        }
    }
}

fn set_port(config: &mut Config, name: &str, port: u16) {
    config.service.entry(name.to_owned()).or_insert(Service { port }).port = port;
}
