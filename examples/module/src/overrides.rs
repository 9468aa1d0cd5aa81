//! Override files: `override.tf` and `*_override.tf`, which change the declarations of other files.

use serde_hcl::configuration::Schema;
use serde_hcl::source::Location;
use serde_hcl::syntax::{BlockRef, BodyRef};
use serde_hcl::{Block, Body, Item};

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
            kind: block.name().to_owned(),
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

/// The blocks of a body, changed by override files, and a body with the changed variables.
pub fn lay_over(
    base: Body,
    over: &[Body],
    is_part: bool,
    problems: &mut Problems,
) -> Result<(Body, Vec<Declaration>), Problem> {
    let mut declarations = blocks(&base, is_part)?;
    for body in over {
        for block in blocks(body, is_part)? {
            if block.kind == "locals" {
                override_locals(&mut declarations, &block, problems)?;
                continue;
            }
            if let Some(rule) = conditions(block.body.view()).first() {
                let message = format!("override files can't change {} blocks", rule.name());
                problems.push(Problem::of_body(&block.body, rule.name_span(), message));
            }
            let same =
                |other: &&mut Declaration| other.kind == block.kind && other.labels == block.labels;
            match declarations.iter_mut().find(same) {
                Some(base) => base.body = std::mem::take(&mut base.body).merge(block.body),
                None if block.is_named() => {
                    let message = format!("there is no {} to override", block.address());
                    problems.push(Problem::rule(&block.place, message));
                }
                None => declarations.push(block),
            }
        }
    }
    if over.is_empty() {
        return Ok((base, declarations));
    }
    let variables = declarations.iter().filter(|block| block.kind == "variable");
    let variables = variables.map(|variable| {
        Item::from(
            Block::new("variable").with_labels(&variable.labels).with_body(variable.body.clone()),
        )
    });
    Ok((variables.fold(Body::new(), Body::with_item), declarations))
}

/// The blocks with conditions in the body of a declaration.
fn conditions(body: BodyRef<'_>) -> Vec<BlockRef<'_>> {
    let lifecycles = body.blocks().filter(|block| block.name() == "lifecycle");
    let inner = lifecycles.flat_map(|block| block.body().blocks());
    let is_condition =
        |name: &str| ["validation", "precondition", "postcondition", "assert"].contains(&name);
    body.blocks().chain(inner).filter(|block| is_condition(block.name())).collect()
}

/// Each local value overrides the one of the same name.
fn override_locals(
    declarations: &mut [Declaration],
    block: &Declaration,
    problems: &mut Problems,
) -> Result<(), Problem> {
    for local in block.body.view().attributes_only()? {
        let has = |other: &&mut Declaration| {
            other.kind == "locals" && other.body.view().attribute(local.name()).is_some()
        };
        let Some(base) = declarations.iter_mut().find(has) else {
            let message = format!("there is no local.{} to override", local.name());
            problems.push(Problem::of_body(&block.body, local.name_span(), message));
            continue;
        };
        let others: Vec<_> = (block.body.view().attributes_only()?.iter())
            .filter(|other| other.name() != local.name())
            .map(|other| other.name().to_owned())
            .collect();
        let others = others.into_iter().fold(Schema::new(), Schema::attribute);
        let one = block.body.view().without(&others);
        base.body = std::mem::take(&mut base.body).merge(one);
    }
    Ok(())
}

fn blocks(body: &Body, is_part: bool) -> Result<Vec<Declaration>, Problem> {
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
