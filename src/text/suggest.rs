//! Suggestions: "Did you mean …?"

use strsim::osa_distance;

use crate::limits::budget::charge;

/// Suggestions for a name.
pub(crate) enum Suggestion<'a> {
    /// This name.
    Nearest(&'a str),
    /// One of these names.
    Possible(Vec<&'a str>),
    None,
}

impl Suggestion<'_> {
    /// Sorts the possible names alphabetically, for names without an order of their own.
    pub(crate) fn in_order(mut self) -> Self {
        if let Suggestion::Possible(names) = &mut self {
            names.sort_unstable();
            names.dedup();
        }
        self
    }

    /// The parts of a name such as `total-1`, if the part before a dash is a suggested name.
    pub(crate) fn minuend_of<'g>(&self, given: &'g str) -> Option<(&'g str, &'g str)> {
        let names = match self {
            Suggestion::Nearest(name) => std::slice::from_ref(name),
            Suggestion::Possible(names) => names,
            Suggestion::None => &[],
        };
        let mut parts = given.match_indices('-').map(|(at, _)| (&given[..at], &given[at + 1..]));
        parts.find(|(left, right)| names.contains(left) && !right.is_empty())
    }
}

/// The number of names above which listing a few of them doesn't help.
const TOO_MANY: usize = 60;

/// Suggests the nearest candidate, or else lists the possible names.
pub(crate) fn suggest<'a>(
    given: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Suggestion<'a> {
    let mut names = Vec::new();
    let candidates = candidates.into_iter().inspect(|candidate| {
        if names.len() <= TOO_MANY {
            names.push(*candidate);
        }
    });
    if let Some(nearest) = nearest(given, candidates) {
        return Suggestion::Nearest(nearest);
    }
    match names.len() {
        0 => Suggestion::None,
        count if count > TOO_MANY => Suggestion::None,
        _ => Suggestion::Possible(names),
    }
}

/// A longer "name" is data, not a spelling mistake.
const LONGEST: usize = 64;

/// If more candidates have about the same letters, none is suggested.
const MOST: usize = 1_000;

/// The candidate nearest to `given`, if it is near enough. Otherwise the shortest one that `given`
/// starts with, or that starts with `given`.
///
/// The distance is the number of characters to insert, remove, replace or swap; case doesn't matter. It
/// is only computed for candidates with nearly the same length and letters. No candidate is suggested
/// if there are too many of these.
pub(crate) fn nearest<'a>(
    given: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    nearest_of(given, &mut candidates.into_iter())
}

fn nearest_of<'a>(given: &str, candidates: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    if given.len() > LONGEST {
        return None;
    }
    let letters = Letters::of(given);
    let mut similar = Vec::new();
    let mut longer: Option<&str> = None;
    for candidate in candidates {
        if !charge(1) || similar.len() > MOST {
            return None;
        }
        if candidate.len() <= LONGEST && letters.differences(candidate) <= farthest(candidate) {
            similar.push(candidate);
        }
        if starts_alike(given, candidate) && longer.is_none_or(|it| candidate.len() < it.len()) {
            longer = Some(candidate);
        }
    }
    let lower_case = given.to_lowercase();
    similar
        .into_iter()
        .map(|candidate| (osa_distance(&lower_case, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= farthest(candidate))
        .min_by_key(|(distance, candidate)| (*distance, *candidate != given))
        .map(|(_, candidate)| candidate)
        .or(longer)
}

/// Whether one of the names starts with the other, as `warning` starts with `warn`.
fn starts_alike(one: &str, other: &str) -> bool {
    const ENOUGH: usize = 4;
    let shorter = one.len().min(other.len());
    shorter >= ENOUGH
        && one.len() != other.len()
        && one.as_bytes()[..shorter].eq_ignore_ascii_case(&other.as_bytes()[..shorter])
}

/// The distance from which on a candidate counts as another word.
fn farthest(candidate: &str) -> usize {
    let third = candidate.chars().count().max(3) / 3;
    third.min(candidate.len().saturating_sub(1))
}

/// The number of occurrences of each byte in a text. Bytes that differ by a multiple of 64 are
/// counted together.
struct Letters {
    counts: [i8; 64],
    is_ascii: bool,
}

impl Letters {
    fn of(text: &str) -> Self {
        let mut counts = [0; 64];
        text.bytes().for_each(|byte| counts[slot(byte)] += 1);
        Letters { counts, is_ascii: text.is_ascii() }
    }

    /// The minimum number of characters to insert, remove or replace. Each of these operations adds
    /// and removes the bytes of one character at most.
    fn differences(&self, other: &str) -> usize {
        let mut counts = self.counts;
        other.bytes().for_each(|byte| counts[slot(byte)] -= 1);
        let (mut missing, mut extra) = (0, 0);
        for count in counts {
            match usize::from(count.unsigned_abs()) {
                difference if count > 0 => missing += difference,
                difference => extra += difference,
            }
        }
        let longest_character = if self.is_ascii && other.is_ascii() { 1 } else { 4 };
        missing.max(extra).div_ceil(longest_character)
    }
}

/// The counter for a byte; case doesn't matter.
fn slot(byte: u8) -> usize {
    usize::from(byte.to_ascii_lowercase() % 64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelled_name_is_found() {
        let names = ["region", "regions_enabled", "name"];
        assert_eq!(nearest("regoin", names), Some("region"));
        assert_eq!(nearest("nmae", names), Some("name"));
        assert_eq!(nearest("x", names), None);
        assert_eq!(nearest("colour", names), None);
        assert_eq!(nearest("REGION", names), Some("region"));
        assert_eq!(nearest("Name", ["nape", "name", "NAMES"]), Some("name"));
        assert_eq!(nearest("warning", ["info", "warn", "war"]), Some("warn"));
        assert_eq!(nearest("authentic", ["authentication", "auth_mode"]), Some("authentication"));
        assert_eq!(nearest("grösser", ["größer"]), Some("größer"));
        assert_eq!(nearest("日本語", ["日木語"]), Some("日木語"));
    }

    #[test]
    fn names_that_are_all_alike_are_not_compared() {
        let names: Vec<String> = (0..100_000).map(|number| format!("name_{number:06}")).collect();
        let names = || names.iter().map(String::as_str);
        assert_eq!(nearest("name_00001", names()), None);
        assert_eq!(nearest("region", names().chain(["regoin"])), Some("regoin"));
    }
}
