//! A language server for a configuration of services. Everything that it knows about the configuration is
//! here: the types, what expressions can refer to, and how references name the parts of a document.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_hcl::{Context, parse_lenient, value};

/// The configuration of all services.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "an editor needs only the types")]
struct Config {
    /// The region in which all services run.
    region: Region,
    /// The services, by name.
    #[serde(default)]
    service: BTreeMap<String, Service>,
    /// Names that other values refer to.
    #[serde(default)]
    locals: BTreeMap<String, String>,
}

/// A part of the world where services run.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Region {
    /// Europe.
    Eu,
    /// America.
    Us,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "an editor needs only the types")]
struct Service {
    /// The port on which the service listens.
    port: u16,
    /// The command that starts the service.
    command: Option<String>,
    /// Values in the environment of the command.
    #[serde(default)]
    env: BTreeMap<String, String>,
}

/// The variables and functions for the expressions of a document.
fn context(source: &str) -> Context {
    let (document, _) = parse_lenient(source);
    let blocks = document.body().blocks().filter(|block| block.block_type() == "locals");
    let locals = blocks.flat_map(|block| block.body().attributes());
    let locals: Vec<_> =
        locals.map(|local| (local.name().to_owned(), local.expression().into())).collect();
    Context::standard()
        .variable("host", value!({ "name": "localhost", "cores": 8 }))
        .lazy_object("local", locals)
}

fn main() -> language_server::Result<()> {
    // References to what the block `locals` defines start with `local`.
    language_server::serve::<Config>(context, |address| {
        if address[0] == "locals" {
            address[0] = "local".to_owned();
        }
    })
}
