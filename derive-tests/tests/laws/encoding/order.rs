//! Blocks keep their order in JSON syntax: objects where their names and labels allow it, else arrays of objects.

use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any};
use proptest::test_runner::TestCaseError;
use proptest::{prop_assert_eq, prop_oneof};
use serde::{Deserialize, Serialize};
use serde_hcl::configuration::Schema;
use serde_hcl::syntax::BodyRef;
use serde_hcl::{Body, from_str, json, parse, to_string};

use super::{fail, hold};

/// A type and its labels, an attribute, and the blocks inside.
#[derive(Clone, Debug, PartialEq)]
struct Block {
    header: Vec<String>,
    size: String,
    blocks: Vec<Block>,
}

/// Block types with no label, one and two, and few names for them, so that most orders contradict each other.
fn blocks() -> impl Strategy<Value = Vec<Block>> {
    let label = || prop_oneof![Just("x".to_owned()), Just("y".to_owned())];
    let header = prop_oneof![
        Just(vec!["none".to_owned()]),
        Just(vec!["other".to_owned()]),
        label().prop_map(|label| vec!["one".to_owned(), label]),
        [label(), label()].prop_map(|[a, b]| vec!["two".to_owned(), a, b]),
    ];
    let block = (header, any::<u8>()).prop_map(|(header, size)| Block {
        header,
        size: size.to_string(),
        blocks: Vec::new(),
    });
    let outer =
        (block.clone(), vec(block, 0..5)).prop_map(|(outer, blocks)| Block { blocks, ..outer });
    vec(outer, 0..6)
}

fn native(blocks: &[Block]) -> String {
    let block = |block: &Block| {
        let Block { header, size, blocks } = block;
        let labels: String = header[1..].iter().map(|label| format!("{label:?} ")).collect();
        format!("{} {labels}{{\nsize = {size}\n{}}}\n", header[0], native(blocks))
    };
    blocks.iter().map(block).collect()
}

fn schema() -> Schema {
    let types = || {
        Schema::new()
            .block("none", &[])
            .block("other", &[])
            .block("one", &["a"])
            .block("two", &["a", "b"])
    };
    let inner = types().attribute("size");
    ["none", "other", "one", "two"]
        .into_iter()
        .fold(types(), |schema, name| schema.block_body(name, inner.clone()))
}

/// The blocks that the schema finds.
fn found(body: BodyRef<'_>) -> Result<Vec<Block>, serde_hcl::Error> {
    let content = body.content(&schema().attribute("size"))?;
    let block = |block: &serde_hcl::syntax::BlockRef<'_>| {
        let name = block.block_type().to_owned();
        let labels = block.labels().map(|label| label.value().into_owned());
        let inner = block.body();
        let size = inner.attributes().find(|attribute| attribute.name() == "size");
        Ok(Block {
            header: std::iter::once(name).chain(labels).collect(),
            size: size.map_or(String::new(), |size| size.expression().text().to_owned()),
            blocks: found(inner)?,
        })
    };
    content.blocks().iter().map(block).collect()
}

#[test]
fn blocks_of_a_body_keep_their_order() {
    hold(1000, blocks(), |blocks| {
        let body: Body = native(&blocks).parse().map_err(fail)?;
        let text = json::to_string(&body).map_err(fail)?;
        let document = json::parse(&text).map_err(fail)?;
        prop_assert_eq!(&found(document.body()).map_err(fail)?, &blocks, "{}", text);
        let native = document.body().to_native(&schema()).map_err(fail)?.to_string();
        let document = parse(&native).map_err(fail)?;
        prop_assert_eq!(&found(document.body()).map_err(fail)?, &blocks, "{}\n{}", text, native);
        Ok(())
    });
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct Jobs {
    job: Vec<Job>,
    tree: Vec<Tree>,
    setup: Setup,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct Setup {
    #[serde(rename = "$blocks")]
    steps: Vec<Step>,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct Job {
    #[serde(rename = "$label")]
    name: char,
    #[serde(rename = "$blocks")]
    steps: Vec<Step>,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Step {
    Run { command: u8 },
    Copy { from: u8 },
    Mount(Mount),
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct Mount {
    #[serde(rename = "$label")]
    kind: char,
    #[serde(rename = "$label:2")]
    name: char,
    size: u8,
}

/// The first of its entries may look like labels.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct Tree {
    #[serde(rename = "$labels")]
    labels: Vec<char>,
    sizes: Vec<u8>,
}

fn jobs() -> impl Strategy<Value = Jobs> {
    let letter = || prop_oneof![Just('x'), Just('y')];
    let step = prop_oneof![
        any::<u8>().prop_map(|command| Step::Run { command }),
        any::<u8>().prop_map(|from| Step::Copy { from }),
        (letter(), letter(), any::<u8>()).prop_map(|(kind, name, size)| Step::Mount(Mount {
            kind,
            name,
            size
        })),
    ];
    let setup = vec(step.clone(), 0..4).prop_map(|steps| Setup { steps });
    let job = (letter(), vec(step, 0..5)).prop_map(|(name, steps)| Job { name, steps });
    let tree = (vec(letter(), 1..4), vec(any::<u8>(), 0..2))
        .prop_map(|(labels, sizes)| Tree { labels, sizes });
    (vec(job, 0..5), vec(tree, 0..6), setup).prop_map(|(job, tree, setup)| Jobs {
        job,
        tree,
        setup,
    })
}

#[test]
fn blocks_of_a_type_keep_their_order() {
    hold(1000, jobs(), |jobs| {
        for text in [json::to_string(&jobs), json::to_string_pretty(&jobs)] {
            let text = text.map_err(fail)?;
            let read: Jobs = json::from_str(&text)
                .map_err(|error| TestCaseError::fail(format!("{error:#}\n{text}")))?;
            prop_assert_eq!(&read, &jobs, "{}", text);
        }
        // A body does not know that a type reads all its labels.
        let jobs = Jobs { tree: Vec::new(), ..jobs };
        let native = to_string(&jobs).map_err(fail)?;
        let body: Body = from_str(&native).map_err(fail)?;
        let text = json::to_string(&body).map_err(fail)?;
        let read: Jobs = json::from_str(&text)
            .map_err(|error| TestCaseError::fail(format!("{error:#}\n{native}\n{text}")))?;
        prop_assert_eq!(&read, &jobs, "{}\n{}", native, text);
        Ok(())
    });
}
