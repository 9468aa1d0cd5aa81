//! Recorded answers of the reference implementation, from the folder that `SERDE_HCL_CONFORMANCE`
//! names; without it there is nothing to compare with and the test says so.
//!
//! - `SERDE_HCL_LIST=<start of a category or an id>` lists the cases that disagree.
//! - `SERDE_HCL_RAISE=1` raises the floors to what is reached.

mod agreement;
mod answer;
mod body;
mod content;
mod context;
mod equality;
mod judge;
mod notation;
mod partial;
mod record;
mod tally;
mod types;

#[path = "../support/floors.rs"]
mod floors;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use self::agreement::Level;
use self::floors::Floors;
use self::judge::{Verdict, judge};
use self::record::Record;
use self::tally::Table;

#[test]
fn answers_agree_with_the_reference() -> io::Result<()> {
    // Not `println`, which the test harness hides.
    let mut out = io::stdout();
    let Some(folder) = std::env::var_os("SERDE_HCL_CONFORMANCE") else {
        return Floors::skipped("conformance", "SERDE_HCL_CONFORMANCE");
    };
    let wanted = std::env::var("SERDE_HCL_LIST").ok();
    let (mut kinds, mut groups) = (Table::default(), Table::default());
    let mut missing = BTreeMap::<String, usize>::new();
    for file in files(Path::new(&folder))? {
        for line in fs::read_to_string(&file)?.lines() {
            let record: Record<'_> = serde_json::from_str(line)
                .unwrap_or_else(|error| panic!("{}: {error}: {line}", file.display()));
            let verdict = judge(&record);
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
    for (name, count) in &missing {
        writeln!(out, "missing function: {name} ×{count}")?;
    }
    let counts = kinds.rows().flat_map(|(kind, tally)| {
        tally.counts().map(move |(level, count)| (format!("{kind}/{level}"), count))
    });
    Floors::read("conformance").hold(&counts.collect());
    Ok(())
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
