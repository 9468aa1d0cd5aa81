//! `graph`, `refs` and `schema`: the structure of documents.

use std::borrow::Cow;
use std::collections::HashMap;

use clap::Args;
use serde_hcl::configuration;
use serde_hcl::source::{Columns, LineIndex};
use serde_hcl::syntax::{AttributeRef, BodyRef, ItemRef};
use serde_hcl::{Address, Context, Result};
use serde_json::{Value, json};

use crate::Verdict;
use crate::files::{Files, Input, Outcome, is_hcl, report};
use crate::terminal::{complain, print};

/// Print the references between the parts of a configuration. The exit code is 1 if there is a cycle.
#[derive(Debug, Args)]
#[command(after_help = "Example: hcl graph --dot . | dot -Tsvg > graph.svg")]
pub struct Graph {
    #[command(flatten)]
    files: Files,
    /// Print the graph in the DOT language
    #[arg(long)]
    dot: bool,
}

/// Print the references in files with their places. The exit code is 1 if there are none.
#[derive(Debug, Args)]
#[command(after_help = "Example: hcl refs --to var.region .")]
pub struct Refs {
    #[command(flatten)]
    files: Files,
    /// Only those to this address and to its parts: `var.region`, `aws_vpc.main`
    #[arg(long, value_name = "ADDRESS")]
    to: Option<String>,
}

/// Print the addresses of all blocks and arguments in files, with the types of constant values.
#[derive(Debug, Args)]
#[command(after_help = "Example: hcl schema main.tf")]
pub struct Schema {
    #[command(flatten)]
    files: Files,
}

impl Graph {
    pub fn run(&self) -> Result<Verdict> {
        let config = self.files.configuration()?;
        let config = config.view().to_native(&configuration::Schema::terraform())?;
        let graph = configuration::Graph::new(config.view().items().flat_map(parts));
        let name = |part: usize| graph.address(part).iter().collect::<Address>().to_string();
        let mut text = String::new();
        for part in 0..graph.len() {
            let (from, targets) = (name(part), graph.dependencies(part));
            let targets: Vec<String> = targets.into_iter().map(name).collect();
            text += &if self.files.json {
                format!("{}\n", json!({ "address": from, "dependencies": targets }))
            } else if self.dot {
                let edges = targets.iter().map(|to| format!("  {from:?} -> {to:?};\n"));
                format!("  {from:?};\n{}", edges.collect::<String>())
            } else if targets.is_empty() {
                format!("{from}\n")
            } else {
                format!("{from} -> {}\n", targets.join(", "))
            };
        }
        print(&if self.dot { format!("digraph {{\n{text}}}\n") } else { text });
        graph.order().map(|_| Verdict::Good).or_else(|cycle| {
            complain(&report(&cycle));
            Ok(Verdict::Negative)
        })
    }
}

type Part<'a> = (Vec<Cow<'a, str>>, Vec<configuration::Reference<'a>>);

/// The parts in an item: more than one for `locals`. Their addresses are those of references to them.
fn parts(item: ItemRef<'_>) -> Vec<Part<'_>> {
    let Some(block) = item.as_block() else {
        return item.as_attribute().into_iter().map(|it| part(None, it)).collect();
    };
    let start = first_name(block.block_type());
    if block.block_type() == "locals" {
        return block.body().attributes().map(|it| part(start, it)).collect();
    }
    let labels = block.labels().map(|label| label.value());
    let address = start.map(Cow::Borrowed).into_iter().chain(labels).collect();
    vec![(address, block.body().references())]
}

fn part<'a>(start: Option<&'a str>, attribute: AttributeRef<'a>) -> Part<'a> {
    let address = start.into_iter().chain([attribute.name()]).map(Cow::Borrowed);
    (address.collect(), attribute.expression().references())
}

/// The name with which references to blocks of a type start, by Terraform's rules. `None` if they start with the
/// labels.
pub fn first_name(block_type: &str) -> Option<&str> {
    match block_type {
        "variable" => Some("var"),
        "locals" => Some("local"),
        "resource" => None,
        name => Some(name),
    }
}

impl Refs {
    pub fn run(&self) -> Verdict {
        let mut has_any = false;
        let verdict = self.files.each(is_hcl, |input| {
            let (text, found) = self.find(input)?;
            has_any |= !found.is_empty();
            let status = if found.is_empty() { "missing" } else { "found" };
            Ok(Outcome::new(status, text).field("references", found))
        });
        if has_any { verdict } else { verdict.max(Verdict::Negative) }
    }

    fn find(&self, input: &Input) -> Result<(String, Vec<Value>)> {
        let body = input.body()?;
        let lines = LineIndex::new(body.view().source());
        let (mut text, mut found) = (String::new(), Vec::new());
        for reference in body.references() {
            let name = reference.to_string();
            if self.to.as_ref().is_some_and(|to| !leads_to(&name, to)) {
                continue;
            }
            let start = lines.position(reference.span().start, Columns::Graphemes);
            text += &format!("{}:{}:{}: {name}\n", input.name(), start.line, start.column);
            let place = json!({ "to": name, "line": start.line, "column": start.column });
            found.push(place);
        }
        Ok((text, found))
    }
}

/// Whether a reference is to an address or to a part of it.
fn leads_to(reference: &str, address: &str) -> bool {
    let rest = reference.strip_prefix(address);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

impl Schema {
    pub fn run(&self) -> Verdict {
        self.files.each(is_hcl, |input| {
            let body = input.body()?;
            let mut rows = Vec::new();
            visit(body.view(), &Address::from(&[] as &[&str]), false, &mut |address, item| {
                let value = item.as_attribute().map(|it| it.expression().evaluate(&Context::new()));
                let kind = match value {
                    None => "block".to_owned(),
                    Some(Ok(value)) => value.type_of().to_string(),
                    Some(Err(_)) => "expression".to_owned(),
                };
                rows.push((address.to_string(), kind));
            });
            let width = rows.iter().map(|(address, _)| address.chars().count()).max().unwrap_or(0);
            let name =
                if self.files.are_many() { format!("{}\n", input.name()) } else { String::new() };
            let line = |(address, kind): &(String, String)| format!("{address:width$}  {kind}\n");
            let text = name + &rows.iter().map(line).collect::<String>();
            let items =
                rows.iter().map(|(address, kind)| json!({ "address": address, "type": kind }));
            Ok(Outcome::new("read", text).field("items", items.collect::<Vec<_>>()))
        })
    }
}

/// Visits all items in a body and in its blocks, with their addresses. Blocks of the same type and labels have
/// positions, or all blocks.
pub fn visit<'a>(
    body: BodyRef<'a>,
    at: &Address,
    have_positions: bool,
    visitor: &mut dyn FnMut(&Address, ItemRef<'a>),
) {
    let address = |item: ItemRef<'_>| {
        let labels = item.as_block().into_iter().flat_map(|block| block.labels());
        labels.fold(at.clone().name(item.name()), |address, label| address.name(&label.value()))
    };
    // The number of blocks with each address, and of those already visited.
    let mut counts: HashMap<String, (usize, usize)> = HashMap::new();
    for block in body.items().filter(|item| item.as_block().is_some()) {
        counts.entry(address(block).to_string()).or_default().0 += 1;
    }
    for item in body.items() {
        let mut address = address(item);
        if let Some((count, visited)) = counts.get_mut(&address.to_string()) {
            if *count > 1 || have_positions {
                address = address.index(*visited);
            }
            *visited += 1;
        }
        visitor(&address, item);
        if let Some(block) = item.as_block() {
            visit(block.body(), &address, have_positions, visitor);
        }
    }
}
