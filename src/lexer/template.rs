//! The literal text of templates: quoted, in heredocs, and standalone.

use super::literal::{escape, identifier_end};
use super::words::{after_blanks, find};
use super::{Lexer, Mode, Purpose, TokenKind};
use crate::text::span::Span;

impl Lexer<'_> {
    /// `"…"`: one token if it has no template sequence.
    #[inline(always)]
    pub(super) fn quoted(&mut self, mut start: usize) -> usize {
        loop {
            let end = plain_end(self.bytes, start + 1);
            if self.byte(end) != b'"' {
                return self.quoted_with(start, end);
            }
            let end = self.push(TokenKind::String, start, end + 1);
            // Most long lists are lists of strings, one per line. Without this loop, parsing `locks` takes
            // 19 % more instructions.
            if self.mode != Mode::Bracket || self.byte(end) != b',' {
                return end;
            }
            let comma = self.push(TokenKind::Comma, end, end + 1);
            if self.byte(comma) != b'\n' || self.purpose != Purpose::Parse {
                return comma;
            }
            start = after_blanks(self.bytes, comma + 1);
            if self.byte(start) != b'"' {
                return start;
            }
        }
    }

    /// A quoted template from its quote on; `at` is the first byte that is not plain text.
    #[inline(never)]
    fn quoted_with(&mut self, start: usize, at: usize) -> usize {
        let text = QuotedText::scan(self, at);
        if self.byte(text.end) == b'"' {
            let kind = text.kind(TokenKind::StringEscaped, TokenKind::InvalidString);
            // Neither `$` nor `%` alone is an escape.
            let kind = kind.unwrap_or(TokenKind::String);
            return self.push(kind, start, text.end + 1);
        }
        self.push(TokenKind::OpenQuote, start, start + 1);
        self.quoted_rest(start + 1, text)
    }

    /// Quoted text after a template sequence or line end.
    #[inline(never)]
    pub(super) fn quoted_text(&mut self, start: usize) -> usize {
        let text = QuotedText::scan(self, start);
        self.quoted_rest(start, text)
    }

    /// The literal text from `start` and the token after it.
    fn quoted_rest(&mut self, mut start: usize, mut text: QuotedText) -> usize {
        loop {
            let kind = text.kind(TokenKind::LiteralEscaped, TokenKind::InvalidLiteral);
            self.literal(kind, start, text.end);
            let end = text.end;
            match self.byte(end) {
                b'"' => return self.push(TokenKind::CloseQuote, end, end + 1),
                b'$' | b'%' if self.byte(end + 1) == b'{' => {
                    return self.open_sequence(end, Mode::InQuoted);
                }
                b'\\' | b'$' | b'%' => {
                    start = self.push(TokenKind::InvalidCharacter, end, end + 1);
                    text = QuotedText::scan(self, start);
                }
                b'\n' | b'\r' if self.purpose == Purpose::Diagnose => {
                    return self.line_end_in_quotes(end);
                }
                b'\n' | b'\r' => {
                    let lines = self.bytes[end..].iter();
                    let length = lines.take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
                    start = self.push(TokenKind::RawNewline, end, end + length);
                    text = QuotedText::scan(self, start);
                }
                // The end of the source.
                _ if self.purpose == Purpose::Diagnose => return self.line_end_in_quotes(end),
                _ => return end,
            }
        }
    }

    #[inline(always)]
    fn literal(&mut self, kind: Option<TokenKind>, start: usize, end: usize) {
        if start < end {
            self.push(kind.unwrap_or(TokenKind::Literal), start, end);
        }
    }

    /// `${`, `${~`, `%{`, `%{~`
    fn open_sequence(&mut self, at: usize, mode: Mode) -> usize {
        if let Some(end) = self.end_of_expansion(at) {
            self.push(TokenKind::ForeignSequence, at, end);
            return self.text_behind_sequence(end, mode);
        }
        let kind = match self.byte(at) {
            b'$' => TokenKind::OpenInterpolation,
            _ => TokenKind::OpenDirective,
        };
        self.enter(mode);
        self.push(kind, at, at + if self.byte(at + 2) == b'~' { 3 } else { 2 })
    }

    /// The text of a template after a sequence of this mode.
    pub(super) fn text_behind_sequence(&mut self, end: usize, mode: Mode) -> usize {
        match mode {
            Mode::InQuoted => self.quoted_text(end),
            Mode::InHeredoc => self.heredoc_text(end, end, None),
            _ => self.bare_template(end),
        }
    }

    /// `<<MARKER` or `<<-MARKER`, with a line end directly after it.
    #[inline(never)]
    pub(super) fn heredoc(&mut self, start: usize) -> usize {
        let marker = start + 2 + usize::from(self.byte(start + 2) == b'-');
        let marker_end = identifier_end(self.source, marker).unwrap_or(marker);
        let newline = marker_end + usize::from(self.byte(marker_end) == b'\r');
        if marker == marker_end || self.byte(newline) != b'\n' {
            return self.push(TokenKind::Less, start, start + 1);
        }
        self.markers.push(Span::new(marker as u32, marker_end as u32));
        self.heredoc_text(newline + 1, newline + 1, Some(start))
    }

    /// The text of the innermost heredoc from `start`; `at` is the first byte that was not scanned.
    /// `introducer` is the start of the heredoc as long as no token of it was added.
    #[inline(never)]
    pub(super) fn heredoc_text(
        &mut self,
        start: usize,
        at: usize,
        introducer: Option<usize>,
    ) -> usize {
        let mut at = at;
        let mut escaped = false;
        let mut at_line_start = introducer.is_some() || self.last == TokenKind::OpenHeredoc;
        while at < self.bytes.len() {
            if at_line_start {
                if let Some(end) = self.marker_line(at) {
                    return self.close_heredoc(introducer, start, at, end, escaped);
                }
                if self.diagnosis.guess.is_some() {
                    if let Some(end) = self.guessed_end(start, at, escaped) {
                        return end;
                    }
                }
            }
            let line_end = memchr::memchr(b'\n', &self.bytes[at..])
                .map_or(self.bytes.len(), |newline| at + newline + 1);
            if let Some(stop) = self.find_stop(at, line_end, &mut escaped) {
                self.open_heredoc(introducer, start);
                self.heredoc_literal(start, stop, escaped);
                if self.byte(stop) != b'\r' && self.byte(stop + 1) == b'{' {
                    return self.open_sequence(stop, Mode::InHeredoc);
                }
                // An invalid character makes the rest of the source one token.
                self.markers.pop();
                return self.push(TokenKind::InvalidCharacter, stop, self.bytes.len());
            }
            at = line_end;
            at_line_start = true;
        }
        self.markers.pop();
        self.open_heredoc(introducer, start);
        self.heredoc_literal(start, self.bytes.len(), escaped);
        self.bytes.len()
    }

    /// The start of the line end, if the line holds only the marker and blanks.
    #[inline(always)]
    pub(super) fn marker_line(&self, at: usize) -> Option<usize> {
        let marker = self.markers.last()?.text(self.source);
        // Few lines start with the first byte of the marker, so this check excludes most lines.
        let text = after_blanks(self.bytes, at);
        let first = self.byte(text);
        let is_white_space = matches!(first, b'\x0b' | b'\x0c' | 0x80..);
        if first != marker.as_bytes().first().copied()? && !is_white_space {
            return None;
        }
        let newline = text + memchr::memchr(b'\n', &self.bytes[text..])?;
        let end = newline - usize::from(newline > 0 && self.byte(newline - 1) == b'\r');
        let line = self.source.get(at..end)?;
        (line.trim() == marker && !line.ends_with('\r')).then_some(end)
    }

    pub(super) fn close_heredoc(
        &mut self,
        introducer: Option<usize>,
        start: usize,
        marker: usize,
        end: usize,
        escaped: bool,
    ) -> usize {
        self.markers.pop();
        if let Some(introducer) = introducer {
            let kind = if escaped { TokenKind::HeredocEscaped } else { TokenKind::Heredoc };
            return self.push(kind, introducer, end);
        }
        self.heredoc_literal(start, marker, escaped);
        self.push(TokenKind::CloseHeredoc, marker, end)
    }

    fn open_heredoc(&mut self, introducer: Option<usize>, content: usize) {
        if let Some(introducer) = introducer {
            self.push(TokenKind::OpenHeredoc, introducer, content);
        }
    }

    pub(super) fn heredoc_literal(&mut self, start: usize, end: usize, escaped: bool) {
        self.literal(escaped.then_some(TokenKind::LiteralEscaped), start, end);
    }

    /// The next `${`, `%{` or lone carriage return before `end`, or a `$` or `%` at the end of the
    /// source. Sets `escaped` if it passes an escaped sequence.
    fn find_stop(&self, start: usize, end: usize, escaped: &mut bool) -> Option<usize> {
        let mut at = start;
        while at < end {
            at += memchr::memchr3(b'$', b'%', b'\r', &self.bytes[at..end])?;
            at += match (self.byte(at), self.byte(at + 1)) {
                (b'\r', b'\n') => 2,
                (b'\r', _) | (_, b'{') => return Some(at),
                _ if at + 1 == self.bytes.len() => return Some(at),
                _ => self.escaped_sequence(at, escaped),
            };
        }
        None
    }

    /// The length of a `$` or `%` that opens no sequence: 3 bytes if it starts an escape.
    fn escaped_sequence(&self, at: usize, escaped: &mut bool) -> usize {
        let is_escape = self.byte(at + 1) == self.byte(at) && self.byte(at + 2) == b'{';
        *escaped |= is_escape;
        if is_escape { 3 } else { 1 }
    }

    /// The text of a standalone template.
    #[inline(never)]
    pub(super) fn bare_template(&mut self, start: usize) -> usize {
        let end = self.bytes.len();
        let mut escaped = false;
        let stop = self.find_stop(start, end, &mut escaped).unwrap_or(end);
        self.heredoc_literal(start, stop, escaped);
        if matches!(self.byte(stop), b'$' | b'%') && self.byte(stop + 1) == b'{' {
            return self.open_sequence(stop, Mode::InTemplate);
        }
        // After a lone carriage return everything is text.
        let rest = &self.bytes[stop..];
        let has = |escape: &[u8]| memchr::memmem::find(rest, escape).is_some();
        self.heredoc_literal(stop, end, has(b"$${") || has(b"%%{"));
        end
    }
}

