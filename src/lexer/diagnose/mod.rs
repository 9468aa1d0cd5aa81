//! The tokens of a source that has syntax errors.
//!
//! In such a source an unclosed string, bracket or heredoc would extend to the end. Here each one
//! ends where the next item starts, with a closing token of length zero. Forms of other languages,
//! such as a text in single quotes, are one token. A source without errors has the same tokens as
//! for `Purpose::Parse`.

mod foreign;
mod heredoc;
mod look_alikes;
mod quotes;

pub(crate) use self::look_alikes::{is_look_alike, meant_by};
use super::balance::{Fix, Repair, repairs};
use super::literal::{identifier_end, sign_of_item};
use super::state::{Lexer, Mode, Purpose, RETRIES};
use super::words::after_blanks;
use super::{Kinds, Token, TokenKind};

/// The number of comments that are searched for the place of a missing brace. Keeps hostile sources linear.
const COMMENT_LINES: usize = 16;

/// Whether [`Lexer::invalid_token`] has a rule for tokens that start with this byte.
#[inline(always)]
pub(super) fn may_be_mistake(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r' | b'#' | b'\'' | b'-' | b'/' | b'`' | b'{' | b'|' | 0x80..)
        || matches!(byte, b';'..=b'>')
}

/// The tokens of a document with syntax errors, from the item at `start` on; zero is the start of the document. Braces
/// are added and ignored where the indentation, or the types of the blocks before, which are `outer`, show that one is
/// missing or too many.
#[cold]
pub(crate) fn lex_invalid(source: &str, start: usize, outer: &[&str]) -> Vec<Token> {
    let lex_with = |repairs: &[Repair]| {
        let mut lexer = Lexer::new(source, Purpose::Diagnose, source.len() - start);
        let start = start.max(lexer.after_byte_order_mark());
        lexer.lex_with(start, repairs);
        lexer.tokens
    };
    let tokens = lex_with(&[]);
    let repairs = repairs(source, &tokens, start, outer);
    if repairs.is_empty() { tokens } else { lex_with(&repairs) }
}

impl<'s> Lexer<'s> {
    /// Lexes to the end, with these changes of braces.
    pub(super) fn lex_with(&mut self, mut at: usize, repairs: &[Repair]) {
        for repair in repairs {
            if at < repair.at {
                at = self.run_invalid(at, repair.at);
            }
            at = after_blanks(self.bytes, at);
            at = self.repair(at, *repair);
        }
        self.run_invalid(at, self.bytes.len());
    }

    #[inline(never)]
    fn run_invalid(&mut self, start: usize, target: usize) -> usize {
        self.run_for::<true>(start, target)
    }

    fn repair(&mut self, at: usize, repair: Repair) -> usize {
        match repair.fix {
            Fix::Close => {
                while !matches!(self.mode, Mode::Body | Mode::Object | Mode::ForObject) {
                    self.leave();
                }
                self.leave();
                // The brace is missing after the last token, and not where the next item starts.
                let last = self.tokens.iter().rfind(|token| token.kind != TokenKind::Newline);
                let end = last.map_or(repair.at, |last| last.span.end as usize);
                let end = self.empty_line(end).unwrap_or(end);
                self.push(TokenKind::CloseBrace, end, end);
                self.push(TokenKind::Newline, repair.at.saturating_sub(1), repair.at);
                at
            }
            Fix::Open => {
                let end = self.open_brace(at);
                if let Some(token) = self.tokens.last_mut() {
                    token.span.end = token.span.start;
                }
                end - 1
            }
            Fix::Ignore if self.byte(at) == b'}' && repair.at == at => {
                self.push(TokenKind::SurplusBrace, at, at + 1)
            }
            Fix::Ignore => at,
        }
    }

    /// The end of the next empty line, after indented comments: a brace stands there on its own line.
    fn empty_line(&mut self, at: usize) -> Option<usize> {
        let mut line = at + self.line_from(at).len() + 1;
        for _ in 0..COMMENT_LINES {
            if line > self.bytes.len() {
                return None;
            }
            let text = self.line_from(line);
            let content = text.trim_start_matches([' ', '\t']);
            if content.trim_end().is_empty() {
                return Some(line + text.trim_end_matches('\r').len());
            }
            let is_comment = content.starts_with('#') || content.starts_with("//");
            if content.len() == text.len() || !is_comment {
                return None;
            }
            line += text.len() + 1;
        }
        None
    }

