//! Writes a Terraform module from a table: `cargo run --example generate [TABLE.csv]`.
//!
//! Each row becomes a resource. A resource that can be resized gets a variable for its size, and a
//! public one gets an output. The module has no Rust types: it is built from blocks.

use std::io::{Error, Write, stdout};
use std::path::{Path, PathBuf};

use serde_hcl::{Attribute, Block, Body, Expression, Result, hcl, value};

/// A row of the table.
struct Row<'t> {
    name: &'t str,
    kind: &'t str,
    size: u32,
    is_public: bool,
    owner: &'t str,
}

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let bundled = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/generate.csv");
    let path = std::env::args().nth(1).map_or(bundled, PathBuf::from);
    let table = std::fs::read_to_string(&path)?;
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    // The output can always be parsed: a name in the table that can't be written is an error here.
    stdout().write_all(&serde_hcl::to_vec(&module(&file, &rows(&table)?)?)?)?;
    Ok(())
}

/// The rows of a table with a header.
fn rows(table: &str) -> std::io::Result<Vec<Row<'_>>> {
    let rows = table.lines().skip(1).map(row).collect::<Option<Vec<_>>>();
    rows.ok_or_else(|| Error::other("a row is: name,kind,size,public,owner"))
}

fn row(line: &str) -> Option<Row<'_>> {
    let mut cells = line.split(',').map(str::trim);
    Some(Row {
        name: cells.next()?,
        kind: cells.next()?,
        size: cells.next()?.parse().ok()?,
        is_public: cells.next()? == "yes",
        owner: cells.next()?,
    })
}

fn module(table: &str, rows: &[Row<'_>]) -> Result<Body> {
    let mut module = Body::new()
        .with_comment(format!("Generated from {table}: change the table, not this file."))
        .with_block(Block::new("terraform").with_attribute("required_version", ">= 1.5"))
        .with_block(
            Block::new("variable").with_label("ami").with_comment("The image of all servers."),
        );
    for row in rows {
        match row.kind {
            "instance" => module.extend(instances(row)?),
            kind => {
                let bucket = resource(row, &format!("aws_s3_{kind}"));
                module.push(bucket.with_attribute("bucket", row.name))?;
            }
        }
        if row.is_public {
            module.push(output(row)?)?;
        }
    }
    Ok(module)
}

/// A resource of any type, tagged with its owner.
fn resource(row: &Row<'_>, kind: &str) -> Block {
    Block::new("resource")
        .with_labels([kind, row.name])
        .with_comment(format!("Owned by {}.", row.owner))
        .with_attribute("tags", value!({ "Name": row.name, "Owner": row.owner }))
}

/// A variable for the number of servers, and the attribute that uses it.
fn instances(row: &Row<'_>) -> Result<Body> {
    let variable = format!("{}_count", row.name);
    let count = Expression::reference(["var", &variable])?;
    let most = row.size * 4;
    let message = format!("There can be up to {most} servers.");
    Ok(hcl! {
        variable #variable {
            type    = number
            default = #(row.size)

            validation {
                condition     = #count >= 0 && #count <= #most
                error_message = #message
            }
        }
    }
    .with_block(
        resource(row, "aws_instance")
            .with_item(Attribute::new("count", count).with_comment("Change it in the variables."))
            .with_attribute("ami", Expression::reference(["var", "ami"])?)
            .with_attribute("instance_type", "t3.small")
            .with_attribute("user_data", format!("#!/bin/sh\nexec start-server {}\n", row.name)),
    ))
}

/// An output with the address of a public resource.
fn output(row: &Row<'_>) -> Result<Block> {
    let address = match row.kind {
        "instance" => {
            let all = ["aws_instance", row.name].join(".");
            Expression::call("join", (",", format!("{all}[*].public_ip").parse::<Expression>()?))?
        }
        kind => Expression::reference([&format!("aws_s3_{kind}"), row.name, "bucket_domain_name"])?,
    };
    Ok(Block::new("output").with_label(row.name).with_attribute("value", address))
}

#[test]
fn the_table_makes_the_module() -> Result<()> {
    let rows = rows(include_str!("generate.csv")).expect("a table");
    let module = module("generate.csv", &rows)?.build()?;
    assert_eq!(module.to_string(), include_str!("generate.tf"));
    Ok(())
}
