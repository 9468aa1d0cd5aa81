//! Counts that may rise but never fall: `derive-tests/floors/<suite>.txt`, a line for each:
//! `name reached/cases`.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// How many of how many cases are as they should be.
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
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("floors");
        let path = folder.join(suite).with_extension("txt");
        let text = fs::read_to_string(&path).unwrap_or_default();
        let floors = text.lines().map(|line| read(line).expect("name reached/cases"));
        Floors { floors: floors.collect(), path }
    }

    /// Fails if a count is below its floor. With `SERDE_HCL_RAISE` set, floors rise to the counts.
    pub fn hold(self, counts: &BTreeMap<String, Count>) {
        let mut fallen = Vec::new();
        for (name, Count { reached, cases }) in counts {
            let Some(floor) = self.floors.get(name) else { continue };
            if floor.cases != *cases {
                // Other cases than those that the floor is about say nothing about it.
                let _ = writeln!(io::stdout(), "{name}: {cases} cases, no floor for that many");
            } else if *reached < floor.reached {
                fallen.push(format!("{name}: {reached} of {cases}, floor {}", floor.reached));
            }
        }
        assert!(fallen.is_empty(), "below the floor:\n{}", fallen.join("\n"));
        if std::env::var_os("SERDE_HCL_RAISE").is_some() {
            self.raise(counts);
        }
    }

    fn raise(mut self, counts: &BTreeMap<String, Count>) {
        self.floors.extend(counts.clone());
        let lines = self.floors.iter();
        let lines =
            lines.map(|(name, Count { reached, cases })| format!("{name} {reached}/{cases}\n"));
        fs::write(&self.path, lines.collect::<String>()).expect("floors can be written");
    }
}

fn read(line: &str) -> Option<(String, Count)> {
    let (name, counts) = line.split_once(' ')?;
    let (reached, cases) = counts.split_once('/')?;
    Some((name.to_owned(), Count { reached: reached.parse().ok()?, cases: cases.parse().ok()? }))
}
