//! The text of literal parts: escapes, strip markers, and the indentation of heredocs.

use std::borrow::Cow;

use super::node::{Kind, flag};
use super::view::View;
use crate::text::grapheme::{self, graphemes};

/// Decodes the escapes of a quoted template. The lexer has checked them.
pub(crate) fn unescape(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memchr3(b'\\', b'$', b'%', rest.as_bytes()) {
        decoded.push_str(&rest[..at]);
        rest = &rest[at..];
        let (character, length) = match rest.as_bytes() {
            [b'\\', b'n', ..] => ('\n', 2),
            [b'\\', b'r', ..] => ('\r', 2),
            [b'\\', b't', ..] => ('\t', 2),
            [b'\\', b'"', ..] => ('"', 2),
            [b'\\', b'\\', ..] => ('\\', 2),
            [b'\\', b'u', ..] => (code_point(rest, 6), 6),
            [b'\\', b'U', ..] => (code_point(rest, 10), 10),
            [sigil @ (b'$' | b'%'), second, b'{', ..] if sigil == second => {
                decoded.push(char::from(*sigil));
                ('{', 3)
            }
            [first, ..] => (char::from(*first), 1),
            [] => break,
        };
        decoded.push(character);
        rest = rest.get(length..).unwrap_or_default();
    }
    decoded.push_str(rest);
    decoded
}

fn code_point(escape: &str, length: usize) -> char {
    escape
        .get(2..length)
        .and_then(|digits| u32::from_str_radix(digits, 16).ok())
        .and_then(char::from_u32)
        .unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The text of a literal part. The strip markers next to it are flags of the node; the count of a
/// part of a flush heredoc is the indentation to remove.
pub(super) fn literal_text(view: View<'_>) -> Cow<'_, str> {
    let node = view.node();
    let text = view.text();
    let trims = node.flags & (flag::TRIM_START | flag::TRIM_END);
    if node.flags & flag::LINES == 0 {
        let text = if view.kind() == Kind::LiteralEscaped {
            Cow::Owned(unescape(text))
        } else {
            Cow::Borrowed(text)
        };
        return trim(text, trims);
    }
    if trims == 0 && node.count == 0 {
        return unescape_sequences(text, view.kind() == Kind::LiteralEscaped);
    }
    dedented(text, node.flags, node.count, view.kind() == Kind::LiteralEscaped).into()
}

/// The pieces of a text without this many columns of indentation.
fn dedented(text: &str, flags: u8, columns: u32, escaped: bool) -> String {
    let mut value = String::with_capacity(text.len());
    value.extend(pieces(text, flags).map(|piece| piece.dedented(columns)));
    if escaped { unescape_sequences(&value, true).into_owned() } else { value }
}

/// The text of a heredoc that is one literal.
pub(super) fn heredoc_content(view: View<'_>) -> Cow<'_, str> {
    let text = view.text();
    let start = memchr::memchr(b'\n', text.as_bytes()).map_or(text.len(), |newline| newline + 1);
    let end = memchr::memrchr(b'\n', text.as_bytes()).map_or(0, |newline| newline + 1);
    let content = text.get(start..end).unwrap_or_default();
    let escaped = view.has(flag::ESCAPED);
    if !view.has(flag::FLUSH) {
        return unescape_sequences(content, escaped);
    }
    let indent = indentation(pieces(content, flag::LINE_START)).unwrap_or(0);
    if indent == 0 {
        return unescape_sequences(content, escaped);
    }
    dedented(content, flag::LINE_START, indent, escaped).into()
}

/// The least indentation of the pieces at the start of a line, except blank lines. `None` if all are
/// blank.
pub(crate) fn indentation<'a>(pieces: impl Iterator<Item = Piece<'a>>) -> Option<u32> {
    pieces.filter_map(|piece| piece.indentation()).min()
}

/// A literal line or a literal part of one, after stripping.
#[derive(Clone, Copy)]
pub(crate) struct Piece<'a> {
    pub(crate) text: &'a str,
    leads_line: bool,
}

impl<'a> Piece<'a> {
    /// The width of the leading white space in columns; `None` if the piece doesn't start a line or the
    /// line is blank.
    pub(crate) fn indentation(self) -> Option<u32> {
        if !self.leads_line {
            return None;
        }
        let content = self.text.trim_start();
        if content.is_empty() && self.text.ends_with('\n') {
            return None;
        }
        let blanks = &self.text[..self.text.len() - content.len()];
        Some(grapheme::count(blanks) as u32)
    }

    fn dedented(self, columns: u32) -> &'a str {
        if self.indentation().is_none() {
            return self.text;
        }
        let bytes = graphemes(self.text).take(columns as usize).map(str::len).sum();
        self.text.get(bytes..).unwrap_or_default()
    }
}

/// The pieces of a literal part of a heredoc or standalone template.
pub(crate) fn pieces(text: &str, flags: u8) -> impl Iterator<Item = Piece<'_>> {
    let mut leads_line = flags & flag::LINE_START != 0;
    let mut lines = text.split_inclusive('\n').peekable();
    let mut first = true;
    std::iter::from_fn(move || {
        let mut line = lines.next()?;
        if std::mem::take(&mut first) && flags & flag::TRIM_START != 0 {
            line = line.trim_start();
        }
        if lines.peek().is_none() && flags & flag::TRIM_END != 0 {
            line = line.trim_end();
        }
        let piece = Piece { text: line, leads_line };
        leads_line = line.ends_with('\n');
        Some(piece)
    })
}

fn trim(text: Cow<'_, str>, trims: u8) -> Cow<'_, str> {
    fn trim_str(mut text: &str, trims: u8) -> &str {
        if trims & flag::TRIM_START != 0 {
            text = text.trim_start();
        }
        if trims & flag::TRIM_END != 0 {
            text = text.trim_end();
        }
        text
    }
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(trim_str(text, trims)),
        Cow::Owned(text) if trims == 0 => Cow::Owned(text),
        Cow::Owned(text) => Cow::Owned(trim_str(&text, trims).to_owned()),
    }
}

/// Decodes `$${` and `%%{`, the only escapes outside quotes.
fn unescape_sequences(text: &str, escaped: bool) -> Cow<'_, str> {
    if !escaped {
        return Cow::Borrowed(text);
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memchr2(b'$', b'%', rest.as_bytes()) {
        decoded.push_str(&rest[..=at]);
        let sigil = rest.as_bytes()[at];
        let is_escape = rest.as_bytes().get(at + 1..at + 3) == Some(&[sigil, b'{']);
        if is_escape {
            decoded.push('{');
        }
        rest = &rest[at + if is_escape { 3 } else { 1 }..];
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}
