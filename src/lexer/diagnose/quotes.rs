//! Strings in quotes that are not closed on their line.

use super::super::{Kinds, Lexer, Mode, OPERAND_ENDS, TokenKind, kinds};

/// The number of lines that a string in quotes is searched for its end.
const STRING_LINES: usize = 40;

impl Lexer<'_> {
    /// A line end in quotes. The string ends here, unless it is closed on one of the next lines.
    pub(in crate::lexer) fn line_end_in_quotes(&mut self, at: usize) -> usize {
        let lines = self.bytes[at..].iter();
        let length = lines.take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
        if self.string_continues(at + length) {
            let start = self.push(TokenKind::RawNewline, at, at + length);
            return self.quoted_text(start);
        }
        self.close_quotes(at)
    }

    /// Whether the string in quotes is closed on one of the next lines, which must not be items.
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
        let is_alone = self.bytes[content..line_end].iter().all(|byte| b" \t,]})".contains(byte));
        let ends_interpolation = is_alone || before.is_some_and(|it| OPERAND_ENDS.has(it));
        if self.mode == Mode::InQuoted && ends_interpolation && self.retry() {
            // The quote closes the string around the interpolation.
            self.tokens.truncate(first);
            self.leave();
            return self.push(TokenKind::CloseQuote, open.span.start as usize, content);
        }
        let text = &self.bytes[content..line_end];
        let is_header = self.mode == Mode::Body && before.is_some_and(|it| HEADER_ENDS.has(it));
        let is_code = |byte: u8| match byte {
            b' ' | b'\t' => true,
            b'{' => is_header,
            b',' | b']' | b'}' | b')' => self.mode != Mode::Body,
            _ => false,
        };
        let kept = text.iter().rposition(|byte| !is_code(*byte)).map_or(0, |last| last + 1);
        // A person types on behind blanks: they are a part of the text, unless a bracket follows.
        let kept = if text[kept..].trim_ascii().is_empty() { text.len() } else { kept };
        let end = content + kept;
        self.tokens.truncate(first + 1);
        self.last = TokenKind::OpenQuote;
        if kept > 0 {
            self.push(TokenKind::Literal, content, end);
        }
        self.push(TokenKind::CloseQuote, end, end)
    }
}

const HEADER_ENDS: Kinds = kinds![CloseQuote, Identifier, String, StringEscaped];
