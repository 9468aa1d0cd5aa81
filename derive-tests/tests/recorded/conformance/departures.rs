//! Cases whose diagnostics deliberately differ from those of the reference: `departures.txt`.
//!
//! A departure allows different diagnostics, but no different verdict or value.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::agreement::Level;
use super::judge::Verdict;

/// The listed cases by their ids.
pub struct Departures(BTreeMap<String, Departure>);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Departure {
    NotSeen,
    Met,
    /// The case agrees with the reference.
    Stale,
}

impl Departures {
    pub fn read() -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/conformance");
        let text = fs::read_to_string(folder.join("departures.txt")).expect("the departures");
        let ids = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        Departures(ids.map(|id| (id.to_owned(), Departure::NotSeen)).collect())
    }

    /// The verdict. A listed case counts as agreement if only its diagnostics differ.
    pub fn accept(&mut self, id: &str, verdict: Verdict) -> Verdict {
        let Some(departure) = self.0.get_mut(id) else { return verdict };
        match verdict {
            Verdict::Judged { level: Level::Value | Level::Summary, found } => {
                *departure = Departure::Met;
                Verdict::Judged { level: Level::Ranges, found }
            }
            Verdict::Judged { level: Level::Ranges, found } => {
                *departure = Departure::Stale;
                Verdict::Judged { level: Level::Ranges, found }
            }
            verdict => verdict,
        }
    }

    pub fn met(&self) -> usize {
        self.0.values().filter(|departure| **departure == Departure::Met).count()
    }

    /// Fails if a listed case agrees with the reference.
    pub fn hold(self) {
        let stale = self.0.iter().filter(|(_, departure)| **departure == Departure::Stale);
        let stale: Vec<_> = stale.map(|(id, _)| id).collect();
        assert!(stale.is_empty(), "departures that agree with the reference: {stale:?}");
    }
}
