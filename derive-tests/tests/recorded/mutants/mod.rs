//! Diagnostics for real files with one mistake: a token deleted, inserted, or swapped with the next
//! one. The files are in the folder in `SERDE_HCL_CORPUS`; without it the test reports that it is
//! skipped.
//!
//! `SERDE_HCL_LIST` lists mutants with no or several diagnostics (`many`), with a first diagnostic far
//! from the change (`far`), or with lost items (`lost`).

mod damage;
mod lenient;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use serde_hcl::Error;
use serde_hcl::syntax::BodyRef;

use derive_tests::corpus::valid_files;
use derive_tests::fixes::broken_fixes;
use derive_tests::floors::{Count, Floors};
use derive_tests::tokens::tokens;

const MUTANTS: usize = 3_000;

/// The maximum size of a file: larger files have the same kinds of items.
const MOST_BYTES: usize = 60_000;

#[test]
fn one_mistake_has_one_diagnostic_at_its_place() -> io::Result<()> {
    let Some(folder) = std::env::var_os("SERDE_HCL_CORPUS").map(PathBuf::from) else {
        return Floors::skipped("mutants", "SERDE_HCL_CORPUS");
    };
    let files = files(&folder)?;
    let mut random = Random(0x5eed_0f0e_1115);
    let mut tally = Tally::default();
    while tally.mutants < MUTANTS {
        let (path, source) = &files[random.below(files.len())];
        let Some(mutant) = Mutant::of(source, &mut random) else { continue };
        let Err(error) = serde_hcl::parse(&mutant.source) else { continue };
        let broken = broken_fixes(&mutant.source, false);
        assert!(broken.is_empty(), "{path}: {broken}");
        tally.add(path, &mutant, &error);
        tally.add_items(path, source, &mutant);
    }
    tally.hold()
}

fn files(folder: &Path) -> io::Result<Vec<(String, String)>> {
    let mut files = valid_files(folder)?;
    files.retain(|(_, source)| source.len() <= MOST_BYTES && serde_hcl::parse(source).is_ok());
    Ok(files)
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % limit as u64) as usize
    }
}

struct Mutant {
    source: String,
    change: &'static str,
    /// The lines of the change.
    lines: RangeInclusive<usize>,
}

impl Mutant {
    fn of(source: &str, random: &mut Random) -> Option<Self> {
        let tokens = tokens(source);
        if tokens.len() < 2 {
            return None;
        }
        let at = random.below(tokens.len() - 1);
        let (first, second) = (tokens[at].clone(), tokens[at + 1].clone());
        let line = |at: usize| source[..at].matches('\n').count() + 1;
        let (change, replaced, replacement) = match random.below(3) {
            0 => ("deletion", first, String::new()),
            1 => {
                let inserted = &source[tokens[random.below(tokens.len())].clone()];
                ("insertion", first.start..first.start, inserted.to_owned())
            }
            _ => {
                let between = &source[first.end..second.start];
                let swapped =
                    format!("{}{between}{}", &source[second.clone()], &source[first.clone()]);
                ("swap", first.start..second.end, swapped)
            }
        };
        let start = line(replaced.start);
        let lines = start..=start + replacement.matches('\n').count();
        let source =
            format!("{}{replacement}{}", &source[..replaced.start], &source[replaced.end..]);
        Some(Mutant { source, change, lines })
    }
}

/// Counts the items of a body by their paths of block types, names, labels and expressions.
fn count_items(path: &str, body: BodyRef<'_>, items: &mut BTreeMap<String, usize>) {
    for attribute in body.attributes() {
        let text = attribute.expression().text();
        *items.entry(format!("{path}{} = {text}", attribute.name())).or_default() += 1;
    }
    for block in body.blocks() {
        let labels: Vec<_> = block.labels().map(|label| label.value()).collect();
        *items.entry(format!("{path}{} {labels:?}", block.block_type())).or_default() += 1;
        count_items(&format!("{path}{}.", block.block_type()), block.body(), items);
    }
}

