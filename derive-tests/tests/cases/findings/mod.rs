//! Unseen mistakes with what a good report says, from `mistakes-2/mistakes.jsonl` in the folder in
//! `SERDE_HCL_FINDINGS`. Prints the number of good reports by group and judgement:
//!
//! - `one`: as many diagnostics as causes,
//! - `first`: the first diagnostic is at a cause,
//! - `all`: a diagnostic is at every cause,
//! - `fix`: a text of the report has a keyword of the fix,
//! - `plain`: no text of ours has a word to avoid (summaries are those of the reference),
//! - `good`: all of them.
//!
//! `SERDE_HCL_LIST=1` lists the mistakes with a bad report, `SERDE_HCL_LIST=<id or group>` some of them;
//! `SERDE_HCL_RAISE=1` raises the floors.

mod app;
mod calls;
mod shop;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use serde::Deserialize;
use serde_hcl::diagnostic::Diagnostic;
use serde_hcl::syntax::BodyRef;
use serde_hcl::value::Mark;
use serde_hcl::{
    Context, Document, Error, Type, Value, from_str_with, functions, json, parse_expression, value,
};

use crate::floors::{Count, Floors};
use crate::read;

#[derive(Deserialize)]
struct Mistake {
    id: String,
    group: String,
    source: String,
    /// The first and the last line of each cause.
    cause: Vec<(usize, usize)>,
    keywords: Vec<String>,
    avoid: Vec<String>,
    schema: String,
    fixed: String,
}

#[test]
fn every_mistake_names_its_fix() -> io::Result<()> {
    let Some(folder) = std::env::var_os("SERDE_HCL_FINDINGS") else {
        return Floors::skipped("mistakes-2", "SERDE_HCL_FINDINGS");
    };
    let list = std::env::var("SERDE_HCL_LIST").unwrap_or_default();
    let mut out = io::stdout();
    let mut counts = BTreeMap::<String, Count>::new();
    let records = read(&Path::new(&folder).join("mistakes-2/mistakes.jsonl"));
    for line in records.lines() {
        let mistake: Mistake = serde_json::from_str(line)?;
        let errors = errors(&mistake.schema, &mistake.source);
        let judgements = mistake.judge(&errors);
        let is_good = judgements.iter().all(|(_, holds)| *holds);
        for (judgement, holds) in judgements.into_iter().chain([("good", is_good)]) {
            for group in [&mistake.group, "all"] {
                let count = counts.entry(format!("{group}/{judgement}"));
                let count = count.or_insert(Count { reached: 0, cases: 0 });
                count.cases += 1;
                count.reached += usize::from(holds);
            }
        }
        let is_listed = list == "1" && !is_good || [&mistake.id, &mistake.group].contains(&&list);
        if is_listed {
            let bad: Vec<_> = judgements.iter().filter(|(_, holds)| !holds).collect();
            let reports: String = errors.iter().map(|error| error.report().to_string()).collect();
            writeln!(out, "##### {} {bad:?}\n{}\n{reports}", mistake.id, mistake.source)?;
        }
        mistake.is_accepted_when_fixed();
    }
    for (name, count) in &counts {
        writeln!(out, "{name}: {} of {}", count.reached, count.cases)?;
    }
    Floors::read("mistakes-2").hold(&counts);
    Ok(())
}

