//! Recorded edits with the results of the reference implementation, from the folders in
//! `SERDE_HCL_EDITS` and `SERDE_HCL_CONFORMANCE`. Without these folders the test reports that it is
//! skipped.
//!
//! - `SERDE_HCL_LIST=<start of a category or an id>` lists the cases that disagree.
//! - `SERDE_HCL_RAISE=1` raises the floors to the current counts.

mod apply;
mod judge;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use self::apply::Edit;
use self::judge::{LEVELS, Verdict, judge};
use derive_tests::floors::{Count, Floors};

#[test]
fn edits_agree_with_the_reference() -> io::Result<()> {
    // Not `println`, which the test harness hides.
    let mut out = io::stdout();
    let folders = ["SERDE_HCL_EDITS", "SERDE_HCL_CONFORMANCE"];
    let [Some(edits), Some(others)] = folders.map(std::env::var_os) else {
        return Floors::skipped("edits", "SERDE_HCL_EDITS");
    };
    let files = files(Path::new(&edits), Path::new(&others))?;
    let wanted = std::env::var("SERDE_HCL_LIST").ok();
    let mut table = BTreeMap::<String, [usize; LEVELS.len() + 1]>::new();
    for file in files {
        let text = fs::read_to_string(&file)?;
        for line in text.lines().filter(|line| line.contains("\"kind\": \"edit\"")) {
            let edit: Edit<'_> = serde_json::from_str(line)
                .unwrap_or_else(|error| panic!("{}: {error}: {line}", file.display()));
            let verdict = judge(&edit);
            let row = table.entry(edit.group().to_owned()).or_default();
            row[0] += 1;
            for (count, level) in row[1..].iter_mut().zip(LEVELS) {
                *count += usize::from(verdict.level >= level);
            }
            let is_wanted = wanted.as_ref().is_some_and(|wanted| edit.is_in(wanted));
            if is_wanted && verdict.level < LEVELS[LEVELS.len() - 1] {
                list(&mut out, &edit, &verdict)?;
            }
        }
    }
    let mut counts = BTreeMap::new();
    writeln!(out, "\n{:<28}{:>6}{:>9}{:>9}{:>9}", "", "cases", "results", "output", "lines")?;
    for (name, [cases, reached @ ..]) in &table {
        writeln!(out, "{name:<28}{cases:>6}{:>9}{:>9}{:>9}", reached[0], reached[1], reached[2])?;
        for (level, reached) in LEVELS.iter().zip(reached) {
            let count = Count { reached: *reached, cases: *cases };
            counts.insert(format!("{name}/{level:?}"), count);
        }
    }
    Floors::read("edits").hold(&counts);
    Ok(())
}

/// The files with recorded edits.
fn files(edits: &Path, others: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = vec![others.join("extracted/hclwrite.jsonl")];
    for entry in fs::read_dir(edits)? {
        files.push(entry?.path());
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    Ok(files)
}

fn list(out: &mut impl Write, edit: &Edit<'_>, verdict: &Verdict) -> io::Result<()> {
    writeln!(out, "{} {:?}: {}", edit.id, verdict.level, verdict.reason)?;
    writeln!(out, "  ops: {:?}", edit.ops)?;
    writeln!(out, "  source:   {:?}\n  expected: {:?}", edit.src, edit.expect.output)?;
    writeln!(out, "  found:    {:?}\n", verdict.found)
}
