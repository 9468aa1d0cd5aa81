//! Tokens of other languages: text in other quotes, comments, markers of merge conflicts.

use super::super::state::RETRIES;
use super::super::{Lexer, Mode, Purpose, Token, TokenKind};
use crate::text::span::Span;

impl Lexer<'_> {
    /// A text in the quotes of another language, on one line.
    pub(super) fn foreign_string(&mut self, start: usize) -> usize {
        let line = self.line_from(start);
        let mut characters = line.chars();
        let Some(open) = characters.next() else { return self.bytes.len() };
        let is_close = |character: char| match open {
            '“' | '”' | '„' | '‟' => matches!(character, '“' | '”' | '"'),
            '‘' | '’' | '‚' => matches!(character, '‘' | '’'),
            '«' => character == '»',
            open => character == open,
        };
        let text = characters.as_str();
        let first = start + open.len_utf8();
        let may_search = self.diagnosis.retries < RETRIES;
        let mut signs = text.char_indices().take_while(|_| may_search);
        if let Some((length, close)) = signs.find(|(_, character)| is_close(*character)) {
            let end = first + length + close.len_utf8();
            return self.push(TokenKind::ForeignString, start, end);
        }
        self.retry();
        match open {
            '\'' | '`' => self.run(start, start + 1),
            _ => self.push(TokenKind::InvalidCharacter, start, first),
        }
    }

    pub(super) fn unicode(&mut self, start: usize) -> usize {
        let rest = self.source.get(start..).unwrap_or_default();
        let character = rest.chars().next().unwrap_or_default();
        let end = start + character.len_utf8();
        match character {
            '“' | '”' | '„' | '‟' | '‘' | '’' | '‚' | '«' | '″' | '′' | '＂' | '＇' => {
                self.foreign_string(start)
            }
            '\u{37e}' | '；' => self.push(TokenKind::Semicolon, start, end),
            '｛' | '｝' => self.wide_brace(start, end, character),
            _ if is_invisible(character) => self.push(TokenKind::InvalidBlank, start, end),
            _ => self.run(start, start + 1),
        }
    }

    /// A full-width brace encloses items as the brace that is meant.
    fn wide_brace(&mut self, start: usize, end: usize, brace: char) -> usize {
        self.tell(TokenKind::InvalidBlank, start, end);
        if brace == '｝' {
            return self.close_brace(start, end);
        }
        self.open_brace(start);
        if let Some(token) = self.tokens.last_mut() {
            token.span.end = end as u32;
        }
        end
    }

    /// The end of `${name:-text}` and the like at this place, if the source has syntax errors.
    pub(in crate::lexer) fn end_of_expansion(&mut self, at: usize) -> Option<usize> {
        let text = self.bytes.get(at..).filter(|_| self.purpose == Purpose::Diagnose)?;
        let text = text.strip_prefix(b"${")?;
        let text = text.get(..LONGEST_EXPANSION).unwrap_or(text);
        let length = text.iter().position(|byte| b"}\n".contains(byte))?;
        let inner = std::str::from_utf8(text.get(..length)?).ok()?;
        (text[length] == b'}' && is_expansion(inner)).then_some(at + 2 + length + 1)
    }

    /// Adds a token that is reported, and that the tokens around it don't depend on.
    pub(super) fn tell(&mut self, kind: TokenKind, start: usize, end: usize) -> usize {
        self.tokens.push(Token { kind, span: Span::new(start as u32, end as u32) });
        end
    }

    /// The rest of the line as a comment of another language.
    pub(super) fn foreign_comment(&mut self, start: usize) -> usize {
        let end = start + self.line_from(start).len();
        self.tell(TokenKind::ForeignComment, start, end)
    }

    /// Whether the rest of the line starts with two words.
    pub(super) fn is_prose(&mut self, start: usize) -> bool {
        let is_word = |word: &str| word.chars().all(char::is_alphabetic);
        let line = self.line_from(start);
        let mut words = line.split_whitespace().take(2);
        self.mode == Mode::Body
            && line.starts_with(' ')
            && words.next().is_some_and(is_word)
            && words.next().is_some_and(is_word)
    }

    /// Whether a marker of a merge conflict starts a line here.
    pub(super) fn is_conflict_marker(&self, at: usize, byte: u8) -> bool {
        let starts_line = at == 0 || self.byte(at - 1) == b'\n';
        let marker = self.bytes.get(at..at + 7);
        starts_line && marker.is_some_and(|marker| marker.iter().all(|it| *it == byte))
    }

    /// A marker of a merge conflict. Of the two sides, only the first is lexed.
    pub(super) fn conflict(&mut self, start: usize) -> usize {
        let mut end = start + self.line_from(start).len();
        self.tell(TokenKind::Conflict, start, end);
        if matches!(self.byte(start), b'=' | b'|') && self.retry() {
            if let Some(length) = memchr::memmem::find(&self.bytes[end..], b"\n>>>>>>>") {
                let last = end + length + 1;
                let length = self.line_from(last).len();
                end = self.tell(TokenKind::Conflict, last, last + length);
            }
        }
        // The line end belongs to the marker.
        (end + 1).min(self.bytes.len())
    }
}

/// The number of bytes that are searched for the end of an expansion of a shell.
const LONGEST_EXPANSION: usize = 256;

/// Whether the text in `${…}` is an expansion of a shell, and no expression: `#name`, `name[@]`, `name:-text`.
fn is_expansion(text: &str) -> bool {
    const SIGNS: [&str; 10] = ["[@]", ":", "#", "%%", "%.", "%*", "//", "^", ",,", "@"];
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let name = text.trim_start_matches(['#', '!']);
    let rest = name.trim_start_matches(is_part);
    let is_counted = text.starts_with('#') && (rest.is_empty() || rest.starts_with("[*]"));
    name.starts_with(|first| is_part(first) && !first.is_ascii_digit())
        && (is_counted || rest == "%/*" || SIGNS.iter().any(|sign| rest.starts_with(sign)))
        && !rest.starts_with("::")
}

/// Whether the character is invisible: a blank other than space and tab, or a character without a
/// glyph.
fn is_invisible(character: char) -> bool {
    character.is_whitespace()
        || matches!(
            character,
            '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{feff}'
        )
}
