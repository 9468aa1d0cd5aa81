//! Text that differs from its source text: JSON strings with escapes that have to be parsed as
//! templates or names.
//!
//! Such text has spans of its own, after those of the source. Errors show the corresponding places
//! in the source.

use std::borrow::Cow;

use crate::text::span::Span;

/// The decoded texts of a source.
#[derive(Clone, Debug)]
pub(crate) struct Decoded {
    text: String,
    is_ascii: bool,
    /// The parts, in the order of the text.
    parts: Vec<DecodedPart>,
    /// The offset of the first byte.
    start: u32,
    /// The text before decoding, and its offset, if it is not in the source of the tree.
    written: Option<(u32, Box<str>)>,
}

/// The maximum number of source bytes in a part. Longer texts have several parts, so that a place
/// is found without reading the whole text.
const LONGEST_PART: usize = 128;

/// A decoded text, or a piece of it.
#[derive(Clone, Copy, Debug)]
struct DecodedPart {
    start: u32,
    /// The span of the text before decoding, from this part to the end of the text, without the
    /// quote.
    written: Span,
}

impl Decoded {
    /// No texts, for a source of this length. One unused offset separates the two.
    pub(crate) fn behind(length: usize) -> Self {
        let (text, parts, start) = (String::new(), Vec::new(), length as u32 + 1);
        Decoded { text, is_ascii: true, parts, start, written: None }
    }

    /// The text of a source that is itself a decoded text; `written` is its text before decoding,
    /// at a place in the outer source.
    pub(crate) fn whole(written: &str, place: Span) -> Self {
        let parts = parts(written, 0, place).collect();
        let written = Some((place.start, written.into()));
        Decoded { text: String::new(), is_ascii: true, parts, start: 0, written }
    }

    /// Adds a text, which is `written` at a place in the source. Returns its new span.
    pub(crate) fn add(&mut self, text: &str, written: &str, place: Span) -> Span {
        let start = self.end();
        self.parts.extend(parts(written, start, place));
        self.text.push_str(text);
        self.is_ascii &= text.is_ascii();
        Span::new(start, start + text.len() as u32)
    }

