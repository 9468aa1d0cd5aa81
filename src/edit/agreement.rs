//! Decides whether a document is read as the value that was written.

use std::borrow::Cow;
use std::collections::HashMap;

use super::draft::{BlockDraft, Draft};
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
    if known.is_some_and(|[before, now]| before == wanted && before != now && is_leaf(wanted)) {
        return true;
    }
    match (wanted, found) {
        (Draft::Leaf(one), Draft::Leaf(other)) => {
            wanted == found || one.without_parentheses().0.is_like(other.without_parentheses().0)
        }
        (Draft::Object(wanted), Draft::Object(found)) => {
            let known = known.map(|known| known.map(|it| entries(it).unwrap_or_default()));
            let others: Vec<_> = others.iter().filter_map(|it| entries(it)).collect();
            let founds = found.by_key();
            let mut entries = wanted.entries.iter();
            wanted.entries.len() == found.entries.len()
                && wanted.types().eq(found.types())
                && entries.all(|(key, wanted)| {
                    let [before, now] = match &known {
                        Some(known) => known.each_ref().map(|it| it.get(&**key).copied()),
                        None => [None; 2],
                    };
                    let known = before.zip(now).map(<[_; 2]>::from);
                    let others: Vec<_> =
                        others.iter().filter_map(|it| it.get(&**key).copied()).collect();
                    let found = founds.get(&**key);
                    found.is_some_and(|found| nest(|| agree(known, wanted, found, &others)))
                })
        }
        (Draft::Tuple(wanted), Draft::Tuple(found)) => {
            let others = others.iter().filter_map(|other| match other {
                Draft::Tuple(elements) => Some(&elements[..]),
                _ => None,
            });
            let others: Vec<_> = others.collect();
            let known = known.and_then(|[before, now]| match (before, now, &wanted[..]) {
                (Draft::Tuple(before), Draft::Tuple(now), [_]) => {
                    Some([before.first()?, now.first()?]).filter(|_| before.len() == now.len())
                }
                _ => None,
            });
            let mut pairs = wanted.iter().zip(found).enumerate();
            let are_equal = wanted.len() == found.len()
                && pairs.all(|(index, (wanted, found))| {
                    let others: Vec<_> = others.iter().filter_map(|it| it.get(index)).collect();
                    nest(|| agree(known, wanted, found, &others))
                });
            are_equal || are_shuffled(wanted, found, &others, Draft::hash)
        }
        (Draft::Blocks(wanted), Draft::Blocks(found)) => {
            let known = known.map(|known| known.map(by_labels));
            let others = others.iter().filter_map(|other| match other {
                Draft::Blocks(blocks) => Some(&blocks[..]),
                _ => None,
            });
            let others: Vec<_> = others.collect();
            let mut pairs = wanted.iter().zip(found).enumerate();
            let are_equal = wanted.len() == found.len()
                && pairs.all(|(index, (wanted, found))| {
                    let known = known.as_ref().and_then(|[before, now]| {
                        Some([(*before.get(&*wanted.labels)?)?, (*now.get(&*wanted.labels)?)?])
                    });
                    let others = others.iter().filter_map(|it| Some(&it.get(index)?.content));
                    let others: Vec<_> = others.collect();
                    wanted.labels == found.labels
                        && nest(|| agree(known, &wanted.content, &found.content, &others))
                });
            are_equal || are_shuffled(wanted, found, &others, BlockDraft::hash)
        }
        _ => false,
    }
}

fn is_leaf(draft: &Draft<'_>) -> bool {
    matches!(draft, Draft::Leaf(_))
}

/// The content of each block whose labels no other block has.
fn by_labels<'d, 'a>(draft: &'d Draft<'a>) -> HashMap<&'d [Cow<'a, str>], Option<&'d Draft<'a>>> {
    let mut contents = HashMap::new();
    if let Draft::Blocks(blocks) = draft {
        for block in blocks {
            contents
                .entry(&*block.labels)
                .and_modify(|content| *content = None)
                .or_insert(Some(&block.content));
        }
    }
    contents
}

fn entries<'d, 'a>(draft: &'d Draft<'a>) -> Option<HashMap<&'d str, &'d Draft<'a>>> {
    match draft {
        Draft::Object(object) => Some(object.by_key()),
        _ => None,
    }
}

/// Whether both have the same elements, in an order that does not matter.
fn are_shuffled<T>(wanted: &[T], found: &[T], others: &[&[T]], hash: fn(&T) -> u64) -> bool {
    let hashes = |elements: &[T]| -> Vec<u64> { elements.iter().map(hash).collect() };
    let sorted = |mut hashes: Vec<u64>| {
        hashes.sort_unstable();
        hashes
    };
    let found = hashes(found);
    sorted(hashes(wanted)) == sorted(found.clone())
        && (others.is_empty() || others.iter().any(|other| hashes(other) != found))
}
