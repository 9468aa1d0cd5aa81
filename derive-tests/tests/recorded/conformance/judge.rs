//! Judges one case: runs the operation of the case, and compares the answers.

use serde::de::IgnoredAny;
use serde_hcl::configuration::Reference;
use serde_hcl::format::{Formatter, format};
use serde_hcl::syntax::BodyRef;
use serde_hcl::{
    Context, Error, Expression, functions, parse, parse_expression, parse_partial_traversal,
    parse_template, parse_traversal, to_expression_string,
};

use super::agreement::{Agreement, Level};
use super::answer::Answer;
use super::equality::Precision;
use super::record::Record;
use super::{body, content, context, correction, gohcl, json, types};

/// The verdict on a case.
pub enum Verdict {
    /// The runner has no operation for this kind of case.
    Unsupported,
    /// The case calls a function that the crate does not have.
    MissingFunction(String),
    /// The level of agreement, and the crate's answer as text.
    Judged { level: Level, found: String },
}

pub fn judge(record: &Record<'_>) -> Verdict {
    let source = record.source();
    let answer = match correction::text(record, &source) {
        Some(text) => answer(record, &text).map(|answer| answer.and(refusal(record, &source))),
        None => answer_to_bytes(record, &source),
    };
    match answer {
        None => Verdict::Unsupported,
        Some(Answer { missing_function: Some(name), .. }) => Verdict::MissingFunction(name),
        Some(Answer { agreement, words, .. }) => {
            let agreement = match record.unstable_diags {
                true => Agreement { summary: true, ranges: true, ..agreement },
                false => agreement,
            };
            Verdict::Judged { level: agreement.level(), found: words }
        }
    }
}

/// The answer of the crate to the case; `None` for an unknown kind.
fn answer(record: &Record<'_>, source: &str) -> Option<Answer> {
    if record.custom_funcs.is_some() {
        return None;
    }
    let diagnostics = &record.expect.diags;
    Some(match (&*record.kind, &*record.grammar) {
        ("parse", "json") | ("json_expr" | "json_body" | "json_content", _) => {
            json::judge(record, source)?
        }
        ("json_partial" | "json_static", _) => json::judge(record, source)?,
        ("gohcl_json" | "gohcl_native", _) => gohcl::judge(record, source)?,
        ("parse", "body") => Answer::of(diagnostics, parse(source), |_| Answer::none()),
        ("parse", "expr") => Answer::of(diagnostics, parse_expression(source), |_| Answer::none()),
        ("parse", "template") => {
            Answer::of(diagnostics, parse_template(source), |_| Answer::none())
        }
        ("outline", _) => {
            Answer::of(diagnostics, parse(source), |document| outline(record, document.body()))
        }
        ("body", _) => {
            Answer::of(diagnostics, parse(source), |document| evaluated(record, document.body()))
        }
        ("expr", _) => value(record, parse_expression(source)),
        ("template", _) => value(record, parse_template(source)),
        ("variables", "expr") => Answer::of(diagnostics, parse_expression(source), |expression| {
            references(record, &expression)
        }),
        ("variables", "template") => {
            Answer::of(diagnostics, parse_template(source), |expression| {
                references(record, &expression)
            })
        }
        ("traversal", _) if record.partial => {
            Answer::of(diagnostics, parse_partial_traversal(source), |expression| {
                traversal(record, expression.view().as_partial_traversal())
            })
        }
        ("traversal", _) => Answer::of(diagnostics, parse_traversal(source), |expression| {
            traversal(record, expression.view().as_traversal())
        }),
        ("format", _) => laid_out(record, format(source)),
        ("generate", _) => laid_out(record, to_expression_string(&types::variable(record)?)),
        ("terraform_fmt", _) => laid_out(record, Formatter::terraform().format(source)),
        ("userfunc", _) => user_function(record, source),
        ("content", _) => content::by_schema(record, source),
        ("dynblock", _) => content::expanded(record, source),
        ("typeexpr" | "json_typeexpr" | "typedefaults" | "convert" | "unify", _) => {
            types::judge(record, source)?
        }
        _ => return None,
    })
}

/// The answer of the crate to a source that is not UTF-8. Every kind of source is rejected in the same
/// way, before it is parsed.
fn answer_to_bytes(record: &Record<'_>, source: &[u8]) -> Option<Answer> {
    let is_parsed = matches!(&*record.kind, "parse" | "body" | "expr" | "template");
    is_parsed.then(|| {
        let ignored = serde_hcl::from_slice::<IgnoredAny>(source);
        Answer::of(&record.expect.diags, ignored, |_| Answer::none())
    })
}

