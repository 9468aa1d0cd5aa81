//! Converts between the two syntaxes: `cargo run --example convert -- FILE [TYPE[=LABELS]]…`
//!
//! A file in native syntax is printed as JSON. A file whose name ends in `.json` is printed in native
//! syntax. The arguments are the types of its blocks, each with its number of labels, as in
//! `service=1 check`; without arguments, the block types of Terraform.

use std::collections::BTreeMap;
use std::error::Error;

use serde_hcl::{Block, Body, BodyRef, Expression, Schema, json, parse_path};

/// The block types of Terraform with their numbers of labels, at any depth.
const TERRAFORM: [(&str, usize); 22] = [
    ("backend", 1),
    ("check", 1),
    ("connection", 0),
    ("data", 2),
    ("dynamic", 1),
    ("ephemeral", 2),
    ("import", 0),
    ("lifecycle", 0),
    ("locals", 0),
    ("module", 1),
    ("moved", 0),
    ("output", 1),
    ("postcondition", 0),
    ("precondition", 0),
    ("provider", 1),
    ("provisioner", 1),
    ("removed", 0),
    ("required_providers", 0),
    ("resource", 2),
    ("terraform", 0),
    ("validation", 0),
    ("variable", 1),
];

fn main() {
    if let Err(error) = run() {
        eprintln!("{error:#}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("convert takes a file")?;
    let mut types: BTreeMap<String, usize> = BTreeMap::new();
    for argument in arguments {
        let (name, labels) = argument.split_once('=').unwrap_or((&argument, "0"));
        types.insert(name.to_owned(), labels.parse()?);
    }
    if types.is_empty() {
        types = TERRAFORM.map(|(name, labels)| (name.to_owned(), labels)).into();
    }
    let document = parse_path(&path)?;
    if path.ends_with(".json") {
        print!("{}", serde_hcl::to_string(&native(document.body(), &schema(&types))?)?);
    } else {
        print!("{}", json::to_string_pretty(&document.into_body())?);
    }
    Ok(())
}

/// A schema with these block types. All other properties are attributes.
fn schema(types: &BTreeMap<String, usize>) -> Schema {
    types.iter().fold(Schema::new(), |schema, (name, labels)| {
        schema.labelled_block(name, (1..=*labels).map(|label| format!("label {label}")))
    })
}

/// A JSON body in native syntax, with the blocks of the schema.
fn native(body: BodyRef<'_>, schema: &Schema) -> serde_hcl::Result<Body> {
    let content = body.partial_content(schema)?;
    let mut native = Body::new();
    for attribute in content.rest().iter().filter_map(|item| item.as_attribute()) {
        native = native.attribute(attribute.name(), Expression::from(attribute.expression()));
    }
    for block in content.blocks() {
        let mut built = Block::new(block.name());
        for label in block.labels() {
            built = built.label(label.value());
        }
        native = native.block(built.body(self::native(block.body(), schema)?));
    }
    Ok(native)
}
