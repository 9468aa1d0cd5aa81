//! Bodies read by schemas, and bodies with expanded `dynamic` blocks.

use serde_hcl::syntax::{AttributeRef, BlockRef, BodyRef};
use serde_hcl::{Context, Error, parse};

use super::agreement::Agreement;
use super::answer::Answer;
use super::body::{are_at, is_at};
use super::context;
use super::equality::Precision;
use super::record::{Item, Record, SchemaRecord};

/// Attributes by name, then blocks in source order.
pub type Found<'a> = (Vec<AttributeRef<'a>>, Vec<BlockRef<'a>>);

/// The compared part of a block.
type InBlock = for<'a> fn(BlockRef<'a>) -> Found<'a>;

/// The content of a body according to a schema, and the attributes in its blocks.
pub fn by_schema(record: &Record<'_>, source: &str) -> Answer {
    let diagnostics = &record.expect.diags;
    let context = match context::of(record) {
        Ok(context) => context,
        Err(name) => return Answer::missing(name),
    };
    match parse(source) {
        Ok(document) => Answer::of(
            diagnostics,
            read(document.body(), record.schema.as_ref(), record.partial),
            |found| compare(&record.expect.body, found, &context, attributes_in),
        ),
        Err(error) => Answer::of(diagnostics, Err(error), |()| Answer::none()),
    }
}

/// A body with its `dynamic` blocks expanded.
pub fn expanded(record: &Record<'_>, source: &str) -> Answer {
    let context = match context::of(record) {
        Ok(context) => context,
        Err(name) => return Answer::missing(name),
    };
    let body = parse(source).and_then(|document| document.body().expand(&context));
    Answer::of(&record.expect.diags, body, |body| {
        let body = body.view();
        compare(&record.expect.body, all(body), &context, all_in)
    })
}

/// A block that contains blocks is recorded as empty.
fn attributes_in(block: BlockRef<'_>) -> Found<'_> {
    (by_name(block.body().attributes_only().unwrap_or_default()), Vec::new())
}

fn all_in(block: BlockRef<'_>) -> Found<'_> {
    all(block.body())
}

fn all(body: BodyRef<'_>) -> Found<'_> {
    (by_name(body.attributes().collect()), body.blocks().collect())
}

/// The content of a body according to a schema; without a schema, only attributes.
pub fn read<'a>(
    body: BodyRef<'a>,
    schema: Option<&SchemaRecord>,
    partial: bool,
) -> Result<Found<'a>, Error> {
    let Some(schema) = schema else {
        return Ok((by_name(body.attributes_only()?), Vec::new()));
    };
    let schema = schema.to_schema();
    let content = match partial {
        true => body.partial_content(&schema)?,
        false => body.content(&schema)?,
    };
    Ok((by_name(content.attributes()), content.blocks().to_vec()))
}

fn by_name(mut attributes: Vec<AttributeRef<'_>>) -> Vec<AttributeRef<'_>> {
    attributes.sort_by_key(|attribute| attribute.name());
    attributes
}

/// Compares each attribute and each block with the expected one.
pub fn each<'a>(
    expected: &[Item<'_>],
    (attributes, blocks): Found<'a>,
    attribute: impl Fn(&Item<'_>, AttributeRef<'a>) -> Answer,
    block: impl Fn(&Item<'_>, BlockRef<'a>) -> Answer,
) -> Answer {
    let complete = expected.len() == attributes.len() + blocks.len();
    let answer = Answer::part(Agreement::FULL.and_value(complete), "");
    let (expected_attributes, expected_blocks): (Vec<_>, Vec<_>) =
        expected.iter().partition(|item| item.kind == "attr");
    let attributes = expected_attributes.into_iter().zip(attributes);
    let answer =
        attributes.fold(answer, |answer, (expected, found)| answer.and(attribute(expected, found)));
    let blocks = expected_blocks.into_iter().zip(blocks);
    blocks.fold(answer, |answer, (expected, found)| answer.and(block(expected, found)))
}

fn compare(
    expected: &[Item<'_>],
    found: Found<'_>,
    context: &Context,
    in_block: InBlock,
) -> Answer {
    each(
        expected,
        found,
        |expected, found| attribute(expected, found, context),
        |expected, found| block(expected, found, context, in_block),
    )
}

fn attribute(expected: &Item<'_>, found: AttributeRef<'_>, context: &Context) -> Answer {
    let agreement = Agreement::FULL
        .and_value(expected.name == found.name())
        .and_ranges(is_at(expected.range, found.span()))
        .and_ranges(is_at(expected.name_range, found.name_span()));
    let value = Answer::of(&expected.diags, found.expression().evaluate(context), |value| {
        Answer::value(&expected.outcome(), &value, Precision::Exact)
    });
    Answer::part(agreement, format!("\n  {} = ", found.name())).and(value)
}

/// Here the recorded range of a block is that of its header.
fn block(expected: &Item<'_>, found: BlockRef<'_>, context: &Context, in_block: InBlock) -> Answer {
    let labels: Vec<_> = found.labels().map(|label| label.value()).collect();
    let agreement = Agreement::FULL
        .and_value(expected.name == found.block_type() && labels == expected.labels)
        .and_ranges(is_at(expected.range, found.header_span()))
        .and_ranges(is_at(expected.name_range, found.block_type_span()))
        .and_ranges(are_at(&expected.label_ranges, found.labels().map(|label| label.span())));
    let content = compare(&expected.body, in_block(found), context, in_block);
    Answer::part(agreement, format!("\n  {} {labels:?}", found.block_type())).and(content)
}
