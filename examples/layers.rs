//! Joins defaults, a file, the environment and arguments, in this order: `cargo run --example layers [-- FILE]
//! [ADDRESS=VALUE…]`, for example `LOG_LEVEL=debug cargo run --example layers workers=8`.
//!
//! Each layer changes a document before anything is decoded. Texts of the environment and of arguments convert to the
//! types of the fields.

use serde::Deserialize;
use serde_hcl::{Body, Context, Result};

const DEFAULTS: &str = r#"
workers = 2 * 2

log {
  level = "info"
  file  = "/var/log/tool"
}
"#;

/// Stands for the file of a user.
const FILE: &str = "log {\n  file = \"tool.log\"\n}\n";

/// The variables of the environment, and what they set.
const ENVIRONMENT: [(&str, &str); 2] = [("WORKERS", "workers"), ("LOG_LEVEL", "log.level")];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Config {
    workers: u16,
    log: Log,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Log {
    level: String,
    file: String,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match read(&arguments) {
        Ok(Config { workers, log: Log { level, file } }) => {
            println!("{workers} workers, log level {level}, log file {file}");
        }
        Err(error) => {
            eprint!("{}", error.report_in_color());
            std::process::exit(1);
        }
    }
}

fn read(arguments: &[String]) -> Result<Config> {
    let file = match arguments.iter().find(|argument| !argument.contains('=')) {
        Some(path) => Body::from_path(path)?,
        None => FILE.parse()?,
    };
    let mut document = DEFAULTS.parse::<Body>()?.merge(file);
    for (variable, address) in ENVIRONMENT {
        if let Ok(value) = std::env::var(variable) {
            document.set(address, &value)?;
        }
    }
    for (address, value) in arguments.iter().filter_map(|argument| argument.split_once('=')) {
        document.set(address, value)?;
    }
    document.decode(&Context::new())
}
