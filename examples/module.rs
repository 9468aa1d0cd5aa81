//! Reads a directory of Terraform files as one module and prints what it would make:
//! `cargo run --example module [-- DIRECTORY] [--json | --graph] [--var NAME=VALUE]…`
//!
//! Files may be in native syntax or, as `.tf.json`, in JSON syntax. Variables are set by
//! `terraform.tfvars` and `*.auto.tfvars` files and their forms in JSON, by the environment
//! (`TF_VAR_NAME=VALUE`) and on the command line, the last of which counts. What only a provider could
//! tell is unknown. The result is printed as HCL or as JSON, the graph of references in the DOT
//! language.

#[path = "support/plan.rs"]
mod plan;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};

use serde_hcl::{Expression, Graph, Setting, from_path};

use self::plan::{Module, files};

fn main() {
    if let Err(error) = run() {
        eprintln!("{error:#}");
        std::process::exit(1);
    }
}

#[derive(Default)]
struct Arguments {
    directory: Option<PathBuf>,
    json: bool,
    graph: bool,
    settings: Vec<(String, Setting)>,
}

fn run() -> Result<(), Box<dyn Error>> {
    let arguments = arguments()?;
    let bundled = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/module");
    let directory = arguments.directory.unwrap_or(bundled);
    #[cfg(feature = "files")]
    let more = serde_hcl::functions::files(&directory)?;
    #[cfg(not(feature = "files"))]
    let more = Vec::new();

    let module = Module::load(&directory, files(&directory, &[".tf", ".tf.json"])?, more)?;
    if arguments.graph {
        print!("{}", dot(&module.graph()));
        return Ok(());
    }
    let mut settings = Vec::new();
    let endings =
        ["terraform.tfvars", "terraform.tfvars.json", ".auto.tfvars", ".auto.tfvars.json"];
    for path in files(&directory, &endings)? {
        let file: BTreeMap<String, Expression> = from_path(path)?;
        settings.extend(file.into_iter().map(|(name, value)| (name, Setting::from(value))));
    }
    settings.extend(std::env::vars().filter_map(|(name, value)| {
        Some((name.strip_prefix("TF_VAR_")?.to_owned(), Setting::from(value)))
    }));
    settings.extend(arguments.settings);

    let plan = module.plan(settings)?.shown();
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&plan)?);
    } else {
        print!("{}", serde_hcl::to_string(&plan)?);
    }
    for error in &plan.errors {
        eprint!("{}", error.report());
    }
    if !plan.complete {
        return Err("not all locals and outputs have values".into());
    }
    Ok(())
}

fn arguments() -> Result<Arguments, Box<dyn Error>> {
    let mut arguments = Arguments::default();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match &*word {
            "--json" => arguments.json = true,
            "--graph" => arguments.graph = true,
            "--var" => {
                let setting = words.next().unwrap_or_default();
                let (name, value) = setting.split_once('=').ok_or("--var takes NAME=VALUE")?;
                arguments.settings.push((name.to_owned(), Setting::from(value)));
            }
            _ => arguments.directory = Some(word.into()),
        }
    }
    Ok(arguments)
}

/// The graph in the DOT language: an arrow from each part to those that it refers to.
fn dot(graph: &Graph<'_>) -> String {
    let name = |part: usize| format!("{:?}", graph.address(part).join("."));
    let mut dot = "digraph {\n".to_owned();
    for part in 0..graph.len() {
        dot.push_str(&format!("  {};\n", name(part)));
        for dependency in graph.dependencies(part) {
            dot.push_str(&format!("  {} -> {};\n", name(part), name(dependency)));
        }
    }
    dot + "}\n"
}
