//! The declarations of a module, and what its override files can't change.

use std::collections::BTreeSet;

use serde_hcl::Body;
use serde_hcl::configuration::Schema;
use serde_hcl::source::Location;
use serde_hcl::syntax::{AttributeRef, BlockRef, BodyRef};

use super::{Problem, Problems};

/// A top-level block of a module, with the changes of override files.
#[derive(Debug)]
pub struct Declaration {
    pub kind: String,
    pub labels: Vec<String>,
    pub body: Body,
    pub place: Location,
}

impl Declaration {
    pub fn of(block: BlockRef<'_>, body: &Body) -> Self {
        Declaration {
            kind: block.block_type().to_owned(),
            labels: block.labels().map(|label| label.value().into_owned()).collect(),
            body: block.body().into(),
            place: body.locate(block.header_span()),
        }
    }

    /// The last label.
    pub fn name(&self) -> &str {
        self.labels.last().map_or("", String::as_str)
    }

    pub fn address(&self) -> String {
        let kind = Some(&self.kind).filter(|kind| *kind != "resource");
        kind.into_iter().chain(&self.labels).map(String::as_str).collect::<Vec<_>>().join(".")
    }

    /// Whether the block type and the labels identify one block.
    pub fn is_named(&self) -> bool {
        !self.labels.is_empty() && self.kind != "provider"
    }
}

/// Reports what override files can't change.
pub fn check_overrides(
    base: &Body,
    over: &[Body],
    is_part: bool,
    problems: &mut Problems,
) -> Result<(), Problem> {
    let mut names: BTreeSet<String> = BTreeSet::new();
    for declaration in declarations(base, is_part)? {
        names.extend(names_of(&declaration)?.into_iter().map(|(name, _)| name));
    }
    for body in over {
        for block in declarations(body, is_part)? {
            if let Some(rule) = conditions(block.body.view()).first() {
                let message = format!("override files can't change {} blocks", rule.block_type());
                problems.push(Problem::of_body(&block.body, rule.block_type_span(), message));
            }
            for (name, place) in names_of(&block)? {
                if !names.contains(&name) {
                    problems.push(Problem::rule(&place, format!("there is no {name} to override")));
                }
            }
        }
    }
    Ok(())
}

/// The names that a block declares, and their places.
fn names_of(block: &Declaration) -> Result<Vec<(String, Location)>, Problem> {
    if block.kind == "locals" {
        let locals = block.body.view().attributes_only()?.into_iter();
        let name = |local: AttributeRef<'_>| format!("local.{}", local.name());
        return Ok(locals.map(|it| (name(it), block.body.locate(it.name_span()))).collect());
    }
    let name = block.is_named().then(|| (block.address(), block.place.clone()));
    Ok(name.into_iter().collect())
}

/// The blocks with conditions in the body of a declaration.
fn conditions(body: BodyRef<'_>) -> Vec<BlockRef<'_>> {
    let lifecycles = body.blocks().filter(|block| block.block_type() == "lifecycle");
    let inner = lifecycles.flat_map(|block| block.body().blocks());
    let is_condition =
        |name: &str| ["validation", "precondition", "postcondition", "assert"].contains(&name);
    body.blocks().chain(inner).filter(|block| is_condition(block.block_type())).collect()
}

/// The blocks of a body.
pub fn declarations(body: &Body, is_part: bool) -> Result<Vec<Declaration>, Problem> {
    let schema = Schema::new()
        .block("terraform", &[])
        .block("provider", &["name"])
        .block("variable", &["name"])
        .block("locals", &[])
        .block("output", &["name"])
        .block("resource", &["type", "name"])
        .block("data", &["type", "name"])
        .block("ephemeral", &["type", "name"])
        .block("module", &["name"])
        .block("moved", &[])
        .block("removed", &[])
        .block("import", &[])
        .block("check", &["name"]);
    let body_ref = body.view();
    let content = match is_part {
        true => body_ref.partial_content(&schema)?,
        false => body_ref.content(&schema)?,
    };
    Ok(content.blocks().iter().map(|block| Declaration::of(*block, body)).collect())
}
