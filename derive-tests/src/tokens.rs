//! A division of source text into tokens, independent of the crate.

use std::ops::Range;

/// The tokens of a document in native syntax. Quotes, the parts of strings and line ends are tokens;
/// comments and blanks are not.
pub fn tokens(source: &str) -> Vec<Range<usize>> {
    let mut scanner = Scanner { source, at: 0, tokens: Vec::new() };
    scanner.code(None);
    scanner.tokens
}

struct Scanner<'s> {
    source: &'s str,
    at: usize,
    tokens: Vec<Range<usize>>,
}

impl Scanner<'_> {
    fn rest(&self) -> &str {
        &self.source[self.at..]
    }

    fn take(&mut self, length: usize) {
        self.tokens.push(self.at..self.at + length);
        self.at += length;
    }

    /// Tokens outside strings, up to the brace that closes an interpolation.
    fn code(&mut self, closing: Option<char>) {
        let mut depth = 0;
        while let Some(first) = self.rest().chars().next() {
            match first {
                ' ' | '\t' | '\r' => self.at += 1,
                '#' => self.comment(),
                '/' if self.rest().starts_with("//") => self.comment(),
                '/' if self.rest().starts_with("/*") => {
                    self.at += self.rest().find("*/").map_or(self.rest().len(), |end| end + 2);
                }
                '"' => {
                    self.take(1);
                    self.quoted();
                }
                '<' if self.heredoc() => {}
                '{' => {
                    depth += 1;
                    self.take(1);
                }
                '}' => {
                    self.take(1);
                    if depth == 0 && closing.is_some() {
                        return;
                    }
                    depth -= i32::from(depth > 0);
                }
                _ if first.is_alphanumeric() || first == '_' => {
                    let word = |it: char| it.is_alphanumeric() || matches!(it, '_' | '-');
                    let length = self.rest().find(|it| !word(it)).unwrap_or(self.rest().len());
                    self.take(length);
                }
                _ => {
                    let long = ["...", "==", "!=", "<=", ">=", "=>", "&&", "||", "::"];
                    let symbol = long.iter().find(|symbol| self.rest().starts_with(**symbol));
                    self.take(symbol.map_or(first.len_utf8(), |symbol| symbol.len()));
                }
            }
        }
    }

    fn comment(&mut self) {
        self.at += self.rest().find('\n').unwrap_or(self.rest().len());
    }

    /// The text after a quote, and the quote that ends it.
    fn quoted(&mut self) {
        let mut length = 0;
        loop {
            let rest = &self.rest()[length..];
            let Some(first) = rest.chars().next() else { break };
            let is_sequence = rest.starts_with("${") || rest.starts_with("%{");
            if first == '\\' {
                length += 1 + rest.chars().nth(1).map_or(0, char::len_utf8);
                continue;
            }
            if !is_sequence && !matches!(first, '"' | '\n') {
                length += first.len_utf8();
                continue;
            }
            if length > 0 {
                self.take(length);
                length = 0;
            }
            if !is_sequence {
                if first == '"' {
                    self.take(1);
                }
                return;
            }
            self.take(2);
            self.code(Some('}'));
        }
        if length > 0 {
            self.take(length);
        }
    }

    /// A heredoc as three tokens: introducer, text, marker.
    fn heredoc(&mut self) -> bool {
        let rest = self.rest();
        let Some(behind) = rest.strip_prefix("<<") else { return false };
        let marker = behind.strip_prefix('-').unwrap_or(behind);
        let Some((marker, _)) = marker.split_once('\n') else { return false };
        let introducer = rest.find('\n').map_or(rest.len(), |newline| newline + 1);
        let marker = marker.trim();
        let mut length = 0;
        for line in rest[introducer..].split_inclusive('\n') {
            if line.trim() == marker {
                let marker_length = line.trim_end().len();
                self.take(introducer);
                if length > 0 {
                    self.take(length);
                }
                self.take(marker_length);
                return true;
            }
            length += line.len();
        }
        false
    }
}
