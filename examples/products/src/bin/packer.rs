//! Reads Packer templates into types and prints their builds: `cargo run --package products --bin packer [--
//! FILE…]`
//!
//! Without files it reads a small built-in template. Values that are only known during a build
//! (`build.ID`, `source.name`, data sources) are unknown, and so are variables without a setting.

#![allow(dead_code, reason = "the program does not print all fields")]

use std::collections::BTreeMap;
use std::error::Error;

use serde::Deserialize;
use serde_hcl::configuration::{Setting, Unresolved, Variables, parse_sources};
use serde_hcl::{Block, Body, Context, Decoder, Document, Expression, Value, functions};

const TEMPLATE: &str = r#"
variable "region" {
  default = env("REGION")
}

locals {
  name = "web-${formatdate("YYYYMMDD", "2024-05-06T00:00:00Z")}"
}

source "amazon-ebs" "web" {
  ami_name      = local.name
  instance_type = "t3.micro"
  region        = coalesce(var.region, "eu-central-1")

  source_ami_filter {
    owners = ["amazon"]
  }
}

build {
  sources = ["source.amazon-ebs.web"]

  provisioner "shell" {
    inline = ["echo ${build.ID}", "echo {{ user `x` }}"]
  }

  post-processor "manifest" {}
}
"#;

/// The parts of a template that this program uses. Other blocks are skipped without evaluation.
#[derive(Deserialize)]
struct Template {
    #[serde(default)]
    locals: Vec<BTreeMap<String, Expression>>,
    #[serde(default)]
    local: BTreeMap<String, Local>,
    #[serde(default)]
    source: Vec<Block>,
    #[serde(default)]
    build: Vec<Block>,
}

/// A `local` block. A `locals` block is a short form of several.
#[derive(Deserialize)]
struct Local {
    expression: Expression,
}

#[derive(Debug, Deserialize)]
struct Source {
    #[serde(rename = "$label:type")]
    kind: String,
    #[serde(rename = "$label:name")]
    name: String,
    /// The settings of the plugin, including blocks.
    #[serde(flatten)]
    settings: Body,
}

#[derive(Debug, Deserialize)]
struct Build {
    name: Option<String>,
    #[serde(default)]
    sources: Vec<String>,
    /// A source with settings for this build.
    #[serde(default)]
    source: Vec<Step>,
    #[serde(default)]
    provisioner: Vec<Step>,
    #[serde(default, rename = "post-processor")]
    post_processor: Vec<Step>,
    #[serde(default, rename = "post-processors")]
    chains: Vec<Chain>,
}

#[derive(Debug, Deserialize)]
struct Chain {
    #[serde(default, rename = "post-processor")]
    post_processor: Vec<Step>,
}

#[derive(Debug, Deserialize)]
struct Step {
    #[serde(rename = "$label")]
    kind: String,
    #[serde(flatten)]
    settings: Body,
}

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        print(&load(&parse_sources([("web.pkr.hcl", TEMPLATE)])?.into_body())?);
        return Ok(());
    }
    let mut loaded = 0;
    for file in &files {
        match Document::from_path(file).and_then(|document| load(&document.into_body())) {
            Ok(template) => {
                loaded += 1;
                print(&template);
            }
            Err(error) => eprintln!("{error:#}"),
        }
    }
    eprintln!("{loaded} of {} files are loaded", files.len());
    if loaded < files.len() { Err("some files are not loaded".into()) } else { Ok(()) }
}

/// The sources and builds of a template.
fn load(body: &Body) -> serde_hcl::Result<(Vec<Source>, Vec<Build>)> {
    let base = Context::packer().functions(functions::clock()).on_unresolved(Unresolved::Unknown);
    // Only defaults can read the environment.
    let defaults = base.child().functions(functions::environment());
    let variables = Variables::from_body_with(body.view(), &defaults)?;
    let unset = variables.iter().filter(|variable| variable.default().is_none());
    let unset = unset
        .map(|variable| (variable.name(), Setting::from(Value::unknown(variable.ty().clone()))));
    let values = variables.values(unset, &base)?;

    let template: Template = body.decode(&Context::new())?;
    let single = template.local.into_iter().map(|(name, local)| (name, local.expression));
    let locals = template.locals.into_iter().flatten().chain(single);
    let context = base.variable("var", Value::Object(values)).lazy_object("local", locals);
    let decoder = Decoder::new().context(&context).expand_dynamic_blocks(true);
    let sources = template.source.iter().map(|source| source.decode(&decoder));
    let builds = template.build.iter().map(|build| build.decode(&decoder));
    let sources: Vec<Source> = sources.collect::<Result<_, _>>()?;
    let builds: Vec<Build> = builds.collect::<Result<_, _>>()?;
    // Settings with unknown values can't be decoded, but evaluating them finds mistakes.
    let steps = builds.iter().flat_map(Build::steps).map(|step| &step.settings);
    for settings in sources.iter().map(|source| &source.settings).chain(steps) {
        settings.evaluate(&context)?;
    }
    Ok((sources, builds))
}

impl Build {
    fn steps(&self) -> impl Iterator<Item = &Step> {
        let chained = self.chains.iter().flat_map(|chain| &chain.post_processor);
        self.source.iter().chain(&self.provisioner).chain(&self.post_processor).chain(chained)
    }
}

fn print((sources, builds): &(Vec<Source>, Vec<Build>)) {
    for source in sources {
        println!("{} {}", source.kind, source.name);
        for setting in source.settings.view().attributes() {
            println!("  {} = {}", setting.name(), setting.expression().text());
        }
    }
    for build in builds {
        println!("build {}: {}", build.name.as_deref().unwrap_or("?"), build.sources.join(", "));
        for step in build.steps() {
            println!("  {} with {} settings", step.kind, step.settings.view().items().len());
        }
    }
}
