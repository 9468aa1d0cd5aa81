//! JSON syntax: bodies read by schemas, expressions, and static analysis.

use serde_hcl::configuration::{Reference, Schema};
use serde_hcl::syntax::{AttributeRef, BlockRef, BodyRef};
use serde_hcl::{Context, Decoder, Expression, json};

use super::agreement::Agreement;
use super::answer::Answer;
use super::body::is_at;
use super::content::{Found, each, read};
use super::context;
use super::equality::Precision;
use super::record::{Item, Range, Record, SchemaRecord, StaticItem};

/// The answer of the crate to the case; `None` if the case is of another kind.
pub fn judge(record: &Record<'_>, source: &str) -> Option<Answer> {
    let diagnostics = &record.expect.diags;
    let context = match context::of(record) {
        Ok(context) => literal(&context, record.ctx == "nil"),
        Err(name) => return Some(Answer::missing(name)),
    };
    Some(match &*record.kind {
        "parse" => Answer::of(diagnostics, json::parse(source), |_| Answer::none()),
        "json_expr" => {
            let expression = json::parse_expression(source);
            let value = expression.and_then(|expression| expression.evaluate(&context));
            Answer::of(diagnostics, value, |value| {
                Answer::value(&record.expect.outcome(), &value, Precision::Exact)
            })
        }
        "json_body" | "json_content" => match json::parse(source) {
            Ok(document) => body(record, document.body(), &context),
            Err(error) => Answer::of(diagnostics, Err(error), |()| Answer::none()),
        },
        "json_partial" => match json::parse(source) {
            Ok(document) => partial(record, document.body(), &context),
            Err(error) => Answer::of(diagnostics, Err(error), |()| Answer::none()),
        },
        "json_static" => match json::parse_expression(source) {
            Ok(expression) => taken_apart(record, &expression),
            Err(error) => Answer::of(diagnostics, Err(error), |()| Answer::none()),
        },
        _ => return None,
    })
}

fn body(record: &Record<'_>, body: BodyRef<'_>, context: &Context) -> Answer {
    let diagnostics = &record.expect.diags;
    let is_recorded_deeply = record.kind == "json_body";
    let reading = Reading { context, has_places: !record.expand, is_recorded_deeply };
    let compare = |body: BodyRef<'_>| {
        Answer::of(diagnostics, read(body, record.schema.as_ref(), record.partial), |found| {
            reading.items(&record.expect.body, found, record.schema.as_ref())
        })
    };
    match record.expand {
        false => missing_item(record.expect.missing_range, body).and(compare(body)),
        true => match body.expand(context) {
            Ok(expanded) => compare(expanded.view()),
            Err(error) => Answer::of(diagnostics, Err(error), |()| Answer::none()),
        },
    }
}

/// Compares the place of a missing item in a body.
fn missing_item(expected: Option<Range>, body: BodyRef<'_>) -> Answer {
    let (content, _) = body.lenient_content(&Schema::new());
    Answer::part(Agreement::FULL.and_ranges(is_at(expected, content.missing_item_span())), "")
}

/// Reads a body by one schema, and the rest of it by another schema.
fn partial(record: &Record<'_>, body: BodyRef<'_>, context: &Context) -> Answer {
    let reading = Reading { context, has_places: true, is_recorded_deeply: true };
    let schema = record.schema.as_ref();
    let first = read(body, schema, true);
    let answer = Answer::of(&record.expect.diags, first, |found| {
        reading.items(&record.expect.body, found, schema)
    });
    let rest = body.without(&schema.map(SchemaRecord::to_schema).unwrap_or_default());
    let then = record.then.as_ref();
    answer.and(Answer::of(&record.expect.rest_diags, read(rest.view(), then, false), |found| {
        reading.items(&record.expect.rest, found, then)
    }))
}

/// The way in which bodies are read.
struct Reading<'c> {
    context: &'c Context,
    /// Whether places are compared: not after an expansion.
    has_places: bool,
    /// Whether blocks have schemas of their own. Otherwise a block that contains blocks is recorded
    /// as empty.
    is_recorded_deeply: bool,
}

