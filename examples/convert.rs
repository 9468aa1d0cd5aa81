//! Converts between the two syntaxes: `cargo run --example convert [-- FILE [TYPE[=LABELS]]…]`
//!
//! A file in native syntax is printed as JSON. A file whose name ends in `.json` is printed in native
//! syntax. The arguments are the types of its blocks, each with its number of labels, as in
//! `service=1 check`; without arguments, the block types of Terraform where Terraform allows them.

use std::error::Error;
use std::sync::Arc;

use serde_hcl::configuration::Schema;
use serde_hcl::{Document, json};

/// Blocks can be nested this deep.
const DEPTH: usize = 32;

fn main() {
    if let Err(error) = run() {
        eprintln!("{error:#}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let bundled = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/edit/main.tf");
    let path = arguments.next().unwrap_or_else(|| bundled.to_owned());
    let types: Vec<String> = arguments.collect();
    let document = Document::from_path(&path)?;
    let schema = if types.is_empty() { Schema::terraform() } else { anywhere(&types)? };
    if path.ends_with(".json") {
        print!("{}", document.body().to_native(&schema)?);
    } else {
        print!("{}", json::to_string_pretty(&document.body().to_json(&schema)?)?);
    }
    Ok(())
}

/// The schema of a document with the same types of blocks in all bodies.
fn anywhere(types: &[String]) -> Result<Schema, Box<dyn Error>> {
    let mut body = Schema::new();
    for _ in 0..DEPTH {
        let inner = Arc::new(std::mem::take(&mut body));
        for argument in types {
            let (name, labels) = argument.split_once('=').unwrap_or((argument, "0"));
            let labels = vec!["label"; labels.parse()?];
            body = body.block(name, &labels).block_body(name, Arc::clone(&inner));
        }
    }
    Ok(body)
}