#[derive(Default)]
struct Tally {
    mutants: usize,
    diagnostics: usize,
    one: usize,
    near: usize,
    items: usize,
    kept: usize,
    by_change: BTreeMap<&'static str, [usize; 3]>,
}

impl Tally {
    fn add(&mut self, path: &str, mutant: &Mutant, error: &Error) {
        let found = error.diagnostics().len();
        let line = error.line().unwrap_or(0);
        let is_near =
            (mutant.lines.start().saturating_sub(1)..=mutant.lines.end() + 1).contains(&line);
        self.mutants += 1;
        self.diagnostics += found;
        self.one += usize::from(found == 1);
        self.near += usize::from(is_near);
        let counts = self.by_change.entry(mutant.change).or_default();
        counts[0] += 1;
        counts[1] += found;
        counts[2] += usize::from(is_near);
        let list = std::env::var("SERDE_HCL_LIST").unwrap_or_default();
        if list == "many" && found != 1 || list == "far" && !is_near {
            println!("\n######## {path} {} at line {}", mutant.change, mutant.lines.start());
            let first = mutant.lines.start().saturating_sub(6);
            for (index, text) in mutant.source.lines().enumerate().skip(first).take(11) {
                println!("{:4} | {text}", index + 1);
            }
            for diagnostic in error.diagnostics() {
                let position = diagnostic.position().map(|it| (it.line, it.column));
                println!("=> {position:?} {} {}", diagnostic.code(), diagnostic.detail());
            }
        }
    }

    /// Compares the items of the original with those of the tree of the mutant.
    fn add_items(&mut self, path: &str, source: &str, mutant: &Mutant) {
        let original = serde_hcl::parse(source).expect("a valid file");
        let (document, _) = serde_hcl::parse_lenient(&mutant.source);
        let (mut before, mut after) = (BTreeMap::new(), BTreeMap::new());
        count_items("", original.body(), &mut before);
        count_items("", document.body(), &mut after);
        let items: usize = before.values().sum();
        let kept = before.iter().map(|(item, count)| count.min(after.get(item).unwrap_or(&0)));
        let kept: usize = kept.sum();
        self.items += items;
        self.kept += kept;
        let list = std::env::var("SERDE_HCL_LIST").unwrap_or_default();
        if list == "lost" && kept + 6 < items {
            println!(
                "{} of {items} items lost: {path} {} {:?}",
                items - kept,
                mutant.change,
                mutant.lines
            );
        }
    }

    fn hold(self) -> io::Result<()> {
        let mut out = io::stdout();
        let share = |count: usize, of: usize| count as f64 / of as f64;
        for (change, [mutants, diagnostics, near]) in &self.by_change {
            let (average, near) = (share(*diagnostics, *mutants), 100.0 * share(*near, *mutants));
            writeln!(
                out,
                "{change}: {mutants} mutants, {average:.2} diagnostics, {near:.1} % near"
            )?;
        }
        let average = share(self.diagnostics, self.mutants);
        writeln!(out, "all: {average:.3} diagnostics")?;
        let count = |reached| Count { reached, cases: self.mutants };
        let counts = [("one-diagnostic", self.one), ("first-is-near", self.near)];
        for (name, reached) in counts {
            writeln!(
                out,
                "{name}: {reached} of {} ({:.1} %)",
                self.mutants,
                100.0 * share(reached, self.mutants)
            )?;
        }
        let kept = 100.0 * share(self.kept, self.items);
        writeln!(out, "items in the tree: {} of {} ({kept:.2} %)", self.kept, self.items)?;
        let mut counts: BTreeMap<_, _> =
            counts.map(|(name, reached)| (name.to_owned(), count(reached))).into();
        counts.insert("items".to_owned(), Count { reached: self.kept, cases: self.items });
        Floors::read("mutants").hold(&counts);
        Ok(())
    }
}