    /// The token at `at`, by the rules that only sources with errors need.
    #[inline(always)]
    pub(super) fn invalid_token(&mut self, at: usize, byte: u8) -> usize {
        let next = self.byte(at + 1);
        match byte {
            b'\n' => self.line_end(at, at + 1),
            b'\r' if next == b'\n' => self.line_end(at, at + 2),
            b'\r' => {
                self.push(TokenKind::InvalidBlank, at, at + 1);
                self.line_end(at, at + 1)
            }
            b'#' => self.comment_line(at),
            b'/' if next == b'/' => self.comment_line(at),
            b'/' if next == b'*' => {
                let end = self.inline_comment(at);
                if !self.unclosed_comment {
                    return end;
                }
                self.tokens.pop();
                self.push(TokenKind::UnclosedComment, at, self.bytes.len())
            }
            b'-' if next == b'-' && (self.starts_line() || self.is_prose(at + 2)) => {
                self.foreign_comment(at)
            }
            b';' if self.starts_line() => self.foreign_comment(at),
            b'<' | b'=' | b'>' | b'|' if self.is_conflict_marker(at, byte) => self.conflict(at),
            b'<' if next == b'<' => self.invalid_heredoc(at),
            b'\'' | b'`' => self.foreign_string(at),
            b'{' if self.mode == Mode::Body
                && (matches!(self.last, TokenKind::Newline | TokenKind::ForeignString)
                    || Kinds::NUMBERS.has(self.last)) =>
            {
                self.enter(Mode::Body);
                self.push(TokenKind::OpenBrace, at, at + 1)
            }
            0x80.. => self.unicode(at),
            _ => self.run(at, at + 1),
        }
    }

    /// Whether no token precedes on the line, in a body.
    fn starts_line(&self) -> bool {
        self.last == TokenKind::Newline && self.mode == Mode::Body
    }

    /// The text from `start` to the end of its line. A line is searched for its end only once.
    fn line_from(&mut self, start: usize) -> &'s str {
        let (from, end) = self.diagnosis.line;
        if !(from..end).contains(&start) {
            let newline = self.newline_from(start);
            let end = newline.unwrap_or(self.bytes.len());
            self.diagnosis.line = (start, end);
        }
        self.source.get(start..self.diagnosis.line.1).unwrap_or_default()
    }

    fn comment_line(&mut self, start: usize) -> usize {
        match start + self.line_from(start).len() {
            end if end < self.bytes.len() => self.line_end(start, end + 1),
            end => end,
        }
    }

    /// A line end outside strings and heredocs.
    fn line_end(&mut self, start: usize, end: usize) -> usize {
        if matches!(self.mode, Mode::Body | Mode::Object) {
            return self.newline(start, end);
        }
        if let Some(marker_end) = self.marker_line(end) {
            if self.outer_modes().any(|mode| mode == Mode::InHeredoc) {
                self.close_sequences(start);
                return self.close_heredoc(None, end, end, marker_end, false);
            }
            // So later lines don't search the modes again.
            self.markers.clear();
        }
        let starts_directive = self.bytes[after_blanks(self.bytes, end)..].starts_with(b"%{");
        if starts_directive && self.outer_modes().any(|mode| mode == Mode::InHeredoc) {
            // The text of the heredoc continues.
            self.close_sequences(start);
            return self.heredoc_text(start, start, None);
        }
        if self.is_document() && self.item_starts(end) && !self.is_element(start, end) {
            while !matches!(self.mode, Mode::Body | Mode::Object) {
                if self.mode == Mode::InHeredoc {
                    self.markers.pop();
                }
                self.leave();
            }
            return self.push(TokenKind::Newline, start, end);
        }
        self.newline(start, end)
    }

    /// Whether the line at `line` is the first in a bracket of the line before it, according to the
    /// indentation: an element such as `name = value`, which belongs in braces.
    fn is_element(&self, newline: usize, line: usize) -> bool {
        self.last == TokenKind::OpenBracket && self.indentation(line) > self.indentation(newline)
    }

    fn outer_modes(&self) -> impl Iterator<Item = Mode> + '_ {
        self.outer.iter().copied().chain([self.mode])
    }

    /// Whether the source is a document, not an expression or a template.
    fn is_document(&self) -> bool {
        self.outer.first().copied().unwrap_or(self.mode) == Mode::Body
    }

    fn retry(&mut self) -> bool {
        self.diagnosis.retries += 1;
        self.diagnosis.retries < RETRIES
    }

    /// Whether an item starts on the line.
    pub(super) fn item_starts(&self, line: usize) -> bool {
        let name = identifier_end(self.source, after_blanks(self.bytes, line));
        name.is_some_and(|end| sign_of_item(self.source, end).is_some())
    }
}
