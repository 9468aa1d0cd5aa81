//! The tokens of a source that has syntax errors.
//!
//! In such a source an unclosed string, bracket or heredoc would reach to the end. Here each ends
//! where the next item starts: a token without length closes it. Forms of other languages, such as a
//! text in single quotes, are one token. A source without errors has the same tokens as for
//! `Purpose::Parse`.

use hashbrown::HashMap;

use super::balance::{Fix, Repair, repairs};
use super::{Lexer, Mode, Purpose, Token, TokenKind};
use crate::diagnostic::suggest;
use crate::source::Span;

/// The number of times that text is lexed again, or the source is searched to its end for a marker.
/// Keeps hostile sources linear.
const RETRIES: u32 = 64;

/// The number of lines that a string in quotes is searched for its end.
const STRING_LINES: usize = 40;

/// The tokens of a document with syntax errors. Braces are added and ignored where the indentation
/// shows that one is missing or too many.
pub(super) fn lex_invalid(source: &str) -> Vec<Token> {
    let mut lexer = Lexer::new(source, Purpose::Diagnose, source.len());
    lexer.lex_invalid(lexer.after_byte_order_mark(), &[]);
    let repairs = repairs(source, &lexer.tokens);
    if repairs.is_empty() {
        return lexer.tokens;
    }
    let mut lexer = Lexer::new(source, Purpose::Diagnose, source.len());
    lexer.lex_invalid(lexer.after_byte_order_mark(), &repairs);
    lexer.tokens
}

/// The number of signs between `<<` and the marker that a heredoc with a mistake may have.
const INTRODUCER: usize = 16;

/// The end of an unclosed heredoc as far as it can be guessed.
#[derive(Clone, Copy)]
pub(super) struct GuessedEnd {
    /// The line of the end marker, or of the item after the heredoc.
    line: usize,
    /// The span of what was probably meant as the marker; empty if there is none.
    start: usize,
    end: usize,
}

/// What a lexer knows only about a source with errors.
pub(super) struct Diagnosis {
    retries: u32,
    pub(super) guess: Option<GuessedEnd>,
    /// The start of the last line that is one word, by that word. Made when the first heredoc is found.
    last_lines: Option<HashMap<Box<str>, usize>>,
    /// The place where the end of a line was last looked for, and this end.
    line: (usize, usize),
}

impl Default for Diagnosis {
    fn default() -> Self {
        Diagnosis { retries: RETRIES, guess: None, last_lines: None, line: (0, 0) }
    }
}

impl<'s> Lexer<'s> {
    pub(super) fn lex_invalid(&mut self, mut at: usize, repairs: &[Repair]) {
        let mut repairs = repairs.iter().peekable();
        while at < self.bytes.len() {
            at = self.boundaries.after_blanks(self.bytes, at);
            while let Some(repair) = repairs.next_if(|repair| repair.at <= at) {
                at = self.repair(at, *repair);
            }
            let Some(&byte) = self.bytes.get(at) else { break };
            at = self.invalid_token(at, byte);
        }
        for repair in repairs {
            self.repair(at, *repair);
        }
    }

