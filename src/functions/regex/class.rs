//! Translates character classes.

use std::fmt::Write;

use super::translate::{Outcome, Translator};

impl Translator<'_> {
    /// Translates a class in brackets, after the opening bracket.
    pub(super) fn class(&mut self) -> Outcome<()> {
        self.to.push('[');
        if self.skip("^") {
            self.to.push('^');
        }
        let mut is_first = true;
        loop {
            let char = match self.next_of_class()? {
                ']' if !is_first => break,
                '[' if self.posix()? => None,
                '\\' => {
                    let letter = self.next_of_class()?;
                    match self.named_class(letter)? {
                        Some(class) => {
                            self.to.push_str(&class);
                            None
                        }
                        None => Some(self.escaped(letter)?),
                    }
                }
                char => Some(char),
            };
            if let Some(char) = char {
                self.range(char)?;
            }
            is_first = false;
        }
        self.to.push(']');
        Ok(())
    }

    fn next_of_class(&mut self) -> Outcome<char> {
        self.rest.next().ok_or_else(|| "a closing bracket is missing".to_owned())
    }

    /// Translates a class such as `[:alpha:]`, after the opening bracket. Returns false if it is
    /// not such a class.
    fn posix(&mut self) -> Outcome<bool> {
        let Some(rest) = self.rest.as_str().strip_prefix(':') else { return Ok(false) };
        let is_part = |next: char| next == '^' || next.is_ascii_alphanumeric();
        let end = rest.find(|next| !is_part(next)).unwrap_or(rest.len());
        let (name, rest) = rest.split_at(end);
        let Some(rest) = rest.strip_prefix(":]") else { return Ok(false) };
        if !POSIX.contains(&name.strip_prefix('^').unwrap_or(name)) {
            return Err(format!("there is no class with the name {name:?}"));
        }
        self.rest = rest.chars();
        self.to.push_str(&format!("[:{name}:]"));
        Ok(true)
    }

    /// Translates a character, or a range that starts with it.
    fn range(&mut self, low: char) -> Outcome<()> {
        let rest = self.rest.as_str();
        let is_range = rest.len() > 1 && rest.starts_with('-') && !rest.starts_with("-]");
        let mut high = low;
        if is_range && self.skip("-") {
            high = match self.next_of_class()? {
                '\\' => {
                    let letter = self.next_of_class()?;
                    self.escaped(letter)?
                }
                char => char,
            };
        }
        if high < low {
            return Err(format!("{low:?} to {high:?} is no range"));
        }
        // Writing to a string can't fail.
        let _ = write!(self.to, "\\x{{{:X}}}-\\x{{{:X}}}", u32::from(low), u32::from(high));
        Ok(())
    }
}

/// The characters of `\d`, `\s` and `\w`, and of their upper-case forms, inside brackets.
pub(super) fn perl(letter: char) -> Option<&'static str> {
    Some(match letter {
        'd' => "0-9",
        'D' => "^0-9",
        's' => "\\t\\n\\f\\r ",
        'S' => "^\\t\\n\\f\\r ",
        'w' => "0-9A-Za-z_",
        'W' => "^0-9A-Za-z_",
        _ => return None,
    })
}

/// The names of classes in `[:…:]`.
const POSIX: [&str; 14] = [
    "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct",
    "space", "upper", "word", "xdigit",
];

/// The name between the braces of `\p{…}`, for a category or a script of Unicode.
pub(super) fn unicode(name: &str) -> Option<String> {
    const CATEGORIES: [&str; 37] = [
        "C", "Cc", "Cf", "Co", "Cs", "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N",
        "Nd", "Nl", "No", "P", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "S", "Sc", "Sk", "Sm",
        "So", "Z", "Zl", "Zp", "Zs", "Any",
    ];
    if CATEGORIES.contains(&name) {
        return Some(name.to_owned());
    }
    // In the `regex` crate the case of these letters doesn't matter; in RE2 it does.
    let mut letters = name.chars();
    let is_capitalized = letters.next().is_some_and(|first| first.is_ascii_uppercase())
        && letters.next().is_some_and(|second| second.is_ascii_lowercase())
        && letters.all(|next| next.is_ascii_alphabetic() || next == '_');
    is_capitalized.then(|| format!("sc={name}"))
}
