//! Types of the shapes that programs give to serde: plain, flattened, tagged, untagged, captured. A document is one
//! item again and again, in all formats.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_hcl::{Body, Expression};

use super::{Data, Mixed};

/// What is done with each shape. A document of captured types has no JSON and no TOML, because they are types of this
/// crate.
pub(crate) trait Measure {
    fn measure<T: Serialize + DeserializeOwned>(&mut self, documents: &Data, value: &T);
}

/// Measures all shapes with documents of about `bytes` bytes of HCL.
pub(crate) fn shapes(bytes: usize, measure: &mut impl Measure) {
    let shape = |name, hcl, json| Shape { name, bytes, hcl, json };
    let list = r#"{"item": ["#;

    // Plain types.
    shape("a file of 290 bytes", ["", "", CONFIG], ["", "", CONFIG_JSON]).run::<Config>(measure);
    let json = [r#"{"provider": {"#, LOCK_JSON, "}}"];
    shape("lock files", ["", LOCK, ""], json).run::<Locks>(measure);
    let json = [RECORDS_JSON, RECORD_JSON, "]}"];
    shape("nested records", [RECORDS, RECORD, "]\n"], json).run::<Mixed>(measure);

    // Types that serde buffers.
    let json = [r#"{"record": {"#, FIELDS_JSON, "}}"];
    shape("flattened fields and tags", ["", FIELDS, ""], json).run::<Records>(measure);
    let json = [r#"{"machine": {"#, MACHINE_JSON, "}}"];
    shape("flattened blocks", ["", MACHINE, ""], json).run::<Machines>(measure);
    let blocks =
        thirty("item {\n  id = @\n", "  k% {\n    size = %\n    kind = \"ssd\"\n  }\n", "}\n");
    let json = thirty(r#"{"id": @"#, r#", "k%": {"size": %, "kind": "ssd"}"#, "}");
    shape("a flattened map of blocks", ["", &blocks, ""], [list, &json, "]}"])
        .run::<Items<BTreeMap<String, Disk>>>(measure);
    let texts = thirty("item {\n  id = @\n", "  key% = \"10%\"\n", "}\n");
    let numbers = thirty("item {\n  id = @\n", "  key% = 10%\n", "}\n");
    let json = thirty(r#"{"id": @"#, r#", "key%": "10%""#, "}");
    shape("a flattened map of texts", ["", &texts, ""], [list, &json, "]}"])
        .run::<Items<BTreeMap<String, String>>>(measure);
    shape("a flattened map of numbers as texts", ["", &numbers, ""], [list, &json, "]}"])
        .run::<Items<BTreeMap<String, String>>>(measure);
    let json = [r#"{"store": ["#, STORE_JSON, "]}"];
    shape("tagged blocks", ["", STORE, ""], json).run::<Stores>(measure);
    let json = [r#"{"sizes": ["#, r#"@, "large""#, "]}"];
    shape("untagged elements", ["sizes = [\n", "  @, \"large\",\n", "]\n"], json)
        .run::<Sizes>(measure);
    let json = [r#"{"runs": ["#, r#"{"agent": "a@"}"#, "]}"];
    shape(
        "the last form of an untagged enum",
        ["runs = [\n", "  { agent = \"a@\" },\n", "]\n"],
        json,
    )
    .run::<Runs>(measure);
    let json = [list, CONVERTED_JSON, "]}"];
    shape("flattened fields to convert", ["", CONVERTED, ""], json).run::<Items<Common>>(measure);
    let json = [list, LATE_JSON, LAST_JSON];
    shape("a block in the last item", ["", LATE, LAST], json).run::<Items<Late>>(measure);
    shape("a flattened body", ["", &texts, ""], ["", "", ""]).run::<Items<Body>>(measure);
    shape("flattened expressions", ["", &texts, ""], ["", "", ""])
        .run::<Items<BTreeMap<String, Expression>>>(measure);
}

/// What stands before the items, an item with `@` in place of its number, and what stands after the items.
struct Shape<'a> {
    name: &'static str,
    bytes: usize,
    hcl: [&'a str; 3],
    json: [&'a str; 3],
}

impl Shape<'_> {
    fn run<T: Serialize + DeserializeOwned>(&self, measure: &mut impl Measure) {
        let count = self.bytes.checked_div(self.hcl[1].len()).unwrap_or_default();
        let hcl = document(count, self.hcl, "");
        let json = document(count, self.json, ", ");
        let has_json = !json.is_empty();
        let value: T = if has_json {
            serde_json::from_str(&json).expect("valid")
        } else {
            serde_hcl::from_str(&hcl).expect("valid")
        };
        let toml =
            if has_json { toml::to_string(&value).expect("plain data") } else { String::new() };
        measure.measure(&Data { name: self.name.to_owned(), hcl, json, toml }, &value);
    }
}

fn document(count: usize, [start, item, end]: [&str; 3], separator: &str) -> String {
    if item.is_empty() {
        return format!("{start}{end}");
    }
    let items: Vec<String> =
        (0..count).map(|index| item.replace('@', &index.to_string())).collect();
    format!("{start}{}{end}", items.join(separator))
}

/// An item with thirty such lines, with a number in place of `%`.
fn thirty(start: &str, line: &str, end: &str) -> String {
    let lines: String = (0..30).map(|index| line.replace('%', &index.to_string())).collect();
    format!("{start}{lines}{end}")
}

const CONFIG: &str = r#"name  = "gateway"
port  = 8080
debug = false
tags  = ["edge", "public", "eu-west"]
limits = {
  memory = 536870912
  cpu    = 1.5
  files  = 4096
}

listener "http" {
  port = 80
  tls  = false
}

listener "https" {
  port = 443
  tls  = true
}

# The end of a file of 290 bytes, as programs have it
"#;

const CONFIG_JSON: &str = r#"{
  "name": "gateway", "port": 8080, "debug": false, "tags": ["edge", "public", "eu-west"],
  "limits": {"memory": 536870912, "cpu": 1.5, "files": 4096},
  "listener": {"http": {"port": 80, "tls": false}, "https": {"port": 443, "tls": true}}
}"#;

#[derive(Serialize, Deserialize)]
struct Config {
    name: String,
    port: u16,
    debug: bool,
    tags: Vec<String>,
    limits: Limits,
    listener: BTreeMap<String, Listener>,
}

#[derive(Serialize, Deserialize)]
struct Limits {
    memory: u64,
    cpu: f64,
    files: u32,
}

#[derive(Serialize, Deserialize)]
struct Listener {
    port: u16,
    tls: bool,
}

const LOCK: &str = r#"provider "registry.example.com/team/name-@" {
  version     = "5.31.@"
  constraints = "~> 5.0"
  hashes = [
    "h1:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a@",
    "zh:60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c7@",
  ]
}
"#;

const LOCK_JSON: &str = r#""registry.example.com/team/name-@": {"version": "5.31.@", "constraints": "~> 5.0", "hashes": [
  "h1:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a@",
  "zh:60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c7@"
]}"#;

#[derive(Serialize, Deserialize)]
struct Locks {
    provider: BTreeMap<String, Provider>,
}

#[derive(Serialize, Deserialize)]
struct Provider {
    version: String,
    constraints: Option<String>,
    #[serde(default)]
    hashes: Vec<String>,
}

const RECORDS: &str = "title = \"mixed\"\nversion = 3\nenabled = true\npi = 3.14\nrecords = [\n";

const RECORDS_JSON: &str =
    r#"{"title": "mixed", "version": 3, "enabled": true, "pi": 3.14, "records": ["#;

const RECORD: &str = r#"  {
    id = @, big = 506067481569316@, neg = -45683, score = 578.7, ratio = 43.2021484375, active = true
    name = "zeta mu", note = "a \"word\"", tags = ["mu", "delta"], matrix = [[-19, 2, -41, 10], [-40, -9, -31, -39]]
    address = {
      street = "3 mu road", zip = "68283"
      geo    = { lat = 45.11262, lon = 145.66008 }
    }
    labels = { alpha = "eta", beta = "upsilon" }
  },
"#;

const RECORD_JSON: &str = r#"{
  "id": @, "big": 506067481569316@, "neg": -45683, "score": 578.7, "ratio": 43.2021484375, "active": true,
  "name": "zeta mu", "note": "a \"word\"", "tags": ["mu", "delta"], "matrix": [[-19, 2, -41, 10], [-40, -9, -31, -39]],
  "address": {"street": "3 mu road", "zip": "68283", "geo": {"lat": 45.11262, "lon": 145.66008}},
  "labels": {"alpha": "eta", "beta": "upsilon"}
}"#;

const FIELDS: &str = r#"record "r@" {
  id     = @
  size   = "large"
  region = "eu-1"
  team   = "core"
  port   = 8080
  note_a = "the first of @"
  note_b = "second"
  store  = { type = "remote", url = "https://r@.example.com", retries = 3 }
}
record "s@" {
  id     = @
  size   = 40
  region = "eu-2"
  team   = "core"
  port   = 8081
  store  = { type = "local", path = "/srv/@" }
}
"#;

const FIELDS_JSON: &str = r#""r@": {
  "id": @, "size": "large", "region": "eu-1", "team": "core", "port": 8080, "note_a": "the first of @",
  "note_b": "second", "store": {"type": "remote", "url": "https://r@.example.com", "retries": 3}
}, "s@": {
  "id": @, "size": 40, "region": "eu-2", "team": "core", "port": 8081, "store": {"type": "local", "path": "/srv/@"}
}"#;

