//! Translates patterns of RE2 to the syntax of the `regex` crate.
//!
//! Both match in the same way. They differ in the letters of `\w` and `\b`, in the escapes, in the
//! content of classes, and in the reported mistakes. So every part is written again, in an
//! unambiguous form.

use std::str::Chars;
use std::sync::Arc;

use hashbrown::HashSet;

use super::class;

/// The maximum number of repetitions of a part of a pattern. Nested repetitions are multiplied.
const MAX_REPETITIONS: u32 = 1_000;

pub(super) struct Translation {
    pub(super) pattern: String,
    /// The names of the groups, for those that have one.
    pub(super) groups: Vec<Option<Arc<str>>>,
}

pub(super) type Outcome<T> = Result<T, String>;

pub(super) fn translate(pattern: &str) -> Outcome<Translation> {
    let mut translator = Translator {
        rest: pattern.chars(),
        to: String::with_capacity(pattern.len()),
        groups: Vec::new(),
        names: HashSet::new(),
        around: Vec::new(),
        repetitions: 1,
        last: Last::Nothing,
    };
    while let Some(next) = translator.rest.next() {
        translator.item(next)?;
    }
    if !translator.around.is_empty() {
        return Err("a closing parenthesis is missing".to_owned());
    }
    Ok(Translation { pattern: translator.to, groups: translator.groups })
}

pub(super) struct Translator<'p> {
    pub(super) rest: Chars<'p>,
    pub(super) to: String,
    groups: Vec<Option<Arc<str>>>,
    names: HashSet<&'p str>,
    /// For each open group, the number of repetitions of the previous part in the surrounding
    /// group.
    around: Vec<u32>,
    /// The largest number of repetitions so far in the innermost open group.
    repetitions: u32,
    last: Last,
}

/// The item before the next one.
#[derive(Clone, Copy)]
enum Last {
    /// Nothing that can be repeated.
    Nothing,
    /// An item that contains this number of repetitions.
    Item(u32),
    Repetition,
}

impl<'p> Translator<'p> {
    fn item(&mut self, first: char) -> Outcome<()> {
        self.last = match first {
            '(' => return self.open(),
            ')' => {
                let before = self.around.pop().ok_or("there is a closing parenthesis too many")?;
                self.to.push(')');
                let within = std::mem::replace(&mut self.repetitions, before);
                self.repetitions = before.max(within);
                Last::Item(within)
            }
            '|' => {
                self.to.push('|');
                Last::Nothing
            }
            '^' | '$' | '.' => {
                self.to.push(first);
                Last::Item(1)
            }
            '*' | '+' | '?' => return self.repeat(first.encode_utf8(&mut [0; 4]), 1),
            '{' => match self.count()? {
                Some((text, most)) => return self.repeat(text, most),
                None => self.literal('{'),
            },
            '[' => {
                self.class()?;
                Last::Item(1)
            }
            '\\' => self.escape()?,
            char => self.literal(char),
        };
        Ok(())
    }

