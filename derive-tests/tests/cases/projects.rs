//! Mistakes in the configuration of a service: the target type of `reports/projects.hcl`, and its
//! variables.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Deserializer, de};
use serde_hcl::{Context, Error, from_str_with, json, value};

/// Decodes a configuration with a mistake.
pub(crate) fn decode(source: &str) -> Result<(), Error> {
    from_str_with::<Project>(source, &context()).map(drop)
}

/// The same for a configuration in JSON syntax.
pub(crate) fn decode_json(source: &str) -> Result<(), Error> {
    json::from_str_with::<Project>(source, &context()).map(drop)
}

fn context() -> Context {
    let tags = value!({ "owner": "ops", "team": "core" });
    Context::standard().variable(
        "var",
        value!({ "region": "eu", "replicas": 3, "tags": tags, "ports": [80, 443] }),
    )
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
#[allow(dead_code)]
struct Project {
    name: String,
    log: Option<Log>,
    listen: Option<SocketAddr>,
    #[serde(deserialize_with = "duration")]
    timeout: Option<Duration>,
    port: Option<u16>,
    ports: Vec<u16>,
    data_dir: Option<PathBuf>,
    upstream: Vec<Upstream>,
    route: BTreeMap<String, Route>,
    storage: Option<Storage>,
    retry: Option<Retry>,
    env: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Log {
    Debug,
    Info,
    Warn,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Upstream {
    #[serde(rename = "$label")]
    name: String,
    url: String,
    weight: Option<u8>,
    tls: Option<Tls>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Tls {
    cert: Option<PathBuf>,
    #[serde(default)]
    verify: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Route {
    to: String,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[allow(dead_code)]
enum Storage {
    Disk { path: PathBuf },
    S3 { bucket: String },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Retry {
    attempts: NonZeroU32,
    #[serde(default)]
    backoff: f32,
}

/// A number of seconds or minutes, as in `"30s"`.
fn duration<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let unit = |unit| text.strip_suffix(unit)?.parse::<u64>().ok();
    let seconds = unit("s").or_else(|| unit("m").map(|minutes| minutes * 60));
    match seconds {
        Some(seconds) => Ok(Some(Duration::from_secs(seconds))),
        None => {
            Err(de::Error::custom(format!("{text:?} is no duration such as \"30s\" or \"5m\"")))
        }
    }
}