impl Mistake {
    fn judge(&self, errors: &[Error]) -> [(&'static str, bool); 5] {
        let found = diagnostics(errors);
        let lines: Vec<Option<usize>> = found.iter().map(|it| line(it)).collect();
        let is_at = |line: &Option<usize>, (first, last): &(usize, usize)| {
            line.is_some_and(|line| (*first..=*last).contains(&line))
        };
        // The errors of calls have no place.
        let is_call = self.cause.is_empty();
        let first = |line| self.cause.iter().any(|cause| is_at(line, cause));
        let is_told = |cause| lines.iter().any(|line| is_at(line, cause));
        let own: String = found.iter().map(|it| own_texts(it) + "\n").collect();
        let summaries: String = found.iter().map(|it| it.summary().to_lowercase() + "\n").collect();
        let has_keyword = |word: &String| {
            let word = word.to_lowercase();
            own.contains(&word) || summaries.contains(&word)
        };
        let source = self.source.to_lowercase();
        let avoided = self.avoid.iter().map(|word| word.to_lowercase());
        let mut avoided = avoided.filter(|word| !has_word(&source, word));
        [
            ("one", found.len() == self.cause.len().max(1)),
            ("first", is_call || lines.first().is_some_and(first)),
            ("all", is_call || self.cause.iter().all(is_told)),
            ("fix", self.keywords.iter().any(has_keyword)),
            ("plain", !found.is_empty() && !avoided.any(|word| has_word(&own, &word))),
        ]
    }

    fn is_accepted_when_fixed(&self) {
        if self.cause.is_empty() {
            return;
        }
        if let Some(error) = errors(&self.schema, &self.fixed).first() {
            panic!("{}: not accepted when fixed\n{}", self.id, error.report());
        }
    }
}

/// The different diagnostics.
pub(crate) fn diagnostics(errors: &[Error]) -> Vec<&Diagnostic> {
    let mut different: Vec<&Diagnostic> = Vec::new();
    for found in errors.iter().flat_map(Error::diagnostics) {
        let key = |it: &Diagnostic| (it.span(), it.code(), it.detail().to_owned());
        if different.iter().all(|it| key(it) != key(found)) {
            different.push(found);
        }
    }
    different
}

/// The line of a diagnostic. A mistake in the expression of a lazy variable, which is no part of the
/// source, is where the source reads the variable.
fn line(found: &Diagnostic) -> Option<usize> {
    let reader = found.labels().iter().rfind(|label| label.text().ends_with(" is read here"));
    Some(reader.map_or(found.position(), |label| label.position())?.line)
}

/// The texts of a diagnostic besides its summary, in lower case.
fn own_texts(found: &Diagnostic) -> String {
    let mut texts = vec![found.detail()];
    texts.extend(found.help());
    texts.extend(found.labels().iter().map(|label| label.text()));
    texts.extend(found.notes().iter().map(String::as_str));
    texts.join("\n").to_lowercase()
}

/// Whether the text has the word, and not only as a part of another one.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |it: char| it.is_alphanumeric() || it == '_';
    text.match_indices(word).any(|(start, _)| {
        let before = text[..start].chars().next_back().is_some_and(is_part);
        let after = text[start + word.len()..].chars().next().is_some_and(is_part);
        !(before && word.starts_with(is_part) || after && word.ends_with(is_part))
    })
}

/// The mistakes of the source: its syntax errors, or the errors of its values.
fn errors(schema: &str, source: &str) -> Vec<Error> {
    let context = context(schema);
    let evaluated = |document: Result<Document, Error>| match document {
        Ok(document) => {
            let mut errors = Vec::new();
            evaluate(document.body(), &context, &mut errors);
            errors
        }
        Err(error) => vec![error],
    };
    match schema {
        "app" => from_str_with::<app::Config>(source, &context).err().into_iter().collect(),
        "shop" => from_str_with::<shop::Shop>(source, &context).err().into_iter().collect(),
        "shop-json" => {
            json::from_str_with::<shop::Shop>(source, &context).err().into_iter().collect()
        }
        "json" => evaluated(json::parse(source)),
        "none" | "tf" => evaluated(Document::parse(source, None)),
        _ => schema.strip_prefix("api:").and_then(calls::run).into_iter().collect(),
    }
}

/// The mistakes of a source, in JSON syntax if it starts with a brace, with Terraform's functions.
pub(crate) fn errors_of(source: &str) -> Vec<Error> {
    errors(if source.starts_with('{') { "json" } else { "tf" }, source)
}

pub(crate) fn first_error(source: &str) -> Result<(), Error> {
    errors_of(source).into_iter().next().map_or(Ok(()), Err)
}

fn evaluate(body: BodyRef<'_>, context: &Context, errors: &mut Vec<Error>) {
    for item in body.items() {
        if let Some(attribute) = item.as_attribute() {
            errors.extend(attribute.expression().evaluate(context).err());
        } else if let Some(block) = item.as_block() {
            evaluate(block.body(), context, errors);
        }
    }
}

fn context(schema: &str) -> Context {
    if !matches!(schema, "tf" | "json") {
        return Context::standard()
            .variable("region", "eu")
            .variable("n", 3)
            .variable("list", value!(["a", "b"]))
            .variable("obj", value!({ "name": "x" }));
    }
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("derive-tests/cases/data");
    let instances = value!([{ "name": "one", "size": 1 }, { "name": "two", "size": 2 }]);
    let locals = [
        ("a", "local.b + 1"),
        ("b", "local.c * 2"),
        ("c", "local.a"),
        ("name", "\"${var.region}-x\""),
        ("wrong", "upper(var.regoin)"),
        ("me", "local.me"),
    ];
    let locals = locals.map(|(name, text)| (name, parse_expression(text).expect("an expression")));
    Context::terraform()
        .functions(functions::files(data).expect("a folder"))
        .variable(
            "var",
            value!({
                "region": "eu-west-1",
                "zones": ["a", "b", "c"],
                "tags": { "team": "web" },
                "count": 3,
                "empty": [],
                "nothing": null,
                "instances": instances,
                "enabled": true,
                "password": "geheim",
            }),
        )
        .variable("path", value!({ "module": "." }))
        .variable("aws_vpc", Value::unknown(Type::Dynamic))
        .variable("later", Value::unknown(Type::String))
        .variable("secret", Value::from("hush").mark(Mark::SENSITIVE))
        .lazy_object("local", locals)
}
