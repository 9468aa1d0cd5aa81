//! Real files that end in the middle of an argument: the blocks around it are known, and it is proposed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde_hcl::describe::Description;
use serde_hcl::language::Editor;
use serde_hcl::syntax::{BodyRef, Descend, NodeRef};
use serde_hcl::{Context, functions, parse};
use serde_json::{Value as Json, json};

use derive_tests::corpus::valid_files;
use derive_tests::floors::{Count, Floors};
use derive_tests::random::Random;

const FILES: usize = 300;

/// The arguments and block types by the path of block types, as far as any file has them.
#[derive(Default)]
struct Seen {
    attributes: BTreeSet<String>,
    blocks: BTreeSet<String>,
    has_labels: bool,
}

type All = BTreeMap<Vec<String>, Seen>;

fn collect(body: BodyRef<'_>, path: &[String], all: &mut All) {
    for item in body.items() {
        let name = item.name().to_owned();
        let seen = all.entry(path.to_vec()).or_default();
        match item.as_block() {
            None => drop(seen.attributes.insert(name)),
            Some(block) => {
                seen.blocks.insert(name.clone());
                let inner: Vec<String> = path.iter().cloned().chain([name]).collect();
                all.entry(inner.clone()).or_default().has_labels |= !block.labels().is_empty();
                collect(block.body(), &inner, all);
            }
        }
    }
}

fn schema(path: &[String], all: &All) -> Json {
    let Some(seen) = all.get(path) else { return json!({ "type": "object" }) };
    let attributes = seen.attributes.iter().filter(|name| !seen.blocks.contains(*name));
    let mut properties: serde_json::Map<String, Json> =
        attributes.map(|name| (name.clone(), json!({ "type": "string" }))).collect();
    for name in &seen.blocks {
        let inner: Vec<String> = path.iter().cloned().chain([name.clone()]).collect();
        let items = schema(&inner, all);
        properties.insert(name.clone(), json!({ "type": "array", "items": items }));
    }
    if seen.has_labels {
        properties
            .insert("$labels".into(), json!({ "type": "array", "items": { "type": "string" } }));
    }
    json!({ "type": "object", "properties": properties })
}

/// An argument of a file: the types of the blocks around it, and its place.
struct Argument {
    path: Vec<String>,
    name: String,
    start: usize,
    end: usize,
}

fn arguments(body: BodyRef<'_>) -> Vec<Argument> {
    let (mut found, mut open) = (Vec::new(), Vec::<(String, u32)>::new());
    body.visit(|node| {
        open.retain(|(_, end)| node.span().start < *end);
        match node {
            NodeRef::Block(block) => open.push((block.block_type().to_owned(), block.span().end)),
            NodeRef::Attribute(attribute) => {
                let path = open.iter().map(|(name, _)| name.clone()).collect();
                let (name, span) = (attribute.name().to_owned(), attribute.span().range());
                found.push(Argument { path, name, start: span.start, end: span.end });
                return Descend::No;
            }
            NodeRef::Expression(_) | _ => {}
        }
        Descend::Yes
    });
    found
}

#[test]
fn real_files_that_are_cut() -> std::io::Result<()> {
    let Some(folder) = std::env::var_os("SERDE_HCL_CORPUS").map(PathBuf::from) else {
        return Floors::skipped("language", "SERDE_HCL_CORPUS");
    };
    let files = valid_files(&folder)?;
    let (mut all, mut random) = (All::new(), Random(20_260_727));
    let mut chosen = Vec::new();
    while chosen.len() < FILES {
        let (path, source) = &files[random.below(files.len())];
        if source.len() < 100_000 && !chosen.contains(&path) {
            chosen.push(path);
        }
    }
    let chosen: Vec<_> = files.iter().filter(|(path, _)| chosen.contains(&path)).collect();
    for (_, source) in &chosen {
        collect(parse(source).expect("a valid file").body(), &[], &mut all);
    }
    let schema = schemars::Schema::try_from(schema(&[], &all)).expect("an object");
    let (description, context) =
        (Description::from(schema), Context::new().functions(functions::all()));
    let mut counts = BTreeMap::<String, Count>::new();
    let mut add = |name: &str, holds: bool, what: &dyn Fn() -> String| {
        let count = counts.entry(name.to_owned()).or_insert(Count { reached: 0, cases: 0 });
        count.cases += 1;
        count.reached += usize::from(holds);
        if !holds && std::env::var_os("SERDE_HCL_LIST").is_some() {
            println!("{name}: {}", what());
        }
    };
    for (path, source) in chosen {
        let document = parse(source).expect("a valid file");
        let arguments = arguments(document.body());
        if arguments.is_empty() {
            continue;
        }
        let argument = &arguments[random.below(arguments.len())];
        let length = 1 + random.below(argument.name.len());
        let line = source[argument.end..].find('\n').map_or(source.len(), |end| argument.end + end);
        let inside = argument.start + random.below(argument.end - argument.start);
        let inside = (0..=inside).rev().find(|at| source.is_char_boundary(*at)).unwrap_or(0);
        let cut = argument.start + length;
        let sources = [
            ("name-at-end", source[..cut].to_owned(), cut),
            ("name-in-file", format!("{}{}", &source[..cut], &source[line..]), cut),
            ("value-at-end", source[..inside].to_owned(), inside),
        ];
        for (name, cut, offset) in sources {
            let editor = Editor::new(&cut, &description, &context);
            let place = editor.document().place_at(offset as u32);
            let blocks: Vec<_> =
                place.blocks().iter().map(|it| it.block_type().to_owned()).collect();
            let what = || {
                format!(
                    "{path} at {offset}: {} in {:?}, found {blocks:?}",
                    argument.name, argument.path
                )
            };
            add(&format!("{name}/enclosing"), blocks == argument.path, &what);
            if name != "value-at-end" {
                let proposals = editor.complete(offset as u32).proposals;
                let is_proposed = proposals.iter().any(|it| it.label == argument.name);
                add(&format!("{name}/proposed"), is_proposed, &what);
            }
        }
    }
    for (name, Count { reached, cases }) in &counts {
        println!("{name}: {reached} of {cases}");
    }
    Floors::read("language").hold(&counts);
    Ok(())
}
