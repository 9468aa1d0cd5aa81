//! Version constraints: `>= 1.5, < 2.0`.

use std::cmp::Ordering;

/// The version of Terraform whose behaviour this program follows.
pub const TERRAFORM: &str = "1.11.4";

/// Whether the constraint allows a version; `None` if it is not a constraint.
pub fn admits(constraint: &str, version: &str) -> Option<bool> {
    let version = numbers(version)?;
    constraint.split(',').try_fold(true, |admitted, part| Some(admitted & holds(part, &version)?))
}

fn holds(part: &str, version: &[u64]) -> Option<bool> {
    let part = part.trim();
    let digits = part.find(|first: char| first.is_ascii_digit())?;
    let (operator, wanted) = part.split_at(digits);
    // A suffix after a hyphen names a pre-release.
    let wanted = numbers(wanted.split('-').next()?)?;
    let order = compare(version, &wanted);
    Some(match operator.trim() {
        "" | "=" => order == Ordering::Equal,
        "!=" => order != Ordering::Equal,
        ">" => order == Ordering::Greater,
        ">=" => order != Ordering::Less,
        "<" => order == Ordering::Less,
        "<=" => order != Ordering::Greater,
        "~>" => {
            let fixed = wanted.len().saturating_sub(1).max(1);
            order != Ordering::Less && version.get(..fixed) == wanted.get(..fixed)
        }
        _ => return None,
    })
}

fn numbers(version: &str) -> Option<Vec<u64>> {
    version.trim().split('.').map(|number| number.parse().ok()).collect()
}

fn compare(left: &[u64], right: &[u64]) -> Ordering {
    let at = |numbers: &[u64], index| numbers.get(index).copied().unwrap_or(0);
    let length = left.len().max(right.len());
    (0..length)
        .map(|index| at(left, index).cmp(&at(right, index)))
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}