#[derive(Serialize, Deserialize)]
struct Records {
    record: BTreeMap<String, Record>,
}

#[derive(Serialize, Deserialize)]
struct Record {
    id: u64,
    size: Size,
    store: Store,
    #[serde(flatten)]
    common: Common,
    #[serde(flatten)]
    notes: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize)]
struct Common {
    region: String,
    team: String,
    port: u16,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Size {
    Number(u64),
    Text(String),
}

#[derive(Serialize, Deserialize)]
struct Sizes {
    sizes: Vec<Size>,
}

/// Two forms do not fit before the last one does.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Run {
    Shell(String),
    Job { job: String },
    Agent { agent: String },
}

#[derive(Serialize, Deserialize)]
struct Runs {
    runs: Vec<Run>,
}

const STORE: &str = r#"store {
  type    = "remote"
  url     = "https://r@.example.com"
  retries = 3
}
"#;

const STORE_JSON: &str = r#"{"type": "remote", "url": "https://r@.example.com", "retries": 3}"#;

#[derive(Serialize, Deserialize)]
struct Stores {
    store: Vec<Store>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Store {
    Local { path: String },
    Remote { url: String, retries: u8 },
}

const MACHINE: &str = r#"machine "m@" {
  id = @
  disk {
    size = 10
    kind = "ssd"
  }
  net {
    cidr   = "10.0.0.0/24"
    public = false
  }
  net {
    cidr   = "10.0.1.0/24"
    public = true
  }
}
"#;

