//! Reads a directory of Terraform files as the root module and prints its values: `cargo run
//! --package module [-- DIRECTORY] [--root DIRECTORY] [--json | --outputs | --graph] [--part] [--var
//! NAME=VALUE | --var-file FILE]…`
//!
//! As in Terraform, `terraform_data`, modules in other directories, override files, conditions and
//! checks are supported, and files may be in JSON syntax (`.tf.json`). Variables are set by the
//! environment (`TF_VAR_NAME=VALUE`), `terraform.tfvars`, `*.auto.tfvars` and the command line; the last
//! setting counts. No provider is used: a value that only a provider could compute is unknown.
//!
//! Only files in the directory are read, or in the directory of `--root`: this is for modules that call
//! `../other` or read `${path.module}/../file`.
//!
//! The result is printed as HCL or as JSON. `--outputs` prints only the outputs, as JSON, and
//! `--graph` the graph of references in the DOT language. With `--part` the directory is read as a
//! part of a larger module: variables need not be set.

use std::error::Error;
use std::path::{Path, PathBuf};

use module::{Module, Options, Problems, Settings};
use serde_hcl::Function;
use serde_hcl::configuration::Graph;

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
    outputs: bool,
    graph: bool,
    part: bool,
    root: Option<PathBuf>,
    settings: Vec<Argument>,
}

enum Argument {
    Variable(String, String),
    File(PathBuf),
}

fn run() -> Result<(), Box<dyn Error>> {
    let arguments = arguments()?;
    let bundled = Path::new(env!("CARGO_MANIFEST_DIR")).join("../terraform");
    let directory = arguments.directory.unwrap_or(bundled);
    let root = arguments.root.as_deref().unwrap_or(&directory);
    let options = Options {
        functions: functions(root, &directory)?,
        root: Some(root.to_owned()),
        is_part: arguments.part,
    };
    let mut problems = Problems::default();
    let module = Module::load(&directory, &options, &mut problems);
    let module = problems.note(module);
    if let (Some(module), true) = (&module, arguments.graph) {
        print!("{}", dot(&module.graph()));
        return Ok(());
    }
    let settings = Settings::of_directory(&directory, std::env::vars());
    let settings = problems.note(settings);
    let plan = match (module, settings) {
        (Some(module), Some(mut settings)) => {
            for argument in arguments.settings {
                match argument {
                    Argument::Variable(name, value) => settings.add_argument(&name, &value),
                    Argument::File(path) => drop(problems.note(settings.add_file(&path))),
                }
            }
            module.plan(settings, &mut problems)
        }
        _ => None,
    };
    if let Some(plan) = plan {
        if arguments.outputs {
            println!("{}", serde_json::to_string_pretty(&plan.outputs())?);
        } else if arguments.json {
            println!("{}", serde_json::to_string_pretty(&plan.shown())?);
        } else {
            print!("{}", serde_hcl::to_string(&plan.shown())?);
        }
    }
    problems.warnings.iter().for_each(|warning| eprintln!("Warning: {warning}"));
    problems.errors.iter().for_each(|problem| eprintln!("{problem:#}"));
    match problems.errors.len() {
        0 => Ok(()),
        1 => Err("the module has a mistake".into()),
        count => Err(format!("the module has {count} mistakes").into()),
    }
}

/// The functions that are not pure.
fn functions(root: &Path, directory: &Path) -> std::io::Result<Vec<Function>> {
    let mut functions = serde_hcl::functions::files_within(root, directory)?;
    functions.extend(serde_hcl::functions::identifiers());
    functions.extend(serde_hcl::functions::passwords());
    Ok(functions)
}

fn arguments() -> Result<Arguments, Box<dyn Error>> {
    let mut arguments = Arguments::default();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match &*word {
            "--json" => arguments.json = true,
            "--outputs" => arguments.outputs = true,
            "--graph" => arguments.graph = true,
            "--part" => arguments.part = true,
            "--root" => {
                let directory = words.next().ok_or("--root takes a directory")?;
                arguments.root = Some(directory.into());
            }
            "--var" | "-var" => {
                let setting = words.next().unwrap_or_default();
                let (name, value) = setting.split_once('=').ok_or("--var takes NAME=VALUE")?;
                arguments.settings.push(Argument::Variable(name.to_owned(), value.to_owned()));
            }
            "--var-file" | "-var-file" => {
                let path = words.next().ok_or("--var-file takes a file")?;
                arguments.settings.push(Argument::File(path.into()));
            }
            word if word.starts_with('-') => return Err(format!("unknown option {word}").into()),
            _ => arguments.directory = Some(word.into()),
        }
    }
    Ok(arguments)
}

/// The graph in the DOT language, with an arrow from each part to its dependencies.
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
