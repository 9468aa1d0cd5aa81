//! Applies the operations of a record with the crate.

use std::borrow::Cow;

use serde::Deserialize;
use serde_hcl::{
    Address, Block, BlockMut, Body, Contents, Expression, Layout, Result, parse_traversal,
};
use serde_json::value::RawValue;

use crate::conformance::notation::{read_type, read_value};

#[derive(Deserialize)]
pub struct Edit<'a> {
    pub id: Cow<'a, str>,
    pub category: Cow<'a, str>,
    pub src: String,
    #[serde(borrow)]
    pub ops: Vec<Operation<'a>>,
    pub expect: Expectation,
}

#[derive(Deserialize)]
pub struct Expectation {
    pub output: String,
    /// The recorded results of the operations.
    #[serde(default)]
    pub results: Vec<Option<bool>>,
    /// Whether the reference's output does not parse.
    #[serde(default)]
    pub broken: bool,
    /// Whether the reference loses a part of the source.
    #[serde(default)]
    pub lossy: bool,
}

#[derive(Deserialize, Debug)]
pub struct Operation<'a> {
    pub op: Cow<'a, str>,
    #[serde(default)]
    path: Vec<Step>,
    name: Option<String>,
    #[serde(borrow)]
    value: Option<TypedValue<'a>>,
    traversal: Option<String>,
    raw: Option<String>,
    to: Option<String>,
    #[serde(rename = "type")]
    kind: Option<String>,
    labels: Option<Vec<String>>,
    index: Option<usize>,
    from: Option<Vec<String>>,
    prefix: Option<Vec<String>>,
}

#[derive(Deserialize, Debug, Clone)]
struct Step {
    #[serde(rename = "type")]
    kind: String,
    labels: Vec<String>,
    #[serde(default)]
    index: usize,
}

#[derive(Deserialize, Debug)]
struct TypedValue<'a> {
    #[serde(rename = "type", borrow)]
    ty: &'a RawValue,
    #[serde(borrow)]
    value: Option<&'a RawValue>,
}

impl Edit<'_> {
    pub fn group(&self) -> &str {
        self.category.strip_prefix("edit/").unwrap_or(&self.category)
    }

    /// Whether the category or the id starts with `prefix`.
    pub fn is_in(&self, prefix: &str) -> bool {
        self.category.starts_with(prefix) || self.id.starts_with(prefix)
    }

    /// The document after all operations, and the results of the operations.
    pub fn apply(&self, layout: Layout) -> Result<(Body, Vec<Option<bool>>)> {
        let mut document = self.src.parse::<Body>()?.with_layout(layout);
        let mut results = Vec::new();
        let mut selected: Vec<Step> = Vec::new();
        for operation in &self.ops {
            if operation.op == "select_block" {
                selected.push(operation.step());
                continue;
            }
            results.push(operation.apply(&mut document, &selected)?);
        }
        Ok((document, results))
    }
}

impl Operation<'_> {
    fn step(&self) -> Step {
        Step {
            kind: self.kind.clone().expect("a block type"),
            labels: self.labels.clone().unwrap_or_default(),
            index: self.index.unwrap_or(0),
        }
    }

    fn name(&self) -> &str {
        self.name.as_deref().expect("a name")
    }

    fn apply(&self, document: &mut Body, selected: &[Step]) -> Result<Option<bool>> {
        let path: Vec<Step> = selected.iter().chain(&self.path).cloned().collect();
        if matches!(&*self.op, "set_type" | "set_labels") {
            return self.change_block(document, &path);
        }
        let removed =
            (self.op == "remove_block" || self.op == "move_block_to_end").then(|| self.step());
        // For a removed block, the recorded tests of the reference select the block in its parent.
        let path = match &removed {
            Some(step) if !selected.is_empty() => {
                let depth = path.iter().rposition(|each| each.kind == step.kind);
                &path[..depth.unwrap_or(path.len())]
            }
            _ => &path[..],
        };
        in_body(document, path, &mut |body| self.change_body(body))
    }

    fn change_block(&self, document: &mut Body, path: &[Step]) -> Result<Option<bool>> {
        let (last, outer) = path.split_last().expect("a block");
        in_body(document, outer, &mut |body| {
            let Some(mut block) = block_in(body, last)? else { return Ok(Some(false)) };
            match &*self.op {
                "set_type" => block.set_type(self.kind.as_deref().expect("a type"))?,
                _ => block.set_labels(self.labels.clone().unwrap_or_default())?,
            }
            Ok(None)
        })
    }

    fn change_body(&self, body: &mut Contents) -> Result<Option<bool>> {
        match &*self.op {
            "set_attr_value" => {
                let value = self.value.as_ref().expect("a value");
                let value = read_value(&read_type(value.ty), value.value, &[]);
                body.set([self.name()], &value)?;
            }
            "set_attr_traversal" => {
                let traversal = parse_traversal(self.traversal.as_deref().expect("a traversal"))?;
                body.set([self.name()], &traversal)?;
            }
            "set_attr_raw" => {
                body.set_text([self.name()], self.raw.as_deref().expect("a text"))?;
            }
            "remove_attr" => {
                let is_there = has_attribute(body, self.name());
                return Ok(Some(is_there && body.remove([self.name()])?));
            }
            "rename_attr" => {
                let to = self.to.as_deref().expect("a new name");
                let is_free = !has_attribute(body, to);
                return Ok(Some(is_free && body.rename_attribute([self.name()], to)?));
            }
            "append_new_block" => {
                let labels = self.labels.clone().unwrap_or_default();
                body.push(Block::new(self.kind.as_deref().expect("a type")).with_labels(labels))?;
            }
            "append_newline" => body.append_blank_line()?,
            "clear" => body.clear()?,
            "remove_block" => return body.remove(self.step().address()).map(Some),
            "move_block_to_end" => return body.move_to_end(self.step().address()).map(Some),
            "rename_variable_prefix" => {
                let [from, to] = [&self.from, &self.prefix]
                    .map(|names| names.as_ref().expect("names").join("."));
                let Some(expression) = body.expression([self.name()]) else {
                    return Ok(Some(false));
                };
                let mut expression = Expression::from(expression);
                expression.rename_references(&from, &to)?;
                body.set_text([self.name()], &expression.to_string())?;
                return Ok(Some(true));
            }
            other => panic!("no such operation: {other}"),
        }
        Ok(None)
    }
}

impl Step {
    fn address(&self) -> Address {
        let names = std::iter::once(&self.kind).chain(&self.labels);
        names.collect::<Address>().index(self.index)
    }
}

fn has_attribute(body: &Contents, name: &str) -> bool {
    body.expression([name]).is_some()
}

fn block_in<'b>(body: &'b mut Contents, step: &Step) -> Result<Option<BlockMut<'b>>> {
    let wanted = |block: &BlockMut<'_>| {
        // The reference ignores labels that contain the escape `$${`.
        let labels = block.labels().into_iter().filter(|label| !label.contains("${"));
        block.block_type() == step.kind && labels.eq(step.labels.iter().cloned())
    };
    Ok(body.blocks_mut()?.filter(wanted).nth(step.index))
}

/// Changes the body of a block. The operation fails if there is no such block.
fn in_body(
    body: &mut Contents,
    path: &[Step],
    change: &mut dyn FnMut(&mut Contents) -> Result<Option<bool>>,
) -> Result<Option<bool>> {
    let Some((first, rest)) = path.split_first() else { return change(body) };
    match block_in(body, first)? {
        Some(mut block) => in_body(&mut block, rest, change),
        None => Ok(Some(false)),
    }
}
