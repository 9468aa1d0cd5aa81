//! The description agrees with what is written and read, for generated documents of all features.

use proptest::prop_assert;
use proptest::test_runner::TestCaseError;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_hcl::describe::{BlockDescription, BodyDescription, Description};
use serde_hcl::syntax::{BlockRef, BodyRef};
use serde_hcl::{Error, from_str, json, parse, to_string};

use crate::encoding::typed::{Document, document};
use derive_tests::random::hold;

fn fail(error: Error) -> TestCaseError {
    TestCaseError::fail(format!("{error:#}"))
}

/// Fails unless a body has only what its description permits, and all that this requires.
fn agrees(body: BodyRef<'_>, description: &BodyDescription<'_>) -> Result<(), String> {
    for attribute in body.attributes() {
        let name = attribute.name();
        // A list or map of blocks is an attribute if it, or a list or map in it, is empty.
        let text = attribute.expression().text();
        let is_nothing = text.contains("[]") || text.contains("{}");
        let is_known = description.attribute(name).is_some()
            || description.other_attribute().is_some()
            || (is_nothing && description.blocks_named(name).next().is_some());
        if !is_known {
            return Err(format!("no attribute {name}: {}", attribute.expression().text()));
        }
    }
    for block in body.blocks() {
        let others = description.other_blocks().iter();
        let same = description.blocks_named(block.block_type());
        let mut errors = Vec::new();
        let is_known = same.chain(others).any(|it| match block_agrees(block, it) {
            Ok(()) => true,
            Err(error) => {
                errors.push(error);
                false
            }
        });
        if !is_known {
            return Err(format!("block {}: {errors:?}", block.block_type()));
        }
    }
    let is_there = |name: &str| body.items().any(|item| item.name() == name);
    let attributes = description.attributes().iter();
    let required = attributes.filter(|it| it.is_required() && it.variants().is_empty());
    let blocks =
        description.blocks().iter().filter(|it| it.is_required() && it.variants().is_empty());
    let mut required = required.map(|it| it.name()).chain(blocks.map(|it| it.name()));
    required.find(|name| !is_there(name)).map_or(Ok(()), |name| Err(format!("no {name}")))
}

fn block_agrees(block: BlockRef<'_>, description: &BlockDescription<'_>) -> Result<(), String> {
    let (labels, body) = (description.labels(), description.body());
    let given: Vec<_> = block.labels().map(|label| label.value().into_owned()).collect();
    if given.len() != labels.len() && !body.takes_any_labels() {
        return Err(format!("labels {given:?}, not {}", labels.len()));
    }
    for (label, given) in labels.iter().zip(&given) {
        let possible = label.possible_values();
        let mut possible = possible.iter().map(|value| value.value().as_str().unwrap_or_default());
        if label.variant().is_some() && possible.all(|name| name != given) {
            return Err(format!("label {given}"));
        }
    }
    agrees(block.body(), &body)
}

#[test]
fn the_description_has_what_is_written() {
    let description = Description::of::<Document>();
    hold(60, document(), |original| {
        let text = to_string(&original).map_err(fail)?;
        let document = parse(&text).map_err(fail)?;
        let agreement = agrees(document.body(), &description.body());
        agreement.map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))
    });
}

#[test]
fn the_schema_reads_what_is_written() {
    let schema = Description::of::<Document>().to_schema();
    hold(40, document(), |original| {
        let original = original.fit_for_schema();
        let text = json::to_string(&original).map_err(fail)?;
        let native = json::parse(&text).map_err(fail)?.body().to_native(&schema).map_err(fail)?;
        let decoded: Document = from_str(&native.to_string()).map_err(fail)?;
        let is_equal = decoded.in_order_of_labels() == original.in_order_of_labels();
        prop_assert!(is_equal, "{text}\n{native}");
        Ok(())
    });
}

/// Parses and decodes the sample.
#[track_caller]
fn has_sample<T: JsonSchema + DeserializeOwned>() {
    let sample = Description::of::<T>().skeleton();
    if let Err(error) = from_str::<T>(&sample) {
        panic!("{error:#}\n{sample}");
    }
}

#[test]
fn samples_decode() {
    has_sample::<Document>();
}
