//! The configuration of a made-up web server: the types that the records with the schema `app` are
//! decoded into.

#![allow(dead_code, reason = "the types are what is tried, nobody reads the fields")]

use std::collections::BTreeMap;
use std::time::Duration;

use serde::de::Error;
use serde::{Deserialize, Deserializer};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Config {
    name: String,
    version: Option<String>,
    region: Option<String>,
    #[serde(default)]
    debug: bool,
    log_level: Option<LogLevel>,
    log_format: Option<LogFormat>,
    workers: Option<u8>,
    nice: Option<i32>,
    sample_rate: Option<f64>,
    data_dir: Option<String>,
    shutdown_timeout: Option<Time>,
    /// The first and the last hour of the maintenance window.
    window: Option<(u8, u8)>,
    separator: Option<char>,
    #[serde(default)]
    admins: Vec<String>,
    #[serde(default)]
    ports: Vec<u16>,
    #[serde(default)]
    weights: Vec<f64>,
    #[serde(default)]
    tags: BTreeMap<String, String>,
    #[serde(default)]
    quotas: BTreeMap<String, u32>,
    #[serde(default)]
    env: BTreeMap<String, String>,
    #[serde(default)]
    server: Vec<Server>,
    #[serde(default)]
    upstream: BTreeMap<String, Upstream>,
    database: Option<Database>,
    cache: Option<Cache>,
    #[serde(default)]
    notify: Vec<Notify>,
    #[serde(default)]
    job: BTreeMap<String, Job>,
    #[serde(default)]
    storage: Vec<Storage>,
    limits: Option<Limits>,
    telemetry: Option<Telemetry>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum LogLevel {
    Debug,
    Info,
    Warn,
    Error,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum LogFormat {
    Text,
    Json,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Server {
    #[serde(rename = "$label")]
    name: String,
    host: Option<String>,
    enabled: Option<bool>,
    #[serde(default)]
    aliases: Vec<String>,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    timeout: Option<Time>,
    retry: Option<Retry>,
    #[serde(default)]
    listener: Vec<Listener>,
    tls: Option<Tls>,
    #[serde(default)]
    routes: Vec<Route>,
    limits: Option<Limits>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listener {
    address: String,
    port: u16,
    protocol: Option<Protocol>,
    proxy_protocol: Option<bool>,
    backlog: Option<u32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Protocol {
    Http,
    Https,
    Grpc,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tls {
    certificate: String,
    key: String,
    min_version: Option<TlsVersion>,
    #[serde(default)]
    ciphers: Vec<String>,
    client_auth: Option<ClientAuth>,
}

#[derive(Deserialize)]
enum TlsVersion {
    #[serde(rename = "1.2")]
    Two,
    #[serde(rename = "1.3")]
    Three,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClientAuth {
    ca: String,
    required: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Route {
    path: String,
    upstream: String,
    method: Option<Method>,
    weight: Option<u8>,
    strip_prefix: Option<bool>,
}

#[derive(Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Method {
    Get,
    Post,
    Put,
    Delete,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Limits {
    requests_per_second: Option<u32>,
    burst: Option<u16>,
    connections: Option<u16>,
    max_body: Option<String>,
    ratio: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Upstream {
    hosts: Vec<String>,
    policy: Option<Policy>,
    weight: Option<u8>,
    keepalive: Option<u16>,
    health_check: Option<HealthCheck>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Policy {
    RoundRobin,
    LeastConn,
    IpHash,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HealthCheck {
    path: String,
    interval: Time,
    timeout: Option<Time>,
    healthy_after: Option<u8>,
    #[serde(default)]
    codes: Vec<u16>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Database {
    url: String,
    pool_size: Option<u8>,
    #[serde(default)]
    replicas: Vec<String>,
    ssl: Option<bool>,
    connect_timeout: Option<Time>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    credentials: Option<Credentials>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Credentials {
    user: String,
    password: String,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum Cache {
    Memory { size_mb: u32 },
    Redis { address: String, port: Option<u16>, db: Option<u8> },
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Notify {
    Email { to: Vec<String>, from: Option<String> },
    Slack { channel: String, webhook: String },
    Webhook { url: String, headers: Option<BTreeMap<String, String>> },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Job {
    command: Vec<String>,
    schedule: String,
    #[serde(default)]
    env: BTreeMap<String, String>,
    retry: Option<Retry>,
    timeout: Option<Time>,
    concurrency: Option<Concurrency>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Concurrency {
    Allow,
    Forbid,
    Replace,
}

/// `retry = 3`, or a block with more to say.
#[derive(Deserialize)]
#[serde(untagged)]
enum Retry {
    Times(u8),
    Policy(RetryPolicy),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RetryPolicy {
    attempts: u8,
    backoff: Time,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Storage {
    #[serde(rename = "$label:kind")]
    kind: String,
    #[serde(rename = "$label:name")]
    name: String,
    path: String,
    size_gb: u32,
    readonly: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Telemetry {
    endpoint: String,
    interval: Option<Time>,
    #[serde(default)]
    buckets: Vec<f64>,
    #[serde(flatten)]
    exporter: Exporter,
}

#[derive(Deserialize)]
struct Exporter {
    namespace: Option<String>,
    compress: Option<bool>,
}

/// A duration as people write it: `30s`, `5m`, `250ms`, `1h`.
struct Time(Duration);

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (number, unit) = text.split_at(split);
        let wrong = || {
            let text = format!("\"{text}\" is no duration; write a number and a unit: \"30s\"");
            D::Error::custom(text)
        };
        let number: u64 = number.parse().map_err(|_| wrong())?;
        let milliseconds = match unit {
            "ms" => 1,
            "s" => 1000,
            "m" => 60_000,
            "h" => 3_600_000,
            _ => return Err(wrong()),
        };
        Ok(Self(Duration::from_millis(number * milliseconds)))
    }
}
