//! Arguments and blocks that no field takes, as warnings and as errors.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::diagnostic::Severity;
use serde_hcl::{Body, Context, Decoder, Expression, Lazy, Spanned, Value};

/// The paths and lines of unused items. Checks that `deny_unknown_fields` reports the same items.
fn unused<T: DeserializeOwned>(source: &str) -> Vec<String> {
    unused_in::<T>(source, |source, decoder| decoder.from_str(source))
}

fn unused_in<T: DeserializeOwned>(
    source: &str,
    decode: impl Fn(&str, &Decoder) -> serde_hcl::Result<T>,
) -> Vec<String> {
    let standard = Decoder::new().context(&Context::standard());
    let (result, warnings) = standard.collect_unknown_fields(|decoder| decode(source, decoder));
    if let Err(error) = result {
        panic!("{error:#}");
    }
    assert!(warnings.iter().all(|warning| warning.severity() == Severity::Warning));
    let shown = |warning: &serde_hcl::diagnostic::Diagnostic| {
        let line = warning.position().map_or(0, |position| position.line);
        format!("{line} {}", warning.path().unwrap_or_default())
    };
    let shown: Vec<_> = warnings.iter().map(shown).collect();
    match decode(source, &standard.clone().deny_unknown_fields(true)) {
        Ok(_) => assert!(shown.is_empty()),
        Err(error) => assert_eq!(error.diagnostics().len(), shown.len(), "{error:#}"),
    }
    shown
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Config {
    name: Option<String>,
    #[serde(default)]
    service: Vec<Service>,
    limits: Option<Limits>,
    tags: Option<BTreeMap<String, String>>,
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Service {
    #[serde(rename = "$label")]
    label: String,
    port: Option<u16>,
    check: Option<Check>,
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Check {
    path: String,
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Limits {
    memory: Option<u32>,
    nested: Option<Box<Limits>>,
}

const NESTED: &str = r#"
nmae = upper("x")
tags = { anything = "goes" }
service "web" {
  prot = nowhere.to.be.found
  check {
    path    = "/"
    timeout = 3
  }
}
limits = {
  memory = 1
  swap   = 2
  nested = { mem = 1 }
}
extra "a" {}
extra "b" {
  inside = 1
}
"#;

#[test]
fn items_of_nested_structs() {
    assert_eq!(
        unused::<Config>(NESTED),
        [
            "2 nmae",
            "5 service[\"web\"].prot",
            "8 service[\"web\"].check.timeout",
            "13 limits.swap",
            "14 limits.nested.mem",
            "16 extra",
            "17 extra",
        ]
    );
}

#[test]
fn names_that_may_be_misspelled() {
    let (_, warnings) =
        Decoder::new().collect_unknown_fields(|decoder| decoder.from_str::<Config>(NESTED));
    let help: Vec<_> = warnings.iter().map(|each| each.help().unwrap_or("-")).collect();
    assert_eq!(help[0], "did you mean \"name\"?");
    assert_eq!(help[1], "did you mean \"port\"?");
    assert_eq!(warnings[5].code(), "unknown-block-type");
    assert!(warnings[0].report().contains("Warning: Unsupported argument"));
}

#[test]
fn no_warning_if_every_item_is_read() {
    assert!(unused::<Config>("name = \"a\"\nservice \"a\" {\n  port = 1\n}\n").is_empty());
    assert!(unused::<Value>(NESTED.replace("nowhere.to.be.found", "1").as_str()).is_empty());
    assert!(unused::<BTreeMap<String, serde_json::Value>>("a = { b = 1 }\nc {}\n").is_empty());
    assert!(unused::<Body>(NESTED).is_empty());
    assert!(unused::<BTreeMap<String, Expression>>("a = { b = 1 }\n").is_empty());
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Flattened {
    id: u32,
    #[serde(flatten)]
    address: Address,
    #[serde(flatten)]
    other: Other,
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Address {
    host: String,
    port: Option<u16>,
    disk: Option<Disk>,
    #[serde(default)]
    rule: Vec<Rule>,
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Other {
    #[serde(default)]
    zones: Vec<String>,
    options: Option<BTreeMap<String, bool>>,
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Disk {
    size: u32,
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Rule {
    #[serde(rename = "$label")]
    name: String,
    from: Option<String>,
}

#[test]
fn items_of_flattened_structs() {
    let source = r#"
id    = 1
host  = "a"
prot  = missing.name
zones = ["a", "b"]
disk {
  size = 1 + 1
  sice = 2
}
options = { fast = true }
rule "a" {
  from = "x"
}
rule "b" {
  form = "x"
}
other {}
"#;
    let expected = ["4 prot", "8 disk.sice", "15 rule[\"b\"].form", "17 other"];
    assert_eq!(unused::<Flattened>(source), expected);
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Rest {
    id: u32,
    #[serde(flatten)]
    rest: BTreeMap<String, u32>,
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct RestOfBody {
    id: u32,
    #[serde(flatten)]
    rest: Body,
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Expressions {
    id: u32,
    #[serde(flatten)]
    some: SomeExpressions,
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct SomeExpressions {
    when: Expression,
    size: Option<Lazy<u32>>,
    at: Option<Spanned<String>>,
    plain: Option<u16>,
}

#[test]
fn flattened_maps_and_bodies_take_the_rest() {
    assert!(unused::<Rest>("id = 1\na = 2\nb = 3\n").is_empty());
    let many: String = (0..200).map(|number| format!("a{number} = {number}\n")).collect();
    assert!(unused::<Rest>(&format!("id = 1\n{many}")).is_empty());
    assert!(unused::<RestOfBody>("id = 1\na = 2\nb {}\n").is_empty());
}

#[test]
fn flattened_expressions() {
    let source = "id = 1\nwhen = x > 1\nplain = 1\nat = \"x\"\nwhne = 2\nsize = y\nblock {}\n";
    assert_eq!(unused::<Expressions>(source), ["5 whne", "7 block"]);
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Stores {
    #[serde(default)]
    store: Vec<Store>,
    main: Option<Store>,
    size: Option<Size>,
    target: Option<Target>,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[allow(dead_code)]
enum Store {
    Local { path: String },
    S3 { bucket: String, region: Option<String> },
}

#[derive(Deserialize)]
#[serde(untagged)]
#[allow(dead_code)]
enum Size {
    Number(u32),
    Range { min: u32, max: Option<u32> },
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code)]
enum Target {
    File { path: String },
    Null,
}

#[test]
fn items_of_enums() {
    let source = r#"
store {
  type = "local"
  path = "/srv"
  mode = "0600"
}
store {
  type   = "s3"
  bucket = "b"
  region = "eu"
  zone   = "a"
}
main = {
  type = "local"
  path = "/srv"
  mood = 1
}
size {
  min = 1
  mix = 2
}
target "file" {
  path = "x"
  pass = "y"
}
"#;
    let expected = [
        "5 store[0].mode",
        "11 store[1].zone",
        "16 main.mood",
        "20 size.mix",
        "24 target[\"file\"].pass",
    ];
    assert_eq!(unused::<Stores>(source), expected);
    assert_eq!(unused::<Stores>("size = { min = 1, mix = 2 }\n"), ["1 size.mix"]);
    assert!(unused::<Stores>("size = 3\ntarget = \"null\"\n").is_empty());
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Tagged {
    name: String,
    #[serde(flatten)]
    store: Store,
}

#[test]
fn items_of_flattened_enums() {
    let source = "name = \"x\"\ntype = \"s3\"\nbucket = \"b\"\nbuckets = 3\n";
    assert_eq!(unused::<Tagged>(source), ["4 buckets"]);
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct All {
    #[serde(rename = "$blocks")]
    blocks: Vec<Any>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code)]
enum Any {
    Copy { to: String },
    Run(Run),
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Run {
    command: String,
}

#[test]
fn items_of_all_blocks() {
    let source = "copy {\n  to = \"x\"\n  form = \"y\"\n}\nrun {\n  command = \"z\"\n  args = []\n}\nlevel = 1\n";
    assert_eq!(unused::<All>(source), ["3 copy.form", "7 run.args", "9 level"]);
}

#[test]
fn items_of_json() {
    let source = r#"{
  "nmae": "x",
  "tags": { "anything": "goes" },
  "service": {
    "web": {
      "prot": "${nowhere}",
      "check": { "path": "/", "timeout": 3 }
    }
  },
  "limits": { "memory": 1, "swap": 2 },
  "extra": [{ "a": {} }]
}
"#;
    let decode =
        |source: &str, decoder: &Decoder| decoder.clone().json(true).from_str::<Config>(source);
    assert_eq!(
        unused_in(source, decode),
        [
            "2 nmae",
            "6 service.web.prot",
            "7 service.web.check.timeout",
            "10 limits.swap",
            "11 extra"
        ]
    );
    let source = r#"{"id": 1, "host": "a", "prot": 2, "disk": {"size": 1, "sice": 2}}"#;
    let decode =
        |source: &str, decoder: &Decoder| decoder.clone().json(true).from_str::<Flattened>(source);
    assert_eq!(unused_in(source, decode), ["1 prot", "1 disk.sice"]);
    let source =
        r#"{"main": {"type": "local", "path": "/", "mode": 1}, "size": {"min": 1, "mix": 2}}"#;
    let decode =
        |source: &str, decoder: &Decoder| decoder.clone().json(true).from_str::<Stores>(source);
    assert_eq!(unused_in(source, decode), ["1 main.mode", "1 size.mix"]);
}

#[test]
fn captured_parts_are_checked_when_they_are_decoded() {
    #[derive(Deserialize)]
    struct Plugins {
        plugin: BTreeMap<String, Body>,
    }
    let source = "plugin \"a\" {\n  size = 1\n  sise = 2\n}\n";
    let decoder = Decoder::new();
    let (plugins, warnings) =
        decoder.collect_unknown_fields(|decoder| decoder.from_str::<Plugins>(source));
    assert!(warnings.is_empty());
    let plugins = plugins.unwrap();
    let (disk, warnings) =
        decoder.collect_unknown_fields(|decoder| plugins.plugin["a"].decode::<Disk>(decoder));
    assert_eq!(disk.unwrap().size, 1);
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].path().as_deref(), Some("plugin[\"a\"].sise"));
    assert_eq!(warnings[0].position().map(|position| position.line), Some(3));
}

#[test]
fn a_deserializer_reports_what_is_not_in_buffers() {
    let (config, warnings) = Decoder::new().collect_unknown_fields(|decoder| {
        Config::deserialize(serde_hcl::Deserializer::from_str("nmae = 1\n").context(decoder))
    });
    assert!(config.is_ok());
    assert_eq!(warnings.len(), 1);
}

#[test]
fn other_errors_stay_as_they_are() {
    let strict = Decoder::new().deny_unknown_fields(true);
    let error = strict.from_str::<Flattened>("id = \"x\"\nhost = \"a\"\n").err().unwrap();
    assert_eq!(error.code(), "invalid-type");
}

#[test]
fn items_outside_of_buffers_are_reported_whatever_the_budget() {
    #[derive(Deserialize)]
    #[allow(dead_code)]
    struct Outer {
        inner: Flattened,
    }
    let source = "inner {\n  id = 1\n  host = \"a\"\n  port = length([for x in range(500) : x])\n}\nouter = 1\n";
    let mut budget = 100;
    while budget < 1_000_000 {
        let context = Context::standard().decode_budget(budget);
        let strict = Decoder::new().context(&context).deny_unknown_fields(true);
        let error = strict.from_str::<Outer>(source).err().expect("an error");
        assert!(matches!(error.code(), "too-expensive" | "unknown-argument"), "{error:#}");
        budget += budget / 4;
    }
}

#[test]
fn many_items_are_reported_in_linear_time() {
    const COUNT: usize = 5_000;
    let attributes: String = (0..COUNT).map(|number| format!("x{number} = {number}\n")).collect();
    assert_eq!(unused::<Config>(&attributes).len(), COUNT);
    assert_eq!(unused::<Flattened>(&format!("id = 1\nhost = \"a\"\n{attributes}")).len(), COUNT);
    let blocks: String = (0..COUNT).map(|_| "other {\n  a = 1\n}\n").collect();
    assert_eq!(unused::<Config>(&blocks).len(), COUNT);
    let services: String = (0..COUNT / 10).map(|_| "service \"a\" {\n  prot = 1\n}\n").collect();
    assert_eq!(unused::<Config>(&services).len(), COUNT / 10);
}

/// A limit: a field of bytes accepts every placeholder, so nothing shows that it is read.
#[test]
fn bytes_in_buffers_count_as_unused() {
    #[derive(Deserialize)]
    struct Outer {
        #[serde(flatten)]
        inner: Inner,
    }
    #[derive(Deserialize)]
    struct Inner {
        key: serde_bytes::ByteBuf,
        port: u16,
    }
    let source = "key = \"a\"\nport = 1\n";
    let Outer { inner } = serde_hcl::from_str(source).unwrap();
    assert_eq!((&inner.key[..], inner.port), (&b"a"[..], 1));
    assert_eq!(unused::<Outer>(source), ["1 key"]);
    assert!(unused::<Inner>(source).is_empty());
}