/// Whether the crate rejects a JSON source that is not UTF-8.
fn refusal(record: &Record<'_>, source: &[u8]) -> Answer {
    if !record.is_json() || std::str::from_utf8(source).is_ok() {
        return Answer::none();
    }
    let refused = serde_hcl::json::from_slice::<IgnoredAny>(source);
    let is_refusal = |code| matches!(code, "invalid-encoding" | "other-language");
    let ok = refused.is_err_and(|error| is_refusal(error.code()));
    Answer::part(Agreement { ok, ..Agreement::FULL }, "")
}

/// The structure of a body, without evaluation.
fn outline(record: &Record<'_>, body: BodyRef<'_>) -> Answer {
    body::compare(&record.expect.body, body, &|_, _| Answer::none())
}

/// A body and the values of its attributes.
fn evaluated(record: &Record<'_>, body: BodyRef<'_>) -> Answer {
    let context = match context::of(record) {
        Ok(context) => context,
        Err(name) => return Answer::missing(name),
    };
    body::compare(&record.expect.body, body, &|item, attribute| {
        Answer::of(&item.diags, attribute.expression().evaluate(&context), |value| {
            Answer::value(&item.outcome(), &value, precision(record))
        })
    })
}

fn value(record: &Record<'_>, expression: Result<Expression, Error>) -> Answer {
    let context = match context::of(record) {
        Ok(context) => context,
        Err(name) => return Answer::missing(name),
    };
    let value = expression.and_then(|expression| expression.evaluate(&context));
    Answer::of(&record.expect.diags, value, |value| {
        Answer::value(&record.expect.outcome(), &value, precision(record))
    })
}

/// Text in the canonical layout.
fn laid_out(record: &Record<'_>, text: Result<String, Error>) -> Answer {
    Answer::of(&record.expect.diags, text, |found| {
        let same = record.expect.output.as_ref() == Some(&found);
        Answer::part(Agreement::FULL.and_value(same), found)
    })
}

/// A call of a function that the source defines. The functions can use the whole context, the call
/// only these functions.
fn user_function(record: &Record<'_>, source: &str) -> Answer {
    let context = match context::of(record) {
        Ok(context) => context,
        Err(name) => return Answer::missing(name),
    };
    let defined =
        parse(source).and_then(|document| functions::defined_in(document.body(), &context));
    let expected = &*record.expect.diags;
    let (functions, error) = match defined {
        Ok(functions) => (functions, None),
        // After an error, the reference evaluates the call without that function, or without any
        // function if the blocks themselves are wrong.
        Err(error) if error.code() == "extraneous-label" => (Vec::new(), Some(error)),
        Err(error) => (functions::get("nonsensitive").into_iter().collect(), Some(error)),
    };
    let definitions = error.iter().len().min(expected.len());
    let (of_definition, of_call) = expected.split_at(definitions);
    let call = record.expr.as_deref().unwrap_or_default();
    let context = Context::new().functions(functions);
    let value = parse_expression(call).and_then(|call| call.evaluate(&context));
    let value = Answer::of(of_call, value, |value| {
        Answer::value(&record.expect.outcome(), &value, Precision::Exact)
    });
    let definition = error.map_or(Ok(()), Err);
    Answer::of(of_definition, definition, |()| Answer::none()).and(value)
}

fn precision(record: &Record<'_>) -> Precision {
    match record.is_answered_by_terraform() {
        true => Precision::Rounded,
        false => Precision::Exact,
    }
}

/// The references to variables, in their canonical text.
fn references(record: &Record<'_>, expression: &Expression) -> Answer {
    let found: Vec<String> = expression.references().iter().map(ToString::to_string).collect();
    let agreement = Agreement::FULL
        .and_value(found == record.expect.written_references())
        .and_ranges(body::is_at(record.expect.range, expression.span()));
    Answer::part(agreement, found.join(", "))
}

/// A standalone traversal.
fn traversal(record: &Record<'_>, found: Option<Reference<'_>>) -> Answer {
    let Some(found) = found else {
        return Answer::part(Agreement::FULL.and_value(false), "no traversal");
    };
    let spans = std::iter::once(found.root_span()).chain(found.steps().map(|step| step.span()));
    let expected: Vec<_> = record.expect.steps.iter().filter_map(|step| step.range).collect();
    let ranges = body::are_at(&expected, spans);
    let written = found.to_string();
    let same = record.expect.output.as_ref() == Some(&written);
    Answer::part(Agreement::FULL.and_value(same).and_ranges(ranges), written)
}
