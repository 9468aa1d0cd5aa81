//! Translates patterns of RE2 to the syntax of the crate `regex`.
//!
//! Both match in the same way, and the crate reports the mistakes. Only the forms that it reads
//! differently are written in another way: it takes `\w`, `\d`, `\s` and `\b` for those of Unicode (in RE2
//! `\w+` finds only the `t` of `été`), `&&`, `~~` and `[` in brackets for sets, `\<` for the start of a word,
//! and a `{` without a count for a mistake.
//!
//! Not supported: octal codes, `--` in brackets, names of groups that start with a digit.

use std::str::Chars;

/// The pattern in the syntax of the crate `regex`.
pub(super) fn translate(pattern: &str) -> Result<String, String> {
    let mut to = String::with_capacity(pattern.len());
    let mut rest = pattern.chars();
    while let Some(next) = rest.next() {
        match next {
            '\\' if skip(&mut rest, "Q") => {
                let (text, after) = rest.as_str().split_once("\\E").unwrap_or((rest.as_str(), ""));
                to.push_str(&regex::escape(text));
                rest = after.chars();
            }
            '\\' => escape(&mut rest, &mut to, "(?-u:\\b)", "(?-u:\\B)"),
            '[' => class(&mut rest, &mut to)?,
            '{' if !starts_with_count(rest.as_str())? => to.push_str("\\{"),
            '(' if has_unknown_flag(rest.as_str()) => {
                return Err("\"(?\" starts nothing that is known here".to_owned());
            }
            char => to.push(char),
        }
    }
    Ok(to)
}

/// An escape after its backslash, inside or outside brackets.
fn escape(rest: &mut Chars<'_>, to: &mut String, word_boundary: &str, no_boundary: &str) {
    let Some(letter) = rest.next() else { return to.push('\\') };
    match letter {
        'd' => to.push_str("[0-9]"),
        'D' => to.push_str("[^0-9]"),
        's' => to.push_str("[\\t\\n\\f\\r ]"),
        'S' => to.push_str("[^\\t\\n\\f\\r ]"),
        'w' => to.push_str("[0-9A-Za-z_]"),
        'W' => to.push_str("[^0-9A-Za-z_]"),
        'b' => to.push_str(word_boundary),
        'B' => to.push_str(no_boundary),
        '<' | '>' => to.push(letter),
        _ => {
            to.extend(['\\', letter]);
            // The braces behind these letters hold the name of a class or a code, and no number of repetitions.
            if matches!(letter, 'p' | 'P' | 'x') && rest.as_str().starts_with('{') {
                let end = rest.as_str().find('}').map_or(rest.as_str().len(), |end| end + 1);
                let (braces, after) = rest.as_str().split_at(end);
                to.push_str(braces);
                *rest = after.chars();
            }
        }
    }
}

/// A class in brackets, after the opening bracket.
fn class(rest: &mut Chars<'_>, to: &mut String) -> Result<(), String> {
    to.push('[');
    for first in ["^", "]"] {
        if skip(rest, first) {
            to.push_str(if first == "]" { "\\]" } else { first });
        }
    }
    while let Some(next) = rest.next() {
        match next {
            '\\' => {
                let is_class = rest.as_str().starts_with(['d', 'D', 's', 'S', 'w', 'W']);
                // A class can't end a range, so the dash before it is one of the characters.
                if is_class && to.ends_with('-') && !to.ends_with("\\-") {
                    to.insert(to.len() - 1, '\\');
                }
                escape(rest, to, "\\b", "\\B");
            }
            '[' => match named(rest.as_str())? {
                Some(end) => {
                    let (name, after) = rest.as_str().split_at(end);
                    to.push('[');
                    to.push_str(name);
                    *rest = after.chars();
                }
                None => to.push_str("\\["),
            },
            '&' | '~' => to.extend(['\\', next]),
            '-' if rest.as_str().starts_with('-') => {
                return Err("\"--\" in brackets is written \"\\\\--\" or \"-\\\\-\"".to_owned());
            }
            char => to.push(char),
        }
        if next == ']' {
            break;
        }
    }
    Ok(())
}

/// The names of classes in `[:…:]`.
const NAMES: [&str; 14] = [
    "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct",
    "space", "upper", "word", "xdigit",
];

