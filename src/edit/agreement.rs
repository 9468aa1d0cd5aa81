//! Decides whether a document is read as the value that was written.

use std::borrow::Cow;
use std::collections::HashMap;

use super::draft::{Draft, hash_of};
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
        (Draft::Tuple(_), Draft::Tuple(_)) | (Draft::Blocks(_), Draft::Blocks(_)) => {
            let (wanted, found) = (elements(wanted), elements(found));
            let known = known.map(|known| known.map(by_labels));
            let others: Vec<_> = others.iter().map(|it| elements(it)).collect();
            let mut pairs = wanted.iter().zip(&found).enumerate();
            let are_equal = wanted.len() == found.len()
                && pairs.all(|(index, ((labels, wanted), (found_labels, found)))| {
                    let known = known.as_ref().and_then(|[before, now]| {
                        Some([(*before.get(labels)?)?, (*now.get(labels)?)?])
                    });
                    let others = others.iter().filter_map(|it| Some(it.get(index)?.1));
                    let others: Vec<_> = others.collect();
                    labels == found_labels && nest(|| agree(known, wanted, found, &others))
                });
            are_equal || are_shuffled(&wanted, &found, &others)
        }
        _ => false,
    }
}

fn is_leaf(draft: &Draft<'_>) -> bool {
    matches!(draft, Draft::Leaf(_))
}

/// The labels and the content of each element. Only blocks have labels.
type Elements<'d, 'a> = Vec<(&'d [Cow<'a, str>], &'d Draft<'a>)>;

fn elements<'d, 'a>(draft: &'d Draft<'a>) -> Elements<'d, 'a> {
    match draft {
        Draft::Tuple(elements) => elements.iter().map(|it| (&[][..], it)).collect(),
        Draft::Blocks(blocks) => blocks.iter().map(|it| (&*it.labels, &it.content)).collect(),
        _ => Vec::new(),
    }
}

/// The content of each element whose labels no other one has.
fn by_labels<'d, 'a>(draft: &'d Draft<'a>) -> HashMap<&'d [Cow<'a, str>], Option<&'d Draft<'a>>> {
    let mut contents = HashMap::new();
    for (labels, content) in elements(draft) {
        contents.entry(labels).and_modify(|content| *content = None).or_insert(Some(content));
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
fn are_shuffled(
    wanted: &Elements<'_, '_>,
    found: &Elements<'_, '_>,
    others: &[Elements<'_, '_>],
) -> bool {
    let hashes = |elements: &Elements<'_, '_>| -> Vec<u64> {
        elements.iter().map(|(labels, content)| hash_of((labels, content.hash()))).collect()
    };
    let sorted = |mut hashes: Vec<u64>| {
        hashes.sort_unstable();
        hashes
    };
    let found = hashes(found);
    sorted(hashes(wanted)) == sorted(found.clone())
        && (others.is_empty() || others.iter().any(|other| hashes(other) != found))
}
