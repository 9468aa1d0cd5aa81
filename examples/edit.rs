//! Reads a configuration, changes it, writes it back:
//! `cargo run --example edit [FILE [SERVICE REPLICAS]]`.
//!
//! The type names what is to be changed. Everything else is captured as it was written and written
//! as it was captured: expressions, comments and all.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_hcl::Body;

#[derive(Serialize, Deserialize)]
struct Site {
    region: String,
    service: Vec<Service>,
}

#[derive(Serialize, Deserialize)]
struct Service {
    #[serde(rename = "$label")]
    name: String,
    replicas: u32,
    #[serde(flatten)]
    rest: Body,
}

fn main() -> serde_hcl::Result<()> {
    let bundled = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/edit.hcl");
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().map_or(bundled, PathBuf::from);
    let name = arguments.next().unwrap_or_else(|| "web".to_owned());
    let replicas = arguments.next().and_then(|replicas| replicas.parse().ok()).unwrap_or(3);

    let mut site: Site = serde_hcl::from_path(&file)?;
    match site.service.iter_mut().find(|service| service.name == name) {
        Some(service) => service.replicas = replicas,
        None => site.service.push(Service { name, replicas, rest: Body::default() }),
    }
    serde_hcl::to_writer(std::io::stdout().lock(), &site)
}
