//! Use of this format in the crates `config` and `figment`.

mod lists;

use config::{Config, File};
use figment::Figment;
use figment::providers::Format;
use serde::Deserialize;
use serde_hcl::{Context, Hcl};

#[derive(Debug, PartialEq, Deserialize)]
struct Settings {
    workers: u32,
    ratio: f64,
    tags: Vec<String>,
    server: std::collections::BTreeMap<String, Server>,
    log: Log,
    #[serde(default)]
    rule: Vec<Log>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Server {
    port: u16,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Log {
    level: String,
}

const BASE: &str = "
workers = 2 * 2
ratio   = 0.5
tags    = [for n in [1, 2] : \"t${n}\"]
server \"web\" {
  port = 80
}
log {
  level = lower(\"INFO\")
}
rule {
  level = \"a\"
}
rule {
  level = \"b\"
}
";
const LOCAL: &str = "server \"db\" {\n  port = 5432\n}\nlog {\n  level = \"debug\"\n}\n";

fn check(settings: &Settings) {
    assert_eq!((settings.workers, settings.ratio), (4, 0.5));
    assert_eq!(settings.tags, ["t1", "t2"]);
    assert_eq!(settings.server["web"].port, 80);
    assert_eq!(settings.server["db"].port, 5432);
    assert_eq!(settings.log.level, "debug");
    assert_eq!(settings.rule.len(), 2);
}

#[test]
fn figment_merges_layers() {
    let figment = Figment::new().merge(Hcl::string(BASE)).merge(Hcl::string(LOCAL));
    check(&figment.extract().unwrap());
    let error = Figment::from(Hcl::string("a = 1\nb = nope\n")).extract::<Settings>().unwrap_err();
    assert!(error.to_string().contains("2:5"), "{error}");
}

#[test]
fn config_merges_layers() {
    let config = Config::builder()
        .add_source(File::from_str(BASE, Hcl))
        .add_source(File::from_str(LOCAL, Hcl))
        .build()
        .unwrap();
    check(&config.try_deserialize().unwrap());
}

#[test]
fn errors_of_config_have_positions() {
    let directory = std::env::temp_dir().join(format!("serde_hcl_layers_{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let path = directory.join("main.hcl");
    std::fs::write(&path, "server {\n  port = \"many\"\n}\n").unwrap();
    let source: File<_, Hcl> = File::new(path.to_str().unwrap(), Hcl);
    let config = Config::builder().add_source(source).build().unwrap();
    let error = config.get::<u16>("server.port").unwrap_err().to_string();
    assert!(error.contains("main.hcl:2:10"), "{error}");

    std::fs::write(&path, "server {\n  port = nope\n}\n").unwrap();
    let source: File<_, Hcl> = File::new(path.to_str().unwrap(), Hcl);
    let error = Config::builder().add_source(source).build().unwrap_err().to_string();
    assert!(error.contains("2:10") && error.contains("main.hcl"), "{error}");
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn both_take_a_context_and_read_json_syntax() {
    let context = Context::standard().variable("region", "eu");
    let format = Hcl::with_context(&context);
    let source = "host = \"${region}.example.com\"\n";
    let config = Config::builder().add_source(File::from_str(source, format.clone()));
    assert_eq!(config.build().unwrap().get_string("host").unwrap(), "eu.example.com");
    let figment = Figment::from(format.string(source));
    assert_eq!(figment.extract_inner::<String>("host").unwrap(), "eu.example.com");
    let error = Figment::from(format.string("a = nope\n")).extract::<Settings>().unwrap_err();
    assert!(
        error.to_string().contains("1:5") && error.to_string().contains("HCL source"),
        "{error}"
    );

    let name = format!("serde_hcl_layers_{}.hcl.json", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, r#"{"host": "${region}.example.com", "dev": {"host": "a"}}"#).unwrap();
    let source: File<_, _> = File::new(path.to_str().unwrap(), format.clone());
    let config = Config::builder().add_source(source).build().unwrap();
    assert_eq!(config.get_string("host").unwrap(), "eu.example.com");
    let figment = Figment::from(format.file(&path).profile("prod")).select("prod");
    assert_eq!(figment.extract_inner::<String>("host").unwrap(), "eu.example.com");
    std::fs::write(&path, r#"{"prod": {"host": "${region}.example.com"}}"#).unwrap();
    let figment = Figment::from(format.file(&path).nested()).select("prod");
    assert_eq!(figment.extract_inner::<String>("host").unwrap(), "eu.example.com");
    std::fs::remove_file(&path).unwrap();
    let figment = Figment::from(format.file(&path));
    assert!(figment.extract::<serde_json::Value>().unwrap().as_object().unwrap().is_empty());
}
