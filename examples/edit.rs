//! Changes Terraform files without changing anything else in them:
//!
//! ```sh
//! cargo run --example edit bump MODULE VERSION FILE…      # the version of a module
//! cargo run --example edit tag KEY VALUE FILE…            # a tag for every resource
//! cargo run --example edit rename VARIABLE NAME FILE…     # a variable, with all references to it
//! ```
//!
//! Without arguments, does all three to the files in `examples/edit` and prints the results instead
//! of saving them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_hcl::syntax::ExpressionKind;
use serde_hcl::{Body, Result, to_expression_string};

const USAGE: &str = "bump MODULE VERSION | tag KEY VALUE | rename VARIABLE NAME, and files";

fn main() -> std::result::Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        [] => demonstrate(),
        ["bump", module, version, files @ ..] => change(files, |it| bump(it, module, version)),
        ["tag", key, value, files @ ..] => change(files, |it| tag(it, key, value)),
        ["rename", variable, name, files @ ..] => change(files, |it| rename(it, variable, name)),
        _ => return Err(USAGE.to_owned()),
    };
    result.map_err(|error| error.report())
}

/// Changes files. Files without changes are not written.
fn change(files: &[&str], change: impl Fn(&mut Body) -> Result<()>) -> Result<()> {
    for file in files {
        let mut document = Body::from_path(file)?;
        let before = document.to_string();
        change(&mut document)?;
        if document.to_string() != before {
            document.save_as(file)?;
            println!("{file}: changed");
        }
    }
    Ok(())
}

/// Sets the version of a module.
fn bump(document: &mut Body, module: &str, version: &str) -> Result<()> {
    if document.block(["module", module]).is_some() {
        document.set(["module", module, "version"], version)?;
    }
    Ok(())
}

/// Gives every resource a tag.
fn tag(document: &mut Body, key: &str, value: &str) -> Result<()> {
    for mut resource in document.blocks_mut()?.filter(|block| block.block_type() == "resource") {
        match resource.expression("tags").map(|tags| (tags.kind(), tags.text().to_owned())) {
            None => resource.set("tags", &BTreeMap::from([(key, value)]))?,
            Some((ExpressionKind::Object(_), _)) => resource.set(["tags", key], value)?,
            Some((_, tags)) => {
                let added = to_expression_string(value)?;
                resource.set_text("tags", &format!("merge({tags}, {{ {key} = {added} }})"))?;
            }
        }
    }
    Ok(())
}

/// Renames a variable in its declaration and in all references.
fn rename(document: &mut Body, variable: &str, name: &str) -> Result<()> {
    document.rename_references(&format!("var.{variable}"), &format!("var.{name}"))?;
    if document.block(["variable", variable]).is_some() {
        document.block_mut(["variable", variable])?.set_labels([name])?;
    }
    Ok(())
}

fn demonstrate() -> Result<()> {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/edit");
    for file in ["main.tf", "variables.tf"] {
        let mut document = Body::from_path(folder.join(file))?;
        bump(&mut document, "vpc", "5.8.1")?;
        tag(&mut document, "Team", "platform")?;
        rename(&mut document, "region", "location")?;
        print!("# {file}\n{document}\n");
    }
    Ok(())
}
