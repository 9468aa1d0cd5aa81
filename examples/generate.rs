//! Writes a Terraform module from a table: `cargo run --example generate`.
//!
//! The module has no Rust types: it is built from blocks, with the macro `hcl!` or step by step. Each row becomes a
//! resource with a variable for its size, and a public one gets an output.

use serde_hcl::{Attribute, Block, Body, Expression, Result, hcl, value};

/// The name, the number of servers, the owner, and whether the resource is public.
const TABLE: [(&str, u32, &str, bool); 2] =
    [("web", 3, "storefront", true), ("jobs", 2, "office", false)];

fn main() -> Result<()> {
    // The output can always be parsed: a name in the table that can't be written is an error here.
    print!("{}", serde_hcl::to_string(&module()?)?);
    Ok(())
}

fn module() -> Result<Body> {
    let mut module = Body::new()
        .with_comment("Generated: change the table, not this file.")
        .with_block(Block::new("terraform").with_attribute("required_version", ">= 1.5"));
    for (name, size, owner, is_public) in TABLE {
        let variable = format!("{name}_count");
        let count = Expression::reference(["var", &variable])?;
        let most = size * 4;
        let message = format!("There can be up to {most} servers.");
        module.extend(hcl! {
            variable #variable {
                type    = number
                default = #size

                validation {
                    condition     = #count >= 0 && #count <= #most
                    error_message = #message
                }
            }
        });
        let server = Block::new("resource")
            .with_labels(["aws_instance", name])
            .with_comment(format!("Owned by {owner}."))
            .with_item(Attribute::new("count", count).with_comment("Change it in the variables."))
            .with_attribute("tags", value!({ "Name": name, "Owner": owner }))
            .with_attribute("user_data", format!("#!/bin/sh\nexec start-server {name}\n"));
        module.push(server)?;
        if is_public {
            let all: Expression = format!("aws_instance.{name}[*].public_ip").parse()?;
            let value = Expression::call("join", (",", all))?;
            module.push(Block::new("output").with_label(name).with_attribute("value", value))?;
        }
    }
    Ok(module)
}

#[test]
fn the_table_makes_the_module() -> Result<()> {
    assert_eq!(module()?.build()?.to_string(), include_str!("generate.tf"));
    Ok(())
}
