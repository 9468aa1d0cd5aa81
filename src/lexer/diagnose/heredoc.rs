//! Heredocs with a mistake in their introducer or without an end marker.

use hashbrown::HashMap;

use super::super::TokenKind;
use super::super::literal::identifier_end;
use super::super::words::after_blanks;
use crate::lexer::state::{Lexer, Mode};
use crate::text::identifier::is_identifier;
use crate::text::span::Span;
use crate::text::suggest;

/// The number of signs between `<<` and the marker that a heredoc with a mistake may have.
const INTRODUCER: usize = 16;

impl<'s> Lexer<'s> {
    /// `<<`: a heredoc, even if its introducer has a mistake. If the end marker is missing, its
    /// place is guessed.
    pub(super) fn invalid_heredoc(&mut self, start: usize) -> usize {
        let line = self.line_from(start + 2);
        let is_sign = |byte: &u8| b"-~< \t\"'`".contains(byte);
        let signs = line.bytes().take(INTRODUCER).take_while(is_sign).count();
        let at = start + 2 + signs;
        let Some(marker_end) = identifier_end(self.source, at) else {
            return self.run(start, start + 1);
        };
        let content = start + 2 + line.len() + 1;
        let behind = self.source.get(marker_end..content - 1).unwrap_or_default();
        let is_valid = matches!(behind, "" | "\r") && matches!(&line[..signs], "" | "-");
        let marker = Span::new(at as u32, marker_end as u32);
        let is_closed = self.is_marker_ahead(content, marker);
        if content > self.bytes.len() || !is_valid && !is_closed {
            return self.run(start, start + 1);
        }
        if is_valid && (is_closed || !self.retry()) {
            return self.heredoc(start);
        }
        if !is_closed {
            self.diagnosis.guess = self.guess_end(start, content, marker);
        }
        self.markers.push(marker);
        self.push(TokenKind::OpenHeredoc, start, content);
        self.heredoc_text(content, content, None)
    }

    /// Closes the sequence in the innermost heredoc.
    pub(super) fn close_sequences(&mut self, at: usize) {
        while self.mode != Mode::InHeredoc && !self.outer.is_empty() {
            self.leave();
        }
        self.leave();
        self.push(TokenKind::CloseSequence, at, at);
    }

    /// Whether the marker is on its own line from `content` on.
    fn is_marker_ahead(&mut self, content: usize, marker: Span) -> bool {
        if self.diagnosis.last_lines.is_none() {
            self.diagnosis.last_lines = Some(self.last_lines(content));
        }
        let lines = self.diagnosis.last_lines.as_ref();
        let last = lines.and_then(|lines| lines.get(marker.text(self.source)));
        last.is_some_and(|line| *line >= content)
    }

    /// For each word, the start of the last line that is only this word, from the line at `start` on.
    fn last_lines(&self, start: usize) -> HashMap<&'s str, usize> {
        let mut lines = HashMap::new();
        let mut line = start;
        // A marker in the last line needs its line end.
        while let Some(newline) = self.newline_from(line) {
            let word = self.source.get(line..newline).unwrap_or_default().trim();
            if is_identifier(word) {
                lines.insert(word, line);
            }
            line = newline + 1;
        }
        lines
    }

    /// The end of a heredoc without its end marker: a line that starts with it or resembles it, or the line before the
    /// next item.
    fn guess_end(&mut self, start: usize, content: usize, marker: Span) -> Option<(usize, Span)> {
        let marker = marker.text(self.source);
        let indentation = self.indentation(start);
        let goes_on = |it: char| it.is_alphanumeric() || it == '_';
        let (mut line, mut end) = (content, None);
        for text in self.source.get(content..)?.split_inclusive('\n') {
            let word = text.trim_start();
            let depth = text.len() - word.len();
            let place = Span::new((line + depth) as u32, (line + text.trim_end().len()) as u32);
            if word.strip_prefix(marker).is_some_and(|rest| !rest.starts_with(goes_on)) {
                return Some((line, Span::new(place.start, place.start + marker.len() as u32)));
            }
            let word = word.trim_end();
            let closes = word == "}" && depth < indentation;
            let is_similar = || is_identifier(word) && suggest::nearest(word, [marker]).is_some();
            if end.is_none() && is_similar() {
                end = Some((line, place));
            } else if end.is_none() && (closes || depth <= indentation && self.item_starts(line)) {
                end = Some((line, Span::empty(line as u32)));
            }
            line += text.len();
        }
        end
    }

    /// The indentation of the line of `at`.
    pub(super) fn indentation(&self, at: usize) -> usize {
        let line = memchr::memrchr(b'\n', &self.bytes[..at]).map_or(0, |newline| newline + 1);
        after_blanks(self.bytes, line) - line
    }

    /// The guessed end of the innermost heredoc, if it is on this line.
    #[cold]
    pub(in crate::lexer) fn guessed_end(
        &mut self,
        start: usize,
        line: usize,
        escaped: bool,
    ) -> Option<usize> {
        let (_, marker) = self.diagnosis.guess.filter(|(guess, _)| *guess == line)?;
        self.diagnosis.guess = None;
        self.markers.pop();
        self.heredoc_literal(start, line, escaped);
        if !marker.is_empty() {
            let (start, end) = (marker.start as usize, marker.end as usize);
            return Some(self.push(TokenKind::CloseHeredoc, start, end));
        }
        self.push(TokenKind::CloseHeredoc, line, line);
        self.push(TokenKind::Newline, line, line);
        Some(line)
    }
}
