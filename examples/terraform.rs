//! Reads the Terraform files of a directory as one module and prints its values: `cargo run --example terraform [--
//! DIRECTORY [NAME=VALUE…]]`.
//!
//! `NAME=VALUE` sets a variable. Values that only a provider could compute are unknown. The package `module`
//! evaluates the rest of Terraform's language: instances, other modules, checks.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_hcl::configuration::{Directory, Unresolved, Variables};
use serde_hcl::{Body, Context, Expression, Result, Value};

/// The files of a module are one document. Blocks of types that are not named here are skipped.
#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Module {
    /// Blocks of attributes, which are evaluated when they are read.
    locals: Vec<BTreeMap<String, Expression>>,
    resource: Vec<Resource>,
    output: BTreeMap<String, Output>,
}

#[derive(Deserialize)]
struct Resource {
    #[serde(rename = "$label:type")]
    kind: String,
    #[serde(rename = "$label:name")]
    name: String,
    #[serde(flatten)]
    arguments: Body,
}

#[derive(Deserialize)]
struct Output {
    description: Option<String>,
    value: Expression,
}

fn main() {
    if let Err(error) = run() {
        eprint!("{}", error.report_in_color());
        std::process::exit(1);
    }
}

fn run() -> Result<()> {
    let bundled = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/terraform");
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let directory = arguments.iter().find(|it| !it.contains('=')).map_or(bundled, |it| it);
    let settings = arguments.iter().filter_map(|argument| argument.split_once('='));

    let body = Directory::terraform(directory).read()?;
    // What is neither a variable nor a local is a result of a provider.
    let context = Context::terraform().on_unresolved(Unresolved::Unknown);
    let values = Variables::from_body(body.view())?.values(settings, &context)?;
    let module: Module = body.decode(&context)?;
    let context = context
        .variable("var", Value::Object(values))
        .lazy_object("local", module.locals.into_iter().flatten());

    for resource in &module.resource {
        println!("resource {}.{}", resource.kind, resource.name);
        for argument in resource.arguments.view().attributes() {
            println!("  {} = {}", argument.name(), argument.expression().evaluate(&context)?);
        }
    }
    for (name, output) in &module.output {
        let description = output.description.as_deref().unwrap_or_default();
        println!("output {name} = {:#} {description}", output.value.evaluate(&context)?);
    }
    Ok(())
}
