//! Plain data of one shape, in all formats that the benchmarks compare.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::Data;

/// The root: labelled blocks in HCL, tables in the others.
#[derive(Serialize, Deserialize)]
pub(crate) struct Inventory {
    pub(crate) service: BTreeMap<String, Service>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Service {
    pub(crate) image: String,
    pub(crate) replicas: u32,
    pub(crate) weight: f64,
    pub(crate) enabled: bool,
    pub(crate) tags: Vec<String>,
    pub(crate) limits: BTreeMap<String, u64>,
    pub(crate) backend: Backend,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Backend {
    pub(crate) host: String,
    pub(crate) port: u16,
    pub(crate) checksum: String,
}

impl Inventory {
    /// The services that make about `bytes` bytes of HCL.
    pub(crate) fn generate(bytes: usize) -> Self {
        const BYTES_OF_ONE: usize = 411;
        let service = |index| (format!("service-{index:06}"), Service::generate(index));
        Inventory { service: (0..bytes / BYTES_OF_ONE).map(service).collect() }
    }

    pub(crate) fn documents(&self) -> Data {
        Data {
            name: "generated".to_owned(),
            hcl: self.hcl(),
            json: serde_json::to_string_pretty(self).expect("plain data"),
            toml: toml::to_string(self).expect("plain data"),
        }
    }

    pub(crate) fn hcl(&self) -> String {
        let mut hcl = String::new();
        for (name, service) in &self.service {
            // Writing to a string can't fail.
            let _ = write!(hcl, "service {name:?} {}\n\n", service.hcl());
        }
        hcl
    }
}

impl Service {
    fn generate(index: usize) -> Self {
        let n = index as u64;
        Service {
            image: format!("registry.example.com/team-{}/service:{index}.{}", n % 17, n % 10),
            replicas: (n % 9) as u32,
            weight: (n % 1000) as f64 / 8.0,
            enabled: index % 3 != 0,
            tags: (0..n % 4 + 1).map(|tag| format!("tag-{}", n + tag)).collect(),
            limits: [("memory", n * 1024), ("cpu", n % 64), ("files", 65_536 + n)]
                .map(|(name, limit)| (name.to_owned(), limit))
                .into(),
            backend: Backend {
                host: format!("10.{}.{}.{}", n / 65_536 % 256, n / 256 % 256, n % 256),
                port: (n % 50_000 + 1024) as u16,
                checksum: format!("{:016x}{:016x}", n.wrapping_mul(0x9e37_79b9_7f4a_7c15), !n),
            },
        }
    }

    fn hcl(&self) -> String {
        let limits: String =
            self.limits.iter().map(|(name, limit)| format!("    {name} = {limit}\n")).collect();
        format!(
            r#"{{
  image    = {:?}
  replicas = {}
  weight   = {}
  enabled  = {}
  tags     = {:?}
  limits = {{
{limits}  }}
  backend = {{
    host     = {:?}
    port     = {}
    checksum = {:?}
  }}
}}"#,
            self.image,
            self.replicas,
            self.weight,
            self.enabled,
            self.tags,
            self.backend.host,
            self.backend.port,
            self.backend.checksum,
        )
    }
}
