//! Decides whether a document is read as the value that was written.

use std::borrow::Cow;
use std::collections::HashMap;

use super::draft::Draft;
use crate::limits::stack::nest;

/// Whether a part was read as it was written. There are two exceptions:
///
/// - An expression that was not changed may have a new value each time, such as the current time.
///   `known` are two readings of the original document.
/// - The order of a sequence does not matter if it is another one in some of the `others`, which were
///   read from the same text: a set with a random order. Without others, no order matters.
pub(super) fn agree(
    known: Option<[&Draft<'_>; 2]>,
    wanted: &Draft<'_>,
    found: &Draft<'_>,
    others: &[&Draft<'_>],
) -> bool {
    match (wanted, found) {
        (Draft::Leaf(_), _)
            if known.is_some_and(|[before, now]| before == wanted && before != now) =>
        {
            true
        }
        (Draft::Leaf(one), Draft::Leaf(other)) => {
            wanted == found || one.without_parentheses().0.is_like(other.without_parentheses().0)
        }
        _ if !wanted.is_kind_of(found) => false,
        _ => {
            let is_shuffled = || are_shuffled(wanted, found, others);
            let (wanteds, founds) = (wanted.parts(), found.parts());
            let known = known.map(|known| known.map(by_key));
            let others: Vec<_> = others.iter().map(|it| it.parts()).collect();
            let mut pairs = wanteds.iter().zip(&founds).enumerate();
            let are_equal = wanteds.len() == founds.len()
                && pairs.all(|(index, ((key, wanted), (found_key, found)))| {
                    let known = known
                        .as_ref()
                        .and_then(|[before, now]| Some([(*before.get(key)?)?, (*now.get(key)?)?]));
                    let others = others.iter().filter_map(|it| Some(it.get(index)?.1));
                    let others: Vec<_> = others.collect();
                    key == found_key && nest(|| agree(known, wanted, found, &others))
                });
            are_equal || is_shuffled()
        }
    }
}

/// Each part whose key or labels no other one has.
fn by_key<'d, 'a>(draft: &'d Draft<'a>) -> HashMap<&'d [Cow<'a, str>], Option<&'d Draft<'a>>> {
    let mut parts = HashMap::new();
    for (key, part) in draft.parts() {
        parts.entry(key).and_modify(|part| *part = None).or_insert(Some(part));
    }
    parts
}

/// Whether both have the same elements, in an order that does not matter.
fn are_shuffled(wanted: &Draft<'_>, found: &Draft<'_>, others: &[&Draft<'_>]) -> bool {
    let sorted = |draft: &Draft<'_>| {
        let mut hashes = draft.traits().parts;
        hashes.sort_unstable();
        hashes
    };
    let varies = || others.iter().any(|other| other.traits().parts != found.traits().parts);
    sorted(wanted) == sorted(found) && (others.is_empty() || varies())
}
