//! Recorded answers of the reference implementation: from the folders in `SERDE_HCL_CONFORMANCE`
//! and, for JSON syntax, `SERDE_HCL_JSON_SYNTAX`, and a small sample of our own in
//! `cases/conformance`, which is always there.
//!
//! - `sample.jsonl` has a case of each kind; all of them agree completely.
//! - `disagreements.jsonl` has the same cases with one wrong part each. The runner must find it.
//! - `departures.txt` lists the cases whose diagnostics deliberately differ from the reference's.
//! - `SERDE_HCL_LIST=<start of a category or an id>` lists the cases that disagree.
//! - `SERDE_HCL_RAISE=1` raises the floors to the current counts.

mod agreement;
mod answer;
mod body;
mod content;
mod context;
mod correction;
mod departures;
mod equality;
mod gohcl;
mod json;
mod judge;
mod library;
pub(crate) mod notation;
mod partial;
pub(crate) mod record;
mod tally;
mod types;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use self::agreement::Level;
use self::departures::Departures;
use self::judge::{Verdict, judge};
use self::record::Record;
use self::tally::Table;
use derive_tests::floors::Floors;

#[test]
fn answers_agree_with_the_reference() -> io::Result<()> {
    judge_folder("conformance", "SERDE_HCL_CONFORMANCE")
}

#[test]
fn answers_in_json_syntax_agree_with_the_reference() -> io::Result<()> {
    judge_folder("json-syntax", "SERDE_HCL_JSON_SYNTAX")
}

/// Judges all records of the folder that the environment variable names.
fn judge_folder(suite: &str, variable: &str) -> io::Result<()> {
    // Not `println`, which the test harness hides.
    let mut out = io::stdout();
    let Some(folder) = std::env::var_os(variable) else {
        return Floors::skipped(suite, variable);
    };
    let wanted = std::env::var("SERDE_HCL_LIST").ok();
    let (mut kinds, mut groups) = (Table::default(), Table::default());
    let mut missing = BTreeMap::<String, usize>::new();
    let mut departures = Departures::read();
    for file in files(Path::new(&folder))? {
        for line in fs::read_to_string(&file)?.lines() {
            let mut record: Record<'_> = serde_json::from_str(line)
                .unwrap_or_else(|error| panic!("{}: {error}: {line}", file.display()));
            if record.is_json() {
                correction::correct(&mut record);
            }
            let verdict = departures.accept(&record.id, judge(&record));
            kinds.add(&record.kind, &verdict);
            groups.add(record.group(), &verdict);
            if let Verdict::MissingFunction(name) = &verdict {
                *missing.entry(name.clone()).or_default() += 1;
            }
            if wanted.as_ref().is_some_and(|wanted| record.is_in(wanted)) {
                list(&mut out, &record, &verdict)?;
            }
        }
    }
    writeln!(out, "\n{}\n\n{kinds}", groups.judged())?;
    writeln!(out, "{} departures of the diagnostics, counted as agreement", departures.met())?;
    for (name, count) in &missing {
        writeln!(out, "missing function: {name} ×{count}")?;
    }
    let counts = kinds.rows().flat_map(|(kind, tally)| {
        tally.counts().map(move |(level, count)| (format!("{kind}/{level}"), count))
    });
    Floors::read(suite).hold(&counts.collect());
    departures.hold();
    Ok(())
}

#[test]
fn the_sample_agrees() {
    let disagreeing = own_verdicts("sample.jsonl").filter(|(_, level)| *level < Level::Ranges);
    assert_eq!(disagreeing.collect::<Vec<_>>(), []);
}

#[test]
fn disagreements_are_found() {
    let unnoticed =
        own_verdicts("disagreements.jsonl").filter(|(_, level)| *level == Level::Ranges);
    assert_eq!(unnoticed.collect::<Vec<_>>(), []);
}

/// The ids of our own records, with their levels.
fn own_verdicts(file: &str) -> impl Iterator<Item = (String, Level)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/conformance");
    let text = fs::read_to_string(folder.join(file)).expect("our own records");
    let mut departures = Departures::read();
    let verdicts: Vec<_> = text
        .lines()
        .map(|line| {
            let record: Record<'_> = serde_json::from_str(line).expect("a record");
            let verdict = departures.accept(&record.id, judge(&record));
            let Verdict::Judged { level, found } = verdict else {
                panic!("{} is not judged", record.id);
            };
            (format!("{}: {found}", record.id), level)
        })
        .collect();
    assert!(verdicts.len() >= 20, "{} records only", verdicts.len());
    verdicts.into_iter()
}

/// The files of records, in a stable order.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(self::files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "jsonl") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn list(out: &mut impl Write, record: &Record<'_>, verdict: &Verdict) -> io::Result<()> {
    let (reached, found) = match verdict {
        Verdict::Judged { level: Level::Ranges, .. } => return Ok(()),
        Verdict::Judged { level, found } => (format!("{level:?}"), found.as_str()),
        Verdict::MissingFunction(name) => (format!("missing function {name}"), ""),
        Verdict::Unsupported => ("unsupported".to_owned(), ""),
    };
    let source = record.source();
    let source = String::from_utf8_lossy(&source);
    writeln!(out, "{} [{}] {reached}\n  source: {source}", record.id, record.kind)?;
    writeln!(out, "  expected: {}\n  found: {found}\n", record.expect)
}