    pub(super) fn skip(&mut self, text: &str) -> bool {
        let rest = self.rest.as_str().strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest.as_str()).chars();
        rest.is_some()
    }

    fn literal(&mut self, char: char) -> Last {
        self.to.push_str(&regex::escape(char.encode_utf8(&mut [0; 4])));
        Last::Item(1)
    }

    /// The start of a group, or flags.
    fn open(&mut self) -> Outcome<()> {
        if !self.skip("?") {
            self.groups.push(None);
            self.to.push('(');
        } else if self.skip("P<") || self.skip("<") {
            let rest = self.rest.as_str();
            let is_part = |next: char| next == '_' || next.is_ascii_alphanumeric();
            let end = rest.find(|next| !is_part(next)).unwrap_or(rest.len());
            let (name, rest) = rest.split_at(end);
            self.rest = rest.chars();
            if name.is_empty() || !self.skip(">") {
                return Err("the name of a group is missing or invalid".to_owned());
            }
            if !self.names.insert(name) {
                return Err(format!("there are two groups with the name {name:?}"));
            }
            self.groups.push(Some(name.into()));
            self.to.push('(');
        } else if !self.flags()? {
            self.last = Last::Nothing;
            return Ok(());
        }
        self.around.push(std::mem::replace(&mut self.repetitions, 1));
        self.last = Last::Nothing;
        Ok(())
    }

    /// Flags to set and to clear, as in `(?i-s)`. Returns whether a group starts with them.
    fn flags(&mut self) -> Outcome<bool> {
        let (mut set, mut cleared) = (String::new(), None::<String>);
        let opens = loop {
            match (self.rest.next(), &mut cleared) {
                (Some(flag @ ('i' | 'm' | 's' | 'U')), None) => {
                    set.retain(|known| known != flag);
                    set.push(flag);
                }
                (Some(flag @ ('i' | 'm' | 's' | 'U')), Some(cleared)) => {
                    set.retain(|known| known != flag);
                    cleared.retain(|known| known != flag);
                    cleared.push(flag);
                }
                (Some('-'), None) => cleared = Some(String::new()),
                (Some(end @ (':' | ')')), cleared) if cleared.as_deref() != Some("") => {
                    break end == ':';
                }
                _ => return Err("\"(?\" starts nothing that is known here".to_owned()),
            }
        };
        let cleared = cleared.map_or(String::new(), |cleared| format!("-{cleared}"));
        match opens {
            true => self.to.push_str(&format!("(?{set}{cleared}:")),
            false if set.is_empty() && cleared.is_empty() => {}
            false => self.to.push_str(&format!("(?{set}{cleared})")),
        }
        Ok(opens)
    }

    /// The number of repetitions in braces, as text and as its maximum, or its minimum if there is
    /// no maximum. `None` if the brace is only a character.
    fn count(&mut self) -> Outcome<Option<(&'p str, u32)>> {
        let rest = self.rest.as_str();
        let is_part = |next: char| next == ',' || next.is_ascii_digit();
        let end = rest.find(|next| !is_part(next)).unwrap_or(rest.len());
        let (count, after) = rest.split_at(end);
        let (min, max) = count.split_once(',').unwrap_or((count, count));
        let is_number = |text: &str| !text.contains(',') && (text == "0" || !text.starts_with('0'));
        if !after.starts_with('}') || min.is_empty() || !is_number(min) || !is_number(max) {
            return Ok(None);
        }
        self.rest = after[1..].chars();
        let number = |text: &str| text.parse().ok().filter(|number| *number <= MAX_REPETITIONS);
        let least = number(min);
        let most = if max.is_empty() { least } else { number(max) };
        match (least, most) {
            (Some(least), Some(most)) if least <= most => Ok(Some((count, most))),
            _ => Err(format!("{{{count}}} is not a count from 0 to {MAX_REPETITIONS}")),
        }
    }

    /// Repeats the previous item: `*`, `+`, `?` or braces.
    fn repeat(&mut self, operator: &str, most: u32) -> Outcome<()> {
        let repetitions = match self.last {
            Last::Item(repetitions) => repetitions.saturating_mul(most.max(1)),
            Last::Nothing => return Err(format!("there is nothing that {operator:?} repeats")),
            Last::Repetition => {
                return Err(format!("{operator:?} repeats what is repeated already"));
            }
        };
        if repetitions > MAX_REPETITIONS {
            return Err(format!("something is repeated more than {MAX_REPETITIONS} times"));
        }
        self.repetitions = self.repetitions.max(repetitions);
        match operator {
            "*" | "+" | "?" => self.to.push_str(operator),
            count => self.to.push_str(&format!("{{{count}}}")),
        }
        if self.skip("?") {
            self.to.push('?');
        }
        self.last = Last::Repetition;
        Ok(())
    }

    fn escape(&mut self) -> Outcome<Last> {
        let letter = self.rest.next().ok_or("a backslash is the last character")?;
        match letter {
            'A' => self.to.push_str("\\A"),
            'z' => self.to.push_str("\\z"),
            'b' => self.to.push_str("(?-u:\\b)"),
            'B' => self.to.push_str("(?-u:\\B)"),
            'Q' => {
                let rest = self.rest.as_str();
                let (text, rest) = rest.split_once("\\E").unwrap_or((rest, ""));
                self.rest = rest.chars();
                self.to.push_str(&regex::escape(text));
                return Ok(if text.is_empty() { self.last } else { Last::Item(1) });
            }
            _ => match self.named_class(letter)? {
                Some(class) => self.to.push_str(&class),
                None => {
                    let char = self.escaped(letter)?;
                    return Ok(self.literal(char));
                }
            },
        }
        Ok(Last::Item(1))
    }

    /// The class of a letter after a backslash.
    pub(super) fn named_class(&mut self, letter: char) -> Outcome<Option<String>> {
        if let Some(class) = class::perl(letter) {
            return Ok(Some(format!("[{class}]")));
        }
        let is_negated = match letter {
            'p' => false,
            'P' => true,
            _ => return Ok(None),
        };
        let rest = self.rest.as_str();
        let name = match rest.strip_prefix('{') {
            Some(rest) => rest.split_once('}').map(|(name, rest)| (name, rest.chars())),
            None => {
                let mut after = rest.chars();
                after.next().map(|first| (&rest[..first.len_utf8()], after))
            }
        };
        let (name, rest) = name.ok_or("the name of a class is missing behind \\p")?;
        self.rest = rest;
        let (is_negated, name) = match name.strip_prefix('^') {
            Some(name) => (!is_negated, name),
            None => (is_negated, name),
        };
        let class = class::unicode(name);
        let class = class.ok_or_else(|| format!("there is no class with the name {name:?}"))?;
        Ok(Some(format!("\\{}{{{class}}}", if is_negated { 'P' } else { 'p' })))
    }

    /// The character of an escape: a letter after a backslash, possibly with digits.
    pub(super) fn escaped(&mut self, letter: char) -> Outcome<char> {
        let is_octal = |digit: char| digit.is_digit(8);
        match letter {
            '1'..='7' if !self.rest.as_str().starts_with(is_octal) => {
                Err("groups can't be referred to in a pattern".to_owned())
            }
            '0'..='7' => {
                let mut code = letter.to_digit(8).unwrap_or_default();
                for _ in 0..2 {
                    let Some(digit) = self.rest.clone().next().and_then(|next| next.to_digit(8))
                    else {
                        break;
                    };
                    self.rest.next();
                    code = code * 8 + digit;
                }
                char::from_u32(code).ok_or_else(|| "there is no such character".to_owned())
            }
            'x' => self.hexadecimal(),
            'a' => Ok('\u{7}'),
            'f' => Ok('\u{c}'),
            'n' => Ok('\n'),
            'r' => Ok('\r'),
            't' => Ok('\t'),
            'v' => Ok('\u{b}'),
            _ if letter.is_ascii() && !letter.is_ascii_alphanumeric() => Ok(letter),
            _ => Err(format!("\\{letter} has no meaning")),
        }
    }

    fn hexadecimal(&mut self) -> Outcome<char> {
        let rest = self.rest.as_str();
        let digits = match rest.strip_prefix('{') {
            Some(rest) => rest.split_once('}'),
            None => rest.split_at_checked(2),
        };
        let char = digits.and_then(|(digits, rest)| {
            self.rest = rest.chars();
            let is_hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            char::from_u32(u32::from_str_radix(digits, 16).ok().filter(|_| is_hexadecimal)?)
        });
        char.ok_or_else(|| "\\x is not followed by the code of a character".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::translate;

    #[test]
    fn patterns_are_written_in_an_unambiguous_form() {
        let cases = [
            ("", ""),
            ("a.b|^$", "a.b|^$"),
            (r"\d\W\b\.\x41\x{e9}\101\-", r"[0-9][^0-9A-Za-z_](?-u:\b)\.AéA\-"),
            (r"\pL\p{^Lu}\P{Greek}", r"\p{L}\P{Lu}\P{sc=Greek}"),
            (r"\Qa.b\E+", r"a\.b+"),
            ("[a-c]", r"[\x{61}-\x{63}]"),
            (r"[^]\d[:^alpha:]-]", r"[^\x{5D}-\x{5D}[0-9][:^alpha:]\x{2D}-\x{2D}]"),
            ("[a&&b]", r"[\x{61}-\x{61}\x{26}-\x{26}\x{26}-\x{26}\x{62}-\x{62}]"),
            ("a{2}?b{1,}c{,2}d{01}{", r"a{2}?b{1,}c\{,2\}d\{01\}\{"),
            ("(?P<1>a)(?<b>b)(?:c)", "(a)(b)(?:c)"),
            ("(?)(?ii-si:a)(?U)", "(?-si:a)(?U)"),
            ("x#y z~", r"x\#y z\~"),
        ];
        for (pattern, expected) in cases {
            let translated = translate(pattern).unwrap().pattern;
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
            r"[a-\d]",
            "*",
            "a**",
            "a+*",
            "a?{2}",
            "(|*)",
            "a{1001}",
            "a{2,1}",
            "((a{100}){10}){2}",
            "a{99999999999}",
            r"\",
            r"\1",
            r"\y",
            r"\C",
            r"\x4",
            r"\x{110000}",
            r"\x+1",
            r"\p",
            r"\p{greek}",
            r"\pX",
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
            assert!(translate(pattern).is_err(), "{pattern}");
        }
    }
}