/// A run of quoted text without template sequences.
struct QuotedText {
    /// The offset of the quote, template sequence, line end or end of the source after the text; or
    /// of a backslash, `$` or `%` directly before a line end or the end.
    end: usize,
    escaped: bool,
    invalid: bool,
}

impl QuotedText {
    fn scan(lexer: &Lexer<'_>, start: usize) -> Self {
        let mut text = QuotedText { end: start, escaped: false, invalid: false };
        loop {
            text.end = plain_end(lexer.bytes, text.end);
            match lexer.byte(text.end) {
                b'\\' => {
                    if matches!(lexer.bytes.get(text.end + 1), None | Some(b'\n' | b'\r')) {
                        return text;
                    }
                    let rest = lexer.source.get(text.end..).unwrap_or_default();
                    let (length, mistake) = escape(rest);
                    text.escaped = true;
                    text.invalid |= mistake.is_some();
                    text.end += length;
                }
                b'$' | b'%'
                    if lexer.byte(text.end + 1) != b'{' && text.end + 1 < lexer.bytes.len() =>
                {
                    text.end += lexer.escaped_sequence(text.end, &mut text.escaped);
                }
                b'#' | b'\x0b' | b'\x0c' => text.end += 1,
                _ => return text,
            }
        }
    }

    /// The kind of the text's token; `None` if the text needs no decoding.
    fn kind(&self, escaped: TokenKind, invalid: TokenKind) -> Option<TokenKind> {
        match (self.invalid, self.escaped) {
            (true, _) => Some(invalid),
            (false, true) => Some(escaped),
            (false, false) => None,
        }
    }
}

/// The end of the plain text in quotes. The two range comparisons also find `#` and two control characters; the caller
/// skips those.
#[inline(always)]
fn plain_end(bytes: &[u8], start: usize) -> usize {
    find(bytes, start, |it| {
        it.is_within(b'"', b'%').or(it.is(b'\\')).or(it.is_within(b'\n', b'\r'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_ends_at_the_first_special_byte() {
        for stop in 0..=255_u8 {
            for length in 0..70 {
                let mut bytes = vec![b'a'; length];
                bytes.extend([stop, b'"']);
                let stops = matches!(stop, b'"'..=b'%' | b'\\' | b'\n'..=b'\r');
                let end = if stops { length } else { length + 1 };
                assert_eq!(plain_end(&bytes[..end], 0), end, "{stop} behind {length}");
                bytes.extend([b'a'; 40]);
                assert_eq!(plain_end(&bytes, 0), end, "{stop} behind {length}");
            }
        }
    }
}
