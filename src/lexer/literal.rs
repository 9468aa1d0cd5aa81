//! Tokens of identifiers and numbers, and the escapes of quoted text.

use super::words::{after_blanks, word_end};
use super::{Lexer, Mode, TokenKind};
use crate::text::identifier::{continues_identifier, starts_ascii_identifier, starts_identifier};
use crate::text::span::Span;

impl Lexer<'_> {
    /// `Identifier = ID_Start (ID_Continue | '-')*`, where `_` starts one too.
    #[inline(always)]
    pub(super) fn identifier(&mut self, mut start: usize) -> usize {
        loop {
            let end = word_end(self.bytes, start);
            let behind = self.byte(end);
            if behind >= 0x80 {
                return self.unicode_identifier(start);
            }
            self.name(start, end);
            // Most dots separate names.
            let is_name = behind == b'.' && starts_ascii_identifier(self.byte(end + 1));
            if !is_name {
                return self.sign_of_item(end);
            }
            start = self.push(TokenKind::Dot, end, end + 1);
        }
    }

    /// The equals sign with blanks around it that follows most names.
    #[inline(always)]
    fn sign_of_item(&mut self, end: usize) -> usize {
        let at = after_blanks(self.bytes, end);
        if self.byte(at) == b'=' && self.byte(at + 1) == b' ' {
            self.push(TokenKind::Assign, at, at + 1);
            return at + 2;
        }
        at
    }

    #[inline(always)]
    fn name(&mut self, start: usize, end: usize) {
        if self.last == TokenKind::OpenBrace
            && self.mode == Mode::Object
            && &self.bytes[start..end] == b"for"
        {
            self.mode = Mode::ForObject;
        }
        self.push(TokenKind::Identifier, start, end);
    }

    /// An identifier that starts with a non-ASCII character, or an invalid character.
    #[cold]
    pub(super) fn unicode_identifier(&mut self, start: usize) -> usize {
        match identifier_end(self.source, start) {
            Some(end) => self.push(TokenKind::Identifier, start, end),
            None => {
                let rest = self.source.get(start..).unwrap_or_default();
                let length = rest.chars().next().map_or(1, char::len_utf8);
                self.push(TokenKind::InvalidCharacter, start, start + length)
            }
        }
    }

    /// Digits, dots and exponents, without a dot at the end.
    #[inline(always)]
    pub(super) fn number(&mut self, start: usize) -> usize {
        let mut at = self.after_digits(start + 1);
        if !matches!(self.byte(at), b'.' | b'e' | b'E') {
            return self.push(TokenKind::Number, start, at);
        }
        let mut dots = 0_usize;
        let (mut end, mut dots_inside, mut has_exponent) = (at, 0, false);
        loop {
            match self.byte(at) {
                b'0'..=b'9' => at = self.after_digits(at + 1),
                b'.' => {
                    at += 1;
                    dots += 1;
                    continue;
                }
                b'e' | b'E' => {
                    let sign = usize::from(matches!(self.byte(at + 1), b'+' | b'-'));
                    if !self.byte(at + 1 + sign).is_ascii_digit() {
                        break;
                    }
                    at += 2 + sign;
                    has_exponent = true;
                }
                _ => break,
            }
            (end, dots_inside) = (at, dots);
        }
        let is_usual = dots_inside <= 1 && !has_exponent;
        self.push(if is_usual { TokenKind::Number } else { TokenKind::UnusualNumber }, start, end)
    }

    #[inline(always)]
    fn after_digits(&self, start: usize) -> usize {
        let rest = self.bytes.get(start..).unwrap_or_default();
        start + rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
    }
}

/// The end of the identifier at `start`, if there is one.
pub(super) fn identifier_end(source: &str, start: usize) -> Option<usize> {
    let rest = source.get(start..)?;
    rest.chars().next().filter(|first| starts_identifier(*first))?;
    let length = rest.find(|character| !continues_identifier(character));
    Some(start + length.unwrap_or(rest.len()))
}