/// The end of a class such as `[:alpha:]` after its opening bracket.
fn named(text: &str) -> Result<Option<usize>, String> {
    let name = text.strip_prefix(':').and_then(|name| Some(name.split_once(":]")?.0));
    let is_part = |next: char| next == '^' || next.is_ascii_alphanumeric();
    let Some(name) = name.filter(|name| name.chars().all(is_part)) else { return Ok(None) };
    match NAMES.contains(&name.strip_prefix('^').unwrap_or(name)) {
        true => Ok(Some(name.len() + 3)),
        false => Err(format!("there is no class with the name {name:?}")),
    }
}

/// Whether a text starts with `n}`, `n,}` or `n,m}`. As in RE2, no number is greater than 1000.
fn starts_with_count(text: &str) -> Result<bool, String> {
    let Some((count, _)) = text.split_once('}') else { return Ok(false) };
    let (min, max) = count.split_once(',').unwrap_or((count, count));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if min.is_empty() || !is_number(min) || !is_number(max) {
        return Ok(false);
    }
    let is_allowed =
        |text: &str| text.is_empty() || text.parse().is_ok_and(|count: u32| count <= 1000);
    match is_allowed(min) && is_allowed(max) {
        true => Ok(true),
        false => Err(format!("{{{count}}} is not a count from 0 to 1000")),
    }
}

/// Whether a group starts with a flag that only the crate `regex` has.
fn has_unknown_flag(text: &str) -> bool {
    let flags = text.strip_prefix('?').unwrap_or_default();
    flags
        .chars()
        .take_while(|flag| flag.is_ascii_alphabetic() || *flag == '-')
        .any(|flag| matches!(flag, 'x' | 'u' | 'R'))
}

fn skip(rest: &mut Chars<'_>, text: &str) -> bool {
    let after = rest.as_str().strip_prefix(text);
    *rest = after.unwrap_or(rest.as_str()).chars();
    after.is_some()
}

#[cfg(test)]
mod tests {
    use super::translate;

    #[test]
    fn only_forms_with_another_meaning_are_rewritten() {
        let cases = [
            ("", ""),
            ("a.b|^$", "a.b|^$"),
            (r"\d\W\b\.\x41\x{e9}\-", r"[0-9][^0-9A-Za-z_](?-u:\b)\.\x41\x{e9}\-"),
            (r"\pL\P{Greek}{2}", r"\pL\P{Greek}{2}"),
            (r"\Qa.b\E+", r"a\.b+"),
            (r"\\Q[a]", r"\\Q[a]"),
            (r"[^]\d[:^alpha:]-]", r"[^\][0-9][:^alpha:]-]"),
            ("[a&&b][[x~]", r"[a\&\&b][\[x\~]"),
            (r"[-\w][a\-\d][+-\d]", r"[\-[0-9A-Za-z_]][a\-[0-9]][+\-[0-9]]"),
            ("a{2}?b{1,}c{,2}d{", r"a{2}?b{1,}c\{,2}d\{"),
            (r"{x}\<\b{start}", r"\{x}<(?-u:\b)\{start}"),
            ("(?P<a>a)(?<b>b)(?:c)", "(?P<a>a)(?<b>b)(?:c)"),
            ("(?-si:a)(?U)x#y z~", "(?-si:a)(?U)x#y z~"),
        ];
        for (pattern, expected) in cases {
            let translated = translate(pattern).unwrap();
            assert_eq!(translated, expected, "{pattern}");
            assert!(regex::Regex::new(&translated).is_ok(), "{translated}");
        }
    }

    #[test]
    fn mistakes_are_reported() {
        let cases = [
            "(",
            ")",
            "[",
            "[]",
            "[a",
            "[[:foo:]]",
            "[b-a]",
            "*",
            "(|*)",
            "a{2,1}",
            "a{1001}",
            "a{99999999999}",
            r"\",
            r"\1",
            r"\y",
            r"\C",
            r"\x4",
            r"\x{110000}",
            r"\x+1",
            r"\p",
            r"\pX",
            r"[\b]",
            "[a--b]",
            "(?P<a-b>a)",
            "(?P<a>a)(?P<a>b)",
            "(?=a)",
            "(?<=a)",
            "(?P=a)",
            "(?i",
            "(?i-)",
            "(?x)",
        ];
        for pattern in cases {
            let translated = translate(pattern);
            let is_valid = translated.is_ok_and(|pattern| regex::Regex::new(&pattern).is_ok());
            assert!(!is_valid, "{pattern}");
        }
    }
}
