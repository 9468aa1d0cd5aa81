//! Counts of cases, and the table of the counts.

use std::collections::BTreeMap;
use std::fmt;

use super::agreement::Level;
use super::judge::Verdict;
use derive_tests::floors::Count;

const LEVELS: [(Level, &str); 4] = [
    (Level::Ok, "ok"),
    (Level::Value, "value"),
    (Level::Summary, "summary"),
    (Level::Ranges, "ranges"),
];

/// The counts of a category.
#[derive(Default)]
pub struct Tally {
    cases: usize,
    unsupported: usize,
    missing: usize,
    /// Cases that reached each level or a higher one.
    reached: [usize; LEVELS.len()],
}

impl Tally {
    pub fn add(&mut self, verdict: &Verdict) {
        self.cases += 1;
        match verdict {
            Verdict::Unsupported => self.unsupported += 1,
            Verdict::MissingFunction(_) => self.missing += 1,
            Verdict::Judged { level, .. } => {
                for (count, (required, _)) in self.reached.iter_mut().zip(LEVELS) {
                    *count += usize::from(*level >= required);
                }
            }
        }
    }

    pub fn judged(&self) -> usize {
        self.cases - self.unsupported - self.missing
    }

    /// The number of cases that reach each level; none if the kind is not supported.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, Count)> {
        let levels = LEVELS.iter().zip(self.reached).filter(|_| self.cases > self.unsupported);
        levels.map(|((_, name), reached)| (*name, Count { reached, cases: self.cases }))
    }
}

/// Tallies by name, and their sum.
#[derive(Default)]
pub struct Table {
    rows: BTreeMap<String, Tally>,
    total: Tally,
}

impl Table {
    pub fn add(&mut self, row: &str, verdict: &Verdict) {
        self.rows.entry(row.to_owned()).or_default().add(verdict);
        self.total.add(verdict);
    }

    /// The table without rows of which no case was judged.
    pub fn judged(mut self) -> Self {
        self.rows.retain(|_, tally| tally.judged() > 0);
        self
    }

    pub fn rows(&self) -> impl Iterator<Item = (&str, &Tally)> {
        self.rows.iter().map(|(name, tally)| (&**name, tally))
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<16}{:>7}{:>13}{:>9}{:>8}", "", "cases", "unsupported", "missing", "judged")?;
        for (_, level) in LEVELS {
            write!(f, "{level:>16}")?;
        }
        for (name, tally) in self.rows().chain([("all", &self.total)]) {
            let judged = tally.judged();
            write!(
                f,
                "\n{name:<16}{:>7}{:>13}{:>9}{judged:>8}",
                tally.cases, tally.unsupported, tally.missing,
            )?;
            for count in tally.reached {
                let share = 100.0 * count as f64 / judged.max(1) as f64;
                write!(f, "{count:>7} ({share:>5.1}%)")?;
            }
        }
        Ok(())
    }
}