/// The number of labels that the header of a block is examined for. Keeps hostile sources linear.
const MOST_LABELS: usize = 16;

/// The sign after the name of an item that ends at `at`: an equals sign, or after labels an opening brace.
pub(crate) fn sign_of_item(source: &str, at: usize) -> Option<u8> {
    let bytes = source.as_bytes();
    let mut end = at;
    for labels in 0..MOST_LABELS {
        let at = after_blanks(bytes, end);
        let touches = at == end && at > 0 && !bytes[at - 1].is_ascii_whitespace();
        end = match bytes.get(at..)? {
            [b'=', b'=' | b'>', ..] => return None,
            [b'=', ..] => return (labels == 0).then_some(b'='),
            [b'{', ..] => return Some(b'{'),
            _ if touches => return None,
            [b'"', text @ ..] => {
                let length = memchr::memchr3(b'"', b'\n', b'\\', text)?;
                match text[length] {
                    b'"' => at + length + 2,
                    // The label has no closing quote.
                    b'\n' if text[..length].trim_ascii_end().ends_with(b"{") => return Some(b'{'),
                    _ => return None,
                }
            }
            _ => identifier_end(source, at)?,
        };
    }
    None
}

/// A mistake in an escape sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EscapeMistake {
    /// An unknown selector, as in `\d`.
    Selector(char),
    /// `\u` without four hexadecimal digits.
    ShortDigits,
    /// `\U` without eight hexadecimal digits.
    LongDigits,
    /// A number that is not a Unicode character.
    NoCharacter(u32),
}

/// Checks the escape at the start of `text`. Returns its length and its mistake.
pub(super) fn escape(text: &str) -> (usize, Option<EscapeMistake>) {
    // A backslash at the end is a token of its own.
    let Some(selector) = text.chars().nth(1) else { return (text.len(), None) };
    let (digits, mistake) = match selector {
        'n' | 'r' | 't' | '"' | '\\' => return (2, None),
        'u' => (4, EscapeMistake::ShortDigits),
        'U' => (8, EscapeMistake::LongDigits),
        _ => return (1 + selector.len_utf8(), Some(EscapeMistake::Selector(selector))),
    };
    let found = text.bytes().skip(2).take(digits).take_while(u8::is_ascii_hexdigit).count();
    let length = 2 + found;
    if found < digits {
        return (length, Some(mistake));
    }
    let number = u32::from_str_radix(&text[2..length], 16).unwrap_or(u32::MAX);
    let mistake = char::from_u32(number).is_none().then_some(EscapeMistake::NoCharacter(number));
    (length, mistake)
}

/// All escape mistakes in the text of a token that starts at `offset`.
pub(crate) fn escape_mistakes(text: &str, offset: u32) -> Vec<(Span, EscapeMistake)> {
    let mut mistakes = Vec::new();
    let mut at = 0;
    while let Some(backslash) = memchr::memchr(b'\\', &text.as_bytes()[at..]) {
        at += backslash;
        let (length, mistake) = escape(&text[at..]);
        if let Some(mistake) = mistake {
            let start = offset + at as u32;
            mistakes.push((Span::new(start, start + length as u32), mistake));
        }
        at += length;
    }
    mistakes
}

#[cfg(test)]
mod tests {
    /// A new version of Unicode changes which documents are valid, so it must be a decision.
    #[test]
    fn the_documentation_names_the_versions_of_unicode() {
        let (major, minor, _) = unicode_segmentation::UNICODE_VERSION;
        let versions = [
            ("unicode-ident", unicode_ident::UNICODE_VERSION),
            ("unicode-normalization", unicode_normalization::UNICODE_VERSION),
            ("unicode-segmentation", (major as u8, minor as u8, 0)),
        ];
        let documentation = include_str!("../lib.rs").replace("\n//!", "");
        for (name, (major, minor, _)) in versions {
            let sentence = format!("Unicode {major}.{minor} (`{name}`)");
            assert!(documentation.contains(&sentence), "{sentence}");
        }
    }
}