    fn repair(&mut self, at: usize, repair: Repair) -> usize {
        match repair.fix {
            Fix::Close => {
                while !matches!(self.mode, Mode::Body | Mode::Object | Mode::ForObject) {
                    self.leave();
                }
                self.leave();
                self.push(TokenKind::CloseBrace, repair.at, repair.at);
                self.push(TokenKind::Newline, repair.at, repair.at);
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

    /// The token at `at`, with the rules that only sources with errors have.
    fn invalid_token(&mut self, at: usize, byte: u8) -> usize {
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
                && matches!(
                    self.last,
                    TokenKind::Newline | TokenKind::Number | TokenKind::ForeignString
                ) =>
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
            let length = memchr::memchr(b'\n', &self.bytes[start..]);
            let end = length.map_or(self.bytes.len(), |length| start + length);
            self.diagnosis.line = (start, end);
        }
        self.source.get(start..self.diagnosis.line.1).unwrap_or_default()
    }

    fn comment_line(&mut self, start: usize) -> usize {
        match memchr::memchr(b'\n', &self.bytes[start..]) {
            Some(length) => self.line_end(start, start + length + 1),
            None => self.bytes.len(),
        }
    }

    /// A line end outside strings and heredocs.
    fn line_end(&mut self, start: usize, end: usize) -> usize {
        if matches!(self.mode, Mode::Body | Mode::Object) {
            return self.newline(start, end);
        }
        if let Some(marker_end) = self.marker_line(end) {
            if self.outer_modes().any(|mode| mode == Mode::InHeredoc) {
                return self.close_heredoc_around(start, end, marker_end);
            }
            // So no line looks through the modes again.
            self.markers.clear();
        }
        if self.is_document() && self.item_starts(end) {
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

    fn outer_modes(&self) -> impl Iterator<Item = Mode> + '_ {
        self.outer.iter().copied().chain([self.mode])
    }

    /// Whether the source is a document, not an expression or a template.
    fn is_document(&self) -> bool {
        self.outer.first().copied().unwrap_or(self.mode) == Mode::Body
    }

    /// Closes a sequence in a heredoc before the line of the heredoc's marker.
    fn close_heredoc_around(&mut self, start: usize, line: usize, end: usize) -> usize {
        while self.mode != Mode::InHeredoc && !self.outer.is_empty() {
            self.leave();
        }
        self.leave();
        self.push(TokenKind::CloseSequence, start, start);
        self.close_heredoc(None, line, line, end, false)
    }

    /// A line end in quotes. The string ends here, unless it goes on for some lines and is closed then.
    pub(super) fn line_end_in_quotes(&mut self, at: usize) -> usize {
        let lines = self.bytes[at..].iter();
        let length = lines.take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
        if self.string_continues(at + length) {
            let start = self.push(TokenKind::RawNewline, at, at + length);
            return self.quoted_text(start);
        }
        self.close_quotes(at)
    }

    /// Whether the string in quotes is closed on one of the next lines, which are no items.
    fn string_continues(&self, line: usize) -> bool {
        let rest = self.source.get(line..).unwrap_or_default();
        let mut start = line;
        for text in rest.split_inclusive('\n').take(STRING_LINES) {
            if self.item_starts(start) || text.trim_start().starts_with('}') {
                return false;
            }
            let quotes = text.matches('"').count() - text.matches("\\\"").count();
            if quotes > 0 {
                return quotes % 2 == 1;
            }
            start += text.len();
        }
        false
    }

    /// Closes an unclosed string at the line end. Brackets at the end of the line close those
    /// outside the string.
    fn close_quotes(&mut self, line_end: usize) -> usize {
        let first = self.tokens.iter().rposition(|token| {
            matches!(
                token.kind,
                TokenKind::OpenQuote | TokenKind::CloseSequence | TokenKind::RawNewline
            )
        });
        let first = first.unwrap_or(0);
        let opens = self.tokens.get(first).copied();
        let Some(open) = opens.filter(|open| open.kind == TokenKind::OpenQuote) else {
            return self.push(TokenKind::CloseQuote, line_end, line_end);
        };
        let before =
            first.checked_sub(1).and_then(|at| self.tokens.get(at)).map(|token| token.kind);
        let content = open.span.end as usize;
        if self.mode == Mode::InQuoted && before.is_some_and(ends_operand) && self.retry() {
            // The quote closes the string around the interpolation.
            self.tokens.truncate(first);
            self.leave();
            return self.push(TokenKind::CloseQuote, open.span.start as usize, content);
        }
        let text = &self.bytes[content..line_end];
        let is_header = self.mode == Mode::Body && before.is_some_and(ends_header);
        let is_code = |byte: u8| match byte {
            b' ' | b'\t' => true,
            b'{' => is_header,
            b',' | b']' | b'}' | b')' => self.mode != Mode::Body,
            _ => false,
        };
        let kept = text.iter().rposition(|byte| !is_code(*byte)).map_or(0, |last| last + 1);
        let end = content + kept;
        self.tokens.truncate(first + 1);
        self.last = TokenKind::OpenQuote;
        if kept > 0 {
            self.push(TokenKind::Literal, content, end);
        }
        self.push(TokenKind::CloseQuote, end, end)
    }

    fn retry(&mut self) -> bool {
        let retries = &mut self.diagnosis.retries;
        *retries = retries.saturating_sub(1);
        *retries > 0
    }

    /// Whether the line starts with `name =`, or is `type "label" … {`.
    pub(super) fn item_starts(&self, line: usize) -> bool {
        let name = self.boundaries.after_blanks(self.bytes, line);
        let Some(end) = self.identifier_end(name) else { return false };
        let mut at = self.boundaries.after_blanks(self.bytes, end);
        if self.byte(at) == b'=' {
            return !matches!(self.byte(at + 1), b'=' | b'>');
        }
        while at > end || self.byte(at) == b'{' {
            at = match self.byte(at) {
                b'{' => return matches!(self.byte(at + 1), b'\n' | b'\r' | b'}' | b' '),
                b'"' => {
                    let text = &self.bytes[at + 1..];
                    match memchr::memchr3(b'"', b'\n', b'\\', text) {
                        Some(length) if text[length] == b'"' => at + length + 2,
                        _ => return false,
                    }
                }
                _ => match self.identifier_end(at) {
                    Some(end) => end,
                    None => return false,
                },
            };
            let next = self.boundaries.after_blanks(self.bytes, at);
            if next == at && self.byte(at) != b'{' {
                return false;
            }
            at = next;
        }
        false
    }

    /// A text in the quotes of another language, on one line.
    fn foreign_string(&mut self, start: usize) -> usize {
        let line = self.line_from(start);
        let mut characters = line.chars();
        let Some(open) = characters.next() else { return self.bytes.len() };
        let is_close = |character: char| match open {
            '“' | '”' | '„' => matches!(character, '“' | '”' | '"'),
            '‘' | '’' | '‚' => matches!(character, '‘' | '’'),
            '«' => character == '»',
            open => character == open,
        };
        let text = characters.as_str();
        let first = start + open.len_utf8();
        let close = match self.diagnosis.retries {
            0 => None,
            _ => text.char_indices().find(|(_, character)| is_close(*character)),
        };
        if close.is_none() {
            self.retry();
        }
        match close {
            Some((length, close)) => {
                let end = first + length + close.len_utf8();
                self.push(TokenKind::ForeignString, start, end)
            }
            None => match open {
                '\'' | '`' => self.run(start, start + 1),
                _ => self.push(TokenKind::InvalidCharacter, start, first),
            },
        }
    }

    fn unicode(&mut self, start: usize) -> usize {
        let rest = self.source.get(start..).unwrap_or_default();
        match rest.chars().next() {
            Some('“' | '”' | '„' | '‘' | '’' | '‚' | '«') => {
                self.foreign_string(start)
            }
            Some(character) if is_invisible(character) => {
                self.push(TokenKind::InvalidBlank, start, start + character.len_utf8())
            }
            _ => self.run(start, start + 1),
        }
    }

    /// The rest of the line as a comment of another language.
    fn foreign_comment(&mut self, start: usize) -> usize {
        let end = memchr::memchr(b'\n', &self.bytes[start..]);
        let end = end.map_or(self.bytes.len(), |length| start + length);
        self.tokens.push(Token {
            kind: TokenKind::ForeignComment,
            span: Span::new(start as u32, end as u32),
        });
        end
    }

    /// Whether the rest of the line starts with two words.
    fn is_prose(&mut self, start: usize) -> bool {
        let is_word = |word: &str| word.chars().all(char::is_alphabetic);
        let line = self.line_from(start);
        let mut words = line.split_whitespace().take(2);
        self.mode == Mode::Body
            && line.starts_with(' ')
            && words.next().is_some_and(is_word)
            && words.next().is_some_and(is_word)
    }

    /// Whether a marker of a merge conflict starts a line here.
    fn is_conflict_marker(&self, at: usize, byte: u8) -> bool {
        let starts_line = at == 0 || self.byte(at - 1) == b'\n';
        let marker = self.bytes.get(at..at + 7);
        starts_line && marker.is_some_and(|marker| marker.iter().all(|it| *it == byte))
    }

    /// A marker of a merge conflict. Of the two sides, only the first is lexed.
    fn conflict(&mut self, start: usize) -> usize {
        let line = memchr::memchr(b'\n', &self.bytes[start..]);
        let mut end = line.map_or(self.bytes.len(), |length| start + length);
        self.tokens
            .push(Token { kind: TokenKind::Conflict, span: Span::new(start as u32, end as u32) });
        if matches!(self.byte(start), b'=' | b'|') && self.retry() {
            if let Some(length) = memchr::memmem::find(&self.bytes[end..], b"\n>>>>>>>") {
                let last = end + length + 1;
                let line = memchr::memchr(b'\n', &self.bytes[last..]);
                end = line.map_or(self.bytes.len(), |length| last + length);
                self.tokens.push(Token {
                    kind: TokenKind::Conflict,
                    span: Span::new(last as u32, end as u32),
                });
            }
        }
        // The line end belongs to the marker.
        (end + 1).min(self.bytes.len())
    }

    /// `<<`: a heredoc, also one whose introducer has a mistake. An end marker that is missing is
    /// guessed.
    fn invalid_heredoc(&mut self, start: usize) -> usize {
        let line = self.line_from(start + 2);
        let is_sign = |byte: &u8| b"-~< \t\"'`".contains(byte);
        let signs = line.bytes().take(INTRODUCER).take_while(is_sign).count();
        let at = start + 2 + signs;
        let Some(marker_end) = self.identifier_end(at) else { return self.run(start, start + 1) };
        let content = start + 2 + line.len() + 1;
        let rest = self.source.get(marker_end..content - 1).unwrap_or_default().trim_start();
        let is_valid = rest.is_empty()
            && signs <= 1
            && !line.starts_with(['~', '<', ' ', '\t', '"', '\'', '`']);
        let quoted = rest.strip_prefix(['"', '\'', '`']);
        let is_quoted = quoted.is_some_and(|rest| rest.trim_start().is_empty());
        let marker = Span::new(at as u32, marker_end as u32);
        let is_closed = self.is_marker_ahead(content, marker);
        if content > self.bytes.len() || !is_valid && !is_closed {
            return self.run(start, start + 1);
        }
        if is_valid && is_closed {
            return self.heredoc(start);
        }
        if !is_valid && !is_quoted && !rest.is_empty() && !is_closed {
            return self.run(start, start + 1);
        }
        if !is_closed && !self.retry() {
            return self.heredoc(start);
        }
        if !is_closed {
            self.diagnosis.guess = self.guess_end(start, content, marker);
        }
        self.markers.push(marker);
        self.push(TokenKind::OpenHeredoc, start, content);
        self.heredoc_text(content, content, None)
    }

    /// Whether the marker is on a line of its own from `content` on.
    fn is_marker_ahead(&mut self, content: usize, marker: Span) -> bool {
        let source = self.source;
        let lines = self.diagnosis.last_lines.get_or_insert_with(|| last_lines(source));
        lines.get(marker.text(source)).is_some_and(|line| *line >= content)
    }

    /// The end of a heredoc without its end marker: a line that starts with it or resembles it, or
    /// the line before the next item.
    fn guess_end(&mut self, start: usize, content: usize, marker: Span) -> Option<GuessedEnd> {
        let marker = marker.text(self.source);
        let indentation = self.indentation(start);
        let rest = self.source.get(content..)?;
        let (mut line, mut similar, mut item) = (content, None, None);
        for text in rest.split_inclusive('\n') {
            let word = text.trim_start();
            let start = line + (text.len() - word.len());
            let ends_word =
                |rest: &str| !rest.starts_with(|it: char| it.is_alphanumeric() || it == '_');
            if word.strip_prefix(marker).is_some_and(ends_word) {
                return Some(GuessedEnd { line, start, end: start + marker.len() });
            }
            let word = word.trim_end();
            if similar.is_none() && item.is_none() && is_similar(word, marker) {
                similar = Some(GuessedEnd { line, start, end: start + word.len() });
            }
            let depth = start - line;
            let closes = word == "}" && depth < indentation;
            if item.is_none() && (closes || depth <= indentation && self.item_starts(line)) {
                item = Some(GuessedEnd { line, start: line, end: line });
            }
            line += text.len();
        }
        similar.or(item)
    }

    /// The indentation of the line of `at`.
    fn indentation(&self, at: usize) -> usize {
        let line = memchr::memrchr(b'\n', &self.bytes[..at]).map_or(0, |newline| newline + 1);
        self.boundaries.after_blanks(self.bytes, line) - line
    }

    /// The guessed end of the innermost heredoc, if it is on this line.
    #[cold]
    pub(super) fn guessed_end(
        &mut self,
        start: usize,
        line: usize,
        escaped: bool,
    ) -> Option<usize> {
        let guess = self.diagnosis.guess.filter(|guess| guess.line == line)?;
        self.diagnosis.guess = None;
        self.markers.pop();
        self.heredoc_literal(start, line, escaped);
        if guess.start < guess.end {
            return Some(self.push(TokenKind::CloseHeredoc, guess.start, guess.end));
        }
        self.push(TokenKind::CloseHeredoc, line, line);
        self.push(TokenKind::Newline, line, line);
        Some(line)
    }
}

/// The starts of the lines that are one word, by the word: of each the last one.
fn last_lines(source: &str) -> HashMap<Box<str>, usize> {
    let mut lines = HashMap::new();
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        let word = line.trim();
        // A marker in the last line needs its line end.
        if line.ends_with('\n') && !word.is_empty() && !word.contains(char::is_whitespace) {
            lines.insert(Box::from(word), start);
        }
        start += line.len();
    }
    lines
}

fn is_similar(word: &str, marker: &str) -> bool {
    let is_word = !word.is_empty() && word.chars().all(|it| it.is_alphanumeric() || it == '_');
    is_word && (word.eq_ignore_ascii_case(marker) || suggest::nearest(word, [marker]).is_some())
}

fn ends_operand(kind: TokenKind) -> bool {
    use TokenKind::{CloseBracket, CloseParenthesis, Identifier, Number, String};
    matches!(kind, CloseBracket | CloseParenthesis | Identifier | Number | String)
}

fn ends_header(kind: TokenKind) -> bool {
    use TokenKind::{CloseQuote, Identifier, String, StringEscaped};
    matches!(kind, CloseQuote | Identifier | String | StringEscaped)
}

/// Blanks other than space and tab, and characters without a picture.
fn is_invisible(character: char) -> bool {
    character.is_whitespace()
        || matches!(
            character,
            '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{feff}'
        )
}
