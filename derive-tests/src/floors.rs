//! Counts that must not fall: `derive-tests/floors/<suite>.txt`, with a line for each: `name
//! reached/cases`.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The number of cases with the right result, and the number of all cases.
#[derive(Clone, Copy)]
pub struct Count {
    pub reached: usize,
    pub cases: usize,
}

pub struct Floors {
    path: PathBuf,
    floors: BTreeMap<String, Count>,
}

impl Floors {
    pub fn read(suite: &str) -> Self {
        let path = folder().join(suite).with_extension("txt");
        let text = fs::read_to_string(&path).unwrap_or_default();
        let floors = text.lines().map(|line| read(line).expect("name reached/cases"));
        Floors { floors: floors.collect(), path }
    }

    /// Reports that a suite does not run because `variable` is not set, and the number of its cases.
    pub fn skipped(suite: &str, variable: &str) -> io::Result<()> {
        let mut cases = BTreeMap::<String, usize>::new();
        for (name, count) in Floors::read(suite).floors {
            // The levels `kind/level` of one kind count the same cases.
            let kind = name.split('/').next().unwrap_or_default().to_owned();
            let most = cases.entry(kind).or_default();
            *most = count.cases.max(*most);
        }
        let cases: usize = cases.values().sum();
        writeln!(io::stdout(), "{suite}: skipped {cases} cases, {variable} names no folder")
    }

    /// Fails if a count is below its floor or missing, or if the number of cases differs. With
    /// `SERDE_HCL_RAISE` set, records the counts instead, unless one of the same number of cases is
    /// below its floor.
    pub fn hold(self, counts: &BTreeMap<String, Count>) {
        let raise = std::env::var_os("SERDE_HCL_RAISE").is_some();
        let mut failures = Vec::new();
        for (name, Count { reached, cases }) in counts {
            match self.floors.get(name) {
                Some(floor) if floor.cases == *cases => {
                    if *reached < floor.reached {
                        failures
                            .push(format!("{name}: {reached} of {cases}, floor {}", floor.reached));
                    }
                }
                _ if raise => {}
                Some(floor) => {
                    failures.push(format!("{name}: {cases} cases, {} are recorded", floor.cases));
                }
                None => failures.push(format!("{name}: {cases} cases, none are recorded")),
            }
        }
        let missing = self.floors.keys().filter(|name| !raise && !counts.contains_key(*name));
        failures.extend(missing.map(|name| format!("{name}: recorded, but not found")));
        assert!(
            failures.is_empty(),
            "{}\n(SERDE_HCL_RAISE=1 records other numbers of cases)",
            failures.join("\n")
        );
        if raise {
            self.raise(counts);
        }
    }

    fn raise(self, counts: &BTreeMap<String, Count>) {
        let lines = counts
            .iter()
            .map(|(name, Count { reached, cases })| format!("{name} {reached}/{cases}\n"));
        fs::write(&self.path, lines.collect::<String>()).expect("floors can be written");
    }
}

/// The folder `derive-tests/floors`. The suites of the package `serde_hcl` compile this file, too.
fn folder() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let of_root = package.join("derive-tests/floors");
    if of_root.exists() { of_root } else { package.join("floors") }
}

fn read(line: &str) -> Option<(String, Count)> {
    let (name, counts) = line.split_once(' ')?;
    let (reached, cases) = counts.split_once('/')?;
    Some((name.to_owned(), Count { reached: reached.parse().ok()?, cases: cases.parse().ok()? }))
}
