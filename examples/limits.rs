//! Reads documents of strangers with limits: `cargo run --example limits [-- FILE…]`.
//!
//! Time and memory of parsing are linear in the size of a document, so the size is limited. A budget limits the work of
//! its expressions. Nesting has a limit without any setting, and no function reads files unless the program adds it.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use serde_hcl::diagnostic::Diagnostic;
use serde_hcl::{Context, Result, Value};

const LARGEST: u64 = 64 * 1024;

/// A configuration needs some thousands of units. These take about a tenth of a second at most.
const BUDGET: u64 = 300_000;

fn main() -> Result<()> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    for file in &files {
        show(file, read(std::fs::File::open(file)?));
    }
    if files.is_empty() {
        let deep = format!("a = {}1{}", "[".repeat(2000), "]".repeat(2000));
        let long = format!("a = \"{}\"", "x".repeat(100_000));
        let documents = [
            ("a configuration", "ports = [for n in range(3) : 8000 + n]"),
            ("many results", "a = [for x in range(1000) : [for y in range(1000) : x * y]]"),
            ("much text", "a = replace(format(\"%5000s\", \"\"), \" \", format(\"%5000s\", \"\"))"),
            ("a file of this computer", "a = file(\"/etc/passwd\")"),
            ("deep nesting", &deep),
            ("a long document", &long),
        ];
        for (name, source) in documents {
            show(name, read(Cursor::new(source)));
        }
    }
    Ok(())
}

fn read(input: impl Read) -> Result<BTreeMap<String, Value>> {
    let mut source = String::new();
    input.take(LARGEST + 1).read_to_string(&mut source)?;
    if source.len() as u64 > LARGEST {
        return Err(Diagnostic::error("too-long", "The document is too long").into());
    }
    serde_hcl::from_str_with(&source, &Context::standard().decode_budget(BUDGET))
}

fn show(name: &str, result: Result<BTreeMap<String, Value>>) {
    match result {
        Ok(values) => println!("{name}: {} values", values.len()),
        Err(error) => println!("{name}: {}: {}", error.code(), error.message()),
    }
}