    pub(crate) fn len(&self) -> usize {
        self.text.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    fn end(&self) -> u32 {
        self.start + self.text.len() as u32
    }

    /// Adds the texts of another source, which starts at `offset` of this one. Returns the distance
    /// by which the spans of those texts moved.
    pub(crate) fn append(&mut self, other: &Decoded, offset: u32) -> u32 {
        let moved = self.end() - other.start;
        self.parts.extend(other.parts.iter().map(|part| DecodedPart {
            start: part.start + moved,
            written: part.written.forward_by(offset),
        }));
        self.text.push_str(&other.text);
        self.is_ascii &= other.is_ascii;
        moved
    }

    pub(crate) fn is_ascii(&self) -> bool {
        self.is_ascii
    }

    /// The text at a span after the source.
    pub(crate) fn text(&self, span: Span) -> &str {
        span.back_by(self.start).text(&self.text)
    }

    /// The place in the source of a span that may lie in decoded text.
    pub(crate) fn written(&self, span: Span, source: &str) -> Span {
        if span.start < self.start {
            return span;
        }
        let number = self.parts.partition_point(|part| part.start <= span.start).saturating_sub(1);
        let Some(part) = self.parts.get(number) else { return span };
        let text = match &self.written {
            Some((start, written)) => part.written.back_by(*start).text(written),
            None => part.written.text(source),
        };
        let place = |offset: u32| {
            let decoded = offset.saturating_sub(part.start) as usize;
            part.written.start + written_length(text, decoded) as u32
        };
        Span::new(place(span.start), place(span.end))
    }
}

/// The parts of a text, with the start of each in the decoded text and in the source.
fn parts(text: &str, start: u32, place: Span) -> impl Iterator<Item = DecodedPart> {
    let (mut rest, mut start, mut place) = (Some(text), start, place);
    std::iter::from_fn(move || {
        let text = rest?;
        let part = DecodedPart { start, written: place };
        let (mut at, mut decoded) = (0, 0);
        while at < text.len().min(LONGEST_PART) {
            let (character, length) = first(&text[at..]);
            at += length;
            decoded += character.len_utf8();
        }
        rest = text.get(at..).filter(|rest| !rest.is_empty());
        start += decoded as u32;
        place.start += at as u32;
        Some(part)
    })
}

/// The number of bytes in a JSON string that are decoded into `decoded` bytes.
fn written_length(text: &str, decoded: usize) -> usize {
    let (mut left, mut at) = (decoded, 0);
    while left > 0 && at < text.len() {
        let (character, length) = first(&text[at..]);
        left = left.saturating_sub(character.len_utf8());
        at += length;
    }
    at
}

/// The decoded text of a JSON string without its quotes.
pub(crate) fn json_text(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
        decoded.push_str(&rest[..at]);
        let (character, length) = first(&rest[at..]);
        decoded.push(character);
        rest = &rest[at + length..];
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}

/// The first character of the text, and its length in the source. The lexer has checked the
/// escapes; half of a surrogate pair is not a character.
fn first(text: &str) -> (char, usize) {
    let Some(character) = text.chars().next() else { return (char::REPLACEMENT_CHARACTER, 1) };
    if character != '\\' {
        return (character, character.len_utf8());
    }
    match text.as_bytes().get(1) {
        Some(b'n') => ('\n', 2),
        Some(b'r') => ('\r', 2),
        Some(b't') => ('\t', 2),
        Some(b'b') => ('\u{8}', 2),
        Some(b'f') => ('\u{c}', 2),
        Some(b'u') => code_point(text),
        Some(byte) if byte.is_ascii() => (char::from(*byte), 2),
        _ => (character, 1),
    }
}

/// `\u` with four digits, or with two halves of a surrogate pair.
fn code_point(text: &str) -> (char, usize) {
    let unit = |at: usize| u32::from_str_radix(text.get(at..at + 4)?, 16).ok();
    let Some(high) = unit(2) else { return (char::REPLACEMENT_CHARACTER, text.len().min(6)) };
    if let (0xd800..=0xdbff, Some("\\u"), Some(low @ 0xdc00..=0xdfff)) =
        (high, text.get(6..8), unit(8))
    {
        let number = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
        return (char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER), 12);
    }
    (char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER), 6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_those_of_json() {
        let cases = [
            (r#"a\"\\\/\b\f\n\r\tb"#, "a\"\\/\u{8}\u{c}\n\r\tb"),
            (r"\u00e9\ud83d\ude00", "é😀"),
            (r"\ud83dx\ude00\ud83d\u0041", "\u{fffd}x\u{fffd}\u{fffd}A"),
        ];
        for (text, decoded) in cases {
            assert_eq!(json_text(text), decoded, "{text}");
        }
    }

    #[test]
    fn a_decoded_place_has_one_in_the_source() {
        let source = r#"["a\"b\u00e9c"]"#;
        let mut decoded = Decoded::behind(source.len());
        let place = decoded.add("a\"béc", &source[2..13], Span::new(2, 13));
        assert_eq!(decoded.text(place), "a\"béc");
        let c = Span::new(place.end - 1, place.end);
        assert_eq!(decoded.text(c), "c");
        assert_eq!(decoded.written(c, source).text(source), "c");
        let quote = Span::new(place.start + 1, place.start + 2);
        assert_eq!(decoded.written(quote, source).text(source), "\\\"");
        assert_eq!(decoded.written(Span::new(2, 3), source), Span::new(2, 3));
    }

    #[test]
    fn every_place_in_a_long_text_has_one_in_the_source() {
        let written = r#"x\u00e9\n\ud83d\ude00"#.repeat(200);
        let source = format!("[\"{written}\"]");
        let text = json_text(&written);
        let mut behind = Decoded::behind(source.len());
        let place = behind.add(&text, &written, Span::new(2, source.len() as u32 - 2));
        let whole = Decoded::whole(&written, Span::new(2, source.len() as u32 - 2));
        for (offset, character) in text.char_indices() {
            let span = Span::new(offset as u32, (offset + character.len_utf8()) as u32);
            let expected = character.to_string();
            let found = behind.written(span.forward_by(place.start), &source);
            assert_eq!(json_text(found.text(&source)), expected, "{offset}");
            assert_eq!(whole.written(span, &source), found, "{offset}");
        }
    }
}
