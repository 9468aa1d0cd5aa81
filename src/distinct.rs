//! Checks that names differ, without hashing if there are few.

/// The number of names above which a hash table is used.
const FEW: usize = 32;

/// Whether the names are few and differ. `None` is an unknown name.
pub(crate) fn are_few_and_distinct<'a>(
    names: impl Iterator<Item = Option<&'a str>> + Clone,
) -> bool {
    // Most different names have different bits.
    let mut bits = 0_u128;
    for (index, name) in names.clone().enumerate() {
        let Some(name) = name else { return false };
        let bit = 1 << (hash(name) % u128::BITS);
        if index == FEW
            || bits & bit != 0 && names.clone().take(index).any(|other| other == Some(name))
        {
            return false;
        }
        bits |= bit;
    }
    true
}

/// A cheap hash, of the length and three bytes.
#[inline]
pub(crate) fn hash(name: &str) -> u32 {
    let bytes = name.as_bytes();
    let byte = |index: usize| u32::from(bytes.get(index).copied().unwrap_or_default());
    let [first, middle, last] = [0, bytes.len() / 2, bytes.len().saturating_sub(1)].map(byte);
    (bytes.len() as u32).wrapping_add(first * 3).wrapping_add(middle * 5).wrapping_add(last * 7)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn are_distinct(names: &[String]) -> bool {
        are_few_and_distinct(names.iter().map(|name| Some(name.as_str())))
    }

    #[test]
    fn few_names_are_compared() {
        let names: Vec<_> = (0..FEW).map(|index| format!("name_{index}")).collect();
        assert!(are_distinct(&names));
        for (index, name) in names.iter().enumerate() {
            let mut names = names.clone();
            names[(index + 7) % FEW].clone_from(name);
            assert!(!are_distinct(&names));
        }
    }

    #[test]
    fn many_and_unknown_names_are_not() {
        let names: Vec<_> = (0..=FEW).map(|index| format!("name_{index}")).collect();
        assert!(!are_distinct(&names));
        assert!(!are_few_and_distinct([Some("a"), None].into_iter()));
        assert!(are_few_and_distinct([].into_iter()));
    }
}
