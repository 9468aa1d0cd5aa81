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
        (Draft::Object(wanted), Draft::Object(found)) => {
            let known = known.map(|known| known.map(|it| entries(it).unwrap_or_default()));
            let others: Vec<_> = others.iter().filter_map(|it| entries(it)).collect();
            let founds = found.by_key();
            let mut entries = wanted.entries.iter();
            wanted.entries.len() == found.entries.len()
                && wanted.types().eq(found.types())
                && entries.all(|(key, wanted)| {
                    let known = known
                        .as_ref()
                        .and_then(|[before, now]| Some([*before.get(&**key)?, *now.get(&**key)?]));
                    let others: Vec<_> =
                        others.iter().filter_map(|it| it.get(&**key).copied()).collect();
                    let found = founds.get(&**key);
                    found.is_some_and(|found| nest(|| agree(known, wanted, found, &others)))
                })
        }
        (Draft::Tuple(_), Draft::Tuple(_)) | (Draft::Blocks(_), Draft::Blocks(_)) => {
            let is_shuffled = || are_shuffled(wanted, found, others);
            let (wanteds, founds) = (elements(wanted), elements(found));
            let known = known.map(|known| known.map(by_labels));
            let others: Vec<_> = others.iter().map(|it| elements(it)).collect();
            let mut pairs = wanteds.iter().zip(&founds).enumerate();
            let are_equal = wanteds.len() == founds.len()
                && pairs.all(|(index, ((labels, wanted), (found_labels, found)))| {
                    let known = known.as_ref().and_then(|[before, now]| {
                        Some([(*before.get(labels)?)?, (*now.get(labels)?)?])
                    });
                    let others = others.iter().filter_map(|it| Some(it.get(index)?.1));
                    let others: Vec<_> = others.collect();
                    labels == found_labels && nest(|| agree(known, wanted, found, &others))
                });
            are_equal || is_shuffled()
        }
        _ => false,
    }
}

/// The labels and the content of each element. Only blocks have labels.
fn elements<'d, 'a>(draft: &'d Draft<'a>) -> Vec<(&'d [Cow<'a, str>], &'d Draft<'a>)> {
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
fn are_shuffled(wanted: &Draft<'_>, found: &Draft<'_>, others: &[&Draft<'_>]) -> bool {
    let sorted = |draft: &Draft<'_>| {
        let mut hashes = draft.traits().parts;
        hashes.sort_unstable();
        hashes
    };
    let varies = || others.iter().any(|other| other.traits().parts != found.traits().parts);
    sorted(wanted) == sorted(found) && (others.is_empty() || varies())
}
