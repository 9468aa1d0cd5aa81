//! Replacement of the matches of a pattern.

use regex::Captures;

use super::pattern::{Pattern, cached};
use crate::functions::argument::{MAX_LENGTH, too_long};
use crate::functions::argument::{Outcome, pay_for_text};
use crate::limits::budget::{TEXT, charge};

/// The text with each match of the pattern replaced. In the replacement, `$1`, `$name` and
/// `${name}` are the matches of the pattern's groups and `$$` is a dollar sign.
pub(in super::super) fn replace_all(
    text: &str,
    pattern: &str,
    replacement: &str,
) -> Outcome<String> {
    let pattern = cached(pattern)?;
    let mut replaced = String::with_capacity(text.len());
    let mut end = 0;
    for captures in pattern.matches(text) {
        let Some(found) = captures.get(0) else { continue };
        pay_for_text(replacement.len())?;
        replaced.push_str(&text[end..found.start()]);
        expand(replacement, &pattern, &captures, &mut replaced);
        end = found.end();
        if replaced.len() > MAX_LENGTH {
            return Err(too_long());
        }
    }
    replaced.push_str(&text[end..]);
    Ok(replaced)
}

fn expand(replacement: &str, pattern: &Pattern, captures: &Captures<'_>, to: &mut String) {
    let mut rest = replacement;
    while let Some((before, after)) = rest.split_once('$') {
        to.push_str(before);
        if let Some(after) = after.strip_prefix('$') {
            to.push('$');
            rest = after;
        } else if let Some((name, after)) = reference(after) {
            let group = group(name, pattern, captures);
            if !charge(1 + group.map_or(0, str::len) / TEXT) {
                return;
            }
            to.push_str(group.unwrap_or_default());
            rest = after;
        } else {
            to.push('$');
            rest = after;
        }
    }
    to.push_str(rest);
}

/// The name of a group after a dollar sign, and the rest of the text.
fn reference(text: &str) -> Option<(&str, &str)> {
    let (braced, text) = match text.strip_prefix('{') {
        Some(text) => (true, text),
        None => (false, text),
    };
    let end = text.find(|next: char| !next.is_alphanumeric() && next != '_').unwrap_or(text.len());
    let (name, after) = text.split_at(end);
    let after = if braced { after.strip_prefix('}')? } else { after };
    (!name.is_empty()).then_some((name, after))
}

/// The match of the group with this number or name.
fn group<'t>(name: &str, pattern: &Pattern, captures: &Captures<'t>) -> Option<&'t str> {
    let number = match name.parse::<usize>() {
        Ok(number) if number.to_string() == name => number,
        _ => pattern.groups.iter().position(|group| group.as_deref() == Some(name))? + 1,
    };
    Some(captures.get(number)?.as_str())
}

#[cfg(test)]
mod tests {
    use super::replace_all;

    #[test]
    fn references_are_replaced_by_groups() {
        let cases = [
            ("hello world", "o", "0", "hell0 w0rld"),
            ("a1b2", "([a-z])([0-9])", "$2$1", "1a2b"),
            ("a1", "(?P<letter>[a-z])(.)", "${letter}_$letter-$2", "a_a-1"),
            ("a", "a", "$0$$ $1x $ ${ ${no} $01", "a$  $ ${  "),
            ("baac", "a*", "-", "-b-c-"),
            ("é", "", "x", "xéx"),
        ];
        for (text, pattern, replacement, expected) in cases {
            assert_eq!(replace_all(text, pattern, replacement).unwrap(), expected, "{pattern}");
        }
        assert!(replace_all("a", "(", "b").is_err());
    }

    #[test]
    fn results_are_limited() {
        let text = "a".repeat(100_000);
        assert!(replace_all(&text, "a", &text).is_err());
    }
}