impl Reading<'_> {
    fn items(
        &self,
        expected: &[Item<'_>],
        found: Found<'_>,
        schema: Option<&SchemaRecord>,
    ) -> Answer {
        each(
            expected,
            found,
            |expected, found| self.attribute(expected, found),
            |expected, found| self.block(expected, found, schema),
        )
    }

    fn attribute(&self, expected: &Item<'_>, found: AttributeRef<'_>) -> Answer {
        let agreement = Agreement::FULL
            .and_value(expected.name == found.name())
            .and_ranges(is_at(expected.range, found.span()))
            .and_ranges(is_at(expected.name_range, found.name_span()))
            .and_ranges(is_at(expected.expr_range, found.expression().span()));
        let value = found.expression().evaluate(self.context);
        let value = Answer::of(&expected.diags, value, |value| {
            Answer::value(&expected.outcome(), &value, Precision::Exact)
        });
        let places = self.has_places;
        let agreement = if places { agreement } else { Agreement { ranges: true, ..agreement } };
        Answer::part(agreement, format!("\n  {} = ", found.name())).and(value)
    }

    fn block(
        &self,
        expected: &Item<'_>,
        found: BlockRef<'_>,
        schema: Option<&SchemaRecord>,
    ) -> Answer {
        let labels: Vec<_> = found.labels().map(|label| label.value()).collect();
        let spans = found.labels().map(|label| label.span());
        let agreement = Agreement::FULL
            .and_value(expected.name == found.block_type() && labels == expected.labels)
            .and_ranges(is_at(expected.name_range, found.block_type_span()))
            .and_ranges(
                spans.zip(&expected.label_ranges).all(|(span, range)| is_at(Some(*range), span)),
            );
        let places = self.has_places;
        let agreement = if places { agreement } else { Agreement { ranges: true, ..agreement } };
        let header = Answer::part(agreement, format!("\n  {} {labels:?}", found.block_type()))
            .and(missing_item(expected.missing_range, found.body()));
        let schema = schema.and_then(|schema| schema.of_block(found.block_type()));
        let content = read(found.body(), schema, false);
        if !self.is_recorded_deeply {
            return header.and(self.items(&expected.body, content.unwrap_or_default(), None));
        }
        header.and(Answer::of(&expected.diags, content, |content| {
            self.items(&expected.body, content, schema)
        }))
    }
}

/// The context for strings that are plain text, if they are.
fn literal(context: &Context, is_literal: bool) -> Context {
    Decoder::new().context(context).literal_json_strings(is_literal).as_ref().clone()
}

/// The static analysis of an expression.
fn taken_apart(record: &Record<'_>, expression: &Expression) -> Answer {
    let expect = &record.expect;
    let place = Agreement::FULL.and_ranges(is_at(expect.range, expression.span()));
    let refused =
        !expect.diags.is_empty() || record.grammar == "keyword" && is_empty(&expect.output);
    let literal = literal(&Context::new(), true);
    let item = |item: &StaticItem<'_>, value: serde_hcl::syntax::ExpressionRef<'_>| {
        let place = Agreement::FULL.and_ranges(is_at(item.range, value.span()));
        let answer = Answer::part(place, "");
        match (item.outcome(), value.evaluate(&literal)) {
            (outcome, Ok(value)) if outcome.ty.is_some() => {
                answer.and(Answer::value(&outcome, &value, Precision::Exact))
            }
            _ => answer,
        }
    };
    let items = |found: Vec<serde_hcl::syntax::ExpressionRef<'_>>| {
        let complete = Agreement::FULL.and_value(found.len() == expect.items.len());
        let pairs = expect.items.iter().zip(found);
        pairs.fold(Answer::part(complete, ""), |answer, (one, other)| answer.and(item(one, other)))
    };
    let found = match &*record.grammar {
        "list" => expression.view().as_list().map(|elements| items(elements.collect())),
        "map" => expression.view().as_map().map(|map| {
            let keys = map.items().zip(&expect.items).all(|(found, expected)| {
                let key = found.key().evaluate(&literal).ok();
                key.as_ref().and_then(|key| key.as_str()) == expected.key.as_deref()
            });
            let places = map
                .items()
                .zip(&expect.items)
                .all(|(found, expected)| is_at(expected.key_range, found.key().span()));
            let agreement = Agreement::FULL.and_value(keys).and_ranges(places);
            items(map.items().map(|item| item.value()).collect()).and(Answer::part(agreement, ""))
        }),
        "call" => expression.view().as_call().map(|call| {
            let agreement = Agreement::FULL
                .and_value(expect.name.as_deref() == Some(&*call.name()))
                .and_ranges(is_at(expect.name_range, call.name_span()));
            items(call.arguments().collect()).and(Answer::part(agreement, call.name()))
        }),
        "traversal" => expression.view().as_traversal().map(|found| {
            Answer::part(
                Agreement::FULL.and_value(is_same(&expect.steps, &found)),
                found.to_string(),
            )
        }),
        "keyword" => expression.view().as_keyword().map(|word| {
            let same = expect.output.as_deref() == Some(word);
            Answer::part(Agreement::FULL.and_value(same), word)
        }),
        _ => {
            let found = expression.references();
            let expected = expect.references();
            let same = expected.len() == found.len()
                && expected.iter().zip(&found).all(|(one, other)| is_same(&one.steps, other));
            let places =
                expected.iter().zip(&found).all(|(one, other)| is_at(one.range, other.span()));
            let words = found.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            Some(Answer::part(Agreement::FULL.and_value(same).and_ranges(places), words))
        }
    };
    let ok = Agreement { ok: found.is_some() != refused, ..place };
    match found {
        Some(_) if refused => Answer::part(ok, "accepted"),
        Some(answer) => answer.and(Answer::part(ok, "")),
        None => Answer::part(ok, "refused"),
    }
}

fn is_empty(text: &Option<String>) -> bool {
    text.as_ref().is_none_or(String::is_empty)
}

/// Whether the steps are written in the same way as those of the reference.
fn is_same(expected: &[super::record::StepRecord], found: &Reference<'_>) -> bool {
    let root = expected.first().and_then(|step| step.name.as_deref());
    root == Some(found.root()) && expected.len() == found.steps().len() + 1
}
