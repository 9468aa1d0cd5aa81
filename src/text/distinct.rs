//! Checks that names differ, without hashing if there are few.

/// The number of names above which a hash table is used.
const FEW: usize = 32;

/// Whether the names are few and differ. `None` is an unknown name.
pub(crate) fn are_few_and_distinct<'a>(
    names: impl Iterator<Item = Option<&'a str>> + Clone,
) -> bool {
    let mut filter = NameFilter::default();
    for (index, name) in names.clone().enumerate() {
        let Some(name) = name else { return false };
        if index == FEW
            || filter.insert(name.as_bytes())
                && names.clone().take(index).any(|other| other == Some(name))
        {
            return false;
        }
    }
    true
}

/// The number of slots of a filter.
pub(crate) const FILTER_SLOTS: usize = 256;

/// A Bloom filter over names. For most sets of few names it proves that they differ without comparing
/// them.
#[derive(Default)]
pub(crate) struct NameFilter([u64; FILTER_SLOTS / 64]);

impl NameFilter {
    /// Adds a name. Returns whether it may be there already.
    #[inline(always)]
    pub(crate) fn insert(&mut self, name: &[u8]) -> bool {
        self.insert_slot(hash::<FILTER_SLOTS>(name) as u8)
    }

    /// The same for a name with this [hash].
    #[inline(always)]
    pub(crate) fn insert_slot(&mut self, slot: u8) -> bool {
        let bit = usize::from(slot);
        let (word, bit) = (&mut self.0[bit / 64], 1 << (bit % 64));
        let may_be_repeated = *word & bit != 0;
        *word |= bit;
        may_be_repeated
    }
}

/// A cheap hash below `SLOTS`, a power of two, of the length and three bytes of a name.
#[inline(always)]
pub(crate) fn hash<const SLOTS: usize>(name: &[u8]) -> usize {
    let [first, middle, last] = [0, name.len() / 2, name.len().wrapping_sub(1)]
        .map(|at| u32::from(name.get(at).copied().unwrap_or(0)));
    let key = first | middle << 8 | last << 16 | (name.len() as u32) << 24;
    // The highest bits depend on all bits of the key.
    (key.wrapping_mul(0x9e37_79b1) >> (u32::BITS - SLOTS.ilog2())) as usize
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