const MACHINE_JSON: &str = r#""m@": {
  "id": @, "disk": {"size": 10, "kind": "ssd"},
  "net": [{"cidr": "10.0.0.0/24", "public": false}, {"cidr": "10.0.1.0/24", "public": true}]
}"#;

#[derive(Serialize, Deserialize)]
struct Machines {
    machine: BTreeMap<String, Machine>,
}

#[derive(Serialize, Deserialize)]
struct Machine {
    id: u64,
    #[serde(flatten)]
    parts: Parts,
}

#[derive(Serialize, Deserialize)]
struct Parts {
    disk: Disk,
    net: Vec<Net>,
}

#[derive(Serialize, Deserialize)]
struct Disk {
    size: u32,
    kind: String,
}

#[derive(Serialize, Deserialize)]
struct Net {
    cidr: String,
    public: bool,
}

/// A list of items, each with a number and what is flattened into it.
#[derive(Serialize, Deserialize)]
struct Items<T> {
    item: Vec<Item<T>>,
}

#[derive(Serialize, Deserialize)]
struct Item<T> {
    id: u64,
    #[serde(flatten)]
    rest: T,
}

const CONVERTED: &str = r#"item {
  id     = @
  region = "eu"
  team   = 7
  port   = "80"
}
"#;

const CONVERTED_JSON: &str = r#"{"id": @, "region": "eu", "team": "7", "port": 80}"#;

const LATE: &str = r#"item {
  id     = @
  region = "eu"
  port   = 80
}
"#;

const LATE_JSON: &str = r#"{"id": @, "region": "eu", "port": 80}"#;

const LAST: &str = r#"item {
  id     = 0
  region = "eu"
  port   = 80
  disk {
    size = 1
    kind = "ssd"
  }
}
"#;

const LAST_JSON: &str =
    r#", {"id": 0, "region": "eu", "port": 80, "disk": {"size": 1, "kind": "ssd"}}]}"#;

#[derive(Serialize, Deserialize)]
struct Late {
    region: String,
    port: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    disk: Option<Disk>,
}
