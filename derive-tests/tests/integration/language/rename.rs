//! The law of new names: after a change the document parses, and its graph is the same with the name
//! exchanged.

use std::borrow::Cow;

use proptest::prelude::*;
use serde_hcl::configuration::Graph;
use serde_hcl::describe::Description;
use serde_hcl::language::{Edit, Editor};
use serde_hcl::{Context, Document, parse};

use derive_tests::random;

use super::Config;

/// The parts of the graph with their addresses and dependencies.
fn graph(document: &Document<'_>) -> Vec<(Vec<String>, Vec<usize>)> {
    let graph = Graph::of(document.body());
    let own = |names: &[Cow<'_, str>]| names.iter().map(|name| name.to_string()).collect();
    (0..graph.len()).map(|part| (own(graph.address(part)), graph.dependencies(part))).collect()
}

/// Renames at every definition and reference; returns the number of new names.
fn renamed_everywhere(source: &str, new: &str) -> Result<usize, TestCaseError> {
    let (description, context) = (Description::of::<Config>(), Context::new());
    let editor = Editor::new(source, &description, &context);
    let before = graph(editor.document());
    let mut count = 0;
    for offset in 0..=source.len() as u32 {
        let Some(edits) = editor.rename(offset, new) else { continue };
        let after = Edit::apply(&edits, source);
        let document = parse(&after);
        prop_assert!(document.is_ok(), "{source}\n{after}");
        let after = graph(&document.unwrap());
        let defined = editor.definition(offset);
        let address = &defined[0].address;
        // The graph has items, but neither arguments of blocks nor variables of `for` expressions.
        let is_item =
            defined[0].name != defined[0].span && before.iter().any(|(it, _)| it == address);
        let expected = before.iter().map(|(it, dependencies)| {
            let mut it = it.clone();
            if is_item && it == *address {
                it[address.len() - 1] = new.to_owned();
            }
            (it, dependencies.clone())
        });
        let expected: Vec<_> = expected.collect();
        prop_assert_eq!(after, expected, "{} at {}", source, offset);
        count += 1;
    }
    Ok(count)
}

/// An expression that refers to some of the names.
fn expression() -> impl Strategy<Value = String> {
    prop_oneof![
        "[abc]",
        "s\\.[abc]",
        "s\\.[abc]\\.[abc]",
        "s\\[\"[abc]\"\\]\\.[abc]",
        "\"x\\$\\{s\\.[abc]\\}\"",
        "\\[for [abc] in [abc] : [abc]\\]",
        "\\{for [abc], [abc] in s\\.[abc] : [abc] => [abc]\\.[abc]\\}",
        "upper\\([abc], s\\.[abc]\\)",
    ]
}

fn document() -> impl Strategy<Value = String> {
    let lines = |attributes: std::collections::BTreeMap<String, String>| -> String {
        attributes.into_iter().map(|(name, value)| format!("{name} = {value}\n")).collect()
    };
    let body = || prop::collection::btree_map("[abc]", expression(), 0..3).prop_map(lines);
    let label = prop_oneof!["[abc]", "\"[abc]\"", "[abc] \"[abc]\""];
    let blocks = prop::collection::vec((label, body()), 0..4);
    (body(), blocks).prop_map(|(body, blocks)| {
        let blocks = blocks.into_iter().map(|(label, body)| format!("s {label} {{\n{body}}}\n"));
        body + &blocks.collect::<String>()
    })
}

#[test]
fn a_new_name_keeps_the_graph() {
    let count = std::cell::Cell::new(0);
    random::hold(150, document(), |source| {
        for new in ["d", "a", "for", "s"] {
            count.set(count.get() + renamed_everywhere(&source, new)?);
        }
        Ok(())
    });
    assert!(count.get() > 1_000, "{}", count.get());
}
