//! Converts between the two syntaxes: `cargo run --example convert -- FILE [TYPE[=LABELS]]…`
//!
//! A file in native syntax is printed as JSON. A file whose name ends in `.json` is printed in native
//! syntax. The arguments are the types of its blocks, each with its number of labels, as in
//! `service=1 check`; without arguments, the block types of Terraform where Terraform allows them.

use std::collections::BTreeMap;
use std::error::Error;

use serde_hcl::configuration::{Schema, parse_path};
use serde_hcl::syntax::BodyRef;
use serde_hcl::{Block, Body, Expression, json};

/// The block types of Terraform with their numbers of labels, by the type of the block around them; the
/// first ones are those of a document.
const TERRAFORM: &[(&str, &[(&str, usize)])] = &[
    (
        "",
        &[
            ("check", 1),
            ("data", 2),
            ("ephemeral", 2),
            ("import", 0),
            ("locals", 0),
            ("module", 1),
            ("moved", 0),
            ("output", 1),
            ("provider", 1),
            ("removed", 0),
            ("resource", 2),
            ("terraform", 0),
            ("variable", 1),
        ],
    ),
    ("check", &[("assert", 0), ("data", 2)]),
    ("content", &[("dynamic", 1)]),
    ("data", &[("dynamic", 1), ("lifecycle", 0)]),
    ("dynamic", &[("content", 0)]),
    ("lifecycle", &[("postcondition", 0), ("precondition", 0)]),
    ("output", &[("precondition", 0)]),
    ("provisioner", &[("connection", 0)]),
    ("removed", &[("lifecycle", 0)]),
    ("resource", &[("connection", 0), ("dynamic", 1), ("lifecycle", 0), ("provisioner", 1)]),
    ("terraform", &[("backend", 1), ("cloud", 0), ("provider_meta", 1), ("required_providers", 0)]),
    ("variable", &[("validation", 0)]),
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
    let types = arguments
        .map(|argument| match argument.split_once('=') {
            Some((name, labels)) => Ok((name.to_owned(), labels.parse()?)),
            None => Ok((argument, 0)),
        })
        .collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    let types = if types.is_empty() { Types::terraform() } else { Types::anywhere(&types) };
    let document = parse_path(&path)?;
    if path.ends_with(".json") {
        print!("{}", serde_hcl::to_string(&types.native(document.body())?)?);
    } else {
        print!("{}", json::to_string_pretty(&document.into_body())?);
    }
    Ok(())
}

/// The block types of a kind of document. All other properties of JSON are attributes.
pub(crate) struct Types {
    /// The types of blocks by the type of the block around them.
    inside: BTreeMap<String, Schema>,
    /// The types of blocks in any other block.
    elsewhere: Schema,
}

impl Types {
    pub(crate) fn terraform() -> Self {
        let inside = TERRAFORM.iter().map(|(outer, types)| (outer.to_string(), schema(types)));
        Types { inside: inside.collect(), elsewhere: Schema::new() }
    }

    /// The same types with their numbers of labels at any depth.
    pub(crate) fn anywhere(types: &[(String, usize)]) -> Self {
        Types { inside: BTreeMap::new(), elsewhere: schema(types) }
    }

    /// A document in JSON syntax as a body in native syntax.
    pub(crate) fn native(&self, body: BodyRef<'_>) -> serde_hcl::Result<Body> {
        self.body_in("", body)
    }

    fn body_in(&self, outer: &str, body: BodyRef<'_>) -> serde_hcl::Result<Body> {
        let content = body.partial_content(self.inside.get(outer).unwrap_or(&self.elsewhere))?;
        let mut native = Body::new();
        for attribute in content.rest().iter().filter_map(|item| item.as_attribute()) {
            native =
                native.with_attribute(attribute.name(), Expression::from(attribute.expression()));
        }
        for block in content.blocks() {
            let mut built = Block::new(block.name());
            for label in block.labels() {
                built = built.with_label(label.value());
            }
            native = native.with_block(built.with_body(self.body_in(block.name(), block.body())?));
        }
        Ok(native)
    }
}

fn schema<Name: AsRef<str>>(types: &[(Name, usize)]) -> Schema {
    types.iter().fold(Schema::new(), |schema, (name, labels)| {
        let labels = (1..=*labels).map(|label| format!("label {label}"));
        schema.labelled_block(name.as_ref(), labels)
    })
}
